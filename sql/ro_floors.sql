-- Where Ragnarok Online players walk on something else than the ground that is drawn: bridges, stairs and
-- floors of models, and ground that was changed after its GAT was made. Compares the middle of each
-- walkable tile of the GAT with the GND.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gat'" < sql/ro_floors.sql
--
-- Parameters: :files or :file, a pattern that ends in .gat, by default 'samples/*.gat' (the GND files
-- are found by the same pattern with their ending, one of the same name for each); :least, from how
-- many GND units apart a tile counts, by default 5 (a tile's width).

.bail on
SELECT 'No :files are given, so this is about samples/*.gat.' WHERE coalesce(:files, :file) IS NULL;
CREATE TEMP TABLE floors AS
SELECT a.file, t.x, t.y, a.width, a.height, g.width AS cubes_x, g.height AS cubes_y, t.walkable,
       -- both are bilinear in the middle of a tile; negative is up
       gnd_height(g.source, t.x + 0.5, t.y + 0.5, 'walk') -
           (t.height_sw + t.height_se + t.height_nw + t.height_ne) / 4 AS above
FROM gat_maps(coalesce(:files, :file, 'samples/*.gat'), 'skip') a
JOIN gnd_maps(replace(coalesce(:files, :file, 'samples/*.gat'), '.gat', '.gnd'), 'skip') g
     ON g.file = substr(a.file, 1, length(a.file) - 4) || '.gnd' COLLATE NOCASE
JOIN gat_tiles(a.source) t;
SELECT 'None of the files is a GAT with the GND of its name beside it.'
WHERE NOT EXISTS (SELECT 1 FROM floors);
.mode box --wrap 0

SELECT file AS map, sum(walkable) AS walkable,
       sum(walkable AND above >= coalesce(:least, 5)) AS above_ground,
       sum(walkable AND above <= -coalesce(:least, 5)) AS below_ground,
       printf('%.1f', max(above) FILTER (WHERE walkable)) AS highest,
       printf('%.1f', min(above) FILTER (WHERE walkable)) AS lowest,
       iif(max(width) = 2 * max(cubes_x) AND max(height) = 2 * max(cubes_y), 'fits',
           printf('%d x %d tiles on %d x %d cubes', max(width), max(height), max(cubes_x),
                  max(cubes_y))) AS size
FROM floors GROUP BY file ORDER BY file;

SELECT file AS map, x, y, printf('%.1f', above) AS above_ground
FROM floors WHERE walkable AND abs(above) >= coalesce(:least, 5)
ORDER BY file, abs(above) DESC, y, x LIMIT 20;
