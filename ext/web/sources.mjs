// What statements may name of the files that are here.
import {gameArchives} from './files.mjs';

export class Sources {
    constructor(files) {
        this.files = files;
        // cells of maps, clients, tilesets (:p where they only add to it), models, regions if there are several, those or the file, all scripts or the one, list of assets, talk table, models and walkmeshes
        this.here = {
            c: () => this.cells(),
            d: () => asList(files.ofTypes('grf', 'gpf', 'thor')),
            l: () => this.all(['set'], [...files.withSets]),
            m: () => this.all(['mdl']),
            n: () => (files.ofTypes('nvm').length > 1 ? JSON.stringify({files: files.ofTypes('nvm')}) : ''),
            s: path => this.here.n() || path,
            b: path => (files.ofTypes('txt').includes(path) ? JSON.stringify({files: files.ofTypes('txt')}) : path),
            p: () => this.here.l(),
            o: () => files.ofTypes('ifo').find(path => /(^|\/)object\.ifo$/i.test(path)),
            t: () => files.ofTypes('tlk')[0],
            w: () => this.all(['mdl', 'wok']),
        };
    }

    // All files of these types, loose or in archives, by default all of Neverwinter Nights, as one source
    all(types, archives = this.files.ofTypes(...gameArchives)) {
        const loose = types.filter(type => this.files.has(type)).map(type => `**/*.${type}`), all = [...loose, ...archives];
        return all.length ? JSON.stringify({files: all}) : '';
    }

    // Where cells of maps are: a file each, or the caches of servers, which end with a slash
    cells() {
        const caches = this.files.ofTypes('dat').filter(path => /map_cache/i.test(path)).map(path => `${path}/`);
        return asList([...this.files.ofTypes('gat', 'mcache', 'fld2'), ...caches]);
    }

    // By the names that reports use: files by a pattern, and where models and tilesets are; archives without a tileset would be errors
    parametersFor(pattern) {
        return {files: pattern, file: pattern, models: this.here.w() || null, sets: this.here.p() || null};
    }
}

function asList(paths) {
    return paths.length ? JSON.stringify(paths) : '';
}
