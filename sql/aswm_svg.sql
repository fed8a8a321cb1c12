-- A walkmesh as a picture (SVG) that any browser opens: each part in which one can walk everywhere in a
-- colour of its own, the largest one green, what isn't walkable in grey, the tiles as a grid, north
-- up. It shows where one can walk and two metres around it.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.trx'" \
--             -cmd ".param set :picture 'inn.svg'" < sql/aswm_svg.sql
--
-- Parameters, each with its default: :file or :files ('samples/house.trx'; one file),
-- :picture ('walkmesh.svg').

.bail on
SELECT 'No :file is given, so this is about samples/house.trx.' WHERE coalesce(:file, :files) IS NULL;

WITH mesh AS MATERIALIZED (
    SELECT m.source, m.tile_size
    FROM aswm_meshes(coalesce(:file, :files, 'samples/house.trx')) m
    -- a function takes one file only, so that a pattern is an error
    WHERE aswm_height(coalesce(:file, :files, 'samples/house.trx'), 0, 0) IS NOT 'none'),
triangles AS MATERIALIZED (
    SELECT t.id, t.component, t.material, a.x AS x0, a.y AS y0, b.x AS x1, b.y AS y1, c.x AS x2,
           c.y AS y2, min(a.x, b.x, c.x) AS west, max(a.x, b.x, c.x) AS east,
           min(a.y, b.y, c.y) AS south, max(a.y, b.y, c.y) AS north
    FROM mesh CROSS JOIN aswm_triangles(mesh.source) t
    CROSS JOIN aswm_vertices(mesh.source) a ON a.id = t.vertex0
    CROSS JOIN aswm_vertices(mesh.source) b ON b.id = t.vertex1
    CROSS JOIN aswm_vertices(mesh.source) c ON c.id = t.vertex2),
frame AS MATERIALIZED (
    SELECT min(west) - 2 AS west, max(east) + 2 AS east, min(south) - 2 AS south,
           max(north) + 2 AS north
    FROM triangles
    WHERE component IS NOT NULL OR NOT EXISTS (SELECT 1 FROM triangles WHERE component IS NOT NULL)),
shapes AS MATERIALIZED (
    SELECT printf('<path d="M%.2f %.2fL%.2f %.2fL%.2f %.2fZ" fill="%s"><title>triangle %d, %s</title></path>',
                  x0 - f.west, f.north - y0, x1 - f.west, f.north - y1, x2 - f.west, f.north - y2,
                  iif(component IS NULL, '#bbb',
                      printf('hsl(%d,55%%,60%%)', (130 + component * 137) % 360)),
                  id, ifnull('part ' || component || ', ' || material, 'not walkable')) AS shape
    FROM triangles t CROSS JOIN frame f
    WHERE t.east > f.west AND t.west < f.east AND t.north > f.south AND t.south < f.north),
tiles AS MATERIALIZED (
    SELECT printf('<path d="M%.2f %.2fh%.2fv%.2fh%.2fZ" fill="none" stroke="#000"/>',
                  t.x * tile_size - f.west, f.north - t.y * tile_size, tile_size, -tile_size,
                  -tile_size) AS shape
    FROM mesh CROSS JOIN frame f CROSS JOIN aswm_tiles(mesh.source) t
    WHERE t.triangle_count AND (t.x + 1) * tile_size > f.west AND t.x * tile_size < f.east
      AND (t.y + 1) * tile_size > f.south AND t.y * tile_size < f.north)
SELECT coalesce(:picture, 'walkmesh.svg') AS picture,
       writefile(coalesce(:picture, 'walkmesh.svg'), CAST(
           printf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.2f %.2f" stroke="#fff" '
                  || 'stroke-width="0.3"><style>path{vector-effect:non-scaling-stroke}</style>',
                  east - west, north - south) || char(10) ||
           ifnull((SELECT group_concat(shape, char(10)) FROM shapes), '') || char(10) ||
           ifnull((SELECT group_concat(shape, char(10)) FROM tiles), '') || char(10) || '</svg>' ||
           char(10) AS BLOB)) AS bytes
FROM frame WHERE west IS NOT NULL;
SELECT 'The file has no walkmesh, so there is no picture.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_triangles(coalesce(:file, :files, 'samples/house.trx')));
