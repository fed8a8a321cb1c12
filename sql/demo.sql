-- What `make demo` shows: a short report on the sample files.

.bail on
.mode box --wrap 0
.print
.print gamemap reads the files of game worlds as SQL tables. The files in samples/:
SELECT file, format, version, size AS bytes FROM gamemap_files('samples/*') WHERE error IS NULL;

.print
.print == Ragnarok Online ground (GND) ==
.print
.print How big the maps are, and how they are stored:
SELECT file, version, layout, width || ' x ' || height AS cubes, texture_count AS textures,
       lightmap_count AS lightmaps
FROM gnd_maps('samples/*.gnd');

.print
.print The textures of the town by the ground that they cover, in square tiles:
WITH ground AS MATERIALIZED (
    SELECT s.texture_id, t.area
    FROM gnd_triangles('samples/town.gnd') t JOIN gnd_surfaces(t.source) s ON s.id = t.surface_id)
SELECT x.path AS texture, count(g.area) AS triangles, round(total(g.area), 1) AS area
FROM gnd_textures('samples/town.gnd') x LEFT JOIN ground g ON g.texture_id = x.id
GROUP BY x.id ORDER BY area DESC;

.print
.print The town from above: # plateau, . ground, | and _ walls to the east and north:
.mode list
SELECT group_concat(CASE WHEN surface_east IS NOT NULL THEN '|' WHEN surface_north IS NOT NULL THEN '_'
                    WHEN height_sw = -20 THEN '#' ELSE '.' END, '') AS town
FROM (SELECT * FROM gnd_cubes('samples/town.gnd') ORDER BY y DESC, x) GROUP BY y ORDER BY y DESC;
.mode box --wrap 0

.print
.print How deep the lake is where it is under water (altitudes count downwards):
SELECT w.grid_x, w.level, w.type, count(*) AS cubes, round(max(c.height_sw) - w.level, 1) AS deepest
FROM gnd_water('samples/lake.gnd') w
JOIN gnd_cubes(w.source) c ON 2 * c.x >= w.min_x AND 2 * c.x < w.max_x
                          AND 2 * c.y >= w.min_y AND 2 * c.y < w.max_y AND c.height_sw > w.level
WHERE NOT w.is_default GROUP BY w.id;

.print
.print == Archives ==
.print
.print What lies in the archives in samples/, which nobody has unpacked:
SELECT a.file, a.format, e.name, e.size, e.packed_size AS packed, e.method
FROM archive_files('samples/*', 'skip') a JOIN archive_entries(a.source) e;

.print
.print The same question of loose maps and of those in a GRF, then of models in a hak and areas in a ZIP:
SELECT file, width || ' x ' || height AS cubes FROM gnd_maps('samples/[lt]*.gnd')
UNION ALL SELECT file, width || ' x ' || height FROM gnd_maps('samples/data.grf/data/*.gnd');
SELECT file, count(*) AS nodes FROM mdl_nodes('samples/*.hak/*.mdl') GROUP BY file;
SELECT file, count(*) AS triangles, sum(walkable) AS walkable
FROM aswm_triangles('samples/*.zip/**/*.trx') GROUP BY file;

.print
.print == Silkroad Online navigation meshes (JMXVNVM) ==
.print
.print A world of four regions; an object at a border stands in the files of both regions:
SELECT r.file, r.region_id, r.cell_count AS cells,
       (SELECT round(avg(blocked) * 100, 1) FROM jmx_tiles(r.source)) AS blocked_percent,
       r.object_count AS objects, (SELECT sum(owned) FROM jmx_objects(r.source)) AS owned
FROM jmx_regions('samples/*.nvm') r;

.print
.print The shortest way through nv_61a8 from south-west to north-east: # blocked, * on the way:
.mode list
WITH way AS MATERIALIZED (
    SELECT cell_id FROM jmx_path('samples/nv_61a8.nvm', jmx_cell_at('samples/nv_61a8.nvm', 60, 60),
                                 jmx_cell_at('samples/nv_61a8.nvm', 1860, 1860)))
SELECT group_concat(CASE WHEN blocked THEN '#' WHEN cell_id IN way THEN '*' ELSE '.' END, '') AS way
FROM (SELECT * FROM jmx_tiles('samples/nv_61a8.nvm') WHERE x % 3 = 0 AND z % 6 = 0
      ORDER BY z DESC, x)
GROUP BY z ORDER BY z DESC;
.mode box --wrap 0

.print
.print Edges with flags that no real file has, where the game shows them:
SELECT r.region_id, e.id AS edge, e.flags, e.cell0, e.cell1,
       jmx_game_x(r.region_id, e.x0) AS game_x, jmx_game_y(r.region_id, e.z0) AS game_y
FROM jmx_regions('samples/*.nvm') r JOIN jmx_edges(r.source) e
WHERE e.flags NOT IN (2, 4, 8);

.print
.print == Neverwinter Nights 2 areas and walkmeshes (TRN, TRX) ==
.print
.print Areas as the toolset saved them (TRN) and as it baked them (TRX):
SELECT file, baked, grid_width || ' x ' || grid_height AS tiles, triangle_count AS triangles,
       island_count AS islands,
       (SELECT round(sum(area)) FROM aswm_triangles(m.source) WHERE walkable) AS walkable_m2
FROM aswm_meshes('samples/*.tr?') m;

