-- Prints the tables and functions of the extension as Markdown, from their descriptors: the part of
-- README.md between its markers (`make readme`).

.mode list
.headers off
.separator ''
SELECT '| format | table | what a row is |' || char(10) || '|---|---|---|';
SELECT '| ' || coalesce(format, 'any') || ' | `' || call || '` | ' || documentation || ' |'
FROM gamemap_tables;
SELECT char(10) || '| function | what it gives |' || char(10) || '|---|---|';
SELECT '| `' || call || '` | ' || documentation || ' |' FROM gamemap_functions;
