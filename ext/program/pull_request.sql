-- What a pull request shows of two folders, archives or files, as Markdown. It follows difference.sql, whose
-- tables `sources` and `differences` it takes.
--
-- Parameters: :old and :new; :pictures, a folder for pictures of what changed (none: no pictures).

CREATE TEMP TABLE roots AS -- what stands in front of the names of a side: a folder, an archive, or the folder before a wildcard
SELECT side, source, rtrim(source, '/') || '/' AS whole, rtrim(begun, replace(begun, '/', '')) AS folder
FROM (SELECT side, source, substr(source, 1, min(instr(source || '*', '*'), instr(source || '?', '?'), instr(source || '[', '[')) - 1) AS begun
      FROM (SELECT 'old' AS side, old AS source FROM sources UNION ALL SELECT 'new', new FROM sources));
CREATE TEMP TABLE changed AS
SELECT file, min(file_old) AS file_old, min(file_new) AS file_new FROM differences GROUP BY file;
CREATE TEMP TABLE found AS
SELECT side, file AS path, severity, code, message
FROM roots r CROSS JOIN gamemap_findings(json_object('files', json_array(r.source)), 'skip');
CREATE TEMP TABLE named AS -- the files by their names behind that; a side that is one file has none
SELECT side, path, CASE WHEN path = source THEN '' WHEN substr(path, 1, length(whole)) = whole THEN substr(path, length(whole) + 1)
           WHEN substr(path, 1, length(folder)) = folder THEN substr(path, length(folder) + 1) ELSE path END AS name
