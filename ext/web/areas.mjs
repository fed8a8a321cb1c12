// An area of the first Neverwinter Nights from above: the ground of its tiles where it is here, the terrain that its tileset tells, else its tiles by
// their numbers; and what stands there. Each is a statement, as subjects.mjs has them: :f is the area, :w are models and walkmeshes, :l tilesets, :i is
// what stands there.

const areaSize = 'SELECT width * 10.0 AS w, height * 10.0 AS h FROM nwn_areas(:f) WHERE width > 0';
export const areaPicture = (triangles, line = 1) => `SELECT gamemap_drawing(x0, y0, x1, y1, x2, y2, color, 'rgb',
    (SELECT json_object('background', '#A9ABAB', 'line', ${line}, 'scale', min(:q / w, :y / h)) FROM (${areaSize}))) FROM (${triangles})`;

// A colour, from its number, made lighter or darker
const shade = (color, factor) => `((min(255, (${color} >> 16) * ${factor}) << 16) | (min(255, (${color} >> 8 & 255) * ${factor}) << 8) | min(255, (${color} & 255) * ${factor}))`;
// Two triangles as rows of x0 to y2 and a colour
const square = (x0, y0, x1, y1, from) => `SELECT ${x0} AS x0, ${y0} AS y0, ${x1} AS x1, iif(side < 0, ${y0}, ${y1}) AS y1, iif(side < 0, ${x1}, ${x0}) AS x2, ${y1} AS y2, color
    FROM ${from}, (SELECT -1 AS side UNION ALL SELECT 1)`;
const hex = '\'#%06X\'';

// Tiles of which nothing but their numbers is known: numbers beside each other are mostly one thing in several shapes, so that each such row of
// numbers has a calm colour, those that are there most often first, and its tiles are one patch of it, darker where they lie lower.
const calm = [0x9CAE86, 0xC8B88E, 0x8FA79E, 0xB39B7B, 0x7E9870, 0xB8B5A6, 0xC2A66E, 0xA6A478, 0xA98C74], others = 0xAFB0A4;
const tileKinds = `tiles AS MATERIALIZED (SELECT id, x, y, tile, orientation AS turn, height, height - min(height) OVER () AS level, max(height) OVER () - min(height) OVER () AS most
    FROM nwn_tiles(:f) WHERE height IS NOT NULL),
numbers AS MATERIALIZED (SELECT tile, count, sum(begins) OVER (ORDER BY tile) AS run
    FROM (SELECT tile, count(*) AS count, ifnull(tile - lag(tile) OVER (ORDER BY tile) > 3, 0) AS begins FROM tiles GROUP BY tile)),
runs AS MATERIALIZED (SELECT run, min(tile) AS first, max(tile) AS last, sum(count) AS count, row_number() OVER (ORDER BY sum(count) DESC, min(tile)) AS rank FROM numbers GROUP BY run),
colored AS MATERIALIZED (SELECT rank, first, last, count, CASE rank ${calm.map((color, i) => `WHEN ${i + 1} THEN ${color}`).join(' ')} ELSE ${others} END AS color FROM runs),
drawn AS MATERIALIZED (SELECT t.*, rank, ${shade('r.color', 'iif(most, 0.86 + 0.24 * level / most, 1)')} AS color
    FROM tiles t JOIN colored r ON t.tile BETWEEN r.first AND r.last)`;
