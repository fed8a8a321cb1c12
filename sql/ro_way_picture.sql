-- The way of least cost between two tiles of a Ragnarok Online map as a picture (PNG), north up: the way, tiles to
-- which one comes from where it begins, and those to which nobody comes from there. It goes as far as the whole
-- map; gat_path has the tiles of the way themselves. Of an end that isn't a tile that can be entered, the nearest such
-- tile is named.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'server/db/map_cache.dat/prontera'" \
--             -cmd ".param set :x1 155" -cmd ".param set :y1 183" -cmd ".param set :x2 22" -cmd ".param set :y2 203" \
--             < sql/ro_way_picture.sql
--
-- Parameters, each with its default: :file or :files, a GAT or the cells of a server or bot ('samples/town.gat'; one
-- map); :x1, :y1, :x2, :y2, where the way begins and ends, in tiles (2, 2, 20, 11); :picture ('way.png').

.bail on
SELECT 'No :file is given, so this is about samples/town.gat.' WHERE coalesce(:file, :files) IS NULL;
CREATE TEMP TABLE asked AS
SELECT coalesce(:file, :files, 'samples/town.gat') AS map,
       CAST(coalesce(:x1, 2) AS INTEGER) AS ax, CAST(coalesce(:y1, 2) AS INTEGER) AS ay,
       CAST(coalesce(:x2, 20) AS INTEGER) AS bx, CAST(coalesce(:y2, 11) AS INTEGER) AS by_;
.mode box --wrap 0
CREATE TEMP TABLE found AS SELECT gat_path_status(map, ax, ay, bx, by_) AS status FROM asked;
CREATE TEMP TABLE way AS SELECT step, tile_id, p.x, p.y, cost, distance FROM asked, found, gat_path(map, ax, ay, bx, by_) p WHERE status IN ('ok', 'same');
CREATE TEMP TABLE reached AS SELECT tile_id FROM asked, found, gat_distances(map, ax, ay) WHERE status <> 'off map';
SELECT status, (SELECT max(step) FROM way) AS steps, (SELECT max(cost) FROM way) AS cost, (SELECT round(max(distance), 2) FROM way) AS distance,
       coalesce(:picture, 'way.png') AS picture,
       writefile(coalesce(:picture, 'way.png'),
                 gamemap_picture(t.x, t.y,
                                 CASE WHEN (t.x, t.y) = (ax, ay) THEN 'where it begins'
                                      WHEN (t.x, t.y) = (bx, by_) THEN 'where it is to end'
                                      WHEN t.id IN (SELECT tile_id FROM way) THEN 'the way'
                                      WHEN t.id IN (SELECT tile_id FROM reached) THEN 'reached'
                                      WHEN t.passable THEN 'cut off'
                                      WHEN t.type_name = 'gap' THEN 'gap' ELSE 'wall' END,
                                 'classes', json_object('legend', 1, 'unit', 'tiles', 'title',
                                     printf('from (%d, %d) to (%d, %d): %s', ax, ay, bx, by_, status)))) AS bytes
FROM asked, found, gat_tiles(map) t;
SELECT printf('Nobody can step on where it %s, (%d, %d); the nearest tile where one can is (%d, %d)', what, e.x, e.y, n.x, n.y) AS result
FROM (SELECT map, 'begins' AS what, ax AS x, ay AS y FROM asked UNION ALL SELECT map, 'is to end', bx, by_ FROM asked) e, found, gat_nearest(map, e.x, e.y) n
WHERE status NOT IN ('ok', 'same') AND (n.x, n.y) <> (e.x, e.y);
DROP TABLE reached;
DROP TABLE way;
DROP TABLE found;
DROP TABLE asked;
