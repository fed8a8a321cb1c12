-- format: GAT|RO-CELLS sound
-- Ways over maps of Ragnarok Online, the cells of servers and bots among them. Places are tiles, most of which can be entered; pairs are far
-- apart and near each other. A tile that can be entered is one of a component.

-- A map_cache.dat is no map, though each of its entries is one.
-- may fail
SELECT * FROM gat_maps(:file);

DROP TABLE IF EXISTS temp.tile;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.pair;
DROP TABLE IF EXISTS temp.leg;

CREATE TEMP TABLE tile(id INTEGER PRIMARY KEY, x, y, component, sw, se, nw, ne);
INSERT INTO tile SELECT id, x, y, component, height_sw, height_se, height_nw, height_ne FROM gat_tiles(:file);

DROP TABLE IF EXISTS temp.wall;
CREATE TEMP TABLE wall(id INTEGER PRIMARY KEY, d);
INSERT INTO wall SELECT id, wall_distance FROM gat_tiles(:file);

CREATE TEMP TABLE place AS
WITH mixed AS (
    SELECT *, row_number() OVER (PARTITION BY component IS NULL ORDER BY (id * 7919 + :seed) * 104729 % 1000003) AS turn
    FROM tile)
SELECT row_number() OVER (ORDER BY turn, id) AS n, id, x AS px, y AS py, component, sw, se, nw, ne, (id * 31 + :seed) % 97 / 97.0 AS u, (id * 17 + :seed) % 89 / 89.0 AS v
FROM mixed WHERE turn <= iif(component IS NULL, 6, 18);

-- Each place with the next one, and with the one that is nearest to it.
CREATE TEMP TABLE pair AS
WITH ordered AS (
    SELECT a.n AS a, b.n AS b, a.px AS ax, a.py AS ay, b.px AS bx, b.py AS by_, a.component AS a_component, b.component AS b_component,
           row_number() OVER (PARTITION BY a.n ORDER BY (b.px - a.px) * (b.px - a.px) + (b.py - a.py) * (b.py - a.py)) AS nearest
    FROM place a JOIN place b ON a.n <> b.n)
SELECT *, (SELECT max(cost) FROM gat_path(:file, ax, ay, bx, by_)) AS there, (SELECT max(cost) FROM gat_path(:file, bx, by_, ax, ay)) AS back,
       gat_path_status(:file, ax, ay, bx, by_) AS status
FROM ordered WHERE b = a + 1 OR nearest = 1;

-- law: it is as far there as back where both can be entered
SELECT * FROM pair WHERE a_component IS NOT NULL AND b_component IS NOT NULL AND there IS NOT back;

-- law: no way costs less than without walls
SELECT * FROM pair WHERE there < 10 * max(abs(ax - bx), abs(ay - by_)) + 4 * min(abs(ax - bx), abs(ay - by_));

-- law: the status says that there is a way exactly where there is one
SELECT * FROM pair WHERE (status = 'ok') <> (there IS NOT NULL);

-- law: there is a way exactly where both tiles, or a step from the first one and the second, lie in one component
SELECT * FROM pair
WHERE (status = 'ok') <> (a_component IS b_component AND b_component IS NOT NULL OR EXISTS (
    SELECT 1 FROM tile t JOIN gat_maps(:file) JOIN tile one ON one.id = t.x + ay * width JOIN tile other ON other.id = ax + t.y * width
    WHERE a_component IS NULL AND t.component = b_component AND max(abs(t.x - ax), abs(t.y - ay)) = 1
      AND (t.x = ax OR t.y = ay OR one.component IS NOT NULL AND other.component IS NOT NULL)));

-- law: a way ends nowhere but on a tile that can be entered
SELECT * FROM pair WHERE (status = 'not walkable') <> (b_component IS NULL);

-- law: a tile is reached from itself if it can be entered
SELECT * FROM place
WHERE gat_path_status(:file, px, py, px, py) <> iif(component IS NULL, 'not walkable', 'same')
   OR (SELECT max(cost) FROM gat_path(:file, px, py, px, py)) IS NOT iif(component IS NULL, NULL, 0);

