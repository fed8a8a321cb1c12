-- What a change of walkmeshes took away: where one could walk on tiles and can't any more, where one can now, and
-- where the ground lies higher or lower, measured at points half a metre apart. With :areas also what that means for
-- areas of the first Neverwinter Nights which are put together from these tiles.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'new/*.wok'" -cmd ".param set :old 'old/*.wok'" \
--             -cmd ".param set :areas 'module/*.are'" -cmd ".param set :sets 'new/*.set'" < sql/mdl_walkmesh_changes.sql
--
-- Parameters, each with its default: :files or :file, the models or walkmeshes as they are now ('samples/*.mdl'); :old,
-- as they were (the same); :areas, ARE files (none); :sets, where the tilesets of these are (beside them). Files of both
-- belong together by their names; of a tile's .wok and .mdl the .wok counts, as in the game.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE mesh AS
WITH model AS (
    SELECT 'now' AS version, file, source FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip')
    UNION ALL SELECT 'before', file, source FROM mdl_models(coalesce(:old, :files, :file, 'samples/*.mdl'), 'skip')),
named AS (
    SELECT *, lower(gamemap_stem(file)) AS tile, file LIKE '%.wok' AS is_wok FROM model
    WHERE EXISTS (SELECT 1 FROM mdl_nodes(model.source, 'skip') n WHERE n.kind = 'aabb' AND n.animation_id IS NULL))
SELECT version, tile, source, max(is_wok) AS is_wok FROM named GROUP BY 1, 2;
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;

-- The surfaces are those on which one walks by the game's surfacemat.2da.
CREATE TEMP TABLE height AS
WITH RECURSIVE step(n) AS (SELECT -4.75 UNION ALL SELECT n + 0.5 FROM step WHERE n < 4.5)
SELECT m.version, m.tile, x.n AS x, y.n AS y,
       (SELECT max(h.z) FROM mdl_walk_hits(m.source, x.n, y.n, NULL, 'skip') h
        WHERE h.surface IN (1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 19, 20, 21, 22)) AS z
FROM mesh m CROSS JOIN step x CROSS JOIN step y;
CREATE TEMP TABLE change AS
SELECT b.tile, b.x, b.y, b.z AS before, n.z AS now, b.z IS NOT NULL AND n.z IS NULL AS lost, b.z IS NULL AND n.z IS NOT NULL AS won,
       coalesce(abs(n.z - b.z) > 0.05, 0) AS moved
FROM height b JOIN height n USING (tile, x, y) WHERE b.version = 'before' AND n.version = 'now';

SELECT count(*) AS tiles, sum(is_there = 'both') AS in_both, sum(is_there = 'before') AS removed, sum(is_there = 'now') AS added,
       (SELECT count(DISTINCT tile) FROM change WHERE lost OR won OR moved) AS changed
FROM (SELECT tile, iif(count(*) = 2, 'both', min(version)) AS is_there FROM mesh GROUP BY tile);
SELECT tile, walkable / 4.0 AS square_metres_before, lost / 4.0 AS lost, won / 4.0 AS won, moved / 4.0 AS higher_or_lower,
       iif(lost, x, NULL) AS first_x, iif(lost, y, NULL) AS first_y
FROM (SELECT tile, count(before) AS walkable, sum(lost) AS lost, sum(won) AS won, sum(moved) AS moved,
             min(iif(lost, 100 * y + x, NULL)), x, y -- of the southernmost place that is lost
      FROM change GROUP BY tile HAVING sum(lost + won + moved))
ORDER BY lost DESC, moved DESC, won DESC, 1 LIMIT 200;

-- Only areas that both versions have a ground for.
CREATE TEMP TABLE area AS
SELECT a.file, count(DISTINCT b.id) AS parts_before, total(b.area) AS before
FROM nwn_areas(:areas, 'skip') a CROSS JOIN nwn_area_components(a.source, coalesce(:old, :files, :file), :sets, NULL, NULL, NULL, 'skip') b
WHERE a.tileset IS NOT NULL GROUP BY 1;
INSERT INTO left_out SELECT gamemap_skipped();
CREATE TEMP TABLE area_now AS
SELECT a.file, count(DISTINCT n.id) AS parts, total(n.area) AS now
FROM nwn_areas(:areas, 'skip') a CROSS JOIN nwn_area_components(a.source, coalesce(:files, :file), :sets, NULL, NULL, NULL, 'skip') n
WHERE a.tileset IS NOT NULL GROUP BY 1;
INSERT INTO left_out SELECT gamemap_skipped();
SELECT file AS area, parts_before, parts, round(before, 1) AS square_metres_before, round(now - before, 1) AS square_metres_more
FROM area JOIN area_now USING (file) WHERE parts <> parts_before OR abs(now - before) > 0.01 ORDER BY 5, 1 LIMIT 200;

.mode list
SELECT DISTINCT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE area_now;
DROP TABLE area;
DROP TABLE change;
DROP TABLE height;
DROP TABLE mesh;
