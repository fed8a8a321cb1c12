-- The static objects of one Firefall chunk as OBJ text, one material for each material id. The vertices
-- lie in the client's system/vg/static.vgeo_idx and static.vgeo beside it. OBJ has y up and z to the
-- viewer: x, y, z of the chunk become x, z, -y.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file '5_0001_0002.gtchunk'" \
--             -cmd ".param set :vgeo 'vg/static.vgeo_idx'" < sql/gt_obj.sql > chunk.obj
--
-- Parameters: :file or :files, one chunk, by default that of samples/, which the first line says; :vgeo, by
-- default static.vgeo_idx in the folder of the chunk; :lod, the level of detail, by default the finest
-- that has objects.
-- Triangles whose vertices aren't in the pages are left out.

.bail on
.mode list
.headers off
CREATE TEMP TABLE chunks(number INTEGER CONSTRAINT "one chunk makes one mesh" CHECK (number = 1));
INSERT INTO chunks
SELECT count(*) FROM gt_chunks(coalesce(:file, :files, 'samples/5_0001_0002.gtchunk'));
SELECT '# ' || iif(coalesce(:file, :files) IS NULL, 'No :file is given, so this is ', '') ||
       replace(replace(coalesce(:file, :files, 'samples/5_0001_0002.gtchunk'), char(10), ' '), char(13), ' ');
CREATE TEMP TABLE pages AS
SELECT coalesce(:vgeo, gamemap_folder(file) || 'static.vgeo_idx') AS vgeo
FROM (SELECT coalesce(:file, :files, 'samples/5_0001_0002.gtchunk') AS file);
SELECT printf('v %.9g %.9g %.9g', coalesce(x, 0), coalesce(z, 0), -coalesce(y, 0))
FROM gt_unique_vertices(coalesce(:file, :files, 'samples/5_0001_0002.gtchunk'),
                        (SELECT vgeo FROM pages));
WITH parts AS (
    SELECT p.id, p.material_id, p.source, b.lod, max(b.lod) OVER () AS finest
    FROM gt_blocks(coalesce(:file, :files, 'samples/5_0001_0002.gtchunk')) b
    JOIN gt_nodes(b.source) n ON n.block_id = b.id
    JOIN gt_geometries(b.source) g ON g.node_id = n.id
    JOIN gt_entries(b.source) e ON e.geometry_id = g.id
    JOIN gt_groups(b.source) h ON h.entry_id = e.id
    JOIN gt_parts(b.source) p ON p.group_id = h.id),
triangles AS (
    SELECT p.material_id, t.id, t.unique0 AS a, t.unique1 AS b, t.unique2 AS c
    FROM parts p
    CROSS JOIN gt_triangles(p.source) t ON t.part_id = p.id AND (p.lod IS NULL OR p.lod = coalesce(:lod, p.finest))
    CROSS JOIN gt_unique_vertices(p.source, (SELECT vgeo FROM pages)) v0
      ON v0.id = t.unique0
    CROSS JOIN gt_unique_vertices(p.source, (SELECT vgeo FROM pages)) v1
      ON v1.id = t.unique1
    CROSS JOIN gt_unique_vertices(p.source, (SELECT vgeo FROM pages)) v2
      ON v2.id = t.unique2
    WHERE v0.x IS NOT NULL AND v1.x IS NOT NULL AND v2.x IS NOT NULL
      AND t.unique0 NOT IN (t.unique1, t.unique2) AND t.unique1 <> t.unique2)
SELECT iif(lag(material_id) OVER by_material IS NOT material_id,
           'usemtl material' || material_id || char(10), '') ||
       printf('f %d %d %d', a + 1, b + 1, c + 1)
FROM triangles WINDOW by_material AS (ORDER BY material_id, id)
ORDER BY material_id, id;
DROP TABLE pages;
DROP TABLE chunks;