-- Everything that is reached from a few places, by another search than that of gat_path.
DROP TABLE IF EXISTS temp.reached;
CREATE TEMP TABLE reached AS
SELECT n, px, py, tile_id, x, y, cost, previous_tile FROM place, gat_distances(:file, px, py) WHERE n IN (1, 5, 9);
CREATE INDEX temp.reached_tile ON reached(n, tile_id);

-- law: the cost of a way is that of gat_distances
SELECT p.*, r.cost FROM pair p LEFT JOIN reached r ON r.n = p.a AND r.x = bx AND r.y = by_
WHERE a IN (1, 5, 9) AND a <> b AND b_component IS NOT NULL AND there IS NOT r.cost;

-- law: what is reached is exactly what gat_path_status says, the start aside
SELECT p.n, t.id FROM place p JOIN tile t LEFT JOIN reached r ON r.n = p.n AND r.tile_id = t.id
WHERE p.n IN (1, 5, 9) AND t.id % 37 = :seed % 37 AND t.id <> p.id AND (gat_path_status(:file, p.px, p.py, t.x, t.y) = 'ok') <> (r.cost IS NOT NULL);

-- law: each tile is reached by one step from its previous one, and no neighbour leads to it at less cost
SELECT r.* FROM reached r LEFT JOIN reached q ON q.n = r.n AND q.tile_id = r.previous_tile
WHERE (r.previous_tile IS NULL) <> (r.x = r.px AND r.y = r.py)
   OR r.previous_tile IS NOT NULL AND (max(abs(q.x - r.x), abs(q.y - r.y)) <> 1 OR r.cost - q.cost IS NOT iif(q.x = r.x OR q.y = r.y, 10, 14));

-- law: max_cost leaves out what costs more, and nothing else
SELECT n FROM reached r GROUP BY n
HAVING (SELECT count(*) FROM gat_distances(:file, r.px, r.py, 77)) <> sum(cost <= 77);

CREATE TEMP TABLE leg AS
SELECT a, b, there, ax, ay, bx, by_, step, tile_id, x AS to_x, y AS to_y, cost, distance, lag(x) OVER way AS from_x, lag(y) OVER way AS from_y,
       cost - lag(cost) OVER way AS step_cost, distance - lag(distance) OVER way AS step_distance, lead(step) OVER way IS NULL AS is_last
FROM pair, gat_path(:file, ax, ay, bx, by_)
WINDOW way AS (PARTITION BY a, b ORDER BY step);

-- law: a way begins at its start and ends at its end
SELECT * FROM leg
WHERE (step = 0 AND (to_x <> ax OR to_y <> ay OR cost <> 0 OR distance <> 0)) OR (is_last AND (to_x <> bx OR to_y <> by_ OR cost <> there));

-- law: each step of a way is one of the server, and costs what it does there
SELECT leg.* FROM leg JOIN tile t ON t.id = tile_id
WHERE t.x <> to_x OR t.y <> to_y
   OR step > 0 AND (t.component IS NULL OR max(abs(t.x - from_x), abs(t.y - from_y)) <> 1
       OR step_cost <> iif(t.x = from_x OR t.y = from_y, 10, 14)
       OR abs(step_distance - iif(t.x = from_x OR t.y = from_y, 1, sqrt(2))) > 1e-9);

-- law: no way cuts a corner
SELECT leg.* FROM leg JOIN gat_maps(:file) JOIN tile one ON one.id = from_x + to_y * width JOIN tile other ON other.id = to_x + from_y * width
WHERE to_x <> from_x AND to_y <> from_y AND (one.component IS NULL OR other.component IS NULL);

-- law: the rest of a way costs what is left
SELECT * FROM leg WHERE step > 0 AND (a + step) % 29 = 0 AND (SELECT max(cost) FROM gat_path(:file, to_x, to_y, bx, by_)) IS NOT there - cost;

-- law: no way round is shorter
SELECT one.*, two.bx AS cx, two.by_ AS cy FROM pair one JOIN pair two ON two.a = one.b
WHERE one.there IS NOT NULL AND two.there IS NOT NULL
  AND ifnull((SELECT max(cost) FROM gat_path(:file, one.ax, one.ay, two.bx, two.by_)), 1e9) > one.there + two.there;

