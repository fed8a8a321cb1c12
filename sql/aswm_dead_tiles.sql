-- Tiles that creatures can walk on in the TRN and nowhere in the TRX: baked to nothing, most often
-- because too many objects stand on them. A TRX belongs to the TRN of the same name beside it.
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
SELECT count(*) AS files, sum(baked) AS baked, sum(grid_width * grid_height) AS tiles
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip');

WITH areas AS MATERIALIZED (
    SELECT source, baked, tile_size, substr(file, 1, length(file) - 4) AS name,
           lower(substr(file, 1, length(file) - 4)) AS key
    FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip')),
pairs AS MATERIALIZED (
    SELECT trx.name, trn.source AS trn, trx.source AS trx, trx.tile_size
    FROM areas trx JOIN areas trn ON trn.key = trx.key AND NOT trn.baked AND trx.baked),
dead AS MATERIALIZED (
    SELECT p.*, t.id AS tile, t.x, t.y, t.triangle_count
    FROM pairs p JOIN aswm_tiles(p.trx) t
    WHERE NOT EXISTS (SELECT 1 FROM aswm_triangles(p.trx) WHERE tile_id = t.id AND walkable))
SELECT d.name AS area, d.tile, d.x || ', ' || d.y AS column_row,
       printf('%g, %g', d.x * d.tile_size, d.y * d.tile_size) AS south_west_corner,
       count(*) AS walkable_in_trn, printf('%.1f', sum(r.area)) AS square_metres,
       d.triangle_count AS triangles_in_trx
FROM dead d JOIN aswm_triangles(d.trn) r ON r.tile_id = d.tile AND r.walkable
GROUP BY d.trx, d.tile ORDER BY area, d.tile;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
