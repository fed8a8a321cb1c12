// Small pictures right below the view of what can be chosen beside it: the other maps, areas or models, where they are few.
import {thumbnailsOf} from './list.mjs';
import {legible} from './letters.mjs';
import {about} from './subjects.mjs';
import {element} from './tables.mjs';

const FEWEST = 2, MOST = 12;
const EDGE = 160; // pixels of a picture

export class Strip {
    // fill(path, statements) gives those that can be asked of a file
    constructor(place, asker, {fill, onChoose}) {
        Object.assign(this, {place, asker, fill, onChoose, pictures: new Map()});
    }

    // entries are those to choose from, as the list has them, and path is that which is shown. What was drawn of an entry is kept as long as
    // it is among them.
    async show(entries, path) {
        const areFew = entries.length >= FEWEST && entries.length <= MOST;
        this.place.hidden = !areFew;
        for (const [entry, address] of this.pictures) {
            if (areFew && entries.includes(entry)) continue;
            URL.revokeObjectURL(address);
            this.pictures.delete(entry);
        }
        const buttons = (areFew ? entries : []).map(entry => this.button(entry, entry.path === path));
        this.place.replaceChildren(...buttons);
        for (const [i, button] of buttons.entries()) {
            const address = this.pictures.get(entries[i]) ?? await this.draw(entries[i].path);
            if (!button.isConnected) return address && this.pictures.get(entries[i]) !== address ? URL.revokeObjectURL(address) : undefined;
            if (!address) continue;
            this.pictures.set(entries[i], address);
            button.prepend(element('img', '', {src: address, alt: ''}));
        }
        return undefined;
    }

    button({path}, isShown) {
        const button = element('button', '', {type: 'button', title: legible(path), ariaPressed: String(isShown)});
        button.append(element('span', legible(path.replace(/.*\//, '').replace(/\.[^.]*$/, ''))));
        button.onclick = () => this.onChoose(path);
        return button;
    }

    // The address of the first picture of which something comes, after all else that is asked
    async draw(path) {
        for (const sql of this.fill(path, thumbnailsOf(path))) {
            const [[bytes] = []] = await this.asker.rows(about(sql, path).replace(/:[qy]\b/g, EDGE), {}, 'last').catch(() => []);
            if (bytes instanceof Uint8Array) return URL.createObjectURL(new Blob([bytes], {type: 'image/png'}));
        }
        return null;
    }
}
