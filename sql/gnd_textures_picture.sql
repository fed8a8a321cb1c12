-- Which texture lies where, as pictures (PNG), one for each map: each texture has a colour, cubes
-- without a top are transparent, north is up.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gnd'" < sql/gnd_textures_picture.sql
--
-- Parameter: :files or :file, a path or a pattern, without it 'samples/town.gnd'. The pictures are named
-- after the maps, as prontera.textures.png, and lie in the current folder.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/town.gnd.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
WITH maps AS MATERIALIZED (
    SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name
    FROM gnd_maps(coalesce(:files, :file, 'samples/town.gnd')))
SELECT m.file AS map, m.name || '.textures.png' AS picture, count(DISTINCT s.texture_id) AS textures,
       writefile(m.name || '.textures.png',
                 gamemap_picture(c.x, c.y, s.texture_id, 'classes', json_object('title', m.name)))
           AS bytes
FROM maps m CROSS JOIN gnd_cubes(m.source) c
LEFT JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
GROUP BY m.file;
