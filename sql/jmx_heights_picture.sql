-- The heights of regions of Silkroad as pictures (PNG), one for each region: a pixel for each of the
-- 97 x 97 corners of tiles, north up, with a scale of colours below.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/nv_61a8.nvm'" < sql/jmx_heights_picture.sql
--
-- Parameter: :files or :file, a path or a pattern, without it 'samples/nv_61a8.nvm'. The pictures are
-- named after the files, as nv_61a8.nvm.heights.png, and lie in the current folder.

.bail on
.mode list
.headers off
SELECT 'No :files are given, so this is about samples/nv_61a8.nvm.'
WHERE :files IS NULL AND :file IS NULL;
.mode box --wrap 0
.headers on
WITH regions AS MATERIALIZED (
    SELECT source, file, replace(file, rtrim(file, replace(file, '/', '')), '') AS name
    FROM jmx_regions(coalesce(:files, :file, 'samples/nv_61a8.nvm')))
SELECT r.file, r.name || '.heights.png' AS picture,
       writefile(r.name || '.heights.png',
                 gamemap_picture(h.x, h.z, iif(abs(h.height) < 1e9, h.height, NULL), 'terrain',
                                 json_object('legend', 1, 'title', r.name))) AS bytes
FROM regions r CROSS JOIN jmx_heights(r.source) h GROUP BY r.file;
