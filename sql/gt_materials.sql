-- Which materials the static objects of Firefall chunks are made of, for each level of detail: parts
-- and triangles whose box touches a region of the chunk.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'chunks/*.gtchunk'" \
--             -cmd ".param set :min_x 0" -cmd ".param set :max_x 100" < sql/gt_materials.sql
--
-- Parameters: :files or :file, by default 'samples/*.gtchunk'; :min_x to :max_z, the region in units
-- of the chunk, by default all of it. A part counts with all of its triangles, and wherever it may be
-- if its box holds no numbers. Chunks of which a block or more can't be read are named: see gt_damage.sql.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.gtchunk.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GTCHUNK.'
WHERE NOT EXISTS (SELECT 1 FROM gt_chunks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE parts AS
SELECT p.file, b.lod, p.material_id, count(*) AS parts, sum(p.triangle_count) AS triangles,
       sum(p.status NOT IN ('ok', 'legacy')) AS damaged
FROM gt_blocks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') b
JOIN gt_nodes(b.source) n ON n.block_id = b.id
JOIN gt_geometries(b.source) g ON g.node_id = n.id
JOIN gt_entries(b.source) e ON e.geometry_id = g.id
JOIN gt_groups(b.source) h ON h.entry_id = e.id
JOIN gt_parts(b.source) p ON p.group_id = h.id
WHERE coalesce(p.max_x >= :min_x, 1) AND coalesce(p.min_x <= :max_x, 1)
  AND coalesce(p.max_y >= :min_y, 1) AND coalesce(p.min_y <= :max_y, 1)
  AND coalesce(p.max_z >= :min_z, 1) AND coalesce(p.min_z <= :max_z, 1)
GROUP BY p.file, b.lod, p.material_id;
CREATE TEMP TABLE damage AS -- what has no parts, though the chunk may have some there
SELECT file, status FROM gt_chunks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok'
UNION ALL
SELECT file, status FROM gt_blocks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status NOT IN ('ok', 'empty')
UNION ALL
SELECT file, status FROM gt_geometries(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok';

SELECT lod, count(DISTINCT material_id) AS materials, sum(parts) AS parts,
       sum(triangles) AS triangles, sum(damaged) AS damaged
FROM parts GROUP BY lod ORDER BY lod;

SELECT * FROM parts ORDER BY file, lod, triangles DESC, material_id;
SELECT file AS not_all_of_it, count(*) AS damaged_places, min(status) AS damage FROM damage GROUP BY file ORDER BY file;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE damage;
DROP TABLE parts;
