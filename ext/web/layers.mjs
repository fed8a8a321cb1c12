// What is shown of a file beside its model: layers over a Ragnarok ground, findings, tables. Each is one
// statement, in which :f stands for the file; of a ground, :r is the .rsw and :g the .gat beside it.
import {about, subjectOf, town, townFiles} from './subjects.mjs';

const FINDINGS_MOST = 400; // pins

export const layers = {
    objects: `SELECT o.type_name, o.id, o.x / 5 + m.width, -o.y * 2 / m.scale, o.z / 5 + m.height
FROM gnd_maps(:f) m JOIN rsw_objects(:r) o WHERE o.x IS NOT NULL AND o.z IS NOT NULL`,
    // where the ground lies below the water
    water: `SELECT 2 * c.x, -2 * c.y, -w.water_level * 2 / m.scale
FROM gnd_maps(:f) m JOIN rsw_worlds(:r) w JOIN gnd_cubes(:f) c
WHERE max(c.height_sw, c.height_se, c.height_nw, c.height_ne) > w.water_level`,
    walkable: `SELECT t.x, -t.y, -t.height_sw * 2 / m.scale, -t.height_se * 2 / m.scale, -t.height_nw * 2 / m.scale,
    -t.height_ne * 2 / m.scale FROM gnd_maps(:f) m JOIN gat_tiles(:g) t WHERE NOT t.walkable`,
    // findings that speak of an object or of a cube
    objectFindings: `SELECT o.x / 5 + m.width, -o.y * 2 / m.scale, o.z / 5 + m.height, f.code, f.message
FROM gnd_maps(:f) m JOIN gamemap_findings(:r, 'each') f JOIN rsw_models(:r) o ON o.byte_offset = f.byte_offset
LIMIT ${FINDINGS_MOST}`,
    cubeFindings: `SELECT 2 * c.x + 1, -c.height_sw * 2 / m.scale, 2 * c.y + 1, f.code, f.message
FROM gnd_maps(:f) m JOIN gamemap_findings(:f, 'each') f JOIN gnd_cubes(:f) c ON c.byte_offset = f.byte_offset
LIMIT ${FINDINGS_MOST}`,
};

export const findings = 'SELECT severity, code, count, message FROM gamemap_findings(:f)';

export const tables = `SELECT t.name, t.documentation FROM gamemap_files(:f) f
JOIN gamemap_tables t ON t.format = f.format WHERE t.call NOT LIKE '%(src, %'`;

export const version = 'SELECT gamemap_version()';

// What the page asks first. `make web` has the answers ready, so that the town stands before SQLite does.
export function firstStatements() {
    const {sentence, pictures, models} = subjectOf(town);
    const shown = [sentence, Object.values(pictures)[0], Object.values(models)[0], layers.objects, layers.water,
        layers.objectFindings, layers.cubeFindings, tables];
    return [version, ...shown.map(sql => about(sql, town)), ...townFiles.map(file => about(findings, file))];
}
