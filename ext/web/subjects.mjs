// What is shown of a file: a sentence, pictures, models and questions, each made by one statement, in which :f
// stands for the file. Also which questions the page suggests about the town that it comes with.
import {blueprintsOf} from './blueprints.mjs';
import {partHues, PARTS_LEAST, smallPart, areaBoard, areaGround, areaGroundHere, areaLevels, areaMarks, areaNumbers, areaPicture, areaTerrain, areaTiles, crosserKeys, levels, otherKeys, surfaceColor, surfaceWords, terrainKeys,
    tileKeys, tileNote, tileNumbers} from './areas.mjs';
import {bonesOf, glowsOf} from './effects.mjs';
import {groundMarks, groundMarksLeft, groundPlan, smallPlan} from './plans.mjs';
import {script} from './scripts.mjs';
import {SCALES, SCALE_MOST, SIDE, WIDTHS} from './sizes.mjs';
import {walkmeshes} from './walkmeshes.mjs';

// What other files a file names; :f becomes another letter where one beside it is meant.
const named = `SELECT kind, name, count(*) AS places, ifnull(path, iif(max(needed), 'not found', 'not here, nor needed')) AS found
FROM gamemap_references(:f) GROUP BY 1, 2 ORDER BY path IS NOT NULL, max(needed) DESC, kind, name`;

// A question is a statement; or that and another which says in a sentence what comes of it, from its rows, 'answer'.
export const needs = {sql: named, say: `SELECT printf('%,d files are named, %s.', count(*), CASE sum(found = 'not found') WHEN 0 THEN 'and what is needed is here'
    ELSE 'of which ' || sum(found = 'not found') || ' are needed and aren\'\'t here' END) FROM answer`};
const alike = ({sql, say}, letter) => ({sql: sql.replace(':f', letter), say});

// A drawing with letters is as wide as its place in the page, :z pixels, and not much higher: scaled it would blur. Without letters
// it may be :q x :y pixels, which a narrow page shows smaller, and sharp on any screen.
const scaled = (table, x = 'x', y = 'y', wide = ':z.0', high = '600.0') =>
    `(SELECT min(${wide} / max(max(${x}) - min(${x}), 1), ${high} / max(max(${y}) - min(${y}), 1)) FROM ${table})`;

const triangles = `FROM aswm_triangles(:f) t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2`;

const noPart = '#8C8C88', parts = `parts AS MATERIALIZED (SELECT id, surface_area AS area, surface_area / sum(surface_area) OVER () AS share FROM aswm_components(:f)),
large AS MATERIALIZED (SELECT count(*) AS count FROM parts WHERE id = 0 OR id < ${partHues.length} AND share >= ${PARTS_LEAST})`;
const largeParts = `(WITH ${parts} SELECT count FROM large)`;
const partColor = `CASE WHEN NOT walkable THEN ${noPart.replace('#', '0x')} WHEN component >= ${largeParts} THEN ${smallPart.replace('#', '0x')} ${partHues.map((hue, i) => `WHEN component = ${i} THEN ${hue.replace('#', '0x')}`).join(' ')} ELSE ${smallPart.replace('#', '0x')} END`;
// Whole percents whose sum is 100: of those that are rounded down first, the ones that lose most aren't.
const partKeys = `WITH ${parts},
told AS (SELECT min(id, large.count) AS part, large.count AS large, count(*) AS count, sum(area) AS area, 100 * sum(share) AS share, CAST(100 * sum(share) AS INTEGER) AS whole
    FROM parts, large GROUP BY 1),
percents AS (SELECT *, whole + (row_number() OVER (ORDER BY whole - share) <= 100 - sum(whole) OVER ()) AS percent FROM told)
SELECT * FROM (SELECT iif(part < large, json_extract('${JSON.stringify(partHues)}', '$[' || part || ']'), '${smallPart}'), printf('%s: %s %%, %s m²',
    CASE WHEN part = large THEN count || iif(count = 1, ' small part', ' small parts') WHEN large = 1 THEN 'one piece' ELSE char(65 + part) END,
    ifnull(nullif(percent, 0), 'under 1'), iif(area < 1, 'under 1', printf('%,d', round(area)))) FROM percents ORDER BY part)
UNION ALL SELECT '${noPart}', 'can''t be walked on' WHERE EXISTS (SELECT 1 FROM aswm_triangles(:f) WHERE NOT walkable)
UNION ALL SELECT NULL, 'one can''t walk from one letter to another' FROM large WHERE count > 1`;
// A letter stands near its part's middle, and in a room rather than beside a wall: on one of the triangles that are large for how far away they are.
const partLetters = `WITH ${parts},
walked AS MATERIALIZED (SELECT component AS id, center_x AS x, center_y AS y, area FROM aswm_triangles(:f), large WHERE walkable AND count > 1 AND component < count),
middle AS MATERIALIZED (SELECT id, sum(x * area) / sum(area) AS x, sum(y * area) / sum(area) AS y FROM walked GROUP BY id),
tried AS MATERIALIZED (SELECT *, row_number() OVER (PARTITION BY id ORDER BY (1 + away) / area) AS place
    FROM (SELECT w.*, (w.x - m.x) * (w.x - m.x) + (w.y - m.y) * (w.y - m.y) AS away, sum(area) OVER (PARTITION BY w.id) AS whole FROM walked w JOIN middle m ON m.id = w.id)),
walls AS MATERIALIZED (SELECT center_x AS x, center_y AS y FROM aswm_triangles(:f) WHERE NOT walkable),
letters AS (SELECT id, x, y, max(min(25, ifnull((SELECT min((w.x - t.x) * (w.x - t.x) + (w.y - t.y) * (w.y - t.y)) FROM walls w), 25)) / pow(1 + sqrt(away / whole), 2)) FROM tried t WHERE place <= 40 GROUP BY id),
box AS (SELECT min(x) AS x, max(y) AS y, max(x) - min(x) AS w, max(y) - min(y) AS h FROM aswm_vertices(:f))
SELECT (l.x - box.x) / w, (box.y - l.y) / h, 'level', char(65 + id) FROM letters l, box`;

