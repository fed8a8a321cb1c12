-- Which materials the static objects of Firefall chunks are made of, for each level of detail: parts
-- and triangles whose box touches a region of the chunk.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'chunks/*.gtchunk'" \
--             -cmd ".param set :min_x 0" -cmd ".param set :max_x 100" < sql/gt_materials.sql
--
-- Parameters: :files, without it 'samples/*.gtchunk'; :min_x to :max_z, the region in units of the
-- chunk, without them all of it. A part counts with all of its triangles.

.bail on
.mode box
SELECT p.file, b.lod, p.material_id, count(*) AS parts, sum(p.triangle_count) AS triangles,
       sum(p.status NOT IN ('ok', 'legacy')) AS damaged
FROM gt_blocks(coalesce(:files, 'samples/*.gtchunk'), 'skip') b
JOIN gt_nodes(b.source) n ON n.block_id = b.id
JOIN gt_geometries(b.source) g ON g.node_id = n.id
JOIN gt_entries(b.source) e ON e.geometry_id = g.id
JOIN gt_groups(b.source) h ON h.entry_id = e.id
JOIN gt_parts(b.source) p ON p.group_id = h.id
WHERE p.max_x >= coalesce(:min_x, -1e9) AND p.min_x <= coalesce(:max_x, 1e9)
  AND p.max_y >= coalesce(:min_y, -1e9) AND p.min_y <= coalesce(:max_y, 1e9)
  AND p.max_z >= coalesce(:min_z, -1e9) AND p.min_z <= coalesce(:max_z, 1e9)
GROUP BY p.file, b.lod, p.material_id ORDER BY p.file, b.lod, triangles DESC;
