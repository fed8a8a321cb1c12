-- A walkmesh as a picture (SVG) that any browser opens: each island in a colour of its own, what
-- nobody can walk on in grey, the tiles as a grid, north up. Not baked: all that is walkable is green.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'module/inn.trx'" \
--             -cmd ".param set :picture 'inn.svg'" < sql/aswm_svg.sql
--
-- Parameters, each with what it is without: :file ('samples/house.trx'), :picture ('walkmesh.svg').

.bail on
WITH mesh AS MATERIALIZED (
    SELECT m.source, m.tile_size, m.grid_width * m.tile_size AS width,
           m.grid_height * m.tile_size AS height
    FROM aswm_meshes(coalesce(:file, 'samples/house.trx')) m),
shapes AS MATERIALIZED (
    SELECT printf('<path d="M%.2f %.2fL%.2f %.2fL%.2f %.2fZ" fill="%s"><title>triangle %d%s</title></path>',
                  a.x, height - a.y, b.x, height - b.y, c.x, height - c.y,
                  CASE WHEN NOT t.walkable THEN '#bbb'
                       WHEN t.island_id IS NULL THEN 'hsl(110,45%,60%)'
                       ELSE printf('hsl(%d,65%%,%d%%)', t.island_id * 137 % 360,
                                   50 + t.island_id * 7 % 20) END,
                  t.id, ifnull(', island ' || t.island_id, '')) AS shape
    FROM mesh CROSS JOIN aswm_triangles(mesh.source) t
    CROSS JOIN aswm_vertices(mesh.source) a ON a.id = t.vertex0
    CROSS JOIN aswm_vertices(mesh.source) b ON b.id = t.vertex1
    CROSS JOIN aswm_vertices(mesh.source) c ON c.id = t.vertex2),
tiles AS MATERIALIZED (
    SELECT printf('<path d="M%.2f %.2fh%.2fv%.2fh%.2fZ" fill="none" stroke="#000" stroke-width="0.1"/>',
                  t.x * tile_size, height - t.y * tile_size, tile_size, -tile_size, -tile_size)
               AS shape
    FROM mesh CROSS JOIN aswm_tiles(mesh.source) t WHERE t.triangle_count)
SELECT coalesce(:picture, 'walkmesh.svg') AS picture,
       writefile(coalesce(:picture, 'walkmesh.svg'), CAST(
           printf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.2f %.2f" stroke="#fff" '
                  || 'stroke-width="0.03" stroke-linejoin="round">', width, height) || char(10) ||
           (SELECT group_concat(shape, char(10)) FROM shapes) || char(10) ||
           (SELECT group_concat(shape, char(10)) FROM tiles) || char(10) || '</svg>' || char(10)
           AS BLOB)) AS bytes
FROM mesh;