const area = {
    sentence: `SELECT printf('An area of Neverwinter Nights 2, %s: %,d triangles, %,d of them walkable.',
    iif(baked, 'baked', 'as the toolset saved it'), triangle_count,
    (SELECT count(*) FROM aswm_triangles(m.source) WHERE walkable)) FROM aswm_meshes(:f) m`,
    questions: {
        'Which parts can be reached?': {sql: `SELECT id AS part, round(100 * surface_area / sum(surface_area) OVER (), 1) AS percent,
    round(surface_area, 1) AS square_metres, triangles, tiles FROM aswm_components(:f)`,
        say: `SELECT CASE count(*) WHEN 1 THEN 'All of it is one piece: one can walk from anywhere to anywhere.' ELSE printf('%s of it is one piece; %,d %s, '
    || '%.1f square metres together, can\'\'t be reached from there.', iif(max(percent) >= 99.95, 'Nearly all', printf('%.1f %%', max(percent))), count(*) - 1,
    iif(count(*) = 2, 'other part', 'others'), sum(square_metres) - max(square_metres)) END FROM answer`},
        'What is the ground made of?': {sql: `SELECT material, iif(walkable, 'yes', 'no') AS walkable, count(*) AS triangles,
    round(sum(area), 1) AS square_metres FROM aswm_triangles(:f) GROUP BY 1, 2 ORDER BY 4 DESC`,
        say: `SELECT printf('%,.0f square metres can be walked on, most of it %s; %,.0f can\'\'t.', sum(square_metres) FILTER (WHERE walkable = 'yes'),
    max(material) FILTER (WHERE place = 1), total(square_metres) FILTER (WHERE walkable = 'no'))
FROM (SELECT *, row_number() OVER (ORDER BY walkable DESC, square_metres DESC) AS place FROM answer)`},
    },
    models: {
        Walkmesh: 'SELECT aswm_glb(:f)',
        Ground: 'SELECT trn_glb(:f) FROM trn_terrains(:f) LIMIT 1',
    },
    pictures: {
        Parts: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, ${partColor},
    'rgb', json_object('scale', ${scaled('aswm_vertices(:f)', 'x', 'y', ':q.0', ':y.0')}))\n${triangles}`,
        Walkable: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, round(t.center_z, 3), NULL), 'viridis',
    json_object('legend', 1, 'title', 'Height of what can be walked on', 'unit', 'metres', 'scale', ${scaled('aswm_vertices(:f)')}))\n${triangles}`,
    },
    marks: {Parts: {title: 'Where one can walk', isDrawing: true, places: {letters: partLetters}, keys: {parts: partKeys}}},
    thumbnail: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, ${partColor},
    'rgb', json_object('scale', (SELECT 160 / max(max(x) - min(x), max(y) - min(y), 1) FROM aswm_vertices(:f))))\n${triangles}`,
    heights: 'Walkable',
    isFlat: 'SELECT max(center_z) - min(center_z) < 1e-3 FROM aswm_triangles(:f) WHERE walkable',
};

// What an answer about all regions begins with
const ofRegions = `(SELECT iif(count(*) > 1, printf('Of all %d regions: ', count(*)), '') FROM jmx_regions(:s, 'skip'))`;

// Pixels of a cell in a picture of regions, of which each is so many tiles wide
const worldScale = (step = 1) => `max(1, min(${step} * :q / (96 * (max(x) - min(x) + 1)), ${step} * :y / (96 * (max(z) - min(z) + 1))))`;

export const objectsMost = 2000; // that are marked
const OFTEN = 3, OFTEN_MOST = 6, NUMBERS_MOST = 60; // of one number so many are a kind of their own, how many such kinds there are, and of how many objects those that one looks for have their number

// What stands in regions (1,920 units wide), as places in a picture of them, each as wide as it must be to reach all cells that name it, by its number in
// object.ifo where many have it, else by what its file says of it; then what it says alone, that number and how it is turned. Places of regions if there
// are several. :o is the client's list of assets, if it is here.
export const regionMarks = letter => ({frames: `WITH regions AS MATERIALIZED (SELECT x, z, file FROM jmx_regions(${letter}, 'skip') WHERE x IS NOT NULL),
world AS (SELECT min(x) AS x, max(z) AS z, max(x) - min(x) + 1.0 AS w, max(z) - min(z) + 1.0 AS h, count(*) AS n FROM regions)
SELECT (r.x - world.x) / w, (world.z - r.z) / h, '', r.x || ', ' || r.z, gamemap_stem(file), 1 / w, 1 / h FROM regions r, world WHERE n BETWEEN 2 AND 60`,
objects: `WITH regions AS MATERIALIZED (SELECT ifnull(x, 0) AS x, ifnull(z, 0) AS z, source FROM jmx_regions(${letter}, 'skip')),
world AS (SELECT min(x) AS x, max(z) AS z, max(x) - min(x) + 1.0 AS w, max(z) - min(z) + 1.0 AS h FROM regions),
touched AS MATERIALIZED (SELECT k.source, k.object_id AS id, min(c.max_x) AS x0, max(c.min_x) AS x1, min(c.max_z) AS z0, max(c.min_z) AS z1
    FROM regions r CROSS JOIN jmx_cell_objects(r.source) k CROSS JOIN jmx_cells(r.source) c ON c.id = k.cell_id GROUP BY 1, 2),
named AS MATERIALIZED (SELECT asset_id, gamemap_stem(min(path)) AS name FROM jmx_assets(:o) GROUP BY 1),
objects AS MATERIALIZED (SELECT r.x, r.z, o.x AS east, o.z AS north, asset_id, yaw,
    CASE WHEN is_big THEN 'landmark' WHEN is_struct THEN 'named object' WHEN type_name = 'skinned' THEN 'animated object' ELSE 'static object' END AS form, min(max(ifnull(max(o.x - x0, x1 - o.x, o.z - z0, z1 - o.z, 0), 0) / 960, ${WIDTHS[0] / SIDE}), ${WIDTHS[1] / SIDE}) AS wide
    FROM regions r CROSS JOIN jmx_objects(r.source) o LEFT JOIN touched t ON t.source = r.source AND t.id = o.id
    WHERE o.x BETWEEN 0 AND 1920 AND o.z BETWEEN 0 AND 1920 AND ifnull(owned, 1) LIMIT ${objectsMost}),
often AS MATERIALIZED (SELECT asset_id FROM objects GROUP BY 1 HAVING count(*) >= ${OFTEN} ORDER BY count(*) DESC, 1 LIMIT ${OFTEN_MOST})
SELECT min(max((o.x - world.x + east / 1920) / w, 0.6 * wide / w), 1 - 0.6 * wide / w), min(max((world.z - o.z + 1 - north / 1920) / h, 0.6 * wide / h), 1 - 0.6 * wide / h), iif(asset_id IN often, 'object ' || ifnull(name, asset_id), form), ifnull(name, iif(form IN ('landmark', 'named object') AND (SELECT count(*) FROM objects) <= ${NUMBERS_MOST}, '#' || asset_id, NULL)),
    ifnull(name || ', ', '') || 'number ' || asset_id || ' of object.ifo, at ' || round(east) || ', ' || round(north), wide / w, wide / h, form, asset_id, yaw
FROM objects o JOIN world LEFT JOIN named USING (asset_id)`,
scale: `SELECT 0.02, 0.975, 'scale', printf('%,d units', units), NULL, units / 1920.0 / w, 0 FROM (SELECT w, CASE ${SCALES.map(units => `WHEN ${units} * 6 > w * 1920 THEN ${units}`).join(' ')} ELSE ${SCALE_MOST} END AS units
    FROM (SELECT ifnull(max(x) - min(x), 0) + 1 AS w FROM jmx_regions(${letter}, 'skip')))
