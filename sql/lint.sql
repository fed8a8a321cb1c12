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
--     :format    'text' (default), 'github' (annotations), 'sarif' (2.1.0) or 'junit', in which what is of
--                severity info isn't a failure; of the last two nothing but the document is written
--     :ignore    a JSON list of rules, or of 'rule@pattern' with a GLOB pattern of files, that don't count:
--                '["companion", "model_missing@*/old/*"]'
--     :baseline  an earlier SARIF, whose findings don't count; they are known again by rule, file and what
--                is said of them, not by their offsets
--     :complete  1 if nothing that the files refer to lies elsewhere: what is missing is a warning then,
--                else it is of severity 'info', also what gamemap_findings calls a warning

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
BEGIN SELECT raise(ABORT, 'lint: :format is neither ''text'', ''github'', ''sarif'' nor ''junit'''); END;
CREATE TEMP TRIGGER wrong_ignore BEFORE INSERT ON wrong WHEN NEW.parameter = 'ignore'
BEGIN SELECT raise(ABORT, 'lint: :ignore isn''t a JSON list such as ["companion"]'); END;
CREATE TEMP TRIGGER wrong_baseline BEFORE INSERT ON wrong WHEN NEW.parameter = 'baseline'
BEGIN SELECT raise(ABORT, 'lint: :baseline isn''t a readable SARIF'); END;
INSERT INTO wrong SELECT 'fail' FROM asked WHERE fail NOT IN (SELECT severity FROM grades);
INSERT INTO wrong SELECT 'format' FROM asked WHERE format NOT IN ('text', 'github', 'sarif', 'junit');
INSERT INTO wrong SELECT 'ignore' FROM asked WHERE NOT json_valid(ignored) OR json_type(ignored) <> 'array';
INSERT INTO wrong SELECT 'baseline' FROM asked
WHERE baseline IS NOT NULL
  AND CASE WHEN json_valid(CAST(readfile(baseline) AS TEXT)) THEN json_type(CAST(readfile(baseline) AS TEXT), '$.runs[0].results') END IS NOT 'array';

-- ---- What there is

CREATE TEMP TABLE listed AS SELECT f.file, f.source, f.format, f.error FROM asked JOIN gamemap_files(files) f;
CREATE INDEX temp.listed_by_file ON listed(file);
-- The last row of a class that is too large to be listed stands for several findings.
CREATE TEMP TABLE found(file TEXT, severity TEXT, rule TEXT, byte_offset INTEGER, message TEXT, count INTEGER);
INSERT INTO found
SELECT f.file, iif(f.code IN ('model_missing', 'texture_missing'), a.missing, f.severity), f.code, f.byte_offset,
       f.message, f.count
FROM asked a JOIN gamemap_findings(a.files, 'each') f;

-- ---- What is referred to, and isn't there: in the files themselves, or in archives among them

