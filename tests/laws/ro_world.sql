-- format: RO-CELLS sound
-- Ways over the maps of a file of cells and over warps that are made here: from each of some tiles that can be
-- entered to the next one, with spans of 0 to 2.

DROP TABLE IF EXISTS temp.near;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.warp;
DROP TABLE IF EXISTS temp.world;
DROP TABLE IF EXISTS temp.pair;
DROP TABLE IF EXISTS temp.way;
DROP TABLE IF EXISTS temp.reached;

CREATE TEMP TABLE near AS SELECT column1 AS by FROM (VALUES (-2), (-1), (0), (1), (2));

CREATE TEMP TABLE place AS
WITH map AS MATERIALIZED (
    SELECT id, name, width, height, source FROM ro_cell_maps(:file)
    WHERE name NOT LIKE '%,%' AND id NOT IN (SELECT later.id FROM ro_cell_maps(:file) later JOIN ro_cell_maps(:file) m ON lower(m.name) = lower(later.name) AND m.id < later.id)
    ORDER BY (id * 7919 + :seed) * 104729 % 1000003 LIMIT 4),
cell AS (
    SELECT map.id AS map_id, lower(map.name) AS map, c.x, c.y,
           row_number() OVER (PARTITION BY map.id ORDER BY (c.id * 7919 + :seed) * 104729 % 1000003) AS turn
    FROM map CROSS JOIN ro_cells(map.source) c ON c.cell_map_id = map.id
    WHERE c.walkable AND c.x + 1 < map.width AND c.y + 1 < map.height)
SELECT row_number() OVER (ORDER BY turn, map_id) AS n, map, x, y FROM cell WHERE turn <= 5;

CREATE TEMP TABLE warp AS
SELECT a.n, a.map, a.x, a.y, a.n % 3 AS span, b.map AS to_map, b.x AS to_x, b.y AS to_y
FROM place a JOIN place b ON b.n = a.n + 1 WHERE a.n % 2;

CREATE TEMP TABLE world AS
SELECT CAST(coalesce(group_concat(printf('%s,%d,%d,0' || char(9) || 'warp' || char(9) || 'w%d' || char(9) || '%d,%d,%s,%d,%d', map, x, y, n, span, span, to_map, to_x, to_y), char(10)), '//') AS BLOB) AS scripts,
       CAST(coalesce(group_concat(printf('%s,%d,%d,0' || char(9) || 'script' || char(9) || 'n%d' || char(9) || '-1,%d,%d,{ warp "%s",%d,%d; }', map, x, y, n, span, span, to_map, to_x, to_y), char(10)), '//') AS BLOB) AS npcs
FROM warp;

-- Pairs of places; free: no warp spans the second one.
CREATE TEMP TABLE pair AS
SELECT a.n AS a, b.n AS b, a.map AS a_map, a.x AS ax, a.y AS ay, b.map AS b_map, b.x AS bx, b.y AS by_,
       NOT EXISTS (SELECT 1 FROM warp w WHERE w.map = b.map AND abs(w.x - b.x) <= w.span AND abs(w.y - b.y) <= w.span) AS free,
       ro_world_path_status(scripts, :file, a.map, a.x, a.y, b.map, b.x, b.y) AS status
FROM world, place a JOIN place b ON b.n IN (a.n, a.n + 1, a.n + 2, a.n - 3) WHERE a.n <= 12;

CREATE TEMP TABLE way AS
SELECT pair.*, p.leg, p.map, p.x, p.y, p.to_x, p.to_y, p.cost, p.total, p.warp, max(p.leg) OVER (PARTITION BY a, b) AS last
FROM pair, world, ro_world_path(world.scripts, :file, a_map, ax, ay, b_map, bx, by_) p;

CREATE TEMP TABLE reached AS
SELECT pair.a, pair.a_map, pair.ax, pair.ay, w.name, w.map, w.x, w.y, w.span_x, w.to_map, w.to_x, w.to_y, w.cost, w.leg_cost, w.previous_line, w.line, w.status
FROM pair, world, ro_world_warps(world.scripts, :file, a_map, ax, ay) w WHERE a = b AND a <= 3;

-- law: the status says that there is a way exactly where there is one
SELECT * FROM pair WHERE (status IN ('ok', 'same')) <> EXISTS (SELECT 1 FROM way WHERE (way.a, way.b) = (pair.a, pair.b)) OR (status = 'same') <> (a = b);

-- law: a way begins at its start and ends at its goal, and its last leg has no warp
SELECT * FROM way WHERE leg = 0 AND (map, x, y) <> (a_map, ax, ay) OR leg = last AND (map, to_x, to_y) <> (b_map, bx, by_) OR (leg = last) <> (warp IS NULL);

