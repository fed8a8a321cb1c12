// SQLite and gamemap in WebAssembly: one connection, whose statements are stepped in slices.
import loadGamemap from './gamemap.mjs';

const [ROW, DONE] = [100, 101];
const [INTEGER, FLOAT, TEXT, BLOB] = [1, 2, 3, 4];
const FOLDER = '/files'; // where the page's files are, and what paths begin at

export async function openEngine(handOver) {
    const library = await loadGamemap({handOver});
    library.FS.mkdir(FOLDER);
    return new Engine(library);
}

class Engine {
    constructor(library) {
        this.library = library;
        this.mounted = false;
        const place = library._malloc(4);
        const name = this.bytesOf(':memory:');
        if (library._sqlite3_open(name, place) !== 0) throw new Error('SQLite has no memory');
        this.database = library.HEAP32[place >> 2];
        library._free(place);
        library._free(name);
    }

    // [{path, file}], all there are; they are read when they are asked, not before.
    setFiles(files) {
        const {FS, WORKERFS} = this.library;
        FS.chdir('/');
        if (this.mounted) FS.unmount(FOLDER);
        FS.mount(WORKERFS, {blobs: files.map(({path, file}) => ({name: path, data: file}))}, FOLDER);
        FS.chdir(FOLDER);
        this.mounted = true;
    }

    // The statements of a script, one after the other: each must be finished before the next.
    *statements(script, parameters = {}) {
        const {library} = this;
        const start = this.bytesOf(script), places = library._malloc(8);
        try {
            let at = start;
            for (;;) {
                const code = library._sqlite3_prepare_v2(this.database, at, -1, places, places + 4);
                if (code !== 0) throw this.errorAt(at - start, script);
                at = library.HEAP32[(places + 4) >> 2];
                const handle = library.HEAP32[places >> 2];
                if (handle) yield new Statement(this, handle, parameters);
                else if (!library.HEAPU8[at]) return;
            }
        } finally {
            library._free(start);
            library._free(places);
        }
    }

    // `offset` is that of a word in the statement, in bytes, or -1.
    error() {
        const {library} = this;
        return Object.assign(new Error(library.UTF8ToString(library._sqlite3_errmsg(this.database))),
            {offset: library._sqlite3_error_offset(this.database)});
    }

    // An error of a statement that begins `begin` bytes into a script: its place in characters.
    errorAt(begin, script) {
        const error = this.error();
        if (error.offset < 0) return error;
        const before = new TextEncoder().encode(script).subarray(0, begin + error.offset);
        error.offset = new TextDecoder().decode(before).length;
        return error;
    }

    bytesOf(text) {
        const {library} = this, size = library.lengthBytesUTF8(text) + 1;
        const place = library._malloc(size);
        library.stringToUTF8(text, place, size);
        return place;
    }
}

class Statement {
    constructor(engine, handle, parameters) {
        Object.assign(this, {engine, handle});
        const {library} = engine;
        this.columns = Array.from({length: library._sqlite3_column_count(handle)}, (_, i) =>
            library.UTF8ToString(library._sqlite3_column_name(handle, i)));
        for (let i = 1; i <= library._sqlite3_bind_parameter_count(handle); i++) {
            const name = library.UTF8ToString(library._sqlite3_bind_parameter_name(handle, i));
            const value = parameters[name.slice(1)];
            if (value === undefined || value === null) continue;
            const place = engine.bytesOf(String(value));
            library._sqlite3_bind_text(handle, i, place, -1, -1); // -1: SQLite copies it
            library._free(place);
        }
    }

    // The next row, or null at the end.
    step() {
        const {library} = this.engine;
        const code = library._sqlite3_step(this.handle);
        if (code === DONE) return null;
        if (code !== ROW) throw this.engine.error();
        return this.columns.map((_, i) => this.cell(i));
    }

    cell(i) {
        const {library} = this.engine, {handle} = this;
        switch (library._sqlite3_column_type(handle, i)) {
        case INTEGER: {
            const number = library._sqlite3_column_double(handle, i);
            if (Number.isSafeInteger(number)) return number;
            return BigInt(library.UTF8ToString(library._sqlite3_column_text(handle, i)));
        }
        case FLOAT: return new Number(library._sqlite3_column_double(handle, i));
        case TEXT: return library.UTF8ToString(library._sqlite3_column_text(handle, i));
        case BLOB: {
            const place = library._sqlite3_column_blob(handle, i);
            return library.HEAPU8.slice(place, place + library._sqlite3_column_bytes(handle, i));
        }
        default: return null;
        }
    }

    finish() {
        this.engine.library._sqlite3_finalize(this.handle);
    }
}
