-- format: JMXVNVM sound
-- Ways, rays and heights over regions of Silkroad. Places lie in cells of a region and of the sound
-- regions in the same folder, which are its world; wx and wz are counted from the world's corner.
-- Ways go over the middles of edges, so that a way round may be shorter: that isn't asked.

DROP TABLE IF EXISTS temp.region;
DROP TABLE IF EXISTS temp.world;
DROP TABLE IF EXISTS temp.cell;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.pair;
DROP TABLE IF EXISTS temp.leg;

CREATE TEMP TABLE region AS
WITH folder(path) AS (SELECT rtrim(:file, replace(:file, '/', '')) || '*.nvm'),
unsound AS MATERIALIZED (
    SELECT f.file FROM folder, gamemap_findings(folder.path, 'skip') f WHERE severity IN ('error', 'warning')),
ordered AS (
    SELECT r.file, r.region_id, r.x * 1920 AS west, r.z * 1920 AS south,
           row_number() OVER (PARTITION BY r.region_id ORDER BY r.file <> :file, r.file) AS turn
    FROM folder, jmx_regions(folder.path, 'skip') r
    WHERE r.region_id IS NOT NULL AND r.file NOT IN (SELECT file FROM unsound))
SELECT file, region_id, west, south FROM ordered WHERE turn = 1;

CREATE TEMP TABLE world AS SELECT json_object('files', json_group_array(file)) AS files FROM region;

CREATE TEMP TABLE cell AS
SELECT region.*, c.id AS cell_id, c.is_open, c.min_x, c.min_z, c.max_x, c.max_z
FROM region, jmx_cells(region.file) c;

CREATE TEMP TABLE place AS
WITH mixed AS (
    SELECT *, (cell_id * 31 + :seed) % 97 / 97.0 AS u, (cell_id * 17 + :seed) % 89 / 89.0 AS v,
           row_number() OVER (PARTITION BY file = :file, is_open
                              ORDER BY ((cell_id + region_id * 61) * 7919 + :seed) * 104729 % 1000003) AS turn
    FROM cell)
SELECT row_number() OVER (ORDER BY turn, region_id, cell_id) AS n, file, region_id, cell_id, is_open, u, v, west, south,
       min_x + u * (max_x - min_x) AS px, min_z + v * (max_z - min_z) AS pz
FROM mixed WHERE turn <= iif(is_open, 30, 4);

-- Each place with the next one, and with the one that is nearest to it.
CREATE TEMP TABLE pair AS
WITH ordered AS (
    SELECT a.n AS a, b.n AS b, a.region_id AS ar, a.px AS ax, a.pz AS az, b.region_id AS br, b.px AS bx, b.pz AS bz, a.is_open AND b.is_open AS both_open,
           sqrt((b.west + b.px - a.west - a.px) * (b.west + b.px - a.west - a.px) +
                (b.south + b.pz - a.south - a.pz) * (b.south + b.pz - a.south - a.pz)) AS straight
    FROM place a JOIN place b ON a.n <> b.n),
ranked AS (SELECT *, row_number() OVER (PARTITION BY a ORDER BY straight) AS nearest FROM ordered)
SELECT ranked.*, there.status, there.distance AS there, back.distance AS back, sight.status AS sight, sight.distance AS seen_to, seen.status AS seen
FROM ranked, world, jmx_world_path_status(world.files, ar, ax, az, br, bx, bz) there, jmx_world_path_status(world.files, br, bx, bz, ar, ax, az) back,
     jmx_ray(world.files, ar, ax, az, br, bx, bz) sight, jmx_ray(world.files, br, bx, bz, ar, ax, az) seen
WHERE b = a + 1 OR nearest = 1;

-- pairs
SELECT count(*) FROM pair;

-- law: a place of a cell lies in it
SELECT * FROM place WHERE jmx_cell_at(file, px, pz) IS NOT cell_id;

-- law: a place is reached from itself if its cell is open
SELECT place.*, s.status, s.distance FROM place, world, jmx_world_path_status(world.files, region_id, px, pz, region_id, px, pz) s
WHERE s.status <> iif(is_open, 'same', 'blocked') OR s.distance IS NOT iif(is_open, 0.0, NULL);

