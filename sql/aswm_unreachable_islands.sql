-- What nobody reaches on foot: for each area how much of its walkable ground belongs together, then the
-- parts that are cut off from the largest one. Closed rooms, roofs, and places where creatures get
-- stuck. Parts below :least square metres are counted, but not listed.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.trx'" \
--             < sql/aswm_unreachable_islands.sql
--
-- Parameters, each with what it is without: :files or :file ('samples/*.trx'), :least (10).

.bail on
SELECT 'no :files are set: this is about the samples' AS note
WHERE coalesce(:files, :file) IS NULL;

.mode box --wrap 0
CREATE TEMP TABLE parts AS
SELECT source, file, id, area, triangles, tiles, first_triangle
FROM aswm_components(coalesce(:files, :file, 'samples/*.trx'), 'skip');

SELECT m.file, printf('%.1f', total(p.area)) AS walkable,
       printf('%.1f', max(p.area)) AS belongs_together,
       printf('%.1f %%', 100 * (total(p.area) - max(p.area)) / nullif(total(p.area), 0)) AS cut_off,
       sum(p.id > 0 AND p.area >= coalesce(:least, 10)) AS parts_cut_off,
       sum(p.id > 0 AND p.area < coalesce(:least, 10)) AS slivers
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.trx'), 'skip') m
LEFT JOIN parts p ON p.file IS m.file
GROUP BY m.file ORDER BY m.file;

SELECT p.file, p.id AS component, printf('%.1f', p.area) AS square_metres, p.triangles, p.tiles,
       printf('%.1f, %.1f', t.center_x, t.center_y) AS place
FROM parts p CROSS JOIN aswm_triangles(p.source) t ON t.id = p.first_triangle
WHERE p.id > 0 AND p.area >= coalesce(:least, 10)
ORDER BY p.file, p.id;
