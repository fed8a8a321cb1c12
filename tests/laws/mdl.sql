-- format: MDL sound
-- Heights on walkmeshes of Neverwinter Nights, and where nodes and vertices are. Places lie in
-- faces, on the middles of edges, on corners, and anywhere around.

DROP TABLE IF EXISTS temp.face;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.hit;

CREATE TEMP TABLE face AS
SELECT f.id, f.node_id, f.face_index, f.surface, f.surface_name, f.area,
       a.world_x AS ax, a.world_y AS ay, a.world_z AS az, b.world_x AS bx, b.world_y AS by_, b.world_z AS bz,
       c.world_x AS cx, c.world_y AS cy, c.world_z AS cz
FROM mdl_nodes(:file) n JOIN mdl_models(:file) m JOIN mdl_faces(:file) f ON f.node_id = n.id
LEFT JOIN mdl_vertices(:file) a ON a.id = f.vertex0 LEFT JOIN mdl_vertices(:file) b ON b.id = f.vertex1
LEFT JOIN mdl_vertices(:file) c ON c.id = f.vertex2
WHERE n.animation_id IS NULL AND (n.kind = 'aabb' OR m.container IN ('pwk', 'dwk'));

CREATE TEMP TABLE place AS
WITH chosen AS (
    SELECT *, row_number() OVER (ORDER BY (id * 7919 + :seed) * 104729 % 1000003, id) AS n,
           (id * 31 + :seed) % 97 / 97.0 AS u, (id * 17 + :seed) % 89 / 89.0 AS v
    FROM face WHERE ax + bx + cx + ay + by_ + cy IS NOT NULL LIMIT 24)
SELECT n, id AS face_id,
       CASE n % 5 WHEN 2 THEN (ax + bx) / 2 WHEN 3 THEN cx WHEN 4 THEN ax + 20 * (u - 0.5)
            ELSE ax + min(u, v) * (bx - ax) + (1 - max(u, v)) * (cx - ax) END AS px,
       CASE n % 5 WHEN 2 THEN (ay + by_) / 2 WHEN 3 THEN cy WHEN 4 THEN ay + 20 * (v - 0.5)
            ELSE ay + min(u, v) * (by_ - ay) + (1 - max(u, v)) * (cy - ay) END AS py
FROM chosen;

CREATE TEMP TABLE hit AS
SELECT n, px, py, h.id AS turn, h.node_id, h.face_id, h.z, h.surface, h.surface_name, h.face_index, h.state
FROM place JOIN mdl_walk_hits(:file, px, py) h;

-- law: the tree of boxes finds what all faces give
SELECT * FROM (
    SELECT n, turn, face_id, z FROM hit
    EXCEPT SELECT n, h.id, h.face_id, h.z FROM place JOIN mdl_walk_hits(:file, px, py, 'all') h)
UNION ALL SELECT * FROM (
    SELECT n, h.id, h.face_id, h.z FROM place JOIN mdl_walk_hits(:file, px, py, 'all') h
    EXCEPT SELECT n, turn, face_id, z FROM hit);

-- law: the height and the surface are those of the highest hit, of a door of its highest closed one
SELECT place.*, mdl_height(:file, px, py) AS height, mdl_surface(:file, px, py) AS surface
FROM place JOIN mdl_models(:file) m
WHERE (mdl_height(:file, px, py), mdl_surface(:file, px, py)) IS NOT
      (SELECT z, surface FROM hit WHERE hit.n = place.n AND (m.container <> 'dwk' OR state = 'closed') ORDER BY turn LIMIT 1)
  AND NOT (mdl_height(:file, px, py) IS NULL AND mdl_surface(:file, px, py) IS NULL AND NOT EXISTS
      (SELECT 1 FROM hit WHERE hit.n = place.n AND (m.container <> 'dwk' OR state = 'closed')));

-- law: hits come from above
SELECT one.* FROM hit one JOIN hit two ON two.n = one.n AND two.turn = one.turn + 1 WHERE two.z > one.z;

-- law: a hit says what the table of faces says
SELECT hit.* FROM hit LEFT JOIN face ON face.id = hit.face_id
WHERE (face.node_id, face.face_index, face.surface, face.surface_name)
      IS NOT (hit.node_id, hit.face_index, hit.surface, hit.surface_name);

-- law: a hit lies in its face as seen from above, and between its corners
SELECT hit.*, face.* FROM hit JOIN face ON face.id = hit.face_id
WHERE px < min(ax, bx, cx) - 2e-6 OR px > max(ax, bx, cx) + 2e-6 OR py < min(ay, by_, cy) - 2e-6
   OR py > max(ay, by_, cy) + 2e-6
   OR abs((bx - ax) * (cy - ay) - (by_ - ay) * (cx - ax)) > 1e-3
      AND (z < min(az, bz, cz) - 0.01 OR z > max(az, bz, cz) + 0.01);

