-- format: GFF
-- Ways and sights over areas of the first Neverwinter Nights, whose models lie beside them, and round what
-- stands there if placeables.2da does, too. Places lie in faces, on the middle of an edge, and on corners;
-- pairs are far apart and near each other.

DROP TABLE IF EXISTS temp.beside;
DROP TABLE IF EXISTS temp.pair;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.component;

-- may fail: it is no area
CREATE TEMP TABLE beside AS
WITH folder(name) AS (SELECT rtrim(:file, replace(:file, '/', '')))
SELECT name || '*.[mwpd][dow][lk]' AS pattern, iif(has, replace(:file, '.are', '.git'), NULL) AS things, iif(has, name || '*.2da', NULL) AS rules
FROM folder, (SELECT count(*) = 2 AS has FROM folder, gamemap_files(name || '*.[2ga][dir][ate]*') f
              WHERE f.file IN (name || 'placeables.2da', replace(:file, '.are', '.git')));

-- may fail: it is no area of that game, or has no models beside it
CREATE TEMP TABLE component AS SELECT c.id, c.area, c.triangles, c.first_triangle FROM beside, nwn_area_components(:file, pattern, NULL, things, rules) c;

CREATE TEMP TABLE place AS
WITH chosen(n, u, v, vertex0, vertex1, vertex2) AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY (id * 7919 + :seed) * 104729 % 1000003), (id * 31 + :seed) % 97 / 97.0,
           (id * 17 + :seed) % 89 / 89.0, vertex0, vertex1, vertex2
    FROM beside, nwn_area_triangles(:file, pattern) WHERE walkable
    ORDER BY 1 LIMIT 16),
     any_place AS (
SELECT n, CASE n % 4 WHEN 2 THEN (a.x + b.x) / 2 WHEN 3 THEN a.x
            ELSE a.x + min(u, v) * (b.x - a.x) + (1 - max(u, v)) * (c.x - a.x) END AS px,
       CASE n % 4 WHEN 2 THEN (a.y + b.y) / 2 WHEN 3 THEN a.y
            ELSE a.y + min(u, v) * (b.y - a.y) + (1 - max(u, v)) * (c.y - a.y) END AS py
FROM chosen JOIN beside JOIN nwn_area_vertices(:file, pattern) a ON a.id = vertex0
JOIN nwn_area_vertices(:file, pattern) b ON b.id = vertex1 JOIN nwn_area_vertices(:file, pattern) c ON c.id = vertex2
WHERE abs(a.x) < 1e6 AND abs(b.x) < 1e6 AND abs(c.x) < 1e6)
SELECT n, x AS px, y AS py FROM any_place JOIN beside JOIN nwn_area_nearest(:file, pattern, px, py, NULL, NULL, things, rules);

-- Each place with the next one, and with the one that is nearest to it.
CREATE TEMP TABLE pair AS
WITH ordered AS (
    SELECT a.n AS a, b.n AS b, a.px AS ax, a.py AS ay, b.px AS bx, b.py AS by_,
           row_number() OVER (PARTITION BY a.n ORDER BY (b.px - a.px) * (b.px - a.px) + (b.py - a.py) * (b.py - a.py)) AS nearest
    FROM place a JOIN place b ON a.n <> b.n)
SELECT a, b, ax, ay, bx, by_, sqrt((bx - ax) * (bx - ax) + (by_ - ay) * (by_ - ay)) AS straight,
       nwn_area_distance(:file, pattern, ax, ay, bx, by_, NULL, things, rules) AS there, nwn_area_distance(:file, pattern, bx, by_, ax, ay, NULL, things, rules) AS back,
       (SELECT status FROM nwn_area_sight(:file, pattern, ax, ay, bx, by_, NULL, things, rules)) AS sight,
       (SELECT status FROM nwn_area_sight(:file, pattern, bx, by_, ax, ay, NULL, things, rules)) AS seen
FROM ordered, beside WHERE b = a + 1 OR nearest = 1;

-- law: the walkable faces are those of the components
SELECT sum(triangles) AS triangles FROM component JOIN beside ON things IS NULL
HAVING coalesce(sum(triangles), 0) > (SELECT count(*) FROM beside, nwn_area_triangles(:file, pattern) WHERE walkable);

-- law: what stands there only takes ground away
SELECT sum(area) AS area FROM component
HAVING sum(area) > (SELECT sum(c.area) FROM beside, nwn_area_components(:file, pattern) c) * (1 + 1e-9);

