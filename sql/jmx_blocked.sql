-- Regions of a Silkroad world with how much of each is blocked, most blocked first.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_blocked.sql
--
-- Parameter: :files or :file, by default 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them. Where several files describe one region, as copies do, the first counts in the
-- totals; those without a number all count.
-- It splits by file (sql/cluster.py): the table is made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE regions AS
SELECT r.region_id, r.x, r.z, r.variant, sum(t.blocked) AS blocked_tiles, count(*) AS tiles,
       r.cell_count AS cells, r.object_count AS objects, r.file
FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip') r JOIN jmx_tiles(r.source) t
GROUP BY r.file;

SELECT count(*) AS regions, sum(blocked_tiles) AS blocked_tiles,
       round(100.0 * sum(blocked_tiles) / sum(tiles), 1) AS blocked_percent
FROM (SELECT blocked_tiles, tiles, min(file) FROM regions GROUP BY coalesce(region_id, file));

SELECT region_id, x, z, variant, blocked_tiles,
       round(100.0 * blocked_tiles / tiles, 1) AS blocked_percent, cells, objects, file
FROM regions ORDER BY blocked_tiles DESC, file;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE regions;