const ROUND = 3.6; // metres
export const areaTiles = `WITH ${tileKinds},
corner(e, n) AS (VALUES (-1, -1), (-1, 1), (1, -1), (1, 1)),
arc(c0, s0, c1, s1) AS (VALUES (1, 0, 0.924, 0.383), (0.924, 0.383, 0.707, 0.707), (0.707, 0.707, 0.383, 0.924), (0.383, 0.924, 0, 1))
${square('x - 5', 'y - 5', 'x + 5', 'y + 5', 'drawn')}
-- a corner of a patch is round, where on both of its sides lies another one
UNION ALL SELECT a.x + 5 * e, a.y + 5 * n, a.x + (5 + ${ROUND} * (c0 - 1)) * e, a.y + (5 + ${ROUND} * (s0 - 1)) * n, a.x + (5 + ${ROUND} * (c1 - 1)) * e, a.y + (5 + ${ROUND} * (s1 - 1)) * n, h.color
FROM drawn a JOIN corner JOIN drawn h ON h.x = a.x + 10 * e AND h.y = a.y AND h.rank <> a.rank AND h.height = a.height
    JOIN drawn v ON v.x = a.x AND v.y = a.y + 10 * n AND v.rank = h.rank AND v.height = a.height
    JOIN drawn d ON d.x = a.x + 10 * e AND d.y = a.y + 10 * n AND d.rank <> a.rank JOIN arc
-- a line between tiles of different heights
UNION ALL SELECT a.x + 5, a.y - 5, a.x + 5, a.y + 5, a.x + 5, a.y + 5, 0x4E4E48 FROM tiles a JOIN tiles b ON b.x = a.x + 10 AND b.y = a.y WHERE a.height <> b.height
UNION ALL SELECT a.x - 5, a.y + 5, a.x + 5, a.y + 5, a.x + 5, a.y + 5, 0x4E4E48 FROM tiles a JOIN tiles b ON b.x = a.x AND b.y = a.y + 10 WHERE a.height <> b.height`;
export const levels = `SELECT '#F2F2EC', 'lighter lies higher, up to ' || most || iif(most = 1, ' step', ' steps') FROM (SELECT max(height) - min(height) AS most FROM nwn_tiles(:f)) WHERE most > 0`;
// Numbers say something to whoever has the tileset, :p; of many rows of them the first are told.
const hasSet = 'iif(:p IS NULL, 0, EXISTS (SELECT 1 FROM nwn_areas(:f) a JOIN set_tiles(:p, \'skip\') s ON lower(gamemap_stem(s.file)) = lower(a.tileset)))';
export const tileKeys = `WITH ${tileKinds}
SELECT printf(${hex}, color), 'tile ' || first || iif(last > first, ' to ' || last, '') || ' (' || count || ')' FROM colored WHERE rank <= ${calm.length} AND ${hasSet} ORDER BY rank`;
export const otherKeys = `WITH ${tileKinds} SELECT printf(${hex}, ${others}), sum(count) || iif(sum(count) = 1, ' other tile', ' other tiles') FROM colored WHERE rank > ${calm.length} AND ${hasSet} HAVING count(*)`;
export const tileNote = `SELECT NULL, 'tiles of one colour have numbers near each other in ' || tileset || '.set' || iif(${hasSet}, '', ', which isn''t here: drop it, too, and they become terrain')
    || '; each tile is 10 x 10 metres' FROM nwn_areas(:f)`;
// What each tile is, and to where its north is turned, for whoever asks for it
export const tileNumbers = `SELECT (t.x - 4.4) / w, 1 - (t.y - 4.4) / h, 'tile', tile || substr('↑←↓→', orientation + 1, 1) FROM nwn_tiles(:f) t, (${areaSize}) WHERE w <= 160 AND t.height IS NOT NULL`;

// With its tileset, :l, it is known what is at each corner of a tile, and what crosses its edges. What names say of their colour; others have calm
// ones by their letters.
const terrains = {'*water*': 0x5E8DB0, '*shallow*': 0x8FB4C0, '*stream*': 0x6F9CBC, '*tree*': 0x4F6E45, '*forest*': 0x4F6E45, '*grass*': 0x86A066, '*field*': 0xB9AE6A, '*sand*': 0xD2BF92, '*desert*': 0xD2BF92,
    '*snow*': 0xE4E8EA, '*ice*': 0xCFDEE6, '*marsh*': 0x75805A, '*swamp*': 0x75805A, '*cliff*': 0x8A8072, '*mountain*': 0x8A8072, '*rock*': 0x8A8072, '*pit*': 0x57524E, '*chasm*': 0x57524E,
    '*lava*': 0xC06A42, '*building*': 0xA98B78, '*castle*': 0x9A9690, '*fort*': 0x9C8464, '*hill*': 0xA39A70, '*cobble*': 0xB4AEA4, '*bridge*': 0xA5835C, '*dock*': 0xA5835C, '*road*': 0xCDB78C,
    '*street*': 0xBDB5A6, '*alley*': 0xBDB5A6, '*wall*': 0x6E6862, '*padding*': 0x6A6A66, '*floor*': 0xC4B8A2};