-- law: what stands there makes no way shorter, and doors neither
SELECT pair.* FROM pair, beside
WHERE things IS NOT NULL AND there < max(nwn_area_distance(:file, pattern, ax, ay, bx, by_),
                                      nwn_area_distance(:file, pattern, ax, ay, bx, by_, NULL, things, rules, 'none')) - 1e-5;

-- law: a place on walkable ground is accepted
SELECT * FROM pair WHERE sight NOT IN ('clear', 'blocked') OR seen NOT IN ('clear', 'blocked');

-- law: it is as far there as back
SELECT * FROM pair WHERE (there IS NULL) <> (back IS NULL) OR abs(there - back) > 1e-12 * there;

-- law: who sees is seen
SELECT * FROM pair WHERE sight <> seen;

-- law: what is in sight is as far as the straight line
SELECT * FROM pair WHERE sight = 'clear' AND (there IS NULL OR abs(there - straight) > 1e-9 * max(1, straight));

-- law: no way is shorter than the straight line
SELECT * FROM pair WHERE there < straight - 1e-9 * max(1, straight);

DROP TABLE IF EXISTS temp.leg;
CREATE TEMP TABLE leg AS
SELECT a, b, there, ax, ay, bx, by_, step, x AS to_x, y AS to_y, z AS to_z, distance,
       lag(x) OVER way AS from_x, lag(y) OVER way AS from_y,
       lead(step) OVER way IS NULL AS is_last
FROM pair, beside, nwn_area_path(:file, pattern, ax, ay, bx, by_, NULL, things, rules) WHERE a % 3 = 0
WINDOW way AS (PARTITION BY a, b ORDER BY step);

-- law: a way has rows exactly where there is a distance
SELECT * FROM pair WHERE a % 3 = 0 AND (there IS NOT NULL) <> EXISTS (SELECT 1 FROM leg WHERE leg.a = pair.a AND leg.b = pair.b);

-- law: a way begins at its start, ends at its end, and is as long as the distance
SELECT * FROM leg
WHERE (step = 0 AND (to_x <> ax OR to_y <> ay)) OR (is_last AND (to_x <> bx OR to_y <> by_ OR abs(distance - there) > 1e-9 * max(1, there)));

-- law: each leg of a way is in sight
SELECT leg.* FROM leg, beside
WHERE step > 0 AND (SELECT status FROM nwn_area_sight(:file, pattern, from_x, from_y, to_x, to_y, NULL, things, rules)) <> 'clear';

-- law: a part of a shortest way is one
-- (To where the ground is one sheet, so that it is the same place.)
SELECT leg.*, nwn_area_distance(:file, pattern, ax, ay, to_x, to_y, NULL, things, rules) AS part FROM leg, beside
WHERE abs(ifnull(nwn_area_distance(:file, pattern, ax, ay, to_x, to_y, NULL, things, rules), -1) - distance) > 1e-6 * max(1, distance)
  AND (SELECT max(z) - min(z) FROM nwn_area_sheets(:file, pattern, to_x, to_y, NULL, things, rules) WHERE walkable) < 1e-3;

-- law: heights of ways are those of the sheets
SELECT leg.* FROM leg, beside
WHERE NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, to_x, to_y, NULL, things, rules) s WHERE walkable AND abs(s.z - to_z) < 1e-5);

-- law: no way round is shorter
-- (By a place on one face: others can be on grounds that don't hang together.)
SELECT one.*, two.bx AS cx, two.by_ AS cy FROM pair one JOIN pair two ON two.a = one.b JOIN beside
WHERE nwn_area_distance(:file, pattern, one.ax, one.ay, two.bx, two.by_, NULL, things, rules) > one.there + two.there + 1e-6 * max(1, one.there + two.there)
  AND (SELECT count(*) FROM nwn_area_sheets(:file, pattern, one.bx, one.by_, NULL, things, rules) WHERE walkable) = 1;

-- law: what is nearest is accepted by all others, and lies at no distance from itself
SELECT near.* FROM place, beside, nwn_area_nearest(:file, pattern, px + n % 7 - 3, py + n % 5 - 2, NULL, NULL, things, rules) near
WHERE NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, near.x, near.y, NULL, things, rules) WHERE walkable)
   OR (SELECT status FROM nwn_area_sight(:file, pattern, near.x, near.y, px, py, NULL, things, rules)) NOT IN ('clear', 'blocked')
   OR (SELECT distance FROM nwn_area_nearest(:file, pattern, near.x, near.y, NULL, NULL, things, rules)) > 1e-9;

