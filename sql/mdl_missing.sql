-- Supermodels, referenced models and textures that the models of a folder or archive name and that are
-- missing.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/**/*.mdl'" \
--             -cmd ".param set :folder 'hak'" < sql/mdl_missing.sql
--
-- Parameters: :files or :file, the models, by default 'samples/*.mdl'; :folder, a folder or an archive
-- whose files (and those of its folders) exist besides the models, by default those in which the models
-- lie. Other files that exist, such as those of the game, can be given as names without ending in a table,
-- before this script runs:
--
--     CREATE TEMP TABLE known(name TEXT);
--     .import names.txt known

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
CREATE TEMP TABLE IF NOT EXISTS known(name TEXT);

CREATE TEMP TABLE present AS
WITH models AS MATERIALIZED (SELECT source AS file FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip')),
folders(name) AS ( -- with a slash at its end
    SELECT rtrim(:folder, '/') || '/' WHERE :folder IS NOT NULL
    UNION SELECT rtrim(file, replace(file, '/', '')) FROM models WHERE :folder IS NULL),
plain(name) AS ( -- so that its own [, * and ? stand for themselves
    SELECT replace(replace(replace(name, '[', '[[]'), '*', '[*]'), '?', '[?]') FROM folders),
paths(path) AS (SELECT file FROM plain, gamemap_paths(plain.name || '**/*') UNION ALL SELECT file FROM models),
files AS ( -- what follows the last slash
    SELECT replace(path, rtrim(path, replace(path, '/', '')), '') AS file FROM paths)
SELECT DISTINCT lower(substr(file, 1, instr(file || '.', '.') - 1)) AS name,
                lower(substr(file, instr(file || '.', '.') + 1)) AS ending
FROM files
UNION SELECT lower(name), NULL FROM known;
CREATE INDEX temp.present_by_name ON present(name);

-- A texture often has the name of its model.
CREATE TEMP TABLE endings(kind, ending);
INSERT INTO endings VALUES ('supermodel', 'mdl'), ('reference', 'mdl'), ('chunk', 'mdl'), ('material', 'mtr'),
    ('texture', 'tga'), ('texture', 'dds'), ('texture', 'plt'), ('texture', 'bmp'), ('texture', 'mtr'),
    ('texture', 'ktx'), ('flare', 'tga'), ('flare', 'dds'), ('flare', 'ktx');

CREATE TEMP TABLE wanted AS
SELECT file, 'supermodel' AS kind, supermodel AS name, NULL AS node
FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip')
UNION ALL
SELECT r.file, 'reference', r.model, n.name
FROM mdl_references(coalesce(:files, :file, 'samples/*.mdl'), 'skip') r
JOIN mdl_nodes(r.source) n ON n.id = r.node_id
UNION ALL
SELECT e.file, 'texture', e.texture, n.name
FROM mdl_emitters(coalesce(:files, :file, 'samples/*.mdl'), 'skip') e
JOIN mdl_nodes(e.source) n ON n.id = e.node_id AND n.animation_id IS NULL
WHERE e.chunk IS NULL
UNION ALL
SELECT e.file, 'chunk', e.chunk, n.name
FROM mdl_emitters(coalesce(:files, :file, 'samples/*.mdl'), 'skip') e
JOIN mdl_nodes(e.source) n ON n.id = e.node_id AND n.animation_id IS NULL
UNION ALL
SELECT f.file, 'flare', f.texture, n.name
FROM mdl_flares(coalesce(:files, :file, 'samples/*.mdl'), 'skip') f
JOIN mdl_nodes(f.source) n ON n.id = f.node_id
UNION ALL
SELECT m.file, 'material', m.material, n.name
FROM mdl_meshes(coalesce(:files, :file, 'samples/*.mdl'), 'skip') m
JOIN mdl_nodes(m.source) n ON n.id = m.node_id AND n.animation_id IS NULL
UNION ALL
SELECT m.file, 'texture', t.value, n.name
FROM mdl_meshes(coalesce(:files, :file, 'samples/*.mdl'), 'skip') m
JOIN mdl_nodes(m.source) n ON n.id = m.node_id AND n.animation_id IS NULL
-- behind the first one of NWN:EE: that of normals and that of shine
JOIN json_each(json_array(m.texture0, m.texture1, m.texture2)) t
WHERE m.render AND m.material IS NULL;

.mode box --wrap 0
SELECT kind, lower(w.name) AS missing, count(*) AS uses, count(DISTINCT file) AS models,
       min(file) AS example, min(node) AS node
FROM wanted w
WHERE w.name IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM present p WHERE p.name = lower(w.name)
                  AND (p.ending IS NULL OR p.ending IN (SELECT ending FROM endings e WHERE e.kind = w.kind)))
GROUP BY kind, lower(w.name) ORDER BY kind, uses DESC, missing;

DROP TABLE wanted;
DROP TABLE endings;
DROP TABLE present;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
