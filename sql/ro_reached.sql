-- Which warps and maps of a Ragnarok Online server a player reaches on foot from a place, what is farthest, and
-- which warps nobody can take: in walls, under other warps, behind them, or on maps to which no warp leads.
-- NPCs that warp aren't taken into account. Costs are those of gat_path.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             -cmd ".param set :cells 'server/db/map_cache.dat'" -cmd ".param set :map prontera" \
--             -cmd ".param set :x 155" -cmd ".param set :y 183" < sql/ro_reached.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :cells, a
-- map_cache.dat, or a folder or a pattern of .mcache or .gat files ('samples/map_cache.dat'); :names, the client's
-- resnametable.txt, by which maps have the .gat of others (none); the place: :map ('town'), :x (2), :y (2).

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with warps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE warps AS
SELECT file, line, name, lower(map) AS map, x, y, lower(to_map) AS to_map, to_x, to_y, cost, status
FROM ro_world_warps(coalesce(:files, :file, 'samples/npc/*.txt'), coalesce(:cells, 'samples/map_cache.dat'),
                    coalesce(:map, 'town'), coalesce(:x, 2), coalesce(:y, 2), :names, 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

SELECT iif(cost IS NULL, 'nobody', 'reached') AS who, status, count(*) AS warps, count(DISTINCT map) AS maps, max(cost) AS farthest
FROM warps GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC;
SELECT to_map AS farthest_map, min(cost) AS cost, x, y, map AS from_map, name AS warp, file, line
FROM warps WHERE status = 'ok' GROUP BY 1 ORDER BY 2 DESC LIMIT 10;
SELECT file, line, name, map, x, y, to_map, status AS nobody_because
FROM warps WHERE cost IS NULL AND status <> 'map unreachable' ORDER BY 1, 2;
SELECT map AS map_unreachable, count(*) AS warps, min(file) AS file
FROM warps WHERE status = 'map unreachable' GROUP BY 1 ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE warps;