-- law: what is nearest can be entered, lies at no distance from itself, and nothing else is nearer
SELECT near.* FROM place JOIN gat_nearest(:file, px + (n % 7 - 3) * 9, py + (n % 5 - 2) * 13) near LEFT JOIN tile t ON t.id = near.tile_id
WHERE t.component IS NULL OR t.x <> near.x OR t.y <> near.y
   OR (SELECT tile_id FROM gat_nearest(:file, near.x, near.y) WHERE distance = 0) IS NOT near.tile_id
   OR n % 6 = 0 AND abs(near.distance - (
       SELECT sqrt(min((other.x - px - (n % 7 - 3) * 9) * (other.x - px - (n % 7 - 3) * 9) +
                       (other.y - py - (n % 5 - 2) * 13) * (other.y - py - (n % 5 - 2) * 13)))
       FROM tile other WHERE other.component IS NOT NULL)) > 1e-9;

-- law: something is nearest exactly where anything can be entered
SELECT n FROM place WHERE EXISTS (SELECT 1 FROM gat_nearest(:file, px, py)) <> EXISTS (SELECT 1 FROM gat_components(:file));

-- law: a tile can be entered where one can walk, but for the last row and column
SELECT t.* FROM gat_tiles(:file) t JOIN gat_maps(:file) m
WHERE (t.component IS NOT NULL) <> (t.walkable AND t.x + 1 < m.width AND t.y + 1 < m.height);

-- law: who can walk on a tile can walk at all places of it
SELECT place.*, t.walkable FROM place JOIN gat_tiles(:file) t ON t.id = place.id
WHERE t.walkable IS NOT gat_walkable(:file, px + u, py + v) OR t.walkable IS NOT gat_walkable(:file, px, py);

-- law: a component is as large as its tiles
SELECT c.* FROM gat_components(:file) c LEFT JOIN (
    SELECT component, count(*) AS tiles, min(id) AS first_tile, min(x) AS min_x, min(y) AS min_y, max(x) AS max_x, max(y) AS max_y
    FROM tile GROUP BY component) t ON t.component = c.id
WHERE (c.tiles, c.first_tile, c.min_x, c.min_y, c.max_x, c.max_y) IS NOT (t.tiles, t.first_tile, t.min_x, t.min_y, t.max_x, t.max_y);

-- law: there is no wall around but at distance 0, and each step leads nearer to one
SELECT t.* FROM gat_tiles(:file) t JOIN gat_maps(:file) m
LEFT JOIN wall w ON w.id = t.id - 1 AND t.x > 0 LEFT JOIN wall e ON e.id = t.id + 1 AND t.x + 1 < m.width
LEFT JOIN wall s ON s.id = t.id - m.width LEFT JOIN wall n ON n.id = t.id + m.width
WHERE t.wall_distance <> iif(t.walkable, 1 + min(ifnull(w.d, 0), ifnull(e.d, 0), ifnull(s.d, 0), ifnull(n.d, 0)), 0);

-- Cells of servers and bots have no heights.
-- may fail
SELECT gat_height(:file, 0, 0);

-- law: heights are those of the tile's corners
SELECT place.*, gat_height(:file, px + u, py + v) AS height FROM place
WHERE ifnull(abs(gat_height(:file, px + u, py + v) - ((1 - v) * ((1 - u) * sw + u * se) + v * ((1 - u) * nw + u * ne))), 0) > 1e-6 * max(1, abs(sw), abs(ne))
   OR (gat_height(:file, px + u, py + v) IS NULL) <> (sw + se + nw + ne IS NULL)
   OR gat_height(:file, px, py) IS NOT sw AND sw + se + nw + ne IS NOT NULL;

-- law: in a world of this map alone, without warps, a way costs the same
SELECT * FROM pair
WHERE (SELECT max(total) FROM ro_world_path(CAST('//' AS BLOB), :file, gamemap_stem(:file), ax, ay, gamemap_stem(:file), bx, by_)) IS NOT there;

