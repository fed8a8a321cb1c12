-- Islands that nobody reaches on foot from the largest one of their walkmesh: closed rooms, roofs,
-- and places where creatures get stuck.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.[tT][rR][xX]'" \
--             < sql/aswm_unreachable_islands.sql
--
-- Parameter: :files, without it 'samples/*.trx'.

.bail on
.mode box
SELECT count(*) AS files, sum(baked) AS baked, sum(island_count) AS islands
FROM aswm_meshes(coalesce(:files, 'samples/*.trx'), 'skip');

WITH largest AS MATERIALIZED (
    SELECT source, file, id, max(triangle_count) AS triangle_count
    FROM aswm_islands(coalesce(:files, 'samples/*.trx'), 'skip') GROUP BY file)
SELECT l.file, i.id AS island, i.tile_id AS tile,
       printf('%.1f, %.1f', i.center_x, i.center_y) AS centre, i.triangle_count AS triangles,
       printf('%.1f', (SELECT sum(area) FROM aswm_triangles(l.source) WHERE island_id = i.id))
           AS square_metres
FROM largest l CROSS JOIN aswm_island_paths(l.source) p
    ON p.from_island = l.id AND p.next_island IS NULL AND p.to_island <> l.id
CROSS JOIN aswm_islands(l.source) i ON i.id = p.to_island
ORDER BY l.file, i.triangle_count DESC, i.id;