UNION ALL SELECT 0.98, 0.03, 'north', 'N ↑', NULL, NULL, NULL`});

// Of many regions what one looks for from afar
const soughtOf = objects => `SELECT * FROM (${objects}) WHERE form IN ('landmark', 'named object') OR (SELECT count(*) FROM jmx_regions(:s, 'skip')) = 1`;

// A picture of heights, and beside it what its key and its contours need, read once. heights gives x, y and height each `step` tiles; a
// contour needs only each `apart`-th tile.
const landPicture = (heights, scale, step, apart) => `${heights},
range AS MATERIALIZED (SELECT min(height) AS low, max(height) AS high, min(x) AS x, min(y) AS y, max(x) - min(x) AS w, max(y) - min(y) AS h FROM heights)
SELECT gamemap_picture(x, y, height, 'land', (SELECT json_object('low', low, 'high', max(high, low + 1), 'scale', ${scale}) FROM range)),
    (SELECT json_object('low', low, 'high', high, 'x', x, 'y', y, 'w', w, 'h', h, 'step', ${step}, 'apart', ${apart}, 'cells', json((SELECT
        json_group_array(json_array(x, y, round(height, 1))) FROM heights WHERE x % ${apart} = 0 AND y % ${apart} = 0))) FROM range) FROM heights`;
const BANDS = 10; // of heights in a small picture
const regionHeights = (scale, apart) => landPicture(`WITH heights AS MATERIALIZED (SELECT x, z AS y, iif(abs(height) < 1e9, height, NULL) AS height FROM jmx_heights(:f))`, scale, 1, apart);
// Regions for a view in 3D, as terrain.mjs makes it, where a height is known. The more there are, the fewer heights of each.
const regionLand = letter => `WITH regions AS MATERIALIZED (SELECT ifnull(x, 0) AS x, ifnull(z, 0) AS z, source, count(*) OVER () AS count FROM jmx_regions(${letter}, 'skip') GROUP BY region_id),
detail AS MATERIALIZED (SELECT CASE WHEN count > 1300 THEN 48 WHEN count > 300 THEN 24 WHEN count > 60 THEN 12 WHEN count > 12 THEN 4 WHEN count > 4 THEN 2 ELSE 1 END AS step FROM regions LIMIT 1),
land AS MATERIALIZED (SELECT step, x, z,
    (SELECT json_group_array(height) FROM (SELECT iif(abs(height) < 1e9, round(height, 1), NULL) AS height FROM jmx_heights(r.source)
        WHERE x % step = 0 AND z % step = 0 ORDER BY z, x)) AS heights,
    (SELECT json_group_array(json_array(x, z)) FROM jmx_tiles(r.source) WHERE blocked AND x % step = 0 AND z % step = 0) AS blocked FROM detail CROSS JOIN regions r)
SELECT json_object('step', step, 'regions', json_group_array(json_object('x', x, 'z', z, 'heights', json(heights), 'blocked', json(blocked))))
FROM land HAVING max(heights GLOB '*[0-9]*')`;
// What the circles are; without the client's list of assets they have no names
const objectNames = {names: `SELECT NULL, 'what stands there is about as wide as the cells that it touches, but from ${WIDTHS.join(' to ')} units; landmarks are seen from afar, as gates and bridges are'
    || iif(:o IS NULL, '; numbers are those of object.ifo: drop it, too, for their names', '') WHERE EXISTS (SELECT 1 FROM jmx_objects(:s, 'skip'))`};

// A small picture of what stands somewhere: dots
const dotsOf = (table, x, y, kind) => `SELECT gamemap_drawing(${x}, ${y}, ${x}, ${y}, ${x}, ${y}, ${kind}, 'classes',
    json_object('line', 4, 'background', '#F4F4EFFF', 'scale', (SELECT 150 / max(max(${x}) - min(${x}), max(${y}) - min(${y}), 1) FROM ${table}))) FROM ${table} HAVING count(${x} + ${y})`;

// A small picture of a model without textures, from places (id, x to the right, y up, z towards us) and faces with corners
// and normals: far ones are drawn first.
const modelPicture = (places, faces) => `WITH place AS MATERIALIZED (SELECT id, 0.88 * x - 0.48 * z AS u, 0.94 * y - 0.34 * (0.48 * x + 0.88 * z) AS v,
    0.34 * y + 0.94 * (0.48 * x + 0.88 * z) AS near FROM (${places})),
face AS (SELECT a.u AS u0, a.v AS v0, b.u AS u1, b.v AS v1, c.u AS u2, c.v AS v2, a.near + b.near + c.near AS near,
    (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u) AS front, (b.v - a.v) * (c.near - a.near) - (b.near - a.near) * (c.v - a.v) AS side,
    (b.near - a.near) * (c.u - a.u) - (b.u - a.u) * (c.near - a.near) AS up
    FROM (${faces}) f JOIN place a ON a.id = f.vertex0 JOIN place b ON b.id = f.vertex1 JOIN place c ON c.id = f.vertex2)
SELECT gamemap_drawing(u0, v0, u1, v1, u2, v2, light, 'gray', (SELECT json_object('low', 0, 'high', 1, 'scale',
    150 / max(max(max(u0), max(u1)) - min(u0), max(max(v0), max(v1)) - min(v0), 1e-3)) FROM face))
FROM (SELECT *, 0.3 + 0.45 * abs(front + up * 0.6 + side * 0.3) / sqrt(front * front + up * up + side * side + 1e-12) AS light FROM face ORDER BY near LIMIT 100000)
HAVING count(*) BETWEEN 1 AND 99999`;

const modelsOf = letter => ({sql: `SELECT model_file, count(*) AS models FROM rsw_models(:${letter}) GROUP BY 1 ORDER BY 2 DESC, 1`,
    say: `SELECT printf('%,d models of %,d kinds stand there, most often %s (%,d).', sum(models), count(*), model_file, max(models)) FROM answer`});

// A glow around a creature may be far larger than the creature: what is told or asked of the boxes around all other meshes, where
// the largest is such a glow.
const glowOf = asked => `WITH box AS MATERIALIZED (SELECT node_id, min(world_x) AS x0, max(world_x) AS x1, min(world_y) AS y0, max(world_y) AS y1, min(world_z) AS z0,
    max(world_z) AS z1, row_number() OVER (ORDER BY (max(world_x) - min(world_x)) * (max(world_y) - min(world_y)) * (max(world_z) - min(world_z)) DESC) AS place
    FROM mdl_vertices(m.source) WHERE node_id IN (SELECT node_id FROM mdl_meshes(m.source) WHERE render) GROUP BY node_id)
${asked} FROM box WHERE place > 1 GROUP BY NULL
HAVING m.classification_name = 'character' AND (max(x1) - min(x0)) * (max(y1) - min(y0)) * (max(z1) - min(z0)) <
    0.5 * (m.drawn_max_x - m.drawn_min_x) * (m.drawn_max_y - m.drawn_min_y) * (m.drawn_max_z - m.drawn_min_z)`;
const sizeOf = (x, y, z) => `printf('%.1f x %.1f metres, %.1f high', ${x}, ${y}, ${z})`;
const drawnSize = sizeOf('drawn_max_x - drawn_min_x', 'drawn_max_y - drawn_min_y', 'drawn_max_z - drawn_min_z');

const subjects = {
    gnd: {
        sentence: `SELECT printf('The ground of a Ragnarok Online map: %d x %d cubes, %d textures, %,d lightmaps (version %s).',
    width, height, texture_count, lightmap_count, version) FROM gnd_maps(:f)`,
        // with the file beside it that says what stands there
        together: `SELECT printf('A Ragnarok Online map: %d x %d cubes, %d textures, %,d models, %,d lights, %,d sounds, %,d effects (version %s).',
    width, height, texture_count, model_count, light_count, sound_count, effect_count, m.version)
