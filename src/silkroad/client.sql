-- How a client of Silkroad is known, and its own order: see Module.client (table.h). No archive is known to have a name
-- of another one. A client that was unpacked has a folder in place of each archive: names begin in it, as those of a
-- PK2 do; a folder within an archive can't be such a place. The folder around them comes last: nothing is left out.

WITH archives AS (SELECT id AS place, name, file AS path, 'archive' AS taken_as
    FROM gamemap_paths(?1 || '*.pk2', 'skip')),
unpacked AS (SELECT 1 FROM gamemap_paths(?1 || '[d]ata/[n]avmesh/*', 'skip')
    WHERE NOT EXISTS (SELECT 1 FROM archives)
    AND NOT EXISTS (SELECT 1 FROM gamemap_paths(rtrim(?1, '/'), 'skip') WHERE file = rtrim(?1, '/')) LIMIT 1),
folders AS (SELECT DISTINCT substr(file, 1, length(?1) + instr(substr(file, length(?1) + 1), '/') - 1) AS path
    FROM gamemap_paths(iif(EXISTS (SELECT 1 FROM unpacked), ?1 || '*/**', NULL), 'skip'))
SELECT * FROM archives
UNION ALL SELECT row_number() OVER (ORDER BY path), NULL, path, 'unpacked archive' FROM folders
UNION ALL SELECT 1e9, NULL, rtrim(?1, '/'), 'folder around them' FROM unpacked
