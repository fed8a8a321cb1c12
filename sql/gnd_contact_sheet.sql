-- All maps of a folder on one sheet (PNG): the heights of each in a field of 96 x 96 pixels, its own
-- lowest place dark, its highest light. The list says which map is in which field, counted from the
-- upper left corner.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_contact_sheet.sql
--
-- Parameters, each with what it is without: :files or :file ('samples/*.gnd'), :picture
-- ('contact_sheet.png'), :across (12 maps in a row).

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/*.gnd.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
CREATE TEMP TABLE fields AS
    SELECT source, file, width, height, max(width, height) AS side,
           (row_number() OVER (ORDER BY file) - 1) % coalesce(:across, 12) AS field_column,
           (row_number() OVER (ORDER BY file) - 1) / coalesce(:across, 12) AS field_row
    FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip') WHERE width AND height;
CREATE TEMP TABLE ranges AS
    SELECT f.file, min(-c.height_sw) AS lowest, max(-c.height_sw) AS highest
    FROM fields f CROSS JOIN gnd_cubes(f.source) c GROUP BY f.file;
CREATE UNIQUE INDEX temp.ranges_by_file ON ranges(file);
SELECT count(DISTINCT f.file) AS maps, coalesce(:picture, 'contact_sheet.png') AS picture,
       writefile(coalesce(:picture, 'contact_sheet.png'),
                 gamemap_picture(f.field_column * 100 + c.x * 96 / max(f.side, 96),
                                 f.field_row * -100 + (c.y - f.height) * 96 / max(f.side, 96),
                                 (-c.height_sw - r.lowest) / max(r.highest - r.lowest, 1e-6),
                                 'terrain', '{"scale": 1, "low": 0, "high": 1}')) AS bytes
FROM fields f CROSS JOIN ranges r ON r.file = f.file CROSS JOIN gnd_cubes(f.source) c;
SELECT field_row AS "row", field_column AS "column", file, width || ' x ' || height AS cubes
FROM fields ORDER BY 1, 2;
