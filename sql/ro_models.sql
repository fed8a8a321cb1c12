-- The models of Ragnarok Online maps: for each map how many there are, stand twice, lie outside of it or
-- under the ground on which one walks; then each model with how often and on how many maps it stands.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.rsw'" < sql/ro_models.sql
--
-- Parameters: :files or :file, the worlds, by default 'samples/*.rsw' (the GAT of each lies in its
-- folder); :depth, from how many GND units below the ground a model counts as under it, by default 10
-- (two tiles); :most, how many models are listed, by default 40.

.bail on
SELECT 'No :files are given, so this is about samples/*.rsw.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an RSW.'
WHERE NOT EXISTS (SELECT 1 FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE models AS
SELECT w.file, m.id, lower(m.model_file) AS model, m.x, m.y, m.z, m.rotation_x, m.rotation_y,
       m.rotation_z, m.scale_x, m.scale_y, m.scale_z, w.source
FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip') w JOIN rsw_models(w.source) m;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

CREATE TEMP TABLE gats AS
SELECT w.file AS world, g.source, g.width, g.height
FROM (SELECT DISTINCT file, source FROM models) w
JOIN gamemap_references(w.source) r ON r.column_name = 'gat_file' CROSS JOIN gat_maps(r.path, 'skip') g;
INSERT INTO left_out SELECT gamemap_skipped();

CREATE TEMP TABLE counts AS
SELECT file, count(*) AS models, count(DISTINCT model) AS different FROM models GROUP BY file;
CREATE TEMP TABLE twice AS
SELECT file, sum(n - 1) AS n
FROM (SELECT file, count(*) AS n FROM models
      GROUP BY file, model, x, y, z, rotation_x, rotation_y, rotation_z, scale_x, scale_y, scale_z)
GROUP BY file;
CREATE INDEX temp.models_of ON models(file);
CREATE TEMP TABLE grounds AS -- each GAT stays open while its heights are looked up
SELECT file, sum(is_outside) AS outside,
       count(*) FILTER (WHERE depth > coalesce(:depth, 10)) AS under_ground -- 0 where all are outside
FROM (SELECT g.world AS file,
             -- tile coordinates: five units a tile, from the middle of the map
             p.y - gat_height(g.source, p.x / 5 + g.width / 2.0, p.z / 5 + g.height / 2.0) AS depth,
             abs(p.x) > g.width * 2.5 OR abs(p.z) > g.height * 2.5 AS is_outside -- its edge is of the map
      FROM gats g CROSS JOIN gat_maps(g.source) CROSS JOIN models p ON p.file = g.world)
GROUP BY file;

SELECT c.file AS world, c.models, c.different, t.n AS repeated, g.outside, g.under_ground
FROM counts c LEFT JOIN twice t USING (file) LEFT JOIN grounds g USING (file) ORDER BY c.file;

SELECT model, count(*) AS stands, count(DISTINCT file) AS maps FROM models
GROUP BY model ORDER BY stands DESC, model LIMIT coalesce(:most, 40);

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE grounds;
DROP TABLE twice;
DROP TABLE counts;
DROP TABLE gats;
DROP TABLE models;
