// What is shown of a file: a sentence, pictures, models and questions, each made by one statement, in which :f
// stands for the file. Also which questions the page suggests about the town that it comes with.

// What other files a file names; :f becomes another letter where one beside it is meant.
const named = `SELECT kind, name, count(*) AS places, ifnull(path, iif(max(needed), 'MISSING', 'not here, nor needed')) AS found
FROM gamemap_references(:f) GROUP BY 1, 2 ORDER BY path IS NOT NULL, max(needed) DESC, kind, name`;

// A drawing is as wide as its place in the page, 480 pixels, and not much higher: scaled it would blur.
const scaled = (table, x = 'x', y = 'y') => `(SELECT min(464.0 / max(max(${x}) - min(${x}), 1), 600.0 / max(max(${y}) - min(${y}), 1)) FROM ${table})`;

const triangles = `FROM aswm_triangles(:f) t
JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 JOIN aswm_vertices(t.source) b ON b.id = t.vertex1
JOIN aswm_vertices(t.source) c ON c.id = t.vertex2`;

const area = {
    sentence: `SELECT printf('An area of Neverwinter Nights 2, %s: %,d triangles, %,d of them walkable, %d islands.',
    iif(baked, 'baked', 'as the toolset saved it'), triangle_count,
    (SELECT count(*) FROM aswm_triangles(m.source) WHERE walkable), island_count) FROM aswm_meshes(:f) m`,
    questions: {
        'Which parts can be reached?': `SELECT id AS part, round(surface_area, 1) AS square_metres, triangles, tiles,
    round(100 * surface_area / sum(surface_area) OVER (), 1) AS percent FROM aswm_components(:f)`,
        'What is the ground made of?': `SELECT material, iif(walkable, 'yes', 'no') AS walkable, count(*) AS triangles,
    round(sum(area), 1) AS square_metres FROM aswm_triangles(:f) GROUP BY 1, 2 ORDER BY 4 DESC`,
    },
    models: {
        Walkmesh: 'SELECT aswm_glb(:f)',
        Ground: 'SELECT trn_glb(:f) FROM trn_terrains(:f) LIMIT 1',
    },
    pictures: {
        Walkable: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, round(t.center_z, 3), NULL), 'viridis',
    json_object('legend', 1, 'title', 'Height of what can be walked on', 'unit', 'metres', 'scale', ${scaled('aswm_vertices(:f)')}))\n${triangles}`,
        Islands: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, iif(t.walkable, t.island_id, NULL), 'classes',
    json_object('legend', 1, 'title', 'Islands of the walkmesh', 'unit', 'metres', 'scale', ${scaled('aswm_vertices(:f)')}))\n${triangles}`,
    },
    isFlat: 'SELECT max(center_z) - min(center_z) < 1e-3 FROM aswm_triangles(:f) WHERE walkable',
};

