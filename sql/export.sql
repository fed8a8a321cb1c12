-- Writes the statements that make an ordinary database, or a GeoPackage, of what is in files: one table for each
-- table of gamemap that has rows there, with types, primary keys, foreign keys and indexes. Any program that opens
-- SQLite databases reads it then, without gamemap. `gamemap export town.db maps/` does the same in one command.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/'" < sql/export.sql |
--         sqlite3 -cmd ".load ./gamemap" town.db
--
-- Parameters: :files or :file, files, a folder, an archive or a list, by default 'samples/*'; :tables, a GLOB pattern
-- of tables, as 'gnd_*', by default all that need no arguments; :as, 'gpkg' for a GeoPackage, which QGIS and GDAL open,
-- by default 'db'.
--
-- A row is known by its file and its number there: (file_id, id). The table `files` has a row for each file,
-- `documentation` says what each table and column means, and `names` finds every text that a file stores:
--
--     SELECT * FROM names WHERE names MATCH 'grass*';
--
-- In a GeoPackage each table has two columns more: fid, which counts its rows, and geometry, what a row is on a map seen
-- from above: the triangle of its three vertices where their table is exported, too, a point, or a box. What says only
-- the how-manieth tile, plane or texel a row is has none, since it would lie beside all that is in lengths.

