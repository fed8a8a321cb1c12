// What is shown of a file: a sentence, pictures and models, each made by one statement, in which :f
// stands for the file. Also which questions the page suggests about the town that it comes with.

const triangles = `FROM aswm_triangles(:f) t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2`;

const area = {
    sentence: `SELECT printf('An area of Neverwinter Nights 2, %s: %,d triangles, %,d of them walkable, %d islands.',
    iif(baked, 'baked', 'as the toolset saved it'), triangle_count,
    (SELECT count(*) FROM aswm_triangles(m.source) WHERE walkable), island_count) FROM aswm_meshes(:f) m`,
    models: {
        Walkmesh: 'SELECT aswm_glb(:f)',
        Ground: 'SELECT trn_glb(:f) FROM trn_terrains(:f) LIMIT 1',
    },
    pictures: {
        Walkable: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, t.center_z, NULL), 'viridis',
    '{"legend": true, "title": "Height of what can be walked on", "unit": "metres"}')\n${triangles}`,
        Islands: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, t.island_id, NULL), 'classes',
    '{"legend": true, "title": "Islands of the walkmesh", "unit": "metres"}')\n${triangles}`,
    },
    isFlat: 'SELECT max(center_z) - min(center_z) < 1e-3 FROM aswm_triangles(:f) WHERE walkable',
};

