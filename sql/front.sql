-- Draws the two pictures at the top of README.md again, from the samples (`make readme`).
--
--     sqlite3 -cmd ".load ./gamemap" < sql/front.sql

.bail on
.mode box --wrap 0
SELECT 'sql/world.heights.png' AS picture,
       writefile('sql/world.heights.png',
                 gamemap_picture(96 * r.x + h.x, 96 * r.z + h.z, h.height, 'terrain',
                                 '{"scale": 2, "legend": true, "title": "Four regions: heights"}')) AS bytes
FROM jmx_regions('samples/*.nvm') r JOIN jmx_heights(r.source) h;
SELECT 'sql/house.walkmesh.png' AS picture,
       writefile('sql/house.walkmesh.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.center_z, 'viridis',
                                 '{"scale": 14, "legend": true, "title": "A house: walkmesh"}')) AS bytes
FROM aswm_triangles('samples/house.trx') t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2 WHERE t.walkable;
