-- Checks files before a release: what is odd in them, what can't be read, which files that they need are
-- missing. The exit status is 1 if there is something of severity :fail or worse.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'mymod/**'" < sql/lint.sql
--
-- What each rule means, why it matters and how to mend it stands in ext/reference/rules.md.
--
-- Parameters:
--     :files     (or :file) a path or pattern of files of any format, by default 'samples/*'
--     :fail      'error', 'warning' (default), 'info' or 'never'
--     :format    'text' (default), 'groups' (by rule, with the first three places), 'github' (annotations),
--                'sarif' (2.1.0) or 'junit', in which what is of severity info isn't a failure; of the last two
--                nothing but the document is written
--     :info      1 if 'groups' also has what is of severity info
--     :ignore    a JSON list of rules, or of 'rule@pattern' with a GLOB pattern of files, that don't count:
--                '["companion", "model_missing@*/old/*"]'
--     :baseline  an earlier SARIF, whose findings don't count; they are known again by rule, file and what
--                is said of them, not by their offsets
--     :complete  1 if nothing that the files refer to lies elsewhere: what is missing is a warning then,
--                else it is of severity 'info', also what gamemap_findings calls a warning
-- A rule of one's own, as 'house', is a table that is made before this script runs: in each row a file, the number of
-- what is wrong in it or NULL, a severity, and what is said of it.
--
--     CREATE TEMP TABLE house AS
--     SELECT file, id AS row, 'warning' AS severity, 'too dark' AS message FROM gnd_lightmaps(...) WHERE ...;

.bail on
.mode list
.headers off
CREATE TEMP TABLE asked AS
SELECT coalesce(:files, :file, 'samples/*') AS files, coalesce(:fail, 'warning') AS fail,
       coalesce(:format, 'text') AS format, coalesce(:ignore, '[]') AS ignored, :baseline AS baseline,
       iif(coalesce(:complete, 0), 'warning', 'info') AS missing;
SELECT 'No :files are given, so this is about samples/*.' FROM asked WHERE coalesce(:files, :file) IS NULL AND format = 'text';

CREATE TEMP TABLE grades(severity TEXT PRIMARY KEY, grade INTEGER, level TEXT);
INSERT INTO grades VALUES ('info', 0, 'note'), ('warning', 1, 'warning'), ('error', 2, 'error'), ('never', 3, NULL);
CREATE TEMP TABLE wrong(parameter TEXT);
CREATE TEMP TRIGGER wrong_fail BEFORE INSERT ON wrong WHEN NEW.parameter = 'fail'
BEGIN SELECT raise(ABORT, 'lint: :fail is neither ''error'', ''warning'', ''info'' nor ''never'''); END;
CREATE TEMP TRIGGER wrong_format BEFORE INSERT ON wrong WHEN NEW.parameter = 'format'
BEGIN SELECT raise(ABORT, 'lint: :format is neither ''text'', ''groups'', ''github'', ''sarif'' nor ''junit'''); END;
CREATE TEMP TRIGGER wrong_ignore BEFORE INSERT ON wrong WHEN NEW.parameter = 'ignore'
BEGIN SELECT raise(ABORT, 'lint: :ignore isn''t a JSON list such as ["companion"]'); END;
CREATE TEMP TRIGGER wrong_baseline BEFORE INSERT ON wrong WHEN NEW.parameter = 'baseline'
BEGIN SELECT raise(ABORT, 'lint: :baseline isn''t a readable SARIF'); END;
INSERT INTO wrong SELECT 'fail' FROM asked WHERE fail NOT IN (SELECT severity FROM grades);
INSERT INTO wrong SELECT 'format' FROM asked WHERE format NOT IN ('text', 'groups', 'github', 'sarif', 'junit');
INSERT INTO wrong SELECT 'ignore' FROM asked WHERE NOT json_valid(ignored) OR json_type(ignored) <> 'array';
INSERT INTO wrong SELECT 'baseline' FROM asked
WHERE baseline IS NOT NULL
  AND CASE WHEN json_valid(CAST(readfile(baseline) AS TEXT)) THEN json_type(CAST(readfile(baseline) AS TEXT), '$.runs[0].results') END IS NOT 'array';

-- ---- What there is

