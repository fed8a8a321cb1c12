-- Totals of the areas of a module: files, sizes, walkable ground by material, islands, faults; and the files
-- without a walkmesh.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/**/*.tr[nx]'" \
--             < sql/aswm_totals.sql
--
-- Parameter: :files or :file, by default 'samples/*.tr?'.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.tr?.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a TRN or TRX with a walkmesh.'
WHERE NOT EXISTS (SELECT 1 FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE meshes AS
SELECT file, source, CASE WHEN baked THEN 'TRX' ELSE 'TRN' END AS kind, version,
       grid_width * grid_height AS tiles, triangle_count, island_count, packet_size, inflated_size
FROM aswm_meshes(coalesce(:files, :file, 'samples/*.tr?'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

CREATE TEMP TABLE meshless AS
SELECT file, coalesce(error, 'it has no walkmesh') AS reason
FROM gamemap_files(coalesce(:files, :file, 'samples/*.tr?'), 'aswm_meshes', 'skip')
WHERE (format = 'TRN' OR lower(file) GLOB '*.tr[nx]') AND file NOT IN (SELECT file FROM meshes);

CREATE TEMP TABLE grounds AS
SELECT m.file, m.kind, t.material, sum(t.walkable) AS walkable,
       total(t.area) FILTER (WHERE t.walkable) AS walkable_area, total(t.area) AS area
FROM meshes m CROSS JOIN aswm_triangles(m.source) t GROUP BY m.file, t.material;

CREATE TEMP TABLE faults AS
SELECT file, severity, code, sum(count) AS findings, min(message) AS example
FROM gamemap_findings(coalesce(:files, :file, 'samples/*.tr?'), NULL, 'aswm_meshes', 'skip')
WHERE severity <> 'info' GROUP BY file, severity, code;

SELECT kind, printf('0x%X', version) AS version, count(*) AS files, sum(tiles) AS tiles,
       sum(triangle_count) AS triangles, sum(island_count) AS islands,
       printf('%.3f', sum(packet_size) / 1e6) AS megabytes,
       printf('%.3f', sum(inflated_size) / 1e6) AS inflated
FROM meshes GROUP BY kind, version ORDER BY kind, version;

SELECT kind, material, sum(walkable) AS walkable_triangles,
       printf('%.1f', sum(walkable_area)) AS walkable_square_metres,
       printf('%.1f', sum(area)) AS square_metres
FROM grounds GROUP BY kind, material ORDER BY kind, sum(walkable_area) DESC;

SELECT severity, code, sum(findings) AS findings, count(*) AS files, min(example) AS example
FROM faults GROUP BY severity, code;
SELECT file AS without_walkmesh, reason FROM meshless ORDER BY file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE faults;
DROP TABLE grounds;
DROP TABLE meshless;
DROP TABLE meshes;
