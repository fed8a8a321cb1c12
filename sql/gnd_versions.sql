-- Versions, layouts and sizes of the maps in a folder, and the files that can't be read.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_versions.sql
--
-- Parameter: :files or :file, by default 'samples/*.gnd'.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.gnd.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE maps AS
SELECT file, version, layout, width, height, cube_count, texture_count, lightmap_count
FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

CREATE TEMP TABLE unreadable AS
SELECT file, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

SELECT version, layout, count(*) AS maps,
       (SELECT width || ' x ' || height FROM maps s WHERE s.version IS m.version AND s.layout IS m.layout
        ORDER BY cube_count, width LIMIT 1) AS smallest,
       (SELECT width || ' x ' || height FROM maps l WHERE l.version IS m.version AND l.layout IS m.layout
        ORDER BY cube_count DESC, width LIMIT 1) AS largest,
       sum(cube_count) AS cubes,
       max(texture_count) AS most_textures, max(lightmap_count) AS most_lightmaps
FROM maps m GROUP BY version, layout ORDER BY version, layout;

SELECT file, error AS unreadable FROM unreadable ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE unreadable;
DROP TABLE maps;
