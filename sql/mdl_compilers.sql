-- Which program wrote the models of a folder, and for which version of the game. NULL: one that
-- leaves no known mark.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/*.mdl'" < sql/mdl_compilers.sql
--
-- Parameter: :files or :file, by default 'samples/*.mdl'.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE models AS
SELECT file, compiler, layout, classification_name AS class, animation_count,
       model_data_size + raw_data_size AS size
FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

CREATE TEMP TABLE unreadable AS
SELECT file, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.mdl'), 'mdl_models', 'skip')
WHERE error IS NOT NULL;

SELECT compiler, layout, count(*) AS models, sum(class = 'character') AS characters,
       sum(class = 'tile') AS tiles, sum(class = 'effect') AS effects,
       sum(animation_count) AS animations, round(total(size) / 1e6, 2) AS megabytes
FROM models GROUP BY compiler, layout ORDER BY count(*) DESC, compiler, layout;

-- Those that are no binary models, and why.
SELECT file, error FROM unreadable ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE unreadable;
DROP TABLE models;
