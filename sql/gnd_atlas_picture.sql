-- The lightmap atlas of maps as pictures (PNG), one for each map: all lightmaps side by side as they
-- are stored, a line as long as there are lines, their coloured light in the shade of their shadow.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'maps/prontera.gnd'" \
--             < sql/gnd_atlas_picture.sql
--
-- Parameters, each with its default: :file or :files ('samples/town.gnd'), a path or a pattern;
-- :layer ('shadow'; or 'color'). The pictures are named after the maps, as prontera.gnd.atlas.png, and
-- lie in the current folder. Each lightmap has its north up, the first is in the upper left corner. Maps of
-- which there is no picture follow, each with the reason.

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
SELECT m.file AS map, name || '.atlas.png' AS picture, lightmaps, across,
       writefile(name || '.atlas.png',
                 gamemap_picture(t.lightmap_id % across * 8 + t.x,
                                 t.lightmap_id / across * -8 + t.y,
                                 iif(:layer = 'color', t.red << 16 | t.green << 8 | t.blue,
                                     t.shadow * 0x10101), 'rgb',
                                 json_object('title', printf('%s: %d lightmaps, %s', name, lightmaps, iif(:layer = 'color', 'coloured light', 'shadow')),
                                             'unit', 'texels, 8 to a lightmap'))) AS bytes
FROM (SELECT source, file, lightmap_count AS lightmaps,
             CAST(ceil(sqrt(lightmap_count)) AS INTEGER) AS across, n.name
      FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') CROSS JOIN named n USING (file)
      WHERE lightmap_width = 8 AND lightmap_height = 8) m
CROSS JOIN gnd_texels(m.source) t GROUP BY m.file;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT * FROM pictures;
SELECT file AS without_picture, iif(lightmap_width <> 8 OR lightmap_height <> 8,
           printf('its lightmaps have %d x %d texels', lightmap_width, lightmap_height), 'it has no lightmaps') AS reason
FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') WHERE file NOT IN (SELECT map FROM pictures) ORDER BY file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
DROP TABLE pictures;