CREATE TEMP TABLE present AS
SELECT name, file AS path FROM asked JOIN gamemap_paths(files)
UNION ALL
SELECT e.name, l.file || '/' || e.name FROM listed l JOIN archive_entries(l.source, 'skip') e
WHERE l.format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'BIF', 'ZIP');
UPDATE present SET name = replace(name, '\', '/'), path = replace(path, '\', '/') WHERE instr(path, '\');
CREATE TEMP TABLE names(name TEXT, path TEXT);
INSERT INTO names SELECT lower(text_field(name, '/', -1)), path FROM present;
CREATE INDEX names_by_name ON names(name);
CREATE TEMP TABLE stems(stem TEXT, kind TEXT, PRIMARY KEY(stem, kind)) WITHOUT ROWID;
INSERT OR IGNORE INTO stems
SELECT substr(name, 1, instr(name, '.') - 1), iif(name LIKE '%.mdl', 'supermodel', 'texture') FROM names
WHERE name LIKE '%.mdl' OR name LIKE '%.tga' OR name LIKE '%.dds' OR name LIKE '%.plt' OR name LIKE '%.mtr'
   OR name LIKE '%.ktx' OR name LIKE '%.bmp';

CREATE TEMP TABLE wanted(file TEXT, rule TEXT, kind TEXT, name TEXT, place TEXT, last TEXT);
-- What Ragnarok Online looks for has a place below the data folder, which may lie anywhere among the files.
INSERT INTO wanted(file, rule, kind, name, place)
SELECT DISTINCT t.file, 'texture_missing', 'texture', t.path, 'texture/' || replace(t.path, '\', '/')
FROM listed l JOIN gnd_textures(l.source, 'skip') t WHERE l.format = 'GND' AND t.path <> '' AND t.texture_path IS NULL;
INSERT INTO wanted(file, rule, kind, name, place)
SELECT DISTINCT m.file, 'model_missing', 'model', m.model_file, 'model/' || replace(m.model_file, '\', '/')
FROM listed l JOIN rsw_models(l.source, NULL, 'skip') m
WHERE l.format = 'RSW' AND m.model_file <> '' AND m.model_path IS NULL;
UPDATE wanted SET last = lower(text_field(place, '/', -1));
DELETE FROM wanted WHERE EXISTS
    (SELECT 1 FROM names n WHERE n.name = last AND lower(substr('/' || n.path, -length(place) - 1)) = lower('/' || place));
-- Neverwinter Nights looks for a name wherever it lies.
INSERT INTO wanted(file, rule, kind, name)
SELECT m.file, 'supermodel_missing', 'supermodel', m.supermodel
FROM listed l JOIN mdl_models(l.source, 'skip') m WHERE l.format = 'MDL' AND m.supermodel IS NOT NULL;
INSERT INTO wanted(file, rule, kind, name)
SELECT DISTINCT m.file, 'texture_missing', 'texture', t.value
FROM listed l JOIN mdl_meshes(l.source, 'skip') m
JOIN json_each(json_array(m.texture0, m.texture1, m.texture2)) t
WHERE l.format = 'MDL' AND t.value IS NOT NULL AND m.render;
DELETE FROM wanted WHERE place IS NULL AND (lower(name), kind) IN (SELECT stem, kind FROM stems);
-- A world whose other models are found has model_missing for these already.
DELETE FROM wanted WHERE rule = 'model_missing' AND file IN (SELECT file FROM found WHERE rule = 'model_missing');
INSERT INTO found
SELECT w.file, a.missing, w.rule, NULL,
       printf('the %s "%s" isn''t among the files', w.kind, w.name) ||
       ifnull((SELECT ' as ' || w.place || ': one of its name is ' || min(n.path) FROM names n WHERE n.name = w.last), ''), 1
FROM wanted w JOIN asked a ORDER BY w.rowid;

-- ---- What counts

ALTER TABLE found ADD COLUMN fingerprint TEXT;
UPDATE found SET fingerprint =
    printf('%016x', gamemap_hash(CAST(rule || char(10) || ifnull(file, '') || char(10) || iif(rule = 'unreadable', '', message) AS BLOB)));
DELETE FROM found WHERE EXISTS
    (SELECT 1 FROM asked JOIN json_each(ignored) i
     WHERE i.value = rule OR (i.value LIKE '%@%' AND substr(i.value, 1, instr(i.value, '@') - 1) = rule
                              AND file GLOB substr(i.value, instr(i.value, '@') + 1)));
CREATE TEMP TABLE known AS
SELECT DISTINCT json_extract(r.value, '$.partialFingerprints."gamemap/v1"') AS fingerprint
FROM asked JOIN json_each(CAST(readfile(baseline) AS TEXT), '$.runs[0].results') r WHERE baseline IS NOT NULL;
DELETE FROM found WHERE fingerprint IN (SELECT fingerprint FROM known);

CREATE TEMP TABLE results AS
SELECT f.*, g.grade, g.level FROM found f JOIN grades g USING (severity)
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
FROM results WHERE (SELECT format FROM asked) = 'text';
SELECT printf('%s: %s%s: %s [%s]', file, severity,
              iif(byte_offset IS NULL, '', printf(' at 0x%x', byte_offset)), message, rule)
FROM lines WHERE severity <> 'info';
-- What is only odd, once for each rule of a file
SELECT printf('%s: info: %d x %s, first: %s', file, times, rule, message)
FROM (SELECT file, rule, message, sum(count) AS times, min(place) FROM lines WHERE severity = 'info' GROUP BY file, rule);
SELECT printf('%d file%s: %d error%s, %d warning%s, %d of severity info', files, iif(files = 1, '', 's'),
              errors, iif(errors = 1, '', 's'), warnings, iif(warnings = 1, '', 's'), infos)
FROM (SELECT (SELECT count(*) FROM listed) AS files,
             ifnull(sum(count) FILTER (WHERE severity = 'error'), 0) AS errors,
             ifnull(sum(count) FILTER (WHERE severity = 'warning'), 0) AS warnings,
             ifnull(sum(count) FILTER (WHERE severity = 'info'), 0) AS infos FROM results)
WHERE (SELECT format FROM asked) = 'text';
-- An archive is a file like others, unless it is a member of a list.
SELECT CASE (SELECT format FROM asked) WHEN 'text' THEN replace(replace(line, char(10), '\n'), char(13), '\r')
       ELSE '::notice::' || replace(replace(replace(line, '%', '%25'), char(13), '%0D'), char(10), '%0A') END
FROM (SELECT count, printf('Nothing that lies in %s%s was checked; %s as :files checks all of it.', first,
                           CASE count WHEN 1 THEN '' WHEN 2 THEN ' or the other archive'
                               ELSE printf(' or the %d other archives', count - 1) END,
                           json_object('files', json(files))) AS line
FROM (SELECT count(*) AS count, min(file) AS first, json_group_array(file) AS files
      FROM (SELECT file FROM listed l WHERE format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'ZIP') AND error IS NULL AND NOT EXISTS
                (SELECT 1 FROM listed e WHERE e.file > l.file || '/' AND e.file < l.file || '0') ORDER BY file)))
WHERE count AND (SELECT format FROM asked) IN ('text', 'github');

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
                  FROM (SELECT rule, max(level) AS level FROM results GROUP BY rule)))),
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