-- Each file is listed and checked, and asked what it needs, before the next one is read, so that little need be kept.
CREATE TEMP TABLE kept AS SELECT gamemap_cache_limit() AS bytes;
CREATE TEMP TABLE lowered AS SELECT gamemap_cache_limit(min(bytes, 1 << 25)) FROM kept;
CREATE TEMP TABLE archives(format TEXT PRIMARY KEY);
INSERT INTO archives VALUES ('GRF'), ('THOR'), ('PK2'), ('ERF'), ('KEY'), ('BIF'), ('ZIP');
-- What a file names, needs, and hasn't where the game looks by the place of the file: gamemap_findings tells
-- the same of worlds, as far as others of their files are there.
-- A row is a file (part 0), one of its findings (1) or something that it names, and that is missing (2). The last
-- finding of a class that is too large to be listed stands for several.
CREATE TEMP TABLE found AS
SELECT CASE k.part WHEN 0 THEN f.file WHEN 1 THEN g.file ELSE r.file END AS file, g.severity, coalesce(g.code, r.rule) AS rule,
       coalesce(g.byte_offset, r.byte_offset) AS byte_offset, g.message, g.count, k.part, r.kind, r.name,
       iif(k.part = 1, NULL, f.source) AS source, iif(k.part, NULL, f.format) AS format, iif(k.part, NULL, f.error) AS error,
       CASE WHEN k.part = 0 AND f.format IN archives THEN EXISTS (
           SELECT 1 FROM archive_entries(f.source, 'skip') WHERE instr(name, '.') AND (f.format <> 'THOR' OR method IS NOT 'delete')) END AS names
FROM asked JOIN gamemap_paths(files) p JOIN gamemap_files(p.source) f
CROSS JOIN (SELECT 1 AS part UNION ALL SELECT 2 UNION ALL SELECT 0) k
LEFT JOIN gamemap_findings(iif(k.part = 1, f.source, NULL), 'each') g ON g.code NOT IN ('model_missing', 'texture_missing')
LEFT JOIN gamemap_references(iif(k.part = 2 AND f.error IS NULL AND f.format NOT IN archives, f.source, NULL), NULL, 'skip') r
       ON r.needed AND r.path IS NULL;
CREATE TEMP TABLE listed AS SELECT file, source, format, error, names FROM found WHERE part = 0;
CREATE INDEX temp.listed_by_file ON listed(file);
CREATE TEMP TABLE wanted(file TEXT, source, kind TEXT, rule TEXT, name TEXT, byte_offset INTEGER, last TEXT COLLATE NOCASE,
                         count INTEGER);
INSERT INTO wanted
SELECT file, source, kind, rule, min(name), min(byte_offset), gamemap_name(min(name)), count(DISTINCT lower(name))
FROM found WHERE kind IS NOT NULL GROUP BY file, kind, iif(kind = 'water texture', byte_offset, lower(name));
DELETE FROM found WHERE part <> 1 OR severity IS NULL;
-- The ground and the models of a world name textures themselves, also where they aren't among the files.
INSERT INTO wanted
SELECT r.file, t.path, r.kind, r.rule, min(r.name), min(r.byte_offset), gamemap_name(min(r.name)), count(DISTINCT lower(r.name))
FROM (SELECT DISTINCT n.path FROM listed l JOIN gamemap_references(l.source, NULL, 'skip') n
      WHERE l.format = 'RSW' AND n.kind IN ('ground', 'model')
        AND NOT EXISTS (SELECT 1 FROM listed WHERE file = n.path)) t
JOIN gamemap_references(t.path, NULL, 'skip') r
WHERE r.needed AND r.path IS NULL GROUP BY r.file, r.kind, iif(r.kind = 'water texture', r.byte_offset, lower(r.name));

-- ---- What isn't elsewhere among the files either

