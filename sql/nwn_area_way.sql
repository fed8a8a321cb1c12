-- The shortest way over the ground of an area of the first Neverwinter Nights, as its turns and as a picture
-- (PNG): what the ground is made of, and the way on it, north up. Where there is no way, the picture shows the
-- straight line up to where one can go, and from an end at which nobody can stand the line to the nearest ground. With :git and :tables the way goes round placeables and doors.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.are'" -cmd ".param set :models 'tiles/*'" \
--             -cmd ".param set :x1 12" -cmd ".param set :y1 7" -cmd ".param set :x2 55" -cmd ".param set :y2 31" \
--             < sql/nwn_area_way.sql
--
-- Parameters, each with its default: :file or :files ('samples/cellar.are'; one file); :models, where the models and walkmeshes of
-- the tiles are ('samples/tc_*.mdl'), and those of placeables and doors; :sets, where the tilesets are (beside the
-- area); :git, what stands on the area (nothing); :tables, where the 2DA files are that say how that looks; :doors, which
-- of 'open', 'placed', 'locked' and 'none' they are (open); :x1, :y1, :x2, :y2, where the way begins and ends, in metres
-- (6, 1, 18, 8); :picture ('area_way.png').

.bail on
SELECT 'No :file is given, so this is about samples/cellar.are.' WHERE coalesce(:file, :files) IS NULL;
CREATE TEMP TABLE asked AS
SELECT coalesce(:file, :files, 'samples/cellar.are') AS area, coalesce(:models, 'samples/tc_*.mdl') AS pattern,
       CAST(coalesce(:x1, 6) AS REAL) AS ax, CAST(coalesce(:y1, 1) AS REAL) AS ay,
       CAST(coalesce(:x2, 18) AS REAL) AS bx, CAST(coalesce(:y2, 8) AS REAL) AS by_;

CREATE TEMP TABLE aside AS
SELECT what, e.x, e.y, s.status, n.x AS near_x, n.y AS near_y
FROM (SELECT area, pattern, 'begins' AS what, ax AS x, ay AS y FROM asked UNION ALL SELECT area, pattern, 'is to end', bx, by_ FROM asked) e,
     nwn_area_sight(area, pattern, e.x, e.y, e.x, e.y, :sets, :git, :tables, :doors) s
     LEFT JOIN nwn_area_nearest(area, pattern, e.x, e.y, NULL, :sets, :git, :tables, :doors) n
WHERE s.status <> 'clear';
CREATE TEMP TABLE turn AS
SELECT p.step, p.x, p.y, p.z, p.distance, p.tile_id
FROM asked, nwn_area_path(area, pattern, ax, ay, bx, by_, :sets, :git, :tables, :doors) p
WHERE NOT EXISTS (SELECT 1 FROM aside);
CREATE TEMP TABLE seen AS
SELECT s.x, s.y, s.object_id FROM asked, nwn_area_sight(area, pattern, ax, ay, bx, by_, :sets, :git, :tables, :doors) s
WHERE s.status = 'blocked' AND NOT EXISTS (SELECT 1 FROM turn);
CREATE TEMP TABLE leg AS
SELECT lag(x) OVER (ORDER BY step) AS from_x, lag(y) OVER (ORDER BY step) AS from_y, x AS to_x, y AS to_y, 'way' AS what FROM turn;
INSERT INTO leg SELECT ax, ay, x, y, 'as far as one sees' FROM asked, seen;
INSERT INTO leg SELECT x, y, near_x, near_y, 'to the nearest ground' FROM aside;

.mode box --wrap 0
SELECT step, round(x, 3) AS x, round(y, 3) AS y, round(z, 3) AS z, round(distance, 3) AS distance, tile_id FROM turn ORDER BY step;
SELECT printf('Where the way %s, (%g, %g), is %s', what, x, y, status) || coalesce(printf('; the nearest ground is at (%.2f, %.2f)', near_x, near_y), '') AS result
FROM aside;
SELECT printf('There is no way: straight on one comes to (%.2f, %.2f)', x, y) || coalesce(', where object ' || object_id || ' stands', '') AS result FROM seen;

-- A leg is two triangles, 0.4 m wide, in large areas more.
WITH strip AS (
    SELECT from_x, from_y, to_x, to_y, what, half * (from_y - to_y) / length AS side_x, half * (to_x - from_x) / length AS side_y
    FROM (SELECT leg.*, max(0.2, a.width / 40.0, a.height / 40.0) AS half,
                 sqrt((to_x - from_x) * (to_x - from_x) + (to_y - from_y) * (to_y - from_y)) AS length
          FROM leg, asked, nwn_areas(asked.area) a)
    WHERE length > 0),
drawn AS (
    SELECT 0 AS layer, a.x AS x0, a.y AS y0, b.x AS x1, b.y AS y1, c.x AS x2, c.y AS y2,
           iif(t.walkable, '', 'no way over ') || coalesce(t.surface_name, 'surface ' || t.surface) AS what
    FROM asked CROSS JOIN nwn_area_triangles(area, pattern, :sets) t
    CROSS JOIN nwn_area_vertices(area, pattern, :sets) a ON a.id = t.vertex0
    CROSS JOIN nwn_area_vertices(area, pattern, :sets) b ON b.id = t.vertex1
    CROSS JOIN nwn_area_vertices(area, pattern, :sets) c ON c.id = t.vertex2
    UNION ALL
    SELECT 1, from_x + side_x, from_y + side_y, from_x - side_x, from_y - side_y, to_x - side_x, to_y - side_y, what FROM strip
    UNION ALL
    SELECT 1, from_x + side_x, from_y + side_y, to_x - side_x, to_y - side_y, to_x + side_x, to_y + side_y, what FROM strip)
SELECT coalesce(:picture, 'area_way.png') AS picture,
       writefile(coalesce(:picture, 'area_way.png'),
                 gamemap_drawing(x0, y0, x1, y1, x2, y2, what, 'classes',
                                 json_object('legend', 1, 'title', 'A way', 'unit', 'metres'))) AS bytes
FROM (SELECT * FROM drawn ORDER BY layer);
DROP TABLE leg;
DROP TABLE seen;
DROP TABLE turn;
DROP TABLE aside;
DROP TABLE asked;
