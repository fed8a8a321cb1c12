-- Regions of a Silkroad world with how much of each is blocked, most blocked first.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_blocked.sql
--
-- Parameter: :files or :file, without them 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them.
-- It splits by file (sql/cluster.py): the table is made for each file, the query asks all.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/*.nvm.'
WHERE coalesce(:files, :file) IS NULL;
.mode box --wrap 0
.headers on
CREATE TEMP TABLE regions AS
SELECT r.region_id, r.x, r.z, r.variant, sum(t.blocked) AS blocked_tiles,
       round(100.0 * sum(t.blocked) / count(*), 1) AS blocked_percent,
       r.cell_count AS cells, r.object_count AS objects, r.file
FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip') r JOIN jmx_tiles(r.source) t
GROUP BY r.file;

SELECT * FROM regions ORDER BY blocked_tiles DESC, file;