CREATE TEMP TABLE lasts(last TEXT COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID;
INSERT OR IGNORE INTO lasts SELECT last FROM wanted;
-- The folders and archives that have a file of such a name, and those that may be Ragnarok Online's
CREATE TEMP TABLE near(last TEXT COLLATE NOCASE, name TEXT COLLATE NOCASE, folder TEXT, path TEXT,
                       PRIMARY KEY(last, name, folder)) WITHOUT ROWID;
INSERT OR IGNORE INTO near
SELECT ifnull(n.last, ''), iif(n.last IS NULL, '', p.last), coalesce(nullif(gamemap_folder(path), ''), '.'), path
FROM (SELECT path, name, text_field(name, '/', -1) AS last
      FROM (SELECT file AS path, file AS name FROM asked JOIN gamemap_paths(files)
            UNION ALL SELECT e.path, e.name FROM listed l JOIN archive_entries(l.source, 'skip') e
            WHERE l.names AND instr(e.name, '.') AND (l.format <> 'THOR' OR e.method IS NOT 'delete'))
      WHERE EXISTS (SELECT 1 FROM lasts) LIMIT -1) p
LEFT JOIN lasts n ON n.last IN (p.last, text_field(p.last, '.', 1))
WHERE n.last IS NOT NULL
   OR (p.last <> name AND ('/' || path LIKE '%/texture/%' OR '/' || path LIKE '%/model/%' OR '/' || path LIKE '%/wav/%'));
-- Each file is asked again: are they in the places of a game's order, or below what holds texture/, model/ or
-- wav/, of a client the file's own, or in those folders and archives?
CREATE TEMP TABLE roots AS
SELECT i.value AS path, 1 AS of_order, i.key - 1e9 AS place FROM asked JOIN json_each(iif(json_valid(files) AND json_type(files) = 'array', files, '[]')) i
UNION
SELECT ifnull(nullif(substr(folder, 1, at - 2), ''), '.'), 0, 1e9
FROM (SELECT folder, instr('/' || lower(folder), f.name) AS at
      FROM near JOIN (SELECT '/texture/' AS name UNION ALL SELECT '/model/' UNION ALL SELECT '/wav/') f)
WHERE at AND at <> 2; -- 1: in the working folder, 2: in the root of all
CREATE INDEX temp.wanted_by_file ON wanted(file);
CREATE TEMP TABLE haks AS -- of a module, in whose order each hides those behind it
SELECT replace(lower(f.value), '.hak', '') || '.hak' AS name, min(f.id) AS place
FROM listed l JOIN gff_fields(l.source, 'skip') f
WHERE l.format = 'GFF' AND l.error IS NULL AND lower(gamemap_name(l.file)) GLOB 'module.ifo*' AND f.pattern = 'Mod_HakList[].Mod_Hak' GROUP BY 1;
CREATE TEMP TABLE nearest AS -- one is enough to tell that it isn't missing
SELECT n.last, n.folder, n.path, min(ifnull(h.place, 1e9)) AS place
FROM near n LEFT JOIN haks h ON h.name = lower(gamemap_name(rtrim(n.folder, '/'))) WHERE n.last <> '' GROUP BY n.last, n.name;
CREATE INDEX temp.nearest_by_name ON nearest(last);
CREATE TEMP TABLE places AS -- of files without any that could be found so, none
SELECT w.file, w.source, (SELECT json_group_array(path) FROM (SELECT coalesce(nullif(w.folder, ''), '.') AS path, 1e9 AS place
                          UNION SELECT path, place FROM roots r WHERE of_order OR of_data AND (instr(w.folder || '/', r.path || '/') = 1
                              OR NOT EXISTS (SELECT 1 FROM roots o WHERE NOT of_order AND instr(w.folder || '/', o.path || '/') = 1))
                          UNION SELECT n.folder, n.place FROM wanted v JOIN nearest n USING (last) WHERE v.file = w.file
                          ORDER BY place, path)) AS list
FROM (SELECT file, source, gamemap_folder(file) AS folder, max(rule LIKE 'data%') AS of_data FROM wanted GROUP BY file, source) w
WHERE EXISTS (SELECT 1 FROM roots WHERE of_order OR of_data)
   OR EXISTS (SELECT 1 FROM wanted v JOIN nearest n USING (last) WHERE v.file = w.file);
DELETE FROM wanted WHERE file IN (SELECT file FROM places);
INSERT INTO wanted
SELECT r.file, p.source, r.kind, r.rule, min(r.name), min(r.byte_offset), gamemap_name(min(r.name)), count(DISTINCT lower(r.name))
FROM places p JOIN gamemap_references(p.source, p.list, 'skip') r
WHERE r.needed AND r.path IS NULL GROUP BY r.file, r.kind, iif(r.kind = 'water texture', r.byte_offset, lower(r.name));
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT w.file, a.missing, replace(w.kind, ' ', '_') || '_missing', w.byte_offset,
       printf('the %s "%s" isn''t among the files', w.kind, w.name) ||
       ifnull((SELECT ' as ' || substr(w.rule, 6) || '/' || replace(w.name, '\', '/') || ': one of its name is ' || min(n.path)
               FROM nearest n WHERE n.last = w.last AND w.rule LIKE 'data/%' GROUP BY n.last), '') ||
       ifnull((SELECT ' compiled, only its source is: ' || min(n.path)
               FROM near n WHERE n.last = w.last AND w.kind = 'script' AND n.name LIKE '%.nss' GROUP BY n.last), ''), w.count
FROM wanted w JOIN asked a ORDER BY w.file, w.byte_offset, w.rowid;
-- ---- Numbers and tags of a module of Neverwinter Nights that lead beyond what is there

CREATE TEMP TABLE parts AS
SELECT l.file, l.source, g.type, (SELECT list FROM places p WHERE p.file = l.file) AS places
FROM listed l JOIN gff_files(l.source, 'skip') g WHERE l.format = 'GFF' AND l.error IS NULL;
CREATE TEMP TABLE tilesets AS
SELECT p.file, p.source, r.path FROM parts p JOIN gamemap_references(p.source, p.places, 'skip') r
WHERE p.type = 'ARE' AND r.kind = 'tileset' AND r.path IS NOT NULL;
CREATE TEMP TABLE tiles AS
SELECT t.path, s.id FROM (SELECT DISTINCT path FROM tilesets) t JOIN set_tiles(t.path, 'skip') s WHERE s.model IS NOT NULL;
CREATE INDEX temp.tiles_by_number ON tiles(path, id);
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT s.file, 'warning', 'tile_not_in_set', min(t.byte_offset),
       printf('the area has tile %d, which its tileset "%s" hasn''t', t.tile, gamemap_name(s.path)), count(*)
FROM tilesets s JOIN nwn_tiles(s.source, 'skip') t
WHERE NOT EXISTS (SELECT 1 FROM tiles WHERE path = s.path AND id = t.tile)
  AND EXISTS (SELECT 1 FROM tiles WHERE path = s.path) GROUP BY s.file, t.tile;
-- Where the ground of two tiles side by side is farther apart than creatures step, as sql/nwn_seams.sql finds it.
CREATE TEMP TABLE packages AS -- the archives among the folders of models, which needn't be listed themselves
WITH RECURSIVE above(path) AS (
    SELECT rtrim(gamemap_folder(file), '/') FROM listed WHERE format = 'MDL' AND error IS NULL
    UNION SELECT rtrim(gamemap_folder(path), '/') FROM above WHERE path <> '')
SELECT f.file FROM above a CROSS JOIN gamemap_files(a.path, 'skip') f
WHERE gamemap_name(a.path) LIKE '%.%' AND f.file = a.path AND f.format IN archives;
CREATE TEMP TABLE area AS
SELECT s.file, s.source, s.path, g.models
FROM tilesets s JOIN (SELECT json_group_array(place) AS models -- of a model in an archive, the archive: in it names count
                      FROM (SELECT DISTINCT coalesce((SELECT max(a.file) FROM packages a WHERE instr(d.folder, a.file || '/') = 1),
                                                     nullif(d.folder, ''), '.') AS place
                            FROM (SELECT DISTINCT gamemap_folder(file) AS folder FROM listed
                                  WHERE format = 'MDL' AND error IS NULL) d) GROUP BY NULL HAVING count(*) > 0) g;
-- Corners of the ground near lines between tiles, by the numbers of their areas and their own.
CREATE TEMP TABLE corner(id INTEGER PRIMARY KEY, x, y, z);
INSERT INTO corner
SELECT m.rowid << 32 | v.id, v.x, v.y, v.z FROM area m CROSS JOIN nwn_area_vertices(m.source, m.models, m.path, 'skip') v
WHERE min(abs(v.x - 10 * round(v.x / 10)), abs(v.y - 10 * round(v.y / 10))) < 0.1;
-- Edges of walkable faces between them, as two points of which the first lies farther west or south.
CREATE TEMP TABLE edge AS
WITH face AS (
    SELECT m.file, m.rowid << 32 AS area, t.tile_id, n.value AS n, t.vertex0, t.vertex1, t.vertex2
    FROM area m CROSS JOIN nwn_area_triangles(m.source, m.models, m.path, 'skip') t
    CROSS JOIN (SELECT 0 AS value UNION ALL SELECT 1 UNION ALL SELECT 2) n WHERE t.walkable),
side AS (
    SELECT f.file, f.tile_id, a.x AS ax, a.y AS ay, a.z AS az, b.x AS bx, b.y AS by, b.z AS bz, (a.x, a.y) > (b.x, b.y) AS turned
    FROM face f CROSS JOIN corner a ON a.id = area | CASE n WHEN 0 THEN vertex0 WHEN 1 THEN vertex1 ELSE vertex2 END
    CROSS JOIN corner b ON b.id = area | CASE n WHEN 0 THEN vertex1 WHEN 1 THEN vertex2 ELSE vertex0 END)
SELECT file, tile_id, iif(turned, bx, ax) AS x0, iif(turned, by, ay) AS y0, iif(turned, bz, az) AS z0,
       iif(turned, ax, bx) AS x1, iif(turned, ay, by) AS y1, iif(turned, az, bz) AS z1
FROM side GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING count(*) = 1; -- two faces of the tile share the others
-- Those that lie on a border of their tile and go along it. `low`: of the western or southern one of both tiles.
CREATE TEMP TABLE rim AS
WITH axis(across) AS (VALUES ('x'), ('y')),
placed AS (
    SELECT e.file, e.tile_id, across, z0, z1, iif(across = 'x', x0, y0) AS across0, iif(across = 'x', x1, y1) AS across1,
           iif(across = 'x', y0, x0) AS along0, iif(across = 'x', y1, x1) AS along1,
           iif(across = 'x', t."column", t."row") AS cell, iif(across = 'x', t."row", t."column") AS place
    FROM area m JOIN nwn_tiles(m.source, 'skip') t JOIN edge e ON e.file = m.file AND e.tile_id = t.id CROSS JOIN axis),
lined AS (SELECT *, across0 > 10 * cell + 5 AS low, cell + (across0 > 10 * cell + 5) AS line FROM placed)
SELECT file, tile_id, across, line, place, low, min(along0, along1) AS begins, max(along0, along1) AS ends,
       iif(along0 <= along1, z0, z1) AS begin_z, iif(along0 <= along1, z1, z0) AS end_z
FROM lined WHERE max(abs(across0 - 10 * line), abs(across1 - 10 * line)) < 0.05 AND abs(along0 - along1) > 0.01;
CREATE INDEX temp.rim_on ON rim(file, across, line, place, low);

-- Parts of borders along which the ground of both tiles lies, and how far the heights at their ends are apart.
CREATE TEMP TABLE seam AS
WITH part AS (
    SELECT a.file, a.across, a.line, a.tile_id AS tile, b.tile_id AS next_tile,
           max(a.begins, b.begins) AS begins, min(a.ends, b.ends) AS ends,
           a.begins AS begins_a, a.begin_z AS z_a, (a.end_z - a.begin_z) / (a.ends - a.begins) AS rise_a,
           b.begins AS begins_b, b.begin_z AS z_b, (b.end_z - b.begin_z) / (b.ends - b.begins) AS rise_b
    FROM rim a JOIN rim b ON (b.file, b.across, b.line, b.place, b.low) = (a.file, a.across, a.line, a.place, 0)
    WHERE a.low AND min(a.ends, b.ends) - max(a.begins, b.begins) > 0.01)
SELECT file, tile, next_tile, across,
       max(abs(z_a + (begins - begins_a) * rise_a - z_b - (begins - begins_b) * rise_b),
           abs(z_a + (ends - begins_a) * rise_a - z_b - (ends - begins_b) * rise_b)) AS step
FROM part;
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT s.file, 'info', 'tile_step', t.byte_offset,
       printf('the ground of tile %d and that of the tile %s of it are %.1f m apart', s.tile, iif(s.across = 'x', 'east', 'north'), max(s.step)), 1
FROM seam s JOIN area m USING (file) JOIN nwn_tiles(m.source, 'skip') t ON t.id = s.tile
WHERE s.step > 0.5 GROUP BY s.file, s.tile, s.next_tile;
DROP TABLE corner;
DROP TABLE edge;
DROP TABLE rim;
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT t.file, a.missing, 'transition_target_missing', t.byte_offset,
       printf('the %s "%s" leads to "%s", and no door or waypoint of the files has that tag', t.object_kind, t.tag, t.linked_to), 1
FROM asked a JOIN nwn_transitions((SELECT json_object('files', json_group_array(source)) FROM parts WHERE type = 'GIT'), 'skip') t
WHERE t.target_file IS NULL;
-- A StrRef from 16777216 is one of the module's own talk table.
CREATE TEMP TABLE talk AS
SELECT r.path, t.string_count FROM parts p JOIN gamemap_references(p.source, p.places, 'skip') r JOIN tlk_files(r.path, 'skip') t
WHERE p.type = 'IFO' AND r.kind = 'talk table';
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT f.file, 'warning', 'strref_not_in_tlk', min(f.byte_offset),
       printf('%s has StrRef %d, string %d of "%s", which has %d', min(f.label), f.strref, f.strref - 16777216, gamemap_name(t.path),
              t.string_count), count(*)
FROM (SELECT max(path) AS path, max(string_count) AS string_count FROM talk GROUP BY NULL HAVING count(DISTINCT path) = 1) t
JOIN parts p JOIN gff_fields(p.source, 'skip') f
WHERE f.strref >= 16777216 + t.string_count AND f.strref < 33554432 GROUP BY f.file, f.strref;
CREATE TEMP TABLE twodas AS -- the first of each name
SELECT name, source, min(place) AS place
FROM (SELECT lower(gamemap_stem(l.file)) AS name, l.source, ifnull(h.place, 1e9 + l.rowid) AS place
      FROM listed l LEFT JOIN haks h ON h.name = lower(gamemap_name(rtrim(gamemap_folder(l.file), '/')))
      WHERE l.format = '2DA' AND l.error IS NULL)
WHERE name IN ('appearance', 'doortypes', 'placeables') GROUP BY name;
CREATE TEMP TABLE meant AS
SELECT o.file, o.byte_offset, CASE o.kind WHEN 'creature' THEN 'appearance' WHEN 'door' THEN 'doortypes' ELSE 'placeables' END AS twoda,
       o.appearance AS number
FROM parts p JOIN nwn_objects(p.source, 'skip') o
WHERE p.type = 'GIT' AND o.kind IN ('creature', 'door', 'placeable') AND EXISTS (SELECT 1 FROM twodas)
UNION ALL
SELECT b.file, b.byte_offset, CASE b.type WHEN 'UTC' THEN 'appearance' WHEN 'UTD' THEN 'doortypes' ELSE 'placeables' END, b.appearance
FROM parts p JOIN nwn_blueprints(p.source, 'skip') b WHERE p.type IN ('UTC', 'UTD', 'UTP') AND EXISTS (SELECT 1 FROM twodas);
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT m.file, 'warning', 'row_not_in_2da', min(m.byte_offset),
       printf('an appearance is row %d, which %s.2da hasn''t', m.number, m.twoda), count(*)
FROM meant m JOIN twodas t ON t.name = m.twoda
WHERE m.number BETWEEN 0 AND 65533 -- beyond that it means none
  AND NOT EXISTS (SELECT 1 FROM twoda_rows(t.source, 'skip') r WHERE r.id = m.number) GROUP BY m.file, m.twoda, m.number;
CREATE TEMP TABLE restored AS SELECT gamemap_cache_limit(bytes) FROM kept;

-- What isn't anywhere is told once.
DELETE FROM found WHERE rule = 'file_beside_missing' AND EXISTS
    (SELECT 1 FROM wanted w WHERE w.file = found.file AND w.kind IN ('ground', 'altitude')
     AND found.message LIKE iif(w.kind = 'ground', 'the GND file that the world names%', 'the GAT file that the world names%'));
CREATE TEMP TABLE IF NOT EXISTS house(file, row, severity, message);
INSERT INTO found(file, severity, rule, byte_offset, message, count)
SELECT file, iif(severity IN ('error', 'info'), severity, 'warning'), 'house', NULL,
       message || ifnull(' (row ' || row || ')', ''), 1 FROM house WHERE message IS NOT NULL;

-- ---- What counts

ALTER TABLE found ADD COLUMN fingerprint TEXT;
UPDATE found SET fingerprint =
    printf('%016x', gamemap_hash(CAST(rule || char(10) || ifnull(file, '') || char(10) || iif(rule = 'unreadable', '', message) AS BLOB)))
WHERE EXISTS (SELECT 1 FROM asked WHERE format = 'sarif' OR baseline IS NOT NULL);
DELETE FROM found WHERE EXISTS
    (SELECT 1 FROM asked JOIN json_each(ignored) i
     WHERE i.value = rule OR (i.value LIKE '%@%' AND substr(i.value, 1, instr(i.value, '@') - 1) = rule
                              AND file GLOB substr(i.value, instr(i.value, '@') + 1)));
CREATE TEMP TABLE known AS
SELECT DISTINCT json_extract(r.value, '$.partialFingerprints."gamemap/v1"') AS fingerprint
FROM asked JOIN json_each(CAST(readfile(baseline) AS TEXT), '$.runs[0].results') r WHERE baseline IS NOT NULL;
DELETE FROM found WHERE fingerprint IN (SELECT fingerprint FROM known);

CREATE TEMP TABLE results AS
SELECT f.file, severity, f.rule, f.byte_offset, f.message, f.count, f.fingerprint, g.grade, g.level FROM found f JOIN grades g USING (severity)
ORDER BY f.file, g.grade DESC, f.rule, f.rowid;

-- Paths as URIs: the bytes of all characters that have a meaning there are written as %XX.
-- A path is cut into pieces, so that the work doesn't grow with the square of its length.
CREATE TEMP TABLE paths(file TEXT PRIMARY KEY, bytes BLOB);
INSERT INTO paths
SELECT DISTINCT file, CAST(file AS BLOB) FROM results WHERE file IS NOT NULL AND (SELECT format FROM asked) = 'sarif';
CREATE TEMP TABLE pieces AS
WITH RECURSIVE starts(path, at) AS (
    SELECT rowid, 1 FROM paths
    UNION ALL
    SELECT path, at + 100 FROM starts WHERE at + 100 <= (SELECT length(bytes) FROM paths WHERE rowid = path))
SELECT path, at, (SELECT substr(bytes, at, 100) FROM paths WHERE rowid = path) AS bytes FROM starts ORDER BY path, at;
CREATE INDEX temp.pieces_of ON pieces(path);
CREATE TEMP TABLE uris AS
WITH RECURSIVE places(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM places WHERE at < 100)
SELECT file, iif(substr(file, 1, 1) = '/', 'file://', '') ||
       (SELECT group_concat(iif(CAST(byte AS TEXT) GLOB '[-0-9A-Za-z./_~]', CAST(byte AS TEXT), '%' || hex(byte)), '')
        FROM (SELECT substr(p.bytes, n.at, 1) AS byte FROM pieces p CROSS JOIN places n
              WHERE p.path = paths.rowid AND n.at <= length(p.bytes) ORDER BY p.rowid, n.at)) AS uri
FROM paths;

-- ---- What is written

CREATE TEMP VIEW lines AS
SELECT replace(replace(ifnull(file, '(BLOB)'), char(10), '\n'), char(13), '\r') AS file, severity, rule, byte_offset,
       replace(replace(message, char(10), '\n'), char(13), '\r') AS message, count, rowid AS place
FROM results WHERE (SELECT format FROM asked) IN ('text', 'groups');
SELECT printf('%s: %s%s: %s [%s]', file, severity,
              iif(byte_offset IS NULL, '', printf(' at 0x%x', byte_offset)), message, rule)
FROM lines WHERE severity <> 'info' AND (SELECT format FROM asked) = 'text';
-- What is only odd, once for each rule of a file
SELECT printf('%s: info: %d x %s, first: %s', l.file, times, rule, l.message)
FROM (SELECT sum(count) AS times, min(rowid) AS first FROM results
      WHERE severity = 'info' AND (SELECT format FROM asked) = 'text' GROUP BY file, rule) CROSS JOIN lines l ON l.place = first;
-- Each rule with its first places, the worst and the most frequent ones first
WITH numbered AS MATERIALIZED (
    SELECT l.*, g.grade, row_number() OVER one AS number, sum(count) OVER (PARTITION BY rule, severity) AS times
    FROM lines l JOIN grades g USING (severity)
    WHERE (SELECT format FROM asked) = 'groups' AND (severity <> 'info' OR :info)
    WINDOW one AS (PARTITION BY rule, severity ORDER BY place)),
told AS (
    SELECT grade, times, rule, 0 AS number, printf('%,d x %s, %s:', times, rule, severity) AS line FROM numbered WHERE number = 1
    UNION ALL
    SELECT grade, times, rule, number, printf('    %s%s: %s', file, iif(byte_offset IS NULL, '', printf(' at 0x%x', byte_offset)), message)
    FROM numbered WHERE number <= 3
    UNION ALL
    SELECT grade, times, rule, 4, printf('    and %,d more', times - sum(count) FILTER (WHERE number <= 3)) FROM numbered
    GROUP BY rule, severity HAVING max(number) > 3)
SELECT line FROM told ORDER BY grade DESC, times DESC, rule, number;
SELECT printf('%d file%s: %d error%s, %d warning%s, %d of severity info', files, iif(files = 1, '', 's'),
              errors, iif(errors = 1, '', 's'), warnings, iif(warnings = 1, '', 's'), infos) ||
       iif((SELECT format FROM asked) = 'groups' AND NOT coalesce(:info, 0) AND infos, ' (--info lists them)', '')
FROM (SELECT (SELECT count(*) FROM listed) AS files,
             ifnull(sum(count) FILTER (WHERE severity = 'error'), 0) AS errors,
             ifnull(sum(count) FILTER (WHERE severity = 'warning'), 0) AS warnings,
             ifnull(sum(count) FILTER (WHERE severity = 'info'), 0) AS infos FROM results)
WHERE (SELECT format FROM asked) IN ('text', 'groups');
-- An archive is a file like others, unless it is a member of a list.
SELECT CASE WHEN (SELECT format FROM asked) IN ('text', 'groups') THEN replace(replace(line, char(10), '\n'), char(13), '\r')
       ELSE '::notice::' || replace(replace(replace(line, '%', '%25'), char(13), '%0D'), char(10), '%0A') END
FROM (SELECT count, printf('Nothing that lies in %s%s was checked', first,
                           CASE count WHEN 1 THEN '' WHEN 2 THEN ' or the other archive'
                               ELSE printf(' or the %d other archives', count - 1) END) ||
                    iif((SELECT format FROM asked) = 'groups' OR count > 9, ': name the archives, too.',
                        printf('; %s as :files checks all of it.', json_object('files', json(files)))) AS line
FROM (SELECT count(*) AS count, min(file) AS first, json_group_array(file) AS files
      FROM (SELECT file FROM listed l WHERE names AND format <> 'BIF' AND error IS NULL AND NOT EXISTS
                (SELECT 1 FROM listed e WHERE e.file > l.file || '/' AND e.file < l.file || '0') ORDER BY file)))
WHERE count AND (SELECT format FROM asked) IN ('text', 'groups', 'github');

SELECT printf('::%s file=%s,title=%s::%s', replace(level, 'note', 'notice'),
              replace(replace(replace(replace(replace(file, '%', '%25'), char(13), '%0D'), char(10), '%0A'), ':', '%3A'), ',', '%2C'),
              rule,
              replace(replace(replace(message || iif(byte_offset IS NULL, '', printf(' (at 0x%x)', byte_offset)),
                              '%', '%25'), char(13), '%0D'), char(10), '%0A'))
FROM results WHERE (SELECT format FROM asked) = 'github';

SELECT json_object('$schema', 'https://json.schemastore.org/sarif-2.1.0.json', 'version', '2.1.0', 'runs', json_array(json_object(
    'tool', json_object('driver', json_object('name', 'gamemap', 'version', gamemap_version(),
        'rules', (SELECT json_group_array(json_object('id', rule, 'defaultConfiguration', json_object('level', level),
                      'help', json_object('text', printf('ext/reference/rules.md#%s tells what this means, why it matters in the game and how to mend it.', rule))))
                  FROM (SELECT rule, replace(min(replace(level, 'note', 'z')), 'z', 'note') AS level -- error, warning, note
                        FROM results GROUP BY rule)))),
    'results', (SELECT json_group_array(json_patch(json_object('ruleId', r.rule, 'level', r.level,
            'message', json_object('text', r.message),
            'partialFingerprints', json_object('gamemap/v1', r.fingerprint)),
        iif(r.file IS NULL, '{}', json_object('locations', json_array(json_object('physicalLocation',
            json_patch(json_object('artifactLocation', json_object('uri', u.uri)),
                       iif(r.byte_offset IS NULL, '{}', json_object('region', json_object('byteOffset', r.byte_offset)))))))))
        ) FROM results r LEFT JOIN uris u USING (file)))))
FROM asked WHERE format = 'sarif';

-- XML allows no control characters but tab and line ends, and neither U+FFFE nor U+FFFF, not even escaped:
-- they are shown as U+FFFD.
-- What is of severity info is told as output of a test that passed, unless :fail is 'info'.
CREATE TEMP VIEW escaped AS
WITH RECURSIVE cleaned(place, fails, severity, rule, control, file, message) AS (
    SELECT rowid, severity <> 'info' OR (SELECT fail FROM asked) = 'info', severity, rule, 1, ifnull(file, '(BLOB)'),
           message || iif(byte_offset IS NULL, '', printf(' (at 0x%x)', byte_offset))
    FROM results WHERE (SELECT format FROM asked) = 'junit'
    UNION ALL
    SELECT place, fails, severity, rule, control + 1,
           iif(control IN (9, 10, 13), file, replace(file, char(control), char(65533))),
           iif(control IN (9, 10, 13), message, replace(message, char(control), char(65533)))
    FROM cleaned WHERE control < 32)
SELECT place, fails, severity, rule,
       replace(replace(replace(replace(replace(replace(file, char(65534), char(65533)), char(65535), char(65533)), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') AS file,
       replace(replace(replace(replace(replace(replace(message, char(65534), char(65533)), char(65535), char(65533)), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') AS message
FROM cleaned WHERE control = 32 ORDER BY place;
SELECT document FROM (
    SELECT '<?xml version="1.0" encoding="UTF-8"?>' || char(10) ||
           printf('<testsuites name="gamemap" tests="%d" failures="%d">', max(1, count(*)), total(fails)) || char(10) ||
           printf('<testsuite name="lint" tests="%d" failures="%d">', max(1, count(*)), total(fails)) || char(10) ||
           ifnull(group_concat(printf('<testcase classname="%s" name="%s">', file, rule) ||
                               iif(fails, printf('<failure type="%s" message="%s"/>', severity, message),
                                   printf('<system-out>%s: %s</system-out>', severity, message)) || '</testcase>', char(10)),
                  '<testcase classname="lint" name="no findings"/>') || char(10) || '</testsuite>' || char(10) || '</testsuites>' AS document
    FROM escaped) WHERE (SELECT format FROM asked) = 'junit';

-- ---- The exit status

CREATE TEMP TRIGGER failing BEFORE INSERT ON wrong WHEN NEW.parameter = 'findings'
BEGIN SELECT raise(ABORT, 'lint: there are findings of the severity that fails'); END;
INSERT INTO wrong SELECT 'findings' FROM asked a JOIN grades g ON g.severity = a.fail
WHERE EXISTS (SELECT 1 FROM results r WHERE r.grade >= g.grade);