-- law: heights are those of the sheets
SELECT place.*, n.z FROM place, beside, nwn_area_nearest(:file, pattern, px, py, NULL, NULL, things, rules) n
WHERE NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, n.x, n.y, NULL, things, rules) s WHERE abs(s.z - n.z) < 1e-6);

-- law: a vertical line hits faces of its tile where there are sheets
-- (Corners on borders move by their rounding.)
SELECT place.*, h.z FROM place, beside, nwn_walk_hits(:file, pattern, px, py) h
WHERE NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, px, py, NULL, things, rules) s WHERE abs(s.z - h.z) < 0.1);

-- Many pairs of places, far apart and near each other, wherever the ground is that is nearest to a place in a face. Where an area has many faces,
-- the pairs are fewer.
DROP TABLE IF EXISTS temp.ground;
CREATE TEMP TABLE ground(k INTEGER PRIMARY KEY, x0, y0, x1, y1, x2, y2);
INSERT INTO ground
SELECT row_number() OVER (ORDER BY t.id) - 1, a.x, a.y, b.x, b.y, c.x, c.y
FROM beside, nwn_area_triangles(:file, pattern) t JOIN nwn_area_vertices(:file, pattern) a ON a.id = vertex0 JOIN nwn_area_vertices(:file, pattern) b ON b.id = vertex1
JOIN nwn_area_vertices(:file, pattern) c ON c.id = vertex2
WHERE walkable AND max(abs(a.x), abs(b.x), abs(c.x)) < 1e6;

DROP TABLE IF EXISTS temp.spot;
CREATE TEMP TABLE spot(n INTEGER PRIMARY KEY, px, py);
INSERT INTO spot
WITH RECURSIVE n(n, c) AS (SELECT 1, count(*) FROM ground UNION ALL SELECT n + 1, c FROM n WHERE n < 1000 AND n * c < 2000000 AND c > 0),
mixed AS (
    SELECT n, ((n - (n % 4 = 2)) * 7919 + :seed) * 104729 % 1000003 % c + iif(n % 4 = 2, n * n % 61, 0) AS k, c, (n * 31 + :seed) % 97 / 97.0 AS u, n * 17 % 89 / 89.0 AS v, n * 13 % 7 AS kind
    FROM n),
any_place AS (
    SELECT n, CASE kind WHEN 2 THEN (x0 + x1) / 2 WHEN 3 THEN x2 WHEN 4 THEN x1 + u * (x2 - x1) ELSE x0 + min(u, v) * (x1 - x0) + (1 - max(u, v)) * (x2 - x0) END AS x,
           CASE kind WHEN 2 THEN (y0 + y1) / 2 WHEN 3 THEN y2 WHEN 4 THEN y1 + u * (y2 - y1) ELSE y0 + min(u, v) * (y1 - y0) + (1 - max(u, v)) * (y2 - y0) END AS y
    FROM mixed JOIN ground ON ground.k = mixed.k % c)
SELECT n, near.x, near.y FROM any_place p JOIN beside JOIN nwn_area_nearest(:file, pattern, p.x, p.y, NULL, NULL, things, rules) near;

DROP TABLE IF EXISTS temp.many;
CREATE TEMP TABLE many AS
SELECT a.n, a.px AS ax, a.py AS ay, b.px AS bx, b.py AS by_, sqrt((b.px - a.px) * (b.px - a.px) + (b.py - a.py) * (b.py - a.py)) AS straight,
       nwn_area_distance(:file, pattern, a.px, a.py, b.px, b.py, NULL, things, rules) AS there, nwn_area_distance(:file, pattern, b.px, b.py, a.px, a.py, NULL, things, rules) AS back,
       (SELECT status FROM nwn_area_sight(:file, pattern, a.px, a.py, b.px, b.py, NULL, things, rules)) AS sight,
       (SELECT status FROM nwn_area_sight(:file, pattern, b.px, b.py, a.px, a.py, NULL, things, rules)) AS seen
FROM spot a JOIN spot b ON b.n = a.n + 1 AND a.n % 2 JOIN beside;

-- pairs
SELECT (SELECT count(*) FROM pair) + (SELECT count(*) FROM many);

-- law: of many pairs, all are as far there as back, and no nearer than the straight line
SELECT * FROM many WHERE (there IS NULL) <> (back IS NULL) OR abs(there - back) > 1e-12 * there OR there < straight - 1e-9 * max(1, straight);

