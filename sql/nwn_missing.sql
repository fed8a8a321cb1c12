-- What the files of a module of Neverwinter Nights name and neither the module nor its haks have:
-- scripts, dialogues, blueprints, sounds, tilesets, models of tiles, models and textures that the 2DAs
-- name in rows which the module uses, and the haks themselves.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*'" \
--             -cmd ".param set :haks 'hak/*.hak'" < sql/nwn_missing.sql
--
-- Parameters: :files or :file, the module's files, a folder's or a .mod's, by default
-- 'samples/*'; :haks, the archives among which module.ifo names its haks, in the order
-- in which they hide each other. Files that the game itself has are missing here, too: give their
-- names in a table, before this script runs; one without an ending stands for files of any kind:
--
--     CREATE TEMP TABLE known(name TEXT);
--     INSERT INTO known SELECT name FROM archive_entries('data/nwn_base.key');

.bail on
SELECT 'No :files are given, so this is about samples/*.'
WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GFF.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*'), 'skip'));
CREATE TEMP TABLE IF NOT EXISTS known(name TEXT);
.mode box --wrap 0

-- Each name with the label that has it, and the endings of files that would do.
CREATE TEMP TABLE wanted AS
WITH named AS (
    SELECT file, label, pattern, lower(value) AS name
    FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip')
    WHERE type = 'ResRef' AND value <> '')
SELECT file, label, name,
       CASE WHEN label = 'Conversation' THEN 'dialogue'
            WHEN label = 'Tileset' THEN 'tileset'
            WHEN label = 'Sound' THEN 'sound'
            WHEN label = 'Area_Name' THEN 'area'
            WHEN label = 'TemplateResRef' AND pattern LIKE '%[].%' THEN 'blueprint'
            WHEN label IN ('InventoryRes', 'EquippedRes') THEN 'blueprint'
            WHEN pattern LIKE '%CreatureList[].ResRef' OR pattern LIKE '%StoreList[].ResRef' THEN 'blueprint'
            WHEN label IN ('Active', 'EndConversation', 'EndConverAbort') THEN 'script'
            WHEN label LIKE 'On%' OR label LIKE 'Script%' OR label LIKE 'Mod_On%' THEN 'script' END AS kind
FROM named
UNION ALL
SELECT file, label, lower(value), 'hak'
FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip')
WHERE pattern = 'Mod_HakList[].Mod_Hak' AND value <> '';
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
DELETE FROM wanted WHERE kind IS NULL;

-- Where each name is: the module itself hides its haks, and each hak those behind it.
CREATE TEMP TABLE present AS
WITH hak_order AS (
    SELECT lower(value) AS hak, row_number() OVER (ORDER BY id) AS place
    FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip') WHERE pattern = 'Mod_HakList[].Mod_Hak'),
haks AS (
    SELECT p.file, lower(p.name) AS name, coalesce(o.place, 1000000) AS place
    FROM gamemap_paths(:haks) p LEFT JOIN hak_order o ON lower(p.name) IN (o.hak, o.hak || '.hak')),
files AS (
    SELECT 0 AS place, file, lower(name) AS name FROM gamemap_paths(coalesce(:files, :file, 'samples/*'))
    UNION ALL SELECT place, file, name FROM haks
    UNION ALL SELECT h.place, h.file, lower(e.name) FROM haks h JOIN archive_entries(h.file) e)
SELECT place, file, substr(name, 1, instr(name || '.', '.') - 1) AS stem,
       substr(name, instr(name || '.', '.') + 1) AS ending FROM files
UNION ALL SELECT 2000000, NULL, lower(substr(name, 1, instr(name || '.', '.') - 1)),
                 nullif(lower(substr(name, instr(name || '.', '.') + 1)), '') FROM known;
CREATE INDEX present_by_stem ON present(stem);

CREATE TEMP TABLE endings(kind, ending);
INSERT INTO endings VALUES ('script', 'ncs'), ('script', 'nss'), ('dialogue', 'dlg'), ('tileset', 'set'),
    ('sound', 'wav'), ('sound', 'bmu'), ('area', 'are'), ('hak', 'hak'), ('blueprint', 'utc'),
    ('blueprint', 'utd'), ('blueprint', 'ute'), ('blueprint', 'uti'), ('blueprint', 'utm'),
    ('blueprint', 'utp'), ('blueprint', 'uts'), ('blueprint', 'utt'), ('blueprint', 'utw'),
    ('blueprint', 'ult'), ('blueprint', 'upe'), ('blueprint', 'uen'), ('blueprint', 'utr');

SELECT w.kind, w.name AS missing, count(*) AS uses, count(DISTINCT w.file) AS files,
       min(w.label) AS label, min(w.file) AS example
FROM wanted w
WHERE NOT EXISTS (SELECT 1 FROM present p WHERE p.stem = w.name
                  AND (p.ending IS NULL OR p.ending IN (SELECT ending FROM endings e WHERE e.kind = w.kind)))
GROUP BY w.kind, w.name ORDER BY w.kind, uses DESC, missing;

-- Models that the tilesets name, each as the first file that has its name says
CREATE TEMP TABLE tilesets AS
SELECT p.stem, p.file || iif(p.place, '/' || p.stem || '.set', '') AS file, min(p.place) AS place
FROM present p WHERE p.file IS NOT NULL AND p.ending = 'set' AND p.stem IN (SELECT name FROM wanted WHERE kind = 'tileset')
GROUP BY p.stem;
SELECT lower(t.model) AS missing_model, count(*) AS tiles, min(t.file) AS tileset
FROM tilesets s JOIN set_tiles(s.file) t
WHERE t.model IS NOT NULL -- as of tiles that the file leaves out
  AND NOT EXISTS (SELECT 1 FROM present p
                  WHERE p.stem = lower(t.model) AND (p.ending IS NULL OR p.ending = 'mdl'))
GROUP BY 1 ORDER BY 1;

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

-- Models and textures that 2DAs name: those of rows that creatures, doors, placeables, portraits and loading
-- screens of the module mean. A creature whose race has one letter is made of parts, and isn't judged.
CREATE TEMP TABLE rules(twoda, "column", kind, before, behind);
INSERT INTO rules VALUES ('appearance', 'RACE', 'model', '', ''), ('placeables', 'ModelName', 'model', '', ''),
    ('doortypes', 'Model', 'model', '', ''), ('genericdoors', 'ModelName', 'model', '', ''),
    ('portraits', 'BaseResRef', 'texture', 'po_', 'm'), ('loadscreens', 'BMPResRef', 'texture', '', '');
INSERT INTO endings VALUES ('model', 'mdl'), ('model', 'mdb'), ('texture', 'tga'), ('texture', 'dds'),
    ('texture', 'plt'), ('texture', 'bmp');
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
SELECT p.stem, p.file || iif(p.place, '/' || p.stem || '.2da', '') AS file, min(p.place) AS place
FROM present p WHERE p.file IS NOT NULL AND p.ending = '2da' AND p.stem IN (SELECT twoda FROM rules) GROUP BY p.stem;
CREATE TEMP TABLE cells AS
SELECT t.stem AS twoda, r.kind, c.row_id, lower(r.before || c.value || r.behind) AS name, c.file
FROM twodas t JOIN rules r ON r.twoda = t.stem
JOIN twoda_cells(t.file) c ON lower(c."column") = lower(r."column") AND c.value IS NOT NULL;
CREATE INDEX cells_by_row ON cells(twoda, row_id);

SELECT c.kind, c.name AS missing, c.twoda || '.2da, row ' || c.row_id AS named_by, count(*) AS uses,
       count(DISTINCT m.file) AS files, min(m.file) AS example
FROM meant m JOIN cells c ON c.twoda = m.twoda AND c.row_id = m.number
WHERE NOT (c.twoda = 'appearance' AND length(c.name) = 1)
  AND NOT EXISTS (SELECT 1 FROM present p WHERE p.stem = c.name
                  AND (p.ending IS NULL OR p.ending IN (SELECT ending FROM endings e WHERE e.kind = c.kind)))
GROUP BY c.twoda, c.row_id ORDER BY c.kind, uses DESC, missing;
SELECT m.twoda || '.2da' AS twoda, m.number AS row_that_it_lacks, count(*) AS uses, min(m.file) AS example
FROM meant m JOIN twodas t ON t.stem = m.twoda
WHERE m.number BETWEEN 0 AND 65533 -- beyond that it means none
  AND NOT EXISTS (SELECT 1 FROM twoda_rows(t.file) r WHERE r.id = m.number) GROUP BY 1, 2 ORDER BY 1, 2;
DROP TABLE cells;
DROP TABLE twodas;
DROP TABLE meant;
DROP TABLE rules;
DROP TABLE parts;
DROP TABLE tilesets;
DROP TABLE endings;
DROP TABLE present;
DROP TABLE wanted;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
