// The ground of a Ragnarok Online map from above, as a statement draws it: each cube with the slopes of its own four corners, so that walls are
// as sharp as they are in the file, in colours of what its textures are called.
import {EARTH, GRASS, INSIDE, LAVA, PAVED, SAND, SNOW, STONE, groundMeaning} from './meanings.mjs';

const LONG = 0.62; // of its length: a narrower one lies on its side
const PIXELS = 170000, SMALL = 25600; // each of which is worked out
const CUBES_MOST = 20000, MARKS_MOST = 2000, SLOPED = 0.3; // of so many cubes lines of heights are told at most, and so much of what stands there; lines only where so many of all cubes aren't level: what is built has none
const land = ['#57854a', '#b3b274', '#dccfba'];
export const built = ['#8d826f', '#b9ae98', '#efe6d4'];
const ramps = new Map([[SAND, ['#9c7c4f', '#d2b27c', '#f3e4bf']], [SNOW, ['#8699a8', '#c0ced8', '#f6f9fb']], [GRASS, ['#557f47', '#8fae62', '#d3d6a0']],
    [EARTH, ['#6f5941', '#a98b65', '#dccaa6']], [LAVA, ['#4b342f', '#96503c', '#dda576']], ...[PAVED, STONE, INSIDE].map(one => [one, built])]);

// rows: [texture, how many cubes it covers]; gives colours from low to high
export function toneOf(rows) {
    const sizes = new Map();
    for (const [texture, cubes] of rows) sizes.set(groundMeaning(texture), (sizes.get(groundMeaning(texture)) ?? 0) + Number(cubes));
    const [[meaning] = []] = [...sizes].sort((a, b) => b[1] - a[1]);
    return ramps.get(meaning) ?? land;
}

export const texturesOfGround = `SELECT t.path, count(*) FROM gnd_cubes(:f) c JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id GROUP BY 1`;

// A channel between three colours, as a curve through them: t is the share of the way
function channel(ramp, at) {
    const [low, middle, high] = ramp.map(color => parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16)), bend = 2 * (low + high) - 4 * middle;
    return `min(255, light * iif(deep > 0, ${[90, 148, 186][at]} * (1 - 0.4 * min(deep / 30, 1)), ${low} + t * (${high - low - bend} + t * ${bend})))`;
}
const paint = ramp => [0, 1, 2].map(at => `(CAST(${channel(ramp, at)} AS INTEGER) << ${16 - 8 * at})`).join(' + ');
const toldRamp = ramp => `'ramp', '${ramp.join()}'`;
const VOID = '#dad8cd';

// Is there water over the lowest ground?
export const isWet = `(EXISTS (SELECT 1 FROM gnd_water(:f) WHERE -level > least) OR
    EXISTS (SELECT 1 FROM rsw_worlds(gamemap_beside(:f, 'rsw'), 'skip') WHERE -water_level > least))`;

// Where most of it is nearly flat, the colours of heights are for that, around the middle; elsewhere they leave out the outermost percent on each
// side. Where nothing is drawn a map has no height. What is much longer than wide has its north at the left.
const allGround = 'FROM gnd_cubes(:f) WHERE 1', cubesOf = `cubes AS MATERIALIZED (SELECT x, y, iif(surface_top IS NULL, NULL, -height_sw) AS height,
    -height_se AS se, -height_nw AS nw, -height_ne AS ne ${allGround}),
-- what is drawn
shown AS MATERIALIZED (SELECT *, x1 - x0 + 1 AS wide, y1 - y0 + 1 AS deep, x1 - x0 + 1 < ${LONG} * (y1 - y0 + 1) AS is_turned
    FROM (SELECT min(x) AS x0, max(x) AS x1, min(y) AS y0, max(y) AS y1 FROM cubes WHERE height IS NOT NULL))`;
const ground = pixels => `${cubesOf},
-- planes of water, of one size, which is told in halves of cubes
water AS MATERIALIZED (SELECT grid_x, grid_y, max_x - min_x AS wide, max_y - min_y AS deep, -level AS level FROM gnd_water(:f) WHERE NOT is_default
    UNION ALL SELECT 0, 0, 1e9, 1e9, -water_level FROM rsw_worlds(gamemap_beside(:f, 'rsw'), 'skip') WHERE NOT EXISTS (SELECT 1 FROM gnd_water(:f))),
parts AS MATERIALIZED (SELECT height, ntile(100) OVER (ORDER BY height) AS part FROM cubes WHERE height IS NOT NULL),
ends AS MATERIALIZED (SELECT min(height) AS least, max(height) AS most, max(height) FILTER (WHERE part <= 50) AS middle,
    ifnull(min(height) FILTER (WHERE part > 1), min(height)) AS first, max(height) FILTER (WHERE part < 100) AS last,
    max(height) FILTER (WHERE part < 93) - min(height) FILTER (WHERE part > 8) AS usual FROM parts),
range AS MATERIALIZED (SELECT least, most, iif(usual > 0 AND usual * 6 < most - least, max(least, middle - 2 * usual), first) AS low,
    iif(usual > 0 AND usual * 6 < most - least, min(most, middle + 2 * usual), ifnull(last, most)) AS high FROM ends),
detail AS MATERIALIZED (SELECT low, high, is_turned, max(1, CAST(sqrt(${pixels} / (wide * deep)) AS INTEGER)) AS k,
    max(1, min(6, 0.4 * min(wide, deep) / max(high - low, 1e-3))) AS steep FROM shown, range),
-- what stands higher beside a cube puts a shadow on its edge
walls AS MATERIALIZED (SELECT c.*, ifnull(max(0, lag(se + ne) OVER (PARTITION BY y ORDER BY x) / 2 - (height + nw) / 2), 0) AS west,
    ifnull(max(0, lead(height + se) OVER (PARTITION BY x ORDER BY y) / 2 - (nw + ne) / 2), 0) AS north,
    level FROM cubes c JOIN (SELECT max(wide) AS part_wide, max(deep) AS part_deep FROM water) LEFT JOIN water
        ON grid_x = CAST((2 * c.x + 1) / part_wide AS INTEGER) AND grid_y = CAST((2 * c.y + 1) / part_deep AS INTEGER)),
steps AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM steps, detail WHERE i + 1 < k)`;

