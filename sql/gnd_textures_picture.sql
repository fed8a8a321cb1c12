-- Which texture lies where, as pictures (PNG), one for each map: each texture has a colour, whose name
-- stands below if it is one of the most frequent. Names of water, grass, wood, stone and the like have
-- colours of theirs. Cubes without a top are hatched, north is up.
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
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
SELECT m.file AS map, name || '.textures.png' AS picture, count(DISTINCT s.texture_id) AS textures,
       writefile(name || '.textures.png',
                 gamemap_picture(c.x, c.y, t.path || '  #' || t.id, 'classes',
                                 json_object('legend', 1, 'title', name || ': textures', 'unit', 'cubes'))) AS bytes
FROM (SELECT source, file, n.name
      FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') CROSS JOIN named n USING (file)) m
CROSS JOIN gnd_cubes(m.source) c
LEFT JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(m.source) t ON t.id = s.texture_id GROUP BY m.file;
SELECT t.file AS map, t.id AS texture, t.path, count(c.id) AS cubes
FROM gnd_textures(coalesce(:file, :files, 'samples/town.gnd'), 'skip') t
JOIN gnd_surfaces(t.source) s ON s.texture_id = t.id JOIN gnd_cubes(t.source) c ON c.surface_top = s.id
GROUP BY t.file, t.id ORDER BY t.file, cubes DESC;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS without_picture, 'it has no cubes' AS reason
FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') WHERE width = 0 OR height = 0 ORDER BY file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