const subjects = {
    gnd: {
        sentence: `SELECT printf('The ground of a Ragnarok Online map: %d x %d cubes, %d textures, %,d lightmaps (version %s).',
    width, height, texture_count, lightmap_count, version) FROM gnd_maps(:f)`,
        models: {Ground: 'SELECT gnd_glb(:f)'},
        pictures: {
            Heights: `SELECT gamemap_picture(x, y, -height_sw, 'relief',
    '{"legend": true, "title": "Heights", "unit": "cubes"}') FROM gnd_cubes(:f)`,
            Textures: `SELECT gamemap_picture(c.x, c.y, t.path, 'classes',
    '{"legend": true, "title": "Textures", "unit": "cubes"}')
FROM gnd_cubes(:f) c LEFT JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(c.source) t ON t.id = s.texture_id`,
        },
        thumbnail: `SELECT gamemap_picture(x, y, -height_sw, 'relief', '{"scale": 1}') FROM gnd_cubes(:f)`,
        isFlat: 'SELECT max(height_sw) - min(height_sw) < 1e-3 FROM gnd_cubes(:f)',
    },
    gat: {
        sentence: `SELECT printf('Where one can walk on a Ragnarok Online map: %d x %d tiles, %,d of them walkable.', width, height,
    (SELECT count(*) FROM gat_tiles(m.source) WHERE walkable)) FROM gat_maps(:f) m`,
        pictures: {
            Walkable: `SELECT gamemap_picture(x, y, ifnull(type_name, 'type ' || type), 'classes',
    '{"legend": true, "title": "What the tiles are", "unit": "tiles"}') FROM gat_tiles(:f)`,
            Heights: `SELECT gamemap_picture(x, y, -height_sw, 'relief',
    '{"legend": true, "title": "Heights", "unit": "tiles"}') FROM gat_tiles(:f)`,
        },
        thumbnail: `SELECT gamemap_picture(x, y, walkable, 'viridis', '{"scale": 1}') FROM gat_tiles(:f)`,
    },
    rsm: {
        sentence: `SELECT printf('A model of Ragnarok Online (version %s): %d nodes, %d textures, %,d faces%s.', version, node_count,
    texture_count, face_count, iif(has_animation, ', moving', '')) FROM rsm_models(:f)`,
        models: {Model: 'SELECT rsm_glb(:f)'},
        pictures: {},
        isModel: true,
    },
    rsw: {
        models: {'Whole map': 'SELECT rsw_glb(:f, \'{"lights": false}\')'},
        sentence: `SELECT printf('What stands on a Ragnarok Online map: %d models, %d lights, %d sounds, %d effects (version %s).',
    model_count, light_count, sound_count, effect_count, version) FROM rsw_worlds(:f)`,
        pictures: {
            Objects: `SELECT gamemap_drawing(x, z, x, z, x, z, type_name, 'classes',
    '{"legend": true, "title": "Objects", "line": 9, "background": "#F4F4EFFF"}') FROM rsw_objects(:f)`,
        },
    },
    trx: area,
    trn: area,
    mdl: {
        sentence: `SELECT printf('A model of Neverwinter Nights: %s, %d nodes, %d animations (%s).', name, node_count, animation_count,
    ifnull(compiler, 'compiler unknown')) FROM mdl_models(:f)`,
        models: {Model: 'SELECT mdl_glb(:f)'},
        pictures: {},
        isModel: true,
    },
    nvm: {
        sentence: `SELECT printf('A region of Silkroad''s world: %d cells, %d objects, %d x %d tiles.', cell_count, object_count, 96, 96)
FROM jmx_regions(:f)`,
        pictures: {
            World: `WITH regions AS MATERIALIZED (
    SELECT x, z, file, source, iif(count(*) OVER () > 60, 8, iif(count(*) OVER () > 20, 4, 1)) AS step
    FROM jmx_regions(:n, 'skip') WHERE x IS NOT NULL GROUP BY region_id)
SELECT gamemap_picture(x, y, value, 'relief', '{"legend": true, "title": "Heights of all regions", "unit": "tiles"}')
FROM (SELECT 96 * r.x + h.x AS x, 96 * r.z + h.z AS y, iif(abs(h.height) < 1e9, h.height, NULL) AS value
      FROM regions r CROSS JOIN jmx_heights(r.source) h WHERE h.x % step = 0 AND h.z % step = 0
      UNION ALL SELECT 96 * x + 4, 96 * z + 4, gamemap_stem(file) FROM regions WHERE step = 1)`,
            Heights: `SELECT gamemap_picture(x, z, iif(abs(height) < 1e9, height, NULL), 'relief',
    '{"legend": true, "title": "Heights", "unit": "tiles"}') FROM jmx_heights(:f)`,
            Cells: `SELECT gamemap_picture(x, z, iif(blocked, NULL, cell_id), 'classes', '{"title": "Cells", "unit": "tiles"}')
FROM jmx_tiles(:f)`,
        },
        thumbnail: `SELECT gamemap_picture(x, z, height, 'relief', '{"scale": 1}') FROM jmx_heights(:f)`,
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

// Rules, texts and trees are read as sheets. The columns of a 2DA are rows, of which a statement makes one that has
// them as columns.
subjects['2da'] = {
    sentence: `SELECT printf('A table of rules of Neverwinter Nights: %,d rows, %d columns.',
    (SELECT count(*) FROM twoda_rows(:f)), (SELECT count(*) FROM twoda_columns(:f)))`,
    pictures: {},
    sheet: `-- columns
SELECT 'SELECT r.label AS "row"' || (SELECT group_concat(printf(', r.cells ->> %Q AS "%w"', name, name), '')
    FROM twoda_columns(:f)) || ' FROM twoda_rows(' || quote(:f) || ') r'`,
};
subjects.tlk = {
    sentence: 'SELECT printf(\'Texts by their numbers (StrRef): %,d, of which %,d have words.\', count(*), sum(has_text)) FROM tlk_strings(:f)',
    pictures: {},
    sheet: 'SELECT id AS StrRef, text, sound FROM tlk_strings(:f) WHERE text IS NOT NULL OR has_sound',
};
const tree = {
    sentence: `SELECT printf('%s of Neverwinter Nights (GFF): %,d fields in %,d structs.', type, field_count, struct_count) FROM gff_files(:f)`,
    pictures: {},
    sheet: `SELECT path AS field, type, CASE type WHEN 'List' THEN count || iif(count = 1, ' entry', ' entries') WHEN 'Struct' THEN NULL
    ELSE coalesce(value_text, tlk_text(:t, strref, 'skip'), 'StrRef ' || strref, value) END AS value FROM gff_fields(:f)`,
};
for (const type of ['are', 'git', 'gic', 'ifo', 'utc', 'utd', 'ute', 'uti', 'utm', 'utp', 'uts', 'utt', 'utw', 'dlg', 'jrl', 'fac', 'itp', 'bic',
    'ult', 'upe', 'pfb']) subjects[type] = tree;

const image = {
    sentence: `SELECT printf('An image of %d x %d pixels (%s, %s).', width, height, kind, compression) FROM gamemap_images(:f)`,
    pictures: {
        Image: 'SELECT gamemap_image(coalesce(readfile(:f), (SELECT data FROM archive_entries(:a) WHERE path = :f)))',
    },
    thumbnail: 'SELECT gamemap_image(coalesce(readfile(:f), (SELECT data FROM archive_entries(:a) WHERE path = :f)))',
};
for (const type of ['bmp', 'tga', 'dds']) subjects[type] = image;
subjects.rsm2 = subjects.rsm;
subjects.are = {...tree, thumbnail: `SELECT gamemap_picture("column", row, tile, 'classes', '{"scale": 8}') FROM nwn_tiles(:f)`, sentence: `SELECT printf('An area of Neverwinter Nights, "%s": %d x %d tiles of %s%s.',
    ifnull(name, resref), width, height, tileset, iif(interior, ', inside', '')) FROM nwn_areas(:f)`,
    models: {Area: 'SELECT nwn_area_glb(:f, :m)'}, pictures: {
    Ground: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, coalesce(t.surface_name, 'surface ' || t.surface), 'classes',
    '{"legend": true, "title": "What the ground is", "unit": "metres"}') FROM nwn_area_triangles(:f, :w) t
CROSS JOIN nwn_area_vertices(:f, :w) a ON a.id = t.vertex0 CROSS JOIN nwn_area_vertices(:f, :w) b ON b.id = t.vertex1
CROSS JOIN nwn_area_vertices(:f, :w) c ON c.id = t.vertex2`,
    Tiles: `SELECT gamemap_picture("column", row, 'tile ' || tile, 'classes',
    '{"legend": true, "title": "Which tile lies where", "unit": "tiles"}') FROM nwn_tiles(:f)`}};
// A server's script, if it is one: its warps as a list, and on the cells of that of its maps which has most of them
subjects.txt = {...anything, sentence: `SELECT iif(format = 'RO-SCRIPT', printf('A script of a Ragnarok Online server: %d warps on %d maps, %d lines.',
    (SELECT count(*) FROM ro_warps(f.source)), (SELECT count(DISTINCT map) FROM ro_warps(f.source)),
    (SELECT count(*) FROM text_lines(f.source))),
    printf('%s%s, %,d bytes.%s', ifnull(format, 'A file of no known format'), ifnull(' ' || version, ''), size,
    ifnull(' It can''t be read: ' || error || '.', ''))) FROM gamemap_files(:f) f`, sheet: `SELECT name AS warp, map AS "from", x, y, to_map AS "to", to_x, to_y FROM ro_warps(:f)`,
    pictures: {Warps: `WITH warps AS MATERIALIZED (SELECT map, x, y, span_x, span_y, to_map FROM ro_warps(:f)),
maps AS MATERIALIZED (SELECT map, count(*) AS count FROM warps GROUP BY 1),
shown AS MATERIALIZED (SELECT map, g.source FROM maps CROSS JOIN json_each(:c) c
    CROSS JOIN gat_maps(iif(value LIKE '%/', value || map, value), 'skip') g
    WHERE value LIKE '%/' OR gamemap_stem(value) = map ORDER BY count DESC LIMIT 1),
near(d) AS (VALUES (-1), (0), (1))
SELECT gamemap_picture(x, y, value, 'rgb', (SELECT json_object('title', 'Warps of ' || map, 'unit', 'tiles') FROM shown))
FROM (SELECT t.x, t.y, CASE WHEN walkable THEN 0xDDD8C8 WHEN type = 5 THEN 0x8FB4D0 ELSE 0x7C8084 END AS value
      FROM shown CROSS JOIN gat_tiles(shown.source) t
      UNION ALL SELECT x + a.d, y + b.d, 0xC02020 FROM warps JOIN shown USING (map) CROSS JOIN near a CROSS JOIN near b
      UNION ALL SELECT x + 2, y + 1, to_map FROM warps JOIN shown USING (map))`}};

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
    switch (typeOf(path)) {
    case 'gnd':
    case 'rsw':
        if (isWorld) return 'drop data.grf, too';
        return 'open the map in data.grf, or drop the client\'s folder';
    case 'rsm':
    case 'rsm2': return 'open it in data.grf, or drop the client\'s folder';
    case 'mdl': return 'drop the folder or the hak that has them';
    case 'are': return 'To see it in 3D drop the models of its tileset, too: a folder or a hak.';
    default: return '';
    }
}

export function quoted(text) {
    return `'${text.replaceAll('\'', '\'\'')}'`;
}

