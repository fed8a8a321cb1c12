-- The geometry of one model as OBJ text, each mesh where its node is, one material for each texture.
-- Units are metres, y is up. Walkmeshes and other meshes that aren't drawn are left out, unless all are
-- asked for.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'dragon.mdl'" \
--             < sql/mdl_obj.sql > dragon.obj
--
-- Parameters: :file or :files, one model, by default 'samples/windmill.mdl', which the first line says;
-- :all, 1 for all meshes, by default 0.

.bail on
.mode list
.headers off
-- mdl_height() takes no pattern, which would make one mesh of many models
SELECT '# ' || iif(coalesce(:file, :files) IS NULL, 'No :file is given, so this is ', '') ||
       replace(replace(model, char(10), ' '), char(13), ' ')
FROM (SELECT coalesce(:file, :files, 'samples/windmill.mdl') AS model)
WHERE typeof(mdl_height(model, 0, 0)) <> 'text';
SELECT printf('v %.6g %.6g %.6g', world_x, world_z, -world_y)
FROM mdl_vertices(coalesce(:file, :files, 'samples/windmill.mdl')) ORDER BY id;
SELECT printf('vt %.6g %.6g', u0, v0) FROM mdl_vertices(coalesce(:file, :files, 'samples/windmill.mdl'))
ORDER BY id;
SELECT iif(f.face_index, '',
           'o ' || replace(replace(n.name, char(10), '_'), char(13), '_') || char(10) ||
           'usemtl ' || replace(replace(replace(coalesce(m.material, m.texture0, 'none'), ' ', '_'),
                                        char(10), '_'), char(13), '_') || char(10))
       || printf('f %d/%d %d/%d %d/%d', f.vertex0 + 1, f.vertex0 + 1, f.vertex1 + 1, f.vertex1 + 1,
                 f.vertex2 + 1, f.vertex2 + 1)
FROM mdl_faces(coalesce(:file, :files, 'samples/windmill.mdl')) f
JOIN mdl_nodes(f.source) n ON n.id = f.node_id
JOIN mdl_meshes(f.source) m ON m.node_id = f.node_id
WHERE f.vertex0 IS NOT NULL AND f.vertex1 IS NOT NULL AND f.vertex2 IS NOT NULL
  AND (:all OR ((m.render OR m.merged = 'sibling') AND NOT n.has_aabb))
ORDER BY f.id;
