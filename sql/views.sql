-- Views of what gamemap_open() has opened: a TEMP VIEW all_gnd_maps for gnd_maps, and so on, for each table that has
-- files there. So hosts that list tables, as DB Browser, DBeaver or the shell's .tables, list them, too.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd "SELECT gamemap_open('client/')" -cmd ".read sql/views.sql"
--
-- Parameter: :files or :file, what is opened first; without it what is open, or, if nothing is, 'samples'.
-- It has no commands of the shell, so that other hosts run it, too, but for those whose connections are defensive,
-- which don't let it write its views. A file counts for a table by its ending alone. When
-- something else is opened, run it again; the views that it has made go.

SELECT 'No :files are given, so this is about samples.'
WHERE coalesce(:files, :file) IS NULL AND NOT EXISTS (SELECT 1 FROM gamemap_opened);
SELECT 'Opened: ' || gamemap_open(coalesce(:files, :file, 'samples'))
WHERE coalesce(:files, :file) IS NOT NULL OR NOT EXISTS (SELECT 1 FROM gamemap_opened);

-- Only a row of the schema makes a view whose name comes from a query.
PRAGMA writable_schema = ON;
DELETE FROM sqlite_temp_schema
WHERE type = 'view' AND name IN (SELECT 'all_' || name FROM gamemap_tables) AND sql LIKE '%/* sql/views.sql */';
WITH named AS (SELECT lower(iif(type = 'json', gamemap_stem(name), name)) AS name FROM gamemap_paths),
endings AS (SELECT DISTINCT '.' || replace(name, rtrim(name, replace(name, '.', '')), '') AS ending FROM named
    WHERE name LIKE '%.%')
INSERT INTO sqlite_temp_schema(type, name, tbl_name, rootpage, sql)
SELECT 'view', 'all_' || name, 'all_' || name, 0,
    'CREATE VIEW all_' || name || ' AS SELECT * FROM ' || name || ' /* sql/views.sql */'
FROM gamemap_tables t
WHERE (call LIKE '%(src)' OR call LIKE '%(src [%')
AND (EXISTS (SELECT 1 FROM endings e WHERE instr(t.endings || ' ', e.ending || ' ')) OR format IS NULL AND name <> 'gamemap_shadowed'
    OR format = 'archive' AND EXISTS (SELECT 1 FROM endings WHERE ending IN
        ('.grf', '.gpf', '.thor', '.pk2', '.erf', '.hak', '.mod', '.sav', '.nwm', '.key', '.zip')))
AND 'all_' || name NOT IN (SELECT name FROM sqlite_temp_schema);
PRAGMA writable_schema = RESET;

SELECT count(*) || ' views' AS made FROM sqlite_temp_schema WHERE sql LIKE '%/* sql/views.sql */';