FROM gnd_maps(:f) m CROSS JOIN rsw_worlds(:r)`,
        questions: {
            'Which textures cover it?': {sql: `SELECT t.path AS texture, count(*) AS cubes, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent,
    CASE WHEN texture_path IS NULL THEN NULL WHEN :a IS NULL THEN gamemap_image(readfile(texture_path))
    ELSE (SELECT gamemap_image(data) FROM archive_entries(:a) e WHERE e.path = texture_path) END AS picture
FROM gnd_cubes(:f) c JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id GROUP BY t.path ORDER BY cubes DESC`,
            say: `SELECT printf('It names %d textures: %d lie on its ground, %d on walls alone, %d on nothing. %s covers most, %.1f %%.', named, here, used - here,
    named - used, texture, percent)
FROM (SELECT count(*) AS here, texture, max(percent) AS percent FROM answer),
    (SELECT count(*) AS named, count(*) FILTER (WHERE id IN (SELECT texture_id FROM gnd_surfaces(:f))) AS used FROM gnd_textures(:f))`},
            'Which models stand there?': modelsOf('r'),
            'Which files does it need?': needs,
            'Which files do its objects need?': alike(needs, ':r'),
        },
        models: {Ground: 'SELECT gnd_glb(:f)'},
        pictures: {
            Heights: groundPlan,
            Textures: `SELECT gamemap_picture(c.x, c.y, t.path, 'classes',
    '{"legend": true, "title": "Textures", "unit": "cubes"}')
FROM gnd_cubes(:f) c LEFT JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(c.source) t ON t.id = s.texture_id`,
        },
        marks: {Heights: {title: 'Heights of the ground', titleOfPiece: 'Heights of the piece that is shown', places: {objects: groundMarks}, keys: {left: groundMarksLeft}}},
        // what is flat shows its textures, and where nothing is drawn squares of its water, or grey ones
        thumbnails: [smallPlan, `SELECT gamemap_picture(c.x, c.y, s.texture_id, 'classes', '{"scale": 1}')
FROM gnd_cubes(:f) c LEFT JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top HAVING count(s.texture_id)`,
        `SELECT gamemap_picture(x, y, iif((x + y) % 2, 0xD4D6D0, iif((SELECT count(*) FROM gnd_water(:f)), 0x8FB4D0, 0xC0C2BC)), 'rgb',
    (SELECT json_object('scale', max(1, 160 / max(width, height))) FROM gnd_maps(:f))) FROM gnd_cubes(:f)`],
        // where no ground is drawn, its water is
        instead: `SELECT json_object('side', 10, 'step', 0.2, 'cells', json_group_array(json_array(10 * min_x / wide + 5, 10 * min_y / wide + 5, -level, 0x5E8DB0)))
