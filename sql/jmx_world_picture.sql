-- A whole world of Silkroad as one picture (PNG), north up: open tiles the lighter the higher, blocked
-- ones black, and nothing where no file describes the world.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :picture 'world.png'" < sql/jmx_world_picture.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.nvm'), :picture ('world.png'),
-- :step (4: every fourth tile in both directions, 24 x 24 pixels for a region; 1: all 96 x 96). Where
-- several files describe one region, as copies do, the first is drawn; those without a number aren't.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
WITH regions AS MATERIALIZED (
    SELECT x, z, source, min(file) AS file, coalesce(:step, 4) AS step
    FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip')
    WHERE x IS NOT NULL GROUP BY region_id),
extent AS MATERIALIZED (
    SELECT min(h.height) AS lowest, max(h.height) AS highest
    FROM regions r CROSS JOIN jmx_heights(r.source) h WHERE abs(h.height) < 1e9)
SELECT count(DISTINCT r.file) AS regions, coalesce(:picture, 'world.png') AS picture,
       writefile(coalesce(:picture, 'world.png'),
                 gamemap_picture((r.x * 96 + t.x) / step, (r.z * 96 + t.z) / step,
                                 iif(t.blocked, 0, 0x404040 + 0x10101 *
                                     CAST(191 * min(max(h.height - e.lowest, 0) /
                                          max(e.highest - e.lowest, 1e-9), 1) AS INTEGER)),
                                 'rgb')) AS bytes
FROM extent e CROSS JOIN regions r CROSS JOIN jmx_tiles(r.source) t
CROSS JOIN jmx_heights(r.source) h ON h.z = t.z AND h.x = t.x
WHERE t.x % step = 0 AND t.z % step = 0;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.nvm'))
WHERE error IS NOT NULL;
