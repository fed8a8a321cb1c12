-- The walkmeshes in the models of a folder, and in .wok, .pwk and .dwk files, by material: faces, square
-- metres.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'tiles/*.mdl'" < sql/mdl_walkmesh.sql
--
-- Parameter: :files or :file, by default 'samples/*.mdl'.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE grounds AS
SELECT f.file, f.surface, f.surface_name AS material, count(*) AS faces, sum(f.area) AS area
FROM mdl_nodes(coalesce(:files, :file, 'samples/*.mdl'), 'skip') n
JOIN mdl_faces(n.source, 'skip') f ON f.node_id = n.id
WHERE (n.kind = 'aabb' OR lower(n.file) GLOB '*.[pd]wk') AND n.animation_id IS NULL GROUP BY f.file, f.surface;
SELECT surface, material, count(*) AS models, sum(faces) AS faces,
       round(sum(area), 2) AS square_metres
FROM grounds GROUP BY surface ORDER BY sum(area) DESC;
SELECT file, surface, material, faces, round(area, 2) AS square_metres
FROM grounds ORDER BY file, faces DESC;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE grounds;