const terrainColor = name => `CASE ${Object.entries(terrains).map(([pattern, color]) => `WHEN lower(${name}) GLOB '${pattern}' THEN ${color}`).join(' ')}
    ${calm.map((color, i) => `WHEN (unicode(${name}) + 3 * length(${name})) % ${calm.length} = ${i} THEN ${color}`).join(' ')} END`;
// corner 0 is the north-west one, edge 0 the northern one, and the others follow counter-clockwise, as tiles are turned
const tileset = `ways AS MATERIALIZED (SELECT s.id, s.source, s.top_left, s.bottom_left, s.bottom_right, s.top_right, s.top, s.left, s.bottom, s.right,
    s.top_left_height AS h0, s.bottom_left_height AS h1, s.bottom_right_height AS h2, s.top_right_height AS h3
    FROM nwn_areas(:f) a JOIN set_tiles(:l, 'skip') s ON lower(gamemap_stem(s.file)) = lower(a.tileset) WHERE s.top_left IS NOT NULL GROUP BY s.id),
k(i) AS (VALUES (0), (1), (2), (3)),
tiles AS MATERIALIZED (SELECT t.id, t.x, t.y, t.orientation AS turn, t.height, w.* FROM nwn_tiles(:f) t JOIN ways w ON w.id = t.tile WHERE t.height IS NOT NULL),
corners AS MATERIALIZED (SELECT t.x, t.y, i, CASE (i - turn + 4) % 4 WHEN 0 THEN top_left WHEN 1 THEN bottom_left WHEN 2 THEN bottom_right ELSE top_right END AS name,
    height + CASE (i - turn + 4) % 4 WHEN 0 THEN h0 WHEN 1 THEN h1 WHEN 2 THEN h2 ELSE h3 END AS up FROM tiles t, k),
edges AS MATERIALIZED (SELECT t.x, t.y, (i = 3) - (i = 1) AS e, (i = 0) - (i = 2) AS n, CASE (i - turn + 4) % 4 WHEN 0 THEN "top" WHEN 1 THEN "left" WHEN 2 THEN "bottom" ELSE "right" END AS name
    FROM tiles t, k)`;
