-- What can't be reached on foot: for each area how much of its walkable ground belongs together, then the
-- parts that are cut off from the largest one. Closed rooms, roofs, and places where creatures get
-- stuck. Parts below :least square metres are counted, but not listed. Files without a walkmesh come last.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.trx'" \
--             < sql/aswm_unreachable_islands.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.trx'), :least (10).
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.trx.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:files, :file, 'samples/*.trx'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE areas AS SELECT file FROM aswm_meshes(coalesce(:files, :file, 'samples/*.trx'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE meshless AS
SELECT file, coalesce(error, 'it has no walkmesh') AS reason
FROM gamemap_files(coalesce(:files, :file, 'samples/*.trx'), 'aswm_meshes', 'skip')
WHERE (format = 'TRN' OR lower(file) GLOB '*.tr[nx]') AND file NOT IN (SELECT file FROM areas);

CREATE TEMP TABLE parts AS
SELECT p.file, p.id, p.area, p.triangles, p.tiles, t.center_x, t.center_y
FROM aswm_components(coalesce(:files, :file, 'samples/*.trx'), 'skip') p
CROSS JOIN aswm_triangles(p.source) t ON t.id = p.first_triangle;

SELECT a.file, printf('%.1f', total(p.area)) AS walkable,
       printf('%.1f', max(p.area)) AS belongs_together,
       printf('%.1f %%', 100 * (total(p.area) - max(p.area)) / nullif(total(p.area), 0)) AS cut_off,
       sum(p.id > 0 AND p.area >= coalesce(:least, 10)) AS parts_cut_off,
       sum(p.id > 0 AND p.area < coalesce(:least, 10)) AS slivers
FROM areas a LEFT JOIN parts p ON p.file IS a.file
GROUP BY a.file ORDER BY a.file;

SELECT file, id AS component, printf('%.1f', area) AS square_metres, triangles, tiles,
       printf('%.1f, %.1f', center_x, center_y) AS place
FROM parts WHERE id > 0 AND area >= coalesce(:least, 10)
ORDER BY file, id;
SELECT file AS without_walkmesh, reason FROM meshless ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE parts;
DROP TABLE meshless;
DROP TABLE areas;
