-- How steep the ground of maps is, as pictures (PNG), one for each map: the difference between the
-- highest and the lowest corner of each cube, flat ground dark.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gnd'" < sql/gnd_slopes_picture.sql
--
-- Parameter: :files or :file, a path or a pattern, without it 'samples/town.gnd'. The pictures are named
-- after the maps, as prontera.slopes.png, and lie in the current folder.

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
SELECT m.file AS map, m.name || '.slopes.png' AS picture,
       writefile(m.name || '.slopes.png',
                 gamemap_picture(c.x, c.y, max(c.height_sw, c.height_se, c.height_nw, c.height_ne) -
                                           min(c.height_sw, c.height_se, c.height_nw, c.height_ne),
                                 'viridis', json_object('legend', 1, 'title', m.name))) AS bytes
FROM maps m CROSS JOIN gnd_cubes(m.source) c GROUP BY m.file;
