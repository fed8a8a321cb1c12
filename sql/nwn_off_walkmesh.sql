-- What stands off the walkmesh of an area of Neverwinter Nights 2: creatures, waypoints, stores,
-- items and encounters, which one must be able to reach, by the TRX beside each GIT.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" < sql/nwn_off_walkmesh.sql
--
-- Parameter: :files or :file, the GIT files, by default 'samples/*.git'.

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GIT (.git), which lists what stands in an area.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE type = 'GIT' OR file LIKE '%.git');
.mode box --wrap 0
CREATE TEMP TABLE areas AS
SELECT file, source, gamemap_beside(source, 'trx') AS trx
FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE file LIKE '%.git' OR type = 'GIT';
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT count(*) AS areas, count(trx) AS with_a_trx, count(*) - count(trx) AS without_one FROM areas;
CREATE TEMP TABLE meshes AS SELECT a.file FROM areas a CROSS JOIN aswm_meshes(a.trx, 'skip');
INSERT INTO left_out SELECT gamemap_skipped();

CREATE TEMP TABLE placed AS
SELECT o.file, o.kind, o.tag, o.template, o.x, o.y, o.z,
       aswm_walkable_at(a.trx, o.x, o.y, o.z) AS walkable,
       aswm_triangle_at(a.trx, o.x, o.y, o.z) IS NOT NULL AS on_the_mesh
FROM areas a JOIN nwn_objects(a.source) o
WHERE a.file IN (SELECT file FROM meshes) AND o.kind IN ('creature', 'waypoint', 'store', 'item', 'encounter');

SELECT kind, count(*) AS objects, sum(walkable) AS where_one_walks,
       sum(on_the_mesh AND NOT walkable) AS where_one_does_not, sum(NOT on_the_mesh) AS off_the_mesh
FROM placed GROUP BY kind;

SELECT file, kind, tag, template, round(x, 2) AS x, round(y, 2) AS y, round(z, 2) AS z,
       CASE WHEN x IS NULL OR y IS NULL THEN 'it has no place'
            WHEN on_the_mesh THEN 'one can''t walk there' ELSE 'off the mesh' END AS verdict
FROM placed WHERE walkable IS NOT 1 ORDER BY file, kind, tag;
SELECT trx AS without_walkmesh FROM areas WHERE trx IS NOT NULL AND file NOT IN (SELECT file FROM meshes) ORDER BY trx;
DROP TABLE meshes;
DROP TABLE placed;
DROP TABLE areas;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
