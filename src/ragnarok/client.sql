-- How a client of Ragnarok Online is known, and its own order: see Module.client (table.h). The folder itself goes
-- before its archives, as files that were put there are meant to.

WITH ini AS (SELECT file FROM gamemap_paths(?1 || '[d]ata.ini', 'skip') LIMIT 1),
listed AS (SELECT CAST(text AS INTEGER) AS place,
    replace(trim(substr(text, instr(text, '=') + 1), ' ' || char(9, 13)), '\', '/') AS name
    FROM ini JOIN text_lines(ini.file) WHERE text GLOB '[0-9]*=*.?*'),
archives AS (SELECT place, name, (SELECT file FROM gamemap_paths(
        ?1 || '[' || substr(listed.name, 1, 1) || ']' || replace(substr(listed.name, 2), '[', '[[]'), 'skip'))
    AS path, 'archive ' || place || ' of DATA.INI' AS taken_as FROM listed
    UNION ALL SELECT row_number() OVER (ORDER BY name LIKE 'data.grf', name), name, file,
        'archive, without a DATA.INI'
    FROM gamemap_paths(?1 || '*.g[rp]f', 'skip') WHERE NOT EXISTS (SELECT 1 FROM listed)),
places AS (SELECT -1 AS place, NULL AS name, rtrim(?1, '/') AS path,
        'folder, before its archives' AS taken_as WHERE EXISTS (SELECT 1 FROM archives)
    UNION ALL SELECT * FROM archives),
renamed AS (SELECT file FROM places JOIN
    gamemap_paths(places.path || '/data/[r]esnametable.txt', 'skip') p
    WHERE p.name = 'resnametable.txt' ORDER BY place LIMIT 1)
SELECT NULL AS place, 'DATA.INI' AS name, file AS path, 'order of the archives' AS taken_as
    FROM ini WHERE EXISTS (SELECT 1 FROM listed)
UNION ALL SELECT NULL, 'resnametable.txt', file, 'other names of maps' FROM renamed
UNION ALL SELECT 1, NULL, rtrim(?1, '/'), printf('folder around %d client%s with closed archives: open one, as %s',
        count(*), iif(count(*) = 1, '', 's'), min(folder))
    FROM (SELECT gamemap_folder(file) AS folder FROM gamemap_paths(?1 || '*/[d]ata.ini', 'skip')
        UNION SELECT gamemap_folder(file) FROM gamemap_paths(?1 || '*/[d]ata.grf', 'skip'))
    WHERE NOT EXISTS (SELECT 1 FROM archives) GROUP BY NULL HAVING count(*)
UNION ALL SELECT * FROM places
