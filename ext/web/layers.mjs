// What is shown of a file beside its model: layers over a Ragnarok ground, findings, tables. Each is one
// statement, in which :f stands for the file; of a ground, :r is the .rsw and :g the .gat beside it.
import {isWet, plainPlan} from './plans.mjs';
import {about, subjectOf, town, townFiles, typeOf} from './subjects.mjs';

const FINDINGS_MOST = 400; // pins

export const layers = {
    objects: `SELECT o.type_name, o.id, o.x / 5 + m.width, -o.y * 2 / m.scale, o.z / 5 + m.height
FROM gnd_maps(:f) m JOIN rsw_objects(:r) o WHERE o.x IS NOT NULL AND o.z IS NOT NULL`,
    // those of them that are models, as they stand
    models: `SELECT o.object_id, o.x / 5 + m.width, -o.y * 2 / m.scale, o.z / 5 + m.height, o.model_file, o.rotation_y, o.scale_x, o.scale_y, o.scale_z
FROM gnd_maps(:f) m JOIN rsw_models(:r) o WHERE o.x IS NOT NULL AND o.z IS NOT NULL`,
    // where the ground lies below the water
    water: `SELECT 2 * c.x, -2 * c.y, -w.water_level * 2 / m.scale
FROM gnd_maps(:f) m JOIN rsw_worlds(:r) w JOIN gnd_cubes(:f) c
WHERE max(c.height_sw, c.height_se, c.height_nw, c.height_ne) > w.water_level`,
    // does water lie over the lowest ground, as in the picture of its heights?
    isWet: `SELECT ${isWet} FROM (SELECT min(-height_sw) AS least FROM gnd_cubes(:f) WHERE surface_top IS NOT NULL)`,
    // steps between tops of neighbours that no wall closes: two places on one edge, then the heights there on both sides
    steps: `SELECT 2 * c.x, -2 * c.y - 2, 2 * c.x + 2, -2 * c.y - 2, -c.height_nw * 2 / m.scale, -c.height_ne * 2 / m.scale,
    -n.height_sw * 2 / m.scale, -n.height_se * 2 / m.scale
FROM gnd_maps(:f) m CROSS JOIN gnd_cubes(:f) c JOIN gnd_cubes(:f) n ON n.x = c.x AND n.y = c.y + 1
WHERE c.surface_north IS NULL AND c.surface_top IS NOT NULL AND n.surface_top IS NOT NULL
AND (c.height_nw <> n.height_sw OR c.height_ne <> n.height_se)
UNION ALL SELECT 2 * c.x + 2, -2 * c.y, 2 * c.x + 2, -2 * c.y - 2, -c.height_se * 2 / m.scale, -c.height_ne * 2 / m.scale,
    -n.height_sw * 2 / m.scale, -n.height_nw * 2 / m.scale
FROM gnd_maps(:f) m CROSS JOIN gnd_cubes(:f) c JOIN gnd_cubes(:f) n ON n.x = c.x + 1 AND n.y = c.y
WHERE c.surface_east IS NULL AND c.surface_top IS NOT NULL AND n.surface_top IS NOT NULL
AND (c.height_se <> n.height_sw OR c.height_ne <> n.height_nw)`,
    walkable: `SELECT t.x, -t.y, -t.height_sw * 2 / m.scale, -t.height_se * 2 / m.scale, -t.height_nw * 2 / m.scale,
    -t.height_ne * 2 / m.scale FROM gnd_maps(:f) m CROSS JOIN gat_tiles(:g) t
CROSS JOIN gnd_cubes(:f) c WHERE NOT t.walkable AND c.x = t.x / 2 AND c.y = t.y / 2 AND c.surface_top IS NOT NULL`,
    // findings that speak of an object or of a cube
    objectFindings: `SELECT o.x / 5 + m.width, -o.y * 2 / m.scale, o.z / 5 + m.height, f.code, f.message
FROM gnd_maps(:f) m JOIN gamemap_findings(:r, 'each') f JOIN rsw_models(:r) o ON o.byte_offset = f.byte_offset
LIMIT ${FINDINGS_MOST}`,
    cubeFindings: `SELECT 2 * c.x + 1, -c.height_sw * 2 / m.scale, 2 * c.y + 1, f.code, f.message
FROM gnd_maps(:f) m JOIN gamemap_findings(:f, 'each') f JOIN gnd_cubes(:f) c ON c.byte_offset = f.byte_offset
LIMIT ${FINDINGS_MOST}`,
};