FROM (SELECT *, max_x - min_x AS wide FROM gnd_water(:f) WHERE NOT is_default) HAVING count(*)`,
        heights: 'Heights',
        isFlat: 'SELECT max(height_sw) - min(height_sw) < 1e-3 FROM gnd_cubes(:f)',
    },
    gat: {
        sentence: `SELECT printf('Where one can walk on a Ragnarok Online map: %d x %d tiles, %,d of them walkable.', width, height,
    (SELECT count(*) FROM gat_tiles(m.source) WHERE walkable)) FROM gat_maps(:f) m`,
        questions: {
            'How many tiles are of which kind?': {sql: `SELECT ifnull(type_name, 'type ' || type) AS kind, count(*) AS tiles,
    round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent FROM gat_tiles(:f) GROUP BY 1 ORDER BY 2 DESC`,
            say: 'SELECT printf(\'%.1f %% of the tiles are %s.\', max(percent), kind) FROM answer'},
        },
        pictures: {
            Walkable: `SELECT gamemap_picture(x, y, ifnull(type_name, 'type ' || type), 'classes',
    '{"legend": true, "title": "What the tiles are", "unit": "tiles"}') FROM gat_tiles(:f)`,
            Heights: `SELECT gamemap_picture(x, y, -height_sw, 'relief',
    '{"legend": true, "title": "Heights", "unit": "tiles"}') FROM gat_tiles(:f)`,
        },
        thumbnail: `SELECT gamemap_picture(x, y, iif(walkable, 0xDDD8C8, 0x7C8084), 'rgb', '{"scale": 1}') FROM gat_tiles(:f)`,
    },
    rsm: {
        sentence: `SELECT printf('A model of Ragnarok Online (version %s): %d nodes, %d textures, %,d faces%s. On a map it takes %.1f x %.1f cubes
and is %.1f cubes high.', version, node_count, texture_count, face_count, iif(has_animation, ', moving', ''), width / 10, depth / 10, height / 10)
FROM rsm_models(:f)`,
        blocks: `SELECT 'Its parts', name, printf('%,d face%s', face_count, iif(face_count = 1, '', 's')) FROM rsm_nodes(:f) WHERE is_drawn ORDER BY face_count DESC LIMIT 12`,
        sheetTitle: 'Its textures',
        sheet: 'SELECT name AS texture, faces, ifnull(texture_path, \'not here\') AS file FROM rsm_textures(:f) ORDER BY 2 DESC',
        questions: {
            'What is it made of?': `SELECT name AS node, parent_name AS hangs_on, vertex_count, face_count, key_count AS keys,
    iif(is_drawn, 'yes', 'no') AS drawn FROM rsm_nodes(:f)`,
            'Which files does it need?': needs,
        },
        models: {Model: 'SELECT rsm_glb(:f)'},
        thumbnail: modelPicture('SELECT id, model_x AS x, -model_y AS y, -model_z AS z FROM rsm_vertices(:f)',
            'SELECT vertex0, vertex1, vertex2 FROM rsm_faces(:f) WHERE is_drawn'),
        pictures: {},
        isModel: true,
    },
    rsw: {
        thumbnail: dotsOf('rsw_objects(:f)', 'x', 'z', 'type_name'),
        models: {'Whole map': 'SELECT rsw_glb(:f, \'{"lights": false}\')'},
        sentence: `SELECT printf('What stands on a Ragnarok Online map: %,d models, %,d lights, %,d sounds, %,d effects (version %s).',
    model_count, light_count, sound_count, effect_count, version) FROM rsw_worlds(:f)`,
        questions: {
            'Which models stand there?': modelsOf('f'),
            'Which files does it need?': needs,
        },
        pictures: {
            Objects: `SELECT gamemap_drawing(x, z, x, z, x, z, type_name, 'classes',
    json_object('legend', 1, 'title', 'Objects', 'line', 5, 'background', '#F4F4EFFF', 'scale', ${scaled('rsw_objects(:f)', 'x', 'z')})) FROM rsw_objects(:f)`,
        },
    },
    trx: area,
    trn: area,
    ...walkmeshes,
    mdl: {
        sentence: `SELECT printf('A model of Neverwinter Nights, %s%s: %d nodes, %,d faces.', ifnull(name, 'without a name'),
    iif(classification_name <> 'none', ' (its file calls it ' || iif(classification_name GLOB '[aeiou]*', 'an ', 'a ') || classification_name || ')', ''), node_count, (SELECT sum(face_count) FROM mdl_meshes(m.source))) FROM mdl_models(:f) m`,
        chips: `WITH m AS MATERIALIZED (SELECT *, source FROM mdl_models(:f)),
creature AS MATERIALIZED (SELECT (${glowOf(`SELECT json_array(${sizeOf('max(x1) - min(x0)', 'max(y1) - min(y0)', 'max(z1) - min(z0)')},
    (SELECT name FROM mdl_nodes(m.source) WHERE id = (SELECT node_id FROM box WHERE place = 1)))`)}) AS told FROM m)
SELECT ifnull(told ->> 0, ${drawnSize}) || iif(classification_name = 'character' AND animation_count, ' in its rest pose', ''),
    'the box around all that is drawn, as its file has it before it moves' || ifnull(', without ' || (told ->> 1), '') FROM m, creature WHERE drawn_max_x IS NOT NULL
UNION ALL SELECT 'with its glow ' || ${drawnSize}, 'the box around all that is drawn, with ' || (told ->> 1) FROM m, creature WHERE told IS NOT NULL
UNION ALL SELECT iif(animation_count, animation_count, 'no') || ' animations', 'of its own' FROM m WHERE animation_count OR supermodel IS NULL
UNION ALL SELECT 'animations of ' || supermodel || '.mdl', 'its supermodel' FROM m WHERE supermodel IS NOT NULL
UNION ALL SELECT 'compiled by ' || compiler, 'the program that wrote it' FROM m WHERE compiler IS NOT NULL`,
        models: {Model: 'SELECT mdl_glb(:f)'},
        // a model without a surface shows where its effects come from, or its bones
        thumbnails: [modelPicture('SELECT id, -world_x AS x, world_z AS y, world_y AS z FROM mdl_vertices(:f)',
            `SELECT vertex0, vertex1, vertex2 FROM mdl_meshes(:f) s JOIN mdl_faces(s.source) f ON f.node_id = s.node_id
    WHERE s.render AND s.node_id IS NOT (SELECT (${glowOf('SELECT (SELECT node_id FROM box WHERE place = 1)')}) FROM mdl_models(:f) m)`), glowsOf, bonesOf],
        pictures: {},
        // characters look north, away from whoever sees a map from the south
        looksNorth: 'SELECT classification_name = \'character\' FROM mdl_models(:f)',
        blocks: `WITH part AS (SELECT 'Its largest parts' AS block, n.name, printf('%,d face%s', face_count, iif(face_count = 1, '', 's')) AS value FROM mdl_meshes(:f) m JOIN mdl_nodes(m.source) n ON n.id = node_id
    WHERE render ORDER BY face_count DESC LIMIT 5),
kind AS (SELECT 'What it is made of', kind, count(*) FROM mdl_nodes(:f) WHERE animation_id IS NULL GROUP BY kind ORDER BY 3 DESC),
move AS MATERIALIZED (SELECT printf('Its animations (%,d)', count(*) OVER ()), name, printf('%.1f seconds', length) FROM mdl_animations(:f)),
first AS (SELECT * FROM move LIMIT 8),
more AS (SELECT printf('Its animations (%,d)', count(*)), printf('and %,d more', count(*) - 8), '' FROM move HAVING count(*) > 8)
SELECT * FROM part UNION ALL SELECT * FROM first UNION ALL SELECT * FROM more UNION ALL SELECT * FROM kind`,
        sheetTitle: 'Its textures',
        sheet: `SELECT name AS texture, count(*) AS meshes, ifnull(path, 'not here') AS file FROM gamemap_references(:f)
WHERE kind = 'texture' AND needed GROUP BY 1 ORDER BY 2 DESC`,
        questions: {
            'Which files does it need?': needs,
            'What is it made of?': `SELECT n.name AS node, kind, m.face_count AS faces, m.texture0 AS texture, round(world_x, 2) AS x, round(world_y, 2) AS y,
    round(world_z, 2) AS z FROM mdl_nodes(:f) n LEFT JOIN mdl_meshes(n.source) m ON m.node_id = n.id WHERE animation_id IS NULL`,
            'Which animations has it?': {sql: 'SELECT name, length AS seconds, node_count AS nodes, event_count AS events FROM mdl_animations(:f)',
                say: `SELECT printf('%,d animations of %.1f seconds in all, the longest is %s.', count(*), sum(seconds), name)
FROM (SELECT * FROM answer ORDER BY seconds DESC)`},
        },
        isModel: true,
    },
    nvm: {
        sentence: `SELECT printf('A region of Silkroad''s world%s: %d cells, 96 x 96 tiles, %d objects%s.',
    ifnull(printf(' at x %d, z %d', x, z), ''), cell_count, own, CASE object_count - own WHEN 0 THEN '' WHEN 1 THEN '; another one stands in a neighbouring region and reaches into it'
    ELSE printf('; %d more stand in neighbouring regions and reach into it', object_count - own) END)
FROM (SELECT *, (SELECT count(*) FROM jmx_objects(r.source) o WHERE o.x BETWEEN 0 AND 1920 AND o.z BETWEEN 0 AND 1920 AND ifnull(owned, 1)) AS own FROM jmx_regions(:f) r)`,
        // :s are all regions that are here
        questions: {
            'What stands there?': {sql: `SELECT asset_id AS asset, count(DISTINCT ifnull(world_uid, id)) AS objects,
    iif((SELECT count(*) FROM jmx_regions(:s, 'skip')) > 1, gamemap_stem(min(file)), NULL) AS "first in",
    CAST(round(game_x) AS INTEGER) AS "x in the game", CAST(round(game_y) AS INTEGER) AS "y in the game" FROM jmx_objects(:s, 'skip') GROUP BY 1 ORDER BY 2 DESC`,
                say: `SELECT ${ofRegions} || printf('%,d objects of %,d kinds stand there; object.ifo says which file an asset is.', sum(objects), count(*)) FROM answer`},
            'How much is blocked?': {sql: `SELECT gamemap_stem(file) AS region, sum(blocked) AS blocked_tiles, round(100.0 * sum(blocked) / count(*), 1) AS percent
FROM jmx_tiles(:s, 'skip') GROUP BY file ORDER BY 3 DESC`,
                say: `SELECT ${ofRegions} || printf('%.1f %% of the tiles are blocked.', avg(percent)) FROM answer`},
            'Which regions does it lead to?': {sql: `SELECT printf('nv_%x', other_region_id) AS region, count(*) AS edges
FROM jmx_world_links(:f) GROUP BY 1`, say: 'SELECT printf(\'%,d edges join it to %,d regions.\', sum(edges), count(*)) FROM answer'},
        },
        models: {'World in 3D': regionLand(':n'), 'Region in 3D': regionLand(':f')},
        pictures: {
            // the more regions, the fewer heights of each
            World: landPicture(`WITH regions AS MATERIALIZED (SELECT x, z, file, source, count(*) OVER () AS count FROM jmx_regions(:n, 'skip') WHERE x IS NOT NULL GROUP BY region_id),
world AS MATERIALIZED (SELECT CASE WHEN count > 60 THEN 8 WHEN count > 20 THEN 4 ELSE 1 END AS step,
    CASE WHEN count > 3000 THEN 96 WHEN count > 1300 THEN 48 WHEN count > 300 THEN 32 WHEN count > 60 THEN 16 ELSE 4 END AS apart FROM regions LIMIT 1),
heights AS MATERIALIZED (SELECT 96 * r.x + h.x AS x, 96 * r.z + h.z AS y, iif(abs(h.height) < 1e9, h.height, NULL) AS height
    FROM world CROSS JOIN regions r CROSS JOIN jmx_heights(r.source) h WHERE h.x % step = 0 AND h.z % step = 0 AND h.x < 96 AND h.z < 96)`,
            `(SELECT ${worldScale('step')} FROM regions, world)`, '(SELECT step FROM world)', '(SELECT apart FROM world)'),
            Heights: regionHeights('max(1, min(:q / 97, :y / 97))', 2),
            'Open and blocked': `WITH regions AS MATERIALIZED (SELECT ifnull(x, 0) AS x, ifnull(z, 0) AS z, source FROM jmx_regions(:s, 'skip'))
SELECT gamemap_picture(r.x * 96 + t.x, r.z * 96 + t.z, CASE WHEN blocked THEN 0x8C8C88
    WHEN c.object_count THEN 0xC9AE7A ELSE 0x8DB36B END, 'rgb',
    (SELECT json_object('scale', ${worldScale()}) FROM regions))
FROM regions r CROSS JOIN jmx_tiles(r.source) t
JOIN jmx_cells(r.source) c ON c.id = t.cell_id`,
            Water: `SELECT gamemap_picture(x, z, ifnull(type_name, 'type ' || type), 'classes', '{"legend": true, "title": "Water and ice", "unit": "planes of 16 x 16 tiles"}')
FROM jmx_planes(:f) WHERE type_name <> 'none' HAVING count(*)`,
        },
        marks: {
            World: {title: 'Heights of all regions, and what stands there', places: regionMarks(':s'), keys: {...objectNames,
                regions: `SELECT NULL, 'regions have their x, z: ' || x || ', ' || z || ' is ' || gamemap_stem(file) FROM jmx_regions(:s, 'skip') WHERE x IS NOT NULL LIMIT 1`}},
            'Open and blocked': {title: 'Where one can walk, and what stands there', places: {...regionMarks(':s'), objects: soughtOf(regionMarks(':s').objects)}, keys: {walk: `WITH tiles AS (SELECT t.blocked, c.object_count
    FROM jmx_regions(:s, 'skip') r CROSS JOIN jmx_tiles(r.source) t JOIN jmx_cells(r.source) c ON c.id = t.cell_id)
SELECT '#8DB36B', 'open' WHERE EXISTS (SELECT 1 FROM tiles WHERE NOT blocked AND NOT object_count)
UNION ALL SELECT '#C9AE7A', 'open, on a cell with objects' WHERE EXISTS (SELECT 1 FROM tiles WHERE NOT blocked AND object_count)
UNION ALL SELECT '#8C8C88', 'blocked' WHERE EXISTS (SELECT 1 FROM tiles WHERE blocked)`}},
            Heights: {title: 'Heights of this region, and what stands there', places: regionMarks(':f'), keys: objectNames},
        },
        place: `SELECT printf('x %d, z %d', x, z) FROM jmx_regions(:f) WHERE x IS NOT NULL`,
        // as bands, of which one sees the edges even where it is small
        thumbnail: `WITH range AS MATERIALIZED (SELECT min(height) AS low, max(max(height) - min(height), 1) AS most FROM jmx_heights(:f) WHERE abs(height) < 1e9)
SELECT gamemap_picture(x, z, iif(abs(height) < 1e9, low + round((height - low) * ${BANDS} / most) * most / ${BANDS}, NULL), 'land', json_object('low', low, 'high', low + most, 'scale', 2))
FROM jmx_heights(:f), range`,
        besideMany: 'Open and blocked', // of several regions that tells something else than their view
        heights: 'Heights',
        isFlat: 'SELECT max(height) - min(height) < 1e-3 FROM jmx_heights(:f) WHERE abs(height) < 1e9',
    },
    gtchunk: {
        sentence: `SELECT printf('A chunk of Firefall''s world (version %s): %d blocks, %d nodes.', version, block_count, node_count)
FROM gt_chunks(:f)`,
        models: {Objects: 'SELECT gt_glb(:f)'},
        pictures: {},
        isModel: true,
    },
};

const anything = {
    sentence: `SELECT printf('%s%s, %,d bytes.%s', ifnull(format, 'A file of no known format'), ifnull(' ' || version, ''), size,
    ifnull(' It can''t be read: ' || error || '.', '')) FROM gamemap_files(:f)`,
    pictures: {},
};

// Rules, texts and trees are read as sheets. The columns of a 2DA are rows, and its cells come as an object by their names.
subjects['2da'] = {
    sentence: `SELECT printf('A table of rules of %s: %,d rows, %d columns.', iif(version = 'V2.b', 'Knights of the Old Republic', 'Neverwinter Nights'),
    (SELECT count(*) FROM twoda_rows(:f)), (SELECT count(*) FROM twoda_columns(:f))) FROM gamemap_files(:f)`,
    pictures: {},
    sheetTitle: 'Its rows',
    sheet: 'SELECT label AS "row", cells FROM twoda_rows(:f)',
    sheetColumns: 'SELECT name FROM twoda_columns(:f)',
    questions: {
        'Which columns are filled?': {sql: `SELECT c.name AS "column", count(t.value) AS filled, count(DISTINCT t.value) AS different, min(t.value) AS example
FROM twoda_columns(:f) c LEFT JOIN twoda_cells(:f) t ON t.column_id = c.id AND trim(t.value) <> '' GROUP BY c.id ORDER BY c.id`,
            say: `SELECT printf('%d of %d columns have something in every row, %d in none.', sum(filled = rows), count(*), sum(filled = 0))
FROM answer, (SELECT count(*) AS rows FROM twoda_rows(:f))`},
        'Which rows are empty?': {sql: 'SELECT id AS "row", label FROM twoda_rows(:f) WHERE cells = \'{}\'',
            say: 'SELECT printf(\'%,d rows have nothing in any column.\', count(*)) FROM answer'},
        'Which files does it need?': needs,
    },
};
subjects.tlk = {
    sentence: 'SELECT printf(\'Texts by their numbers (StrRef): %,d, of which %,d have words.\', count(*), sum(has_text)) FROM tlk_strings(:f)',
    pictures: {},
    sheetTitle: 'Its texts',
    sheet: 'SELECT id AS StrRef, text, sound FROM tlk_strings(:f) WHERE text IS NOT NULL OR has_sound',
    questions: {
        'Which texts are there twice?': {sql: `SELECT count(*) AS times, group_concat(id, ', ') AS StrRefs, text FROM tlk_strings(:f)
WHERE text <> '' GROUP BY text HAVING count(*) > 1 ORDER BY 1 DESC`,
            say: 'SELECT printf(\'%,d texts are there more than once.\', count(*)) FROM answer'},
        'Which texts are longest?': 'SELECT id AS StrRef, length(text) AS characters, text FROM tlk_strings(:f) ORDER BY 2 DESC LIMIT 100',
    },
};
const tree = {
    sentence: `SELECT printf('%s of Neverwinter Nights (GFF): %,d fields in %,d structs.', type, field_count, struct_count) FROM gff_files(:f)`,
    pictures: {},
    sheetTitle: 'Its fields',
    sheet: `SELECT path AS field, CASE WHEN type = 'List' THEN count || iif(count = 1, ' entry', ' entries') WHEN type = 'Struct' THEN ''
    WHEN type = 'Dword' AND path LIKE '%Color' THEN printf('#%02X%02X%02X', value & 255, value >> 8 & 255, value >> 16 & 255)
    ELSE coalesce(value_text, tlk_text(:t, strref, 'skip'), 'StrRef ' || strref, value) END AS value, type FROM gff_fields(:f)`,
    questions: {
        'Which files does it need?': needs,
        'What is in its lists?': {sql: 'SELECT path AS list, count AS entries FROM gff_fields(:f) WHERE type = \'List\' AND count > 0 ORDER BY 2 DESC',
            say: 'SELECT printf(\'%,d lists have %,d entries.\', count(*), sum(entries)) FROM answer'},
    },
};
for (const type of ['are', 'git', 'gic', 'ifo', 'dlg', 'jrl', 'fac', 'itp', 'bic', 'ult', 'upe', 'pfb']) subjects[type] = tree;

Object.assign(subjects, blueprintsOf(tree));

const image = {
    sentence: `SELECT printf('An image of %d x %d pixels (%s, %s).', width, height, kind, compression) FROM gamemap_images(:f)`,
    pictures: {
        Image: 'SELECT gamemap_image(coalesce(readfile(:f), (SELECT data FROM archive_entries(:a) WHERE path = :f)))',
    },
    thumbnail: 'SELECT gamemap_image(coalesce(readfile(:f), (SELECT data FROM archive_entries(:a) WHERE path = :f)))',
};
for (const type of ['bmp', 'tga', 'dds']) subjects[type] = image;
subjects.rsm2 = subjects.rsm;
const objectsOf = letter => ({
    'What stands there?': {sql: `SELECT kind, coalesce(nullif(name, ''), nullif(tag, ''), template) AS name, template, round(x, 1) AS x,
    round(y, 1) AS y FROM nwn_objects(:${letter}) ORDER BY kind, 2, template`,
        say: `SELECT printf('%,d objects stand there, made of %,d templates.', count(*), count(DISTINCT kind || ' ' || template)) FROM answer`},
    'Where do its doors lead?': {sql: `SELECT kind, name, tag, round(x, 1) AS x, round(y, 1) AS y, linked_to FROM nwn_objects(:${letter})
WHERE linked_to <> ''`, say: 'SELECT printf(\'%,d doors and triggers lead somewhere.\', count(*)) FROM answer'},
});
subjects.git = {...tree, thumbnail: dotsOf('nwn_objects(:f)', 'x', 'y', 'kind'), sentence: `SELECT 'What stands in an area of Neverwinter Nights: ' || group_concat(text, ', ') || '.'
FROM (SELECT count(*) || ' ' || kind || iif(count(*) = 1, '', 's') AS text FROM nwn_objects(:f) GROUP BY kind ORDER BY count(*) DESC)
HAVING count(*) UNION ALL ${tree.sentence}`, questions: {...objectsOf('f'), ...tree.questions}};
subjects.are = {...tree,
    // what stands there, where that is known, says more than its fields
    togetherSheet: `SELECT kind, coalesce(nullif(name, ''), nullif(tag, ''), template) AS name, template, round(x, 1) AS x, round(y, 1) AS y, linked_to AS "leads to"
FROM nwn_objects(:i) ORDER BY kind, 2`,
    // as its picture, but nothing is guessed, so that it is soon there
    thumbnails: [[areaTiles, areaTerrain, areaGroundHere], [areaTiles, areaGroundHere], [areaTiles, areaTerrain], [areaTiles]].map(parts =>
        areaPicture(parts.map(part => `SELECT * FROM (${part})`).join(' UNION ALL '))),
    sentence: `SELECT printf('An area of Neverwinter Nights, "%s": %d x %d tiles of the tileset %s%s.',
    trim(coalesce(name, resref, tag, 'without a name')), width, height, tileset, iif(interior, ', inside', '')) FROM nwn_areas(:f) WHERE width > 0
UNION ALL ${tree.sentence}`,
    together: `SELECT printf('An area of Neverwinter Nights, "%s": %d x %d tiles of the tileset %s%s. The ground of %d of its tiles is here%s.',
    trim(coalesce(name, resref, tag, 'without a name')), width, height, tileset, iif(interior, ', inside', ''), here,
    iif(here < tile_count, '; on the others, hatched in the picture, it is guessed from their neighbours', ''))
FROM nwn_areas(:f) CROSS JOIN (SELECT count(DISTINCT tile_id) AS here FROM nwn_area_triangles(:f, :w)) WHERE width > 0`,
    questions: {
        ...objectsOf('i'),
        'Which files does it need?': needs,
        'Which files do its objects need?': alike(needs, ':i'),
    },
    models: {Area: 'SELECT nwn_area_glb(:f, :m)', 'Ground in 3D': areaBoard, 'Terrain in 3D': areaLevels, 'Levels in 3D': areaNumbers},
    guesses: ['Terrain in 3D', 'Levels in 3D'], // which aren't offered where another of them is shown
    pictures: {
    Ground: areaPicture(`SELECT * FROM (${areaGround})`),
    Terrain: `${areaPicture(areaTerrain)} HAVING count(*)`,
    'What stands where': areaPicture(areaTiles)},
    marks: {
        Ground: {title: 'What the ground is, and what stands there', isDrawing: true, places: areaMarks, keys: {surfaces: `SELECT DISTINCT printf('#%06X', ${surfaceColor}),
    coalesce(${surfaceWords}, 'surface ' || surface) FROM nwn_area_triangles(:f, :w) t`, tiles: `SELECT 'hatched', printf('guessed from its neighbours: the ground of %d %s isn''t here', lost, iif(lost = 1, 'tile', 'tiles'))
    FROM (SELECT (SELECT count(*) FROM nwn_tiles(:f)) - (SELECT count(DISTINCT tile_id) FROM nwn_area_triangles(:f, :w)) AS lost) WHERE lost > 0`}},
        Terrain: {title: 'What the tileset says of its tiles, and what stands there', isDrawing: true, places: areaMarks, keys: {terrainKeys, crosserKeys, levels}},
        'What stands where': {title: 'What stands where, and which tiles are alike', isDrawing: true, places: {...areaMarks, tileNumbers}, keys: {tileKeys, otherKeys, tileNote, levels}},
    }};
subjects.txt = {...anything, ...script};

const archives = new Set(['grf', 'gpf', 'thor', 'pk2', 'erf', 'hak', 'mod', 'nwm', 'sav', 'pwc', 'key', 'bif', 'zip']);

export function typeOf(path) {
    return path.match(/\.([^./#]+)(?:#\d+)?$/)?.[1].toLowerCase() ?? '';
}

export function isArchive(path) {
    return archives.has(typeOf(path));
}

export function subjectOf(path) {
    return subjects[typeOf(path)] ?? anything;
}

// What to drop, too, where the picture of a file lacks textures or models
export function adviceFor(path, isWorld) {
    if (path.split('/').slice(0, -1).some(isArchive) && typeOf(path) !== 'mdl') return '';
    switch (typeOf(path)) {
    case 'gnd':
    case 'rsw':
        if (isWorld) return 'drop data.grf, too';
        return 'open the map in data.grf, or drop the client\'s folder';
    case 'rsm':
    case 'rsm2': return 'open it in data.grf, or drop the client\'s folder';
    case 'mdl':
        if (path.split('/').slice(0, -1).some(isArchive)) return 'they may be textures of the base game: drop its data folder';
        return 'drop a folder or a hak that has the model and its textures';
    default: return '';
    }
}

// What to drop, too, where nothing of a file can be shown in 3D, though it can be read
export const hints = {
    are: 'To see it in 3D drop the models of its tileset, too: a folder or a hak.',
    rsw: 'To see it in 3D drop the .gnd of the same name, too.',
};

export const guessedHint = 'Its ground is guessed in 3D: drop the models of its tileset, too, a folder or a hak.';

// Of which types files may be that bring what the picture of another lacks
const ofClient = ['grf', 'gpf', 'thor', 'rsm', 'rsm2', 'bmp', 'tga'], ofGame = ['mdl', 'set', 'wok', 'hak', 'erf'];
const suppliers = {gnd: ofClient, rsw: ofClient, are: ofGame};

export function canSupply(path, supplied) {
    return suppliers[typeOf(supplied)]?.includes(typeOf(path)) ?? false;
}

export function quoted(text) {
    return `'${text.replaceAll('\'', '\'\'')}'`;
}

