-- Borders of tiles in areas of the first Neverwinter Nights where the ground of one tile lies higher than that of the
-- next: ways go over steps up to 0.5 m, and higher ones part the ground. Either the two tiles don't fit each other, or
-- their heights in the area don't.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'module/*.are'" \
--             -cmd ".param set :models 'tiles/*'" < sql/nwn_seams.sql
--
-- Parameters, each with its default: :files or :file, the ARE files ('samples/*.are'); :models and :sets, where the
-- models, walkmeshes and tilesets are ('samples/*'; none); :within, how far heights may be apart in metres (0.01).

.bail on
SELECT 'No :files are given, so this is about samples/*.are.' WHERE coalesce(:files, :file) IS NULL;
CREATE TEMP TABLE area AS
SELECT file, source, coalesce(:models, 'samples/*') AS models
FROM nwn_areas(coalesce(:files, :file, 'samples/*.are'), 'skip') WHERE tileset IS NOT NULL AND width > 0;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
SELECT 'None of the files can be read as an area (.are) of the first game.' WHERE NOT EXISTS (SELECT 1 FROM area);
.mode box --wrap 0

-- Edges of walkable faces, as two points of which the first lies farther west or south.
CREATE TEMP TABLE edge AS
WITH face AS (
    SELECT m.file, t.tile_id, a.x AS ax, a.y AS ay, a.z AS az, b.x AS bx, b.y AS by, b.z AS bz, c.x AS cx, c.y AS cy, c.z AS cz
    FROM area m CROSS JOIN nwn_area_triangles(m.source, m.models, :sets, 'skip') t
    CROSS JOIN nwn_area_vertices(m.source, m.models, :sets, 'skip') a ON a.id = t.vertex0
    CROSS JOIN nwn_area_vertices(m.source, m.models, :sets, 'skip') b ON b.id = t.vertex1
    CROSS JOIN nwn_area_vertices(m.source, m.models, :sets, 'skip') c ON c.id = t.vertex2 WHERE t.walkable),
side AS (
    SELECT file, tile_id, ax AS x0, ay AS y0, az AS z0, bx AS x1, by AS y1, bz AS z1 FROM face
    UNION ALL SELECT file, tile_id, bx, by, bz, cx, cy, cz FROM face
    UNION ALL SELECT file, tile_id, cx, cy, cz, ax, ay, az FROM face)
SELECT file, tile_id, x0, y0, z0, x1, y1, z1
FROM (SELECT file, tile_id, x0, y0, z0, x1, y1, z1 FROM side WHERE (x0, y0) <= (x1, y1)
      UNION ALL SELECT file, tile_id, x1, y1, z1, x0, y0, z0 FROM side WHERE (x0, y0) > (x1, y1))
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING count(*) = 1; -- two faces of the tile share the others
INSERT INTO left_out SELECT gamemap_skipped();
-- Those that lie on a border of their tile and go along it. `low`: of the western or southern one of both tiles.
CREATE TEMP TABLE rim AS
WITH axis(across) AS (VALUES ('x'), ('y')),
placed AS (
    SELECT e.file, e.tile_id, across, z0, z1, iif(across = 'x', x0, y0) AS across0, iif(across = 'x', x1, y1) AS across1,
           iif(across = 'x', y0, x0) AS along0, iif(across = 'x', y1, x1) AS along1,
           iif(across = 'x', t."column", t."row") AS cell, iif(across = 'x', t."row", t."column") AS place
    FROM area m JOIN nwn_tiles(m.source) t JOIN edge e ON e.file = m.file AND e.tile_id = t.id CROSS JOIN axis),
lined AS (SELECT *, across0 > 10 * cell + 5 AS low, cell + (across0 > 10 * cell + 5) AS line FROM placed)
SELECT file, tile_id, across, line, place, low, min(along0, along1) AS begins, max(along0, along1) AS ends,
       iif(along0 <= along1, z0, z1) AS begin_z, iif(along0 <= along1, z1, z0) AS end_z
FROM lined WHERE max(abs(across0 - 10 * line), abs(across1 - 10 * line)) < 0.05 AND abs(along0 - along1) > 0.01;
CREATE INDEX temp.rim_on ON rim(file, across, line, place, low);

-- Parts of borders along which the ground of both tiles lies, and how far the heights at their ends are apart.
CREATE TEMP TABLE seam AS
WITH part AS (
    SELECT a.file, a.across, a.line, a.tile_id AS tile, b.tile_id AS next_tile,
           max(a.begins, b.begins) AS begins, min(a.ends, b.ends) AS ends,
           a.begins AS begins_a, a.begin_z AS z_a, (a.end_z - a.begin_z) / (a.ends - a.begins) AS rise_a,
           b.begins AS begins_b, b.begin_z AS z_b, (b.end_z - b.begin_z) / (b.ends - b.begins) AS rise_b
    FROM rim a JOIN rim b ON (b.file, b.across, b.line, b.place, b.low) = (a.file, a.across, a.line, a.place, 0)
    WHERE a.low AND min(a.ends, b.ends) - max(a.begins, b.begins) > 0.01)
SELECT file, tile, next_tile, ends - begins AS length,
       iif(across = 'x', 10.0 * line, (begins + ends) / 2) AS x, iif(across = 'y', 10.0 * line, (begins + ends) / 2) AS y,
       max(abs(z_a + (begins - begins_a) * rise_a - z_b - (begins - begins_b) * rise_b),
           abs(z_a + (ends - begins_a) * rise_a - z_b - (ends - begins_b) * rise_b)) AS step, NULL AS is_level
FROM part;
UPDATE seam SET is_level = step <= 0.0 + coalesce(:within, 0.01);

SELECT file, count(*) AS seams, sum(is_level) AS level, sum(NOT is_level AND step <= 0.5) AS one_walks_over,
       sum(NOT is_level AND step > 0.5) AS part_the_ground
FROM seam GROUP BY 1;
-- of each two tiles the highest
SELECT s.file, s.tile, s.next_tile, round(s.x, 2) AS x, round(s.y, 2) AS y, round(s.length, 2) AS length, round(s.step, 3) AS step,
       iif(s.step > 0.5, 'no', 'yes') AS one_walks_over,
       (SELECT model FROM nwn_walk_hits(m.source, m.models, 10 * t."column" + 5, 10 * t."row" + 5, :sets, 'skip')) AS model,
       (SELECT model FROM nwn_walk_hits(m.source, m.models, 10 * n."column" + 5, 10 * n."row" + 5, :sets, 'skip')) AS next_model
FROM (SELECT *, row_number() OVER (PARTITION BY file, tile, next_tile ORDER BY step DESC, x, y) AS place
      FROM seam WHERE NOT is_level) s
JOIN area m ON m.file = s.file JOIN nwn_tiles(m.source) t ON t.id = s.tile JOIN nwn_tiles(m.source) n ON n.id = s.next_tile
WHERE s.place = 1 ORDER BY s.step DESC, 1, 2, 3 LIMIT 200;
SELECT file AS without_ground FROM area WHERE file NOT IN (SELECT file FROM edge) ORDER BY 1;

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE seam;
DROP TABLE rim;
DROP TABLE edge;
DROP TABLE area;
