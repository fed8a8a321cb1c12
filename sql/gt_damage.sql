-- What is damaged in Firefall chunks, and why: indexes and blocks, geometry nodes that break off, parts that
-- can't be decoded or have oddities, props and collisions that can't be read. Of sound chunks only their
-- number is printed; parts of version 5, which can't be decoded, aren't damage, nor are parts that say that
-- they have no triangles.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'chunks/*.gtchunk'" < sql/gt_damage.sql
--
-- Parameter: :files or :file, by default 'samples/*.gtchunk'. Files that aren't chunks are left out;
-- `SELECT * FROM gamemap_files(...) WHERE error IS NOT NULL` names them.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.gtchunk.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GTCHUNK.'
WHERE NOT EXISTS (SELECT 1 FROM gt_chunks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE chunks AS SELECT file, status FROM gt_chunks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip');

CREATE TEMP TABLE damage AS
SELECT file, 'index' AS what, NULL AS id, status, NULL AS details
FROM chunks WHERE status <> 'ok'
UNION ALL
SELECT file, 'block', id, status, printf('%u bytes at %u', compressed_size, data_offset)
FROM gt_blocks(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status NOT IN ('ok', 'empty')
UNION ALL
SELECT file, 'geometry', id, status, problem
FROM gt_geometries(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok'
UNION ALL
SELECT file, 'part', id, status, warnings
FROM gt_parts(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip')
WHERE status NOT IN ('ok', 'legacy') OR warnings IS NOT NULL
UNION ALL
SELECT file, 'prop', id, status, kind FROM gt_props(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip') WHERE status <> 'ok'
UNION ALL
SELECT file, 'collision', id, status, kind FROM gt_collisions(coalesce(:files, :file, 'samples/*.gtchunk'), 'skip')
WHERE status <> 'ok';

SELECT count(*) AS chunks, sum(file NOT IN (SELECT file FROM damage)) AS sound FROM chunks;

SELECT * FROM damage
ORDER BY file, instr('index block geometry part prop collision', what), id;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE damage;
DROP TABLE chunks;
