-- A map or model as text, for git: `git diff`, `git log -p` and `git show` compare the texts.
--
--     echo '*.gnd diff=gamemap' >> .gitattributes
--     git config diff.gamemap.textconv \
--         'f() { sqlite3 :memory: ".load /path/to/gamemap" ".read /path/to/textconv.sql" < "$1"; }; f'
--     git config diff.gamemap.cachetextconv true
--
-- It reads the content of the file from the standard input, so that the name of a stranger's file is
-- never part of SQL or of a command. Each row of a table is a line. Lines hold no ids and no offsets:
-- a reference is shown as the name of what it refers to, or as a number that is made of its content, so
-- that an inserted row changes nothing but itself; of rows that are alike the second one is ~2. Each cell
-- that can be edited is in a line. Without an input it shows samples/town.gnd.

.bail on
PRAGMA temp_store = memory;
.mode list
.headers off
CREATE TEMP TABLE given AS SELECT readfile('/dev/stdin') AS content;
UPDATE given SET content = readfile('samples/town.gnd') WHERE ifnull(length(content), 0) = 0;

-- What can't be read, or has parts that no table shows, as pixels and the statements of scripts, has the hash of all of it.
SELECT ifnull(f.format || ifnull(' ' || f.version, ''), 'unknown format') || ifnull(': ' || f.error, '')
       || iif(f.error IS NOT NULL OR f.format IN ('IMAGE', 'RO-SCRIPT'), printf(' (%016x)', gamemap_hash(g.content)), '')
FROM given g JOIN gamemap_files(g.content) f;
SELECT 'unreadable: ' || n.message FROM given g JOIN gamemap_files(g.content) f JOIN gamemap_findings(g.content) n
WHERE f.error IS NULL AND n.code = 'unreadable';
-- Of an archive each file is a line; two versions of one are compared by gamemap_differences.
SELECT printf('%s: %d bytes %016x', e.name, e.size, gamemap_hash(e.data)) FROM given g JOIN archive_entries(g.content, 'skip') e;

-- The columns of the file's tables, in their order in gamemap_cells. A row of any table is one number, too:
-- that of its table, above the 40 bits of its own.
CREATE TEMP TABLE tables AS SELECT name FROM gamemap_tables;
CREATE UNIQUE INDEX tables_by_name ON tables(name);
CREATE TEMP TABLE refers AS
SELECT c.table_name, c.name, t.rowid << 40 AS refers_to FROM gamemap_columns c JOIN tables t ON t.name = c.refers_to WHERE c.stored;
CREATE INDEX refers_by_column ON refers(name, table_name);
CREATE TEMP TABLE columns AS
SELECT c.table_name, c.column_name AS name, (SELECT rowid FROM tables t WHERE t.name = c.table_name) << 40 AS "table",
       (SELECT refers_to FROM refers r WHERE r.table_name = c.table_name AND r.name = c.column_name) AS refers_to
FROM given g JOIN gamemap_cells(g.content, NULL, 'every', 'skip') c WHERE c.row_id = 0;
CREATE INDEX columns_by_name ON columns(name, table_name);
CREATE TEMP TABLE raws(name, table_name, raw_of, PRIMARY KEY (name, table_name)) WITHOUT ROWID;
INSERT INTO raws SELECT r.name, r.table_name, c.rowid FROM columns c JOIN columns r ON r.name = c.name || '_raw' AND r.table_name = c.table_name;

