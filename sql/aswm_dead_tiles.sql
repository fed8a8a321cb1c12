-- Tiles that creatures can walk on in the TRN and nowhere in the TRX: baked to nothing, most often
-- because too many objects stand on them. A TRX belongs to the TRN of the same name beside it; where the
-- two have other tiles, that is said instead. Files without a walkmesh come last.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.tr[nx]'" \
--             < sql/aswm_dead_tiles.sql
--
-- Parameter: :files or :file, by default 'samples/*.tr?'.

.bail on
SELECT 'No :files are given, so this is about samples/*.tr?.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE areas AS
SELECT file, source, baked, grid_width, grid_height, tile_size,
       printf('%d x %d tiles of %g m', grid_width, grid_height, tile_size) AS grid,
       substr(file, 1, length(file) - 4) AS name, lower(substr(file, 1, length(file) - 4)) AS key
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE meshless AS
SELECT file, coalesce(error, 'it has no walkmesh') AS reason
FROM gamemap_files(coalesce(:files, :file, 'samples/*.tr?'), 'aswm_meshes', 'skip')
WHERE (format = 'TRN' OR lower(file) GLOB '*.tr[nx]') AND file NOT IN (SELECT file FROM areas);
SELECT count(*) AS files, sum(baked) AS baked, sum(grid_width * grid_height) AS tiles FROM areas;

CREATE TEMP TABLE pairs AS
SELECT trx.name, trn.source AS trn, trx.source AS trx, trx.tile_size, trn.grid AS trn_grid, trx.grid AS trx_grid
FROM areas trx JOIN areas trn ON trn.key = trx.key AND NOT trn.baked AND trx.baked;
WITH dead AS MATERIALIZED (
    SELECT p.*, t.id AS tile, t.x, t.y, t.triangle_count
    FROM pairs p JOIN aswm_tiles(p.trx) t
    WHERE p.trn_grid = p.trx_grid AND NOT EXISTS (SELECT 1 FROM aswm_triangles(p.trx) WHERE tile_id = t.id AND walkable))
SELECT d.name AS area, d.tile, d.x || ', ' || d.y AS column_row,
       printf('%g, %g', d.x * d.tile_size, d.y * d.tile_size) AS south_west_corner,
       count(*) AS walkable_in_trn, printf('%.1f', sum(r.area)) AS square_metres,
       d.triangle_count AS triangles_in_trx
FROM dead d JOIN aswm_triangles(d.trn) r ON r.tile_id = d.tile AND r.walkable
GROUP BY d.trx, d.tile ORDER BY area, d.tile;
SELECT name AS does_not_fit, trn_grid AS trn, trx_grid AS trx FROM pairs WHERE trn_grid <> trx_grid ORDER BY name;
SELECT file AS without_walkmesh, reason FROM meshless ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE pairs;
DROP TABLE meshless;
DROP TABLE areas;
