-- The way from one place of Silkroad to another over the borders of regions as a picture (PNG), north up: open cells of
-- the regions between the two places, closed ones, and the way on them. Where there is no way, the picture shows how
-- far one comes straight on.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" -cmd ".param set :from 25000" \
--             -cmd ".param set :x1 100" -cmd ".param set :z1 100" -cmd ".param set :to 25257" \
--             -cmd ".param set :x2 1800" -cmd ".param set :z2 1800" < sql/jmx_way_picture.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.nvm'); the regions where the way begins and ends, by
-- their ids, :from (the first of the files) and :to (the last), and where there, :x1, :z1 (100, 100), :x2, :z2 (1800, 1800);
-- :picture ('way.png'). Objects aren't looked at: bridges and stairs have meshes of their own, in other files. Where
-- several files describe one region, as copies do, the first is drawn; those without a number aren't.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
CREATE TEMP TABLE region AS
SELECT region_id, 1920 * x AS east, 1920 * z AS north, source, min(file) AS file
FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip') WHERE x IS NOT NULL GROUP BY region_id;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE asked AS
SELECT coalesce(:files, :file, 'samples/*.nvm') AS meshes, coalesce(CAST(:from AS INTEGER), (SELECT min(region_id) FROM region)) AS a,
       CAST(coalesce(:x1, 100) AS REAL) AS ax, CAST(coalesce(:z1, 100) AS REAL) AS az,
       coalesce(CAST(:to AS INTEGER), (SELECT max(region_id) FROM region)) AS b,
       CAST(coalesce(:x2, 1800) AS REAL) AS bx, CAST(coalesce(:z2, 1800) AS REAL) AS bz;
CREATE TEMP TABLE found AS
SELECT s.status, s.place, s.distance FROM asked, jmx_world_path_status(meshes, a, ax, az, b, bx, bz, 'skip') s;

-- Places by which the way comes, in the world: the middle of the edge to each cell, and where it passes through that.
CREATE TEMP TABLE point AS
WITH passed AS (
    SELECT p.* FROM asked, jmx_world_path(meshes, a, ax, az, b, bx, bz, 'skip') p)
SELECT 2 * step AS turn, east + x AS x, north + z AS z, 'the way' AS what FROM passed JOIN region USING (region_id)
UNION ALL SELECT 2 * step - 1, east + edge_x, north + edge_z, 'the way' FROM passed JOIN region USING (region_id) WHERE edge_x IS NOT NULL;
INSERT INTO point
SELECT 0, east + ax, north + az, 'straight on' FROM asked JOIN region ON region_id = a, found WHERE status NOT IN ('ok', 'same')
UNION ALL
SELECT 1, east + r.x, north + r.z, 'straight on' FROM asked, found, jmx_ray(meshes, a, ax, az, b, bx, bz, 'skip') r JOIN region ON region.region_id = r.region_id
WHERE found.status NOT IN ('ok', 'same') AND r.x IS NOT NULL;

.mode box --wrap 0
SELECT status, place, round(distance, 2) AS distance, (SELECT count(*) FROM point WHERE what = 'the way' AND turn % 2 = 0) AS cells,
       a AS from_region, b AS to_region FROM asked, found;

WITH frame AS (
    SELECT min(east) AS west, min(north) AS south, max(east) AS east, max(north) AS north
    FROM (SELECT east, north FROM asked JOIN region ON region_id IN (a, b)
          UNION ALL SELECT CAST(x / 1920 AS INTEGER) * 1920, CAST(z / 1920 AS INTEGER) * 1920 FROM point)),
leg AS (
    SELECT x AS to_x, z AS to_z, what, lag(x) OVER (ORDER BY turn) AS from_x, lag(z) OVER (ORDER BY turn) AS from_z FROM point),
strip AS (
    SELECT from_x, from_z, to_x, to_z, what, half * (from_z - to_z) / length AS side_x, half * (to_x - from_x) / length AS side_z
    FROM (SELECT leg.*, max(frame.east - west, frame.north - south) / 400 + 6 AS half,
                 sqrt((to_x - from_x) * (to_x - from_x) + (to_z - from_z) * (to_z - from_z)) AS length FROM leg, frame)
    WHERE length > 0),
cell AS (
    SELECT r.east + c.min_x AS x0, r.north + c.min_z AS z0, r.east + c.max_x AS x1, r.north + c.max_z AS z1,
           CASE WHEN NOT c.is_open THEN 'closed cell' WHEN c.object_count THEN 'open cell with objects' ELSE 'open cell' END AS what
    FROM frame CROSS JOIN region r ON r.east BETWEEN west AND frame.east AND r.north BETWEEN south AND frame.north
    CROSS JOIN jmx_cells(r.source) c),
drawn AS (
    SELECT 0 AS layer, x0 AS ax, z0 AS az, x1 AS bx, z0 AS bz, x1 AS cx, z1 AS cz, what FROM cell
    UNION ALL
    SELECT 0, x0, z0, x1, z1, x0, z1, what FROM cell
    UNION ALL
    SELECT 1, from_x + side_x, from_z + side_z, from_x - side_x, from_z - side_z, to_x - side_x, to_z - side_z, what FROM strip
    UNION ALL
    SELECT 1, from_x + side_x, from_z + side_z, to_x - side_x, to_z - side_z, to_x + side_x, to_z + side_z, what FROM strip)
SELECT coalesce(:picture, 'way.png') AS picture,
       writefile(coalesce(:picture, 'way.png'),
                 gamemap_drawing(ax, az, bx, bz, cx, cz, what, 'classes',
                                 json_object('legend', 1, 'title', (SELECT printf('from region %d to %d: %s', a, b, status) FROM asked, found), 'unit', 'units'))) AS bytes
FROM (SELECT * FROM drawn ORDER BY layer);

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE point;
DROP TABLE found;
DROP TABLE asked;
DROP TABLE left_out;
DROP TABLE region;
