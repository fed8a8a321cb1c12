-- Versions, layouts and sizes of the maps in a folder, and the files that can't be read.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'maps/**/*.gnd'" < sql/gnd_versions.sql
--
-- Parameter: :files, without it 'samples/*.gnd'.

.bail on
.mode box
SELECT version, layout, count(*) AS maps, min(width) || ' x ' || min(height) AS smallest,
       max(width) || ' x ' || max(height) AS largest, sum(cube_count) AS cubes,
       max(texture_count) AS most_textures, max(lightmap_count) AS most_lightmaps
FROM gnd_maps(coalesce(:files, 'samples/*.gnd'), 'skip')
GROUP BY version, layout ORDER BY version, layout;

SELECT file, error AS unreadable
FROM gamemap_files(coalesce(:files, 'samples/*.gnd'))
WHERE error IS NOT NULL;
