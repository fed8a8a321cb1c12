-- format: TRN sound
-- Ways and sights over walkmeshes of Neverwinter Nights 2. Places lie in triangles, on the middle of
-- an edge, and on corners; pairs are far apart and near each other.

DROP TABLE IF EXISTS temp.pair;
DROP TABLE IF EXISTS temp.place;

CREATE TEMP TABLE place AS
WITH chosen(n, u, v, vertex0, vertex1, vertex2, component) AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY (id * 7919 + :seed) * 104729 % 1000003), (id * 31 + :seed) % 97 / 97.0,
           (id * 17 + :seed) % 89 / 89.0, vertex0, vertex1, vertex2, component
    FROM aswm_triangles(:file) WHERE walkable
    ORDER BY 1 LIMIT 24)
SELECT n, component,
       CASE n % 4 WHEN 2 THEN (a.x + b.x) / 2 WHEN 3 THEN a.x
            ELSE a.x + min(u, v) * (b.x - a.x) + (1 - max(u, v)) * (c.x - a.x) END AS px,
       CASE n % 4 WHEN 2 THEN (a.y + b.y) / 2 WHEN 3 THEN a.y
            ELSE a.y + min(u, v) * (b.y - a.y) + (1 - max(u, v)) * (c.y - a.y) END AS py
FROM chosen JOIN aswm_vertices(:file) a ON a.id = vertex0 JOIN aswm_vertices(:file) b ON b.id = vertex1
JOIN aswm_vertices(:file) c ON c.id = vertex2;

-- Each place with the next one, and with the one that is nearest to it.
CREATE TEMP TABLE pair AS
WITH ordered AS (
    SELECT a.n AS a, b.n AS b, a.px AS ax, a.py AS ay, b.px AS bx, b.py AS by_, a.component = b.component AS together,
           row_number() OVER (PARTITION BY a.n ORDER BY (b.px - a.px) * (b.px - a.px) + (b.py - a.py) * (b.py - a.py)) AS nearest
    FROM place a JOIN place b ON a.n <> b.n)
SELECT a, b, ax, ay, bx, by_, together, sqrt((bx - ax) * (bx - ax) + (by_ - ay) * (by_ - ay)) AS straight,
       aswm_distance(:file, ax, ay, bx, by_) AS there, aswm_distance(:file, bx, by_, ax, ay) AS back,
       (SELECT status FROM aswm_sight(:file, ax, ay, bx, by_)) AS sight,
       (SELECT status FROM aswm_sight(:file, bx, by_, ax, ay)) AS seen
FROM ordered WHERE b = a + 1 OR nearest = 1;

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

-- law: there is a way exactly where both places lie in one component
SELECT * FROM pair WHERE together AND there IS NULL;

-- law: the status says that there is a way exactly where there is one
SELECT *, aswm_path_status(:file, ax, ay, bx, by_) AS status FROM pair
WHERE (aswm_path_status(:file, ax, ay, bx, by_) IN ('ok', 'same')) <> (there IS NOT NULL)
  AND aswm_path_status(:file, ax, ay, bx, by_) NOT IN ('not baked', 'broken');

DROP TABLE IF EXISTS temp.leg;
CREATE TEMP TABLE leg AS
SELECT a, b, there, ax, ay, bx, by_, step, x AS to_x, y AS to_y, z AS to_z, distance,
       lag(x) OVER way AS from_x, lag(y) OVER way AS from_y,
       lead(step) OVER way IS NULL AS is_last
FROM pair, aswm_pulled_path(:file, ax, ay, bx, by_) WHERE a % 3 = 0
WINDOW way AS (PARTITION BY a, b ORDER BY step);

-- law: a way has rows exactly where there is a distance
SELECT * FROM pair WHERE a % 3 = 0 AND (there IS NOT NULL) <> EXISTS (SELECT 1 FROM leg WHERE leg.a = pair.a AND leg.b = pair.b);