.print
.print The baked house from above, two triangles a square, and the way through it: # can't be walked
.print on, * is on the way, and the pool is an island that nobody reaches (the tile in the north-east
.print is dead; in house.trn it isn't):
.mode list
WITH way AS MATERIALIZED (SELECT triangle_id FROM aswm_path('samples/house.trx', 0, 80))
SELECT group_concat(CASE WHEN NOT walkable THEN '#' WHEN id IN way THEN '*' WHEN water THEN '~'
                    ELSE '.' END, '') AS house
FROM (SELECT * FROM aswm_triangles('samples/house.trx')
      ORDER BY CAST(center_y / 3 AS INTEGER) DESC, center_x)
GROUP BY CAST(center_y / 3 AS INTEGER) ORDER BY min(center_y) DESC;
.mode box --wrap 0

.print
.print How far that is on foot, by the tables of the game and at best, and how high it lies:
SELECT (SELECT round(max(distance), 2) FROM aswm_path('samples/house.trx', 0, 80)) AS by_tables,
       (SELECT round(max(distance), 2) FROM aswm_shortest_path('samples/house.trx', 0, 80)) AS at_best,
       aswm_path_status('samples/house.trx', 0, 40) AS to_the_pool,
       round(aswm_height('samples/house.trx', 1, 2), 2) AS height_of_the_start;

.print
.print == Neverwinter Nights models (MDL) ==
.print
.print Who compiled the models, and what is in them:
SELECT file, classification_name AS class, supermodel, compiler, layout, node_count AS nodes,
       animation_count AS animations
FROM mdl_models('samples/*.mdl');

.print
.print The nodes of the windmill, each with where it hangs and what it shows:
SELECT printf('%*s', 2 * n.depth, '') || n.name AS node, n.kind,
       printf('%g %g %g', n.position_x, n.position_y, n.position_z) AS position,
       m.face_count AS faces, coalesce(m.texture0, e.texture, r.model) AS shows
FROM mdl_nodes('samples/windmill.mdl') n
LEFT JOIN mdl_meshes(n.source) m ON m.node_id = n.id
LEFT JOIN mdl_emitters(n.source) e ON e.node_id = n.id
LEFT JOIN mdl_references(n.source) r ON r.node_id = n.id
WHERE n.animation_id IS NULL;

.print
.print What moves in its animations: the sails turn, the smoke puffs:
SELECT a.name AS animation, n.path, c.name AS controller, k.time,
       iif(c.name = 'orientation', round(degrees(2 * acos(k.value3))) || ' degrees', k.value0) AS value
FROM mdl_animations('samples/windmill.mdl') a
JOIN mdl_nodes(a.source) n ON n.animation_id = a.id
JOIN mdl_controllers(a.source) c ON c.node_id = n.id AND c.row_count > 1
JOIN mdl_keys(a.source) k ON k.controller_id = c.id
ORDER BY a.id, c.id, k.id;

.print
.print == Firefall chunks (GTCHUNK) and vertex pages (VGEO) ==
.print
.print The blocks of a chunk, zlib and LZMA, and what is in them:
SELECT b.lod, b.x, b.y, b.magic, b.compressed_size AS packed, b.uncompressed_size AS unpacked,
       (SELECT group_concat(type_name, ', ') FROM gt_nodes(b.source) WHERE block_id = b.id AND depth = 0)
       AS nodes
FROM gt_blocks('samples/5_0001_0002.gtchunk') b WHERE b.status = 'ok';

.print
.print Its static objects by material, with their size from the client's vertex pages:
SELECT p.material_id, count(*) AS parts, sum(p.triangle_count) AS triangles,
       (SELECT round(max(v.x) - min(v.x)) || ' x ' || round(max(v.y) - min(v.y)) || ' x ' ||
               round(max(v.z) - min(v.z))
        FROM gt_unique_vertices(p.source, 'samples/static.vgeo_idx') v WHERE v.part_id = p.id) AS size
FROM gt_parts('samples/5_0001_0002.gtchunk') p GROUP BY p.material_id;

.print
.print == Pictures ==
.print
.print Any query becomes a picture; these are one statement each. Look at them:
SELECT 'pictures/town.heights.png' AS picture, 'the heights of the town' AS shows,
       writefile('pictures/town.heights.png',
                 gamemap_picture(x, y, -height_sw, 'terrain',
                                 '{"legend": true, "title": "The town: heights"}')) AS bytes
FROM gnd_cubes('samples/town.gnd')
UNION ALL
SELECT 'pictures/town.textures.png', 'a colour for each texture',
       writefile('pictures/town.textures.png',
                 gamemap_picture(c.x, c.y, t.path, 'classes', '{"title": "The town: textures"}'))
FROM gnd_cubes('samples/town.gnd') c
JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top JOIN gnd_textures(c.source) t ON t.id = s.texture_id
UNION ALL
SELECT 'pictures/house.walkmesh.png', 'a colour for each island of the walkmesh',
       writefile('pictures/house.walkmesh.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, t.island_id, NULL),
                                 'classes', '{"title": "The house: islands of the walkmesh"}'))
FROM aswm_triangles('samples/house.trx') t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2
UNION ALL
SELECT 'pictures/nv_61a8.tiles.png', 'a colour for each cell of the navigation mesh',
       writefile('pictures/nv_61a8.tiles.png',
                 gamemap_picture(x, z, iif(blocked, NULL, cell_id), 'classes',
                                 '{"title": "nv_61a8: cells"}'))
FROM jmx_tiles('samples/nv_61a8.nvm');

.print
.print A model with its animations as a file that Blender and other 3D programs open (binary glTF):
SELECT 'pictures/windmill.glb' AS model, 'its sails turn, its smoke is a named node' AS shows,
       writefile('pictures/windmill.glb', mdl_glb('samples/windmill.mdl')) AS bytes;

.print
.print 'On your own files:'
.print "    sqlite3 -cmd \".load ./gamemap\" :memory: \"SELECT file, format, version, error FROM gamemap_files('path/to/maps/**')\""
