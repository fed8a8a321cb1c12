// The list of files, or of what lies in an archive: search, and thumbnails of what one looks at.
import {about, isArchive, kindOf, quoted, rankOf, subjectOf, typeOf, typesLike} from './subjects.mjs';
import {legible} from './letters.mjs';
import {countText, sizeText} from './sizes.mjs';
import {FORGOTTEN, isBare, lastOf, smallPicture, thumbnailsOf} from './small.mjs';
import {put} from './strip.mjs';
import {element} from './tables.mjs';

const SHOWN_MOST = 300; // of a kind
const ROWS_SHOWN = 2;   // of a kind, at first

export class List {
    // fill(path, statements) gives those that can be asked of a file, fileOf(path) the file itself, and take(entry, isWanted) the address of a picture of it
    // in the colours of a view, or FORGOTTEN
    constructor(place, asker, {onChoose, fill, fileOf, take}) {
        Object.assign(this, {place, asker, onChoose, fill, fileOf, take, all: [], found: [], opened: new Set(), addresses: [], views: new Map()});
        this.index([]);
        this.watcher = new IntersectionObserver(seen => seen.filter(({isIntersecting}) => isIntersecting)
            .forEach(({target}) => this.look(target)), {rootMargin: '2000px 0px'});
        new ResizeObserver(() => this.columnCount() !== this.columns && this.draw()).observe(place);
    }

    // [{path, note}]
    set(entries) {
        this.index(entries);
        this.filter('');
    }

    // Entries by path and by type, so that nobody who asks for some looks through all
    index(entries) {
        this.all = entries;
        this.paths = new Set(entries.map(({path}) => path));
        this.byLower = new Map(entries.map(({path}) => [path.toLowerCase(), path]));
        this.byType = Map.groupBy(entries, ({path}) => typeOf(path));
    }

    has(path) {
        return this.paths.has(path);
    }

    // A path that is this one but for the case of letters, or undefined
    alike(path) {
        return this.has(path) ? path : this.byLower.get(path.toLowerCase());
    }

    // The entries of a type, in the order of the list
    ofType(type) {
        return this.byType.get(type) ?? [];
    }

    // Those of a file's kind: of its type, and of the others each of which none of its type has the name
    ofKind(path) {
        const all = this.ofType(typeOf(path)), names = new Set(all.map(stemOf));
        return [...all, ...typesLike(path).flatMap(type => this.ofType(type)).filter(entry => !names.has(stemOf(entry)))];
    }

    hasType(type) {
        return type !== '' && this.byType.has(type.toLowerCase());
    }

    filter(word) {
        const wanted = word.trim().toLowerCase();
        this.found = this.all.filter(({path}) => path.toLowerCase().includes(wanted));
        this.opened = new Set();
        this.draw();
    }

    // Of each kind as many as two rows hold, and all of those that somebody wants to see
    draw() {
        this.addresses.forEach(address => URL.revokeObjectURL(address));
        this.addresses = [];
        this.watcher.disconnect();
        this.columns = this.columnCount();
        this.place.replaceChildren(...[...Map.groupBy(this.found, ({path}) => kindOf(path))].flatMap(([kind, some]) => {
            const most = this.opened.has(kind) ? SHOWN_MOST : ROWS_SHOWN * this.columns, told = countText(some.length, kind);
            const folders = new Set(some.map(({path}) => folderOf(path)));
            const lines = some.slice(0, most).map(entry => this.item(entry, folders.size > 1 && folderOf(entry.path)));
            if (this.found.length > 3) lines.unshift(element('li', told, {className: 'kind'}));
            if (some.length > most) lines.push(this.opened.has(kind) ? element('li', `and ${(some.length - most).toLocaleString('en')
            } more: search for them`, {className: 'kind'}) : this.opener(kind, told));
            return lines;
        }));
    }

    // What was seen of a file in 3D is its small picture from then on.
    see(path, address) {
        URL.revokeObjectURL(this.views.get(path));
        this.views.set(path, address);
        const item = [...this.place.children].find(one => one.path === path);
        if (item) this.look(item);
    }

