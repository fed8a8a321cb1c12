-- What breaks the limits of the game in the models of a folder: names of models and textures with
-- over 16 characters, names of nodes with over 31, skins with over 18 bones, which is all that the game
-- had before NWN:EE.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/**/*.mdl'" < sql/mdl_limits.sql
--
-- Parameter: :files, without it 'samples/*.mdl'.

.bail on
.mode box
SELECT count(*) AS models FROM mdl_models(coalesce(:files, 'samples/*.mdl'), 'skip');

SELECT n.file, n.path AS node_with_a_long_name, length(n.name) AS characters
FROM mdl_nodes(coalesce(:files, 'samples/*.mdl'), 'skip') n WHERE length(n.name) > 31;

SELECT file, name AS model_with_a_long_name, length(name) AS characters
FROM mdl_models(coalesce(:files, 'samples/*.mdl'), 'skip') WHERE length(name) > 16;

SELECT m.file, n.name AS node, m.texture0 AS long_texture, length(m.texture0) AS characters
FROM mdl_meshes(coalesce(:files, 'samples/*.mdl'), 'skip') m
JOIN mdl_nodes(m.source) n ON n.id = m.node_id
WHERE length(m.texture0) > 16 AND n.animation_id IS NULL;

SELECT s.file, n.name AS skin_with_many_bones, s.slot_count AS slots,
       (SELECT count(*) FROM mdl_bone_slots(s.source) b
        WHERE b.node_id = s.node_id AND b.bone_node_id IS NOT NULL) AS bones
FROM mdl_skins(coalesce(:files, 'samples/*.mdl'), 'skip') s
JOIN mdl_nodes(s.source) n ON n.id = s.node_id
WHERE bones > 18 ORDER BY bones DESC;

-- Everything else that is readable but odd, by how often.
SELECT severity, code, findings, files, example
FROM (SELECT severity, code, count(*) AS findings, count(DISTINCT file) AS files, min(id),
             message AS example
      FROM gamemap_findings(coalesce(:files, 'samples/*.mdl')) GROUP BY severity, code)
ORDER BY severity = 'info', findings DESC;