-- law: a place in a face hits it, at the height of its plane
SELECT * FROM (
    SELECT place.n, place.px, place.py, face.*, hit.z,
           az + ((cz - az) * ((bx - ax) * (place.py - ay) - (by_ - ay) * (place.px - ax)) +
                 (bz - az) * ((place.px - ax) * (cy - ay) - (place.py - ay) * (cx - ax))) / steep AS plane
    FROM place
    JOIN (SELECT *, (bx - ax) * (cy - ay) - (by_ - ay) * (cx - ax) AS steep FROM face) face ON face.id = place.face_id
    LEFT JOIN hit ON hit.n = place.n AND hit.face_id = place.face_id
    WHERE place.n % 5 <> 4 AND abs(steep) > 1e-6)
WHERE z IS NULL OR abs(z - plane) > 1e-6 * max(1, abs(z));

-- law: a face is as large as its corners say
SELECT * FROM face
WHERE abs(area - sqrt(pow((by_ - ay) * (cz - az) - (bz - az) * (cy - ay), 2) + pow((bz - az) * (cx - ax) - (bx - ax) * (cz - az), 2)
                    + pow((bx - ax) * (cy - ay) - (by_ - ay) * (cx - ax), 2)) / 2) > 1e-9 * max(1, area);

-- law: the pose without an animation is where nodes are
SELECT p.* FROM mdl_pose(:file) p JOIN mdl_nodes(:file) n ON n.id = p.node_id
WHERE (p.x, p.y, p.z, p.qx, p.qy, p.qz, p.qw, p.scale)
      IS NOT (n.world_x, n.world_y, n.world_z, n.world_qx, n.world_qy, n.world_qz, n.world_qw, n.world_scale);

-- law: what is drawn lies within the model's box, which its corners touch
SELECT m.drawn_min_x, d.* FROM mdl_models(:file) m JOIN (
    SELECT min(v.world_x) AS min_x, max(v.world_z) AS max_z FROM mdl_meshes(:file) s
    JOIN mdl_nodes(:file) n ON n.id = s.node_id AND n.animation_id IS NULL AND n.kind <> 'aabb'
    JOIN mdl_faces(:file) f ON f.node_id = s.node_id
    JOIN mdl_vertices(:file) v ON v.id IN (f.vertex0, f.vertex1, f.vertex2)
    WHERE s.render OR s.merged = 'sibling') d
WHERE (m.drawn_min_x, m.drawn_max_z) IS NOT (d.min_x, d.max_z);

DROP TABLE IF EXISTS temp.again;
CREATE TEMP TABLE again AS SELECT mdl_text(:file) AS text FROM mdl_models(:file) WHERE container = 'mdl';

-- law: the text of a model, read again, has its nodes where they were
SELECT n.id, n.path, t.path, n.parent_id, t.parent_id, n.world_x - t.world_x, n.world_y - t.world_y, n.world_z - t.world_z
FROM again JOIN mdl_nodes(:file) n ON n.animation_id IS NULL LEFT JOIN mdl_nodes(text) t ON t.id = n.id
WHERE t.id IS NULL OR t.parent_id IS NOT n.parent_id OR ifnull(n.kind, 'dummy') <> t.kind
   OR abs(n.world_x - t.world_x) + abs(n.world_y - t.world_y) + abs(n.world_z - t.world_z)
      > 1e-5 * max(1, abs(n.world_x), abs(n.world_y), abs(n.world_z));

-- law: and it has as many faces, animations and events
SELECT * FROM (
    SELECT (SELECT count(*) FROM mdl_faces(:file)) - (SELECT count(*) FROM mdl_faces(text)) AS faces,
           (SELECT count(*) FROM mdl_events(:file)) - (SELECT count(*) FROM mdl_events(text)) AS events,
           (SELECT count(*) FROM mdl_animations(:file)) - (SELECT count(*) FROM mdl_animations(text)) AS animations
    FROM again)
WHERE faces OR events OR animations;

-- (Names and controllers that a model has twice are odder in a text.)
-- law: and nothing more is odd in it
SELECT f.code, f.message FROM again JOIN gamemap_findings(text) f
WHERE f.code NOT IN (SELECT code FROM gamemap_findings(:file)) AND f.code NOT IN ('parent_ambiguous', 'word_kind')
  AND (f.code, f.message) NOT IN (SELECT 'word_repeated', message FROM gamemap_findings(text)
                                  WHERE EXISTS (SELECT 1 FROM mdl_controllers(:file) GROUP BY node_id, type HAVING count(*) > 1));