// A statement about a file, :f, and the archive in which it lies, :a, or NULL. Beside a ground lie files
// that are named alike: :g says where one can walk, :r what stands there.
export function about(sql, path) {
    const archive = path.split('/').slice(0, -1).reduce(([found, before], part) => {
        const here = before ? `${before}/${part}` : part;
        return [isArchive(here) ? here : found, here];
    }, ['', ''])[0];
    const names = {':f': path, ':a': archive, ':g': path.replace(/gnd$/i, 'gat'), ':r': path.replace(/gnd$/i, 'rsw')};
    return sql.replace(/:[fagr]\b/g, name => (names[name] ? quoted(names[name]) : 'NULL'));
}

// Of many files the one that shows most comes first.
const order = ['gnd', 'trx', 'are', 'mdl', 'nvm', 'gtchunk', 'trn', 'rsm', 'rsm2', 'gat', 'rsw', '2da', 'tlk', 'txt'];

export function mostTelling(paths) {
    const rank = path => {
        const at = order.indexOf(typeOf(path));
        return at < 0 ? order.length + (isArchive(path) ? 0 : 1) : at;
    };
    return paths.reduce((best, path) => (rank(path) < rank(best) ? path : best), paths[0]);
}

export const town = 'rivertown/rivertown.gnd';
export const townFiles = ['rivertown/rivertown.gnd', 'rivertown/rivertown.gat', 'rivertown/rivertown.rsw'];

