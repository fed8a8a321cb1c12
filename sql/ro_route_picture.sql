-- A route over the warps of a Ragnarok Online server as one picture (PNG): each map that it crosses, in rows of
-- four, north up, with the way over it. On each map that is a way of gat_path, which may lead over other warps.
-- Where there is no way, there is no picture, and it is said why, with the files of cells that are damaged.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             -cmd ".param set :cells 'server/db/map_cache.dat'" -cmd ".param set :from_map prontera" \
--             -cmd ".param set :from_x 155" -cmd ".param set :from_y 183" -cmd ".param set :to_map geffen" \
--             -cmd ".param set :to_x 120" -cmd ".param set :to_y 60" < sql/ro_route_picture.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :cells, a
-- map_cache.dat, or a folder or a pattern of .mcache or .gat files ('samples/map_cache.dat'); :ending, that of files in
-- a folder, if not all count (none; '.gat'); :names, the client's resnametable.txt, by which maps have the .gat of
-- others (none); :from_map ('town'), :from_x (2), :from_y (2), :to_map ('field'), :to_x (5), :to_y (8);
-- :picture ('route.png').

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with warps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE cells AS -- where those of each map are, which are the first of its name
WITH held AS MATERIALIZED (
    SELECT p.name, p.file, p.file = asked AS is_asked
    FROM (SELECT coalesce(:cells, 'samples/map_cache.dat') || iif(:ending IS NULL, '', '/*' || :ending) AS asked)
    JOIN (VALUES ('gat_maps'), ('ro_cell_maps')) JOIN gamemap_paths(asked, column1, 'skip') p)
SELECT map, min(file) AS source
FROM (SELECT lower(text_field(name, '.', 1)) AS map, file FROM held
      WHERE name LIKE '%.gat' OR name LIKE '%.mcache' OR name LIKE '%.fld2%' OR instr(name, '.') = 0
      UNION ALL SELECT lower(e.name), e.path FROM held h JOIN archive_entries(h.file, 'skip') e
      WHERE h.is_asked OR h.name LIKE '%map_cache.dat')
GROUP BY 1;
CREATE TEMP TABLE legs AS
SELECT leg, map, x, y, to_x, to_y, total,
       coalesce((SELECT c.source FROM text_lines(:names) t JOIN cells c ON c.map = lower(gamemap_stem(text_field(t.text, '#', 2)))
                 WHERE lower(text_field(t.text, '#', 1)) = lower(p.map) || '.gat'),
                (SELECT c.source FROM cells c WHERE c.map = lower(p.map))) AS source
FROM ro_world_path(coalesce(:files, :file, 'samples/npc/*.txt'),
                   coalesce(:cells, 'samples/map_cache.dat') || iif(:ending IS NULL, '', '/*' || :ending),
                   coalesce(:from_map, 'town'), coalesce(:from_x, 2), coalesce(:from_y, 2),
                   coalesce(:to_map, 'field'), coalesce(:to_x, 5), coalesce(:to_y, 8), :names, 'skip') p;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
WITH placed AS MATERIALIZED (
    SELECT legs.*, width > 100 AS is_large, leg % 4 * (max(width) OVER () + 4) AS east, leg / 4 * -(max(height) OVER () + 16) AS north, width, height
    FROM legs CROSS JOIN gat_maps(legs.source)),
wide(dx, dy) AS (VALUES (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)),
drawn(x, y, colour) AS ( -- what comes later lies above
    SELECT p.east + t.x, p.north + t.y, iif(t.walkable, 0xDDD8C8, 0x606468) FROM placed p CROSS JOIN gat_tiles(p.source) t
    UNION ALL
    SELECT p.east + s.x + dx, p.north + s.y + dy, 0xC02020
    FROM placed p CROSS JOIN gat_path(p.source, p.x, p.y, p.to_x, p.to_y) s JOIN wide ON is_large OR (dx, dy) = (0, 0)
    UNION ALL
    SELECT east - 2, north - 13, NULL FROM placed UNION ALL SELECT east + width + 1, north + height + 1, NULL FROM placed -- room for names
    UNION ALL
    SELECT east, north - 2, (leg + 1) || ' ' || map FROM placed)
SELECT (SELECT count(*) FROM legs) AS legs, (SELECT max(total) FROM legs) AS cost, coalesce(:picture, 'route.png') AS picture,
       writefile(coalesce(:picture, 'route.png'), image) AS bytes
FROM (SELECT gamemap_picture(x, y, colour, 'rgb', json_object('background', '#FFFFFF', 'unit', 'cells', 'title',
                 printf('from %s to %s', coalesce(:from_map, 'town'), coalesce(:to_map, 'field')))) AS image FROM drawn)
WHERE image IS NOT NULL;
SELECT printf('There is no way from %s to %s: ', coalesce(:from_map, 'town'), coalesce(:to_map, 'field')) ||
       coalesce(ro_world_path_status(coalesce(:files, :file, 'samples/npc/*.txt'),
                                     coalesce(:cells, 'samples/map_cache.dat') || iif(:ending IS NULL, '', '/*' || :ending),
                                     coalesce(:from_map, 'town'), coalesce(:from_x, 2), coalesce(:from_y, 2),
                                     coalesce(:to_map, 'field'), coalesce(:to_x, 5), coalesce(:to_y, 8), :names, 'skip'), 'no cells') AS result
WHERE NOT EXISTS (SELECT 1 FROM legs);
SELECT file AS damaged, message -- where there is a way, no file of cells is looked through
FROM gamemap_findings(CASE WHEN NOT EXISTS (SELECT 1 FROM legs)
                      THEN coalesce(:cells, 'samples/map_cache.dat') || iif(:ending IS NULL, '', '/*' || :ending) END)
WHERE severity = 'error';

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE legs;
DROP TABLE cells;
