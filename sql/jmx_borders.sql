-- Borders of a Silkroad world where the files of two neighbouring regions disagree: edges that nothing in
-- the neighbour's file faces, and those that face an edge which says something else. Nothing of that is in
-- real files.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_borders.sql
--
-- Parameter: :files or :file, by default 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them. One row for each border and fault; several faults of one edge are joined:
--
--     no region       no file describes the neighbour
--     no twin         no edge of the neighbour faces this one, as where only one side is open
--     span            the edge that does has only a part in common
--     cell            the edge that does belongs to another cell than this one names
--     flag            here is a wall and there isn't, or the other way round
--     not on border, direction, not adjacent    the edge isn't where its numbers say

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE links AS
SELECT l.source, l.file, l.region_id, l.edge_id, l.other_region_id, l.faults
FROM jmx_world_links(coalesce(:files, :file, 'samples/*.nvm'), 'skip') l;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT count(DISTINCT region_id) AS regions, count(*) AS edges_over_borders,
       count(faults) AS with_faults, sum(faults LIKE '%no twin%') AS without_twin
FROM links;
SELECT l.faults, l.region_id AS region, l.other_region_id AS neighbour, l.file, count(*) AS edges,
       min(l.edge_id) AS first_edge,
       ((r.x - 135) * 192 + e.x0 / 10) || ' ' || ((r.z - 92) * 192 + e.z0 / 10) AS first_at
FROM links l CROSS JOIN jmx_edges(l.source) e ON e.id = l.edge_id CROSS JOIN jmx_regions(l.source) r
WHERE l.faults IS NOT NULL
GROUP BY l.faults, l.file, l.other_region_id ORDER BY l.faults, region, neighbour;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE links;
