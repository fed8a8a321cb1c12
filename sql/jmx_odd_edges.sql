-- Edges of a Silkroad world that are unlike those of every real file that is known: other flags than
-- 2, 4 and 8, walls before a cell, edges at blocked cells, directions that aren't sides. They are the
-- traces of an editor, and the game may take them otherwise than the editor meant: it takes any edge
-- with flag 1 or 2 as a wall from both sides. Places are in the coordinates that the game shows.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_odd_edges.sql
--
-- Parameter: :files or :file, by default 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them.
-- It splits by file (sql/cluster.py): the table is made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE edges AS
SELECT r.file, r.x AS region_x, r.z AS region_z, e.id AS edge, e.kind, e.flags, e.cell0, e.cell1,
       (e.x0 + e.x1) / 2 AS x, (e.z0 + e.z1) / 2 AS z,
       iif(e.kind = 'global', e.flags <> 8, e.flags NOT IN (2, 4)) AS odd_flags,
       e.kind = 'internal' AND e.flags IN (2, 4) AND (e.flags = 4) <> (e.cell1 IS NOT NULL) AS odd_wall,
       e.cell0 >= r.open_cell_count OR (e.kind = 'internal' AND e.cell1 >= r.open_cell_count) AS closed,
       e.direction0_name <> e.side0 OR e.direction1_name <> e.side1 AS turned
FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip') r JOIN jmx_edges(r.source) e;

SELECT count(*) AS edges, sum(odd_flags) AS with_odd_flags, sum(odd_wall) AS walls_before_cells,
       sum(closed) AS at_blocked_cells, sum(turned) AS with_odd_direction
FROM edges;

SELECT file, edge, kind, flags, cell0, cell1, (region_x - 135) * 192 + x / 10 AS game_x,
       (region_z - 92) * 192 + z / 10 AS game_y,
       iif(odd_flags, 'flags', iif(odd_wall, 'wall before a cell',
           iif(closed, 'at a blocked cell', 'direction'))) AS odd
FROM edges WHERE odd_flags OR odd_wall OR closed OR turned
ORDER BY file, edge;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE edges;
