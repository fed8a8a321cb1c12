-- What `make demo` shows: three answers about the sample files, five pictures and two 3D models.

.bail on
.mode box --wrap 0
.print
.print gamemap reads the files of game worlds as SQL tables. In samples/ lie some of every kind:
SELECT format, count(*) AS files, sum(size) AS bytes, min(file) AS one_of_them
FROM gamemap_files('samples/**') WHERE error IS NULL GROUP BY format ORDER BY files DESC LIMIT 8;

.print
.print 1. Which textures of the maps in my GRF are missing from it?
SELECT path AS missing, count(DISTINCT file) AS maps, min(file) AS one_of_them
FROM gnd_textures('samples/data.grf/data/*.gnd') WHERE texture_path IS NULL
GROUP BY path ORDER BY maps DESC, missing;

.print 2. Which models sank into the ground of Rivertown, and how deep?
SELECT m.model_file AS model, round(m.x) AS x, round(m.z) AS z,
       round(m.y - gat_height(g.source, m.x / 5 + g.width / 2.0, m.z / 5 + g.height / 2.0), 1) AS depth
FROM gat_maps('samples/rivertown/rivertown.gat') g JOIN rsw_models('samples/rivertown/rivertown.rsw') m
WHERE depth > 10;

.print 3. Which parts of a house can nobody reach? (An area of Neverwinter Nights 2: its largest part is 0)
SELECT id AS part, round(area, 1) AS square_metres, triangles, tiles
FROM aswm_components('samples/house.trx') ORDER BY area DESC LIMIT 3;

.print
.print Each of these pictures is one statement (sql/demo.sql). Look at them:
SELECT 'pictures/rivertown.heights.png' AS picture, 'heights, with the light and shade of slopes' AS shows,
       writefile('pictures/rivertown.heights.png',
                 gamemap_picture(x, y, -height_sw, 'relief',
                                 '{"scale": 8, "legend": true, "title": "Rivertown: heights", "unit": "cubes"}')) AS bytes
FROM gnd_cubes('samples/rivertown/rivertown.gnd')
UNION ALL
SELECT 'pictures/rivertown.textures.png', 'what the ground is made of',
       writefile('pictures/rivertown.textures.png',
                 gamemap_picture(c.x, c.y, t.path, 'classes',
                                 '{"scale": 8, "legend": true, "title": "Rivertown: textures", "unit": "cubes"}'))
FROM gnd_cubes('samples/rivertown/rivertown.gnd') c
JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top JOIN gnd_textures(c.source) t ON t.id = s.texture_id
UNION ALL
SELECT 'pictures/rivertown.way.png', 'the shortest way from the market to the fields',
       writefile('pictures/rivertown.way.png',
                 gamemap_picture(x, y, CASE WHEN id IN (SELECT tile_id FROM gat_path('samples/rivertown/rivertown.gat', 62, 80, 150, 62))
                                            THEN 'the way, on a red carpet'
                                            WHEN walkable THEN 'grass, where one can walk'
                                            WHEN type = 5 THEN 'water' ELSE 'a wall' END, 'classes',
                                 '{"scale": 4, "legend": true, "title": "Rivertown: from the market to the fields", "unit": "tiles"}'))
FROM gat_tiles('samples/rivertown/rivertown.gat')
UNION ALL
SELECT 'pictures/world.heights.png', 'four regions of a Silkroad world',
       writefile('pictures/world.heights.png',
                 gamemap_picture(96 * r.x + h.x, 96 * r.z + h.z, h.height, 'relief',
                                 '{"scale": 4, "legend": true, "title": "Four regions: heights", "unit": "tiles"}'))
FROM jmx_regions('samples/*.nvm') r JOIN jmx_heights(r.source) h
UNION ALL
SELECT 'pictures/house.walkmesh.png', 'where one can walk in a house, by height',
       writefile('pictures/house.walkmesh.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.center_z, 'viridis',
                                 '{"scale": 14, "legend": true, "title": "A house: walkmesh", "unit": "metres"}'))
FROM aswm_triangles('samples/house.trx') t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2 WHERE t.walkable;

.print And these open in Blender and other 3D programs (binary glTF):
SELECT 'pictures/rivertown.glb' AS model, 'the town with its baked shadows' AS shows,
       writefile('pictures/rivertown.glb', gnd_glb('samples/rivertown/rivertown.gnd')) AS bytes
UNION ALL
SELECT 'pictures/windmill.glb', 'a model whose sails turn',
       writefile('pictures/windmill.glb', mdl_glb('samples/windmill.mdl'));

.print
.print 'Next: ext/reference/README.md has every table, sql/ has ready reports, `make web` makes a page.'
.print 'On your own files, in folders and in archives:'
.print "    sqlite3 -cmd \".load ./gamemap\" :memory: \"SELECT file, format, version, error FROM gamemap_files('path/to/maps/**')\""
