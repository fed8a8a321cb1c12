-- All maps of a folder on one sheet (PNG): the heights of each in a field of 96 x 96 pixels, its own
-- lowest place dark, its highest light. The list says which map is in which field, counted from the
-- upper left corner.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" \
--             < sql/gnd_contact_sheet.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.gnd'), :picture
-- ('contact_sheet.png'), :across (12 maps in a row; up to 81 lines of them fit on a sheet).

.bail on
SELECT 'No :files are given, so this is about samples/*.gnd.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip'));
-- each map is looked at twice, so the cache may be small
CREATE TEMP TABLE kept AS SELECT gamemap_cache_limit(32 << 20);
.mode box --wrap 0
CREATE TEMP TABLE fields AS
SELECT m.source, m.file, width, height, max(width, height, 96) AS side, lowest, highest,
       (row_number() OVER (ORDER BY m.file) - 1) % coalesce(:across, 12) AS field_column,
       (row_number() OVER (ORDER BY m.file) - 1) / coalesce(:across, 12) AS field_row
FROM (SELECT m.source, m.file, width, height, min(-c.height_sw) AS lowest,
             max(-c.height_sw) AS highest
      FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip') m
      CROSS JOIN gnd_cubes(m.source) c GROUP BY m.file) m;
SELECT count(DISTINCT f.file) AS maps, coalesce(:picture, 'contact_sheet.png') AS picture,
       writefile(coalesce(:picture, 'contact_sheet.png'),
                 gamemap_picture(field_column * 100 + c.x * 96 / side,
                                 field_row * -100 + (c.y - height) * 96 / side,
                                 (-c.height_sw - lowest) / max(highest - lowest, 1e-6), 'terrain',
                                 '{"scale": 1, "low": 0, "high": 1, "cells": "mean"}')) AS bytes
FROM fields f CROSS JOIN gnd_cubes(f.source) c;
SELECT field_row AS "row", field_column AS "column", file, width || ' x ' || height AS cubes
FROM fields ORDER BY 1, 2;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.gnd'))
WHERE error IS NOT NULL;
