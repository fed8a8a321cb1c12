-- Writes the statements that make an ordinary database of what is in files: one table for each table of gamemap
-- that has rows there, with types, primary keys, foreign keys and indexes. Any program that opens SQLite databases
-- reads it then, without gamemap. `gamemap export town.db maps/` does the same in one command.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/'" < sql/export.sql |
--         sqlite3 -cmd ".load ./gamemap" town.db
--
-- Parameters: :files or :file, files, a folder, an archive or a list, by default 'samples/*'; :tables, a GLOB pattern
-- of tables, as 'gnd_*', by default all that need no arguments.
--
-- A row is known by its file and its number there: (file_id, id). The table `files` has a row for each file,
-- `documentation` says what each table and column means, and `names` finds every text that a file stores:
--
--     SELECT * FROM names WHERE names MATCH 'grass*';

.bail on
.mode list
.headers off
CREATE TEMP TABLE asked AS
SELECT coalesce(:files, :file, 'samples/*') AS files, coalesce(:tables, '*') AS tables;
-- An archive is a file, and the files in it are files, too.
CREATE TEMP TABLE listed AS
SELECT DISTINCT f.file, f.format, f.version, f.size, f.error FROM asked a JOIN gamemap_files(a.files) f;
INSERT INTO listed
SELECT f.file, f.format, f.version, f.size, f.error
FROM asked a CROSS JOIN json_each(iif(json_valid(a.files) AND json_type(a.files) = 'array', a.files, json_array(a.files))) i
CROSS JOIN listed l ON l.file = i.value AND l.format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'ZIP')
CROSS JOIN gamemap_files(json_object('files', json_array(i.value))) f
WHERE f.file NOT IN (SELECT file FROM listed);
CREATE TEMP TABLE chosen AS
SELECT t.rowid AS place, t.name, t.documentation FROM gamemap_tables t JOIN asked a
WHERE t.name GLOB a.tables AND (t.call LIKE '%(src)' OR t.call LIKE '%(src [%')
  AND t.format IN (SELECT iif(format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'BIF', 'ZIP'), 'archive', format)
                   FROM listed WHERE error IS NULL);
CREATE TEMP TABLE columns AS
SELECT c.table_name, c.position, c.name, c.type, c.collation, c.unit, c.documentation, c.stored,
       iif(c.refers_to IN (SELECT name FROM chosen), c.refers_to, NULL) AS refers_to
FROM gamemap_columns c WHERE c.table_name IN (SELECT name FROM chosen) AND NOT c.hidden AND c.name NOT IN ('file', 'id');
CREATE INDEX temp.columns_of ON columns(table_name);

CREATE TEMP TABLE statements(sql TEXT);
INSERT INTO statements VALUES
    ('BEGIN'),
    ('CREATE TABLE files(file_id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, format TEXT, version TEXT, size INTEGER, error TEXT)'),
    ('CREATE TABLE documentation(table_name TEXT, column_name TEXT, type TEXT, unit TEXT, refers_to TEXT, documentation TEXT, ' ||
     'PRIMARY KEY(table_name, column_name))'),
    ('CREATE VIRTUAL TABLE names USING fts5(name, table_name UNINDEXED, column_name UNINDEXED, file_id UNINDEXED, id UNINDEXED)');
INSERT INTO statements
SELECT printf('INSERT INTO files(file, format, version, size, error) VALUES(%Q, %Q, %Q, %s, %Q)', file, format, version,
              coalesce(size, 'NULL'), error) FROM listed ORDER BY rowid;
INSERT INTO statements SELECT printf('INSERT INTO documentation VALUES(%Q, '''', NULL, NULL, NULL, %Q)', name, documentation) FROM chosen;
INSERT INTO statements
SELECT printf('INSERT INTO documentation VALUES(%Q, %Q, %Q, %Q, %Q, %Q)', table_name, name, type, unit, refers_to, documentation) FROM columns;
INSERT INTO statements
SELECT sql FROM (
    SELECT place, 0 AS step, printf('CREATE TABLE "%w"(file_id INTEGER NOT NULL REFERENCES files, id INTEGER NOT NULL, %sPRIMARY KEY(file_id, id)%s) WITHOUT ROWID',
               name,
               (SELECT ifnull(group_concat(printf('"%w" %s%s, ', c.name, c.type, ifnull(' COLLATE ' || c.collation, '')), ''), '')
                FROM (SELECT * FROM columns WHERE table_name = t.name ORDER BY position) c),
               (SELECT ifnull(group_concat(printf(', FOREIGN KEY(file_id, "%w") REFERENCES "%w"', c.name, c.refers_to), ''), '')
                FROM columns c WHERE table_name = t.name AND refers_to IS NOT NULL)) AS sql FROM chosen t
    UNION ALL
    SELECT place, 1, printf('INSERT INTO "%w" SELECT f.file_id, t.id%s FROM temp."%w" t JOIN files f USING (file) WHERE t.src = %Q AND t.on_error = ''skip''',
               name, (SELECT ifnull(group_concat(printf(', t."%w"', c.name), ''), '')
                      FROM (SELECT * FROM columns WHERE table_name = t.name ORDER BY position) c), name, files) FROM chosen t JOIN asked
    UNION ALL
    SELECT place, 2, printf('SELECT %Q, changes()', name) FROM chosen
    UNION ALL
    SELECT t.place, 3, printf('CREATE INDEX "%w_by_%w" ON "%w"(file_id, "%w")', c.table_name, c.name, c.table_name, c.name)
    FROM chosen t JOIN columns c ON c.table_name = t.name WHERE c.refers_to IS NOT NULL
    UNION ALL
    SELECT t.place, 4, printf('INSERT INTO names SELECT "%w", %Q, %Q, file_id, id FROM "%w" WHERE "%w" <> ''''', c.name, c.table_name, c.name, c.table_name, c.name)
    FROM chosen t JOIN columns c ON c.table_name = t.name WHERE c.type = 'TEXT' AND c.stored
    ORDER BY 1, 2);
INSERT INTO statements VALUES ('COMMIT');
SELECT '-- No :files are given, so this is about samples/*.' WHERE coalesce(:files, :file) IS NULL;
SELECT '.bail on';
SELECT sql || ';' FROM statements ORDER BY rowid;
