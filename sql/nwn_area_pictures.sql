-- Areas of the first Neverwinter Nights as pictures (PNG), two for each: what the ground is made of, with
-- the names below, and how high one walks. North is up; tiles whose models aren't found stay empty.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.are'" \
--             -cmd ".param set :models 'tiles/*.mdl'" < sql/nwn_area_pictures.sql
--
-- Parameters: :file or :files, a path or a pattern of .are, by default the samples'; :models, where the models
-- of the tiles are, by default 'samples/tc_*.mdl'; :sets, where the tilesets are, by default beside the areas.
-- The pictures are named after the files, as inn.are.ground.png and inn.are.heights.png, and lie in the
-- current folder.

.bail on
SELECT 'No :file is given, so this is about the samples.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files is an area of the first game.'
WHERE NOT EXISTS (SELECT 1 FROM nwn_areas(coalesce(:file, :files, 'samples/*.are'), 'skip') WHERE tileset IS NOT NULL);
.mode box --wrap 0
SELECT m.file, name || '.ground.png, .heights.png' AS pictures,
       writefile(name || '.ground.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, coalesce(t.surface_name, 'surface ' || t.surface), 'classes',
                                 json_object('legend', 1, 'title', name || ': ground', 'unit', 'metres'))) AS bytes,
       writefile(name || '.heights.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, (a.z + b.z + c.z) / 3, NULL), 'terrain',
                                 json_object('legend', 1, 'title', name || ': heights in metres', 'unit', 'metres'))) AS and_bytes
FROM (SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name
      FROM nwn_areas(coalesce(:file, :files, 'samples/*.are'), 'skip') WHERE tileset IS NOT NULL) m
CROSS JOIN nwn_area_triangles(m.source, coalesce(:models, 'samples/tc_*.mdl'), :sets) t
CROSS JOIN nwn_area_vertices(m.source, coalesce(:models, 'samples/tc_*.mdl'), :sets) a ON a.id = t.vertex0
CROSS JOIN nwn_area_vertices(m.source, coalesce(:models, 'samples/tc_*.mdl'), :sets) b ON b.id = t.vertex1
CROSS JOIN nwn_area_vertices(m.source, coalesce(:models, 'samples/tc_*.mdl'), :sets) c ON c.id = t.vertex2
GROUP BY m.file;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
