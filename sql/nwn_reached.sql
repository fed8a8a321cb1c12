-- Which areas of a module of Neverwinter Nights, of either game, a player reaches on foot from where the module
-- begins, what is farthest, and which transitions nobody can take. One walks over the ground of areas: the TRX
-- beside each GIT, or the tiles of the ARE beside it. Locked doors are passed; keys and scripts aren't known.
-- A door more than 0.5 m from where one walks is taken from the nearest place there and listed, as nobody can use it.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" -cmd ".param set :ifo 'module/module.ifo'" \
--             -cmd ".param set :models 'tiles/*'" < sql/nwn_reached.sql
--
-- Parameters, each with its default: :files or :file, the GIT files ('samples/*.git'); :models and :sets, where the
-- models and the tilesets of the first game's tiles are (for the samples 'samples/*', else none); :tables, the 2DA
-- files by which its placeables and doors block (none: nothing stands there); where the player begins: :ifo, the
-- module.ifo, or :area, :x and :y (the first waypoint of the files).

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GIT (.git), which lists what stands in an area.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE type = 'GIT' OR file LIKE '%.git');
.mode box --wrap 0
CREATE TEMP TABLE first_waypoint AS
SELECT gamemap_stem(iif(file LIKE '%.json', gamemap_stem(file), file)) AS area, x, y
FROM nwn_objects(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE kind = 'waypoint' LIMIT 1;
CREATE TEMP TABLE asked AS
SELECT coalesce(:files, :file, 'samples/*.git') AS gits,
       coalesce(:models, iif(coalesce(:files, :file) IS NULL, 'samples/*', NULL)) AS tiles,
       coalesce(:area, gff_value(:ifo, 'Mod_Entry_Area'), (SELECT area FROM first_waypoint)) AS begins,
       0.0 + coalesce(:x, gff_value(:ifo, 'Mod_Entry_X'), (SELECT x FROM first_waypoint)) AS begin_x,
       0.0 + coalesce(:y, gff_value(:ifo, 'Mod_Entry_Y'), (SELECT y FROM first_waypoint)) AS begin_y;
SELECT 'Nothing says where the player begins: give :ifo, or :area, :x and :y.' FROM asked WHERE begins IS NULL OR begin_x IS NULL;
CREATE TEMP TABLE area AS
SELECT a.file, a.area, a.length, a.x, a.y, a.problem
FROM asked, nwn_world_areas(gits, begins, begin_x, begin_y, tiles, :sets, :tables, 'skip') a;
CREATE TEMP TABLE passage AS
SELECT t.file, t.object_id, t.object_kind, t.tag, t.x, t.y, t.linked_to, t.target_file, t.length, t.certain,
       t.at_x, t.at_y, t.in_reach
FROM asked, nwn_world_transitions(gits, begins, begin_x, begin_y, tiles, :sets, :tables, 'skip') t;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

SELECT count(*) AS areas, count(length) AS reached, count(*) - count(length) AS nobody_comes_to, count(problem) AS without_ground,
       (SELECT count(*) FROM passage) AS transitions, (SELECT count(length) FROM passage) AS taken
FROM area;
SELECT area AS farthest_area, round(length, 1) AS metres, round(x, 2) AS x, round(y, 2) AS y
FROM area WHERE length IS NOT NULL ORDER BY length DESC, area LIMIT 10;
SELECT area AS nobody_comes_to, count(p.object_id) AS transitions_there, min(p.file) AS one_is_in
FROM area a LEFT JOIN passage p ON p.target_file = a.file AND p.file <> a.file
WHERE a.length IS NULL GROUP BY a.file ORDER BY 1 LIMIT 100;
SELECT p.file, p.object_id, p.object_kind, p.tag, round(p.x, 2) AS x, round(p.y, 2) AS y, p.linked_to AS nobody_comes_to_it
FROM passage p JOIN area a ON a.file = p.file AND a.length IS NOT NULL AND a.problem IS NULL
WHERE p.length IS NULL ORDER BY 1, 2 LIMIT 100;
SELECT file, object_id, object_kind, tag, round(x, 2) AS x, round(y, 2) AS y, linked_to AS leads_nowhere
FROM passage WHERE length IS NOT NULL AND target_file IS NULL ORDER BY 1, 2 LIMIT 100;
SELECT file, object_id, tag, round(x, 2) AS x, round(y, 2) AS y, linked_to AS locked_and_leads_to
FROM passage WHERE length IS NOT NULL AND NOT certain ORDER BY 1, 2 LIMIT 100;
SELECT p.file, p.object_id, p.tag, round(p.x, 2) AS x, round(p.y, 2) AS y,
       round(sqrt(min((at_x - coalesce(u.x, p.x)) * (at_x - coalesce(u.x, p.x))
                      + (at_y - coalesce(u.y, p.y)) * (at_y - coalesce(u.y, p.y)))), 2) AS metres_from_where_one_walks
FROM asked JOIN passage p LEFT JOIN nwn_use_points(p.file, tiles, :tables, 'skip') u ON u.object_id = p.object_id
WHERE p.object_kind = 'door' AND NOT p.in_reach GROUP BY p.file, p.object_id ORDER BY 1, 2 LIMIT 100;
SELECT area AS its_ground_is_not_known, problem FROM area WHERE problem IS NOT NULL ORDER BY 1 LIMIT 100;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE passage;
DROP TABLE area;
DROP TABLE asked;
DROP TABLE first_waypoint;