// A tile is of what most of its corners are. Another corner is a square, or cut off where it is alone.
export const areaTerrain = `WITH ${tileset},
range AS MATERIALIZED (SELECT min(up) AS low, max(up) - min(up) AS most FROM corners),
usual AS MATERIALIZED (SELECT x, y, name, max(count) FROM (SELECT x, y, name, count(*) AS count FROM corners GROUP BY 1, 2, 3) GROUP BY x, y),
lights AS MATERIALIZED (SELECT x, y, iif(most, 0.86 + 0.24 * (avg(up) - low) / most, 1) AS light FROM corners, range GROUP BY x, y),
other AS MATERIALIZED (SELECT c.x, c.y, iif(c.i < 2, -5, 5) AS e, iif(c.i IN (0, 3), 5, -5) AS n, ${shade(terrainColor('c.name'), 'light')} AS color,
    EXISTS (SELECT 1 FROM corners o WHERE o.x = c.x AND o.y = c.y AND o.name = c.name AND (o.i - c.i + 4) % 4 IN (1, 3)) AS is_square
    FROM corners c JOIN usual u ON u.x = c.x AND u.y = c.y JOIN lights l ON l.x = c.x AND l.y = c.y WHERE c.name <> u.name),
whole AS MATERIALIZED (SELECT u.x, u.y, ${shade(terrainColor('u.name'), 'light')} AS color FROM usual u JOIN lights l ON l.x = u.x AND l.y = u.y),
crossed AS MATERIALIZED (SELECT x, y, e, n, ${terrainColor('name')} AS color FROM edges WHERE trim(name) <> '')
${square('x - 5', 'y - 5', 'x + 5', 'y + 5', 'whole')}
UNION ALL ${square('x', 'y', 'x + e', 'y + n', '(SELECT * FROM other WHERE is_square)')}
UNION ALL SELECT x + e, y + n, x + e, y, x, y + n, color FROM other WHERE NOT is_square
UNION ALL ${square('x - 1.2 * abs(n) - 1.2 * e', 'y - 1.2 * abs(e) - 1.2 * n', 'x + 1.2 * abs(n) + 5 * e', 'y + 1.2 * abs(e) + 5 * n', 'crossed')}`;
export const terrainKeys = `WITH ${tileset}
SELECT printf(${hex}, ${terrainColor('name')}), name FROM (SELECT name, count(*) AS count FROM corners GROUP BY name) ORDER BY count DESC`;
export const crosserKeys = `WITH ${tileset}
SELECT printf(${hex}, ${terrainColor('name')}), name || ', across tiles' FROM (SELECT name, count(*) AS count FROM edges WHERE trim(name) <> '' GROUP BY name) ORDER BY count DESC`;
// The largest part of a walkmesh is the first, and green; others have hues of their own, and small ones share one: those with less of it than that.
export const partHues = ['#6FA053', '#6A9FB5', '#C9A560', '#9A84A8', '#C08D76', '#7FA79A'], smallPart = '#C4BEAE', PARTS_LEAST = 0.01;
// As glb_material.c has them, so that the picture and the 3D view are of one colour
export const surfaces = {Dirt: 0x866846, Obscuring: 0x58645A, Grass: 0x628C42, Stone: 0xB8B4A8, Wood: 0x9E7442, Water: 0x467EB2, Nonwalk: 0x827E74, Transparent: 0xC8D0D6,
    Carpet: 0x963C42, Metal: 0x808C9A, Puddles: 0x68869C, Swamp: 0x5C643A, Mud: 0x644E38, Leaves: 0x8C8432, Lava: 0xCE5420, BottomlessPit: 0x2E2A30,
    DeepWater: 0x244C86, Door: 0xB08C54, Snow: 0xE8EEF4, Sand: 0xD6BE88, BareBones: 0xD4CCB8, StoneBridge: 0xA8A094, NotDefined: 0x787878};
export const surfaceColor = `CASE t.surface_name ${Object.entries(surfaces).map(([name, color]) => `WHEN '${name}' THEN ${color}`).join(' ')} ELSE 0xB3AC9C END`;
// What surfaces are in plain words, with the game's own name where those are others
export const wordsOfSurfaces = {Obscuring: 'blocks sight (Obscuring)', Nonwalk: 'not walkable (Nonwalk)', Transparent: 'seen through (Transparent)', NotDefined: 'not told (NotDefined)',
    BottomlessPit: 'bottomless pit', DeepWater: 'deep water', BareBones: 'bare bones', StoneBridge: 'stone bridge'};
export const surfaceWords = `CASE t.surface_name ${Object.entries(wordsOfSurfaces).map(([name, words]) => `WHEN '${name}' THEN '${words}'`).join(' ')} ELSE lower(t.surface_name) END`;
const areaKnown = (heights = '') => `SELECT t.tile_id, a.x AS x0, a.y AS y0, b.x AS x1, b.y AS y1, c.x AS x2, c.y AS y2, ${heights}${surfaceColor} AS color
    FROM nwn_area_triangles(:f, :w) t CROSS JOIN nwn_area_vertices(:f, :w) a ON a.id = t.vertex0 CROSS JOIN nwn_area_vertices(:f, :w) b ON b.id = t.vertex1
    CROSS JOIN nwn_area_vertices(:f, :w) c ON c.id = t.vertex2`;
export const areaGroundHere = `SELECT x0, y0, x1, y1, x2, y2, color FROM (${areaKnown()})`;
// The same for a view in 3D, as board.mjs makes it, with where other tiles are
export const areaBoard = `WITH known AS MATERIALIZED (${areaKnown('a.z AS z0, b.z AS z1, c.z AS z2, ')})
SELECT json_object('faces', json_group_array(json_array(round(x0, 2), round(y0, 2), round(z0, 2), round(x1, 2), round(y1, 2), round(z1, 2), round(x2, 2), round(y2, 2), round(z2, 2), color)),
    'lost', json((SELECT json_group_array(json_array(x, y)) FROM nwn_tiles(:f) WHERE height IS NOT NULL AND id NOT IN (SELECT tile_id FROM known)))) FROM known HAVING count(*)`;
