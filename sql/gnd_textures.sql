-- The textures of the maps in a folder by use, and those that a map names but no surface shows.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_textures.sql
--
-- Parameter: :files or :file, without them 'samples/*.gnd'.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/*.gnd.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
SELECT lower(t.path) AS texture, count(DISTINCT t.file) AS maps, count(s.id) AS surfaces
FROM gnd_surfaces(coalesce(:files, :file, 'samples/*.gnd'), 'skip') s
JOIN gnd_textures(s.source) t ON t.id = s.texture_id
GROUP BY lower(t.path) ORDER BY surfaces DESC, texture LIMIT 40;

WITH used AS MATERIALIZED (
    SELECT DISTINCT file, texture_id FROM gnd_surfaces(coalesce(:files, :file, 'samples/*.gnd'), 'skip'))
SELECT t.file, t.path AS unused_texture
FROM gnd_textures(coalesce(:files, :file, 'samples/*.gnd'), 'skip') t
LEFT JOIN used ON used.file = t.file AND used.texture_id = t.id
WHERE used.file IS NULL
ORDER BY t.file, t.id;
