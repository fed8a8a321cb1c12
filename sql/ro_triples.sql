-- Which RSW, GAT and GND files of Ragnarok Online belong together, and which don't fit: files that a
-- world names but aren't there, and a GAT that hasn't twice the size of the GND.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.rsw'" < sql/ro_triples.sql
--
-- Parameter: :files or :file, the worlds, by default 'samples/*.rsw'. The other files lie in the folder
-- of the world that names them.

.bail on
SELECT 'No :files are given, so this is about samples/*.rsw.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an RSW.'
WHERE NOT EXISTS (SELECT 1 FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE worlds AS
SELECT file, version, gat_file, gnd_file,
       (SELECT path FROM gamemap_references(w.source) WHERE column_name = 'gat_file') AS gat,
       (SELECT path FROM gamemap_references(w.source) WHERE column_name = 'gnd_file') AS gnd
FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip') w;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE tiles AS
SELECT w.file AS world, a.version, a.width, a.height
FROM worlds w CROSS JOIN gat_maps(w.gat, 'skip') a;
INSERT INTO left_out SELECT gamemap_skipped();
CREATE INDEX temp.tiles_of ON tiles(world);
CREATE TEMP TABLE cubes AS
SELECT w.file AS world, g.version, g.width, g.height
FROM worlds w CROSS JOIN gnd_maps(w.gnd, 'skip') g;
INSERT INTO left_out SELECT gamemap_skipped();
CREATE INDEX temp.cubes_of ON cubes(world);
SELECT w.file AS world, w.version AS rsw, a.version AS gat, g.version AS gnd,
       a.width || ' x ' || a.height AS tiles, g.width || ' x ' || g.height AS cubes,
       CASE WHEN w.gat IS NULL AND w.gnd IS NULL THEN w.gat_file || ' and ' || w.gnd_file || ' are missing'
            WHEN w.gat IS NULL THEN w.gat_file || ' is missing'
            WHEN w.gnd IS NULL THEN w.gnd_file || ' is missing'
            WHEN a.world IS NULL THEN w.gat_file || ' can''t be read'
            WHEN g.world IS NULL THEN w.gnd_file || ' can''t be read'
            WHEN a.width <> 2 * g.width OR a.height <> 2 * g.height
            THEN 'the GAT doesn''t have twice the size of the GND'
            ELSE 'fits' END AS verdict
FROM worlds w
LEFT JOIN tiles a ON a.world = w.file
LEFT JOIN cubes g ON g.world = w.file
ORDER BY verdict = 'fits', w.file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE cubes;
DROP TABLE tiles;
DROP TABLE worlds;