-- law: a way begins at its start, ends at its end, and is as long as the distance
SELECT * FROM leg
WHERE (step = 0 AND (to_x <> ax OR to_y <> ay)) OR (is_last AND (to_x <> bx OR to_y <> by_ OR abs(distance - there) > 1e-9 * max(1, there)));

-- law: each leg of a way is in sight
SELECT * FROM leg WHERE step > 0 AND (SELECT status FROM aswm_sight(:file, from_x, from_y, to_x, to_y)) <> 'clear';

-- law: heights of ways are those of the sheets
SELECT * FROM leg WHERE NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, to_x, to_y) s WHERE walkable AND abs(s.z - to_z) < 1e-5);

-- law: no way round is shorter
SELECT one.*, two.bx AS cx, two.by_ AS cy FROM pair one JOIN pair two ON two.a = one.b
WHERE aswm_distance(:file, one.ax, one.ay, two.bx, two.by_) > one.there + two.there + 1e-9 * max(1, one.there + two.there);

-- law: what is nearest is accepted by all others, and lies at no distance from itself
SELECT near.* FROM place, aswm_nearest(:file, px + n % 7 - 3, py + n % 5 - 2) near
WHERE NOT aswm_walkable_at(:file, near.x, near.y)
   OR (SELECT status FROM aswm_sight(:file, near.x, near.y, px, py)) NOT IN ('clear', 'blocked')
   OR (SELECT distance FROM aswm_nearest(:file, near.x, near.y)) > 1e-9;

-- law: heights are those of the sheets
SELECT place.*, aswm_height(:file, px, py) AS height FROM place
WHERE NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, px, py) s
                  WHERE s.triangle_id = aswm_triangle_at(:file, px, py)
                    AND abs(s.z - aswm_height(:file, px, py)) < 1e-6)
   OR NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, px, py) s, aswm_nearest(:file, px, py) n
                  WHERE s.triangle_id = n.triangle_id AND abs(s.z - n.z) < 1e-6);

-- law: the centre of a walkable triangle is a place where one can walk
SELECT id, center_x, center_y FROM aswm_triangles(:file) WHERE walkable AND NOT aswm_walkable_at(:file, center_x, center_y);

-- Many pairs of places, far apart and near each other: inside of triangles, on edges and on corners. Where a mesh has many triangles, the pairs are
-- fewer.
DROP TABLE IF EXISTS temp.ground;
CREATE TEMP TABLE ground(k INTEGER PRIMARY KEY, id UNIQUE, component, x0, y0, x1, y1, x2, y2);
INSERT INTO ground
SELECT row_number() OVER (ORDER BY t.id) - 1, t.id, component, a.x, a.y, b.x, b.y, c.x, c.y
FROM aswm_triangles(:file) t JOIN aswm_vertices(:file) a ON a.id = vertex0 JOIN aswm_vertices(:file) b ON b.id = vertex1 JOIN aswm_vertices(:file) c ON c.id = vertex2
WHERE walkable;

DROP TABLE IF EXISTS temp.spot;
CREATE TEMP TABLE spot(n INTEGER PRIMARY KEY, component, px, py);
INSERT INTO spot
WITH RECURSIVE n(n, c) AS (SELECT 1, count(*) FROM ground UNION ALL SELECT n + 1, c FROM n WHERE n < 2000 AND n * c < 2000000 AND c > 0),
mixed AS (
    SELECT n, ((n - (n % 4 = 2)) * 7919 + :seed) * 104729 % 1000003 % c + iif(n % 4 = 2, n * n % 61, 0) AS k, c, (n * 31 + :seed) % 97 / 97.0 AS u, n * 17 % 89 / 89.0 AS v, n * 13 % 7 AS kind
    FROM n)
SELECT n, component,
       CASE kind WHEN 2 THEN (x0 + x1) / 2 WHEN 3 THEN x2 WHEN 4 THEN x1 + u * (x2 - x1) ELSE x0 + min(u, v) * (x1 - x0) + (1 - max(u, v)) * (x2 - x0) END,
       CASE kind WHEN 2 THEN (y0 + y1) / 2 WHEN 3 THEN y2 WHEN 4 THEN y1 + u * (y2 - y1) ELSE y0 + min(u, v) * (y1 - y0) + (1 - max(u, v)) * (y2 - y0) END
