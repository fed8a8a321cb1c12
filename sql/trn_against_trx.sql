-- Does a TRX still fit its TRN? Sizes must be equal; what the bake takes away (cutters, placeables,
-- dead tiles) is shown in square metres and per cent. A TRX belongs to the TRN of the same name
-- beside it; those without a partner come last, and files without a walkmesh, which aren't compared.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.tr[nx]'" \
--             < sql/trn_against_trx.sql
--
-- Parameter: :files or :file, by default 'samples/*.tr?'.

.bail on
SELECT 'No :files are given, so this is about samples/*.tr?.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip'));

CREATE TEMP TABLE meshes AS
SELECT m.file, m.baked, m.grid_width, m.grid_height, m.tile_size,
       substr(m.file, 1, length(m.file) - 4) AS name,
       (SELECT width || ' x ' || height FROM trn_areas(m.source)) AS size,
       (SELECT count(*) FROM trn_packets(m.source) WHERE type = 'TRRN') AS grounds,
       (SELECT total(area) FROM aswm_triangles(m.source) WHERE walkable) AS area,
       (SELECT count(DISTINCT tile_id) FROM aswm_triangles(m.source) WHERE walkable) AS tiles
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip') m;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE meshless AS
SELECT file, coalesce(error, 'it has no walkmesh') AS reason
FROM gamemap_files(coalesce(:files, :file, 'samples/*.tr?'), 'aswm_meshes', 'skip')
WHERE (format = 'TRN' OR lower(file) GLOB '*.tr[nx]') AND file NOT IN (SELECT file FROM meshes);
CREATE INDEX temp.by_name ON meshes(lower(name), baked);

.mode box --wrap 0
SELECT x.name AS area,
       CASE WHEN n.size IS NOT x.size THEN 'no: ' || n.size || ' became ' || x.size
            WHEN n.grid_width <> x.grid_width OR n.grid_height <> x.grid_height THEN 'no: other grid'
            WHEN n.tile_size <> x.tile_size THEN 'no: other tiles'
            WHEN x.area > n.area * 1.001 + 0.1 AND (SELECT total(area) NOT BETWEEN x.area - n.area * 1.001 - 0.1 AND n.area FROM aswm_added(n.file, x.file) WHERE walkable)
            THEN 'no: more is walkable than before'
            WHEN x.grounds AND x.grounds <> n.grounds THEN 'no: other ground'
            ELSE 'yes' END AS fits,
       printf('%.1f', n.area) AS walkable_in_trn, printf('%.1f', x.area) AS walkable_in_trx,
       CASE WHEN x.area <= n.area THEN printf('%.1f %%', 100 * (n.area - x.area) / nullif(n.area, 0))
            WHEN n.area > 0 THEN printf('nothing: %.1f %% more', 100 * (x.area - n.area) / n.area)
            ELSE 'nothing: the TRN had none' END AS lost,
       n.tiles AS tiles_in_trn, x.tiles AS tiles_in_trx
FROM meshes n JOIN meshes x ON lower(x.name) = lower(n.name) AND x.baked
WHERE NOT n.baked ORDER BY fits, area;

SELECT file AS without_partner, CASE WHEN baked THEN 'TRX' ELSE 'TRN' END AS kind
FROM meshes m
WHERE NOT EXISTS (SELECT 1 FROM meshes
                  WHERE lower(name) = lower(m.name) AND baked <> m.baked)
  AND lower(name) || iif(baked, '.trn', '.trx') NOT IN (SELECT lower(file) FROM meshless) ORDER BY file;
SELECT file AS without_walkmesh, reason FROM meshless ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE meshless;
DROP TABLE meshes;
