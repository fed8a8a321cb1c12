-- format: any
-- Archives: what gamemap_pack writes, read again. Some entries of an archive are packed as one of the
-- kinds, under their own names where that kind can store them, else under others.

DROP TABLE IF EXISTS temp.chosen;
DROP TABLE IF EXISTS temp.packed;
DROP TABLE IF EXISTS temp.found;

-- may fail
CREATE TEMP TABLE chosen AS
WITH kind(kind) AS (SELECT kind FROM (SELECT 'zip' AS kind UNION ALL VALUES ('grf'), ('thor'), ('hak'), ('erf'), ('mod'))
                    ORDER BY gamemap_hash(CAST(:seed || kind AS BLOB)) LIMIT 1),
entry AS (SELECT id, name, type, data, '/' || name || '/' AS parts FROM archive_entries(:file, 'skip')
          WHERE data IS NOT NULL AND size < 1000000 AND (id * 7919 + :seed) % 3),
given AS (SELECT kind, id, data,
       CASE WHEN name GLOB '*[^ -~가-힣]*' OR length(CAST(name AS BLOB)) > 250 OR name GLOB '?:*' OR name GLOB '*#[0-9]'
                 OR parts GLOB '*//*' OR parts GLOB '*/./*' OR parts GLOB '*/../*' OR instr(name, '\')
            THEN 'n' || id || '.txt'
            WHEN kind IN ('zip', 'grf', 'thor') THEN name
            WHEN instr(name, '/') OR length(gamemap_stem(name)) NOT BETWEEN 1 AND 16 OR name GLOB '*[가-힣]*'
                 OR type IS NULL OR type NOT IN ('mdl', 'bmp', 'tga', 'txt', 'are', 'git', 'ini', 'utc') THEN 'n' || id || '.txt'
            ELSE gamemap_stem(name) || '.' || type END AS name
       FROM entry, kind)
SELECT id, kind, name, iif(kind = 'thor' AND id % 4 = 0, NULL, data) AS data FROM given GROUP BY lower(name) ORDER BY id;

CREATE TEMP TABLE packed AS SELECT kind, gamemap_pack(kind, name, data) AS archive FROM chosen;

CREATE TEMP TABLE found AS SELECT e.name, e.data FROM packed p JOIN archive_entries(p.archive) e;

-- law: what is read again are the names and contents that were packed
SELECT p.kind, d.name, d.missing FROM packed p JOIN (
    SELECT name, 1 AS missing FROM (SELECT name, data FROM chosen EXCEPT SELECT name, data FROM found)
    UNION ALL SELECT name, 0 FROM (SELECT name, data FROM found EXCEPT SELECT name, data FROM chosen)) d;

-- law: the same rows in another order give the same bytes
SELECT p.kind FROM packed p
WHERE archive IS NOT (SELECT gamemap_pack(kind, name, data) FROM (SELECT * FROM chosen ORDER BY (id * 31 + :seed) % 101, name DESC));

-- law: nothing is odd about what was packed
SELECT p.kind, f.code, f.message FROM packed p JOIN gamemap_findings(p.archive) f;

-- law: what lies beside a file is found where that file isn't there, too
SELECT path, type FROM archive_entries(:file, 'skip')
WHERE method NOT IN ('folder', 'delete') AND gamemap_stem(path) NOT GLOB '.*'
  AND gamemap_beside(path, type) IS NOT gamemap_beside(gamemap_folder(path) || gamemap_stem(path) || '.none', type);
