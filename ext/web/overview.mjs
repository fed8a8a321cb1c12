// What files are together: how they are counted and called, and what they are.
import {countText} from './sizes.mjs';
import {about, kindOf, mostTelling, quoted, rankOf, typeOf} from './subjects.mjs';

// "3 maps, 61 models and 4 others"
export function contentsOf(paths) {
    const counts = Map.groupBy([...paths].sort((a, b) => rankOf(a) - rankOf(b)), kindOf);
    return [...counts].map(([kind, some]) => countText(some.length, kind)).join(', ').replace(/, ([^,]*)$/, ' and $1');
}

// Files that are one map have one name, and no other heading.
export function titleOf(paths) {
    const stems = new Set(paths.map(path => path.replace(/\.[^.]*$/, ''))), folders = new Set(paths.map(path => path.split('/')[0]));
    if (stems.size < 2) return '';
    if (folders.size === 1) return [...folders][0];
    if (paths.every(path => typeOf(path) === 'nvm')) return `A world of ${countText(paths.length, 'region')}`;
    return new Set(paths.map(kindOf)).size === 1 ? contentsOf(paths) : countText(paths.length, 'file');
}

// What many files are together: a module, a world, or a server's scripts; a statement that says so in a sentence, and
// how they are called then, where no folder has a name for them
export function overviewOf(paths) {
    const info = paths.find(path => /(^|\/)module\.ifo$/i.test(path)), regions = paths.filter(path => typeOf(path) === 'nvm');
    if (info) return about(`SELECT printf('A module of Neverwinter Nights%s: ${contentsOf(paths)}. It %s%s.', ifnull(', "' || name || '"', ' without a name'),
    iif(area <> '', printf('begins in %s at %.0f, %.0f', area, x, y), 'doesn''t say where it begins'), iif(haks IS NULL, ', and needs no haks', '; its haks: ' || haks))
FROM (SELECT nullif(max(value_text) FILTER (WHERE path = 'Mod_Name'), '') AS name, max(value_text) FILTER (WHERE path = 'Mod_Entry_Area') AS area,
    max(value) FILTER (WHERE path = 'Mod_Entry_X') AS x, max(value) FILTER (WHERE path = 'Mod_Entry_Y') AS y,
    group_concat(value_text, ', ') FILTER (WHERE path LIKE 'Mod_HakList[%' OR path = 'Mod_Hak') AS haks FROM gff_fields(:f))`, info);
    if (regions.length > 1 && regions.length === paths.length) return `SELECT printf('%d regions of Silkroad''s world, x %d to %d and z %d to %d: %,d cells and %,d objects.',
    count(*), min(x), max(x), min(z), max(z), sum(cell_count), (SELECT count(DISTINCT world_uid) FROM jmx_objects(${quoted(JSON.stringify({files: regions}))}, 'skip')))
FROM jmx_regions(${quoted(JSON.stringify({files: regions}))}, 'skip')`;
    const scripts = paths.filter(path => typeOf(path) === 'txt');
    if (scripts.length > 1 && scripts.length === paths.length) return `WITH warp AS MATERIALIZED (SELECT file, map, to_map FROM ro_warps(${quoted(JSON.stringify({files: scripts}))}, 'skip')),
most AS (SELECT file, count(*) AS warps FROM warp GROUP BY 1 ORDER BY 2 DESC LIMIT 1)
SELECT printf('Scripts of a Ragnarok Online server: %,d warps on %d maps, which lead to %d. Most, %d, are in %s.', count(*), count(DISTINCT map), count(DISTINCT to_map),
    (SELECT warps FROM most), (SELECT replace(file, rtrim(file, replace(file, '/', '')), '') FROM most)), 'Warps of a server' FROM warp HAVING count(*)`;
    return '';
}

// Of many scripts of a server the one with most warps, where nothing else is there to be shown
export async function scriptOf(asker, paths) {
    const scripts = paths.filter(path => typeOf(path) === 'txt');
    if (!['txt', 'gat'].includes(typeOf(mostTelling(paths))) || !scripts.length) return null; // its warps show over their map's cells
    return asker.one(`SELECT file FROM ro_warps(${quoted(JSON.stringify({files: scripts}))}, 'skip') GROUP BY file
ORDER BY count(*) DESC LIMIT 1`);
}
