-- format: any
-- Missing: whatever looks for the files that a file names finds the same ones. gamemap_references says
-- what is named and where it is; the reports' own lists are compared with it by reports.py.

DROP TABLE IF EXISTS temp.named;
DROP TABLE IF EXISTS temp.told;
DROP TABLE IF EXISTS temp.made;
DROP TABLE IF EXISTS temp.scene;
DROP TABLE IF EXISTS temp.shown;

-- law: where all files that lie in it can be read, one is told what they name
SELECT files FROM (SELECT count(*) AS files, count(error) AS unreadable FROM gamemap_files(json_object('files', json_array(:file))))
WHERE unreadable = 0 AND files > 0 AND (SELECT count(*) FROM gamemap_references(:file)) IS NULL;

-- may fail
CREATE TEMP TABLE named AS SELECT file, table_name, row_id, column_name, kind, lower(name) AS name, path, needed FROM gamemap_references(:file);
CREATE INDEX temp.named_by_row ON named(table_name, row_id);

-- law: gamemap_textures has the textures, where they are found
SELECT * FROM (SELECT DISTINCT lower(name), texture_path FROM gamemap_textures(:file) EXCEPT SELECT name, path FROM named WHERE kind = 'texture')
UNION ALL
SELECT * FROM (SELECT name, path FROM named WHERE kind = 'texture' EXCEPT SELECT lower(name), texture_path FROM gamemap_textures(:file));

-- An archive stands for its entries, which have references of their own.
DELETE FROM named WHERE file <> :file;

-- law: columns of paths have the same
SELECT t.id, t.name, t.path, n.path AS path_of_reference
FROM (SELECT 'gnd_textures' AS table_name, file, id, path AS name, texture_path AS path FROM gnd_textures(:file, 'skip')
      UNION ALL SELECT 'rsm_textures', file, id, name, texture_path FROM rsm_textures(:file, 'skip')
      UNION ALL SELECT 'rsw_models', file, id, model_file, model_path FROM rsw_models(:file, NULL, 'skip')) t
LEFT JOIN named n ON n.table_name = t.table_name AND n.row_id = t.id
WHERE t.file = :file AND t.name <> '' AND (n.name IS NOT lower(t.name) OR n.path IS NOT t.path);

-- law: gamemap_cells shows these columns as their tables do
SELECT c.table_name, c.row_id, c.value, n.path
FROM (SELECT * FROM gamemap_cells(:file, 'gnd_textures', 'all', 'skip') UNION ALL SELECT * FROM gamemap_cells(:file, 'rsm_textures', 'all', 'skip')
      UNION ALL SELECT * FROM gamemap_cells(:file, 'rsw_models', 'all', 'skip')) c
JOIN named n USING (file, table_name, row_id) WHERE c.column_name IN ('texture_path', 'model_path') AND c.value IS NOT n.path;

CREATE TEMP TABLE told AS
SELECT code, message FROM gamemap_findings(:file, 'each')
WHERE EXISTS (SELECT 1 FROM named WHERE table_name = 'rsw_worlds') AND code IN ('model_missing', 'texture_missing', 'file_beside_missing');

-- law: a world's ground and altitudes that gamemap_findings calls missing are those
SELECT n.name, n.path, t.message FROM (SELECT * FROM named WHERE kind IN ('ground', 'altitude')) n
LEFT JOIN told t ON t.code = 'file_beside_missing' AND t.message LIKE iif(n.kind = 'ground', 'the GND%', 'the GAT%')
WHERE (n.path IS NULL) IS NOT (t.message IS NOT NULL);

-- law: so are its models, unless none of them is there, which nobody needs to be told
SELECT n.name, n.path, t.message
FROM (SELECT * FROM named WHERE table_name = 'rsw_models' AND EXISTS (SELECT 1 FROM named WHERE table_name = 'rsw_models' AND path IS NOT NULL)) n
LEFT JOIN (SELECT message, m.name FROM told t JOIN named m ON m.table_name = 'rsw_models' AND m.row_id = CAST(substr(t.message, 19) AS INTEGER)
           WHERE t.code = 'model_missing') t USING (name)
WHERE (n.path IS NULL) IS NOT (t.message IS NOT NULL);

-- law: a texture of its models that gamemap_findings calls missing is one that the model's file lacks
SELECT t.message FROM told t
WHERE t.code = 'texture_missing' AND NOT EXISTS (
    SELECT 1 FROM named m JOIN gamemap_references(m.path) r ON r.kind = 'texture' AND r.path IS NULL
    WHERE m.table_name = 'rsw_models' AND m.row_id = CAST(substr(t.message, instr(t.message, ' of the file of model ') + 22) AS INTEGER)
      AND r.row_id = CAST(substr(t.message, 9) AS INTEGER));

-- may fail
CREATE TEMP TABLE made AS
SELECT CASE format WHEN 'GND' THEN gnd_glb(:file) WHEN 'RSM' THEN rsm_glb(:file) WHEN 'MDL' THEN mdl_glb(:file)
                   WHEN 'RSW' THEN rsw_glb(:file, '{"missing": "skip", "textures": false}') END AS glb FROM gamemap_files(:file);
CREATE TEMP TABLE scene AS
SELECT CAST(substr(glb, 21, iif(instr(glb, x'42494E00'), instr(glb, x'42494E00') - 25, length(glb))) AS TEXT) AS json FROM made;
CREATE TEMP TABLE shown AS
SELECT lower(m.value ->> '$.extras.texture') AS name, m.value ->> '$.extras.file' AS path
FROM scene JOIN json_each(scene.json, '$.materials') m WHERE m.value ->> '$.extras.texture' IS NOT NULL;

-- A material (.mtr) is found, and what it names is shown.
-- law: a texture that a .glb shows is found, and one that it doesn't show is missing or no picture that can be read
SELECT s.name, s.path, n.path AS path_of_reference FROM shown s LEFT JOIN (SELECT DISTINCT name, path FROM named WHERE kind = 'texture') n USING (name)
WHERE n.path NOT LIKE '%.mtr' AND n.path IS NOT s.path
  AND (s.path IS NOT NULL OR EXISTS (SELECT 1 FROM gamemap_files(n.path) WHERE format = 'IMAGE' AND error IS NULL));

-- law: a map's .glb says what of its ground and its models is missing
SELECT scene.json -> '$.scenes[0].extras' AS extras
FROM scene JOIN (SELECT count(DISTINCT model_file) AS models FROM rsw_models(:file, NULL, 'skip') WHERE model_path IS NULL)
WHERE EXISTS (SELECT 1 FROM named WHERE table_name = 'rsw_worlds')
  AND ((scene.json ->> '$.scenes[0].extras.missing_ground' IS NOT NULL) IS NOT EXISTS (SELECT 1 FROM named WHERE kind = 'ground' AND path IS NULL)
       OR scene.json ->> '$.scenes[0].extras.missing_models' IS NOT models);