-- law: costs of legs add up to the total
SELECT * FROM (SELECT *, sum(cost) OVER (PARTITION BY a, b ORDER BY leg) AS added FROM way) WHERE added <> total;

-- law: a leg ends in the area of its warp, and the next one begins where that leads
SELECT way.* FROM way LEFT JOIN warp ON 'w' || warp.n = way.warp LEFT JOIN way next ON (next.a, next.b, next.leg) = (way.a, way.b, way.leg + 1)
WHERE way.leg < way.last
  AND (warp.n IS NULL OR warp.map <> way.map OR max(abs(way.to_x - warp.x), abs(way.to_y - warp.y)) > warp.span OR (next.map, next.x, next.y) <> (warp.to_map, warp.to_x, warp.to_y));

-- law: no way round is shorter, unless it stops in the area of a warp
SELECT * FROM way one JOIN way other ON one.leg = one.last AND other.leg = other.last AND other.a = one.b AND one.free
JOIN way whole ON whole.leg = whole.last AND (whole.a, whole.b) = (one.a, other.b) WHERE whole.total > one.total + other.total;

-- law: there is a way around wherever there are two
SELECT * FROM pair one JOIN pair other ON other.a = one.b AND one.free AND one.status IN ('ok', 'same') AND other.status IN ('ok', 'same')
JOIN pair whole ON (whole.a, whole.b) = (one.a, other.b) WHERE whole.status NOT IN ('ok', 'same');

-- law: a warp costs what a way to a tile of its area costs, unless one stands there
SELECT r.* FROM reached r, world
WHERE r.cost IS NOT NULL AND NOT (r.map = r.a_map AND max(abs(r.x - r.ax), abs(r.y - r.ay)) <= r.span_x)
  AND NOT EXISTS (SELECT 1 FROM near i, near k, ro_world_path(world.scripts, :file, r.a_map, r.ax, r.ay, r.map, r.x + i.by, r.y + k.by) p
                  WHERE max(abs(i.by), abs(k.by)) <= r.span_x AND p.total = r.cost);

-- law: the cost of a warp is that of the one before it and of the last leg
SELECT r.*, b.cost FROM reached r LEFT JOIN reached b ON b.a = r.a AND b.line = r.previous_line WHERE r.cost IS NOT coalesce(b.cost, 0) + r.leg_cost;

-- law: a warp has a cost exactly where one comes to it
SELECT * FROM reached WHERE (status = 'ok') <> (cost IS NOT NULL);

-- law: where one comes to a tile, one comes to where its warp leads, at no greater cost
SELECT w.*, r.cost FROM way w JOIN reached r ON r.a = w.a AND r.to_map = w.b_map AND (r.to_x, r.to_y) = (w.bx, w.by_) AND w.leg = w.last WHERE w.total > r.cost;

-- law: of the tiles of a warp that one reaches as soon, a way takes the lowest
SELECT w.*, w.to_x + i.by AS lower_x, w.to_y + k.by AS lower_y FROM way w JOIN warp ON 'w' || warp.n = w.warp, world, near i, near k
WHERE (k.by < 0 OR k.by = 0 AND i.by < 0) AND max(abs(w.to_x + i.by - warp.x), abs(w.to_y + k.by - warp.y)) <= warp.span
  AND NOT EXISTS (SELECT 1 FROM warp other WHERE other.n < warp.n AND other.map = warp.map AND max(abs(w.to_x + i.by - other.x), abs(w.to_y + k.by - other.y)) <= other.span)
  AND (SELECT max(p.leg) = 0 AND sum(p.cost) = w.cost FROM ro_world_path(world.scripts, :file, w.map, w.x, w.y, w.map, w.to_x + i.by, w.to_y + k.by) p);

-- law: where NPCs have the areas of warps, one comes to no place at a greater cost
SELECT pair.*, w.total, n.total AS over_npcs FROM way w JOIN pair USING (a, b), world, ro_world_path(world.npcs, :file, pair.a_map, pair.ax, pair.ay, pair.b_map, pair.bx, pair.by_, NULL, 1) n
WHERE w.leg = w.last AND n.certain AND n.warp IS NULL AND n.total > w.total;

-- law: what one comes to over warps, one comes to over NPCs that have their areas
SELECT * FROM pair, world WHERE status = 'ok' AND ro_world_path_status(world.npcs, :file, a_map, ax, ay, b_map, bx, by_, NULL, 1) <> 'ok';
