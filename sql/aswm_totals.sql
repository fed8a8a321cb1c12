-- Totals of the areas of a module: files, sizes, walkable ground by material, islands, faults.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/**/*.tr[nx]'" \
--             < sql/aswm_totals.sql
--
-- Parameter: :files or :file, without them 'samples/*.tr?'.

.bail on
SELECT 'no :files are set: this is about the samples' AS note
WHERE coalesce(:files, :file) IS NULL;

.mode box --wrap 0
SELECT CASE WHEN m.baked THEN 'TRX' ELSE 'TRN' END AS kind, printf('0x%X', m.version) AS version,
       count(*) AS files, sum(m.grid_width * m.grid_height) AS tiles,
       sum(m.triangle_count) AS triangles, sum(m.island_count) AS islands,
       printf('%.3f', sum(m.packet_size) / 1e6) AS megabytes,
       printf('%.3f', sum(m.inflated_size) / 1e6) AS inflated
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip') m
GROUP BY m.baked, m.version ORDER BY m.baked, m.version;

WITH ground AS MATERIALIZED (
    SELECT CASE WHEN m.baked THEN 'TRX' ELSE 'TRN' END AS kind,
           t.material, t.walkable, t.area
    FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip') m
    CROSS JOIN aswm_triangles(m.source) t)
SELECT kind, material, sum(walkable) AS walkable_triangles,
       printf('%.1f', sum(CASE WHEN walkable THEN area ELSE 0 END)) AS walkable_square_metres,
       printf('%.1f', sum(area)) AS square_metres
FROM ground GROUP BY kind, material ORDER BY kind, sum(CASE WHEN walkable THEN area ELSE 0 END) DESC;

SELECT severity, code, count(*) AS findings, count(DISTINCT file) AS files, min(message) AS example
FROM gamemap_findings(coalesce(:files, :file, 'samples/*.tr?'))
WHERE severity <> 'info' GROUP BY severity, code;