// The same where nothing of its tiles is here, as levels.mjs makes it: by what a tileset says of their corners, else by their numbers
const GUESSED_STEP = 5; // metres, as in most tilesets
export const areaLevels = `WITH ${tileset},
names AS MATERIALIZED (SELECT name, ${terrainColor('name')} AS color FROM corners GROUP BY name ORDER BY count(*) DESC)
SELECT json_object('side', 5, 'step', ifnull((SELECT transition FROM nwn_areas(:f) a JOIN set_files(:l, 'skip') s ON lower(gamemap_stem(s.file)) = lower(a.tileset) LIMIT 1), ${GUESSED_STEP}),
    'cells', json_group_array(json_array(x + iif(i < 2, -2.5, 2.5), y + iif(i IN (0, 3), 2.5, -2.5), up, ${terrainColor('name')})),
    'crossed', json((SELECT json_group_array(json_array(x, y, e, n, ${terrainColor('name')})) FROM edges WHERE trim(name) <> '')),
    'names', json((SELECT json_group_array(json_array(name, color)) FROM names))) FROM corners HAVING count(*)`;
export const areaNumbers = `WITH ${tileKinds}
SELECT json_object('side', 10, 'step', ${GUESSED_STEP}, 'cells', json_group_array(json_array(x, y, level, color))) FROM drawn HAVING count(*)`;
// What stands there: its kind, words that say what it may be, place and direction, what a click tells, and the outline of what is as large as that
export const areaStands = `WITH outlines AS MATERIALIZED (SELECT object_id, json_group_array(json_array(x, z, -y)) AS outline FROM (SELECT * FROM nwn_points(:i) ORDER BY object_id, corner) GROUP BY 1)
SELECT kind, lower(ifnull(template, '') || ' ' || ifnull(tag, '') || ' ' || ifnull(name, '')), x, z, -y, facing,
    kind || ' ' || coalesce(nullif(trim(name), ''), '') || ' ' || coalesce(tag, '') || ifnull(', leads to ' || nullif(linked_to, ''), ''), outline
FROM nwn_objects(:i) LEFT JOIN outlines ON object_id = id WHERE x IS NOT NULL AND z IS NOT NULL
    AND kind IN ('creature', 'door', 'placeable', 'store', 'item', 'waypoint', 'trigger', 'encounter', 'sound') LIMIT 1500`;
