// What stands over a picture as text of the page: dots and names at their places, frames of parts, and a key below. Letters
// of a picture itself would shrink with it on a phone.
import {number} from './asking.mjs';
import {element} from './tables.mjs';

const colors = ['#c02020', '#1f5fbf', '#8a2fa3', '#b25a00', '#00707a', '#a0175f', '#4a4a4a', '#6b5a00', '#3d6b1f', '#5a3a8a'];
const KEYS_MOST = 10;
const DRAWING_EDGE = 8; // pixels that gamemap_drawing leaves on each side

export class Marks {
    constructor(plot, key, title) {
        Object.assign(this, {plot, key, title, names: []});
        new ResizeObserver(() => this.thin()).observe(plot);
    }

    clear() {
        this.names = [];
        this.key.replaceChildren();
        this.title.textContent = '';
        this.plot.querySelectorAll('.mark, .part').forEach(one => one.remove());
    }

    // rows: [part of the width, part of the height from above, kind, name, what a pointer tells, width and height of a frame];
    // those first have their names first. keys: [color, text] of the picture itself, or [null, low, high] of heights.
    show(title, rows, keys, isDrawing) {
        this.clear();
        this.title.textContent = title;
        const {naturalWidth, naturalHeight} = this.plot.querySelector('img'), edge = isDrawing ? DRAWING_EDGE : 0;
        const at = (part, all) => `${100 * (edge + part * (all - 2 * edge)) / all}%`;
        const kinds = [...Map.groupBy(rows.filter(([,, , , , wide]) => wide === null || wide === undefined), ([,, kind]) => kind)]
            .sort((a, b) => (b[0] === 'start') - (a[0] === 'start') || b[1].length - a[1].length);
        const colorOf = new Map(kinds.map(([kind], i) => [kind, kind === 'start' ? '#ffd400' : colors[Math.min(i, colors.length - 1)]]));
        for (const [x, y, kind, name, told, wide, high] of rows) {
            const isFrame = wide !== null && wide !== undefined;
            const mark = element('span', '', {className: isFrame ? 'part' : `mark${kind === 'start' ? ' start' : ''}`, title: told ?? ''});
            mark.style.left = at(number(x), naturalWidth);
            mark.style.top = at(number(y), naturalHeight);
            if (isFrame) {
                mark.style.width = `${100 * number(wide)}%`;
                mark.style.height = `${100 * number(high)}%`;
            } else mark.style.setProperty('--dot', colorOf.get(kind));
            if (name) {
                const text = element('b', name);
                mark.append(text);
                this.names.push(text);
            }
            this.plot.append(mark);
        }
        this.key.replaceChildren(...kinds.slice(0, KEYS_MOST).map(([kind, some]) => part(colorOf.get(kind),
            kind === 'start' ? 'where the module begins' : `${kind} (${some.length})`)), ...kinds.length > KEYS_MOST ? [element('span', `and ${
            kinds.length - KEYS_MOST} more`)] : [], ...keys.map(([color, text, high]) => (color === null ? ramp(text, high) : part(color, text, 'area'))));
        this.thin();
    }

    // A name that would lie over an earlier one isn't shown; its dot tells it.
    thin() {
        const box = this.plot.getBoundingClientRect();
        const taken = [...this.plot.querySelectorAll('.mark')].map(mark => Object.assign(mark.getBoundingClientRect(), {mark}));
        for (const name of this.names) {
            name.hidden = false;
            const isFrame = name.parentElement.className === 'part'; // its name lies over dots
            const free = side => {
                name.classList.toggle('left', side === 'left');
                const one = name.getBoundingClientRect();
                const overlaps = other => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
                const isTaken = taken.some(other => !(other.mark && (isFrame || other.mark === name.parentElement)) && overlaps(other));
                return one.left >= box.left && one.right <= box.right && !isTaken && one;
            };
            const one = free('right') || free('left');
            name.hidden = !one;
            if (one) taken.push(one);
        }
    }
}

function part(color, text, className = '') {
    const key = element('span', text, {className: `key ${className}`});
    key.style.setProperty('--dot', color);
    return key;
}

function ramp(low, high) {
    const key = element('span', '', {className: 'key heights'});
    key.append(element('span', low), element('i'), element('span', high));
    return key;
}
