-- Which part of a Silkroad world can be reached on foot from one place, over the borders of regions:
-- open cells that one gets to, and those that one doesn't, by region.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :from 'navmesh/nv_61a8.nvm'" -cmd ".param set :x 1000" \
--             -cmd ".param set :z 1000" < sql/jmx_reachable.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.nvm'), :from (the first of
-- them), :x, :z (960, in that region). Objects aren't looked at: bridges and
-- stairs have meshes of their own, in other files. Where several files describe one region, as copies
-- do, the first counts; those without a number are left out.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
CREATE TEMP TABLE regions AS
    SELECT region_id, source, min(file) AS file, count(*) AS files
    FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip') GROUP BY region_id;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE cells AS
    SELECT r.region_id << 16 | c.id AS cell, r.region_id,
           (c.max_x - c.min_x) * (c.max_z - c.min_z) AS area
    FROM regions r JOIN jmx_cells(r.source) c
    WHERE r.region_id IS NOT NULL AND c.is_open;
CREATE UNIQUE INDEX temp.cells_by_cell ON cells(cell);
CREATE TEMP TABLE steps AS
    SELECT r.region_id << 16 | e.cell0 AS cell, CASE e.kind WHEN 'global' THEN e.region1 ELSE r.region_id END << 16 | e.cell1 AS next
    FROM regions r JOIN jmx_edges(r.source) e
    WHERE e.cell1 IS NOT NULL AND NOT e.blocked
    UNION ALL
    SELECT r.region_id << 16 | e.cell1, r.region_id << 16 | e.cell0
    FROM regions r JOIN jmx_edges(r.source) e
    WHERE e.kind = 'internal' AND e.cell1 IS NOT NULL AND NOT e.blocked;
CREATE INDEX temp.steps_by_cell ON steps(cell);

CREATE TEMP TABLE start AS
    SELECT CASE WHEN :from IS NULL THEN (SELECT region_id FROM regions WHERE region_id IS NOT NULL ORDER BY file LIMIT 1)
                ELSE (SELECT region_id FROM jmx_regions(:from)) END AS region_id;
CREATE TEMP TABLE reached AS
    WITH RECURSIVE reached(cell) AS (
        SELECT r.region_id << 16 | jmx_cell_at(r.source, coalesce(:x, 960), coalesce(:z, 960))
        FROM regions r
        WHERE r.region_id = (SELECT region_id FROM start)
        UNION
        SELECT s.next FROM reached r JOIN steps s ON s.cell = r.cell
        WHERE s.next IN (SELECT cell FROM cells))
    SELECT cell FROM reached WHERE cell IN (SELECT cell FROM cells);
CREATE UNIQUE INDEX temp.reached_by_cell ON reached(cell);
SELECT CASE WHEN region_id IN (SELECT region_id FROM regions)
            THEN printf('At x %g, z %g of the region %d there is no open cell, so nothing is reached.',
                        coalesce(:x, 960), coalesce(:z, 960), region_id)
            ELSE 'The region from which to go isn''t among the files, so nothing is reached.' END
FROM start WHERE NOT EXISTS (SELECT 1 FROM reached);

.mode box --wrap 0
SELECT coalesce(jmx_region_file(region_id), 'no number') AS left_out,
       files - (region_id IS NOT NULL) AS files
FROM regions WHERE files > 1 OR region_id IS NULL ORDER BY region_id;
SELECT count(*) AS open_cells, count(r.cell) AS reached_cells, count(*) - count(r.cell) AS cut_off,
       round(100 * total(iif(r.cell IS NULL, c.area, 0)) / sum(c.area), 2) AS cut_off_percent_of_area
FROM cells c LEFT JOIN reached r ON r.cell = c.cell;
SELECT c.region_id, jmx_region_file(c.region_id) AS file, count(*) AS open_cells,
       count(r.cell) AS reached_cells, count(*) - count(r.cell) AS cut_off,
       CAST(total(iif(r.cell IS NULL, c.area, 0)) / 400 AS INTEGER) AS tiles_cut_off
FROM cells c LEFT JOIN reached r ON r.cell = c.cell
GROUP BY c.region_id HAVING cut_off ORDER BY tiles_cut_off DESC, c.region_id;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE reached;
DROP TABLE start;
DROP TABLE steps;
DROP TABLE cells;
DROP TABLE regions;
