-- Supermodels, referenced models, materials and textures that models name and need, and that are missing.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/**/*.mdl'" \
--             -cmd ".param set :folder 'hak'" < sql/mdl_missing.sql
--
-- Parameters: :files or :file, the models, by default 'samples/*.mdl'; :folder, a folder or an archive whose files
-- exist besides those in the folders of :files, which are looked into as in a check by lint.sql: of a folder, those in
-- all of its folders count. As in the game, folders of :folder aren't looked into. Other files
-- that exist, such as those of the game, can be given as names without ending in a table, before this script runs:
--
--     CREATE TEMP TABLE known(name TEXT);
--     .import names.txt known

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
CREATE TEMP TABLE IF NOT EXISTS known(name TEXT);
CREATE TEMP TABLE places AS -- the folders of the files, which end with a slash, and the one that is named
SELECT json_group_array(place) AS list
FROM (SELECT :folder AS place WHERE :folder IS NOT NULL
      UNION SELECT coalesce(nullif(gamemap_folder(file), ''), '.')
      FROM (SELECT file FROM gamemap_paths(coalesce(:files, :file, 'samples/*.mdl'), 'skip')
            UNION SELECT file FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip')));

.mode box --wrap 0
SELECT kind, lower(name) AS missing, count(*) AS uses, count(DISTINCT file) AS models, min(file) AS example,
       min(table_name || '.' || column_name) AS named_by
FROM (SELECT source FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip')) m
JOIN gamemap_references(m.source, (SELECT list FROM places), 'skip')
WHERE needed AND path IS NULL AND lower(name) NOT IN (SELECT lower(name) FROM known)
GROUP BY kind, lower(name) ORDER BY kind, uses DESC, missing;
DROP TABLE places;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
