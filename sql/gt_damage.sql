-- What is damaged in Firefall chunks, and why: indexes and blocks, geometry nodes that break off, parts
-- without triangles or with oddities. Of sound chunks only their number is printed; parts of version
-- 5, which nobody can decode, aren't damage.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'chunks/*.gtchunk'" < sql/gt_damage.sql
--
-- Parameter: :files, without it 'samples/*.gtchunk'. Files that are no chunks are left out; `SELECT *
-- FROM gamemap_files(...) WHERE error IS NOT NULL` names them.

.bail on
CREATE TEMP TABLE damage AS
SELECT file, 'index' AS what, NULL AS id, status, NULL AS details
FROM gt_chunks(coalesce(:files, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok'
UNION ALL
SELECT file, 'block', id, status, printf('%u bytes at %u', compressed_size, data_offset)
FROM gt_blocks(coalesce(:files, 'samples/*.gtchunk'), 'skip') WHERE status NOT IN ('ok', 'empty')
UNION ALL
SELECT file, 'geometry', id, status, problem
FROM gt_geometries(coalesce(:files, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok'
UNION ALL
SELECT file, 'part', id, status, warnings
FROM gt_parts(coalesce(:files, 'samples/*.gtchunk'), 'skip')
WHERE status NOT IN ('ok', 'legacy') OR warnings IS NOT NULL;

.mode box
SELECT count(*) AS chunks, sum(file NOT IN (SELECT file FROM damage)) AS sound
FROM gt_chunks(coalesce(:files, 'samples/*.gtchunk'), 'skip');
SELECT * FROM damage;
