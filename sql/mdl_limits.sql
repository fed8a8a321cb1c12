-- What breaks the limits of the game in the models of a folder: names with over 16 characters of models
-- (their own, and those that they name: supermodels and references), of textures and materials, names of nodes
-- with over 31, skins with weight on over 17 bones, more than the game knew before NWN:EE (skin_bones_old).
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/**/*.mdl'" < sql/mdl_limits.sql
--
-- Parameter: :files or :file, by default 'samples/*.mdl'.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE models AS SELECT file, name, supermodel FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip');

CREATE TEMP TABLE names AS
SELECT file, name FROM models WHERE length(name) > 16
UNION SELECT file, supermodel FROM models WHERE length(supermodel) > 16
UNION SELECT file, model FROM mdl_references(coalesce(:files, :file, 'samples/*.mdl'), 'skip') WHERE length(model) > 16;

CREATE TEMP TABLE nodes AS
SELECT file, id, path, length(name) AS characters FROM mdl_nodes(coalesce(:files, :file, 'samples/*.mdl'), 'skip')
WHERE length(name) > 31;

CREATE TEMP TABLE textures AS
SELECT m.file, n.id, n.name AS node, t.value AS texture
FROM mdl_meshes(coalesce(:files, :file, 'samples/*.mdl'), 'skip') m JOIN json_each(json_array(m.texture0, m.texture1, m.texture2, m.material)) t
JOIN mdl_nodes(m.source, 'skip') n ON n.id = m.node_id
WHERE length(t.value) > 16 AND n.animation_id IS NULL
UNION ALL
SELECT e.file, n.id, n.name, e.texture
FROM mdl_emitters(coalesce(:files, :file, 'samples/*.mdl'), 'skip') e JOIN mdl_nodes(e.source, 'skip') n ON n.id = e.node_id
WHERE length(e.texture) > 16 AND n.animation_id IS NULL
UNION ALL
SELECT f.file, n.id, n.name, f.texture
FROM mdl_flares(coalesce(:files, :file, 'samples/*.mdl'), 'skip') f JOIN mdl_nodes(f.source, 'skip') n ON n.id = f.node_id
WHERE length(f.texture) > 16 AND n.animation_id IS NULL;

CREATE TEMP TABLE skins AS
SELECT s.file, s.id, n.name AS skin, s.slot_count AS slots,
       (SELECT count(DISTINCT w.bone_slot_raw) FROM mdl_weights(s.source, 'skip') w
        WHERE w.node_id = s.node_id AND w.weight > 0) AS bones
FROM mdl_skins(coalesce(:files, :file, 'samples/*.mdl'), 'skip') s JOIN mdl_nodes(s.source, 'skip') n ON n.id = s.node_id;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

CREATE TEMP TABLE findings AS
SELECT file, severity, code, count AS findings, message AS example
FROM gamemap_findings(coalesce(:files, :file, 'samples/*.mdl'), NULL, 'mdl_models', 'skip');

SELECT count(*) AS models FROM models;

SELECT file, path AS node_with_a_long_name, characters FROM nodes ORDER BY file, id;

SELECT file, name AS model_with_a_long_name, length(name) AS characters FROM names ORDER BY file, name;

SELECT file, node, texture AS long_texture, length(texture) AS characters FROM textures
ORDER BY file, id;

SELECT file, skin AS skin_with_many_bones, slots, bones FROM skins
WHERE bones > 17 ORDER BY bones DESC, file, id;

-- Everything else that is readable but odd, by how often.
SELECT severity, code, sum(findings) AS findings, count(*) AS files, min(example) AS example
FROM findings GROUP BY severity, code ORDER BY severity = 'info', sum(findings) DESC, code;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE findings;
DROP TABLE skins;
DROP TABLE textures;
DROP TABLE nodes;
DROP TABLE names;
DROP TABLE models;
