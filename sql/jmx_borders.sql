-- Borders of a Silkroad world where the files of two neighbouring regions disagree. Each edge to
-- another region should have a mirror image in that region's file: the same line, cells exchanged.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_borders.sql
--
-- Parameter: :files, without it 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them. One row for each border and problem:
--
--     no mirror image          the neighbour's file is there, but has no such edge
--     a wall on one side only  it has, but there it is a wall, and here it isn't, or the other way round
--     closed on this side      the neighbour has edges to this region, this one none to it
--     neighbour is missing     its file isn't among the files

.bail on
CREATE TEMP TABLE borders AS
    SELECT file, id, region0, region1, cell0, cell1, blocked, x0, z0,
           x0 = x1 AS upright, iif(x0 = x1, min(z0, z1), min(x0, x1)) AS low,
           iif(x0 = x1, max(z0, z1), max(x0, x1)) AS high
    FROM jmx_edges(coalesce(:files, 'samples/*.nvm'), 'skip') WHERE kind = 'global';
CREATE INDEX temp.borders_by_region ON borders(region0, region1, cell0, cell1);
CREATE TEMP TABLE regions AS
    SELECT region_id FROM jmx_regions(coalesce(:files, 'samples/*.nvm'), 'skip');

CREATE TEMP VIEW problems AS
    SELECT e.region0, e.region1, e.id, e.x0, e.z0,
           CASE WHEN NOT EXISTS (SELECT 1 FROM regions WHERE region_id = e.region1)
                THEN 'neighbour is missing'
                WHEN m.id IS NULL THEN 'no mirror image'
                ELSE 'a wall on one side only' END AS problem
    FROM borders e
    LEFT JOIN borders m ON m.region0 = e.region1 AND m.region1 = e.region0
        AND m.cell0 = e.cell1 AND m.cell1 = e.cell0
        AND m.upright = e.upright AND m.low = e.low AND m.high = e.high
    WHERE e.region1 IS NOT NULL
      AND (m.id IS NULL OR m.blocked <> e.blocked)
    UNION ALL
    SELECT e.region1, e.region0, NULL, NULL, NULL, 'closed on this side'
    FROM borders e JOIN regions r ON r.region_id = e.region1
    WHERE NOT EXISTS (SELECT 1 FROM borders m
                      WHERE m.region0 = e.region1 AND m.region1 = e.region0);

.mode box
SELECT problem, region0 AS region, region1 AS neighbour, jmx_region_file(region0) AS file,
       count(*) AS edges, min(id) AS first_edge,
       jmx_game_x(region0, x0) || ' ' || jmx_game_y(region0, z0) AS first_at
FROM problems GROUP BY problem, region0, region1 ORDER BY problem, region0, region1;
SELECT (SELECT count(*) FROM borders) AS edges_to_other_regions,
       (SELECT count(*) FROM problems WHERE problem = 'no mirror image') AS without_mirror_image;
