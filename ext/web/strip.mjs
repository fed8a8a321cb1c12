// Small pictures right below the view of what can be chosen beside it: the other maps, areas or models, where they are few.
import {smallPicture} from './list.mjs';
import {legible} from './letters.mjs';
import {element} from './tables.mjs';

const FEWEST = 2, MOST = 12;

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

    async draw(path) {
        const bytes = await smallPicture(path, this.asker, this.fill);
        return bytes instanceof Uint8Array ? URL.createObjectURL(new Blob([bytes], {type: 'image/png'})) : null;
    }
}
