-- Edges of a Silkroad world that can be crossed in one direction only, with the place in the
-- coordinates that the game shows. Such edges to another region stand in the files of both.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_one_way.sql
--
-- Parameter: :files, without it 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them.

.bail on
.mode box
SELECT count(*) AS edges, sum(block_0_to_1 <> block_1_to_0) AS one_way
FROM jmx_edges(coalesce(:files, 'samples/*.nvm'), 'skip');
SELECT r.region_id, e.kind, e.id AS edge,
       iif(e.block_0_to_1, e.cell1, e.cell0) AS from_cell,
       iif(e.block_0_to_1, e.cell0, e.cell1) AS to_cell,
       e.region1 AS neighbour,
       jmx_game_x(r.region_id, (e.x0 + e.x1) / 2) AS game_x,
       jmx_game_y(r.region_id, (e.z0 + e.z1) / 2) AS game_y, e.siege, e.file
FROM jmx_regions(coalesce(:files, 'samples/*.nvm'), 'skip') r JOIN jmx_edges(r.source) e
WHERE e.block_0_to_1 <> e.block_1_to_0
ORDER BY e.file, e.id;
