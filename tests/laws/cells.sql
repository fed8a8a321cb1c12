-- format: any
-- Cells: what an edit of one does to what compares, lists and prints the file. The cell is one of those
-- that can be edited, its new value one that fits. Files are given as BLOBs, the old one as an edit that
-- changes nothing.

DROP TABLE IF EXISTS temp.chosen;
DROP TABLE IF EXISTS temp.edit;
DROP TABLE IF EXISTS temp.edited;
DROP TABLE IF EXISTS temp.difference;
DROP TABLE IF EXISTS temp.turned;

-- One of the columns, each as likely as the others, and one of its first cells
-- may fail
CREATE TEMP TABLE chosen AS
WITH place AS (
    SELECT k.table_name, k.name FROM gamemap_columns k JOIN gamemap_tables t ON t.name = k.table_name JOIN gamemap_files(:file) f
    WHERE k.stored AND t.format IN (f.format, 'GFF') AND EXISTS (
        SELECT 1 FROM gamemap_cells(:file, k.table_name, 'every') c WHERE c.column_name = k.name AND c.bytes > 0 AND c.value IS NOT NULL)
    ORDER BY gamemap_hash(CAST(:seed || k.table_name || k.name AS BLOB)) LIMIT 1)
SELECT * FROM (
    SELECT c.table_name, c.row_id, c.column_name, c.value, c.byte_offset, c.bytes
    FROM place JOIN gamemap_cells(:file, place.table_name, 'every') c
    WHERE c.column_name = place.name AND c.bytes > 0 AND c.value IS NOT NULL LIMIT 60)
ORDER BY (row_id * 31 + :seed) % 59 LIMIT 1;

CREATE TEMP TABLE edit AS
SELECT table_name, row_id, column_name, byte_offset, bytes, value AS old,
       CASE typeof(value)
           WHEN 'integer' THEN CASE WHEN value < 0 THEN value + 1 WHEN value > 1 THEN value - 1 ELSE 1 - value END
           WHEN 'real' THEN iif(value = 0, 0.5, value / 2)
           WHEN 'text' THEN iif(substr(value, 1, 1) = 'x', 'y', 'x') || substr(value, 2)
           ELSE CAST(iif(substr(value, 1, 1) = x'00', x'01', x'00') || substr(value, 2) AS BLOB) END AS new
FROM chosen;

-- may fail
CREATE TEMP TABLE edited AS
SELECT (SELECT gamemap_edit(:file, e.table_name, e.row_id, e.column_name, e.old) FROM edit e) AS old,
       (SELECT gamemap_edit(:file, e.table_name, e.row_id, e.column_name, e.new) FROM edit e) AS new;

CREATE TEMP TABLE difference AS SELECT d.* FROM edited e JOIN gamemap_differences(e.old, e.new) d WHERE e.old IS NOT e.new;
CREATE TEMP TABLE turned AS SELECT d.* FROM edited e JOIN gamemap_differences(e.new, e.old) d WHERE e.old IS NOT e.new;

-- law: a change that changes nothing gives the file itself, which has no differences from itself
SELECT d.table_name, d.row_id, d.column_name FROM edited e JOIN gamemap_differences(e.old, :file) d;

-- law: an edit of a cell is a difference
SELECT e.table_name, e.row_id, e.column_name FROM edit e JOIN edited f WHERE f.old IS NOT f.new AND NOT EXISTS (SELECT 1 FROM difference);

-- A list that is made of the names (the textures of a model that has them in its nodes) gets and loses rows.
-- law: what else differs lies at the same bytes, or is a row of this table, or of one that it refers to
SELECT d.table_name, d.row_id, d.column_name, d.old, d.new, e.table_name AS edited_table, e.row_id AS edited_row, e.column_name AS edited_column
FROM edit e JOIN difference d ON d.table_name IS NOT NULL AND (d.table_name, d.row_id, d.column_name) IS NOT (e.table_name, e.row_id, e.column_name)
WHERE NOT (d.column_name IS NULL AND (d.table_name = e.table_name OR d.table_name IN (
    SELECT k.refers_to FROM gamemap_columns k WHERE k.table_name = e.table_name))) AND NOT EXISTS (
    SELECT 1 FROM edited JOIN gamemap_cells(edited.old, d.table_name, 'every') c
    WHERE c.row_id = d.row_id AND c.column_name = d.column_name
      AND (c.bytes IS NULL OR (c.byte_offset < e.byte_offset + e.bytes AND e.byte_offset < c.byte_offset + c.bytes)));

-- law: with the files exchanged the differences are the same, turned round
SELECT * FROM (
    SELECT table_name, column_name, old, new, change FROM difference WHERE change <> 'moved'
    EXCEPT
    SELECT table_name, column_name, new, old, CASE change WHEN 'added' THEN 'removed' WHEN 'removed' THEN 'added' ELSE change END FROM turned)
UNION ALL
SELECT 'count', NULL, (SELECT count(*) FROM difference), (SELECT count(*) FROM turned), NULL
WHERE (SELECT count(*) FROM difference) <> (SELECT count(*) FROM turned);

-- Of a text that changed nobody is told what stands behind it.
-- law: what is told as changed, applied to the old file, gives the new one
SELECT count(*) AS changes FROM edited e JOIN difference d
WHERE (SELECT column_name NOT LIKE '%\_raw' ESCAPE '\' FROM edit) AND (SELECT min(d.change = 'changed' AND k.stored = 1) FROM difference d LEFT JOIN gamemap_columns k ON k.table_name = d.table_name AND k.name = d.column_name)
GROUP BY e.old HAVING gamemap_edit(e.old, d.table_name, d.row_id, d.column_name, d.new) IS NOT e.new;

-- The text of a large file takes seconds, so that only some of these are printed.
-- law: an edit changes what textconv.sql prints, and nothing else does
SELECT e.table_name, e.row_id, e.column_name FROM edit e JOIN edited f
WHERE (length(f.old) < 300000 OR :seed % 16 = 0) AND (texts(f.old) = texts(f.new)) IS NOT (f.old = f.new);

-- law: what differs in an image or a script differs in what textconv.sql prints
SELECT length(content) FROM (
    SELECT content, CAST(substr(content, 1, length(content) - 1) || iif(substr(content, -1) = x'41', x'42', x'41') AS BLOB) AS other FROM (
        SELECT gamemap_read(:file) AS content FROM gamemap_files(:file) WHERE format IN ('IMAGE', 'RO-SCRIPT') AND size < 300000))
WHERE (SELECT count(*) FROM gamemap_differences(content, other)) > 0 AND texts(content) = texts(other);
