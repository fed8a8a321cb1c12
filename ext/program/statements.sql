-- What the program asks by itself. Each statement has a name, by which C knows it: sql_overview.

-- @overview
SELECT f.file, f.format, f.version, f.size,
    (SELECT ifnull(sum(count), 0) FROM gamemap_findings(f.source) d
     WHERE d.severity <> 'info') AS findings, f.error
FROM gamemap_files($files) f

-- Finds a file that was named and can't be read; in a folder or an archive such files may lie.
-- @broken
SELECT 1 FROM gamemap_files(?1) WHERE error IS NOT NULL AND (NOT json_valid(?1)
    OR substr(?1, 1, 1) NOT IN ('[', '{')
    OR file IN (SELECT value FROM json_tree(?1) WHERE type = 'text')) LIMIT 1

-- Makes a statement that counts the rows of each table of the file's format.
-- @tables_of_file
SELECT 'SELECT * FROM (' || group_concat(
    printf('SELECT %Q AS "table", count(*) AS rows, %Q AS what FROM "%w"($files)', name, documentation, name), ' UNION ALL ')
    || ') WHERE rows'
FROM gamemap_tables
WHERE format = (SELECT format FROM gamemap_files(?1) WHERE error IS NULL)
AND (call LIKE '%(src)' OR call LIKE '%(src [%')

-- @tables
SELECT name, format, documentation, also_called FROM gamemap_tables ORDER BY format, rowid

-- What the public note calls a record stands at its number.
-- @columns
SELECT c.name, type, unit, refers_to, c.documentation,
    coalesce(c.also_called, CASE c.name WHEN 'id' THEN t.also_called END) AS also_called
FROM gamemap_columns c JOIN gamemap_tables t ON t.name = c.table_name
WHERE table_name = $1 COLLATE NOCASE AND (NOT hidden OR (is_argument AND c.name <> 'on_error'))

-- @help
SELECT name, kind, of_table, documentation, example FROM gamemap_help($1)

-- The same for people
-- @help_lines
SELECT name || iif(of_table IS NULL, '', ' of ' || of_table) || ' (' || kind || ')' || char(10) ||
    '    ' || ifnull(documentation, '') || ifnull(char(10) || '    ' || example, '') || char(10)
FROM gamemap_help($1) LIMIT 8

-- @is_found
SELECT 1 FROM gamemap_help(?1)

-- @open
SELECT gamemap_open(?1)

-- @opened
SELECT path, name, taken_as FROM gamemap_opened

-- A file counts for a table by its ending alone.
-- @opened_tables
WITH named AS (SELECT lower(iif(type = 'json', gamemap_stem(name), name)) AS name FROM gamemap_paths((
    SELECT iif(min(taken_as) = 'as it is', json_object('files', json_group_array(path)), -- an archive's entries, too
        json_group_array(path) FILTER (WHERE place)) FROM gamemap_opened))),
types AS (SELECT '.' || replace(name, rtrim(name, replace(name, '.', '')), '') AS ending, count(*) AS files
    FROM named GROUP BY 1)
SELECT t.name AS "table", sum(files) AS files, documentation
FROM gamemap_tables t JOIN types ON instr(t.endings || ' ', ending || ' ')
GROUP BY t.rowid

-- @is_table
SELECT 1 FROM gamemap_tables WHERE name = ?1 COLLATE NOCASE

-- @called_table
SELECT 'in the public note ' || name || ' is called ' || also_called FROM gamemap_tables
WHERE instr(', ' || also_called || ', ', ', ' || ?1 || ', ')

-- @found
SELECT file, severity, rule, byte_offset, message FROM temp.results

-- @house
SELECT 'CREATE TEMP TABLE house AS ' || CAST(readfile(?1) AS TEXT)

-- @unknown
SELECT error FROM temp.listed WHERE file = ?1 AND format IS NULL

-- @differences
SELECT file, table_name, row_id, column_name, old, new, change FROM temp.differences

