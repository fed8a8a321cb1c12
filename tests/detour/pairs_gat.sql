-- Pairs of places on a GAT map, :file, for detour.cpp and detour.mjs: middles of tiles that can be
-- entered. Detour's ways aren't bound to eight directions, so that only the straight line is shorter.
WITH place AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY (id * 7919 + 1) * 104729 % 1000003) AS n, x, y, component FROM gat_tiles(:file)
    WHERE component IS NOT NULL ORDER BY 1 LIMIT 200)
SELECT printf('%.9g 0 %.9g %.9g 0 %.9g %d %.9g -1', a.x + 0.5, -a.y - 0.5, b.x + 0.5, -b.y - 0.5,
              gat_path_status(:file, a.x, a.y, b.x, b.y) IN ('ok', 'same'), sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)))
FROM place a JOIN place b ON b.n IN (a.n + 1, a.n - 5);
