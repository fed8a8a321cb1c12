-- Maps with findings: what is readable but odd, and what can't be read, by severity and code with
-- the first example of each.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_findings.sql
--
-- Parameter: :files or :file, by default 'samples/*.gnd'. Files of every format count;
-- where none of them is a GND, that is said first.
-- It splits by file (sql/cluster.py): the tables are made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.gnd.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GND.'
WHERE NOT EXISTS (SELECT 1 FROM gnd_maps(coalesce(:files, :file, 'samples/*.gnd'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE files AS -- an archive stands for the files in it, as where two are compared
SELECT file, error FROM gamemap_files(coalesce(:files, :file, 'samples/*.gnd'), 'gamemap_differences', 'skip');

CREATE TEMP TABLE findings AS
SELECT file, severity, code, count AS findings, byte_offset AS first_at, message AS first
FROM gamemap_findings(coalesce(:files, :file, 'samples/*.gnd'), NULL, 'gamemap_differences', 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

SELECT count(*) AS files, count(error) AS unreadable,
       (SELECT count(DISTINCT file) FROM findings) AS with_findings
FROM files;

SELECT * FROM findings
ORDER BY file, CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, code;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE findings;
DROP TABLE files;
