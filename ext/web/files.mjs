// The files of the page: what was dropped on it or picked, by the path that a query names them by.
// They stay in the browser.
import {about, quoted, typeOf} from './subjects.mjs';

export const gameArchives = ['hak', 'mod', 'erf', 'nwm']; // of Neverwinter Nights
const MAPS_ASKED = 6; // maps up to which each is asked how much of it is here
const richness = {
    gnd: `SELECT round(avg(texture_path IS NOT NULL), 1) + ifnull((SELECT min(model_count, 900) / 1e4 FROM rsw_worlds(gamemap_beside(:f, 'rsw'), 'skip')), 0)
FROM gnd_textures(:f)`,
    are: 'SELECT count(DISTINCT surface) FROM nwn_area_triangles(:f, :w)',
};

export class Files {
    constructor(onChange) {
        this.byPath = new Map();
        this.byType = null;
        this.withSets = new Set(); // archives that hold tilesets
        this.onChange = onChange;
    }

    get list() {
        return [...this.byPath].filter(([, file]) => file).map(([path, file]) => ({path, file}));
    }

    // A pattern for the files of a type: all of them by default.
    pattern(type) {
        const paths = this.ofTypes(type);
        if (paths.length === 1) return paths[0];
        return paths.some(path => path.includes('/')) ? `**/*.${type}` : `*.${type}`;
    }

    hasPath(path) {
        return this.byPath.has(path);
    }

    // The file of that path, or the archive that it lies in
    fileOf(path) {
        for (let some = path; some; some = some.slice(0, Math.max(some.lastIndexOf('/'), 0))) if (this.byPath.has(some)) return this.byPath.get(some);
        return undefined;
    }

    // A path that is this one but for the case of letters, or undefined
    alike(path) {
        return this.hasPath(path) ? path : this.ofTypes(typeOf(path)).find(one => one.toLowerCase() === path.toLowerCase());
    }

    // Looks into archives of Neverwinter Nights among those that came.
    async learnSets(asker, paths) {
        for (const path of paths.filter(one => gameArchives.includes(typeOf(one)))) {
            const hasSets = await asker.one(`SELECT EXISTS (SELECT 1 FROM archive_entries(${quoted(path)}) WHERE path LIKE '%.set')`);
            this.withSets[hasSets === 1 ? 'add' : 'delete'](path);
        }
    }

    // Is it here, as a file or in an archive?
    holds(path) {
        return [...this.byPath.keys()].some(one => path === one || path.startsWith(`${one}/`));
    }

    has(type) {
        return this.ofTypes(type).length > 0;
    }

    // The paths of files of these types, in the order in which they came; found out once after each change.
    ofTypes(...types) {
        this.byType ??= Map.groupBy(this.byPath.keys(), typeOf);
        const key = types.join().toLowerCase(), wanted = key.split(',').filter(type => type && this.byType.has(type));
        if (!this.byType.has(key) && wanted.length > 1) this.byType.set(key, [...this.byPath.keys()].filter(path => wanted.includes(typeOf(path))));
        return (wanted.length > 1 ? this.byType.get(key) : this.byType.get(wanted[0])) ?? [];
    }

    async add(entries) {
        this.byType = null;
        for (const {path, file} of entries) this.byPath.set(path, file);
        await this.onChange();
    }

    remove(paths) {
        this.byType = null;
        for (const path of paths) this.byPath.delete(path);
    }

    async clear() {
        this.byType = null;
        this.withSets.clear();
        this.byPath.clear();
        await this.onChange();
    }

    // Files of this site that are named before they come, and may be forgotten until then.
    announce(paths) {
        this.byType = null;
        for (const path of paths) this.byPath.set(path, null);
    }

    async fetchAnnounced() {
        const missing = [...this.byPath].filter(([, file]) => !file).map(([path]) => path);
        const found = await Promise.all(missing.map(async path => {
            const blob = await (await fetch(path)).blob();
            return {path, file: new File([blob], path.replace(/.*\//, ''), {lastModified: 0})};
        }));
        return this.add(found.filter(({path}) => this.byPath.get(path) === null));
    }
}

// What is found comes as [{path, file}]; an entry that the browser can't read has no file.

// Of an <input>: a folder's files know their path in it.
export function picked(list) {
    return [...list].map(file => ({path: file.webkitRelativePath || file.name, file}));
}

// Of a drop: folders are walked through; progress(count) gives false to stop.
export async function dropped(transfer, progress) {
    const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return picked(transfer.files);
    const found = [];
    for (const entry of entries) {
        if (!await walk(entry, found, progress)) break;
    }
    return found;
}

// From addresses, where their servers allow it; nothing about the visitor goes along.
export function fetched(addresses) {
    return Promise.all(addresses.map(async address => {
        const url = new URL(address, window.location.href), name = decodeURIComponent(url.pathname.replace(/.*\//, '')) || 'file';
        if (url.protocol !== 'https:' && url.origin !== window.location.origin) throw new Error(`${address} isn't an address of https:`);
        const reply = await fetch(url, {credentials: 'omit', referrerPolicy: 'no-referrer'}).catch(() => null);
        if (!reply?.ok) {
            throw new Error(`${address} can't be fetched: ${reply ? `its server says ${reply.status}` : 'its server doesn\'t answer, or doesn\'t allow it'}.`);
        }
        return {path: name, file: new File([await reply.blob()], name, {lastModified: 0})};
    }));
}

export async function samples() {
    try {
        const all = await (await fetch('samples.json')).json();
        return all.map(({path, base64}) => {
            const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
            return {path, file: new File([bytes], path.replace(/.*\//, ''), {lastModified: 0})};
        });
    } catch (error) {
        throw new Error(`The sample files can't be loaded: ${error.message}`);
    }
}

async function walk(entry, found, progress) {
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isFile) {
        const file = await new Promise((resolve, reject) => entry.file(resolve, reject)).catch(() => null);
        found.push({path, file});
        return found.length % 50 !== 0 || progress(found.length);
    }
    const reader = entry.createReader();
    for (;;) { // a reader gives some 100 at a time
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => null);
        if (!some) found.push({path, file: null});
        if (!some?.length) return true;
        for (const one of some) {
            if (!await walk(one, found, progress)) return false;
        }
    }
}

// Of a few maps the one of which most textures are here, and of those alike that on which most stands; of a few areas that of most kinds of ground.
// fill(sql, path) names in a statement what is here, or tells that it isn't.
export async function fullest(asker, best, paths, fill) {
    const maps = paths.filter(path => typeOf(path) === typeOf(best)), question = richness[typeOf(best)];
    if (!question || maps.length < 2 || maps.length > MAPS_ASKED) return best;
    const shareOf = async path => Number(await asker.one(about(fill(question, path) || 'SELECT 0', path)) ?? 0);
    let most = await shareOf(best), map = best;
    for (const path of maps) {
        const share = await shareOf(path);
        if (share > most) [most, map] = [share, path];
    }
    return map;
}
