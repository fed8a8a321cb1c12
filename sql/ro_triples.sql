-- Which RSW, GAT and GND files of Ragnarok Online belong together, and which don't fit: files that a
-- world names but aren't there, and a GAT that hasn't twice the size of the GND.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.rsw'" < sql/ro_triples.sql
--
-- Parameter: :files or :file, a pattern that ends in .rsw, by default 'samples/*.rsw' (the other
-- files are found by the same pattern with their own endings).

.bail on
SELECT 'No :files are given, so this is about samples/*.rsw.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an RSW.'
WHERE NOT EXISTS (SELECT 1 FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE worlds AS
SELECT file, version, rtrim(file, replace(file, '/', '')) AS folder, gat_file, gnd_file
FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE tiles AS
SELECT file, version, width, height
FROM gat_maps(replace(coalesce(:files, :file, 'samples/*.rsw'), '.rsw', '.gat'), 'skip');
INSERT INTO left_out SELECT gamemap_skipped();
CREATE INDEX temp.tiles_by_file ON tiles(file COLLATE NOCASE);
CREATE TEMP TABLE cubes AS
SELECT file, version, width, height
FROM gnd_maps(replace(coalesce(:files, :file, 'samples/*.rsw'), '.rsw', '.gnd'), 'skip');
INSERT INTO left_out SELECT gamemap_skipped();
CREATE INDEX temp.cubes_by_file ON cubes(file COLLATE NOCASE);
SELECT w.file AS world, w.version AS rsw, a.version AS gat, g.version AS gnd,
       a.width || ' x ' || a.height AS tiles, g.width || ' x ' || g.height AS cubes,
       CASE WHEN a.file IS NULL AND g.file IS NULL THEN w.gat_file || ' and ' || w.gnd_file || ' are missing'
            WHEN a.file IS NULL THEN w.gat_file || ' is missing'
            WHEN g.file IS NULL THEN w.gnd_file || ' is missing'
            WHEN a.width <> 2 * g.width OR a.height <> 2 * g.height
            THEN 'the GAT doesn''t have twice the size of the GND'
            ELSE 'fits' END AS verdict
FROM worlds w
LEFT JOIN tiles a ON a.file = w.folder || w.gat_file COLLATE NOCASE
LEFT JOIN cubes g ON g.file = w.folder || w.gnd_file COLLATE NOCASE
ORDER BY verdict = 'fits', w.file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
