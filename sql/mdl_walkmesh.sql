-- The walkmeshes in the models of a folder (tiles, placeables) by material: faces, square metres.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'tiles/*.mdl'" < sql/mdl_walkmesh.sql
--
-- Parameter: :files, without it 'samples/*.mdl'.

.bail on
.mode box
SELECT f.file, f.surface, f.surface_name AS material, count(*) AS faces,
       round(sum(f.area), 2) AS square_metres
FROM mdl_nodes(coalesce(:files, 'samples/*.mdl'), 'skip') n
JOIN mdl_faces(n.source, 'skip') f ON f.node_id = n.id
WHERE n.kind = 'aabb' AND n.animation_id IS NULL
GROUP BY f.file, f.surface ORDER BY f.file, faces DESC;
