-- Totals of the areas of a module: files, sizes, walkable ground by material, islands, faults.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/**/*.[tT][rR][nNxX]'" \
--             < sql/aswm_totals.sql
--
-- Parameter: :files, without it 'samples/*.tr?'.

.bail on
.mode box
SELECT CASE WHEN m.baked THEN 'TRX' ELSE 'TRN' END AS kind, printf('0x%X', m.version) AS version,
       count(*) AS files, sum(m.grid_width * m.grid_height) AS tiles,
       sum(m.triangle_count) AS triangles, sum(m.island_count) AS islands,
       printf('%.3f', sum(m.packet_size) / 1e6) AS megabytes,
       printf('%.3f', sum(m.inflated_size) / 1e6) AS inflated
FROM aswm_meshes(coalesce(:files, 'samples/*.tr?'), 'skip') m
GROUP BY m.baked, m.version ORDER BY m.baked, m.version;

WITH ground AS MATERIALIZED (
    SELECT CASE WHEN m.baked THEN 'TRX' ELSE 'TRN' END AS kind,
           CASE WHEN dirt THEN 'dirt' WHEN grass THEN 'grass' WHEN stone THEN 'stone'
                WHEN wood THEN 'wood' WHEN carpet THEN 'carpet' WHEN metal THEN 'metal'
                WHEN swamp THEN 'swamp' WHEN mud THEN 'mud' WHEN leaves THEN 'leaves'
                WHEN water THEN 'water' WHEN puddles THEN 'puddles' ELSE 'none' END AS material,
           t.walkable, t.area
    FROM aswm_meshes(coalesce(:files, 'samples/*.tr?'), 'skip') m
    CROSS JOIN aswm_triangles(m.source) t)
SELECT kind, material, sum(walkable) AS walkable_triangles,
       printf('%.1f', sum(CASE WHEN walkable THEN area ELSE 0 END)) AS walkable_square_metres,
       printf('%.1f', sum(area)) AS square_metres
FROM ground GROUP BY kind, material ORDER BY kind, sum(CASE WHEN walkable THEN area ELSE 0 END) DESC;

SELECT severity, code, count(*) AS findings, count(DISTINCT file) AS files, min(message) AS example
FROM gamemap_findings(coalesce(:files, 'samples/*.tr?'))
WHERE severity <> 'info' GROUP BY severity, code;
