-- How many triangles of a walkmesh lie where, as pictures (PNG), one for each walkmesh: the middles of
-- triangles in squares of two metres, light where there are many. There, finding a path takes long.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.trx'" \
--             < sql/aswm_density_picture.sql
--
-- Parameters, each with its default: :file or :files ('samples/house.trx'), a path or a pattern;
-- :metres (2), the side of a square, above 0. The pictures are named after the files, as
-- inn.trx.density.png, and lie in the current folder.

.bail on
SELECT 'No :file is given, so this is about samples/house.trx.' WHERE coalesce(:file, :files) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx'), 'skip'));
SELECT 'The squares have two metres, since :metres isn''t above 0.' WHERE CAST(:metres AS REAL) <= 0;
.mode box --wrap 0
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/house.trx'), 'aswm_meshes', 'skip')
WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
SELECT m.file, name || '.density.png' AS picture, count(*) AS triangles,
       writefile(name || '.density.png',
                 gamemap_picture(floor(t.center_x / metres), floor(t.center_y / metres), 1, 'viridis',
                                 json_object('legend', 1, 'title', name || ': triangles', 'cells', 'count',
                                             'unit', printf('squares of %g metres', metres)))) AS bytes
FROM (SELECT source, file, n.name,
             iif(CAST(:metres AS REAL) > 0, CAST(:metres AS REAL), 2.0) AS metres
      FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx'), 'skip') CROSS JOIN named n USING (file)) m
CROSS JOIN aswm_triangles(m.source) t GROUP BY m.file;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:file, :files, 'samples/house.trx'), 'aswm_meshes', 'skip')
WHERE error IS NOT NULL;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named;