-- Which columns refer, and which tables have raw numbers, is asked of first rows: all rows of a table have its
-- columns. target: the row that a cell refers to, -1 where it refers to none, NULL where its column doesn't refer
CREATE TEMP TABLE cells("row", "column", name, target, shown, PRIMARY KEY ("row", "column")) WITHOUT ROWID;
INSERT INTO cells
SELECT k."table" | c.row_id, k.rowid, c.column_name,
       iif(k.refers_to IS NULL, NULL, iif(typeof(c.value) = 'integer' AND c.value BETWEEN 0 AND (1 << 40) - 1, k.refers_to | c.value, -1)),
       CASE typeof(c.value)
           WHEN 'integer' THEN c.value
           -- nine digits tell floats of 32 bits from each other; the sum is the value as such a float
           WHEN 'real' THEN printf(iif(c.value * 536870913.0 - (c.value * 536870913.0 - c.value) = c.value, '%.9g', '%!.17g'), c.value)
           WHEN 'null' THEN '-'
           -- nothing behind a NUL would be printed
           WHEN 'text' THEN iif(instr(c.value, char(0)), 'x' || hex(c.value), iif(c.value = '-', '\-', replace(replace(replace(c.value, '\', '\\'), char(10), '\n'), char(13), '\r')))
           ELSE iif(length(c.value) <= 16, 'x' || hex(c.value), printf('<%d bytes %016x>', length(c.value), gamemap_hash(c.value))) END
FROM (SELECT c.table_name, c.row_id, c.column_name, c.value FROM given g JOIN gamemap_cells(g.content, NULL, NULL, 'skip') c LIMIT -1) c
CROSS JOIN columns k ON k.table_name = c.table_name AND k.name = c.column_name;

-- Some columns show what others mean as it is stored. That is shown, too, where it says more: of a number
-- that refers to nothing, but isn't the usual one for that, and of bytes behind a text.
UPDATE cells SET shown = r.shown
FROM (SELECT c."row", c."column",
             c.shown || iif(typeof(r.value) = 'blob', printf('(%016x)', gamemap_hash(r.value)), '(' || r.value || ')') AS shown
      FROM given g CROSS JOIN (SELECT DISTINCT k.table_name FROM raws k JOIN columns c ON c.rowid = k.raw_of CROSS JOIN cells o ON o."row" = c."table" AND o."column" = c.rowid) t
      CROSS JOIN gamemap_cells(g.content, t.table_name, 'every', 'skip') r
      CROSS JOIN raws k ON k.name = r.column_name AND k.table_name = r.table_name
      CROSS JOIN columns o ON o.rowid = k.raw_of CROSS JOIN cells c ON c."row" = o."table" | r.row_id AND c."column" = k.raw_of
      WHERE CASE typeof(r.value)
                WHEN 'blob' THEN c.shown GLOB '*' || char(65533) || '*' OR (instr(r.value, x'00') AND
                                 ltrim(hex(substr(r.value, instr(r.value, x'00'))), '0') <> '')
                ELSE c.shown = '-' AND ifnull(r.value NOT IN (-1, (1 << 8 * r.bytes) - 1), true) END
      LIMIT -1) r
WHERE r."row" = cells."row" AND r."column" = cells."column";

-- A value of a GFF has the name of its label, for which the file has a number, and one of a 2DA that of its column.
-- A label that the file lacks is shown by that number.
CREATE TEMP TABLE labels("row" INTEGER PRIMARY KEY, "column", label);
INSERT INTO labels SELECT k."table" | f.id, k.rowid, coalesce(f.label, '(' || f.label_raw || ')')
FROM given g JOIN gff_fields(g.content, 'skip') f JOIN columns k ON k.table_name = 'gff_fields' AND k.name = 'value';
INSERT INTO labels SELECT k."table" | c.id, k.rowid, c."column"
FROM given g JOIN twoda_cells(g.content, 'skip') c JOIN columns k ON k.table_name = 'twoda_cells' AND k.name = 'value';
UPDATE cells SET name = replace(replace(l.label, char(10), '\n'), char(13), '\r') FROM labels l
WHERE l."row" = cells."row" AND l."column" = cells."column";

-- What a reference can be called: the path or the name of its target, else its content as a number, first
-- without the references in it, then with them
CREATE TEMP TABLE referred("row", name, "column", target, shown, PRIMARY KEY ("row", name, "column")) WITHOUT ROWID;
INSERT INTO referred SELECT "row", name, "column", target, shown FROM cells
WHERE "row" >> 40 IN (SELECT k.refers_to >> 40 FROM columns k CROSS JOIN cells c ON c."row" = k."table" AND c."column" = k.rowid);
CREATE TEMP TABLE targets("row" INTEGER PRIMARY KEY, called);
INSERT INTO targets
SELECT "row", ifnull(max(shown) FILTER (WHERE name IN ('path', 'name', 'model_file', 'texture')),
                     printf('#%08x', gamemap_hash(CAST(group_concat(shown, char(9)) AS BLOB)) & 0xFFFFFFFF))
FROM referred WHERE target IS NULL GROUP BY "row";
CREATE TEMP TABLE second_targets AS
SELECT "row", called, row_number() OVER (PARTITION BY "row" >> 40, called ORDER BY "row") AS number FROM
(SELECT r."row", ifnull(max(r.shown) FILTER (WHERE name IN ('path', 'name', 'model_file', 'texture') AND target IS NULL),
                        printf('#%08x', gamemap_hash(CAST(group_concat(ifnull(t.called, r.shown), char(9)) AS BLOB)) & 0xFFFFFFFF)) AS called
 FROM referred r LEFT JOIN targets t ON t."row" = r.target GROUP BY r."row");
DELETE FROM targets;
INSERT INTO targets SELECT "row", called || iif(number > 1, '~' || number, '') FROM second_targets;

CREATE TEMP VIEW lines AS
SELECT (SELECT name FROM tables WHERE rowid = c."row" >> 40) || '  ' ||
       group_concat(nullif(c.name, 'label_raw') || '=' || ifnull(t.called, c.shown), '  ') AS line
FROM cells c LEFT JOIN targets t ON t."row" = c.target GROUP BY c."row";
SELECT line FROM lines;