.bail on
.mode list
.headers off
CREATE TEMP TABLE asked AS
SELECT coalesce(:files, :file, 'samples/*') AS files, coalesce(:tables, '*') AS tables, coalesce(:as, 'db') = 'gpkg' AS is_gpkg;
-- An archive is a file, and the files in it are files, too.
CREATE TEMP TABLE listed AS
SELECT DISTINCT f.file, f.format, f.version, f.size, f.error FROM asked a JOIN gamemap_files(a.files) f;
INSERT INTO listed
SELECT f.file, f.format, f.version, f.size, f.error
FROM asked a CROSS JOIN json_each(iif(json_valid(a.files) AND json_type(a.files) = 'array', a.files, json_array(a.files))) i
CROSS JOIN listed l ON l.file = i.value AND l.format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'ZIP')
CROSS JOIN gamemap_files(json_object('files', json_array(i.value))) f
WHERE f.file NOT IN (SELECT file FROM listed);
-- This fails where what was named isn't there.
CREATE TEMP TABLE there AS SELECT length(gamemap_read(file)) FROM listed JOIN asked ON file = files WHERE error IS NOT NULL;
CREATE TEMP TABLE chosen AS
SELECT t.rowid AS place, t.name, t.format, t.documentation FROM gamemap_tables t JOIN asked a
WHERE t.name GLOB a.tables AND (t.call LIKE '%(src)' OR t.call LIKE '%(src [%')
  AND (t.format IN (SELECT iif(format IN ('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'BIF', 'ZIP'), 'archive', format)
                    FROM listed WHERE error IS NULL)
       -- cells of one map are read as a GAT, too
       OR t.format = 'GAT' AND EXISTS (SELECT 1 FROM listed WHERE format = 'RO-CELLS' AND version <> 'map_cache' AND error IS NULL)
       -- a text is known as more by its whole name alone
       OR EXISTS (SELECT 1 FROM listed WHERE format = 'TEXT' AND lower(gamemap_name(file)) = t.endings));
CREATE TEMP TABLE columns AS
SELECT c.table_name, c.position, c.name, c.type, c.collation, c.unit, c.documentation,
       c.stored OR c.refusal = 'the file has it in words or packed' AS is_said,
       iif(c.refers_to IN (SELECT name FROM chosen), c.refers_to, NULL) AS refers_to
FROM gamemap_columns c WHERE c.table_name IN (SELECT name FROM chosen) AND NOT c.hidden AND c.name NOT IN ('file', 'id');
CREATE INDEX temp.columns_of ON columns(table_name);
-- Where north and the height of a map are, if it is looked at from above, and which columns say where a row is: those in
-- a unit of length, which a tile of a GAT is for its game. Its bounds there are tiles, which end one further.
CREATE TEMP TABLE axes AS
SELECT t.name AS table_name, iif(t.is_y_up, 'z', 'y') AS north, iif(t.is_y_up, 'y', 'z') AS up,
       (SELECT group_concat(name) FROM (SELECT name FROM columns WHERE table_name = t.name AND name IN (
           'x', 'y', 'z', 'tile_x', 'tile_y', 'min_x', 'max_x', iif(t.is_y_up, 'min_z', 'min_y'), iif(t.is_y_up, 'max_z', 'max_y'))
           AND (unit IN ('metres', 'GAT tiles') OR unit LIKE '%units' OR is_tiled AND unit = 'tiles') ORDER BY name)) AS has,
       EXISTS (SELECT 1 FROM columns WHERE table_name = t.name AND name = 'max_x' AND unit = 'tiles') AS further
FROM (SELECT name, format IN ('GAT', 'RO-CELLS', 'RO-SCRIPT') AS is_tiled, format IN ('GND', 'RSW', 'RSM', 'JMXVNVM', 'JMXVMFO', 'JMX name list') AND name IN (
          SELECT table_name FROM columns WHERE name IN ('z', 'min_z')) AS is_y_up FROM chosen JOIN asked WHERE is_gpkg) t;
CREATE TEMP TABLE shapes(table_name TEXT PRIMARY KEY, kind TEXT, has_height INTEGER, expression TEXT);
INSERT INTO shapes
SELECT table_name, 'POLYGON', 1, printf('(SELECT gamemap_wkb(x, y, z) FROM (%s))', group_concat(corner, ' UNION ALL '))
FROM (SELECT c.table_name, printf('SELECT v.x, v.%s AS y, v.%s AS z FROM "%w" v WHERE v.file_id = t.file_id AND v.id = t.%s',
                                  a.north, a.up, c.refers_to, c.name) AS corner
      FROM columns c JOIN axes a ON a.table_name = c.refers_to AND a.has LIKE '%x,y,z'
      WHERE c.name IN ('vertex0', 'vertex1', 'vertex2') ORDER BY c.table_name, c.name)
GROUP BY table_name HAVING count(*) = 3;
INSERT OR IGNORE INTO shapes
SELECT table_name, 'POINT', iif(has LIKE '%x,y,z', 2, 0), printf(iif(has LIKE '%x,y,z', 'coalesce(gamemap_wkb_point(t.x, t.%s, t.%s), gamemap_wkb_point(t.x, t.%s))',
                                                     'gamemap_wkb_point(t.x, t.%s)'), north, up, north)
FROM axes WHERE has LIKE '%x,' || north OR has LIKE '%x,y,z';
INSERT OR IGNORE INTO shapes
SELECT table_name, 'POINT', 0, 'gamemap_wkb_point(t.tile_x, t.tile_y)' FROM axes WHERE has LIKE '%tile_x,tile_y%';
INSERT OR IGNORE INTO shapes
SELECT table_name, 'POLYGON', 0, printf('(SELECT gamemap_wkb(x, y) FROM (SELECT t.min_x AS x, t.min_%s AS y UNION ALL ' ||
           'SELECT t.max_x + %d, t.min_%s UNION ALL SELECT t.max_x + %d, t.max_%s + %d UNION ALL SELECT t.min_x, t.max_%s + %d))',
           north, further, north, further, north, further, north, further)
FROM axes WHERE has LIKE 'max_x,max_' || north || ',min_x,min_' || north || '%';

CREATE TEMP TABLE statements(sql TEXT);
INSERT INTO statements SELECT column1 FROM (VALUES
    ('PRAGMA application_id = 0x47504B47'), ('PRAGMA user_version = 10300')) JOIN asked WHERE is_gpkg;
INSERT INTO statements VALUES
    ('BEGIN'),
    ('CREATE TABLE files(file_id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, format TEXT, version TEXT, size INTEGER, error TEXT)'),
    ('CREATE TABLE documentation(table_name TEXT, column_name TEXT, type TEXT, unit TEXT, refers_to TEXT, documentation TEXT, ' ||
     'PRIMARY KEY(table_name, column_name))'),
    ('CREATE VIRTUAL TABLE names USING fts5(name, table_name UNINDEXED, column_name UNINDEXED, file_id UNINDEXED, id UNINDEXED)');
INSERT INTO statements
SELECT printf('INSERT INTO files(file, format, version, size, error) VALUES(%Q, %Q, %Q, %s, %Q)', file, format, version,
              coalesce(size, 'NULL'), error) FROM listed ORDER BY rowid;
INSERT INTO statements SELECT printf('INSERT INTO documentation VALUES(%Q, '''', NULL, NULL, NULL, %Q)', name, documentation) FROM chosen;
INSERT INTO statements
SELECT printf('INSERT INTO documentation VALUES(%Q, %Q, %Q, %Q, %Q, %Q)', table_name, name, type, unit, refers_to, documentation) FROM columns;
INSERT INTO statements
SELECT column1 FROM (VALUES
    ('CREATE TABLE gpkg_spatial_ref_sys(srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, ' ||
     'organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT)'),
    ('INSERT INTO gpkg_spatial_ref_sys VALUES(''units of a game'', -1, ''NONE'', -1, ''undefined'', ''nowhere on the Earth''), ' ||
     '(''degrees of no datum'', 0, ''NONE'', 0, ''undefined'', NULL), (''WGS 84'', 4326, ''EPSG'', 4326, ''GEOGCS["WGS 84",' ||
     'DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'', NULL)'),
    ('CREATE TABLE gpkg_contents(table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, ' ||
     'description TEXT DEFAULT '''', last_change DATETIME NOT NULL DEFAULT (strftime(''%Y-%m-%dT%H:%M:%fZ'', ''now'')), ' ||
     'min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys)'),
    ('CREATE TABLE gpkg_geometry_columns(table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents, column_name TEXT NOT NULL, ' ||
     'geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys, z TINYINT NOT NULL, m TINYINT NOT NULL, ' ||
     'PRIMARY KEY(table_name, column_name))'),
    ('INSERT INTO gpkg_contents(table_name, data_type, identifier) VALUES(''files'', ''attributes'', ''files'')')) JOIN asked WHERE is_gpkg;
INSERT INTO statements
SELECT printf('INSERT INTO gpkg_contents(table_name, data_type, identifier, description, srs_id) VALUES(%Q, %Q, %Q, %Q, %s)',
              name, iif(kind IS NULL, 'attributes', 'features'), name, documentation, iif(kind IS NULL, 'NULL', '-1'))
FROM chosen JOIN asked LEFT JOIN shapes ON table_name = name WHERE is_gpkg;
INSERT INTO statements
SELECT printf('INSERT INTO gpkg_geometry_columns VALUES(%Q, ''geometry'', %Q, -1, %d, 0)', table_name, kind, has_height) FROM shapes;
INSERT INTO statements
SELECT sql FROM (
    SELECT place, 0 AS step, printf('CREATE TABLE "%w"(%sfile_id INTEGER NOT NULL REFERENCES files, id INTEGER NOT NULL, %s%s(file_id, id)%s)%s',
               name, iif(is_gpkg, 'fid INTEGER PRIMARY KEY, ', ''),
               (SELECT ifnull(group_concat(printf('"%w" %s%s, ', c.name, iif(is_gpkg AND c.type = '', 'TEXT', c.type), ifnull(' COLLATE ' || c.collation, '')), ''), '')
                FROM (SELECT * FROM columns WHERE table_name = t.name ORDER BY position) c) ||
                   ifnull((SELECT printf('geometry %s, ', kind) FROM shapes WHERE table_name = t.name), ''),
               iif(is_gpkg, 'UNIQUE', 'PRIMARY KEY'),
               (SELECT ifnull(group_concat(printf(', FOREIGN KEY(file_id, "%w") REFERENCES "%w"(file_id, id)', c.name, c.refers_to), ''), '')
                FROM columns c WHERE table_name = t.name AND refers_to IS NOT NULL), iif(is_gpkg, '', ' WITHOUT ROWID')) AS sql
    FROM chosen t JOIN asked
    UNION ALL
    SELECT place, 1, printf('INSERT INTO "%w" SELECT %sf.file_id, t.id%s%s FROM temp."%w" t JOIN files f USING (file) WHERE t.src = %Q AND t.on_error = ''skip''',
               name, iif(is_gpkg, 'NULL, ', ''),
               (SELECT ifnull(group_concat(printf(', t."%w"', c.name), ''), '')
                FROM (SELECT * FROM columns WHERE table_name = t.name ORDER BY position) c),
               iif(t.name IN (SELECT table_name FROM shapes), ', NULL', ''), name, files) FROM chosen t JOIN asked
    UNION ALL
    SELECT place, 2, printf('SELECT %Q, changes()', name) FROM chosen
    UNION ALL
    SELECT t.place, 3, printf('CREATE INDEX "%w_by_%w" ON "%w"(file_id, "%w")', c.table_name, c.name, c.table_name, c.name)
    FROM chosen t JOIN columns c ON c.table_name = t.name WHERE c.refers_to IS NOT NULL
    UNION ALL
    SELECT t.place, 4, printf('INSERT INTO names SELECT "%w", %Q, %Q, file_id, id FROM "%w" WHERE typeof("%w") = ''text'' AND "%w" <> ''''',
                        c.name, c.table_name, c.name, c.table_name, c.name, c.name)
    FROM chosen t JOIN columns c ON c.table_name = t.name WHERE c.type IN ('TEXT', '') AND c.is_said
    ORDER BY 1, 2);
-- A geometry is the letters GP, a version, flags and -1 for no place on the Earth, then WKB. Vertices are there by now.
INSERT INTO statements
SELECT printf('UPDATE "%w" AS t SET geometry = CAST(x''47500001FFFFFFFF'' || %s AS BLOB)', table_name, expression) FROM shapes;
INSERT INTO statements VALUES ('COMMIT');
SELECT '-- No :files are given, so this is about samples/*.' WHERE coalesce(:files, :file) IS NULL;
SELECT '.bail on';
SELECT sql || ';' FROM statements ORDER BY rowid;
