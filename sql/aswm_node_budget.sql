-- How much of its node budget each tile uses: a tile's path table can name 127 walkable triangles, and
-- one with more bakes to nothing. In a TRN, what the bake would have to name.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.tr[nx]'" \
--             -cmd ".param set :least 100" < sql/aswm_node_budget.sql
--
-- Parameters: :files or :file, without them 'samples/*.tr?'; :least, the fewest walkable triangles of a tile
-- that is shown, without it 16.

.bail on
SELECT 'no :files are set: this is about the samples' AS note
WHERE coalesce(:files, :file) IS NULL;

.mode box --wrap 0
WITH tiles AS MATERIALIZED (
    SELECT r.file, r.tile_id, count(*) AS walkable
    FROM aswm_triangles(coalesce(:files, :file, 'samples/*.tr?'), 'skip') r
    WHERE r.walkable AND r.tile_id IS NOT NULL GROUP BY r.file, r.tile_id)
SELECT file, count(*) AS walkable_tiles, max(walkable) AS most,
       printf('%.1f', avg(walkable)) AS average, sum(walkable > 100) AS over_100,
       sum(walkable > 127) AS over_127
FROM tiles GROUP BY file;

WITH tiles AS MATERIALIZED (
    SELECT r.file, r.source, r.tile_id, count(*) AS walkable
    FROM aswm_triangles(coalesce(:files, :file, 'samples/*.tr?'), 'skip') r
    WHERE r.walkable AND r.tile_id IS NOT NULL GROUP BY r.file, r.tile_id)
SELECT w.file, w.tile_id AS tile, t.x || ', ' || t.y AS column_row, w.walkable,
       127 - w.walkable AS left_over, printf('%d %%', 100 * w.walkable / 127) AS used
FROM tiles w CROSS JOIN aswm_tiles(w.source) t ON t.id = w.tile_id
WHERE w.walkable >= coalesce(:least, 16) ORDER BY w.walkable DESC, w.file, t.id LIMIT 50;