export const townQuestions = [{
    name: 'What is the town made of?',
    summary: 'The textures by the ground that they cover.',
    sql: `SELECT t.path AS texture, count(*) AS cubes, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM gnd_cubes('rivertown/rivertown.gnd') c
JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id
GROUP BY t.path ORDER BY cubes DESC;`,
}, {
    name: 'Which models sank into the ground?',
    summary: 'Models against the height of the ground where they stand.',
    sql: `SELECT m.id, m.model_file, round(m.y - gat_height(g.source, m.x / 5 + g.width / 2.0, m.z / 5 + g.height / 2.0), 1) AS depth
FROM gat_maps('rivertown/rivertown.gat') g JOIN rsw_models('rivertown/rivertown.rsw') m
ORDER BY depth DESC;`,
}, {
    name: 'How does one walk from the market to the fields?',
    summary: 'The shortest way over the bridge, by the rules of the game, as a picture.',
    sql: `WITH way AS MATERIALIZED (SELECT tile_id FROM gat_path('rivertown/rivertown.gat', 62, 80, 150, 62))
SELECT gamemap_picture(x, y, CASE WHEN id IN way THEN 'the way (carpet)' WHEN walkable THEN 'grass'
                             WHEN type = 5 THEN 'water' ELSE 'wall' END, 'classes',
                       '{"legend": true, "title": "From the market to the fields", "unit": "tiles"}') AS way
FROM gat_tiles('rivertown/rivertown.gat');`,
}];
