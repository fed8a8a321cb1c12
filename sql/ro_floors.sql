-- Where Ragnarok Online players walk on something else than the ground that is drawn: bridges, stairs and
-- floors of models, and ground that was changed after its GAT was made. Compares the middle of each
-- walkable tile of the GAT with the GND, and names the GATs that have none.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/*.gat'" < sql/ro_floors.sql
--
-- Parameters, each with its default: :files or :file, the GAT files ('samples/*.gat'; the GND of each has its
-- name and lies in its folder); :least, from how many GND units apart a tile counts (5, a tile's width);
-- :most, how many tiles of all maps together are listed (20).

.bail on
SELECT 'No :files are given, so this is about samples/*.gat.' WHERE coalesce(:files, :file) IS NULL;
CREATE TEMP TABLE maps(file TEXT PRIMARY KEY, source, width, height, ground, cubes_x, cubes_y) WITHOUT ROWID;
INSERT OR IGNORE INTO maps
SELECT a.file, a.source, a.width, a.height, g.source, g.width, g.height
FROM gat_maps(coalesce(:files, :file, 'samples/*.gat'), 'skip') a
CROSS JOIN gnd_maps(gamemap_beside(a.source, 'gnd'), 'skip') g;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT 'None of the files is a GAT with the GND of its name beside it.'
WHERE NOT EXISTS (SELECT 1 FROM maps);
.mode box --wrap 0

CREATE TEMP TABLE floors AS -- one map after the other, its tiles counted as they are read
SELECT file, count(*) AS walkable, sum(above >= coalesce(:least, 5)) AS above_ground,
       sum(above <= -coalesce(:least, 5)) AS below_ground, max(above) AS highest, min(above) AS lowest
FROM (SELECT m.file,
             -- both are bilinear in the middle of a tile; negative is up
             gnd_height(m.ground, t.x + 0.5, t.y + 0.5, 'walk') -
                 (t.height_sw + t.height_se + t.height_nw + t.height_ne) / 4 AS above
      FROM maps m CROSS JOIN gat_tiles(m.source) t WHERE t.walkable)
GROUP BY file;
SELECT m.file AS map, coalesce(f.walkable, 0) AS walkable, coalesce(f.above_ground, 0) AS above_ground,
       coalesce(f.below_ground, 0) AS below_ground,
       iif(f.highest IS NULL, NULL, printf('%.1f', f.highest)) AS highest,
       iif(f.lowest IS NULL, NULL, printf('%.1f', f.lowest)) AS lowest,
       iif(m.width = 2 * m.cubes_x AND m.height = 2 * m.cubes_y, 'fits',
           printf('%d x %d tiles on %d x %d cubes', m.width, m.height, m.cubes_x, m.cubes_y)) AS size
FROM maps m LEFT JOIN floors f USING (file) ORDER BY m.file;
SELECT file AS without_ground,
       iif(gamemap_beside(source, 'gnd') IS NULL, 'no GND of its name lies beside it', 'its GND can''t be read') AS reason
FROM gat_maps(coalesce(:files, :file, 'samples/*.gat'), 'skip')
WHERE file NOT IN (SELECT file FROM maps) ORDER BY file;

-- Only the first maps that have so many such tiles together are read again.
WITH odd AS (
    SELECT file, sum(above_ground + below_ground) OVER (ORDER BY file) - above_ground - below_ground AS before
    FROM floors WHERE above_ground + below_ground > 0)
SELECT file AS map, x, y, printf('%.1f', above) AS above_ground
FROM (SELECT m.file, t.x, t.y,
             gnd_height(m.ground, t.x + 0.5, t.y + 0.5, 'walk') -
                 (t.height_sw + t.height_se + t.height_nw + t.height_ne) / 4 AS above
      FROM odd o CROSS JOIN maps m USING (file) CROSS JOIN gat_tiles(m.source) t
      WHERE o.before < CAST(coalesce(:most, 20) AS INTEGER) AND t.walkable)
WHERE abs(above) >= coalesce(:least, 5)
ORDER BY file, abs(above) DESC, y, x LIMIT coalesce(:most, 20);

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE floors;
DROP TABLE maps;
