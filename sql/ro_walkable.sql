-- How much of each Ragnarok Online map can be walked, and how much of that lies in water: over the RSW,
-- GAT and GND files of a folder or archive. A tile is in water if it is ground whose south-west corner
-- lies below the water level. The level stands in the RSW, from 2.6 on in the GND: the client draws that
-- water, and servers, whose rule this is, take such worlds as dry.
-- A world's GAT and GND are those that it names, which need not have its own name.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.rsw'" < sql/ro_walkable.sql
--
-- Parameter: :files or :file, the worlds, by default 'samples/*.rsw'. The other files lie in the folder
-- of the world that names them. Without the GND of a world from 2.6 on its water isn't known.

.bail on
SELECT 'No :files are given, so this is about samples/*.rsw.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an RSW.'
WHERE NOT EXISTS (SELECT 1 FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE worlds(file TEXT PRIMARY KEY, version, water_level, water_type, wanted, gat, gnd) WITHOUT ROWID;
INSERT OR IGNORE INTO worlds
SELECT file, version, water_level, water_type, rtrim(file, replace(file, '/', '')) || gat_file AS wanted,
       (SELECT path FROM gamemap_references(w.source) WHERE column_name = 'gat_file') AS gat,
       (SELECT path FROM gamemap_references(w.source) WHERE column_name = 'gnd_file') AS gnd
FROM rsw_worlds(coalesce(:files, :file, 'samples/*.rsw'), 'skip') w;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE waters AS
SELECT n.gnd, w.min_x, w.min_y, w.max_x, w.max_y, w.level, w.type, w.is_default
FROM (SELECT DISTINCT gnd FROM worlds WHERE water_level IS NULL) n CROSS JOIN gnd_water(n.gnd, 'skip') w;
INSERT INTO left_out SELECT gamemap_skipped();
CREATE INDEX temp.waters_of ON waters(gnd);

CREATE TEMP TABLE walkable AS -- one map after the other, its tiles added up as they are read
SELECT file, count(*) AS tiles, sum(walkable) AS walkable, sum(shootable AND NOT walkable) AS gaps,
       sum(walkable AND (type = 3 OR (type_raw = 0 AND ifnull(is_low, 0)))) AS in_water
FROM (SELECT w.file, t.type, t.type_raw, t.walkable, t.shootable,
             t.height_sw > CAST(coalesce(w.water_level,
                 (SELECT z.level FROM waters z
                  WHERE z.gnd = w.gnd AND t.x + 0.5 BETWEEN z.min_x AND z.max_x
                    AND t.y + 0.5 BETWEEN z.min_y AND z.max_y
                  ORDER BY z.is_default LIMIT 1)) AS INTEGER) AS is_low
      FROM worlds w CROSS JOIN gat_tiles(w.gat, 'skip') t)
GROUP BY file;
INSERT INTO left_out SELECT gamemap_skipped();

SELECT t.file AS world, w.version,
       coalesce(w.water_level, (SELECT level FROM waters z WHERE z.gnd = w.gnd
                                ORDER BY is_default DESC LIMIT 1)) AS water_level,
       t.tiles, t.walkable, printf('%.1f %%', 100.0 * t.walkable / t.tiles) AS share, t.gaps,
       iif(w.water_level IS NULL AND w.gnd IS NULL, 'unknown', t.in_water) AS in_water,
       iif(w.water_level IS NULL AND w.gnd IS NULL, 'unknown',
           printf('%.1f %%', 100.0 * t.in_water / nullif(t.walkable, 0))) AS of_walkable
FROM worlds w JOIN walkable t USING (file) ORDER BY t.file;

SELECT w.file AS world_without_its_gat, w.wanted AS gat FROM worlds w
WHERE w.file NOT IN (SELECT file FROM walkable) ORDER BY w.file;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE walkable;
DROP TABLE waters;
DROP TABLE worlds;
