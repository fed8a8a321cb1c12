-- The heights of regions of Silkroad as pictures (PNG), one for each region: a square for each of the
-- 97 x 97 corners of tiles, north up, with a scale of colours below.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'navmesh/nv_61a8.nvm'" \
--             < sql/jmx_heights_picture.sql
--
-- Parameter: :file or :files, a path or a pattern, by default 'samples/nv_61a8.nvm'. The pictures are
-- named after the files, as nv_61a8.nvm.heights.png, and lie in the current folder.

.bail on
SELECT 'No :file is given, so this is about samples/nv_61a8.nvm.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:file, :files, 'samples/nv_61a8.nvm'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/nv_61a8.nvm'), 'jmx_regions', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
SELECT r.file, name || '.heights.png' AS picture,
       writefile(name || '.heights.png',
                 gamemap_picture(h.x, h.z, iif(abs(h.height) < 1e9, h.height, NULL), 'land',
                                 json_object('legend', 1, 'title', name || ': heights', 'unit', 'tiles'))) AS bytes
FROM (SELECT source, file, n.name
      FROM jmx_regions(coalesce(:file, :files, 'samples/nv_61a8.nvm'), 'skip') CROSS JOIN named n USING (file)) r
CROSS JOIN jmx_heights(r.source) h GROUP BY r.file;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/nv_61a8.nvm'), 'jmx_regions', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
