-- The shortest way over a walkmesh of Neverwinter Nights 2, as its turns and as a picture (PNG): what the ground is
-- made of, and the way on it, north up. Where there is no way, the picture shows the straight line up to where one
-- can go, and from an end at which nobody can stand the line to the nearest ground.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.trx'" \
--             -cmd ".param set :x1 12" -cmd ".param set :y1 7" -cmd ".param set :x2 55" -cmd ".param set :y2 31" \
--             < sql/aswm_way_picture.sql
--
-- Parameters, each with its default: :file or :files ('samples/house.trx'; one file); :x1, :y1, :x2, :y2, where the
-- way begins and ends, in metres (1, 2, 13, 14); :picture ('walkmesh_way.png').

.bail on
SELECT 'No :file is given, so this is about samples/house.trx.' WHERE coalesce(:file, :files) IS NULL;
CREATE TEMP TABLE asked AS
SELECT mesh, CAST(coalesce(:x1, 1) AS REAL) AS ax, CAST(coalesce(:y1, 2) AS REAL) AS ay,
       CAST(coalesce(:x2, 13) AS REAL) AS bx, CAST(coalesce(:y2, 14) AS REAL) AS by_
FROM (SELECT coalesce(:file, :files, 'samples/house.trx') AS mesh)
-- a function takes one file only, so that a pattern is an error
WHERE aswm_height(mesh, 0, 0) IS NOT 'none';
CREATE TEMP TABLE aside AS
SELECT what, e.x, e.y, s.status, n.x AS near_x, n.y AS near_y
FROM (SELECT mesh, 'begins' AS what, ax AS x, ay AS y FROM asked UNION ALL SELECT mesh, 'is to end', bx, by_ FROM asked) e,
     aswm_sight(mesh, e.x, e.y, e.x, e.y) s LEFT JOIN aswm_nearest(mesh, e.x, e.y) n
WHERE s.status <> 'clear';
CREATE TEMP TABLE turn AS
SELECT p.step, p.x, p.y, p.z, p.distance FROM asked, aswm_pulled_path(mesh, ax, ay, bx, by_) p
WHERE NOT EXISTS (SELECT 1 FROM aside);
CREATE TEMP TABLE seen AS
SELECT s.x, s.y FROM asked, aswm_sight(mesh, ax, ay, bx, by_) s WHERE s.status = 'blocked' AND NOT EXISTS (SELECT 1 FROM turn);
CREATE TEMP TABLE leg AS
SELECT lag(x) OVER (ORDER BY step) AS from_x, lag(y) OVER (ORDER BY step) AS from_y, x AS to_x, y AS to_y, 'way' AS what FROM turn;
INSERT INTO leg SELECT ax, ay, x, y, 'as far as one sees' FROM asked, seen;
INSERT INTO leg SELECT x, y, near_x, near_y, 'to the nearest ground' FROM aside;

.mode box --wrap 0
SELECT step, round(x, 3) AS x, round(y, 3) AS y, round(z, 3) AS z, round(distance, 3) AS distance FROM turn ORDER BY step;
SELECT printf('Where the way %s, (%g, %g), is %s', what, x, y, status) || coalesce(printf('; the nearest ground is at (%.2f, %.2f)', near_x, near_y), '') AS result
FROM aside;
SELECT printf('There is no way: straight on one comes to (%.2f, %.2f)', x, y) AS result FROM seen;

-- A leg is two triangles, 0.4 m wide, in large areas more.
WITH strip AS (
    SELECT from_x, from_y, to_x, to_y, what, half * (from_y - to_y) / length AS side_x, half * (to_x - from_x) / length AS side_y
    FROM (SELECT leg.*, m.tile_size * max(4, m.grid_width, m.grid_height) / 400 AS half,
                 sqrt((to_x - from_x) * (to_x - from_x) + (to_y - from_y) * (to_y - from_y)) AS length
          FROM leg, asked, aswm_meshes(asked.mesh) m)
    WHERE length > 0),
drawn AS (
    SELECT 0 AS layer, a.x AS x0, a.y AS y0, b.x AS x1, b.y AS y1, c.x AS x2, c.y AS y2, t.material AS what
    FROM asked CROSS JOIN aswm_triangles(mesh) t
    CROSS JOIN aswm_vertices(mesh) a ON a.id = t.vertex0
    CROSS JOIN aswm_vertices(mesh) b ON b.id = t.vertex1
    CROSS JOIN aswm_vertices(mesh) c ON c.id = t.vertex2
    WHERE t.walkable
    UNION ALL
    SELECT 1, from_x + side_x, from_y + side_y, from_x - side_x, from_y - side_y, to_x - side_x, to_y - side_y, what FROM strip
    UNION ALL
    SELECT 1, from_x + side_x, from_y + side_y, to_x - side_x, to_y - side_y, to_x + side_x, to_y + side_y, what FROM strip)
SELECT coalesce(:picture, 'walkmesh_way.png') AS picture,
       writefile(coalesce(:picture, 'walkmesh_way.png'),
                 gamemap_drawing(x0, y0, x1, y1, x2, y2, what, 'classes',
                                 json_object('legend', 1, 'title', 'A way', 'unit', 'metres'))) AS bytes
FROM (SELECT * FROM drawn ORDER BY layer);
DROP TABLE leg;
DROP TABLE seen;
DROP TABLE turn;
DROP TABLE aside;
DROP TABLE asked;
