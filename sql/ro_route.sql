-- How to get from map to map over the warps of a Ragnarok Online server: a way with the fewest warps. It
-- takes for granted that one can walk on each map from where one arrives to where the next warp is.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/npc/re/warps/**/*.txt'" \
--             -cmd ".param set :from_map prontera" -cmd ".param set :to_map gef_dun01" < sql/ro_route.sql
--
-- Parameters, each with its default: :files or :file, the scripts ('samples/npc/*.txt'); :from_map
-- ('town'); :to_map ('far_away'). Ways of more than 100 warps aren't looked for.

.bail on
SELECT 'No :files are given, so this is about samples/npc/*.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a script with warps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE warps AS
SELECT row_number() OVER (ORDER BY file, line, id) AS number, file, line, name, lower(map) AS map, x, y,
       lower(to_map) AS to_map, to_x, to_y
FROM ro_warps(coalesce(:files, :file, 'samples/npc/*.txt'), 'skip')
WHERE (problem IS NULL OR problem LIKE '%taken by%') AND NOT after_stop;
CREATE TEMP TABLE roads AS -- the first warp of each pair of maps
SELECT map, to_map, min(number) AS number FROM warps WHERE map <> to_map GROUP BY 1, 2;
CREATE INDEX temp.roads_from ON roads(map, to_map, number);

-- Which maps can be reached by how many warps; the least number of each counts.
CREATE TEMP TABLE reached AS
WITH RECURSIVE step(map, warps) AS (
    SELECT lower(coalesce(:from_map, 'town')), 0
    UNION
    SELECT r.to_map, s.warps + 1 FROM step s CROSS JOIN roads r ON r.map = s.map
    WHERE s.warps < 100 AND s.map <> lower(coalesce(:to_map, 'far_away')))
SELECT map, min(warps) AS warps FROM step GROUP BY map;
CREATE UNIQUE INDEX temp.reached_map ON reached(map);

WITH RECURSIVE back(map, warps, number) AS ( -- from the end to the beginning
    SELECT map, warps, NULL FROM reached WHERE map = lower(coalesce(:to_map, 'far_away'))
    UNION ALL
    SELECT w.map, b.warps - 1, w.number
    FROM back b CROSS JOIN warps w
    ON w.number = (SELECT min(r.number) FROM reached f CROSS JOIN roads r ON r.map = f.map
                   WHERE f.warps = b.warps - 1 AND r.to_map = b.map)
    WHERE b.warps > 0)
SELECT b.warps + 1 AS step, w.map, w.x, w.y, w.name AS warp, w.to_map, w.to_x, w.to_y, w.file, w.line
FROM back b CROSS JOIN warps w ON w.number = b.number ORDER BY step;
SELECT printf('No way over warps leads from %s to %s.', coalesce(:from_map, 'town'), coalesce(:to_map, 'far_away'))
       AS no_way, (SELECT count(*) FROM reached) - 1 AS other_maps_reached,
       CASE WHEN NOT EXISTS (SELECT 1 FROM warps WHERE to_map = lower(coalesce(:to_map, 'far_away')))
            THEN 'no warp leads there'
            WHEN NOT EXISTS (SELECT 1 FROM warps WHERE map = lower(coalesce(:from_map, 'town')))
            THEN 'no warp leads away from ' || coalesce(:from_map, 'town')
            ELSE '' END AS why
WHERE NOT EXISTS (SELECT 1 FROM reached WHERE map = lower(coalesce(:to_map, 'far_away')));
SELECT printf('No warp is needed: the way begins and ends on %s.', coalesce(:from_map, 'town')) AS same_map
WHERE lower(coalesce(:from_map, 'town')) = lower(coalesce(:to_map, 'far_away'));

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
