-- How a client or a module of Neverwinter Nights is known, and its own order: see Module.client (table.h). What the
-- module names lies in hak/ and tlk/ of the folder or, where the module is in modules/, of the folder around that;
-- people also keep it beside the module. Of KEYs the later ones, whose names sort last, go first.
-- A working tree is packed flat, so each of its folders is a place: it has its module.ifo in ifo/, or none, nor KEYs or
-- override, but models or areas.

WITH info AS (SELECT file FROM gamemap_paths(?1 || '[m]odule.ifo*', 'skip')
    WHERE name IN ('module.ifo', 'module.ifo.json') UNION ALL
    SELECT file FROM gamemap_paths(?1 || '[i]fo/[m]odule.ifo*', 'skip')
    WHERE name IN ('module.ifo', 'module.ifo.json') LIMIT 1),
around AS (SELECT CASE WHEN ?1 = './' THEN '../' WHEN ?1 LIKE '%../' THEN ?1 || '../'
    ELSE gamemap_folder(rtrim(?1, '/')) END AS path FROM info),
homes AS (SELECT 0 AS far, ?1 AS path
    UNION ALL SELECT 1, iif(path = '' OR path LIKE '%../', path || '../',
        gamemap_folder(rtrim(path, '/'))) FROM around
    UNION ALL SELECT 2, path FROM around),
named AS (SELECT row_id, kind, name, iif(kind = 'hak', 'hak', 'tlk') AS type
    FROM info JOIN gamemap_references(info.file) WHERE kind IN ('hak', 'talk table')),
folders AS (SELECT 'hak' AS type, '[h]ak/' AS folder UNION ALL SELECT 'tlk', '[t]lk/'
    UNION ALL SELECT 'hak', '' UNION ALL SELECT 'tlk', ''),
found AS (SELECT row_id AS place, name || '.' || type AS name,
    (SELECT file FROM homes JOIN folders f JOIN gamemap_paths(homes.path ||
        folder || '[' || substr(named.name, 1, 1) || ']' || replace(substr(named.name, 2), '[', '[[]') || '.' ||
        named.type, 'skip')
    WHERE f.type = named.type ORDER BY far, folder DESC LIMIT 1) AS path,
    kind || ' of the module' AS taken_as FROM named),
keys AS (SELECT name, file FROM homes JOIN gamemap_paths(homes.path || '*.[k]ey', 'skip')
    UNION
    SELECT name, file
    FROM homes JOIN gamemap_paths(homes.path || '[d]ata/*.[k]ey', 'skip')),
files AS (SELECT rtrim(gamemap_folder(file), '/') AS folder, name,
    type IN ('mdl', 'are', 'git', 'utc', 'uti', 'utp') AS is_known
    FROM gamemap_paths(iif((SELECT file FROM info) LIKE '%/ifo/%' OR NOT EXISTS (SELECT 1 FROM info
        UNION ALL SELECT 1 FROM keys UNION ALL SELECT 1 FROM gamemap_paths(?1 || '[o]verride/*', 'skip')),
        ?1, NULL), 'skip') WHERE substr(file, length(?1)) NOT LIKE '%/.%'),
several AS (SELECT count(*) AS count, min(folder) AS first FROM (
        SELECT DISTINCT iif(folder LIKE '%/ifo', substr(folder, 1, length(folder) - 4), folder) AS folder
        FROM files WHERE name IN ('module.ifo', 'module.ifo.json'))
    WHERE NOT EXISTS (SELECT 1 FROM info) GROUP BY NULL HAVING count(*) > 1),
tree AS (SELECT 1e9 + row_number() OVER (ORDER BY folder) AS place, NULL, folder,
        'folder of a working tree'
    FROM files WHERE folder <> rtrim(?1, '/') AND NOT EXISTS (SELECT 1 FROM several) AND EXISTS (SELECT 1 FROM info
        UNION ALL SELECT 1 FROM files WHERE is_known) GROUP BY folder),
places AS (SELECT place + iif(name LIKE '%.hak', 0, 2e9) AS place, name, path, taken_as
    FROM found
    UNION ALL SELECT 1e9, NULL, rtrim(?1, '/'), 'module' FROM info
    UNION ALL SELECT 1e9, NULL, rtrim(?1, '/'), 'folder' FROM tree
    WHERE NOT EXISTS (SELECT 1 FROM info) GROUP BY NULL HAVING count(*)
    UNION ALL SELECT 2e9 - 1, 'override', rtrim(gamemap_folder(min(file)), '/'), 'override'
    FROM homes JOIN gamemap_paths(homes.path || '[o]verride/*', 'skip') GROUP BY NULL HAVING count(*)
    UNION ALL SELECT * FROM tree
    UNION ALL SELECT 4e9, name, file, 'talk table of the game'
    FROM homes JOIN gamemap_paths(homes.path || '[d]ialog.tlk', 'skip')
    UNION ALL SELECT 5e9 + row_number() OVER (ORDER BY name DESC), name, file, 'KEY'
    FROM keys)
SELECT NULL AS place, 'module.ifo' AS name, file AS path,
    'what the module needs' AS taken_as FROM info
UNION ALL SELECT * FROM places
WHERE EXISTS (SELECT 1 FROM places WHERE taken_as IN ('module', 'folder', 'override', 'KEY'))
UNION ALL SELECT 1, NULL, rtrim(?1, '/'), printf('folder around %d modules: open one, as %s/', count, first) FROM several