// A way between two places that somebody clicks, by the type of file: places of the way as the 3D view has them (east,
// up, south), what it says in words, and what ends a straight walk before its goal. :x1 to :y2 are the places on the ground,
// from the west and from the south.
export const ways = {
    gnd: {
        places: `SELECT p.x + 0.5, -t.height_sw * 2 / m.scale, -p.y - 0.5, p.distance
FROM gnd_maps(:f) m JOIN gat_path(:g, floor(:x1), floor(:y1), floor(:x2), floor(:y2)) p
JOIN gat_tiles(:g) t ON t.id = p.tile_id ORDER BY step`,
        why: 'SELECT gat_path_status(:g, floor(:x1), floor(:y1), floor(:x2), floor(:y2))',
        // a line of tiles, a step each
        sight: `WITH RECURSIVE line(i, steps, x, y) AS (
    SELECT 0, max(abs(floor(:x2) - floor(:x1)), abs(floor(:y2) - floor(:y1)), 1), floor(:x1), floor(:y1)
    UNION ALL SELECT i + 1, steps, floor(:x1) + round((floor(:x2) - floor(:x1)) * (i + 1) / steps),
                     floor(:y1) + round((floor(:y2) - floor(:y1)) * (i + 1) / steps) FROM line WHERE i < steps)
SELECT t.x + 0.5, -t.height_sw * 2 / m.scale, -t.y - 0.5, ifnull(t.type_name, 'a tile of type ' || t.type)
FROM gnd_maps(:f) m CROSS JOIN line l JOIN gat_tiles(:g) t ON t.x = l.x AND t.y = l.y WHERE NOT t.walkable ORDER BY i LIMIT 1`,
        unit: 'tiles',
        needs: 'g',
    },
    trx: {
        places: 'SELECT x, z, -y, distance FROM aswm_pulled_path(:f, :x1, :y1, :x2, :y2) ORDER BY step',
        why: 'SELECT \'there is no way over the walkmesh\'',
        sight: `SELECT s.x, aswm_height(:f, s.x, s.y, 'skip'), -s.y, s.status
FROM aswm_sight(:f, :x1, :y1, :x2, :y2) s WHERE s.status <> 'clear'`,
        unit: 'metres',
    },
    are: {
        places: 'SELECT x, z, -y, distance FROM nwn_area_path(:f, :w, :x1, :y1, :x2, :y2) ORDER BY step',
        why: 'SELECT \'there is no way over the ground\'',
        sight: `SELECT s.x, NULL, -s.y, s.status FROM nwn_area_sight(:f, :w, :x1, :y1, :x2, :y2) s WHERE s.status <> 'clear'`,
        unit: 'metres',
        needs: 'w',
    },
};
ways.trn = ways.trx;

export const findings = 'SELECT severity, code, count, message FROM gamemap_findings(:f)';

// How many files it needs that aren't here
export const needed = `SELECT count(*) FROM (SELECT 1 FROM gamemap_references(:f) GROUP BY kind, name HAVING max(needed) AND max(path) IS NULL)`;

export const tables = `SELECT t.name, t.documentation FROM gamemap_files(:f) f
JOIN gamemap_tables t ON t.format = f.format WHERE t.call NOT LIKE '%(src, %'`;

export const version = 'SELECT gamemap_version()';

// What the page asks first. `make web` has the answers ready, so that the town stands before SQLite does.
export function firstStatements() {
    const {together, models} = subjectOf(town);
    const shown = [together, plainPlan, Object.values(models)[0], layers.isWet, layers.objects, layers.water,
        layers.objectFindings, layers.cubeFindings, layers.steps, tables];
    return [version, ...shown.map(sql => about(sql, town)), ...townFiles.map(file => about(findings, file))];
}

// The row of a file that lies where one clicks, or of the node there; hasCells tells whether its walk grid is here.
export function rowAt(path, {x, y, z}, node, hasCells) {
    switch (typeOf(path)) {
    case 'gnd': return about(`SELECT c.x || ', ' || c.y AS cube, ifnull(t.path, 'none, nothing is drawn') AS texture,
    printf('%.1f to %.1f', -max(c.height_sw, c.height_se, c.height_nw, c.height_ne), -min(c.height_sw, c.height_se, c.height_nw, c.height_ne)) AS height${hasCells ? `,
    (SELECT iif(walkable, 'yes', 'no') || ifnull(', ' || type_name, '') FROM gat_tiles(:g) g
    WHERE g.x = ${Math.floor(x)} AND g.y = ${Math.floor(-z)}) AS "can be walked on"` : ''}
FROM gnd_cubes(:f) c LEFT JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(c.source) t ON t.id = s.texture_id
WHERE c.x = ${Math.floor(x / 2)} AND c.y = ${Math.floor(-z / 2)}`, path);
    case 'trx':
    case 'trn': return about(`SELECT id, walkable, material, area, center_z, tile_id, island_id, component
FROM aswm_triangles(:f) WHERE id = aswm_triangle_at(:f, ${x.toFixed(4)}, ${(-z).toFixed(4)}, ${y.toFixed(4)})`, path);
    case 'mdl': return about(`SELECT id, name, kind, path, parent_id, world_x, world_y, world_z
FROM mdl_nodes(:f) WHERE animation_id IS NULL AND name = '${node.replaceAll('\'', '\'\'')}'`, path);
    default: return null;
    }
}
