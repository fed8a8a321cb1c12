-- Which program wrote the models of a folder, and for which version of the game. NULL: one that
-- leaves no known mark.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/*.mdl'" < sql/mdl_compilers.sql
--
-- Parameter: :files, without it 'samples/*.mdl'.

.bail on
.mode box
SELECT compiler, layout, count(*) AS models,
       sum(classification_name = 'character') AS characters,
       sum(classification_name = 'tile') AS tiles,
       sum(classification_name = 'effect') AS effects,
       sum(animation_count) AS animations,
       round(total(model_data_size + raw_data_size) / 1e6, 2) AS megabytes
FROM mdl_models(coalesce(:files, 'samples/*.mdl'), 'skip')
GROUP BY compiler, layout ORDER BY models DESC;

-- Those that are no binary models, and why.
SELECT file, error FROM gamemap_files(coalesce(:files, 'samples/*.mdl')) WHERE error IS NOT NULL;
