-- Areas of the first Neverwinter Nights as pictures (PNG), two for each: what the ground is made of, with
-- the names below, and how high one walks. North is up; tiles whose models aren't found stay empty. Areas
-- without pictures follow, each with the reason.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.are'" \
--             -cmd ".param set :models 'tiles/*'" < sql/nwn_area_pictures.sql
--
-- Parameters: :file or :files, a path or a pattern of .are, by default the samples'; :models, where the
-- models and walkmeshes of the tiles are, by default beside the areas ('samples/tc_*.mdl' for the samples); :sets, where
-- the tilesets are, by default beside the areas. The pictures are named after the files, as
-- inn.are.ground.png and inn.are.heights.png, and lie in the current folder.

.bail on
SELECT 'No :file is given, so this is about the samples.' WHERE coalesce(:file, :files) IS NULL;
CREATE TEMP TABLE named AS -- of files that have one name in several folders, all but one get a number
SELECT file, name || iif(row_number() OVER same = 1, '', '.' || row_number() OVER same) AS name
FROM gamemap_paths(coalesce(:file, :files, 'samples/*.are'), 'nwn_areas', 'skip') WINDOW same AS (PARTITION BY lower(name) ORDER BY file);
CREATE TEMP TABLE areas AS
SELECT source, file, gamemap_folder(source) AS folder,
       n.name, lower(tileset) || '.set' AS tileset, NULL AS models
FROM nwn_areas(coalesce(:file, :files, 'samples/*.are'), 'skip') CROSS JOIN named n USING (file) WHERE tileset IS NOT NULL;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
UPDATE areas SET models = coalesce(:models, iif(coalesce(:file, :files) IS NULL, 'samples/tc_*.mdl',
    replace(replace(replace(folder, '[', '[[]'), '*', '[*]'), '?', '[?]') || '*.[mw][do][lk]'));
-- A pattern that nothing matches is an error: where no model lies beside an area, NULL stands for it.
UPDATE areas SET models = NULL
WHERE coalesce(:models, :file, :files) IS NOT NULL AND :models IS NULL AND NOT EXISTS (SELECT 1 FROM gamemap_paths(substr(models, 1, length(models) - 13)) WHERE name LIKE '%.mdl' OR name LIKE '%.wok');
SELECT 'None of the files can be read as an area (.are) of the first game.' WHERE NOT EXISTS (SELECT 1 FROM areas);
.mode box --wrap 0
CREATE TEMP TABLE pictures AS
SELECT m.file, name || '.ground.png, .heights.png' AS pictures,
       writefile(name || '.ground.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, coalesce(t.surface_name, 'surface ' || t.surface), 'classes',
                                 json_object('legend', 1, 'title', name || ': ground', 'unit', 'metres'))) AS bytes,
       writefile(name || '.heights.png',
                 gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, (a.z + b.z + c.z) / 3, NULL), 'terrain',
                                 json_object('legend', 1, 'title', name || ': heights in metres', 'unit', 'metres'))) AS and_bytes
FROM areas m
CROSS JOIN nwn_area_triangles(m.source, m.models, :sets, 'skip') t
CROSS JOIN nwn_area_vertices(m.source, m.models, :sets) a ON a.id = t.vertex0
CROSS JOIN nwn_area_vertices(m.source, m.models, :sets) b ON b.id = t.vertex1
CROSS JOIN nwn_area_vertices(m.source, m.models, :sets) c ON c.id = t.vertex2
GROUP BY m.file;
SELECT * FROM pictures;

CREATE TEMP TABLE tilesets AS
WITH folders AS ( -- so that their own [, * and ? stand for themselves
    SELECT DISTINCT replace(replace(replace(folder, '[', '[[]'), '*', '[*]'), '?', '[?]') AS name FROM areas)
SELECT DISTINCT lower(p.name) AS name FROM folders f, gamemap_paths(coalesce(:sets, f.name || '*')) p;
CREATE TEMP TABLE undrawn AS -- those again that have a tileset and no triangle, so that what is skipped is theirs
SELECT t.id FROM areas a CROSS JOIN nwn_area_triangles(a.source, a.models, :sets, 'skip') t
WHERE a.file NOT IN (SELECT file FROM pictures) AND a.tileset IN (SELECT name FROM tilesets);
CREATE TEMP TABLE broken AS SELECT gamemap_skipped() AS line;
INSERT INTO left_out SELECT line FROM broken;
SELECT file AS without_pictures,
       CASE WHEN tileset NOT IN (SELECT name FROM tilesets) THEN tileset || ' is missing'
            WHEN models IS NOT NULL AND (SELECT line FROM broken) IS NOT NULL
            THEN 'no model of its tiles is found, or a file that it needs can''t be read: see the last line'
            ELSE 'no model of its tiles is found, or ' || tileset || ' is broken' END AS reason
FROM areas WHERE file NOT IN (SELECT file FROM pictures);

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE broken;
DROP TABLE undrawn;
DROP TABLE tilesets;
DROP TABLE pictures;
DROP TABLE left_out;
DROP TABLE areas;
DROP TABLE named;
