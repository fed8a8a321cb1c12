-- Which texture lies where, as pictures (PNG), one for each map: each texture has a colour, whose name
-- stands below if it is one of the most frequent. Cubes without a top are transparent, north is up.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gnd'" < sql/gnd_textures_picture.sql
--
-- Parameter: :file or :files, a path or a pattern, by default 'samples/town.gnd'. The pictures are
-- named after the maps, as prontera.gnd.textures.png, and lie in the current folder.

.bail on
SELECT 'No :file is given, so this is about samples/town.gnd.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip'));
.mode box --wrap 0
SELECT m.file AS map, name || '.textures.png' AS picture, count(DISTINCT s.texture_id) AS textures,
       writefile(name || '.textures.png',
                 gamemap_picture(c.x, c.y, t.path, 'classes',
                                 json_object('legend', 1, 'title', name))) AS bytes
FROM (SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name
      FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip')) m
CROSS JOIN gnd_cubes(m.source) c
LEFT JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(m.source) t ON t.id = s.texture_id GROUP BY m.file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/town.gnd'))
WHERE error IS NOT NULL;
