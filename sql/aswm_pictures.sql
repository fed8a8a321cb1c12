-- Walkmeshes as pictures (PNG), three for each: what the ground is made of, with the names below; which
-- part belongs together (green) or is cut off from that (red); and how high one walks. North is up. Only
-- what can be walked on is drawn.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.trx'" < sql/aswm_pictures.sql
--
-- Parameter: :file or :files, a path or a pattern, by default 'samples/house.trx'. The pictures are named
-- after the files, as inn.trx.materials.png, inn.trx.reach.png and inn.trx.heights.png, and lie in the
-- current folder.

.bail on
SELECT 'No :file is given, so this is about samples/house.trx.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/house.trx'), 'aswm_meshes', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
SELECT m.file, name || '.materials.png, .reach.png, .heights.png' AS pictures,
       writefile(name || '.materials.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.material, 'classes',
                                 json_object('legend', 1, 'title', name || ': materials', 'unit', 'metres'))) AS bytes,
       writefile(name || '.reach.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y,
                                 CASE t.component WHEN 0 THEN 0x5FA04E ELSE 0xC8403A END, 'rgb',
                                 json_object('title', name || ': green is connected, red is cut off', 'unit', 'metres'))) AS and_bytes,
       writefile(name || '.heights.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.center_z, 'terrain',
                                 json_object('legend', 1, 'title', name || ': heights in metres', 'unit', 'metres'))) AS and_bytes
FROM (SELECT source, file, n.name
      FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx'), 'skip') CROSS JOIN named n USING (file)) m
CROSS JOIN aswm_triangles(m.source) t
CROSS JOIN aswm_vertices(m.source) a ON a.id = t.vertex0
CROSS JOIN aswm_vertices(m.source) b ON b.id = t.vertex1
CROSS JOIN aswm_vertices(m.source) c ON c.id = t.vertex2
WHERE t.walkable GROUP BY m.file;
SELECT m.file AS nothing_can_be_walked_on
FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx'), 'skip') m
WHERE NOT EXISTS (SELECT 1 FROM aswm_triangles(m.source) WHERE walkable);
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/house.trx'), 'aswm_meshes', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
