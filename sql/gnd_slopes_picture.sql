-- How steep the ground of maps is, as pictures (PNG), one for each map: the difference between the
-- highest and the lowest corner of each cube, flat ground dark. The scale ends where 1 % of the cubes are
-- steeper. What isn't drawn is hatched.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gnd'" < sql/gnd_slopes_picture.sql
--
-- Parameter: :file or :files, a path or a pattern, by default 'samples/town.gnd'. The pictures are
-- named after the maps, as prontera.gnd.slopes.png, and lie in the current folder.

.bail on
SELECT 'No :file is given, so this is about samples/town.gnd.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
SELECT m.file AS map, name || '.slopes.png' AS picture,
       writefile(name || '.slopes.png',
                 gamemap_picture(c.x, c.y, iif(c.surface_top IS NULL, NULL,
                                               max(c.height_sw, c.height_se, c.height_nw, c.height_ne) -
                                               min(c.height_sw, c.height_se, c.height_nw, c.height_ne)), 'viridis',
                                 json_object('legend', 1, 'title', name || ': how steep', 'unit', 'cubes'))) AS bytes
FROM (SELECT source, file, n.name
      FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') CROSS JOIN named n USING (file)) m CROSS JOIN gnd_cubes(m.source) c GROUP BY m.file;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS without_picture, 'it has no cubes' AS reason
FROM gnd_maps(coalesce(:file, :files, 'samples/town.gnd'), 'skip') WHERE width = 0 OR height = 0 ORDER BY file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/town.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
