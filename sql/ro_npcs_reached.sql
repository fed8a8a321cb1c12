-- NPCs of a Ragnarok Online server that no player comes to on foot from a place: on maps to which no warp leads,
-- or beyond walls. One comes to an NPC if a tile at most 2 tiles away can be reached: many stand on tiles that nobody
-- can enter. That a warp blocks a way is not looked at. Duplicates count by where they stand.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/**/*.txt'" \
--             -cmd ".param set :cells 'server/db/map_cache.dat'" -cmd ".param set :map prontera" \
--             -cmd ".param set :x 155" -cmd ".param set :y 183" < sql/ro_npcs_reached.sql
--
-- Parameters, each with its default: :files or :file, the scripts with warps and NPCs ('samples/npc/*.txt');
-- :cells, a map_cache.dat, or a folder or a pattern of .mcache or .gat files ('samples/map_cache.dat'); :ending, that
-- of files in a folder, if not all count (none; '.gat'); :names, the client's resnametable.txt, by which maps have the
-- .gat of others (none); the place: :map ('town'), :x (2), :y (2).

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script.'
WHERE NOT EXISTS (SELECT 1 FROM ro_script_files(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE arrival AS -- where one comes to a map
SELECT lower(to_map) AS map, to_x AS x, to_y AS y
FROM ro_world_warps(coalesce(:files, :file, 'samples/npc/*.txt'),
                    coalesce(:cells, 'samples/map_cache.dat') || iif(:ending IS NULL, '', '/*' || :ending),
                    coalesce(:map, 'town'), coalesce(:x, 2), coalesce(:y, 2), :names, 'skip') WHERE status = 'ok'
UNION SELECT lower(coalesce(:map, 'town')), coalesce(:x, 2), coalesce(:y, 2);
CREATE TEMP TABLE npc AS
SELECT file, line, lower(map) AS map, x, y, shown_name, kind, NULL AS is_reached
FROM ro_npcs(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip')
WHERE map IS NOT NULL AND NOT after_stop AND (problem IS NULL OR problem LIKE '%taken by%');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE INDEX temp.npc_map ON npc(map);

-- The parts of each map to which one comes, and the NPCs beside one of their tiles.
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
CREATE TEMP TABLE ground AS
WITH named AS MATERIALIZED (
    SELECT lower(text_field(text, '#', 1)) AS name, lower(text_field(text, '#', 2)) AS gat, min(id)
    FROM text_lines(:names) GROUP BY 1)
SELECT m.map, coalesce(o.source, c.source) AS source
FROM (SELECT map FROM arrival INTERSECT SELECT map FROM npc) m LEFT JOIN named n ON n.name = m.map || '.gat'
LEFT JOIN cells o ON o.map = gamemap_stem(n.gat) LEFT JOIN cells c ON c.map = m.map;
CREATE TEMP TABLE part AS
SELECT DISTINCT a.map, g.source, t.component
FROM arrival a JOIN ground g USING (map) CROSS JOIN gat_tiles(g.source) t
-- one may begin in a wall, and steps over no corner
ON t.y BETWEEN a.y - 1 AND a.y + 1 AND t.x BETWEEN a.x - 1 AND a.x + 1 AND (t.x = a.x OR t.y = a.y)
WHERE t.component IS NOT NULL;
CREATE UNIQUE INDEX temp.part_of ON part(map, component);
UPDATE npc SET is_reached = EXISTS (
    SELECT 1 FROM (SELECT source FROM part p WHERE p.map = npc.map LIMIT 1) g CROSS JOIN gat_tiles(g.source) t
    WHERE t.y BETWEEN npc.y - 2 AND npc.y + 2 AND t.x BETWEEN npc.x - 2 AND npc.x + 2
      AND EXISTS (SELECT 1 FROM part p WHERE p.map = npc.map AND p.component = t.component))
WHERE map IN (SELECT map FROM part);

SELECT count(*) AS npcs, sum(is_reached IS 1) AS reached, sum(is_reached IS 0) AS beyond_walls, sum(is_reached IS NULL) AS on_other_maps FROM npc;
SELECT file, line, shown_name, kind, map, x, y FROM npc WHERE is_reached = 0 ORDER BY 1, 2 LIMIT 100;
SELECT map AS nobody_comes_to, count(*) AS npcs FROM npc WHERE is_reached IS NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE part;
DROP TABLE ground;
DROP TABLE cells;
DROP TABLE npc;
DROP TABLE arrival;
