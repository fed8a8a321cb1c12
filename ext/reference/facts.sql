-- What `make reference` asks: each table, column, function and example. Fields end with the character
-- 31, records with 30; reference.awk makes the pages of them.

.mode list
.headers off
.separator "\037" "\036"
.nullvalue ""
SELECT 'table', t.name, coalesce(t.format, ''), t.call, t.documentation, t.example, coalesce(t.reads, ''), t.also_called
FROM gamemap_tables t;
SELECT 'column', c.table_name, c.name, c.type, c.unit, c.documentation, c.refers_to,
       CASE WHEN c.is_argument THEN 'argument' WHEN c.hidden THEN 'hidden' ELSE '' END,
       c.reads IS NOT t.reads, c.also_called
FROM gamemap_tables t JOIN gamemap_columns c ON c.table_name = t.name;
SELECT 'function', name, coalesce(format, ''), call, documentation, example FROM gamemap_functions;

-- A script that runs the examples: the answer follows a record that names whose it is.
.output .build/reference/examples.sql
.separator "" "\n"
SELECT '.mode list' || char(10) || '.nullvalue NULL' || char(10) || '.separator "\037" "\036"';
SELECT '.headers off' || char(10) ||
       'SELECT ''example'', ''' || name || ''';' || char(10) || '.headers on' || char(10) || example || ';'
FROM (SELECT name, example FROM gamemap_tables
      UNION ALL SELECT name, example FROM gamemap_functions WHERE name <> 'gamemap_debug');
