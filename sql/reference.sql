-- Prints the reference of every table, column and function as Markdown, from their descriptors.
--
--     sqlite3 -cmd ".load ./gamemap" < sql/reference.sql > reference.md

.mode list
.headers off
.separator ''
SELECT iif(c.position = 0,
           char(10) || '## ' || t.call || char(10) || char(10) ||
           coalesce(t.format || '. ', '') || t.documentation ||
           iif(t.reads = 'header', ' No more of a file is read and checked than its header.', '') ||
           char(10) || char(10) || '    ' || t.example || char(10) || char(10) ||
           '| column | type | unit | documentation |' || char(10) || '|---|---|---|---|' || char(10),
           '') ||
       '| ' || c.name || ' | ' || c.type || ' | ' || coalesce(c.unit, '') || ' | ' ||
       CASE WHEN c.hidden AND NOT c.is_argument THEN 'Hidden. ' ELSE '' END ||
       replace(replace(c.documentation, '|', '\|'), '<', '&lt;') ||
       iif(c.reads IS NOT t.reads, '. Needs the whole file', '') ||
       coalesce(' -> ' || c.refers_to, '') || ' |'
FROM gamemap_tables t JOIN gamemap_columns c ON c.table_name = t.name;
SELECT char(10) || '## ' || call || char(10) || char(10) ||
       coalesce(format || '. ', '') || documentation || char(10) || char(10) || '    ' || example
FROM gamemap_functions;