// The ground of tiles that are here. Other tiles are hatched: beside those every 2.5 metres have the ground of the nearest place that is known, and one
// farther away has what is most of the nearest tile.
export const areaGround = `WITH ground AS MATERIALIZED (${areaKnown()}),
tiles AS MATERIALIZED (SELECT id, x, y, id IN (SELECT tile_id FROM ground) AS is_here FROM nwn_tiles(:f) WHERE height IS NOT NULL),
step(d) AS (VALUES (-10), (0), (10)),
beside AS MATERIALIZED (SELECT t.id, t.x, t.y, h.id AS here FROM tiles t CROSS JOIN step u CROSS JOIN step v CROSS JOIN tiles h ON h.x = t.x + u.d AND h.y = t.y + v.d
    WHERE NOT t.is_here AND h.is_here),
border AS MATERIALIZED (SELECT * FROM ground WHERE tile_id IN (SELECT here FROM beside)),
-- corners of triangles, a little inside; of those within a metre one
corners AS MATERIALIZED (SELECT tile_id, x, y, color FROM (SELECT tile_id, color, 0.8 * x0 + 0.1 * (x1 + x2) AS x, 0.8 * y0 + 0.1 * (y1 + y2) AS y FROM border
    UNION ALL SELECT tile_id, color, 0.8 * x1 + 0.1 * (x0 + x2), 0.8 * y1 + 0.1 * (y0 + y2) FROM border
    UNION ALL SELECT tile_id, color, 0.8 * x2 + 0.1 * (x0 + x1), 0.8 * y2 + 0.1 * (y0 + y1) FROM border) GROUP BY tile_id, round(x), round(y)),
part(d) AS (VALUES (-3.75), (-1.25), (1.25), (3.75)),
around AS MATERIALIZED (SELECT b.id, k.x, k.y, color FROM beside b CROSS JOIN corners k ON k.tile_id = b.here AND max(abs(b.x - k.x), abs(b.y - k.y)) < 9),
fine AS MATERIALIZED (SELECT id, x, y, (SELECT color FROM (SELECT color, min((p.x - k.x) * (p.x - k.x) + (p.y - k.y) * (p.y - k.y)) FROM around k WHERE k.id = p.id)) AS color
    FROM (SELECT id, t.x + u.d AS x, t.y + v.d AS y FROM tiles t CROSS JOIN part u CROSS JOIN part v WHERE id IN (SELECT id FROM around)) p),
usual AS MATERIALIZED (SELECT x, y, color, max(size) FROM (SELECT tile_id, color, sum(abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0))) AS size
    FROM border GROUP BY 1, 2) JOIN tiles ON id = tile_id GROUP BY tile_id),
guesses AS MATERIALIZED (SELECT x, y, 1.3 AS half, color FROM fine
    UNION ALL SELECT x, y, 5, color FROM (SELECT t.x, t.y, h.color, min((t.x - h.x) * (t.x - h.x) + (t.y - h.y) * (t.y - h.y))
        FROM tiles t JOIN usual h WHERE NOT t.is_here AND t.id NOT IN (SELECT id FROM fine) GROUP BY t.id))
SELECT x - half AS x0, y - half AS y0, x + half AS x1, y + half * side AS y1, x - half * side AS x2, y + half AS y2, color FROM guesses, (SELECT -1 AS side UNION ALL SELECT 1)
UNION ALL SELECT x0, y0, x1, y1, x2, y2, color FROM ground
UNION ALL SELECT x + max(-5, d - 5), y + max(-5, d - 5) - d, x + max(-5, d - 5), y + max(-5, d - 5) - d, x + min(5, d + 5), y + min(5, d + 5) - d, 0xE8E8E2
FROM tiles, (SELECT value AS d FROM json_each('[-7.5,-5,-2.5,0,2.5,5,7.5]')) WHERE NOT is_here`;
// Where the module begins comes first, then what one goes through, then who stands there
export const areaMarks = {
    start: `SELECT e.x / w, 1 - e.y / h, 'start', 'Start', 'The module begins here' FROM (${areaSize}), (SELECT max(value_text) FILTER (WHERE path = 'Mod_Entry_Area') AS area,
    max(value) FILTER (WHERE path = 'Mod_Entry_X') AS x, max(value) FILTER (WHERE path = 'Mod_Entry_Y') AS y FROM gff_fields(:e)) e
WHERE lower(area) = lower(gamemap_stem(:f))`,
    // an arrow says that it leads elsewhere, and over which edge where that is near
    objects: `SELECT o.x / w, 1 - o.y / h, kind, coalesce(nullif(trim(name), ''), nullif(tag, ''), template) || CASE WHEN ifnull(linked_to, '') = '' THEN ''
    WHEN min(o.x, w - o.x, o.y, h - o.y) > 10 THEN ' »' WHEN o.y = min(o.x, w - o.x, o.y, h - o.y) THEN ' ↓' WHEN h - o.y = min(o.x, w - o.x, o.y, h - o.y) THEN ' ↑'
    WHEN o.x = min(o.x, w - o.x, o.y, h - o.y) THEN ' ←' ELSE ' →' END, kind || ' ' || coalesce(nullif(trim(name), ''), '') || ' ' || coalesce(tag, '')
    || ifnull(', leads to ' || nullif(linked_to, ''), '') FROM nwn_objects(:i) o, (${areaSize}) WHERE o.x BETWEEN 0 AND w AND o.y BETWEEN 0 AND h
ORDER BY instr('door trigger waypoint creature store encounter', kind) = 0, instr('door trigger waypoint creature store encounter', kind) LIMIT 1500`,
};
