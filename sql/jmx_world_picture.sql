-- A whole world of Silkroad as one picture (PNG), north up: the heights of open tiles, with the light and
-- shade of slopes; blocked ones, and where no file describes the world, are hatched.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :picture 'world.png'" < sql/jmx_world_picture.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.nvm'), :picture ('world.png'),
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
SELECT count(DISTINCT r.file) AS regions, coalesce(:picture, 'world.png') AS picture,
       writefile(coalesce(:picture, 'world.png'),
                 gamemap_picture(r.x * 96 + t.x, r.z * 96 + t.z,
                                 iif(t.blocked OR abs(h.height) >= 1e9, NULL, h.height), 'land',
                                 json_object('legend', 1, 'title', (SELECT count(*) || iif(count(*) = 1, ' region', ' regions') FROM regions) || ': heights of open tiles',
                                             'unit', 'tiles'))) AS bytes
FROM regions r CROSS JOIN jmx_tiles(r.source) t
CROSS JOIN jmx_heights(r.source) h ON h.z = t.z AND h.x = t.x
WHERE (r.x * 96 + t.x) % step = 0 AND (r.z * 96 + t.z) % step = 0;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.nvm'), 'jmx_regions', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
