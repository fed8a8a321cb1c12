-- The mesh of one map as OBJ text with texture coordinates, one material for each texture, named after
-- its path (blanks as _). Units are GAT tiles; x is east, y up, and z south, since OBJ is right-handed.
-- Faces without texture are left out.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :file 'prontera.gnd'" \
--             < sql/gnd_obj.sql > prontera.obj
--
-- Parameter: :file or :files, one map; by default 'samples/town.gnd', which the first line says.

.bail on
.mode list
.headers off
-- gnd_height() takes no pattern, which would make one mesh of many maps
SELECT '# ' || iif(:file IS NULL AND :files IS NULL, 'No :file is given, so this is ', '') ||
       replace(replace(map, char(10), ' '), char(13), ' ')
FROM (SELECT coalesce(:file, :files, 'samples/town.gnd') AS map)
WHERE typeof(gnd_height(map, 0, 0)) <> 'text';
SELECT printf('v %.9g %.9g %.9g', x, y, -z) FROM gnd_vertices(coalesce(:file, :files, 'samples/town.gnd'));
SELECT printf('vt %.9g %.9g', u, 1 - v) FROM gnd_vertices(coalesce(:file, :files, 'samples/town.gnd'));
SELECT printf('vn %.9g %.9g %.9g', normal_x, normal_y, -normal_z)
FROM gnd_vertices(coalesce(:file, :files, 'samples/town.gnd'));
WITH triangles AS (
    SELECT s.texture_id, t.id, 1 + t.vertex0 AS a, 1 + t.vertex1 AS b, 1 + t.vertex2 AS c
    FROM gnd_triangles(coalesce(:file, :files, 'samples/town.gnd')) t
    JOIN gnd_surfaces(t.source) s ON s.id = t.surface_id
    WHERE t.area > 0 AND t.hidden_reason IS NOT 'no texture'),
textures AS MATERIALIZED (
    SELECT id, replace(replace(replace(path, ' ', '_'), char(10), '_'), char(13), '_') AS name
    FROM gnd_textures(coalesce(:file, :files, 'samples/town.gnd')))
SELECT iif(lag(texture_id, 1, -2) OVER by_texture IS NOT texture_id,
           'usemtl ' || coalesce(x.name, 'none') || char(10), '') ||
       printf('f %d/%d/%d %d/%d/%d %d/%d/%d', a, a, a, b, b, b, c, c, c)
FROM triangles t LEFT JOIN textures x ON x.id = t.texture_id
WINDOW by_texture AS (ORDER BY texture_id, t.id)
ORDER BY texture_id, t.id;