FROM mixed JOIN ground ON ground.k = mixed.k % c;

DROP TABLE IF EXISTS temp.many;
CREATE TEMP TABLE many AS
SELECT a.n, a.px AS ax, a.py AS ay, b.px AS bx, b.py AS by_, a.component = b.component AS together, sqrt((b.px - a.px) * (b.px - a.px) + (b.py - a.py) * (b.py - a.py)) AS straight,
       aswm_distance(:file, a.px, a.py, b.px, b.py) AS there, aswm_distance(:file, b.px, b.py, a.px, a.py) AS back, aswm_path_status(:file, a.px, a.py, b.px, b.py) AS status,
       (SELECT status FROM aswm_sight(:file, a.px, a.py, b.px, b.py)) AS sight, (SELECT status FROM aswm_sight(:file, b.px, b.py, a.px, a.py)) AS seen
FROM spot a JOIN spot b ON b.n = a.n + 1 AND a.n % 2;

-- pairs
SELECT (SELECT count(*) FROM pair) + (SELECT count(*) FROM many);

-- law: of many pairs, all are as far there as back, and no nearer than the straight line
SELECT * FROM many WHERE (there IS NULL) <> (back IS NULL) OR abs(there - back) > 1e-12 * there OR there < straight - 1e-9 * max(1, straight);

-- law: of many pairs, those see each other, or neither does, and what is in sight is as far as the straight line
SELECT * FROM many
WHERE sight NOT IN ('clear', 'blocked') OR sight <> seen
   OR sight = 'clear' AND (there IS NULL OR abs(there - straight) > 1e-9 * max(1, straight));

-- law: of many pairs, those have a way that lie in one component, as their status says
SELECT * FROM many
WHERE together AND there IS NULL OR status NOT IN ('not baked', 'broken') AND (status IN ('ok', 'same')) <> (there IS NOT NULL)
   OR there IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM aswm_sheets(:file, ax, ay) s JOIN ground a ON a.id = s.triangle_id JOIN aswm_sheets(:file, bx, by_) e JOIN ground b ON b.id = e.triangle_id
       WHERE a.component = b.component);

DROP TABLE IF EXISTS temp.turn;
CREATE TEMP TABLE turn AS
SELECT n, ax, ay, bx, by_, there, step, x AS to_x, y AS to_y, z AS to_z, distance, lag(x) OVER way AS from_x, lag(y) OVER way AS from_y, distance - lag(distance) OVER way AS length,
       count(*) OVER (PARTITION BY n) - 1 AS last
FROM many, aswm_pulled_path(:file, ax, ay, bx, by_)
WINDOW way AS (PARTITION BY n ORDER BY step);

-- law: of many ways, all have rows where there is a distance, and lead from place to place
SELECT many.*, step, to_x, to_y, distance FROM many LEFT JOIN turn USING (n)
WHERE (many.there IS NULL) <> (step IS NULL) OR step = 0 AND (to_x <> many.ax OR to_y <> many.ay OR distance <> 0)
   OR step = last AND (to_x <> many.bx OR to_y <> many.by_ OR abs(distance - many.there) > 1e-9 * max(1, distance));

-- law: of many ways, all legs are in sight and as long as they say
SELECT * FROM turn
WHERE step > 0 AND (abs(length - sqrt((to_x - from_x) * (to_x - from_x) + (to_y - from_y) * (to_y - from_y))) > 1e-9 * max(1, distance)
                 OR (SELECT status FROM aswm_sight(:file, from_x, from_y, to_x, to_y)) IS NOT 'clear');

-- law: of many ways, all turns lie on sheets
SELECT * FROM turn WHERE NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, to_x, to_y) s WHERE walkable AND abs(s.z - to_z) < 1e-5);

