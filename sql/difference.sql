-- What differs between two files, two folders or two archives: a summary, then cell by cell.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :old 'released'" -cmd ".param set :new 'working'" \
--             < sql/difference.sql
--
-- Parameters: :old and :new, by default two of the samples; :rows, how many differences of each column in a
-- file are listed, by default 20. A folder or an archive stands for all files in it, which are paired by
-- their names; patterns work, too ('old/*.gnd'). Nothing is written. Equal files give no rows.

.bail on
SELECT printf('No %s given, so this is about %s and %s.',
              CASE WHEN :old IS NOT NULL THEN ':new is' WHEN :new IS NOT NULL THEN ':old is' ELSE ':old and :new are' END,
              coalesce(:old, 'samples/town.gnd'), coalesce(:new, 'samples/lake.gnd'))
WHERE :old IS NULL OR :new IS NULL;
CREATE TEMP TABLE sources(old TEXT, new TEXT);
INSERT INTO sources SELECT coalesce(:old, 'samples/town.gnd'), coalesce(:new, 'samples/lake.gnd');

CREATE TEMP TABLE differences AS
SELECT coalesce(d.file_old, d.file_new) AS file, d.*
FROM sources s JOIN gamemap_differences(s.old, s.new) d;

.mode box --wrap 0
SELECT CASE count(DISTINCT file) WHEN 0 THEN 'nothing differs' WHEN 1 THEN 'one file differs'
            ELSE count(DISTINCT file) || ' files differ' END ||
       CASE count(*) FILTER (WHERE table_name IS NULL AND change = 'changed') WHEN 0 THEN ''
            WHEN count(DISTINCT file) THEN ', as bytes: no table shows how'
            ELSE printf(', %d of them as bytes: no table shows how',
                        count(*) FILTER (WHERE table_name IS NULL AND change = 'changed')) END AS result,
       count(*) FILTER (WHERE table_name IS NULL AND change = 'added') AS files_added,
       count(*) FILTER (WHERE table_name IS NULL AND change = 'removed') AS files_removed,
       count(*) FILTER (WHERE table_name IS NOT NULL) AS differences
FROM differences;

SELECT file, ifnull(table_name, '(the file)') AS "table", ifnull(column_name, '(rows)') AS "column", change, count(*) AS count
FROM differences GROUP BY 1, 2, 3, 4 ORDER BY 1, min(rowid);

-- BLOBs as their first bytes, long texts cut
CREATE TEMP VIEW listed AS
SELECT file, iif(change = 'added', file_new, file_old) AS side, table_name, row_id, column_name,
       iif(typeof(old) = 'blob', 'x' || hex(substr(old, 1, 16)) || iif(length(old) > 16, '...', ''), substr(old, 1, 60)) AS old,
       iif(typeof(new) = 'blob', 'x' || hex(substr(new, 1, 16)) || iif(length(new) > 16, '...', ''), substr(new, 1, 60)) AS new,
       change, row_number() OVER (PARTITION BY file, table_name, column_name ORDER BY rowid) AS number, rowid AS place
FROM differences WHERE table_name IS NOT NULL;
-- Which row that is, where nobody knows it by its number
SELECT file, table_name AS "table", row_id AS id,
       CASE table_name
           WHEN 'gff_fields' THEN (SELECT path FROM gff_fields(side) f WHERE f.id = row_id)
           WHEN 'gff_structs' THEN (SELECT path FROM gff_structs(side) s WHERE s.id = row_id)
           WHEN 'gff_strings' THEN (SELECT f.path FROM gff_strings(side) s JOIN gff_fields(s.source) f ON f.id = s.field_id
                                    WHERE s.id = row_id)
           WHEN 'twoda_cells' THEN (SELECT c."column" || ' of row ' || c.row_id FROM twoda_cells(side) c
                                    WHERE c.id = listed.row_id)
           END AS which, column_name AS "column", old, new, change
FROM listed WHERE number <= CAST(coalesce(:rows, 20) AS INTEGER) ORDER BY place;
