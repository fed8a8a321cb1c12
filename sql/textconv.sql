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

SELECT ifnull(f.format || ifnull(' ' || f.version, ''), 'unknown format')
       || ifnull(': ' || f.error || printf(' (%016x)', gamemap_hash(g.content)), '')
FROM given g JOIN gamemap_files(g.content) f;
SELECT 'unreadable: ' || n.message FROM given g JOIN gamemap_files(g.content) f JOIN gamemap_findings(g.content) n
WHERE f.error IS NULL AND n.code = 'unreadable';
-- Of an archive each file is a line; two versions of one are compared by gamemap_differences.
SELECT printf('%s: %d bytes %016x', e.name, e.size, gamemap_hash(e.data)) FROM given g JOIN archive_entries(g.content, 'skip') e;

CREATE TEMP TABLE refers AS
SELECT table_name || '.' || name AS "column", refers_to FROM gamemap_columns WHERE refers_to IS NOT NULL AND stored;
CREATE INDEX refers_by_column ON refers("column");

CREATE TEMP TABLE cells AS
SELECT c.table_name, c.row_id, c.column_name, c.value AS target,
       (SELECT refers_to FROM refers WHERE "column" = c.table_name || '.' || c.column_name) AS refers_to,
       CASE typeof(c.value)
           WHEN 'blob' THEN iif(length(c.value) <= 16, 'x' || hex(c.value),
                                printf('<%d bytes %016x>', length(c.value), gamemap_hash(c.value)))
           -- nothing behind a NUL would be printed
           WHEN 'text' THEN iif(instr(c.value, char(0)), 'x' || hex(c.value), iif(c.value = '-', '\-', replace(replace(replace(c.value, '\', '\\'), char(10), '\n'), char(13), '\r')))
           WHEN 'null' THEN '-'
           -- nine digits tell floats of 32 bits from each other; the sum is the value as such a float
           WHEN 'real' THEN printf(iif(c.value * 536870913.0 - (c.value * 536870913.0 - c.value) = c.value, '%.9g', '%!.17g'), c.value)
           ELSE c.value END AS shown
FROM given g JOIN gamemap_cells(g.content, NULL, NULL, 'skip') c;
CREATE INDEX cells_by_row ON cells(row_id, table_name, column_name);

-- Some columns show what others mean as it is stored. That is shown, too, where it says more: of a number
-- that refers to nothing, but isn't the usual one for that, and of bytes behind a text.
UPDATE cells SET shown = shown || iif(typeof(r.value) = 'blob', printf('(%016x)', gamemap_hash(r.value)), '(' || r.value || ')')
FROM (SELECT r.* FROM given g JOIN gamemap_cells(g.content, NULL, 'every', 'skip') r WHERE column_name LIKE '%\_raw' ESCAPE '\') r
WHERE r.row_id = cells.row_id AND r.table_name = cells.table_name AND r.column_name = cells.column_name || '_raw'
  AND CASE typeof(r.value)
          WHEN 'blob' THEN shown GLOB '*' || char(65533) || '*' OR (instr(r.value, x'00') AND
                           ltrim(hex(substr(r.value, instr(r.value, x'00'))), '0') <> '')
          ELSE target IS NULL AND ifnull(r.value NOT IN (-1, (1 << 8 * r.bytes) - 1), true) END;

-- A value of a GFF has the name of its label, for which the file has a number, and one of a 2DA that of its column.
-- A label that the file lacks is shown by that number.
CREATE TEMP TABLE labels(table_name, row_id, label, PRIMARY KEY (row_id, table_name)) WITHOUT ROWID;
INSERT INTO labels SELECT 'gff_fields', f.id, coalesce(f.label, '(' || f.label_raw || ')') FROM given g JOIN gff_fields(g.content, 'skip') f;
INSERT INTO labels SELECT 'twoda_cells', c.id, c."column" FROM given g JOIN twoda_cells(g.content, 'skip') c;
UPDATE cells SET column_name = replace(replace(l.label, char(10), '\n'), char(13), '\r') FROM labels l
WHERE l.row_id = cells.row_id AND l.table_name = cells.table_name AND cells.column_name = 'value';

-- What a reference can be called: the path or the name of its target, else its content as a number, first
-- without the references in it, then with them
CREATE TEMP TABLE targets(table_name, row_id, called);
CREATE INDEX targets_by_row ON targets(row_id, table_name);
CREATE TEMP VIEW named AS
SELECT c.rowid AS place, c.table_name, c.row_id, c.column_name, c.refers_to,
       iif(c.refers_to IS NULL OR c.target IS NULL, c.shown,
           ifnull((SELECT called FROM targets t WHERE t.row_id = c.target AND t.table_name = c.refers_to), c.shown)) AS shown
FROM cells c;
CREATE TEMP VIEW contents AS
SELECT table_name, row_id,
       ifnull(max(shown) FILTER (WHERE column_name IN ('path', 'name', 'model_file', 'texture') AND refers_to IS NULL),
              printf('#%08x', gamemap_hash(CAST(group_concat(shown, char(9)) AS BLOB)) & 0xFFFFFFFF)) AS called
FROM named WHERE table_name IN (SELECT DISTINCT refers_to FROM cells) GROUP BY table_name, row_id;
CREATE TEMP TABLE first_targets AS
SELECT table_name, row_id,
       ifnull(max(shown) FILTER (WHERE column_name IN ('path', 'name', 'model_file', 'texture')),
              printf('#%08x', gamemap_hash(CAST(group_concat(shown, char(9)) AS BLOB)) & 0xFFFFFFFF)) AS called
FROM cells WHERE refers_to IS NULL AND table_name IN (SELECT DISTINCT refers_to FROM cells) GROUP BY table_name, row_id;
INSERT INTO targets SELECT * FROM first_targets;
CREATE TEMP TABLE second_targets AS
SELECT table_name, row_id, called, row_number() OVER (PARTITION BY table_name, called ORDER BY row_id) AS number FROM contents;
DELETE FROM targets;
INSERT INTO targets SELECT table_name, row_id, called || iif(number > 1, '~' || number, '') FROM second_targets;

-- The cells of a row follow each other.
CREATE TEMP VIEW lines AS
SELECT table_name || '  ' || group_concat(part, '  ') AS line FROM
(SELECT c.place, c.table_name, c.row_id, sum(c.row_id IS NOT b.row_id OR c.table_name IS NOT b.table_name)
            OVER (ORDER BY c.place) AS c_line,
        nullif(c.column_name, 'label_raw') || '=' || c.shown AS part
 FROM named c LEFT JOIN cells b ON b.rowid = c.place - 1)
GROUP BY c_line;
SELECT line FROM lines;