// The files that lie beside another, by the letter that statements call them: of a ground :g says where one can walk and
// :r what stands there; of an area :i says what stands there, and :e is its module's own file.
const besides = {g: [/gnd$/i, 'gat'], r: [/gnd$/i, 'rsw'], i: [/are$/i, 'git'], e: [/[^/]*$/, 'module.ifo']};

export function isBeside(letter) {
    return Object.hasOwn(besides, letter);
}

export function beside(path, letter) {
    return path.replace(...besides[letter]);
}

// A statement about a file, :f, the archive in which it lies, :a, or NULL, and those beside it.
export function about(sql, path) {
    const archive = path.split('/').slice(0, -1).reduce(([found, before], part) => {
        const here = before ? `${before}/${part}` : part;
        return [isArchive(here) ? here : found, here];
    }, ['', ''])[0];
    const names = {f: path, a: archive, ...Object.fromEntries(Object.keys(besides).map(letter => [letter, beside(path, letter)]))};
    return sql.replace(/:([a-z])\b/g, (whole, letter) => (!Object.hasOwn(names, letter) ? whole : names[letter] ? quoted(names[letter]) : 'NULL'));
}

// What files are called when they are counted. Of many files the one that shows most comes first, and of those of one
// type the largest.
const kinds = {map: ['gnd'], area: ['trx', 'are', 'trn'], region: ['nvm'], chunk: ['gtchunk'], model: ['mdl', 'rsm', 'rsm2'], 'walk grid': ['gat'],
    'object list': ['rsw', 'git'], 'rules table': ['2da'], 'text table': ['tlk'], text: ['txt'], archive: [...archives],
    blueprint: ['utc', 'utp', 'uti', 'utd', 'utw', 'utt', 'ute', 'uts', 'utm', 'bic', 'ult', 'upe', 'pfb'], dialogue: ['dlg'],
    texture: ['bmp', 'tga', 'dds'], sound: ['wav', 'mp3', 'ogg'], script: ['nss', 'ncs', 'lua'], effect: ['str']};
