-- Spawns of a Ragnarok Online server where nothing can stand, by the GATs of the client: a point in a wall,
-- a rectangle of walls, a place outside of the map. Nobody stands on the last row and column.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/mobs/**/*.txt'" \
--             -cmd ".param set :maps 'data.grf/data/*.gat'" \
--             -cmd ".param set :names 'data.grf/data/resnametable.txt'" < sql/ro_spawns_in_walls.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :maps, the GATs
-- ('samples/*.gat') or a server's own cells ('db/map_cache.dat/*', 'maps/*.mcache'); :names, the table of maps
-- that are drawn with another map's files (none, or 'samples/resnametable.txt' for the sample maps).

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with spawns.'
WHERE NOT EXISTS (SELECT 1 FROM ro_spawns(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
SELECT 'The maps are samples/*.gat, since no :maps are given.' WHERE :maps IS NULL;
.mode box --wrap 0
CREATE TEMP TABLE gats AS
SELECT lower(text_field(name, '.', 1)) || '.gat' AS name, min(source) AS source, count(*) AS places
FROM gamemap_paths(coalesce(:maps, 'samples/*.gat'), 'gat_maps', 'skip')
WHERE name LIKE '%.gat' OR name LIKE '%.mcache' OR name LIKE '%.fld2%' OR instr(name, '.') = 0 GROUP BY 1;
CREATE TEMP TABLE alias AS
SELECT lower(text_field(text, '#', 1)) AS name, lower(text_field(text, '#', 2)) AS gat
FROM text_lines(coalesce(:names, CASE ifnull(:maps, 'samples/*.gat') WHEN 'samples/*.gat' THEN 'samples/resnametable.txt' END))
WHERE text LIKE '%.gat#%' AND text NOT LIKE '//%' GROUP BY 1;

-- 0, 0 is anywhere on the map; without spans it is that point.
CREATE TEMP TABLE spawns AS
SELECT s.file, s.line, s.map, s.name, s.mob, s.amount, s.x, s.y, (s.x, s.y) = (0, 0) AS is_anywhere,
       ifnull(s.span_x, 0) AS span_x, ifnull(s.span_y, 0) AS span_y,
       coalesce((SELECT g.name FROM gats g WHERE g.name = lower(s.map) || '.gat'),
                (SELECT g.name FROM alias a JOIN gats g ON g.name = a.gat
                 WHERE a.name = lower(s.map) || '.gat')) AS drawn_with
FROM ro_spawns(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip') s
WHERE NOT s.after_stop AND s.x IS NOT NULL AND s.y IS NOT NULL
  AND (s.problem IS NULL OR s.problem LIKE '%taken by%');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE INDEX temp.spawns_of ON spawns(drawn_with);

CREATE TEMP TABLE lost AS
SELECT s.*, g.width, g.height
FROM gat_maps(coalesce(:maps, 'samples/*.gat'), 'skip') g
CROSS JOIN spawns s ON s.drawn_with = lower(text_field(text_field(g.file, '/', -1), '.', 1)) || '.gat'
WHERE g.source IN (SELECT source FROM gats)
  AND NOT EXISTS (SELECT 1 FROM gat_tiles(g.source) t
                  WHERE t.y BETWEEN iif(s.is_anywhere, 0, s.y - s.span_y)
                                AND iif(s.is_anywhere, g.height, s.y + s.span_y)
                    AND t.x BETWEEN iif(s.is_anywhere, 0, s.x - s.span_x)
                                AND iif(s.is_anywhere, g.width, s.x + s.span_x) AND t.passable);
INSERT INTO left_out SELECT gamemap_skipped();

SELECT (SELECT count(*) FROM spawns) AS spawns,
       (SELECT count(*) FROM spawns WHERE drawn_with IS NULL) AS map_without_gat, count(*) AS in_walls,
       count(DISTINCT map) AS on_maps, ifnull(sum(amount), 0) AS monsters
FROM lost;
SELECT map, count(*) AS spawns_in_walls, sum(amount) AS monsters FROM lost GROUP BY map ORDER BY 2 DESC, 1;
SELECT file, line, map, name, mob, amount, x, y, span_x, span_y,
       CASE WHEN x NOT BETWEEN 0 AND width - 1 OR y NOT BETWEEN 0 AND height - 1
            THEN printf('outside of %d x %d', width, height) ELSE 'walls' END AS stands_in
FROM lost ORDER BY file, line LIMIT 200;
SELECT name AS gat_in_several_places, places, source AS taken_here FROM gats WHERE places > 1 ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE lost;
DROP TABLE spawns;
DROP TABLE alias;
DROP TABLE gats;
