-- The textures of the maps in a folder by use, and those that a map names but no surface shows.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_textures.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.gnd'), :most (40), how many of the
-- textures that are used are listed, the most used first.
-- It splits by file (sql/cluster.py): the table is made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.gnd.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE textures AS
SELECT t.file, t.id, t.path,
       (SELECT count(*) FROM gnd_surfaces(t.source) WHERE texture_id = t.id) AS surfaces
FROM gnd_textures(coalesce(:files, :file, 'samples/*.gnd'), 'skip') t;

SELECT lower(path) AS texture, count(DISTINCT file) AS maps, sum(surfaces) AS surfaces
FROM textures WHERE surfaces > 0
GROUP BY lower(path) ORDER BY sum(surfaces) DESC, texture LIMIT coalesce(:most, 40);

SELECT file, path AS unused_texture FROM textures WHERE surfaces = 0 ORDER BY file, id;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE textures;
