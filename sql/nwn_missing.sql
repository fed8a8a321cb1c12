-- What the files of a module of Neverwinter Nights name and need and neither the module nor its haks have:
-- scripts, dialogues, sounds, blueprints, tilesets and their models, the haks themselves; and models, textures and
-- what else 2DAs name in rows that the module uses. What its models lack is told by mdl_missing.sql.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*'" \
--             -cmd ".param set :haks 'hak/*.hak'" < sql/nwn_missing.sql
--
-- Parameters: :files or :file, the module's files, a folder's or a .mod's, by default
-- 'samples/*'; :haks, the archives among which module.ifo names its haks, in the order
-- in which they hide each other. Files that the game itself has are missing here, too, unless its KEY is
-- among the :haks. Or give their names in a table, before this script runs; one without an ending stands for
-- files of any kind:
--
--     CREATE TEMP TABLE known(name TEXT);
--     INSERT INTO known SELECT name FROM archive_entries('data/nwn_base.key');

.bail on
SELECT 'No :files are given, so this is about samples/*.'
WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GFF.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*'), 'skip'));
CREATE TEMP TABLE IF NOT EXISTS known(name TEXT);
CREATE TEMP TABLE given AS -- what the names that are given may be
SELECT k.kind, lower(substr(name, 1, instr(name || '.', '.') - 1)) AS name FROM known
JOIN (SELECT column1 AS kind, column2 AS ending FROM (VALUES
    ('script', 'ncs'), ('dialogue', 'dlg'), ('tileset', 'set'), ('sound', 'wav'), ('music', 'bmu'), ('area', 'are'),
    ('hak', 'hak'), ('talk table', 'tlk'), ('blueprint', 'u__'), ('model', 'md_'), ('supermodel', 'mdl'),
    ('texture', 'tga'), ('texture', 'dds'), ('texture', 'plt'), ('texture', 'ktx'), ('texture', 'mtr'), ('portrait', 'tga'),
    ('material', 'mtr'), ('shader', 'shd'), ('effect', '_f_'), ('skeleton', 'gr2'), ('soundset', 'ssf'), ('2da', '2da'))) k
ON instr(name, '.') = 0 OR substr(name, instr(name, '.') + 1) LIKE k.ending;
CREATE INDEX temp.given_by_name ON given(kind, name);
.mode box --wrap 0

-- The module's haks hide what it has itself, and each hak those behind it; other archives lie behind the module.
CREATE TEMP TABLE haks AS
SELECT p.source, p.name, coalesce(o.place, 1000000) AS place
FROM gamemap_paths(:haks) p LEFT JOIN
    (SELECT lower(value) AS hak, row_number() OVER (ORDER BY id) AS place
     FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip') WHERE pattern = 'Mod_HakList[].Mod_Hak') o
ON lower(p.name) IN (o.hak, o.hak || '.hak');
CREATE TEMP TABLE members AS -- as where two are compared: an archive is the files in it, one that a pattern matches a file
SELECT name, source FROM gamemap_paths(coalesce(:files, :file, 'samples/*'), 'gamemap_differences', 'skip');
CREATE TEMP TABLE places AS
SELECT json_group_array(iif(folder = '', '.', folder)) AS list
FROM (SELECT folder FROM (SELECT gamemap_folder(source) AS folder, 999999 AS place FROM members
                          UNION SELECT source, place FROM haks UNION SELECT gamemap_folder(source), 2000000 FROM haks)
      ORDER BY place, folder);

CREATE TEMP TABLE named AS
SELECT file, source, row_id, kind, lower(name) AS name, path, needed
FROM gamemap_references(coalesce(:files, :file, 'samples/*'), (SELECT list FROM places), 'skip') WHERE table_name = 'gff_fields';
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

-- The game does without the blueprint of what is placed, but the toolset doesn't.
CREATE TEMP TABLE tilesets AS SELECT DISTINCT name AS stem, path AS file FROM named WHERE kind = 'tileset' AND path IS NOT NULL;
DELETE FROM tilesets WHERE NOT EXISTS (SELECT 1 FROM set_files(tilesets.file, 'skip'));
INSERT INTO left_out SELECT gamemap_skipped();
SELECT n.kind, n.name AS missing, max(n.needed) AS needed, count(*) AS uses, count(DISTINCT n.file) AS files,
       min(f.label) AS label, min(n.file) AS example
FROM named n JOIN gff_fields(n.source) f ON f.id = n.row_id
WHERE (n.needed OR n.kind = 'blueprint') AND n.path IS NULL AND (n.kind, n.name) NOT IN (SELECT kind, name FROM given)
GROUP BY n.kind, n.name ORDER BY n.kind, uses DESC, missing;

-- Models that the tilesets of the areas name
SELECT lower(m.name) AS missing_model, count(*) AS tiles, min(m.file) AS tileset
FROM tilesets s JOIN gamemap_references(s.file, (SELECT list FROM places), 'skip') m
WHERE m.needed AND m.path IS NULL AND (m.kind, lower(m.name)) NOT IN (SELECT kind, name FROM given)
GROUP BY 1 ORDER BY 1;

-- Tiles of areas that their tileset doesn't have
SELECT s.stem || '.set' AS tileset, t.tile AS tile_that_it_lacks, count(*) AS uses, min(a.file) AS example
FROM tilesets s JOIN nwn_areas(coalesce(:files, :file, 'samples/*'), 'skip') a ON lower(a.tileset) = s.stem
JOIN nwn_tiles(a.source) t
WHERE NOT EXISTS (SELECT 1 FROM set_tiles(s.file) x WHERE x.id = t.tile AND x.model IS NOT NULL) GROUP BY 1, 2 ORDER BY 1, 2;

-- What 2DAs name in rows that creatures, doors, placeables, portraits and loading screens of the module mean
CREATE TEMP TABLE meant AS -- which row of which 2DA
SELECT file, CASE kind WHEN 'creature' THEN 'appearance' WHEN 'door' THEN 'doortypes' ELSE 'placeables' END AS twoda,
       appearance AS number
FROM nwn_objects(coalesce(:files, :file, 'samples/*'), 'skip') WHERE kind IN ('creature', 'door', 'placeable')
UNION ALL
SELECT file, CASE type WHEN 'UTC' THEN 'appearance' WHEN 'UTD' THEN 'doortypes' ELSE 'placeables' END, appearance
FROM nwn_blueprints(coalesce(:files, :file, 'samples/*'), 'skip') WHERE type IN ('UTC', 'UTD', 'UTP')
UNION ALL
SELECT file, CASE label WHEN 'GenericType' THEN 'genericdoors' WHEN 'GenericType_New' THEN 'genericdoors' WHEN 'PortraitId' THEN 'portraits' ELSE 'loadscreens' END,
       value
FROM gff_fields(coalesce(:files, :file, 'samples/*'), 'skip')
WHERE label IN ('GenericType', 'GenericType_New', 'PortraitId', 'LoadScreenID') AND type NOT IN ('CExoString', 'ResRef');
CREATE TEMP TABLE twodas AS -- the first file that has the name of each
SELECT lower(gamemap_stem(name)) AS stem, path AS file, min(place) AS place
FROM (SELECT name, source AS path, 999999 AS place FROM members
      UNION ALL SELECT e.name, e.path, h.place FROM haks h JOIN archive_entries(h.source, 'skip') e)
WHERE lower(name) IN (SELECT twoda || '.2da' FROM meant) GROUP BY 1;
DELETE FROM twodas WHERE NOT EXISTS (SELECT 1 FROM twoda_files(twodas.file, 'skip'));
INSERT INTO left_out SELECT gamemap_skipped();
CREATE TEMP TABLE cells AS
SELECT t.stem AS twoda, r.kind, c.row_id, lower(r.name) AS name
FROM twodas t JOIN gamemap_references(t.file, (SELECT list FROM places), 'skip') r JOIN twoda_cells(t.file) c ON c.id = r.row_id
WHERE r.path IS NULL AND (r.kind, lower(r.name)) NOT IN (SELECT kind, name FROM given);
CREATE INDEX temp.cells_by_row ON cells(twoda, row_id);

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
DROP TABLE tilesets;
DROP TABLE named;
DROP TABLE places;
DROP TABLE haks;
DROP TABLE given;

.mode list
SELECT DISTINCT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE members;
