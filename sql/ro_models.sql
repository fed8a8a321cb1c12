-- The models of Ragnarok Online maps: for each map how many there are, stand twice, lie outside of it or
-- under the ground on which one walks; then each model with how often and on how many maps it stands.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.rsw'" < sql/ro_models.sql
--
-- Parameters: :files or :file, a pattern that ends in .rsw, by default 'samples/*.rsw' (the GAT files
-- are found by the same pattern with their ending); :depth, from how many GND units below the ground a
-- model counts as under it, by default 10 (two tiles); :most, how many models are listed, by default
-- 40.

.bail on
SELECT 'No :files are given, so this is about samples/*.rsw.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an RSW.'
WHERE NOT EXISTS (SELECT 1 FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE models AS
SELECT w.file, m.id, lower(m.model_file) AS model, m.x, m.y, m.z, m.rotation_x, m.rotation_y,
       m.rotation_z, m.scale_x, m.scale_y, m.scale_z,
       rtrim(w.file, replace(w.file, '/', '')) || w.gat_file AS gat
FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip') w JOIN rsw_models(w.source) m;

CREATE TEMP TABLE placed AS
SELECT p.file, p.id, p.y,
       -- tile coordinates: five units a tile, from the middle of the map
       g.source AS gat, p.x / 5 + g.width / 2.0 AS tile_x, p.z / 5 + g.height / 2.0 AS tile_y
FROM models p
JOIN gat_maps(replace(coalesce(:files, :file, 'samples/*.rsw'), '.rsw', '.gat'), 'skip') g
     ON g.file = p.gat COLLATE NOCASE;

WITH twice AS (
    SELECT file, sum(n - 1) AS n
    FROM (SELECT file, count(*) AS n FROM models
          GROUP BY file, model, x, y, z, rotation_x, rotation_y, rotation_z, scale_x, scale_y, scale_z)
    GROUP BY file),
grounds AS (
    SELECT file, y - gat_height(gat, tile_x, tile_y) AS depth FROM placed)
SELECT m.file AS world, count(*) AS models, count(DISTINCT m.model) AS different,
       (SELECT n FROM twice t WHERE t.file = m.file) AS repeated,
       (SELECT sum(depth IS NULL) FROM grounds g WHERE g.file = m.file) AS outside,
       (SELECT sum(depth > coalesce(:depth, 10)) FROM grounds g WHERE g.file = m.file) AS under_ground
FROM models m GROUP BY m.file ORDER BY m.file;

SELECT model, count(*) AS stands, count(DISTINCT file) AS maps FROM models
GROUP BY model ORDER BY stands DESC, model LIMIT coalesce(:most, 40);
