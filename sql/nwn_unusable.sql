-- Doors and placeables of areas of the first Neverwinter Nights that nobody can use: all places where one stands to
-- use them are more than 0.5 m away from where one can walk, by the ground, and by what stands there.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" -cmd ".param set :models 'tiles/*'" \
--             -cmd ".param set :tables 'rules/*.2da'" < sql/nwn_unusable.sql
--
-- Parameters, each with its default: :files or :file, the GIT files, beside their AREs ('samples/*.git'); :models and
-- :sets, where the models, walkmeshes and tilesets are ('samples/*'); :tables, where the 2DA files are (none: things
-- have no walkmeshes, and one uses them where they stand).

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GIT (.git), which lists what stands in an area.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE type = 'GIT' OR file LIKE '%.git');
.mode box --wrap 0
CREATE TEMP TABLE area AS
SELECT file, source, gamemap_beside(source, 'are') AS are
FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE gamemap_beside(source, 'trx') IS NULL;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE thing AS
SELECT a.file, a.source, a.are, o.id, o.kind, o.tag, o.x, o.y
FROM area a JOIN nwn_objects(a.source) o
WHERE a.are IS NOT NULL AND (o.kind = 'door' OR o.kind = 'placeable' AND coalesce((
    SELECT f.value FROM gff_fields(a.source) f WHERE f.path = o.list || '[' || o.list_index || '].Useable'), 1));
CREATE TEMP TABLE place AS
SELECT t.file, t.id, t.kind, t.tag, coalesce(u.x, t.x) AS x, coalesce(u.y, t.y) AS y,
       n.distance AS away, n.in_reach
FROM thing t LEFT JOIN nwn_use_points(t.source, coalesce(:models, 'samples/*'), :tables) u ON u.object_id = t.id
LEFT JOIN nwn_area_nearest(t.are, coalesce(:models, 'samples/*'), coalesce(u.x, t.x), coalesce(u.y, t.y), NULL,
                           :sets, iif(:tables IS NULL, NULL, t.source), :tables, NULL, 'skip') n;
INSERT INTO left_out SELECT gamemap_skipped();

SELECT count(*) AS things, sum(away IS NOT NULL) AS whose_ground_is_known, sum(NOT in_reach) AS unusable
FROM (SELECT min(away) AS away, max(in_reach) AS in_reach FROM place GROUP BY file, id);
SELECT file, id AS object_id, kind, tag, round(x, 2) AS x, round(y, 2) AS y, round(min(away), 2) AS metres_away
FROM place GROUP BY file, id HAVING NOT max(in_reach) ORDER BY 1, 2 LIMIT 200;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE place;
DROP TABLE thing;
DROP TABLE area;