-- law: of many pairs, those see each other, or neither does, and what is in sight is as far as the straight line
SELECT * FROM many
WHERE sight NOT IN ('clear', 'blocked') OR sight <> seen
   OR sight = 'clear' AND (there IS NULL OR abs(there - straight) > 1e-9 * max(1, straight));

DROP TABLE IF EXISTS temp.turn;
CREATE TEMP TABLE turn AS
SELECT n, ax, ay, bx, by_, there, step, x AS to_x, y AS to_y, z AS to_z, distance, lag(x) OVER way AS from_x, lag(y) OVER way AS from_y, distance - lag(distance) OVER way AS length,
       count(*) OVER (PARTITION BY n) - 1 AS last
FROM many, beside, nwn_area_path(:file, pattern, ax, ay, bx, by_, NULL, things, rules)
WINDOW way AS (PARTITION BY n ORDER BY step);

-- law: of many ways, all have rows where there is a distance, and lead from place to place
SELECT many.*, step, to_x, to_y, distance FROM many LEFT JOIN turn USING (n)
WHERE (many.there IS NULL) <> (step IS NULL) OR step = 0 AND (to_x <> many.ax OR to_y <> many.ay OR distance <> 0)
   OR step = last AND (to_x <> many.bx OR to_y <> many.by_ OR abs(distance - many.there) > 1e-9 * max(1, distance));

-- law: of many ways, all legs are in sight and as long as they say
SELECT turn.* FROM turn, beside
WHERE step > 0 AND (abs(length - sqrt((to_x - from_x) * (to_x - from_x) + (to_y - from_y) * (to_y - from_y))) > 1e-9 * max(1, distance)
                 OR (SELECT status FROM nwn_area_sight(:file, pattern, from_x, from_y, to_x, to_y, NULL, things, rules)) IS NOT 'clear');

-- law: of many ways, all turns lie on sheets
SELECT turn.* FROM turn, beside WHERE NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, to_x, to_y, NULL, things, rules) s WHERE walkable AND abs(s.z - to_z) < 1e-5);

-- law: of many ways, a part is a shortest way
SELECT turn.*, nwn_area_distance(:file, pattern, ax, ay, to_x, to_y, NULL, things, rules) AS part, nwn_area_distance(:file, pattern, to_x, to_y, bx, by_, NULL, things, rules) AS rest
FROM turn, beside
WHERE last > 1 AND step = 1 + n % (last - 1) AND (SELECT max(z) - min(z) FROM nwn_area_sheets(:file, pattern, to_x, to_y, NULL, things, rules) WHERE walkable) < 1e-3
  AND (abs(ifnull(nwn_area_distance(:file, pattern, ax, ay, to_x, to_y, NULL, things, rules), -1) - distance) > 1e-9 * max(1, distance)
    OR abs(ifnull(nwn_area_distance(:file, pattern, to_x, to_y, bx, by_, NULL, things, rules), -1) - (there - distance)) > 1e-9 * max(1, there));

-- law: over many places no way round is shorter
SELECT * FROM (
    SELECT one.*, c.px AS cx, c.py AS cy, pattern, things, rules, nwn_area_distance(:file, pattern, bx, by_, c.px, c.py, NULL, things, rules) AS rest,
           nwn_area_distance(:file, pattern, ax, ay, c.px, c.py, NULL, things, rules) AS whole
    FROM beside, many one JOIN spot c ON c.n = one.n + 3)
WHERE there + rest < ifnull(whole, 1e9) - 1e-9 * max(1, there)
  AND (SELECT count(*) FROM nwn_area_sheets(:file, pattern, bx, by_, NULL, things, rules) WHERE walkable) = 1;

-- law: what is nearest to many places is accepted by all others
SELECT near.* FROM spot, beside, nwn_area_nearest(:file, pattern, px + n % 7 - 3, py + n % 5 - 2, NULL, NULL, things, rules) near
WHERE (SELECT distance FROM nwn_area_nearest(:file, pattern, near.x, near.y, NULL, NULL, things, rules)) > 1e-9
   OR (SELECT status FROM nwn_area_sight(:file, pattern, near.x, near.y, px, py, NULL, things, rules)) NOT IN ('clear', 'blocked')
   OR NOT EXISTS (SELECT 1 FROM nwn_area_sheets(:file, pattern, near.x, near.y, NULL, things, rules) s WHERE walkable AND abs(s.z - near.z) < 1e-6);
