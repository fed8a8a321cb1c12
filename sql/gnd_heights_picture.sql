-- The heights of one map as a picture (PGM): one pixel a cube, its south-west corner, north up, the
-- highest white.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'prontera.gnd'" \
--             -cmd ".param set :picture 'prontera.pgm'" < sql/gnd_heights_picture.sql
--
-- Parameters, each with what it is without: :file ('samples/town.gnd'), :picture ('heights.pgm'),
-- :step (1: all levels; 16 gives sixteen bands).

.bail on
WITH map AS MATERIALIZED (
    SELECT m.source, m.width, m.height, min(-c.height_sw) AS lowest, max(-c.height_sw) AS highest
    FROM gnd_maps(coalesce(:file, 'samples/town.gnd')) m JOIN gnd_cubes(m.source) c),
pixels(width, height, lowest, highest, level) AS (
    SELECT m.width, m.height, m.lowest, m.highest,
           CASE WHEN c.height_sw IS NULL OR m.highest = m.lowest THEN 0
           ELSE CAST(255 * (-c.height_sw - m.lowest) / (m.highest - m.lowest) AS INTEGER) END
    FROM map m CROSS JOIN gnd_cubes(m.source) c
    ORDER BY c.y DESC, c.x)
SELECT coalesce(:picture, 'heights.pgm') AS picture, width, height, lowest, highest,
       writefile(coalesce(:picture, 'heights.pgm'),
                 CAST(printf('P2 %d %d 255%s', width, height, char(10)) ||
                      group_concat(posterize(level, coalesce(:step, 1)), char(10)) AS BLOB)) AS bytes
FROM pixels;
