-- What the files of a module of Neverwinter Nights name and neither the module nor its haks have:
-- scripts, dialogues, blueprints, sounds, tilesets, models of tiles, models and textures that the 2DAs
-- name in rows which the module uses, and the haks themselves.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*'" \
--             -cmd ".param set :haks 'hak/*.hak'" < sql/nwn_missing.sql
--
-- Parameters: :files or :file, the module's files, a folder's or a .mod's, by default
-- 'samples/*'; :haks, the archives among which module.ifo names its haks, in the order
-- in which they hide each other. Files that the game itself has are missing here, too, unless
-- its KEY is among the :haks. Or give their names, with or without endings, which don't count, in a
-- table before this script runs:
--
--     CREATE TEMP TABLE known(name TEXT);
--     INSERT INTO known SELECT name FROM archive_entries('data/nwn_base.key');

.bail on
SELECT 'No :files are given, so this is about samples/*.'
WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GFF.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*'), 'skip'));
CREATE TEMP TABLE IF NOT EXISTS known(name TEXT);
CREATE TEMP TABLE stems AS SELECT lower(substr(name, 1, instr(name || '.', '.') - 1)) AS stem FROM known;
CREATE INDEX temp.stems_by_name ON stems(stem);
.mode box --wrap 0

-- The module itself hides its haks, and each hak those behind it. The haks lie in the last places.
CREATE TEMP TABLE places AS
WITH hak_order AS (
    SELECT lower(value) AS hak, row_number() OVER (ORDER BY id) AS place
    FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip') WHERE pattern = 'Mod_HakList[].Mod_Hak'),
haks AS (
    SELECT p.source AS path, coalesce(o.place, 1000000) AS place
    FROM gamemap_paths(:haks) p LEFT JOIN hak_order o ON lower(p.name) IN (o.hak, o.hak || '.hak')),
files AS (
    SELECT source AS path, 0 AS place FROM gamemap_paths(coalesce(:files, :file, 'samples/*'))
    UNION ALL SELECT path, 2000000 FROM haks),
listed AS (
    SELECT coalesce(nullif(rtrim(path, replace(path, '/', '')), ''), '.') AS path, min(place) AS place FROM files GROUP BY 1
    UNION ALL SELECT path, place FROM haks)
SELECT json_group_array(path) AS list FROM (SELECT path FROM listed ORDER BY place, path);

CREATE TEMP TABLE named AS
SELECT file, source, table_name, row_id, kind, lower(name) AS name, path, needed
FROM gamemap_references(coalesce(:files, :file, 'samples/*'), (SELECT list FROM places), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

SELECT n.kind, n.name AS missing, count(*) AS uses, count(DISTINCT n.file) AS files, min(f.label) AS label,
       min(n.file) AS example
FROM named n JOIN gff_fields(n.source) f ON f.id = n.row_id
WHERE n.table_name = 'gff_fields' AND n.needed AND n.path IS NULL AND n.name NOT IN (SELECT stem FROM stems)
GROUP BY n.kind, n.name ORDER BY n.kind, uses DESC, missing;

-- Models that the tilesets name, each as the first file that has its name says
CREATE TEMP TABLE tilesets AS SELECT DISTINCT name AS stem, path AS file FROM named WHERE kind = 'tileset' AND path IS NOT NULL;
SELECT lower(m.name) AS missing_model, count(*) AS tiles, min(m.file) AS tileset
FROM tilesets s JOIN gamemap_references(s.file, (SELECT list FROM places)) m
WHERE m.kind = 'model' AND m.path IS NULL AND lower(m.name) NOT IN (SELECT stem FROM stems) GROUP BY 1 ORDER BY 1;

-- A list of files is an error to a table none of whose files it has: NULL then stands in its place.
CREATE TEMP TABLE parts AS
SELECT max(src) FILTER (WHERE is_pattern OR name LIKE '%.are') AS areas,
       max(src) FILTER (WHERE is_pattern OR name LIKE '%.git') AS objects,
       max(src) FILTER (WHERE is_pattern OR name LIKE '%.u__') AS blueprints
FROM (SELECT name, coalesce(:files, :file, 'samples/*') AS src,
             NOT json_valid(coalesce(:files, :file, 'samples/*')) AS is_pattern
      FROM gamemap_paths(coalesce(:files, :file, 'samples/*')));

-- Tiles of areas that their tileset doesn't have
SELECT s.stem || '.set' AS tileset, t.tile AS tile_that_it_lacks, count(*) AS uses, min(a.file) AS example
FROM tilesets s JOIN nwn_areas((SELECT areas FROM parts), 'skip') a ON lower(a.tileset) = s.stem
JOIN nwn_tiles(a.source) t
WHERE NOT EXISTS (SELECT 1 FROM set_tiles(s.file) x WHERE x.id = t.tile) GROUP BY 1, 2 ORDER BY 1, 2;

-- What 2DAs name in rows which creatures, doors, placeables, portraits and loading screens of the module mean
CREATE TEMP TABLE meant AS -- which row of which 2DA
SELECT file, CASE kind WHEN 'creature' THEN 'appearance' WHEN 'door' THEN 'doortypes' ELSE 'placeables' END AS twoda,
       appearance AS number
FROM nwn_objects((SELECT objects FROM parts), 'skip') WHERE kind IN ('creature', 'door', 'placeable')
UNION ALL
SELECT file, CASE type WHEN 'UTC' THEN 'appearance' WHEN 'UTD' THEN 'doortypes' ELSE 'placeables' END, appearance
FROM nwn_blueprints((SELECT blueprints FROM parts), 'skip') WHERE type IN ('UTC', 'UTD', 'UTP')
UNION ALL
SELECT file, CASE label WHEN 'GenericType' THEN 'genericdoors' WHEN 'PortraitId' THEN 'portraits' ELSE 'loadscreens' END,
       value
FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip')
WHERE label IN ('GenericType', 'PortraitId', 'LoadScreenID') AND type NOT IN ('CExoString', 'ResRef');
CREATE TEMP TABLE twodas AS -- the first file that has the name of each
SELECT twoda AS stem, gamemap_lookup((SELECT list FROM places), twoda || '.2da') AS file FROM (SELECT DISTINCT twoda FROM meant);
DELETE FROM twodas WHERE file IS NULL;
CREATE TEMP TABLE cells AS
SELECT t.stem AS twoda, r.kind, c.row_id, lower(r.name) AS name
FROM twodas t JOIN gamemap_references(t.file, (SELECT list FROM places)) r JOIN twoda_cells(t.file) c ON c.id = r.row_id
WHERE r.path IS NULL AND lower(r.name) NOT IN (SELECT stem FROM stems);
CREATE INDEX cells_by_row ON cells(twoda, row_id);

SELECT c.kind, c.name AS missing, c.twoda || '.2da, row ' || c.row_id AS named_by, count(*) AS uses,
       count(DISTINCT m.file) AS files, min(m.file) AS example
FROM meant m JOIN cells c ON c.twoda = m.twoda AND c.row_id = m.number
GROUP BY c.twoda, c.row_id, c.kind, c.name ORDER BY c.kind, uses DESC, missing;
SELECT m.twoda || '.2da' AS twoda, m.number AS row_that_it_lacks, count(*) AS uses, min(m.file) AS example
FROM meant m JOIN twodas t ON t.stem = m.twoda
WHERE m.number BETWEEN 0 AND 65533 -- beyond that it means none
  AND NOT EXISTS (SELECT 1 FROM twoda_rows(t.file) r WHERE r.id = m.number) GROUP BY 1, 2 ORDER BY 1, 2;
DROP TABLE cells;
DROP TABLE twodas;
DROP TABLE meant;
DROP TABLE parts;
DROP TABLE tilesets;
DROP TABLE named;
DROP TABLE places;
DROP TABLE stems;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
