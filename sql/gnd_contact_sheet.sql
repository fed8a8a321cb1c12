-- All maps of a folder on one sheet (PNG): the heights of each in a field of 128 x 128 pixels with its
-- name below. What lies as high as most of the map is meadow, lower places are water, higher ones rock. Where all
-- heights are alike, a level stands for each texture instead: the most frequent is meadow, none is sand, or water
-- where the file has that.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" \
--             < sql/gnd_contact_sheet.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.gnd'), :picture
-- ('contact_sheet.png'), :across (9 maps in a row, or as many as it takes for all lines to fit: there is
-- room for 52 lines of up to 58 maps).

.bail on
SELECT 'No :files are given, so this is about samples/*.gnd.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip'));
SELECT 'The sheet is as wide as without :across, which isn''t above 0.' WHERE CAST(:across AS INTEGER) <= 0;
-- each map is looked at twice, so the cache may be small
CREATE TEMP TABLE kept AS SELECT gamemap_cache_limit(32 << 20);
.mode box --wrap 0
CREATE TEMP TABLE fields AS
SELECT m.source, m.file, width, height, max(width, height) AS side, lowest, highest, usual, highest - lowest < 1e-3 AS is_flat,
       iif(EXISTS (SELECT 1 FROM gnd_water(m.source) WHERE NOT is_default), 0.1, 0.22) AS bare,
       number, number % across AS field_column, number / across AS field_row
FROM (SELECT *, row_number() OVER (ORDER BY file) - 1 AS number,
             iif(CAST(:across AS INTEGER) > 0, CAST(:across AS INTEGER),
                 max(9, (count(*) OVER () + 51) / 52)) AS across
      FROM (SELECT m.source, m.file, width, height, min(-c.height_sw) AS lowest,
                   max(-c.height_sw) AS highest, avg(-c.height_sw) AS usual
            FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip') m
            CROSS JOIN gnd_cubes(m.source) c GROUP BY m.file)) m;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
-- a cube of a small map is several pixels, one of a large map a part of one
CREATE TEMP TABLE pixels AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 127)
SELECT f.number, x.i AS x, y.i AS y FROM fields f CROSS JOIN n x CROSS JOIN n y
WHERE side < 128 AND x.i < (128 + side - 1) / side AND y.i < (128 + side - 1) / side
UNION ALL SELECT number, 0, 0 FROM fields WHERE side >= 128;
CREATE INDEX temp.pixels_of ON pixels(number);
CREATE TEMP TABLE levels AS
SELECT number, texture_id, 0.4 + 0.12 * ((row_number() OVER (PARTITION BY number ORDER BY count(*) DESC, texture_id) - 1) % 5) AS level
FROM fields f CROSS JOIN gnd_cubes(f.source) c CROSS JOIN gnd_surfaces(f.source) s ON s.id = c.surface_top
WHERE is_flat GROUP BY 1, 2;
CREATE INDEX temp.level_of ON levels(number, texture_id);
SELECT (SELECT count(*) FROM fields) AS maps, coalesce(:picture, 'contact_sheet.png') AS picture,
       writefile(coalesce(:picture, 'contact_sheet.png'),
                 gamemap_picture(x, y, value, 'relief',
                                 json_object('scale', 1, 'low', 0, 'high', 1, 'letters', 1, 'cells', 'mean', 'background', '#FFFFFF', 'title',
                                             (SELECT iif(count(*) = 1, '1 map', count(*) || ' maps') FROM fields)))) AS bytes
FROM (SELECT field_column * 140 + (128 - width * 128 / side) / 2 + c.x * 128 / side + p.x AS x,
             field_row * -156 + c.y * 128 / side + p.y AS y,
             iif(is_flat, ifnull(level, bare), 0.4 + 0.55 * (-c.height_sw - usual) / max(highest - usual, usual - lowest)) AS value
      FROM fields f CROSS JOIN gnd_cubes(f.source) c CROSS JOIN pixels p ON p.number = f.number
      LEFT JOIN gnd_surfaces(f.source) s ON is_flat AND s.id = c.surface_top
      LEFT JOIN levels l ON l.number = f.number AND l.texture_id = s.texture_id
      UNION ALL SELECT field_column * 140 - 6, field_row * -156 - 20, NULL FROM fields
      UNION ALL SELECT field_column * 140 + 134, field_row * -156 + 134, NULL FROM fields
      UNION ALL SELECT field_column * 140 + 1, field_row * -156 - 18,
                       iif(length(name) <= 19, name, substr(name, 1, 18) || '…')
                FROM (SELECT *, gamemap_name(file) AS name FROM fields))
GROUP BY NULL; -- no row where no map has cubes
SELECT field_row AS "row", field_column AS "column", file, width || ' x ' || height AS cubes
FROM fields ORDER BY 1, 2;
SELECT file AS without_picture, 'it has no cubes' AS reason
FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip') WHERE width = 0 OR height = 0 ORDER BY file;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.gnd'), 'gnd_maps', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE levels;
DROP TABLE pixels;
DROP TABLE fields;
DROP TABLE kept;