-- Many pairs of tiles that can be entered, without an order
DROP TABLE IF EXISTS temp.free;
CREATE TEMP TABLE free(k INTEGER PRIMARY KEY, id, x, y, component);
INSERT INTO free SELECT row_number() OVER (ORDER BY id) - 1, id, x, y, component FROM tile WHERE component IS NOT NULL;

DROP TABLE IF EXISTS temp.many;
CREATE TEMP TABLE many AS
WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000),
mixed AS (SELECT n, (n * 7919 + :seed) * 104729 % 1000003 % c AS a, ((n * 6271 + :seed) * 99991 + n * n) % 1000003 % c AS b FROM n, (SELECT count(*) AS c FROM free))
SELECT n, a.x AS ax, a.y AS ay, b.id AS b_id, b.x AS bx, b.y AS by_, a.component = b.component AS together, gat_path_status(:file, a.x, a.y, b.x, b.y) AS status,
       (SELECT max(cost) FROM gat_path(:file, a.x, a.y, b.x, b.y)) AS there, (SELECT max(cost) FROM gat_path(:file, b.x, b.y, a.x, a.y)) AS back
FROM mixed JOIN free a ON a.k = mixed.a JOIN free b ON b.k = mixed.b;

-- pairs
SELECT (SELECT count(*) FROM pair) + (SELECT count(*) FROM many);

-- law: of many pairs, those have a way that lie in one component, as their status says
SELECT * FROM many WHERE together <> (there IS NOT NULL) OR together <> (status IN ('ok', 'same'));

-- law: of many pairs, all are as far there as back, and no nearer than without walls
SELECT * FROM many WHERE there IS NOT back OR there < 10 * max(abs(ax - bx), abs(ay - by_)) + 4 * min(abs(ax - bx), abs(ay - by_));

-- law: from one tile to many, one way costs what all of gat_distances say
SELECT many.*, d.cost FROM (SELECT ax AS sx, ay AS sy FROM many WHERE n = 1) JOIN many LEFT JOIN gat_distances(:file, sx, sy) d ON d.tile_id = b_id
WHERE d.cost IS NOT (SELECT max(cost) FROM gat_path(:file, sx, sy, bx, by_));

-- law: over many tiles no way round is shorter
SELECT one.*, two.bx AS cx, two.by_ AS cy FROM many one JOIN many two ON two.n = one.n % 2000 + 1 AND one.n % 4 = 0
WHERE one.there + (SELECT max(cost) FROM gat_path(:file, one.bx, one.by_, two.bx, two.by_))
      < (SELECT max(cost) FROM gat_path(:file, one.ax, one.ay, two.bx, two.by_));

-- The same map with x and y exchanged, as cells of a bot. Its sides are rounded up to what two characters can say.
DROP TABLE IF EXISTS temp.turned;
CREATE TEMP TABLE turned AS
WITH side AS (SELECT iif(height & 128, (height | 255) + 1, height) AS w, iif(width & 128, (width | 255) + 1, width) AS h, width, height FROM gat_maps(:file)),
line AS (SELECT group_concat(component IS NOT NULL, '') AS cells FROM (SELECT x, component FROM tile ORDER BY x, y) GROUP BY x),
one AS (SELECT group_concat(cells || substr(printf('%0256d', 0), 1, w - height), '') AS cells FROM line, side)
SELECT CAST(char(w & 255, w >> 8, h & 255, h >> 8) || replace(replace(cells || substr(replace(printf('%*d', w * (h - width) + 1, 0), ' ', '0'), 2), '0', char(0)), '1', char(1)) AS BLOB) AS map
FROM one, side WHERE w < 32768 AND h < 32768;

-- law: a way costs the same if x and y are exchanged
SELECT pair.* FROM pair, turned WHERE b_component IS NOT NULL AND a % 3 = 0 AND (SELECT max(cost) FROM gat_path(map, ay, ax, by_, bx)) IS NOT there;

-- law: what is reached is the same, at the same cost, if x and y are exchanged
SELECT r.*, d.cost FROM reached r JOIN turned JOIN gat_distances(map, (SELECT py FROM reached WHERE n = 1), (SELECT px FROM reached WHERE n = 1)) d ON d.x = r.y AND d.y = r.x
WHERE r.n = 1 AND d.cost <> r.cost;
