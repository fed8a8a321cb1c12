-- A whole world of Silkroad as one picture (PGM), north up: blocked tiles are black, open ones the
-- lighter the higher; what no file describes is dark grey.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :picture 'world.pgm'" < sql/jmx_world_picture.sql
--
-- Parameters, each with what it is without: :files ('samples/*.nvm'), :picture ('world.pgm'),
-- :step (4: every fourth tile in both directions, 24 x 24 pixels for a region; 1: all 96 x 96). Where
-- several files describe one region, as copies do, the first is drawn; those without a number aren't.

.bail on
CREATE TEMP TABLE regions AS
    SELECT x, z, source, min(file) AS file
    FROM jmx_regions(coalesce(:files, 'samples/*.nvm'), 'skip') GROUP BY region_id;
CREATE TEMP TABLE pixels AS
    SELECT r.x * 96 + t.x AS x, r.z * 96 + t.z AS z, iif(t.blocked, NULL, h.height) AS height
    FROM regions r
    CROSS JOIN jmx_tiles(r.source) t CROSS JOIN jmx_heights(r.source) h ON h.z = t.z AND h.x = t.x
    WHERE r.x IS NOT NULL AND t.x % coalesce(:step, 4) = 0 AND t.z % coalesce(:step, 4) = 0;
CREATE UNIQUE INDEX temp.pixels_by_place ON pixels(z, x);
CREATE TEMP TABLE frame AS
    SELECT min(x) AS west, max(x) AS east, min(z) AS south, max(z) AS north,
           min(height) AS lowest, max(height) AS highest
    FROM pixels WHERE height IS NULL OR abs(height) < 1e9;

WITH RECURSIVE columns(x) AS (
    SELECT west FROM frame
    UNION ALL SELECT x + coalesce(:step, 4) FROM columns, frame WHERE x + coalesce(:step, 4) <= east),
rows(z) AS (
    SELECT north FROM frame
    UNION ALL SELECT z - coalesce(:step, 4) FROM rows, frame WHERE z - coalesce(:step, 4) >= south),
levels(level) AS (
    SELECT CASE WHEN p.x IS NULL THEN 40 WHEN p.height IS NULL THEN 0
           ELSE 80 + CAST(175 * min(max(p.height - f.lowest, 0) /
                                    max(f.highest - f.lowest, 1e-9), 1) AS INTEGER) END
    FROM frame f CROSS JOIN rows CROSS JOIN columns
    LEFT JOIN pixels p ON p.z = rows.z AND p.x = columns.x
    ORDER BY rows.z DESC, columns.x)
SELECT coalesce(:picture, 'world.pgm') AS picture, (SELECT count(*) FROM columns) AS width,
       (SELECT count(*) FROM rows) AS height,
       writefile(coalesce(:picture, 'world.pgm'),
                 CAST(printf('P2 %d %d 255%s', (SELECT count(*) FROM columns),
                             (SELECT count(*) FROM rows), char(10)) ||
                      (SELECT group_concat(level, char(10)) FROM levels) AS BLOB)) AS bytes;