// The same statement about a part of the ground, and in other colours
export const groundWithin = (sql, {x0, y0, x1, y1}) => sql.replace(allGround, `FROM gnd_cubes(:f) WHERE x BETWEEN ${x0} AND ${x1} AND y BETWEEN ${y0} AND ${y1}`);
export const toned = (sql, ramp) => sql.replace(paint(land), paint(ramp)).replace(toldRamp(land), toldRamp(ramp));

const picture = (pixels, told = '') => `WITH ${ground(pixels)},
points AS (SELECT k * x + u.i AS px, k * y + v.i AS py, (u.i + 0.5) / k AS u, (v.i + 0.5) / k AS v, is_turned, height, se - height AS east, nw - height AS up,
    ne - se - nw + height AS bend, west, north, level, low, high, steep
    FROM detail, (SELECT x0, x1, y0, y1 FROM shown), walls, steps u, steps v WHERE x BETWEEN x0 AND x1 AND y BETWEEN y0 AND y1),
shades AS MATERIALIZED (SELECT px, py, is_turned, level - (height + east * u + up * v + bend * u * v) AS deep, min(1, max(0, (height + east * u + up * v + bend * u * v - low) / max(high - low, 1e-3))) AS t,
    steep * (east + bend * v - up - bend * u) / 10 AS slope, 1 - 0.4 * min(west / 10, 1) * max(0, 1 - 2 * u) - 0.4 * min(north / 10, 1) * max(0, 2 * v - 1) AS shade FROM points),
lit AS MATERIALIZED (SELECT *, shade * (1 + 0.3 * slope / (1 + abs(slope))) AS light FROM shades)
SELECT gamemap_picture(iif(is_turned, -py, px), iif(is_turned, px, py), iif(t IS NULL, ${VOID.replace('#', '0x')}, ${paint(land)}), 'rgb', '{"scale": 1}')${told} FROM lit`;

const corners = ['height', 'se', 'ne', 'nw'], turnedCorners = ['nw', 'height', 'se', 'ne'];
const cells = `SELECT iif((SELECT low >= high FROM range) OR count(*) > ${CUBES_MOST} OR count(*) < ${SLOPED} * (SELECT count(height) FROM cubes), '[]', json_group_array(json_array(iif(is_turned, y1 - y, x - x0), iif(is_turned, x - x0, y - y0),
    ${corners.map((one, i) => `round(iif(is_turned, ${turnedCorners[i]}, ${one}), 2)`).join(', ')}))) FROM shown, cubes WHERE height <> se OR height <> nw OR height <> ne`;
const keys = `SELECT json_group_array(json_array(color, text)) FROM (
    SELECT '#5e94ba' AS color, 'water' AS text WHERE EXISTS (SELECT 1 FROM walls WHERE level > height)
    UNION ALL SELECT '${VOID}', 'no ground is drawn' WHERE EXISTS (SELECT 1 FROM cubes, shown WHERE height IS NULL AND x BETWEEN x0 AND x1 AND y BETWEEN y0 AND y1)
    UNION ALL SELECT NULL, 'north is at the left' FROM shown WHERE is_turned)`;
const told = `,
    (SELECT json_object('low', low, 'high', high, 'least', least, 'most', most, ${toldRamp(land)}, 'x', 0, 'y', 0, 'w', iif(is_turned, deep, wide), 'h', iif(is_turned, wide, deep), 'step', 0, 'apart', 1,
        'cells', json((${cells})), 'keys', json((${keys}))) FROM range, shown)`;

export const groundPlan = picture(PIXELS, told);
export const plainPlan = groundPlan.replace(cells, '\'[]\''); // without lines of heights
export const smallPlan = `${picture(SMALL)} HAVING max(t) - min(t) > 0`;

// What stands on the part that is shown, as shares of the picture
const standing = `WITH ${cubesOf},
objects AS (SELECT (o.x / 5 + m.width) / 2 AS x, (o.z / 5 + m.height) / 2 AS y, kind, told FROM gnd_maps(:f) m JOIN (
    SELECT x, z, 'model' AS kind, model_file AS told FROM rsw_models(:r) UNION ALL SELECT x, z, 'light', name FROM rsw_objects(:r) WHERE type_name = 'light') o),
there AS (SELECT * FROM shown, objects WHERE x BETWEEN x0 AND x1 + 1 AND y BETWEEN y0 AND y1 + 1)`;
export const groundMarks = `${standing}
SELECT iif(is_turned, (y1 + 1 - y) / deep, (x - x0) / wide), iif(is_turned, (x1 + 1 - x) / wide, (y1 + 1 - y) / deep), kind, NULL, told FROM there LIMIT ${MARKS_MOST}`;
export const groundMarksLeft = `${standing}
SELECT NULL, printf('the first %,d of %,d objects', ${MARKS_MOST}, count(*)) FROM there HAVING count(*) > ${MARKS_MOST}`;
