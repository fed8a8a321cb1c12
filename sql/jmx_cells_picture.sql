-- A whole world of Silkroad by kinds of cells as one picture (PNG), north up: open cells, those with
-- objects in them, closed cells, and blocked tiles of open cells. The names stand below.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :picture 'cells.png'" < sql/jmx_cells_picture.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.nvm'), :picture ('cells.png'),
-- :step (4: every fourth tile in both directions, 24 x 24 pixels for a region; 1 and less: all 96 x 96).
-- Where several files describe one region, as copies do, the first is drawn; those without a number aren't.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
WITH regions AS MATERIALIZED (
    SELECT x, z, source, min(file) AS file, max(1, CAST(coalesce(:step, 4) AS INTEGER)) AS step
    FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip')
    WHERE x IS NOT NULL GROUP BY region_id)
SELECT count(DISTINCT r.file) AS regions, coalesce(:picture, 'cells.png') AS picture,
       writefile(coalesce(:picture, 'cells.png'),
                 gamemap_picture((r.x * 96 + t.x) / step, (r.z * 96 + t.z) / step,
                                 CASE WHEN NOT c.is_open THEN 'closed cell'
                                      WHEN t.blocked THEN 'blocked tile of an open cell'
                                      WHEN c.object_count THEN 'open cell with objects'
                                      ELSE 'open cell' END,
                                 'classes', json_object('legend', 1, 'title', 'Kinds of cells', 'unit',
                                     iif(step = 1, 'tiles', printf('squares of %d x %d tiles', step, step))))) AS bytes
FROM regions r CROSS JOIN jmx_tiles(r.source) t CROSS JOIN jmx_cells(r.source) c ON c.id = t.cell_id
WHERE (r.x * 96 + t.x) % step = 0 AND (r.z * 96 + t.z) % step = 0;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.nvm'), 'jmx_regions', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
