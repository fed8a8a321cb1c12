// Small pictures right below the view of what can be chosen beside it: the other maps, areas or models, where they are few.
import {legible, shortened} from './letters.mjs';
import {isTaken, smallPicture, Studio, thumbnailsOf} from './small.mjs';
import {element} from './tables.mjs';

const FEWEST = 2, MOST = 12;
const NAME_MOST = 24; // characters of a name in two lines
const FURTHER_LEAST = 40; // pixels for how many there are beyond the edge

export class Strip {
    // fill(path, statements) gives those that can be asked of a file, viewOf(path) the address of its picture as a view shows it,
    // if that was seen, fileOf(path) the file itself, and onTaken(path, address, file) comes when a picture of it was taken
    constructor(place, asker, {fill, onChoose, viewOf, fileOf, onTaken}) {
        Object.assign(this, {place, asker, fill, onChoose, viewOf, fileOf, onTaken, pictures: new Map(), studio: new Studio(asker, fill)});
        this.further = element('button', '', {type: 'button', className: 'further', hidden: true});
        this.further.onclick = () => place.scrollBy({left: place.clientWidth - this.further.offsetWidth, behavior: 'smooth'});
        place.addEventListener('scroll', () => this.tellFurther());
        new ResizeObserver(() => this.tellFurther()).observe(place);
    }

    // entries are those to choose from, as the list has them, and path is that which is shown. What was drawn of an entry is kept as long as
    // it is among them.
    async show(entries, path) {
        const areFew = entries.length >= FEWEST && entries.length <= MOST && thumbnailsOf(path).length > 0;
        this.place.hidden = !areFew;
        for (const [entry, address] of this.pictures) {
            if (areFew && entries.includes(entry)) continue;
            URL.revokeObjectURL(address);
            this.pictures.delete(entry);
        }
        this.entries = entries;
        const buttons = (areFew ? entries : []).map(entry => this.button(entry, entry.path === path));
        this.place.replaceChildren(...buttons, ...(areFew ? [this.further] : []));
        this.tellFurther();
        // of what a view takes pictures they are of one kind: until they are there, its name is
        for (const [i, button] of buttons.entries()) {
            const view = this.viewOf(entries[i].path), address = view ?? this.pictures.get(entries[i]) ?? (isTaken(entries[i].path) ? null : await this.draw(entries[i].path));
            if (!button.isConnected) return address && !view && this.pictures.get(entries[i]) !== address ? URL.revokeObjectURL(address) : undefined;
            if (address && !view) this.pictures.set(entries[i], address);
            if (address && !button.querySelector('img')) put(button, address); // its view may have come meanwhile
        }
        return this.take(buttons);
    }

    // Those that one sees only further to the right are counted over the one that would be cut.
    tellFurther() {
        const {scrollLeft, clientWidth} = this.place, end = scrollLeft + clientWidth, all = [...this.place.children].filter(one => one !== this.further);
        const more = all.filter(({offsetLeft, offsetWidth}) => offsetLeft - this.place.offsetLeft + offsetWidth > end + 2);
        this.further.hidden = !more.length;
        if (!more.length) return;
        const cut = more[0].offsetLeft - this.place.offsetLeft; // which it covers, or the last whole one where little of that is seen
        const from = end - cut >= FURTHER_LEAST || all.length === more.length ? cut : all[all.indexOf(more[0]) - 1].offsetLeft - this.place.offsetLeft;
        this.further.textContent = `${more.length + (from < cut)} more →`;
        this.further.style.flexBasis = `${end - from}px`;
    }

    // Pictures as the view would show them take the place of those that were drawn, one after the other.
    async take(buttons) {
        for (const button of buttons.filter(({path}) => !this.viewOf(path))) {
            const file = this.fileOf(button.path), address = await this.studio.picture(button, () => button.isConnected && !this.viewOf(button.path));
            if (address) this.onTaken(button.path, address, file);
            else if (button.isConnected && !button.querySelector('img')) await this.instead(button);
        }
    }

    // What a view shows of a file is its small picture from then on.
    see(path, address) {
        const button = [...this.place.children].find(one => one.path === path);
        if (button) put(button, address);
    }

    button({path, size, name}, isShown) {
        const button = element('button', '', {type: 'button', title: legible(path), ariaPressed: String(isShown), path, size});
        const called = legible(name ?? path.replace(/.*\//, '').replace(/\.[^.]*$/, '')), waits = element('i', '', {className: 'waits'});
        waits.dataset.name = called;
        const parts = shortened(called, NAME_MOST).split(/(?<=[_.-])|(?<=[a-z])(?=\d+$)/i), label = element('span'); // between which a line may end
        label.append(...parts.flatMap((part, i) => (i ? [element('wbr'), part] : [part])));
        button.append(waits, label);
        button.onclick = () => this.onChoose(path);
        return button;
    }

    // What has no view is drawn, and comes last; of what there is no picture, either, the name stays.
    async instead(button) {
        const address = await this.draw(button.path);
        if (!button.isConnected) return URL.revokeObjectURL(address);
        if (address) {
            const entry = this.entries.find(({path}) => path === button.path);
            this.pictures.set(entry, address);
            put(button, address);
        } else button.querySelector('.waits')?.classList.add('nothing');
        if (!this.place.matches(':hover, :focus-within')) this.further.before(button); // nothing moves below a pointer
        return undefined;
    }

    async draw(path) {
        const bytes = await smallPicture(path, this.asker, this.fill, true);
        return bytes instanceof Uint8Array ? URL.createObjectURL(new Blob([bytes], {type: 'image/png'})) : null;
    }
}

// A picture takes the place of what stands there.
export function put(button, src) {
    button.querySelector('img, .waits')?.remove();
    button.prepend(element('img', '', {src, alt: ''}));
}
