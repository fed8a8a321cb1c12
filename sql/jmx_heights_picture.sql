-- The heights of one region of Silkroad as a picture (PGM) that every viewer opens: one pixel for
-- each of the 97 x 97 corners of tiles, north up, the highest white.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'nv_61a8.nvm'" \
--             -cmd ".param set :picture 'jangan.pgm'" < sql/jmx_heights_picture.sql
--
-- Parameters, each with what it is without: :file ('samples/nv_61a8.nvm'), :picture ('heights.pgm').

.bail on
WITH range AS MATERIALIZED (
    SELECT min(height) AS lowest, max(height) AS highest
    FROM jmx_heights(coalesce(:file, 'samples/nv_61a8.nvm')) WHERE abs(height) < 1e9),
pixels(level) AS (
    SELECT CASE WHEN h.height BETWEEN r.lowest AND r.highest AND r.highest > r.lowest
           THEN CAST(255 * (h.height - r.lowest) / (r.highest - r.lowest) AS INTEGER) ELSE 0 END
    FROM range r CROSS JOIN jmx_heights(coalesce(:file, 'samples/nv_61a8.nvm')) h
    ORDER BY h.z DESC, h.x)
SELECT coalesce(:picture, 'heights.pgm') AS picture, lowest, highest,
       writefile(coalesce(:picture, 'heights.pgm'),
                 CAST(printf('P2 97 97 255%s', char(10)) ||
                      (SELECT group_concat(level, char(10)) FROM pixels) AS BLOB)) AS bytes
FROM range;
