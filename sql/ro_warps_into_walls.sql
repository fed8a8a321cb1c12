-- Warps of a Ragnarok Online server that lead into walls or out of the map, and warps on which nobody can
-- step, by the GATs of the client: what rAthena's npc_debug_warps says when the server starts, without one.
-- Nobody stands on the last row and column of a map. A warp to 0, 0 leads anywhere and isn't judged.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             -cmd ".param set :maps 'data.grf/data/*.gat'" \
--             -cmd ".param set :names 'data.grf/data/resnametable.txt'" < sql/ro_warps_into_walls.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :maps, the GATs
-- ('samples/*.gat') or a server's own cells ('db/map_cache.dat/*', 'maps/*.mcache'); :names, the table of maps
-- that are drawn with another map's files (none, or 'samples/resnametable.txt' for the sample maps). Each map
-- is opened once.

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with warps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
SELECT 'The maps are samples/*.gat, since no :maps are given.' WHERE :maps IS NULL;
.mode box --wrap 0
CREATE TEMP TABLE gats AS -- the names of all GATs, none of which is opened
SELECT lower(text_field(name, '.', 1)) || '.gat' AS name, min(source) AS source, count(*) AS places
FROM gamemap_paths(coalesce(:maps, 'samples/*.gat'), 'gat_maps', 'skip')
WHERE name LIKE '%.gat' OR name LIKE '%.mcache' OR name LIKE '%.fld2%' OR instr(name, '.') = 0 GROUP BY 1;
CREATE TEMP TABLE alias AS
SELECT lower(text_field(text, '#', 1)) AS name, lower(text_field(text, '#', 2)) AS gat
FROM text_lines(coalesce(:names, CASE ifnull(:maps, 'samples/*.gat') WHEN 'samples/*.gat' THEN 'samples/resnametable.txt' END))
WHERE text LIKE '%.gat#%' AND text NOT LIKE '//%' GROUP BY 1;

-- Both ends of each warp with the GAT of its map: its own, or that of the map whose files it takes.
CREATE TEMP TABLE ends AS
WITH warp AS MATERIALIZED (
    SELECT * FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip')
    WHERE (problem IS NULL OR problem LIKE '%taken by%') AND NOT after_stop),
placed AS (
    SELECT file, line, name, 1 AS is_target, lower(to_map) || '.gat' AS gat, to_map AS map, to_x AS x,
           to_y AS y, 0 AS span_x, 0 AS span_y
    FROM warp WHERE (to_x, to_y) <> (0, 0)
    UNION ALL
    SELECT file, line, name, 0, lower(map) || '.gat', map, x, y, span_x, span_y FROM warp)
SELECT p.*, coalesce((SELECT g.name FROM gats g WHERE g.name = p.gat),
                     (SELECT g.name FROM alias a JOIN gats g ON g.name = a.gat WHERE a.name = p.gat)) AS drawn_with
FROM placed p;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE INDEX temp.ends_of ON ends(drawn_with);

CREATE TEMP TABLE judged AS -- found: NULL, fine; 0, a wall; 1, the last row or column; 2, no tile
SELECT e.*, g.width, g.height,
       CASE WHEN EXISTS (SELECT 1 FROM gat_tiles(g.source) t
                         WHERE t.y BETWEEN e.y - e.span_y AND e.y + e.span_y
                           AND t.x BETWEEN e.x - e.span_x AND e.x + e.span_x AND t.passable) THEN NULL
            ELSE ifnull((SELECT t.walkable FROM gat_tiles(g.source) t WHERE t.y = e.y AND t.x = e.x), 2)
       END AS found
FROM gat_maps(coalesce(:maps, 'samples/*.gat'), 'skip') g
CROSS JOIN ends e ON e.drawn_with = lower(text_field(text_field(g.file, '/', -1), '.', 1)) || '.gat'
WHERE g.source IN (SELECT source FROM gats);
INSERT INTO left_out SELECT gamemap_skipped();

SELECT count(*) AS warps,
       (SELECT count(*) FROM (SELECT DISTINCT file, line FROM ends WHERE drawn_with IS NULL)) AS map_without_gat,
       (SELECT count(*) FROM judged WHERE is_target AND found IS NOT NULL) AS into_walls,
       (SELECT count(*) FROM judged WHERE NOT is_target AND found IS NOT NULL) AS nobody_can_step_on
FROM ends WHERE NOT is_target;
SELECT file, line, name, map AS to_map, x AS to_x, y AS to_y,
       CASE found WHEN 0 THEN 'wall' WHEN 1 THEN 'last row or column'
                  ELSE printf('outside of %d x %d', width, height) END AS leads_into
FROM judged WHERE is_target AND found IS NOT NULL ORDER BY file, line;
SELECT file, line, name AS nobody_can_step_on, map, x, y, span_x, span_y
FROM judged WHERE NOT is_target AND found IS NOT NULL ORDER BY file, line;
SELECT map AS map_without_gat, count(*) AS warps_from_or_to FROM ends WHERE drawn_with IS NULL GROUP BY map
ORDER BY 2 DESC, 1;
SELECT name AS gat_in_several_places, places, source AS taken_here FROM gats WHERE places > 1 ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE judged;
DROP TABLE ends;
DROP TABLE alias;
DROP TABLE gats;
