-- format: RO-CELLS
-- Cell maps of Ragnarok Online servers and bots.

-- law: a map has a problem where one is found
SELECT found.n AS found, maps.n AS maps
FROM (SELECT count(*) AS n FROM gamemap_findings(:file) WHERE code IN ('cell_map_wrong', 'gzip_wrong')) found
JOIN (SELECT count(problem) AS n FROM ro_cell_maps(:file)) maps WHERE (found.n > 0) <> (maps.n > 0);

-- law: the map that is read as a GAT has the problem of the cell map
SELECT g.problem, c.problem AS problem_of_cells FROM gat_maps(:file, 'skip') g JOIN ro_cell_maps(:file) c USING (id)
WHERE g.problem IS NOT c.problem;