const subjects = {
    gnd: {
        sentence: `SELECT printf('The ground of a Ragnarok Online map: %d x %d cubes, %d textures, %,d lightmaps (version %s).',
    width, height, texture_count, lightmap_count, version) FROM gnd_maps(:f)`,
        // with the file beside it that says what stands there
        together: `SELECT printf('A Ragnarok Online map: %d x %d cubes, %d textures, %,d models, %,d lights, %,d sounds, %,d effects (version %s).',
    width, height, texture_count, model_count, light_count, sound_count, effect_count, m.version)
FROM gnd_maps(:f) m CROSS JOIN rsw_worlds(:r)`,
        questions: {
            'Which textures cover it?': `SELECT t.path AS texture, count(*) AS cubes, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM gnd_cubes(:f) c JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id GROUP BY t.path ORDER BY cubes DESC`,
            'Which models stand there?': 'SELECT model_file, count(*) AS models FROM rsw_models(:r) GROUP BY 1 ORDER BY 2 DESC, 1',
            'Which files does it need?': named,
            'Which files do its objects need?': named.replace(':f', ':r'),
        },
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
        questions: {
            'How many tiles are of which kind?': `SELECT ifnull(type_name, 'type ' || type) AS kind, count(*) AS tiles,
    round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent FROM gat_tiles(:f) GROUP BY 1 ORDER BY 2 DESC`,
        },
        pictures: {
            Walkable: `SELECT gamemap_picture(x, y, ifnull(type_name, 'type ' || type), 'classes',
    '{"legend": true, "title": "What the tiles are", "unit": "tiles"}') FROM gat_tiles(:f)`,
            Heights: `SELECT gamemap_picture(x, y, -height_sw, 'relief',
    '{"legend": true, "title": "Heights", "unit": "tiles"}') FROM gat_tiles(:f)`,
        },
        thumbnail: `SELECT gamemap_picture(x, y, walkable, 'viridis', '{"scale": 1}') FROM gat_tiles(:f)`,
    },
    rsm: {
        sentence: `SELECT printf('A model of Ragnarok Online (version %s): %d nodes, %d textures, %,d faces%s. On a map it takes %.1f x %.1f cubes
and is %.1f high.', version, node_count, texture_count, face_count, iif(has_animation, ', moving', ''), width / 10, depth / 10, height / 10)
FROM rsm_models(:f)`,
        sheet: 'SELECT name AS texture, faces, ifnull(texture_path, \'MISSING\') AS found FROM rsm_textures(:f) ORDER BY 2 DESC',
        questions: {
            'What is it made of?': `SELECT name AS node, parent_name AS hangs_on, vertex_count, face_count, key_count AS keys,
    iif(is_drawn, 'yes', 'no') AS drawn FROM rsm_nodes(:f)`,
        },
        models: {Model: 'SELECT rsm_glb(:f)'},
        pictures: {},
        isModel: true,
    },
    rsw: {
        models: {'Whole map': 'SELECT rsw_glb(:f, \'{"lights": false}\')'},
        sentence: `SELECT printf('What stands on a Ragnarok Online map: %,d models, %,d lights, %,d sounds, %,d effects (version %s).',
    model_count, light_count, sound_count, effect_count, version) FROM rsw_worlds(:f)`,
        questions: {
            'Which models stand there?': 'SELECT model_file, count(*) AS models FROM rsw_models(:f) GROUP BY 1 ORDER BY 2 DESC, 1',
            'Which files does it need?': named,
        },
        pictures: {
            Objects: `SELECT gamemap_drawing(x, z, x, z, x, z, type_name, 'classes',
    json_object('legend', 1, 'title', 'Objects', 'line', 5, 'background', '#F4F4EFFF', 'scale', ${scaled('rsw_objects(:f)', 'x', 'z')})) FROM rsw_objects(:f)`,
        },
    },
    trx: area,
    trn: area,
    mdl: {
        sentence: `SELECT printf('A model of Neverwinter Nights, %s%s: %d nodes, %,d faces, %.1f x %.1f metres and %.1f high. It has %s.%s',
    ifnull(name, 'without a name'), iif(classification_name <> 'none', ' (' || classification_name || ')', ''), node_count,
    (SELECT sum(face_count) FROM mdl_meshes(m.source)), drawn_max_x - drawn_min_x, drawn_max_y - drawn_min_y, drawn_max_z - drawn_min_z,
    CASE WHEN supermodel IS NULL THEN iif(animation_count, animation_count || ' animations', 'no animations')
    ELSE iif(animation_count, animation_count || ' animations and ', '') || 'the animations of ' || supermodel || '.mdl' END,
    ifnull(' Compiled by ' || compiler || '.', '')) FROM mdl_models(:f) m`,
        models: {Model: 'SELECT mdl_glb(:f)'},
        pictures: {},
        // characters look north, away from whoever sees a map from the south
        looksNorth: 'SELECT classification_name = \'character\' FROM mdl_models(:f)',
        sheet: `SELECT n.name AS node, kind, m.face_count AS faces, m.texture0 AS texture FROM mdl_nodes(:f) n
LEFT JOIN mdl_meshes(n.source) m ON m.node_id = n.id WHERE animation_id IS NULL`,
        questions: {
            'Which files does it need?': named,
            'Where are its parts?': `SELECT name AS node, kind, path, round(world_x, 3) AS x, round(world_y, 3) AS y, round(world_z, 3) AS z
FROM mdl_nodes(:f) WHERE animation_id IS NULL`,
            'Which animations has it?': 'SELECT name, length AS seconds, node_count AS nodes, event_count AS events FROM mdl_animations(:f)',
        },
        isModel: true,
    },
    nvm: {
        sentence: `SELECT printf('A region of Silkroad''s world: %d cells, %d objects, %d x %d tiles.', cell_count, object_count, 96, 96)
FROM jmx_regions(:f)`,
        together: `SELECT printf('%d regions of Silkroad''s world, with %,d cells and %,d objects. This one has %,d cells and %,d objects.',
    count(*), sum(cell_count), sum(object_count), max(iif(file = :f, cell_count, 0)), max(iif(file = :f, object_count, 0)))
FROM jmx_regions(:n, 'skip')`,
        questions: {
            'What stands there?': `SELECT asset_id, count(*) AS objects, round(min(y), 1) AS lowest, round(max(y), 1) AS highest
FROM jmx_objects(:f) GROUP BY 1 ORDER BY 2 DESC`,
            'How much is blocked?': `SELECT iif(blocked, 'blocked', 'open') AS tiles, count(*) AS count,
    round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent FROM jmx_tiles(:f) GROUP BY 1`,
            'Which regions does it lead to?': `SELECT printf('nv_%x', other_region_id) AS region, count(*) AS edges
FROM jmx_world_links(:f) GROUP BY 1`,
        },
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

// Rules, texts and trees are read as sheets. The columns of a 2DA are rows, and its cells come as an object by their names.
subjects['2da'] = {
    sentence: `SELECT printf('A table of rules of Neverwinter Nights: %,d rows, %d columns.',
    (SELECT count(*) FROM twoda_rows(:f)), (SELECT count(*) FROM twoda_columns(:f)))`,
    pictures: {},
    sheet: 'SELECT label AS "row", cells FROM twoda_rows(:f)',
    sheetColumns: 'SELECT name FROM twoda_columns(:f)',
    questions: {
        'Which columns are filled?': `SELECT c.id AS "column", c.name, c.filled AS cells, count(DISTINCT t.value) AS different, min(t.value) AS "like"
FROM twoda_columns(:f) c LEFT JOIN twoda_cells(:f) t ON t.column_id = c.id GROUP BY 1`,
        'Which rows are empty?': 'SELECT id AS "row", label FROM twoda_rows(:f) WHERE cells = \'{}\'',
        'Which files does it need?': named,
    },
};
subjects.tlk = {
    sentence: 'SELECT printf(\'Texts by their numbers (StrRef): %,d, of which %,d have words.\', count(*), sum(has_text)) FROM tlk_strings(:f)',
    pictures: {},
    sheet: 'SELECT id AS StrRef, text, sound FROM tlk_strings(:f) WHERE text IS NOT NULL OR has_sound',
    questions: {
        'Which texts are there twice?': `SELECT count(*) AS times, group_concat(id, ', ') AS StrRefs, text FROM tlk_strings(:f)
WHERE text <> '' GROUP BY text HAVING count(*) > 1 ORDER BY 1 DESC`,
        'Which texts are longest?': 'SELECT id AS StrRef, length(text) AS characters, text FROM tlk_strings(:f) ORDER BY 2 DESC LIMIT 100',
    },
};
const tree = {
    sentence: `SELECT printf('%s of Neverwinter Nights (GFF): %,d fields in %,d structs.', type, field_count, struct_count) FROM gff_files(:f)`,
    pictures: {},
    sheet: `SELECT path AS field, type, CASE type WHEN 'List' THEN count || iif(count = 1, ' entry', ' entries') WHEN 'Struct' THEN ''
    ELSE coalesce(value_text, tlk_text(:t, strref, 'skip'), 'StrRef ' || strref, value) END AS value FROM gff_fields(:f)`,
    questions: {'Which files does it need?': named},
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
const objectsOf = letter => ({
    'What stands there?': `SELECT kind, name, tag, template, count(*) AS objects, round(avg(x), 1) AS x, round(avg(y), 1) AS y
FROM nwn_objects(:${letter}) GROUP BY kind, name, tag, template ORDER BY 1, 5 DESC`,
    'Where do its doors lead?': `SELECT kind, name, tag, round(x, 1) AS x, round(y, 1) AS y, linked_to FROM nwn_objects(:${letter})
WHERE linked_to <> ''`,
});
subjects.git = {...tree, sentence: `SELECT 'What stands in an area of Neverwinter Nights: ' || group_concat(text, ', ') || '.'
FROM (SELECT count(*) || ' ' || kind || iif(count(*) = 1, '', 's') AS text FROM nwn_objects(:f) GROUP BY kind ORDER BY count(*) DESC)
HAVING count(*) UNION ALL ${tree.sentence}`, questions: {...objectsOf('f'), ...tree.questions}};
subjects.are = {...tree, thumbnail: `SELECT gamemap_picture("column", row, tile, 'classes', '{"scale": 8}') FROM nwn_tiles(:f)`, sentence: `SELECT printf('An area of Neverwinter Nights, "%s": %d x %d tiles of %s%s.',
    trim(coalesce(name, resref, tag, 'without a name')), width, height, tileset, iif(interior, ', inside', '')) FROM nwn_areas(:f) WHERE width > 0
UNION ALL ${tree.sentence}`,
    together: `SELECT printf('An area of Neverwinter Nights, "%s": %d x %d tiles of %s%s. The ground of %d of its tiles is here%s.',
    trim(coalesce(name, resref, tag, 'without a name')), width, height, tileset, iif(interior, ', inside', ''), here,
    iif(here < tile_count, '; the others are left white', ''))
FROM nwn_areas(:f) CROSS JOIN (SELECT count(DISTINCT tile_id) AS here FROM nwn_area_triangles(:f, :w)) WHERE width > 0`,
    questions: {
        ...objectsOf('i'),
        'Which files does it need?': named,
        'Which files do its objects need?': named.replace(':f', ':i'),
    },
    models: {Area: 'SELECT nwn_area_glb(:f, :m)'}, pictures: {
    Ground: `SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, coalesce(t.surface_name, 'surface ' || t.surface), 'classes',
    json_object('legend', 1, 'title', 'What the ground is', 'unit', 'metres', 'scale', ${scaled('nwn_area_vertices(:f, :w)')})) FROM nwn_area_triangles(:f, :w) t
CROSS JOIN nwn_area_vertices(:f, :w) a ON a.id = t.vertex0 CROSS JOIN nwn_area_vertices(:f, :w) b ON b.id = t.vertex1
CROSS JOIN nwn_area_vertices(:f, :w) c ON c.id = t.vertex2`,
    Objects: `WITH area AS MATERIALIZED (SELECT width * 10.0 AS w, height * 10.0 AS h FROM nwn_areas(:f) WHERE width > 0)
SELECT gamemap_drawing(x, y, x, y, to_x, to_y, what, 'classes', (SELECT json_object('legend', 1, 'title', 'What stands where',
    'unit', 'metres', 'line', 6, 'background', '#F4F4EF', 'scale', min(464 / w, 600 / h)) FROM area))
FROM (SELECT 0 AS x, 0 AS y, w AS to_x, 0 AS to_y, 'edge of the area (black)' AS what FROM area
      UNION ALL SELECT w, 0, w, h, 'edge of the area (black)' FROM area UNION ALL SELECT w, h, 0, h, 'edge of the area (black)' FROM area
      UNION ALL SELECT 0, h, 0, 0, 'edge of the area (black)' FROM area
      UNION ALL SELECT x, y, x, y, kind FROM nwn_objects(:i) WHERE x IS NOT NULL AND EXISTS (SELECT 1 FROM area))`,
    Tiles: `SELECT gamemap_picture("column", row, tile, 'classes',
    '{"legend": true, "title": "Which tile of the tileset lies where", "unit": "tiles"}') FROM nwn_tiles(:f)`}};
// A server's script, if it is one: its warps as a list, and on the cells of that of its maps which has most of them
subjects.txt = {...anything, sentence: `SELECT iif(format = 'RO-SCRIPT', printf('A script of a Ragnarok Online server: %d warps on %d maps, %d lines.',
    (SELECT count(*) FROM ro_warps(f.source)), (SELECT count(DISTINCT map) FROM ro_warps(f.source)),
    (SELECT count(*) FROM text_lines(f.source))),
    printf('%s%s, %,d bytes.%s', ifnull(format, 'A file of no known format'), ifnull(' ' || version, ''), size,
    ifnull(' It can''t be read: ' || error || '.', ''))) FROM gamemap_files(:f) f`, sheet: `SELECT name AS warp, map AS "from", x, y, to_map AS "to", to_x, to_y FROM ro_warps(:f)`,
    questions: {
        'Which monsters does it put where?': `SELECT map, mob, name, sum(amount) AS monsters FROM ro_spawns(:f) GROUP BY 1, 2 ORDER BY 1, 4 DESC`,
        'Which NPCs are there?': 'SELECT map, x, y, kind, shown_name AS name, line FROM ro_npcs(:f)',
        'Which maps does it join?': 'SELECT map AS "from", to_map AS "to", count(*) AS warps FROM ro_warps(:f) GROUP BY 1, 2 ORDER BY 3 DESC',
        'Which lines do servers not take?': `SELECT line, name, problem FROM ro_warps(:f) WHERE problem IS NOT NULL
UNION ALL SELECT line, name, problem FROM ro_spawns(:f) WHERE problem IS NOT NULL
UNION ALL SELECT line, name, problem FROM ro_npcs(:f) WHERE problem IS NOT NULL`,
    },
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
      UNION ALL SELECT x + 2, y + 1, to_map FROM warps JOIN shown USING (map))`,
    // without the cells of maps: those of the map that has most warps, from red to black
    Places: `WITH warps AS MATERIALIZED (SELECT x, y, to_map, iif(to_map = map, to_x, x) AS to_x, iif(to_map = map, to_y, y) AS to_y,
    map FROM ro_warps(:f) WHERE map = (SELECT map FROM ro_warps(:f) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1))
SELECT gamemap_drawing(x, y, x, y, to_x, to_y, value, 'rgb', (SELECT json_object('title', 'Warps of ' || map, 'unit', 'tiles', 'line', 2,
    'background', '#F4F4EF', 'scale', min(464.0 / max(max(x) - min(x), 40), 560.0 / max(max(y) - min(y), 40))) FROM warps))
FROM (SELECT x, y, to_x, to_y, 0x9A9A94 AS value FROM warps UNION ALL SELECT x - 1, y, x + 1, y, 0xC02020 FROM warps
      UNION ALL SELECT x, y - 1, x, y + 1, 0xC02020 FROM warps
      UNION ALL SELECT x + 1, y + 1, x + 1, y + 1, to_map FROM warps WHERE to_map <> map)`}};

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
    case 'mdl': return 'drop the folder or the hak that holds both';
    default: return '';
    }
}

// What to drop, too, where nothing of a file can be shown in 3D, though it can be read
export const hints = {
    are: 'To see it in 3D drop the models of its tileset, too: a folder or a hak.',
    rsw: 'To see it in 3D drop the .gnd of the same name, too.',
};

// Of which types files may be that bring what the picture of another lacks
const ofClient = ['grf', 'gpf', 'thor', 'rsm', 'rsm2', 'bmp', 'tga'], ofGame = ['mdl', 'set', 'wok', 'hak', 'erf', 'mod', 'nwm'];
const suppliers = {gnd: ofClient, rsw: ofClient, are: ofGame};

export function canSupply(path, supplied) {
    return suppliers[typeOf(supplied)]?.includes(typeOf(path)) ?? false;
}

export function quoted(text) {
    return `'${text.replaceAll('\'', '\'\'')}'`;
}

