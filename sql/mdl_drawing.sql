-- Meshes that may not be drawn as meant: without texture coordinates or, in NWN:EE, without
-- tangents, and those that NWN:EE merged, whose indices are with another mesh.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/**/*.mdl'" < sql/mdl_drawing.sql
--
-- Parameter: :files or :file, by default 'samples/*.mdl'.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE odd AS
SELECT m.file, n.path, m.texture0 AS texture, m.material, m.vertex_count AS vertices,
       iif(m.texture0 IS NOT NULL AND NOT m.uv_count, 'none', NULL) AS coordinates,
       iif(o.layout = 'ee' AND NOT m.has_tangents, iif(m.render_hint = 2, 'needed', 'none'), NULL)
           AS tangents,
       m.merged, m.face_count AS faces, m.stored_index_count / 3 AS drawn_faces
FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip') o
JOIN mdl_meshes(o.source) m ON m.vertex_count > 0 AND (m.render OR m.merged = 'sibling')
JOIN mdl_nodes(o.source) n ON n.id = m.node_id
WHERE coordinates IS NOT NULL OR tangents IS NOT NULL OR m.merged IS NOT NULL
ORDER BY m.file, m.node_id;
SELECT count(*) AS meshes, count(DISTINCT file) AS models,
       count(coordinates) AS without_coordinates, count(tangents) AS without_tangents,
       count(merged) AS merged
FROM odd;
SELECT * FROM odd;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE odd;
