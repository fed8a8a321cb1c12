-- The maps in a Ragnarok Online server's cache (map_cache.dat, .mcache) against those of the client: which
-- differ, in size, in where one can walk, or in water alone. The client's side is what a server would make
-- of the GAT, with the water of the RSW beside it; a map is compared cell by cell only if its CRC differs.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/db/re/map_cache.dat'" \
--             -cmd ".param set :maps 'data.grf/data/*.gat'" \
--             -cmd ".param set :names 'data.grf/data/resnametable.txt'" < sql/ro_cache_against_gat.sql
--
-- Parameters, each with its default: :files or :file, the cell maps ('samples/map_cache.dat'); :maps, the
-- GATs ('samples/*.gat'); :names, the table of maps that are drawn with another map's files (none, or
-- 'samples/resnametable.txt' for the sample maps).

.bail on
SELECT 'No :files are given, so this is about samples/map_cache.dat.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a cell map.'
WHERE NOT EXISTS (SELECT 1 FROM ro_cell_maps(coalesce(:files, :file, 'samples/map_cache.dat'), 'skip'));
SELECT 'The maps are samples/*.gat, since no :maps are given.' WHERE :maps IS NULL;
.mode box --wrap 0
CREATE TEMP TABLE gats AS
SELECT lower(name) AS name, min(source) AS source, count(*) AS places
FROM gamemap_paths(coalesce(:maps, 'samples/*.gat'), 'gat_maps', 'skip')
WHERE name LIKE '%.gat' GROUP BY 1;
CREATE TEMP TABLE alias AS
SELECT lower(text_field(text, '#', 1)) AS name, lower(text_field(text, '#', 2)) AS gat
FROM text_lines(coalesce(:names, CASE ifnull(:maps, 'samples/*.gat') WHEN 'samples/*.gat' THEN 'samples/resnametable.txt' END))
WHERE text LIKE '%.gat#%' AND text NOT LIKE '//%' GROUP BY 1;

CREATE TEMP TABLE cached AS
SELECT m.file, m.source, m.id, m.name, m.width, m.height, m.crc32, m.layout, m.problem,
       coalesce((SELECT g.name FROM gats g WHERE g.name = lower(m.name) || '.gat'),
                (SELECT g.name FROM alias a JOIN gats g ON g.name = a.gat
                 WHERE a.name = lower(m.name) || '.gat')) AS gat
FROM ro_cell_maps(coalesce(:files, :file, 'samples/map_cache.dat'), 'skip') m;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE INDEX temp.cached_gat ON cached(gat);

CREATE TEMP TABLE client AS -- the GATs of which a server has cells, each with the RSW beside it
SELECT lower(text_field(file, '/', -1)) AS name, source, width, height, gamemap_beside(source, 'rsw') AS world
FROM gat_maps(coalesce(:maps, 'samples/*.gat'), 'skip')
WHERE lower(text_field(file, '/', -1)) IN (SELECT gat FROM cached) AND source IN (SELECT source FROM gats);
INSERT INTO left_out SELECT gamemap_skipped();
CREATE TEMP TABLE worlds AS
SELECT c.world FROM client c CROSS JOIN rsw_worlds(c.world, 'skip') w;
INSERT INTO left_out SELECT gamemap_skipped();
-- Of a map whose world can't be read nobody knows the water: it isn't compared.
DELETE FROM client WHERE world IS NOT NULL AND world NOT IN (SELECT world FROM worlds);

CREATE TEMP TABLE compared AS
SELECT c.*, g.source AS gat_source, g.width AS gat_width, g.height AS gat_height,
       (c.width, c.height) = (g.width, g.height) AS same_size,
       -- a folder of GATs alone has no worlds: then every map is dry
       c.crc32 = ro_cells_crc(g.source, g.world) AS is_equal
FROM client g CROSS JOIN cached c ON c.gat = g.name WHERE c.layout <> 'fld2';

CREATE TEMP TABLE differing AS
SELECT d.file, d.name, d.gat, d.width, d.height, d.gat_width, d.gat_height, d.same_size, count(*) AS cells,
       sum(c.walkable <> t.walkable) AS walk, sum((c.type, t.cell) IN ((0, 3), (3, 0))) AS water,
       sum(c.walkable AND NOT t.walkable) AS walkable_for_server_only
FROM compared d JOIN ro_cells(d.source) c ON c.cell_map_id = d.id
JOIN gat_tiles(d.gat_source) t ON t.y = c.y AND t.x = c.x
WHERE NOT d.is_equal AND d.same_size AND t.cell <> c.type GROUP BY d.file, d.id;

SELECT (SELECT count(*) FROM cached) AS maps, (SELECT count(*) FROM cached WHERE gat IS NULL) AS without_gat,
       count(*) FILTER (WHERE is_equal AND same_size) AS equal, count(*) FILTER (WHERE NOT same_size) AS of_another_size,
       (SELECT count(*) FROM differing) AS other_cells, (SELECT count(*) FROM differing WHERE walk) AS to_be_walked
FROM compared;
SELECT file, name, width || ' x ' || height AS cells, gat, gat_width || ' x ' || gat_height AS tiles
FROM compared WHERE NOT same_size ORDER BY file, name;
SELECT file, name, gat, cells AS cells_differ, walk AS walk_differ, water AS water_differ, walkable_for_server_only
FROM differing ORDER BY walk DESC, cells DESC, file, name;
SELECT file, name AS not_compared, 'OpenKore''s cells have other bits than servers''' AS why
FROM cached WHERE layout = 'fld2' ORDER BY file, name;
SELECT file, name, problem FROM cached WHERE problem IS NOT NULL ORDER BY file, name;
SELECT name AS gat_in_several_places, places, source AS taken_here FROM gats WHERE places > 1 ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE differing;
DROP TABLE compared;
DROP TABLE worlds;
DROP TABLE client;
DROP TABLE cached;
DROP TABLE alias;
DROP TABLE gats;
