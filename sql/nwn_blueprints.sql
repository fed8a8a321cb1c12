-- Blueprints of Neverwinter Nights by area: which templates the objects of each area were made from,
-- how often, and which of them no blueprint has.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" \
--             -cmd ".param set :blueprints 'module/*.ut?'" < sql/nwn_blueprints.sql
--
-- Parameters: :files or :file, the GIT files, by default 'samples/*.git'; :blueprints, the blueprints,
-- by default 'samples/*.ut?'. Those of the game itself are in its archives: 'data/nwn.key/*.ut?'.

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GFF.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE known AS
SELECT lower(template) AS template, min(name) AS name, min(type) AS type, min(file) AS file
FROM nwn_blueprints(coalesce(:blueprints, 'samples/*.ut?'), 'skip') GROUP BY 1;
CREATE TEMP TABLE used AS
SELECT file, kind, lower(template) AS template, count(*) AS objects
FROM nwn_objects(coalesce(:files, :file, 'samples/*.git'), 'skip')
WHERE template <> '' GROUP BY 1, 2, 3;

SELECT u.file AS area, u.kind, u.template, k.name, u.objects,
       iif(k.template IS NULL, 'no blueprint', k.file) AS blueprint
FROM used u LEFT JOIN known k ON k.template = u.template ORDER BY u.file, u.kind, u.objects DESC, u.template;

SELECT k.type, k.template, k.name, k.file AS used_in_no_area
FROM known k WHERE k.template NOT IN (SELECT template FROM used) ORDER BY 1, 2;
DROP TABLE used;
DROP TABLE known;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