// The files that lie beside another and are named alike, by the letter that statements call them: of a ground :g says
// where one can walk and :r what stands there, of an area :i does.
const besides = {g: [/gnd$/i, 'gat'], r: [/gnd$/i, 'rsw'], i: [/are$/i, 'git']};

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
    return sql.replace(/:([fagri])\b/g, (_, letter) => (names[letter] ? quoted(names[letter]) : 'NULL'));
}

// Of many files the one that shows most comes first.
const order = ['gnd', 'trx', 'are', 'mdl', 'nvm', 'gtchunk', 'trn', 'rsm', 'rsm2', 'gat', 'rsw', '2da', 'tlk', 'txt'];

export function rankOf(path) {
    const at = order.indexOf(typeOf(path));
    return at < 0 ? order.length + (isArchive(path) ? 0 : 1) : at;
}

export function mostTelling(paths) {
    return paths.reduce((best, path) => (rankOf(path) < rankOf(best) ? path : best), paths[0]);
}

export const town = 'rivertown/rivertown.gnd';
export const townFiles = ['rivertown/rivertown.gnd', 'rivertown/rivertown.gat', 'rivertown/rivertown.rsw'];

export const townQuestions = {
    'What is the town made of?': `SELECT t.path AS texture, count(*) AS cubes, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
FROM gnd_cubes('rivertown/rivertown.gnd') c
JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
JOIN gnd_textures(c.source) t ON t.id = s.texture_id
GROUP BY t.path ORDER BY cubes DESC;`,
    'Which models sank into the ground?': `SELECT m.id, m.model_file, round(m.y - gat_height(g.source, m.x / 5 + g.width / 2.0, m.z / 5 + g.height / 2.0), 1) AS depth
FROM gat_maps('rivertown/rivertown.gat') g JOIN rsw_models('rivertown/rivertown.rsw') m
ORDER BY depth DESC;`,
    'How does one walk from the market to the fields?': `WITH way AS MATERIALIZED (SELECT tile_id FROM gat_path('rivertown/rivertown.gat', 62, 80, 150, 62))
SELECT gamemap_picture(x, y, CASE WHEN id IN way THEN 'the way (carpet)' WHEN walkable THEN 'grass'
                             WHEN type = 5 THEN 'water' ELSE 'wall' END, 'classes',
                       '{"legend": true, "title": "From the market to the fields", "unit": "tiles"}') AS way
FROM gat_tiles('rivertown/rivertown.gat');`,
};
