-- What names a row of a 2DA or a text of the TLK: the fields of Neverwinter Nights' files that mean one, by
-- row and by text, how often and where first; and rows and texts that are named but aren't there.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" \
--             -cmd ".param set :rules '2da/*.2da'" -cmd ".param set :texts dialog.tlk" \
--             -cmd ".param set :table appearance" -cmd ".param set :row 23" < sql/nwn_references.sql
--
-- Parameters, each with its default: :files or :file, GFF files of any kind ('samples/*.git'); :rules, the 2DA
-- files, and :texts, a TLK (none, or those of samples/ for the sample files); :custom, the module's own TLK
-- (none); :table (with .2da or without), :row and :strref, the 2DA, the row and the text that are asked for
-- (all). Where several of the :rules have one name, as those of several haks, the first counts. Numbers below
-- 0, from 65534 on, and 255 where there are fewer rows mean none.

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GFF.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip'));
.mode box --wrap 0
-- What a label means: anywhere, or only in the structs of a list and in files of an ending.
CREATE TEMP TABLE meanings AS
SELECT column1 AS label, column2 AS rules, column3 AS list, column4 AS ending FROM (VALUES
    ('Appearance_Type', 'appearance', NULL, NULL), ('Race', 'racialtypes', NULL, NULL),
    ('Appearance', 'placeables', 'Placeable List[]%', '%.utp'), ('Appearance', 'doortypes', 'Door List[]%', '%.utd'),
    ('GenericType', 'genericdoors', NULL, NULL), ('GenericType_New', 'genericdoors', NULL, NULL), ('BaseItem', 'baseitems', NULL, NULL),
    ('Class', 'classes', NULL, NULL), ('Feat', 'feat', NULL, NULL), ('Spell', 'spells', NULL, NULL),
    ('PortraitId', 'portraits', NULL, NULL), ('SoundSetFile', 'soundset', NULL, NULL),
    ('Phenotype', 'phenotype', NULL, NULL), ('PropertyName', 'itempropdef', NULL, NULL),
    ('TrapType', 'traps', NULL, NULL), ('LoadScreenID', 'loadscreens', NULL, NULL),
    ('MusicDay', 'ambientmusic', NULL, NULL), ('MusicNight', 'ambientmusic', NULL, NULL),
    ('MusicBattle', 'ambientmusic', NULL, NULL), ('AmbientSndDay', 'ambientsound', NULL, NULL),
    ('AmbientSndNight', 'ambientsound', NULL, NULL),
    ('Appearance', 'appearance', 'Encounter List[].CreatureList[]%', '%.ute'),
    ('WalkRate', 'creaturespeed', NULL, NULL), ('PerceptionRange', 'ranges', NULL, NULL),
    ('BodyBag', 'bodybag', NULL, NULL), ('Tail', 'tailmodel', NULL, NULL), ('Tail_New', 'tailmodel', NULL, NULL),
    ('Wings', 'wingmodel', NULL, NULL), ('Wings_New', 'wingmodel', NULL, NULL),
    -- of the second game
    ('Appearance', 'placeables', 'EnvironmentList[]%', '%.uen'), ('Appearance', 'trees', 'TreeList[]%', '%.utr'));
SELECT 'No field is known that means a row of ' || :table || '.'
WHERE lower(:table) NOT IN (SELECT rules FROM meanings UNION SELECT rules || '.2da' FROM meanings);
CREATE TEMP TABLE naming AS -- in the order of files and fields
SELECT file, id, label, type_id, value, strref, path, pattern
FROM gff_fields(coalesce(:files, :file, 'samples/*.git'), 'skip')
WHERE strref IS NOT NULL OR label IN (SELECT label FROM meanings)
ORDER BY file, id;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE twodas AS
SELECT lower(gamemap_stem(file)) AS name, file, source, row_count
FROM twoda_files(coalesce(:rules, CASE coalesce(:files, :file, 'samples/*.git') WHEN 'samples/*.git' THEN 'samples/*.2da' END),
                 'skip');
INSERT INTO left_out SELECT gamemap_skipped() WHERE :rules IS NOT NULL;
CREATE TEMP TABLE rules AS -- with the least number goes its file
SELECT name, file, source, row_count, count(*) AS places, min(rowid) FROM twodas GROUP BY name;

CREATE TEMP TABLE named_rows AS
SELECT m.rules, n.value AS number, count(*) AS times, count(DISTINCT n.file) AS files,
       n.file || ': ' || n.path AS first, min(n.rowid)
FROM naming n JOIN meanings m ON m.label = n.label
WHERE n.type_id BETWEEN 0 AND 5 AND (m.list IS NULL OR n.pattern LIKE m.list OR replace(n.file, '.json', '') LIKE m.ending)
  AND lower(coalesce(:table, m.rules)) IN (m.rules, m.rules || '.2da')
  AND n.value = CAST(coalesce(:row, n.value) AS INTEGER)
GROUP BY 1, 2;
SELECT n.rules || '.2da' AS rules, n.number AS "row", twoda_value(r.source, n.number, 'LABEL') AS label, n.times,
       n.files, n.first, iif(n.number BETWEEN r.row_count AND 65533 AND n.number <> 255, 'no such row', '') AS problem
FROM named_rows n LEFT JOIN rules r ON r.name = n.rules ORDER BY 1, 2;

CREATE TEMP TABLE named_texts AS
SELECT strref, count(*) AS times, count(DISTINCT file) AS files, file || ': ' || path AS first, min(rowid),
       tlk_text(coalesce(:texts, CASE coalesce(:files, :file, 'samples/*.git') WHEN 'samples/*.git' THEN 'samples/dialog.tlk' END),
                strref, :custom) AS text
FROM naming WHERE strref = CAST(coalesce(:strref, strref) AS INTEGER) GROUP BY strref;
SELECT strref, substr(text, 1, 60) AS text, times, files, first,
       iif(text IS NULL AND (:texts IS NOT NULL OR coalesce(:files, :file, 'samples/*.git') = 'samples/*.git')
           AND (strref < 16777216 OR :custom IS NOT NULL), 'no such text', '') AS problem
FROM named_texts ORDER BY 1;
SELECT name || '.2da' AS rules_in_several_places, places, file AS taken_here
FROM rules WHERE places > 1 AND name IN (SELECT rules FROM named_rows) ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE named_texts;
DROP TABLE named_rows;
DROP TABLE rules;
DROP TABLE twodas;
DROP TABLE naming;
DROP TABLE meanings;
