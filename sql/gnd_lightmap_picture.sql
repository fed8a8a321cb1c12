-- The lightmaps of one map laid out as the map, as a picture: 8 x 8 texels a cube, north up, black
-- where a cube has no top or no lightmap. The shadow is a grey picture (PGM), the coloured light
-- another one (PPM), which is black on many maps.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'prontera.gnd'" \
--             -cmd ".param set :picture 'prontera.pgm'" < sql/gnd_lightmap_picture.sql
--
-- Parameters, each with what it is without: :file ('samples/town.gnd'), :picture ('lightmap.pgm'),
-- :layer ('shadow'; or 'color'), :step (1: all levels; 16 shows the levels that the game shows).

.bail on
WITH texel_rows(n) AS (VALUES (7), (6), (5), (4), (3), (2), (1), (0)),
layer(magic, bytes) AS (
    SELECT iif(:layer = 'color', 'P6', 'P5'), iif(:layer = 'color', 3, 1)),
strips(width, height, magic, strip) AS (
    -- one row of texels of one cube
    SELECT m.width, m.height, magic,
           coalesce(posterize(substr(iif(magic = 'P6', l.color, l.shadow),
                                     1 + 8 * bytes * r.n, 8 * bytes),
                              coalesce(:step, 1), 'replicate'),
                    zeroblob(8 * bytes))
    FROM layer
    CROSS JOIN gnd_maps(coalesce(:file, 'samples/town.gnd')) m
    CROSS JOIN gnd_cubes(m.source) c
    CROSS JOIN texel_rows r
    LEFT JOIN gnd_surfaces(m.source) s ON s.id = c.surface_top
    LEFT JOIN gnd_lightmaps(m.source) l ON l.id = s.lightmap_id
    WHERE m.lightmap_width = 8 AND m.lightmap_height = 8
    ORDER BY c.y DESC, r.n DESC, c.x)
SELECT coalesce(:picture, 'lightmap.pgm') AS picture, 8 * width AS width, 8 * height AS height,
       writefile(coalesce(:picture, 'lightmap.pgm'),
                 CAST(printf('%s %d %d 255 ', magic, 8 * width, 8 * height) ||
                      group_concat(strip, '') AS BLOB)) AS bytes
FROM strips;
