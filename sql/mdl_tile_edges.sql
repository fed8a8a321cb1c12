-- Sides of tiles whose walkmesh meets that of no other tile: where one walks over them, the ground has a
-- step, or an end. Each side is measured at eleven points a metre apart, and compared with all sides of
-- all tiles, since a tile may be turned in any of four ways and raised by steps of the tileset. Of a tile's .wok and
-- .mdl the .wok counts, on which the game walks.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'tileset/*.[mw][do][lk]'" < sql/mdl_tile_edges.sql
--
-- Parameters: :files or :file, by default 'samples/*.mdl'; :step, by how many metres tiles are
-- raised, by default 5; :within, how far heights may be apart in metres, by default 0.03.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
-- Sides from the south on, each from its right end as one sees it from the middle of the tile.
CREATE TEMP TABLE heights AS
WITH RECURSIVE points(point) AS (SELECT 0 UNION ALL SELECT point + 1 FROM points WHERE point < 10),
sides(side, x, dx, y, dy) AS (
    VALUES ('south', -5, 1, -5, 0), ('east', 5, 0, -5, 1), ('north', 5, -1, 5, 0), ('west', -5, 0, 5, -1)),
tiles AS MATERIALIZED ( -- with the greatest is_wok goes its file
    SELECT m.file, m.source AS model, max(m.container = 'wok') AS is_wok
    FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip') m
    WHERE (m.classification_name = 'tile' OR m.container = 'wok')
      AND EXISTS (SELECT 1 FROM mdl_nodes(m.source, 'skip') n WHERE n.kind = 'aabb' AND n.animation_id IS NULL)
    GROUP BY lower(substr(m.file, 1, length(m.file) - 4)))
SELECT file, side, point,
       (SELECT max(z) FROM mdl_walk_hits(model, sides.x + dx * point, sides.y + dy * point, NULL, 'skip')) AS z
FROM tiles CROSS JOIN sides CROSS JOIN points;
CREATE INDEX temp.heights_of ON heights(file, side, point);

-- The lowest point tells by how many steps a side is raised.
CREATE TEMP TABLE profiles AS
WITH lowest AS (
    SELECT file, side, coalesce(:step, 5) * round(min(z) / coalesce(:step, 5)) AS raised
    FROM heights GROUP BY file, side)
SELECT file, side, raised,
       group_concat(ifnull(printf('%.2f', round(z - raised, 2) + 0), '-'), ' ') AS profile
FROM (SELECT * FROM heights JOIN lowest USING (file, side) ORDER BY file, side, point)
GROUP BY file, side;
CREATE INDEX temp.profiles_by_shape ON profiles(profile);
CREATE TEMP TABLE shapes AS SELECT DISTINCT profile FROM profiles;
CREATE TEMP TABLE shape_heights AS
SELECT DISTINCT p.profile, h.point, h.z - p.raised AS z
FROM heights h JOIN (SELECT min(file) AS file, side, raised, profile FROM profiles GROUP BY profile) p
USING (file, side);
CREATE INDEX shape_heights_by_profile ON shape_heights(profile, point);

-- How well each shape meets each other one, which is passed the other way round.
CREATE TEMP TABLE gaps AS
SELECT a.profile, b.profile AS other,
       max(CASE WHEN a.z IS NULL AND b.z IS NULL THEN 0
                WHEN a.z IS NULL OR b.z IS NULL THEN 1e9 ELSE abs(a.z - b.z) END) AS gap
FROM shape_heights a CROSS JOIN shapes s
JOIN shape_heights b ON b.profile = s.profile AND b.point = 10 - a.point
GROUP BY a.profile, b.profile;

.mode box --wrap 0
SELECT count(DISTINCT file) AS tiles, count(*) AS sides,
       count(*) FILTER (WHERE gap <= coalesce(:within, 0.03)) AS meet
FROM profiles JOIN (SELECT profile, min(gap) AS gap FROM gaps GROUP BY profile) USING (profile);

SELECT p.file, p.side, iif(g.gap < 1e9, round(g.gap, 3), NULL) AS nearest_gap,
       (SELECT q.file || ' ' || q.side FROM profiles q WHERE q.profile = g.other LIMIT 1) AS nearest,
       p.profile AS metres_from_the_right
FROM profiles p JOIN (SELECT profile, other, min(gap) AS gap FROM gaps GROUP BY profile) g
USING (profile)
WHERE g.gap > coalesce(:within, 0.03) ORDER BY p.file, p.side;

DROP TABLE gaps;
DROP TABLE shape_heights;
DROP TABLE shapes;
DROP TABLE profiles;
DROP TABLE heights;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
