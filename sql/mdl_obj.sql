-- The geometry of one model as OBJ text, each mesh where its node is, one material for each texture.
-- Units are metres, z is up.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'dragon.mdl'" \
--             < sql/mdl_obj.sql > dragon.obj
--
-- Parameter: :file, without it 'samples/windmill.mdl'.

.bail on
-- Where each node is: its place p, turned by the quaternion q and scaled by s.
CREATE TEMP TABLE pose AS
WITH RECURSIVE
local(id, parent_id, px, py, pz, qx, qy, qz, qw, s) AS MATERIALIZED (
    SELECT id, parent_id, ifnull(position_x, 0), ifnull(position_y, 0), ifnull(position_z, 0),
           ifnull(orientation_x, 0), ifnull(orientation_y, 0), ifnull(orientation_z, 0),
           ifnull(orientation_w, 1), ifnull(scale, 1)
    FROM mdl_nodes(coalesce(:file, 'samples/windmill.mdl')) WHERE animation_id IS NULL),
pose(id, px, py, pz, qx, qy, qz, qw, s) AS (
    SELECT id, px, py, pz, qx, qy, qz, qw, s FROM local WHERE parent_id IS NULL
    UNION ALL
    SELECT c.id,
           p.px + p.s * (c.px + 2 * (p.qw * (p.qy * c.pz - p.qz * c.py)
               + p.qy * (p.qx * c.py - p.qy * c.px) - p.qz * (p.qz * c.px - p.qx * c.pz))),
           p.py + p.s * (c.py + 2 * (p.qw * (p.qz * c.px - p.qx * c.pz)
               + p.qz * (p.qy * c.pz - p.qz * c.py) - p.qx * (p.qx * c.py - p.qy * c.px))),
           p.pz + p.s * (c.pz + 2 * (p.qw * (p.qx * c.py - p.qy * c.px)
               + p.qx * (p.qz * c.px - p.qx * c.pz) - p.qy * (p.qy * c.pz - p.qz * c.py))),
           p.qw * c.qx + p.qx * c.qw + p.qy * c.qz - p.qz * c.qy,
           p.qw * c.qy - p.qx * c.qz + p.qy * c.qw + p.qz * c.qx,
           p.qw * c.qz + p.qx * c.qy - p.qy * c.qx + p.qz * c.qw,
           p.qw * c.qw - p.qx * c.qx - p.qy * c.qy - p.qz * c.qz,
           p.s * c.s
    FROM pose p JOIN local c ON c.parent_id = p.id)
SELECT * FROM pose ORDER BY id;

.mode list
.headers off
SELECT printf('v %.6g %.6g %.6g',
           p.px + p.s * (v.x + 2 * (p.qw * (p.qy * v.z - p.qz * v.y)
               + p.qy * (p.qx * v.y - p.qy * v.x) - p.qz * (p.qz * v.x - p.qx * v.z))),
           p.py + p.s * (v.y + 2 * (p.qw * (p.qz * v.x - p.qx * v.z)
               + p.qz * (p.qy * v.z - p.qz * v.y) - p.qx * (p.qx * v.y - p.qy * v.x))),
           p.pz + p.s * (v.z + 2 * (p.qw * (p.qx * v.y - p.qy * v.x)
               + p.qx * (p.qz * v.x - p.qx * v.z) - p.qy * (p.qy * v.z - p.qz * v.y))))
FROM mdl_vertices(coalesce(:file, 'samples/windmill.mdl')) v LEFT JOIN pose p ON p.id = v.node_id
ORDER BY v.id;
SELECT printf('vt %.6g %.6g', u0, v0) FROM mdl_vertices(coalesce(:file, 'samples/windmill.mdl'))
ORDER BY id;
SELECT iif(f.face_index, '',
           'o ' || n.name || char(10) || 'usemtl ' || coalesce(m.material, m.texture0, 'none')
               || char(10))
       || printf('f %d/%d %d/%d %d/%d', f.vertex0 + 1, f.vertex0 + 1, f.vertex1 + 1, f.vertex1 + 1,
                 f.vertex2 + 1, f.vertex2 + 1)
FROM mdl_faces(coalesce(:file, 'samples/windmill.mdl')) f
JOIN mdl_nodes(f.source) n ON n.id = f.node_id
JOIN mdl_meshes(f.source) m ON m.node_id = f.node_id
WHERE f.vertex0 IS NOT NULL AND f.vertex1 IS NOT NULL AND f.vertex2 IS NOT NULL
ORDER BY f.id;

DROP TABLE pose;
