-- The lightmaps of maps laid out as the map, as pictures (PNG), one for each map: 8 x 8 texels a cube,
-- north up, hatched where a cube has no top or no lightmap. The shadow is grey; the coloured light,
-- which is black on many maps, is another picture.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'maps/prontera.gnd'" \
--             < sql/gnd_lightmap_picture.sql
--
-- Parameters, each with its default: :file or :files ('samples/town.gnd'), a path or a pattern;
-- :layer ('shadow'; or 'color'); :step (1: all levels; 16 shows the levels that the game shows). The
-- pictures are named after the maps, as prontera.gnd.shadow.png, and lie in the current folder. Maps of which
-- there is no picture follow, each with the reason.

.bail on
SELECT 'No :file is given, so this is about samples/town.gnd.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip'));
SELECT 'There is no layer ' || :layer || ': the pictures show that of the shadow.' WHERE :layer NOT IN ('shadow', 'color');
.mode box --wrap 0
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
CREATE TEMP TABLE pictures AS
SELECT m.file AS map, name || '.' || layer || '.png' AS picture,
       writefile(name || '.' || layer || '.png',
                 gamemap_picture(8 * c.x + t.x, 8 * c.y + t.y,
                                 iif(layer = 'color', posterize(t.red, step, 'replicate') << 16 |
                                         posterize(t.green, step, 'replicate') << 8 |
                                         posterize(t.blue, step, 'replicate'),
                                     posterize(t.shadow, step, 'replicate') * 0x10101),
                                 'rgb', json_object('title', name || ': ' || iif(layer = 'color', 'coloured light', 'shadow'),
                                                    'unit', 'texels, 8 to a cube'))) AS bytes
FROM (SELECT source, file, n.name,
             iif(:layer = 'color', 'color', 'shadow') AS layer, coalesce(:step, 1) AS step
      FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') CROSS JOIN named n USING (file)
      WHERE lightmap_width = 8 AND lightmap_height = 8) m
CROSS JOIN gnd_cubes(m.source) c
CROSS JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
CROSS JOIN gnd_texels(m.source) t ON t.lightmap_id = s.lightmap_id GROUP BY m.file;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT * FROM pictures;
SELECT file AS without_picture, iif(lightmap_width <> 8 OR lightmap_height <> 8,
           printf('its lightmaps have %d x %d texels', lightmap_width, lightmap_height), 'no top of a cube has a lightmap') AS reason
FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') WHERE file NOT IN (SELECT map FROM pictures) ORDER BY file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
DROP TABLE pictures;