FROM (SELECT side, path FROM found UNION SELECT 'old', file_old FROM changed UNION SELECT 'new', file_new FROM changed)
JOIN roots USING (side);
CREATE TEMP TABLE told AS -- each file that changed
SELECT file, file_old, file_new, replace(replace(replace(coalesce(nullif(name, ''), path), '`', ''''), char(10), ' '), '|', '\|') AS name,
       (SELECT format FROM gamemap_files(path)) AS format
FROM (SELECT *, coalesce(file_new, file_old) AS path, iif(file_new IS NULL, 'old', 'new') AS side FROM changed)
JOIN named USING (side, path);

-- ---- Pictures: of each side by the same statement, and kept where they differ

CREATE TEMP TABLE sides AS
SELECT file, name, format, 'old' AS side, file_old AS source FROM told WHERE file_old IS NOT NULL AND :pictures IS NOT NULL
UNION ALL SELECT file, name, format, 'new', file_new FROM told WHERE file_new IS NOT NULL AND :pictures IS NOT NULL;
CREATE TEMP TABLE drawn(file, side, what, picture);
INSERT INTO drawn
SELECT s.file, side, 'heights', gamemap_picture(x, y, -(height_sw + height_se + height_nw + height_ne) / 4, 'relief', '{"legend": true, "unit": "cubes"}')
FROM sides s CROSS JOIN gnd_cubes(s.source, 'skip') WHERE format = 'GND' GROUP BY s.file, side;
INSERT INTO drawn
SELECT s.file, side, 'textures', gamemap_picture(c.x, c.y, t.path, 'classes', '{"legend": true, "unit": "cubes"}')
FROM sides s CROSS JOIN gnd_cubes(s.source, 'skip') c LEFT JOIN gnd_surfaces(s.source, 'skip') f ON f.id = c.surface_top
LEFT JOIN gnd_textures(s.source, 'skip') t ON t.id = f.texture_id WHERE format = 'GND' GROUP BY s.file, side;
INSERT INTO drawn
SELECT s.file, side, 'cells', gamemap_picture(x, y, CASE WHEN walkable THEN 'ground' WHEN water THEN 'water' ELSE 'wall' END, 'classes',
                                              '{"legend": true, "unit": "tiles"}')
FROM sides s CROSS JOIN gat_tiles(s.source, 'skip') WHERE format = 'GAT' GROUP BY s.file, side;
INSERT INTO drawn
SELECT s.file, side, 'walkmesh', gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.center_z, 'terrain', '{"legend": true, "unit": "metres"}')
FROM sides s CROSS JOIN aswm_triangles(s.source, 'skip') t CROSS JOIN aswm_vertices(s.source, 'skip') a ON a.id = t.vertex0
CROSS JOIN aswm_vertices(s.source, 'skip') b ON b.id = t.vertex1 CROSS JOIN aswm_vertices(s.source, 'skip') c ON c.id = t.vertex2
WHERE format = 'TRN' AND t.walkable GROUP BY s.file, side;
INSERT INTO drawn
SELECT s.file, side, 'heights', gamemap_picture(h.x, h.z, iif(abs(h.height) < 1e9, h.height, NULL), 'relief', '{"legend": true, "unit": "tiles"}')
FROM sides s CROSS JOIN jmx_heights(s.source, 'skip') h WHERE format = 'JMXVNVM' GROUP BY s.file, side;
DELETE FROM drawn WHERE picture IS NULL OR EXISTS (SELECT 1 FROM drawn o WHERE o.file = drawn.file AND o.what = drawn.what
    AND o.side <> drawn.side AND o.picture = drawn.picture);
CREATE TEMP TABLE shown AS -- names that hold nothing but letters, digits, dots and lines
WITH RECURSIVE plain(file, at, text) AS (
    SELECT file, 1, '' FROM told UNION ALL
    SELECT file, at + 1, text || iif(substr(name, at, 1) GLOB '[A-Za-z0-9._-]', substr(name, at, 1), '_')
    FROM plain JOIN told USING (file) WHERE at <= length(name))
SELECT file, side, what, picture, rtrim(:pictures, '/') || '/' || dense_rank() OVER (ORDER BY file) || '_' || text || '.' || what || '.' || side || '.png' AS path
FROM drawn JOIN (SELECT file, text, max(at) FROM plain GROUP BY file) USING (file);

CREATE TEMP TABLE written AS SELECT writefile(path, picture) FROM shown;

-- ---- Findings of the new side that the old one doesn't have

CREATE TEMP TABLE fresh AS
SELECT name, severity, code, message FROM found JOIN named USING (side, path) WHERE side = 'new' AND severity <> 'info'
EXCEPT SELECT name, severity, code, message FROM found JOIN named USING (side, path) WHERE side = 'old';

-- ---- The text

.mode list
SELECT '### ' || CASE count(*) WHEN 0 THEN 'Nothing differs' WHEN 1 THEN 'One file differs' ELSE count(*) || ' files differ' END FROM told;
SELECT char(10) || '| file | change |' || char(10) || '|---|---|' WHERE EXISTS (SELECT 1 FROM told);
SELECT printf('| `%s` | %s |', name,
              CASE WHEN file_old IS NULL THEN 'added' WHEN file_new IS NULL THEN 'removed'
                   ELSE (SELECT group_concat(part, ', ') FROM (
                             SELECT printf('%d in %s', count(*), ifnull(table_name, 'the file')) AS part
                             FROM differences d WHERE d.file = told.file GROUP BY table_name ORDER BY count(*) DESC)) END)
FROM told ORDER BY name;
SELECT char(10) || '### ' || count(*) || iif(count(*) = 1, ' new finding', ' new findings') || char(10) FROM fresh HAVING count(*);
SELECT printf('- %s: `%s` %s', severity, replace(replace(code || ' ' || name, '`', ''''), char(10), ' '),
              '`' || replace(replace(message, '`', ''''), char(10), ' ') || '`') FROM fresh ORDER BY severity, name, code LIMIT 50;
SELECT '- and ' || (count(*) - 50) || ' more' FROM fresh HAVING count(*) > 50;
SELECT char(10) || '### ' || what || ' of `' || name || '`' || char(10) || char(10) || '| before | after |' || char(10) || '|---|---|' || char(10) ||
       '| ' || coalesce(max(printf('![before](%s)', path)) FILTER (WHERE side = 'old'), 'none') ||
       ' | ' || coalesce(max(printf('![after](%s)', path)) FILTER (WHERE side = 'new'), 'none') || ' |'
FROM shown JOIN told USING (file) GROUP BY file, what ORDER BY name, what;
