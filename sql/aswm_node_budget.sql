-- How much of its node budget each tile uses: a tile's path table can name 127 walkable triangles, and
-- one with more bakes to nothing. For a TRN it is the number that baking would have to name.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.tr[nx]'" \
--             -cmd ".param set :least 100" < sql/aswm_node_budget.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.tr?'); :least (16), the fewest walkable
-- triangles of a tile that is listed; :most (50), how many tiles are listed, the fullest first.
-- It splits by file (sql/cluster.py): the table is made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.tr?.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE tiles AS
SELECT w.file, w.tile_id, t.x, t.y, w.walkable
FROM (SELECT file, source, tile_id, count(*) AS walkable
      FROM aswm_triangles(coalesce(:files, :file, 'samples/*.tr?'), 'skip')
      WHERE walkable AND tile_id IS NOT NULL GROUP BY file, tile_id) w
CROSS JOIN aswm_tiles(w.source) t ON t.id = w.tile_id;

SELECT file, count(*) AS walkable_tiles, max(walkable) AS most,
       printf('%.1f', avg(walkable)) AS average, sum(walkable > 100) AS over_100,
       sum(walkable > 127) AS over_127
FROM tiles GROUP BY file ORDER BY file;

SELECT file, tile_id AS tile, x || ', ' || y AS column_row, walkable, 127 - walkable AS left_over,
       printf('%d %%', 100 * walkable / 127) AS used
FROM tiles WHERE walkable >= coalesce(:least, 16)
ORDER BY walkable DESC, file, tile_id LIMIT coalesce(:most, 50);

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE tiles;