-- @any_difference
SELECT 1 FROM temp.differences WHERE ?1 IS NOT NULL LIMIT 1

-- @any_exported
SELECT 1 FROM temp.chosen WHERE ?1 IS NOT NULL LIMIT 1

-- The version, and what is built in
-- @built_in
SELECT replace(substr(told, 1, instr(told, ', file system') - 1), ', ', char(10) || '    ')
FROM (SELECT gamemap_debug() AS told)

-- The names of what SQLite says that there is none of; of columns, those of the tables that the query has
-- @names
SELECT group_concat(name, char(10)) FROM (
    SELECT name FROM gamemap_tables WHERE ?1 LIKE 'no such table%'
    UNION SELECT name FROM gamemap_columns WHERE ?1 LIKE 'no such column%' AND instr(?1, table_name)
    UNION SELECT name FROM gamemap_functions WHERE ?1 LIKE 'no such function%')

-- @columns_of_tables
SELECT group_concat(told, '') FROM (
    SELECT '; ' || table_name || ' has ' || group_concat(name || coalesce((
        SELECT ' (also called ' || value || ')' FROM json_each('["' || replace(also_called, ', ', '","') || '"]')
        WHERE instr(?1, value)), ''), ', ') AS told
    FROM gamemap_columns WHERE ?1 LIKE 'no such column%' AND NOT hidden AND instr(?1, table_name) GROUP BY table_name)

-- What a word ?1 of the statement ?2 may become, each in a line: columns of the tables that are named there, if any
-- are, behind a point nothing else, and tables and functions
-- @completions
WITH asked(begun, word) AS (SELECT begun, substr(?1, length(begun) + 1) FROM (SELECT rtrim(?1, replace(?1, '.', '')) AS begun)),
named(name) AS (SELECT name FROM gamemap_tables WHERE instr(?2, name))
SELECT group_concat(begun || name, char(10)) FROM asked JOIN (
    SELECT name FROM gamemap_tables WHERE NOT instr(?1, '.')
    UNION SELECT name FROM gamemap_functions WHERE NOT instr(?1, '.')
    UNION SELECT name FROM gamemap_columns
    WHERE NOT hidden AND (table_name IN (SELECT name FROM named) OR NOT EXISTS (SELECT 1 FROM named)))
ON substr(name, 1, length(word)) = lower(word)

-- Up to three names of ?2, one in a line, that have nearly the letters of ?1, which ends at "=": so are those in
-- which letters are exchanged, missing or too many.
-- @near
WITH RECURSIVE letters(c) AS (SELECT 33 UNION ALL SELECT c + 1 FROM letters WHERE c < 126),
asked(word, most) AS (SELECT word, length(word) / 4 + 1 FROM (SELECT substr(?1, 1, instr(?1 || '=', '=') - 1) AS word)),
names(name) AS (SELECT value FROM json_each('["' || replace(?2, char(10), '","') || '"]') WHERE value <> '')
SELECT '; near it are: ' || group_concat(name, ', ') FROM (
    SELECT name, (SELECT sum(abs(length(replace(name, char(c), '')) - length(name)
                                 - length(replace(word, char(c), '')) + length(word))) FROM letters) AS far
    FROM names CROSS JOIN asked WHERE abs(length(name) - length(word)) <= most AND far <= most ORDER BY far, name LIMIT 3)
HAVING count(*)

-- The first member of a list, a rule or 'rule@pattern', that is none of the lines of ?2
-- @no_rule
SELECT rule FROM (SELECT substr(value, 1, instr(value || '@', '@') - 1) AS rule
    FROM json_each(iif(json_valid(?1), ?1, '[]')) WHERE value IS NOT NULL)
WHERE NOT instr(char(10) || ?2, char(10) || rule || char(10)) LIMIT 1

-- @exported
SELECT group_concat(sql, ';' || char(10)) FROM temp.statements WHERE ?1 IS NOT NULL
