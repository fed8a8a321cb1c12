-- The walkmeshes in the models of a folder (tiles, placeables) by material: faces, square metres.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'tiles/*.mdl'" < sql/mdl_walkmesh.sql
--
-- Parameter: :files, without it 'samples/*.mdl'.

.bail on
.mode box
WITH faces AS (
    SELECT f.file, f.surface, f.surface_name,
           b.x - a.x AS ux, b.y - a.y AS uy, b.z - a.z AS uz,
           c.x - a.x AS vx, c.y - a.y AS vy, c.z - a.z AS vz
    FROM mdl_nodes(coalesce(:files, 'samples/*.mdl'), 'skip') n
    JOIN mdl_faces(n.source, 'skip') f ON f.node_id = n.id
    JOIN mdl_vertices(n.source, 'skip') a ON a.id = f.vertex0
    JOIN mdl_vertices(n.source, 'skip') b ON b.id = f.vertex1
    JOIN mdl_vertices(n.source, 'skip') c ON c.id = f.vertex2
    WHERE n.has_aabb AND n.animation_id IS NULL)
SELECT file, surface, surface_name AS material, count(*) AS faces,
       round(sum(sqrt(pow(uy * vz - uz * vy, 2) + pow(uz * vx - ux * vz, 2)
                      + pow(ux * vy - uy * vx, 2)) / 2), 2) AS square_metres
FROM faces GROUP BY file, surface ORDER BY file, faces DESC;