    // Small pictures of files that aren't what they were, and of what lies in them, go; by default all of them.
    forget(paths = [...this.views.keys()]) {
        const gone = new Set(paths);
        for (const [path, address] of this.views) {
            const around = path.split('/').map((part, i, parts) => parts.slice(0, i + 1).join('/'));
            if (!around.some(one => gone.has(one))) continue;
            URL.revokeObjectURL(address);
            this.views.delete(path);
        }
    }

    columnCount() {
        return Math.max(1, getComputedStyle(this.place).gridTemplateColumns.split(' ').length);
    }

    opener(kind, told) {
        const item = element('li', '', {className: 'kind'}), button = element('button', `Show all ${told}`, {type: 'button'});
        button.onclick = () => {
            this.opened.add(kind);
            this.draw();
        };
        item.append(button);
        return item;
    }

    // a folder is told where not all of a kind lie in it
    item(entry, folder) {
        const {path, note} = entry, item = element('li'), button = element('button', '', {type: 'button', title: legible(path)});
        button.append(element('span', path.replace(/.*\//, '')), element('small', note ?? ''));
        if (folder) button.append(element('small', folder));
        button.onclick = () => this.onChoose(path);
        item.append(button);
        Object.assign(item, {path, entry});
        if (this.views.has(path) || thumbnailsOf(path).length) {
            button.prepend(element('i', '', {className: 'waits'}));
            this.watcher.observe(item);
        }
        return item;
    }

    async look(item) {
        this.watcher.unobserve(item);
        const view = this.views.get(item.path);
        if (view) put(item.firstChild, view);
        if (view && (item.isTold || !subjectOf(item.path).place)) return undefined;
        if (await this.picture(item) === FORGOTTEN && item.isConnected) this.watcher.observe(item); // what came is kept, and the rest asked once more
        return undefined;
    }

    // Draws a picture of an item, tells where its file belongs and takes its picture; each is done once.
    async picture(item) {
        const {path, entry} = item, {place} = subjectOf(path), file = this.fileOf(path);
        if (!item.querySelector('img')) {
            const bytes = await smallPicture(path, this.asker, this.fill);
            if (bytes === FORGOTTEN) return FORGOTTEN;
            if (!bytes) item.querySelector('.waits')?.remove();
            if (!bytes || !item.isConnected || item.querySelector('img')) return null;
            this.addresses.push(URL.createObjectURL(new Blob([bytes], {type: 'image/png'})));
            put(item.firstChild, this.addresses.at(-1));
        }
        const told = place && !item.isTold ? await lastOf(this.asker, about(place, path)) : null;
        if (told === FORGOTTEN) return FORGOTTEN;
        if (told && !item.isTold) item.querySelector('small').prepend(`${told}, `); // another look may have told it meanwhile
        item.isTold = true;
        const isWanted = () => item.isConnected && !this.views.has(path) && this.fileOf(path) === file; // another may have taken its place meanwhile
        const seen = /^rsm2?$/.test(typeOf(path)) ? await this.take(entry, isWanted) : null; // as it stands on a map
        if (!seen || seen === FORGOTTEN) return seen;
        if (!await isBare(seen).catch(() => true) && isWanted()) this.see(path, seen);
        else URL.revokeObjectURL(seen);
        return null;
    }
}

const folderOf = path => path.split('/').slice(0, -1).filter(part => !isArchive(part)).join('/');
const stemOf = ({path}) => path.replace(/\.[^.]*$/, '');

// What lies in an archive, as paths that queries take; of a module its areas come first, by their names.
export async function entriesOf(asker, path) {
    const rows = await asker.rows(`SELECT path, size, type FROM archive_entries(${quoted(path)}) ORDER BY name`);
    const areas = new Map(!rows.some(([entry]) => /\.are$/i.test(entry)) ? [] : await asker.rows(
        `SELECT file, ifnull(name, 'an area') AS name, ', ' || width || ' x ' || height FROM nwn_areas(${quoted(path)}, 'skip')`)
        .then(all => all.map(([file, name, size]) => [file, {name, note: name + size}]), () => []));
    return rows.map(([entry, size]) => ({path: entry, size, note: sizeText(size), ...areas.get(entry)}))
        .sort((a, b) => rankOf(a.path) - rankOf(b.path));
}

