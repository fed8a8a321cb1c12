-- The lightmaps of maps laid out as the map, as pictures (PNG), one for each map: 8 x 8 texels a cube,
-- north up, transparent where a cube has no top or no lightmap. The shadow is grey; the coloured light,
-- which is black on many maps, is another picture.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/prontera.gnd'" < sql/gnd_lightmap_picture.sql
--
-- Parameters, each with what it is without: :files or :file ('samples/town.gnd'), a path or a pattern;
-- :layer ('shadow'; or 'color'); :step (1: all levels; 16 shows the levels that the game shows). The
-- pictures are named after the maps, as prontera.shadow.png, and lie in the current folder.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/town.gnd.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
WITH maps AS MATERIALIZED (
    SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name,
           iif(:layer = 'color', 'color', 'shadow') AS layer, coalesce(:step, 1) AS step
    FROM gnd_maps(coalesce(:files, :file, 'samples/town.gnd'))
    WHERE lightmap_width = 8 AND lightmap_height = 8)
SELECT m.file AS map, m.name || '.' || m.layer || '.png' AS picture,
       writefile(m.name || '.' || m.layer || '.png',
                 gamemap_picture(8 * c.x + t.x, 8 * c.y + t.y,
                                 iif(m.layer = 'color', posterize(t.red, m.step, 'replicate') << 16 |
                                         posterize(t.green, m.step, 'replicate') << 8 |
                                         posterize(t.blue, m.step, 'replicate'),
                                     posterize(t.shadow, m.step, 'replicate') * 0x10101),
                                 'rgb', '{"scale": 1}')) AS bytes
FROM maps m CROSS JOIN gnd_cubes(m.source) c
CROSS JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
CROSS JOIN gnd_texels(m.source) t ON t.lightmap_id = s.lightmap_id
GROUP BY m.file;
