-- Regions of a Silkroad world with how much of each is blocked, most blocked first.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_blocked.sql
--
-- Parameter: :files, without it 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them.

.bail on
.mode box
SELECT r.region_id, r.x, r.z, r.variant, sum(t.blocked) AS blocked_tiles,
       round(100.0 * sum(t.blocked) / count(*), 1) AS blocked_percent,
       r.cell_count AS cells, r.object_count AS objects, r.file
FROM jmx_regions(coalesce(:files, 'samples/*.nvm'), 'skip') r JOIN jmx_tiles(r.source) t
GROUP BY r.file
ORDER BY blocked_tiles DESC, r.file;
