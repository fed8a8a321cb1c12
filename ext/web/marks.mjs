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
        const isFrame = ([,, , , , wide]) => (wide ?? null) !== null;
        const kinds = [...Map.groupBy(rows.filter(row => !isFrame(row)), ([,, kind]) => kind)]
            .sort((a, b) => (b[0] === 'start') - (a[0] === 'start') || b[1].length - a[1].length);
        const colorOf = new Map(kinds.map(([kind], i) => [kind, kind === 'start' ? '#ffd400' : colors[Math.min(i, colors.length - 1)]]));
        for (const row of rows) {
            const [x, y, kind, name, told, wide, high] = row;
            const mark = element('span', '', {className: isFrame(row) ? 'part' : `mark${kind === 'start' ? ' start' : ''}`, title: told ?? ''});
            mark.style.left = at(number(x), naturalWidth);
            mark.style.top = at(number(y), naturalHeight);
            if (isFrame(row)) {
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

    // A name that would lie over an earlier one, or over another dot, isn't shown; its dot tells it. All is measured before
    // anything is changed, so that the browser lays the page out once and not for each name.
    thin() {
        for (const name of this.names) {
            name.hidden = false;
            name.classList.remove('left');
        }
        const plot = this.plot.getBoundingClientRect(), overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const dots = [...this.plot.querySelectorAll('.mark')].map(mark => ({mark, box: mark.getBoundingClientRect()}));
        const boxes = this.names.map(name => ({name, mark: name.parentElement, isFrame: name.parentElement.className === 'part',
            right: name.getBoundingClientRect(), dot: name.parentElement.getBoundingClientRect()}));
        const taken = [];
        for (const {name, mark, isFrame, right, dot} of boxes) {
            const mirrored = {left: dot.left + dot.right - right.right, right: dot.left + dot.right - right.left, top: right.top, bottom: right.bottom};
            const box = (isFrame ? [right] : [right, mirrored]).find(one => one.left >= plot.left && one.right <= plot.right &&
                !taken.some(other => overlaps(one, other)) && (isFrame || !dots.some(other => other.mark !== mark && overlaps(one, other.box))));
            name.hidden = !box;
            name.classList.toggle('left', box === mirrored);
            if (box) taken.push(box);
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
