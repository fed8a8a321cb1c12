-- Transitions between areas of Neverwinter Nights that lead nowhere, to the wrong kind of object, or
-- to several: doors and triggers whose LinkedTo is no tag of the module.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.git'" < sql/nwn_transitions.sql
--
-- Parameter: :files or :file, all GIT files of a module, by default 'samples/*.git'.

.bail on
SELECT 'No :files are given, so this is about samples/*.git.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a GIT (.git), which lists what stands in an area.'
WHERE NOT EXISTS (SELECT 1 FROM gff_files(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE type = 'GIT' OR file LIKE '%.git');
.mode box --wrap 0
CREATE TEMP TABLE links AS
SELECT *, CASE WHEN target_file IS NULL THEN 'nowhere'
               WHEN kind IS NULL THEN 'flags don''t say to what'
               WHEN kind <> target_kind THEN 'to a ' || target_kind || ' instead of a ' || kind
               WHEN matches > 1 THEN 'to several' END AS verdict
FROM nwn_transitions(coalesce(:files, :file, 'samples/*.git'), 'skip');

SELECT count(*) AS transitions, count(*) FILTER (WHERE verdict IS NULL) AS sound,
       count(*) FILTER (WHERE verdict = 'nowhere') AS lead_nowhere,
       count(*) FILTER (WHERE target_file IS NOT NULL AND (kind IS NULL OR kind <> target_kind))
           AS lead_to_the_wrong_kind,
       count(*) FILTER (WHERE verdict = 'to several') AS lead_to_several
FROM links;

-- A tag that differs only in case is nearly always meant.
CREATE TEMP TABLE tags AS
SELECT DISTINCT lower(tag) AS lower_tag, tag
FROM nwn_objects(coalesce(:files, :file, 'samples/*.git'), 'skip') WHERE kind IN ('door', 'waypoint');
SELECT l.file, l.object_kind, l.tag, round(l.x, 2) AS x, round(l.y, 2) AS y, l.linked_to, l.verdict,
       (SELECT min(t.tag) FROM tags t WHERE t.lower_tag = lower(l.linked_to) AND l.target_file IS NULL)
           AS by_other_case
FROM links l WHERE l.verdict IS NOT NULL ORDER BY l.verdict, l.file, l.object_id;
DROP TABLE tags;
DROP TABLE links;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
