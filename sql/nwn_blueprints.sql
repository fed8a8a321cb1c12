-- Blueprints of Neverwinter Nights by area: which templates the objects of each area were made from,
-- how often, and which of them no blueprint has.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" \
--             -cmd ".param set :blueprints 'module/*.ut?'" < sql/nwn_blueprints.sql
--
-- Parameters: :files or :file, the GIT files, by default 'samples/*.git'; :blueprints, the blueprints,
-- by default those beside the GIT files. Those of the game itself are in its archives: 'data/nwn.key/*.ut?'.

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GIT (.git), which lists what stands in an area.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE type = 'GIT' OR file LIKE '%.git');
SELECT 'The blueprints are those beside the GIT files, since no :blueprints are given.'
WHERE :blueprints IS NULL AND coalesce(:files, :file) IS NOT NULL;
.mode box --wrap 0
CREATE TEMP TABLE places AS
WITH folders AS ( -- so that their own [, * and ? stand for themselves
    SELECT DISTINCT replace(replace(replace(gamemap_folder(source), '[', '[[]'), '*', '[*]'), '?', '[?]') AS name
    FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE :blueprints IS NULL)
SELECT p.source AS place FROM folders f, gamemap_paths(f.name || '*') p
    WHERE lower(replace(p.source, '.json', '')) GLOB '*.u[tlpe]?'
UNION ALL SELECT :blueprints WHERE :blueprints IS NOT NULL;
CREATE TEMP TABLE kinds AS -- those of different kinds may have one name
SELECT column1 AS ending, column2 AS kind FROM (VALUES ('utc', 'creature'), ('utd', 'door'), ('ute', 'encounter'),
    ('uti', 'item'), ('utm', 'store'), ('utp', 'placeable'), ('uts', 'sound'), ('utt', 'trigger'), ('utw', 'waypoint'),
    ('ult', 'light'), ('uen', 'environment'), ('utr', 'tree'), ('upe', 'placed_effect'));
CREATE TEMP TABLE known AS -- the first file of each kind and template
SELECT lower(b.template) AS template, k.kind, b.name, b.type, min(b.file) AS file
FROM places p CROSS JOIN nwn_blueprints(p.place, 'skip') b
LEFT JOIN kinds k ON k.ending = lower(substr(replace(b.file, '.json', ''), -3)) GROUP BY 1, 2;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE used AS
SELECT file, kind, lower(template) AS template, count(*) AS objects
FROM nwn_objects(coalesce(:files, :file, 'samples/*.git'), 'skip')
WHERE template <> '' GROUP BY 1, 2, 3;
INSERT INTO left_out SELECT gamemap_skipped();

SELECT u.file AS area, u.kind, u.template, k.name, u.objects,
       iif(k.template IS NULL, 'no blueprint', k.file) AS blueprint
FROM used u LEFT JOIN known k ON k.template = u.template AND k.kind = u.kind ORDER BY u.file, u.kind, u.objects DESC, u.template;

SELECT k.type, k.template, k.name, k.file AS used_in_no_area
FROM known k WHERE NOT EXISTS (SELECT 1 FROM used u WHERE u.template = k.template AND u.kind = k.kind) ORDER BY 1, 2;
DROP TABLE used;
DROP TABLE known;
DROP TABLE kinds;
DROP TABLE places;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
