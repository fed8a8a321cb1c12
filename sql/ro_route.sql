-- How to get from a place to another one over the warps of a Ragnarok Online server, with the least walking:
-- each walk, and the warp at its end. Costs are those of gat_path: 10 for a straight step, 14 for a diagonal one.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             -cmd ".param set :cells 'server/db/map_cache.dat'" -cmd ".param set :from_map prontera" \
--             -cmd ".param set :to_map gef_dun01" < sql/ro_route.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :cells, a
-- map_cache.dat, or a folder or a pattern of .mcache or .gat files ('samples/map_cache.dat'); :names, the client's
-- resnametable.txt, by which maps have the .gat of others (none); :from_map ('town'), :from_x, :from_y (where the
-- first warp that leads there puts one); :to_map ('field'), :to_x, :to_y (where one first comes to that map or, if
-- that is in a wall, a tile onto which one steps from there).

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
CREATE TEMP TABLE route AS
SELECT coalesce(:files, :file, 'samples/npc/*.txt') AS scripts, coalesce(:cells, 'samples/map_cache.dat') AS cells,
       coalesce(:from_map, 'town') AS map, coalesce(:to_map, 'field') AS goal,
       (SELECT count(*) FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip')) AS warps,
       CAST(:from_x AS INTEGER) AS x, CAST(:from_y AS INTEGER) AS y, CAST(:to_x AS INTEGER) AS goal_x, CAST(:to_y AS INTEGER) AS goal_y;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT 'None of the files can be read as a script with warps.' FROM route WHERE NOT warps;
.mode box --wrap 0
UPDATE route SET (x, y) = (
    SELECT w.to_x, w.to_y FROM ro_warps(route.scripts, 'skip') w
    WHERE lower(w.to_map) = lower(route.map) AND (w.to_x, w.to_y) <> (0, 0) AND NOT w.after_stop
      AND (w.problem IS NULL OR w.problem LIKE '%taken by%') LIMIT 1)
WHERE x IS NULL OR y IS NULL;
UPDATE route SET (goal_x, goal_y) = (
    SELECT w.to_x, w.to_y FROM ro_world_warps(route.scripts, route.cells, route.map, route.x, route.y, :names, 'skip') w
    WHERE lower(w.to_map) = lower(route.goal) AND w.status = 'ok' ORDER BY w.cost LIMIT 1)
WHERE goal_x IS NULL OR goal_y IS NULL;
UPDATE route SET (goal_x, goal_y) = (
    SELECT goal_x + i.n, goal_y + k.n FROM (SELECT -1 AS n UNION SELECT 0 UNION SELECT 1) i, (SELECT -1 AS n UNION SELECT 0 UNION SELECT 1) k
    WHERE ro_world_path_status(scripts, cells, goal, goal_x, goal_y, goal, goal_x + i.n, goal_y + k.n, :names) = 'ok'
    ORDER BY abs(i.n) + abs(k.n) LIMIT 1)
WHERE (:to_x IS NULL OR :to_y IS NULL) AND (SELECT line IS NULL FROM left_out)
  AND ro_world_path_status(scripts, cells, map, x, y, goal, goal_x, goal_y, :names) = 'not walkable';

SELECT p.leg + 1 AS step, p.map, p.x, p.y, p.to_x, p.to_y, p.cost, p.total, p.warp, p.warp_file AS file, p.warp_line AS line
FROM route r CROSS JOIN ro_world_path(r.scripts, r.cells, r.map, r.x, r.y, r.goal, r.goal_x, r.goal_y, :names, 'skip') p;
SELECT printf('No way over warps leads from %s to %s.', map, goal) AS no_way,
       CASE WHEN x IS NULL THEN 'no warp leads to ' || map || ', so :from_x and :from_y must be given'
            WHEN goal_x IS NULL THEN 'no warp that one reaches leads to ' || goal
            WHEN (SELECT line IS NULL FROM left_out) THEN ro_world_path_status(scripts, cells, map, x, y, goal, goal_x, goal_y, :names)
            ELSE '' END AS why
FROM route r
WHERE NOT EXISTS (SELECT 1 FROM ro_world_path(r.scripts, r.cells, r.map, r.x, r.y, r.goal, r.goal_x, r.goal_y, :names, 'skip'));

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE route;