-- Turns of ways, and how much farther it is to them, and on from them, than on the way. Walkable triangles that don't hang together at a turn,
-- as where a fold lies over it, are several grounds, of which another than the way's may be nearer. (A way to its own ground may then be, too:
-- it would turn in the middle of the fold's edge, and ways are only looked for that turn at corners.)
DROP TABLE IF EXISTS temp.part;
CREATE TEMP TABLE part AS
WITH part(ax, ay, bx, by_, to_x, to_y, there, distance) AS (
    SELECT ax, ay, bx, by_, to_x, to_y, there, distance FROM leg WHERE step > 0 AND NOT is_last
    UNION ALL SELECT ax, ay, bx, by_, to_x, to_y, there, distance FROM turn WHERE last > 1 AND step = 1 + n % (last - 1))
SELECT *, ifnull(aswm_distance(:file, ax, ay, to_x, to_y), 1e9) - distance AS more, ifnull(aswm_distance(:file, to_x, to_y, bx, by_), 1e9) - (there - distance) AS more_on FROM part;

-- law: it is no farther to a turn of a way, and on from it, than on that way
SELECT * FROM part WHERE max(more, more_on) > 1e-9 * max(1, there);

-- law: it is no nearer, either, where the walkable triangles at the turn hang together in it
SELECT * FROM (SELECT * FROM part WHERE min(more, more_on) < -1e-9 * max(1, there) LIMIT -1) WHERE (
    WITH RECURSIVE held(id) AS MATERIALIZED (SELECT triangle_id FROM aswm_sheets(:file, to_x, to_y) WHERE walkable),
    joined(id) AS (
        SELECT min(id) FROM held UNION
        SELECT held.id FROM joined JOIN aswm_triangles(:file) t ON t.id = joined.id
        JOIN held ON held.id IN (neighbor0, neighbor1, neighbor2)
        JOIN aswm_edges(:file) e ON e.id = CASE held.id WHEN neighbor0 THEN edge0 WHEN neighbor1 THEN edge1 ELSE edge2 END
        JOIN aswm_vertices(:file) a ON a.id = e.vertex0 JOIN aswm_vertices(:file) b ON b.id = e.vertex1
        WHERE (b.x - a.x) * (to_y - a.y) = (b.y - a.y) * (to_x - a.x)
          AND to_x BETWEEN min(a.x, b.x) AND max(a.x, b.x) AND to_y BETWEEN min(a.y, b.y) AND max(a.y, b.y))
    SELECT (SELECT count(*) FROM joined) = (SELECT count(*) FROM held));

-- law: over many places no way round is shorter
-- (By a place in one triangle: others can be on grounds that don't hang together.)
SELECT one.*, c.px AS cx, c.py AS cy, aswm_distance(:file, bx, by_, c.px, c.py) AS rest, aswm_distance(:file, ax, ay, c.px, c.py) AS whole FROM many one JOIN spot c ON c.n = one.n + 3
WHERE (SELECT count(*) FROM aswm_sheets(:file, bx, by_) WHERE walkable) = 1
  AND there + aswm_distance(:file, bx, by_, c.px, c.py) < ifnull(aswm_distance(:file, ax, ay, c.px, c.py), 1e9) - 1e-9 * max(1, there);

-- law: what is nearest to many places is accepted by all others
SELECT near.* FROM spot, aswm_nearest(:file, px + n % 7 - 3, py + n % 5 - 2) near
WHERE NOT aswm_walkable_at(:file, near.x, near.y) OR (SELECT distance FROM aswm_nearest(:file, near.x, near.y)) > 1e-9
   OR (SELECT status FROM aswm_sight(:file, near.x, near.y, px, py)) NOT IN ('clear', 'blocked')
   OR NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, near.x, near.y) s WHERE s.triangle_id = near.triangle_id AND abs(s.z - near.z) < 1e-6);

-- law: the height of many places is that of a sheet
SELECT * FROM spot WHERE NOT EXISTS (SELECT 1 FROM aswm_sheets(:file, px, py) s WHERE s.triangle_id = aswm_triangle_at(:file, px, py) AND abs(s.z - aswm_height(:file, px, py)) < 1e-6);
