-- What Blender and three.js are to find in the models below :folder, whose .glb this writes into :out:
-- a JSON object for each.
.mode list
.headers off
WITH files AS MATERIALIZED (
    SELECT file, row_number() OVER () AS number
    FROM gamemap_files(:folder || '/**') WHERE format = 'MDL' AND error IS NULL),
models AS MATERIALIZED (
    SELECT f.file, printf('%s/model%d.glb', :out, f.number) AS glb, writefile(printf('%s/model%d.glb', :out, f.number), mdl_glb(f.file)) AS bytes
    FROM files f)
SELECT json_object(
    'file', m.file, 'glb', m.glb,
    'nodes', (SELECT json_group_array(json_array(name, parent_id, kind)) FROM (SELECT name, parent_id, kind FROM mdl_nodes(m.file) WHERE animation_id IS NULL ORDER BY id)),
    'rest', (SELECT json_group_array(json_array(local_x, local_y, local_z, local_qw, local_qx, local_qy, local_qz,
                                                local_scale)) FROM mdl_pose(m.file)),
    'meshes', (SELECT count(DISTINCT f.node_id) FROM mdl_faces(m.file) f JOIN mdl_nodes(m.file) n ON n.id = f.node_id
               WHERE n.animation_id IS NULL AND f.vertex0 + f.vertex1 + f.vertex2 IS NOT NULL),
    -- a part of a mesh has its own in Blender, and walkmeshes have a part for each surface
    'vertices', (WITH faces AS (
                     SELECT iif(n.kind = 'aabb', ifnull(f.surface_name, ''), 'all') AS part, f.* FROM mdl_faces(m.file) f
                     JOIN mdl_nodes(m.file) n ON n.id = f.node_id)
                 SELECT count(*) FROM (SELECT part, vertex0 FROM faces UNION SELECT part, vertex1 FROM faces
                                       UNION SELECT part, vertex2 FROM faces)),
    'lights', (SELECT count(*) FROM mdl_lights(m.file) l JOIN mdl_nodes(m.file) n ON n.id = l.node_id WHERE n.animation_id IS NULL),
    'joints', (SELECT json_group_array(json_array(s.node_id, s.bone_node_id)) FROM mdl_bone_slots(m.file) s
               JOIN mdl_nodes(m.file) n ON n.id = s.node_id WHERE n.animation_id IS NULL AND s.bone_node_id IS NOT NULL),
    'animations', (SELECT json_group_array(json_array(a.name, a.length)) FROM mdl_animations(m.file) a),
    'channels', (SELECT json_group_array(json_array(n.animation_id, c.geometry_node_id))
                 FROM (SELECT DISTINCT c.node_id, c.geometry_node_id FROM mdl_controllers(m.file) c
                       WHERE c.geometry_node_id IS NOT NULL AND c.row_count > 0
                         AND (c.type, c.column_count) IN (VALUES (8, 3), (20, 4), (36, 1))) c
                 JOIN mdl_nodes(m.file) n ON n.id = c.node_id),
    'poses', (SELECT json_group_array(json_array(p.animation, p.time, p.node_id, p.x, p.y, p.z, p.qx, p.qy, p.qz, p.qw,
                                                 p.scale))
              FROM (SELECT a.id AS own, a.length * s.share AS moment
                    FROM mdl_animations(m.file) a JOIN (SELECT 0 AS share UNION VALUES (0.37), (1)) s
                    WHERE a.id < 3) k
              JOIN mdl_pose(m.file, k.own, k.moment) p),
    'skinned', (SELECT json_group_array(json_array(v.animation, v.time, v.node_id, v.x, v.y, v.z))
                FROM (SELECT a.id AS own, a.length * 0.37 AS moment FROM mdl_animations(m.file) a WHERE a.id < 2) k
                JOIN mdl_skins(m.file) s JOIN mdl_nodes(m.file) n ON n.id = s.node_id
                JOIN mdl_posed_vertices(m.file, k.own, k.moment) v ON v.node_id = s.node_id
                WHERE n.animation_id IS NULL))
FROM models m;
