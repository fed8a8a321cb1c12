-- The heights of maps as pictures (PNG), one for each map, with a scale of colours below: water blue,
-- high places white, north up.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/prontera.gnd'" < sql/gnd_heights_picture.sql
--
-- Parameters, each with what it is without: :files or :file ('samples/town.gnd'), a path or a pattern;
-- :palette ('terrain'; or 'gray', 'viridis'). The pictures are named after the maps, here
-- prontera.heights.png, and lie in the current folder.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/town.gnd.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
WITH maps AS MATERIALIZED (
    SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name
    FROM gnd_maps(coalesce(:files, :file, 'samples/town.gnd')))
SELECT m.file AS map, m.name || '.heights.png' AS picture, round(min(-c.height_sw), 1) AS lowest,
       round(max(-c.height_sw), 1) AS highest,
       writefile(m.name || '.heights.png',
                 gamemap_picture(c.x, c.y, -c.height_sw, coalesce(:palette, 'terrain'),
                                 json_object('legend', 1, 'title', m.name))) AS bytes
FROM maps m CROSS JOIN gnd_cubes(m.source) c GROUP BY m.file;
