-- Warps of a Ragnarok Online server that lead straight into another warp, so that a player who steps on one
-- is sent on at once, perhaps in a circle.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             < sql/ro_warp_loops.sql
--
-- Parameter: :files or :file, the scripts, by default 'samples/npc/*.txt'. Ask for the scripts that a
-- server loads together: the same warp stands in npc/re and in npc/pre-re.

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with warps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE warps AS
SELECT file, line, name, lower(map) AS map, x, y, span_x, span_y, lower(to_map) AS to_map, to_x, to_y
FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip')
WHERE (problem IS NULL OR problem LIKE '%taken by%') AND NOT after_stop;
CREATE INDEX temp.warps_of ON warps(map, x);

CREATE TEMP TABLE loops AS
SELECT a.file, a.line, a.name, a.map, a.x, a.y, a.to_map, a.to_x, a.to_y, b.file AS next_file,
       b.line AS next_line, b.name AS next_name, b.to_map AS next_to_map, b.to_x AS next_to_x, b.to_y AS next_to_y,
       b.to_map = a.map AND b.to_x BETWEEN a.x - a.span_x AND a.x + a.span_x
       AND b.to_y BETWEEN a.y - a.span_y AND a.y + a.span_y AS is_circle
FROM warps a CROSS JOIN warps b ON b.map = a.to_map
 AND a.to_x BETWEEN b.x - b.span_x AND b.x + b.span_x AND a.to_y BETWEEN b.y - b.span_y AND b.y + b.span_y
WHERE (a.to_x, a.to_y) <> (0, 0);

SELECT (SELECT count(*) FROM warps) AS warps, count(*) AS lead_into_another, ifnull(sum(is_circle), 0) AS in_a_circle
FROM loops;
SELECT file, line, name, map || ' ' || x || ',' || y AS from_map, to_map || ' ' || to_x || ',' || to_y AS to_map,
       next_file || ':' || next_line AS where_there_is, next_name,
       next_to_map || ' ' || next_to_x || ',' || next_to_y AS and_on_to, iif(is_circle, 'circle', '') AS kind
FROM loops ORDER BY file, line, next_file, next_line;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE loops;
DROP TABLE warps;
