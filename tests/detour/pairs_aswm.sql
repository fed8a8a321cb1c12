-- Pairs of places on a walkmesh, :file, for detour.cpp and detour.mjs: inside of triangles that lie
-- alone above each other's ground.
WITH chosen AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY (id * 7919 + 1) * 104729 % 1000003) AS n, vertex0, vertex1, vertex2
    FROM aswm_triangles(:file) WHERE walkable AND area_xy > 1e-3 ORDER BY 1 LIMIT 400),
place AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY n) AS n, x, y, z FROM (
        SELECT n, 0.5 * a.x + 0.3 * b.x + 0.2 * c.x AS x, 0.5 * a.y + 0.3 * b.y + 0.2 * c.y AS y, 0.5 * a.z + 0.3 * b.z + 0.2 * c.z AS z
        FROM chosen JOIN aswm_vertices(:file) a ON a.id = vertex0 JOIN aswm_vertices(:file) b ON b.id = vertex1
        JOIN aswm_vertices(:file) c ON c.id = vertex2) p
    WHERE (SELECT count(*) FROM aswm_sheets(:file, p.x, p.y) WHERE walkable) = 1 ORDER BY n LIMIT 200),
pair AS (
    SELECT a.x AS ax, a.y AS ay, a.z AS az, b.x AS bx, b.y AS by_, b.z AS bz, b.n = a.n + 1 AS is_next,
           row_number() OVER (PARTITION BY a.n ORDER BY (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)) AS nearest
    FROM place a JOIN place b ON a.n <> b.n)
SELECT printf('%.9g %.9g %.9g %.9g %.9g %.9g %d %.9g %d', ax, az, -ay, bx, bz, -by_, d IS NOT NULL, coalesce(d, 0),
              (SELECT status = 'clear' FROM aswm_sight(:file, ax, ay, bx, by_)))
FROM (SELECT pair.*, aswm_distance(:file, ax, ay, bx, by_) AS d FROM pair WHERE is_next OR nearest = 3);