-- law: it is as far there as back
SELECT * FROM pair WHERE (there IS NULL) <> (back IS NULL) OR abs(there - back) > 1e-12 * there;

-- law: who sees is seen
SELECT * FROM pair WHERE both_open AND (sight = 'clear') <> (seen = 'clear');

-- law: no way and no ray is shorter or longer than a straight line allows
SELECT * FROM pair WHERE there < straight - 1e-9 * max(1, straight) OR seen_to > straight + 1e-9 * max(1, straight);

-- law: what is in sight is reached, and the ray ends there
SELECT * FROM pair WHERE sight = 'clear' AND both_open AND (there IS NULL OR abs(seen_to - straight) > 1e-9 * max(1, straight));

-- law: the status says that there is a way exactly where there is one
SELECT * FROM pair, world
WHERE (status IN ('ok', 'same')) <> (there IS NOT NULL)
   OR (there IS NOT NULL) <> EXISTS (SELECT 1 FROM jmx_world_path(world.files, ar, ax, az, br, bx, bz));

-- law: a way is blocked exactly where a cell at an end is
SELECT * FROM pair WHERE (status = 'blocked') = both_open;

CREATE TEMP TABLE leg AS
SELECT a, b, ar, ax, az, br, bx, bz, there, p.step, p.file, p.region_id, p.cell_id, p.x AS to_x, p.z AS to_z, p.distance, p.edge_id, p.edge_region_id, p.edge_x, p.edge_z,
       lag(p.cell_id) OVER way AS from_cell, lag(p.region_id) OVER way AS from_region,
       lag(region.west + p.x) OVER way - region.west AS from_x, lag(region.south + p.z) OVER way - region.south AS from_z,
       p.distance - lag(p.distance) OVER way AS length, lead(p.step) OVER way IS NULL AS is_last
FROM pair, world, jmx_world_path(world.files, ar, ax, az, br, bx, bz) p JOIN region ON region.region_id = p.region_id
WHERE pair.a % 2
WINDOW way AS (PARTITION BY a, b ORDER BY p.step);

-- law: a way begins at its start, ends at its end, and is as long as the distance
SELECT * FROM leg
WHERE step = 0 AND (region_id <> ar OR abs(to_x - ax) > 1e-9 OR abs(to_z - az) > 1e-9 OR distance <> 0)
   OR is_last AND (region_id <> br OR abs(to_x - bx) > 1e-9 OR abs(to_z - bz) > 1e-9 OR abs(distance - there) > 1e-9 * max(1, there));

-- law: each leg is as long as the lines over the middle of its edge
SELECT * FROM leg
WHERE step > 0 AND abs(length - iif(edge_id IS NULL, sqrt((to_x - from_x) * (to_x - from_x) + (to_z - from_z) * (to_z - from_z)),
    sqrt((edge_x - from_x) * (edge_x - from_x) + (edge_z - from_z) * (edge_z - from_z)) +
    sqrt((edge_x - to_x) * (edge_x - to_x) + (edge_z - to_z) * (edge_z - to_z)))) > 1e-6;

-- law: each leg crosses an edge of both cells that is no wall, into an open cell
SELECT leg.* FROM leg LEFT JOIN region ON region.region_id = edge_region_id LEFT JOIN cell ON cell.region_id = leg.region_id AND cell.cell_id = leg.cell_id
WHERE step > 0 AND (cell.is_open IS NOT 1 OR iif(edge_id IS NULL, from_cell <> leg.cell_id OR from_region <> leg.region_id, NOT EXISTS (
    SELECT 1 FROM jmx_edges(region.file) e
    WHERE e.id = edge_id AND edge_region_id = from_region AND NOT e.blocked
      AND ((e.cell0 = from_cell AND e.cell1 = leg.cell_id) OR (e.cell1 = from_cell AND e.cell0 = leg.cell_id)))));

-- law: the way between cells of one file is that between their centres
WITH own AS MATERIALIZED (
    SELECT cell_id, lead(cell_id) OVER (ORDER BY n) AS next_id FROM place WHERE file = :file),