const order = Object.values(kinds).flat();

export function rankOf(path) {
    const at = order.indexOf(typeOf(path));
    return at < 0 ? order.length : at;
}

export function kindOf(path) {
    return Object.keys(kinds).find(kind => kinds[kind].includes(typeOf(path))) ?? 'other';
}

// The other types of its kind
export function typesLike(path) {
    return (kinds[kindOf(path)] ?? []).filter(type => type !== typeOf(path));
}

export function mostTelling(paths, sizeOf = () => 0) {
    return paths.reduce((best, path) => (rankOf(path) - rankOf(best) || sizeOf(best) - sizeOf(path)) < 0 ? path : best, paths[0]);
}

export const town = 'rivertown/rivertown.gnd';
export const townFiles = ['rivertown/rivertown.gnd', 'rivertown/rivertown.gat', 'rivertown/rivertown.rsw'];

export const townQuestions = {
    'What is the town made of?': {sql: `SELECT t.path AS texture, count(*) AS cubes, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM gnd_cubes('rivertown/rivertown.gnd') c
JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id
GROUP BY t.path ORDER BY cubes DESC`, say: 'SELECT printf(\'%d textures lie on its ground, most of it is %s (%.1f %%).\', count(*), texture, max(percent)) FROM answer'},
    'Which models sank into the ground?': {sql: `SELECT m.id, m.model_file, round(m.y - gat_height(g.source, m.x / 5 + g.width / 2.0, m.z / 5 + g.height / 2.0), 1) AS depth
FROM gat_maps('rivertown/rivertown.gat') g JOIN rsw_models('rivertown/rivertown.rsw') m
ORDER BY depth DESC`, say: 'SELECT printf(\'%d of its %d models are deeper than their ground, %s by %.1f.\', sum(depth > 0.5), count(*), model_file, max(depth)) FROM answer'},
    'How does one walk from the market to the fields?': `WITH way AS MATERIALIZED (SELECT tile_id FROM gat_path('rivertown/rivertown.gat', 62, 80, 150, 62))
SELECT gamemap_picture(x, y, CASE WHEN id IN way THEN 'the way (carpet)' WHEN walkable THEN 'grass'
                             WHEN type = 5 THEN 'water' ELSE 'wall' END, 'classes',
                       '{"legend": true, "title": "From the market to the fields", "unit": "tiles"}') AS way
FROM gat_tiles('rivertown/rivertown.gat');`,
};