way AS MATERIALIZED (
    SELECT a.*, next_id, (b.min_x + b.max_x) / 2 AS goal_x, (b.min_z + b.max_z) / 2 AS goal_z
    FROM own JOIN cell a ON a.file = :file AND a.cell_id = own.cell_id JOIN cell b ON b.file = :file AND b.cell_id = next_id)
SELECT way.*, s.status, s.distance
FROM way, jmx_world_path_status(:file, region_id, (min_x + max_x) / 2, (min_z + max_z) / 2, region_id, goal_x, goal_z) s
WHERE abs(ifnull(s.distance, -1) - ifnull((SELECT max(distance) FROM jmx_path(:file, way.cell_id, next_id)), -1)) > 1e-6;

-- law: there is a way within a file exactly where open edges join two cells
WITH start AS (SELECT cell_id FROM place WHERE file = :file AND is_open ORDER BY n LIMIT 1),
open_edge AS MATERIALIZED (
    SELECT e.cell0, e.cell1 FROM jmx_edges(:file) e JOIN cell a ON a.file = :file AND a.cell_id = e.cell0 JOIN cell b ON b.file = :file AND b.cell_id = e.cell1
    WHERE e.kind = 'internal' AND NOT e.blocked AND a.is_open AND b.is_open),
reached(id) AS (
    SELECT cell_id FROM start
    UNION SELECT iif(cell0 = id, cell1, cell0) FROM reached JOIN open_edge ON id IN (cell0, cell1))
SELECT start.cell_id AS from_cell, place.cell_id AS to_cell FROM start, place
WHERE place.file = :file
  AND place.cell_id IN (SELECT id FROM reached) <> EXISTS (SELECT 1 FROM jmx_path(:file, start.cell_id, place.cell_id));

-- law: at a corner of a tile all ways to interpolate agree, on the stored height or the ice above it
SELECT h.x, h.z, h.height, p.type, p.height AS plane FROM jmx_heights(:file) h JOIN jmx_planes(:file) p ON p.x = h.x * 20 / 320 AND p.z = h.z * 20 / 320
WHERE h.x < 96 AND h.z < 96 AND (h.id + :seed) % 7 = 0
  AND (jmx_height(:file, h.x * 20, h.z * 20) IS NOT iif(p.type IN (2, 3), max(h.height, p.height), h.height)
    OR jmx_height(:file, h.x * 20, h.z * 20, 'bilinear') IS NOT jmx_height(:file, h.x * 20, h.z * 20)
    OR jmx_height(:file, h.x * 20, h.z * 20, 'parity') IS NOT jmx_height(:file, h.x * 20, h.z * 20));

-- law: the height at a place is that of the corners of its triangle, or of the ice above it
SELECT place.*, jmx_height(:file, px, pz) AS height, sw.height AS sw, se.height AS se, nw.height AS nw, ne.height AS ne
FROM (SELECT *, CAST(px / 20 AS INTEGER) AS column, CAST(pz / 20 AS INTEGER) AS row_, px / 20 - CAST(px / 20 AS INTEGER) AS e, pz / 20 - CAST(pz / 20 AS INTEGER) AS w
      FROM place WHERE file = :file) place
JOIN jmx_heights(:file) sw ON sw.x = column AND sw.z = row_ JOIN jmx_heights(:file) se ON se.x = column + 1 AND se.z = row_
JOIN jmx_heights(:file) nw ON nw.x = column AND nw.z = row_ + 1 JOIN jmx_heights(:file) ne ON ne.x = column + 1 AND ne.z = row_ + 1
JOIN jmx_planes(:file) p ON p.x = CAST(px / 320 AS INTEGER) AND p.z = CAST(pz / 320 AS INTEGER)
WHERE abs(jmx_height(:file, px, pz) - max(iif(p.type IN (2, 3), p.height, -1e30),
    iif(e > w, sw.height + e * (se.height - sw.height) + w * (ne.height - se.height),
               sw.height + w * (nw.height - sw.height) + e * (ne.height - nw.height)))) > 1e-4;
