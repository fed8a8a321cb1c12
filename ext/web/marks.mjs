// What stands over a picture as text of the page: dots and names at their places, frames of parts, and a key below. Letters
// of a picture itself would shrink with it on a phone.
import {number} from './asking.mjs';
import {contoursOf} from './contours.mjs';
import {legible} from './letters.mjs';
import {countText} from './sizes.mjs';
import {element} from './tables.mjs';

const colors = ['#c02020', '#1f5fbf', '#8a2fa3', '#b25a00', '#00707a', '#a0175f', '#4a4a4a', '#6b5a00', '#3d6b1f', '#5a3a8a'];
// What stands in an area has the same colours in 3D
export const START = '#ffd400', kindColors = {start: START, ...Object.fromEntries(['placeable', 'creature', 'waypoint', 'door', 'trigger', 'item', 'sound', 'store', 'encounter'].map((kind, i) => [kind, colors[i]])),
    model: '#7d4a1e', light: '#f2c230', 'static object': '#3b4766', 'animated object': '#e07b00', 'named object': '#8a2fa3', landmark: '#c8202c',
    town: '#c02020', inside: '#1f5fbf', field: '#3d7a2a', dungeon: '#4a4a4a', guild: '#b25a00', 'other map': '#8a2fa3', 'leads on, not in these files': '#9a9a90'};
const numbered = ['#0f8f9c', '#d0369b', '#2f6fe0', '#e9c51f', '#7a4a12', '#b9f06a']; // of objects with one number
const KEYS_MOST = 10;
const DRAWING_EDGE = 8; // pixels that gamemap_drawing leaves on each side
const ARROW = 1;        // pixels between names and lines
const FARTHER = [0, 5, 10]; // pixels from a dot at which a name stands that may lie over no line
const RIM = 6, ASIDE = 6; // pixels between a net's names and their cells or its frame, and rather between a name and another dot
const NEAR = 3;         // pixels between names and numbers of lines
const STRIP = 24;       // pixels
const CROWDED = 100;    // dots from which on they are small
const BORDER = 1.5;     // of a dot, as page.css has it

export class Marks {
    // onClick(row, u, v) comes with the row of a mark that is clicked, if it is one, and shares of the picture from the west and from the north
    constructor(plot, key, title, onClick) {
        Object.assign(this, {plot, key, title, names: [], lines: [], cells: [], rows: new Map()});
        plot.onclick = ({target, clientX, clientY}) => {
            const {left, top, width, height} = plot.getBoundingClientRect(), [u, v] = [(clientX - left) / width, (clientY - top) / height];
            if (this.areShown) onClick(this.rows.get(target.closest('.mark')), ...[u, v].map((part, i) => this.shareOf(part, i)));
        };
        new ResizeObserver(() => this.thin()).observe(plot);
    }

    // A part of the picture without its edge
    shareOf(part, i) {
        const all = this.sizes[i];
        return Math.min(Math.max((part * all - this.edge) / (all - 2 * this.edge), 0), 1);
    }

    clear() {
        this.names = [];
        this.lines = this.cells = [];
        this.areShown = false;
        this.rows.clear();
        this.key.replaceChildren();
        this.title.textContent = '';
        this.plot.querySelectorAll('.mark, .part, .tick, .level, .tile, .scale, .north, svg').forEach(one => one.remove());
    }

    // rows: [part of the width, part of the height from above, kind, name, what a pointer tells, width and height of a frame, or, where
    // it has a kind, of what stands there, whether its name is larger];
    // those first have their names first. A 'tick' is a number at the edge, a 'level' one on a line, a 'tile' one of a tile. keys: [color, text] of the picture itself, [null, low, high] of heights,
    // of which 'land' follows where there is no water, or colours, or [null, text]; 'hatched' is a color, too, and a third word after a color is how a line of it is: 'line', 'dashed' or 'arrow'. heights are of land and have lines of their own; a name stands over no lines, each two shares from
    // the west and from the north, or over its dot's own ones rather than over others, and within its dot's cell.
    show(title, rows, keys, {isDrawing, heights, lines, cells = []}) {
        this.clear();
        const contours = heights?.cells.length ? contoursOf(heights) : null;
        if (contours) {
            this.plot.append(drawn(contours));
            rows = [...rows, ...contours.labels.map(({x, y, height}) => [x, y, 'level', String(Number(height.toPrecision(6)))])];
        }
        if (heights && heights.low !== null) { // else none is known
            const {low, high, least = low, most = high, ramp = 'land'} = heights, [from, to] = [low, high].map(height => Number(height.toFixed(high - low < 20 ? 1 : 0)));
            if (low < high) keys = [[null, `height ${from}${least < low ? ' and less' : ''}`, `${to}${most > high ? ' and more' : ''}${contours ? `, a line every ${contours.step}` : ''}`, ramp], ...keys];
            else if (least === most) keys = [[null, `height ${from}`], ...keys];
        }
        this.title.textContent = title;
        const {naturalWidth, naturalHeight} = this.plot.querySelector('img'), edge = isDrawing ? DRAWING_EDGE : 0;
        Object.assign(this, {areShown: true, edge, sizes: [naturalWidth, naturalHeight]});
        const at = (part, all) => `${100 * (edge + part * (all - 2 * edge)) / all}%`;
        const isFrame = ([,, kind,, , wide]) => !kind && (wide ?? null) !== null;
        const isPlain = ([,, kind]) => ['tick', 'level', 'tile', 'scale', 'north'].includes(kind);
        const {kinds, colorOf} = kindsOf(rows.filter(row => !isFrame(row) && !isPlain(row)));
        for (const row of rows) {
            const [x, y, kind, name, told, wide, high, isHub] = row;
            const mark = element('span', '', {className: isFrame(row) ? 'part' : isPlain(row) ? kind : `mark${kind === 'start' ? ' start' : ''}`, title: legible(told ?? '')});
            mark.style.left = at(number(x), naturalWidth);
            mark.style.top = at(number(y), naturalHeight);
            if ((wide ?? null) !== null) {
                mark.style.width = `${100 * number(wide)}%`;
                mark.style.height = `${100 * number(high)}%`;
            }
            if (!isFrame(row)) mark.style.setProperty('--dot', colorOf.get(kind));
            if (kind && (wide ?? null) !== null) mark.classList.add('wide');
            if (number(isHub ?? 0)) mark.classList.add('hub');
            if (/^(static|named) object$/.test(isHub) && row[9] !== null) { // of regions it is what stands there, and the last how that is turned
                mark.classList.add('box');
                mark.style.setProperty('--turn', `${number(row[9])}rad`);
            }
            if (name?.startsWith('→')) mark.classList.add('stub');
            if (name) {
                const text = element('b', name);
                mark.append(text);
                if (!isPlain(row)) this.names.push(text);
            }
            if (mark.classList.contains('mark')) this.rows.set(mark, row);
            this.plot.append(mark);
        }
        this.key.replaceChildren(...kinds.slice(0, KEYS_MOST).map(([kind, some]) => part(colorOf.get(kind),
            kind === 'start' ? 'where the module begins' : `${kind} (${some.length})`)), ...kinds.length > KEYS_MOST ? [element('span', `and ${
            kinds.length - KEYS_MOST} more`)] : [], ...keys.map(([color, text, high, land]) => (color === null ? (high === undefined ? element('span', text) : ramp(text, high, land)) : part(color, text, high === undefined ? 'area' : `way ${high}`))));
        this.plot.classList.toggle('net', Boolean(lines));
        this.lines = lines ? lines.map(line => line.map((part, i) => (edge + part * (this.sizes[i % 2] - 2 * edge)) / this.sizes[i % 2])) : [];
        this.cells = cells.map(([x, y, wide, high]) => [x, 1 - y - high, x + wide, 1 - y].map((part, i) => (edge + part * (this.sizes[i % 2] - 2 * edge)) / this.sizes[i % 2]));
        if (lines) this.key.append(this.left = element('span'));
        this.names = byRarity(this.names);
        this.plot.classList.toggle('crowded', this.rows.size > CROWDED);
        this.thin();
    }

    // Names of regions stand in a corner of their frame, and those of dots beside them, wherever there they lie over no dot and no
    // other name; a region's, which nothing else tells, lies over dots where no corner is free of them, and in the same one where there are many. Of names that are there several times the first ones come before any is repeated. A name without such a place
    // isn't shown; its dot tells it. A line's number stands at the first of its places where no name, no dot and no other number is. All is measured before anything is changed, so that the browser lays the page out once.
    thin() {
        const [ticks, levels] = ['.tick b', '.level b'].map(one => [...this.plot.querySelectorAll(one)]);
        for (const name of [...this.names, ...ticks, ...levels]) name.hidden = false;
        const boxOf = one => one.getBoundingClientRect(), plot = boxOf(this.plot), marks = new Boxes([...this.plot.querySelectorAll('.mark')].map(boxOf));
        const covered = ticks.filter(tick => marks.meet(boxOf(tick))), seen = ticks.filter(tick => !covered.includes(tick));
        const dots = new Boxes([...this.plot.querySelectorAll('.mark'), ...seen].map(boxOf)), taken = new Boxes([]);
        const numbers = levels.map(level => ({level, box: boxOf(level)}));
        const boxes = this.names.map(name => ({name, isFrame: name.parentElement.className === 'part', size: boxOf(name), at: boxOf(name.parentElement)}));
        for (const tick of covered) tick.hidden = true; // the next one tells as much
        const isCrowded = this.plot.classList.contains('crowded');
        const lines = this.lines.map(([x, y, toX, toY]) => [plot.left + x * plot.width, plot.top + y * plot.height, plot.left + toX * plot.width, plot.top + toY * plot.height]);
        const rim = lines.length ? RIM : 0, cells = this.cells.map(([x, y, toX, toY]) => ({left: plot.left + x * plot.width, top: plot.top + y * plot.height, right: plot.left + toX * plot.width, bottom: plot.top + toY * plot.height}));
        const countOver = box => lines.filter(line => crosses(line, box)).length;
        const place = ({name, isFrame, size: {width, height}, at}, isOver, room = plot) => {
            const free = (isFrame ? cornersIn : placesBeside)(at, width, height, lines.length ? FARTHER : [0], lines.length ? room : null).map(([left, top]) => ({left, top, right: left + width, bottom: top + height}))
                .filter(one => one.left >= room.left + rim && one.right <= room.right - rim && one.top >= room.top + rim && one.bottom <= room.bottom - rim && !taken.meet(one) && !lines.some(line => isOver(line, one, at)));
            if (isOver !== crosses) free.sort((a, b) => countOver(a) - countOver(b));
            const isAside = ({left, right, top, bottom}) => !marks.meet({left: left - ASIDE, right: right + ASIDE, top, bottom}, at);
            const apart = isFrame && isCrowded ? [] : free.filter(one => !dots.meet(one)), clear = (lines.length && apart.find(isAside)) || apart[0], box = clear ?? (isFrame ? free[0] : undefined);
            name.hidden = !box;
            if (!box) return;
            taken.add(box);
            const edge = isFrame ? 1 : BORDER; // places count from within the border
            Object.assign(name.style, {left: `${box.left - at.left - edge}px`, top: `${box.top - at.top - edge}px`});
        };
        const ownLines = (line, one, at) => crosses(line, one) && !endsIn(line, at); // what many lines come to has no place free of them
        const inCell = ({at: {left, top}}) => cells.find(cell => left >= cell.left && left < cell.right && top >= cell.top && top < cell.bottom);
        const [hubs, others] = [true, false].map(isHub => boxes.filter(({name}) => name.parentElement.classList.contains('hub') === isHub)); // what matters more takes its place first
        for (const some of [hubs, others]) {
            some.forEach(box => place(box, crosses, inCell(box)));
            for (const isOver of lines.length ? [ownLines, () => false] : []) some.filter(({name}) => name.hidden).forEach(box => place(box, isOver, inCell(box)));
        }
        const gone = boxes.filter(({name}) => name.hidden).length;
        if (lines.length) this.left.textContent = gone ? `${countText(gone, 'name')} left out: a dot tells ${gone === 1 ? 'it' : 'each'}, and so does the full size` : '';
        const told = new Set(); // heights, each of which is told once
        for (const {level, box: {left, right, top, bottom}} of numbers) {
            const box = {left: left - NEAR, right: right + NEAR, top: top - NEAR, bottom: bottom + NEAR};
            level.hidden = told.has(level.textContent) || left < plot.left || right > plot.right || top < plot.top || bottom > plot.bottom || taken.meet(box) || marks.meet(box);
            if (level.hidden) continue;
            told.add(level.textContent);
            taken.add(box);
        }
    }
}

// Rows by their kind, those of which there are most first, and the colour of each
export function kindsOf(rows) {
    const byKind = new Map(rows.map(([,, kind]) => [kind, []])), others = numbered.values();
    for (const row of rows) byKind.get(row[2]).push(row);
    const kinds = [...byKind].sort((a, b) => (b[0] === 'start') - (a[0] === 'start') || b[1].length - a[1].length);
    return {kinds, colorOf: new Map(kinds.map(([kind], i) => [kind, kindColors[kind] ?? (/^object /.test(kind) ? others.next().value : colors[Math.min(i, colors.length - 1)])]))};
}

// Numbers of tiles say little at first sight, and are there for whoever asks for them.
export function numbersButton({classList}) {
    const button = element('button', 'Tile numbers', {type: 'button', ariaPressed: 'false', className: 'numbers',
        title: 'Its number in the tileset, and to where its north is turned'});
    classList.remove('numbered');
    button.onclick = () => {
        button.ariaPressed = String(classList.toggle('numbered'));
    };
    return button;
}

// Boxes by the strips of the page that they reach, so that few are compared
class Boxes {
    constructor(boxes) {
        this.strips = new Map();
        boxes.forEach(box => this.add(box));
    }

    add(box) {
        for (const strip of stripsOf(box)) {
            const boxes = this.strips.get(strip);
            if (boxes) boxes.push(box);
            else this.strips.set(strip, [box]);
        }
    }

    // Does a box lie over one of them, but one?
    meet(one, but) {
        return stripsOf(one).some(strip => this.strips.get(strip)?.some(other => one.left < other.right && other.left < one.right &&
            one.top < other.bottom && other.top < one.bottom && !(but && other.left === but.left && other.top === but.top)));
    }
}

function stripsOf({top, bottom}) {
    const first = Math.floor(top / STRIP);
    return Array.from({length: Math.floor(bottom / STRIP) - first + 1}, (none, i) => first + i);
}

// Where a name may be, by its left and upper edge, at these distances, and above and below, moved into a room
function placesBeside({left, right, top, bottom}, width, height, distances, room) {
    const within = room && Math.min(Math.max((left + right - width) / 2, room.left + RIM), room.right - RIM - width);
    const middle = (top + bottom - height) / 2, center = (left + right - width) / 2;
    const columns = room ? [within, Math.max(left - width + 2, room.left + RIM), Math.min(right - 2, room.right - RIM - width)] : [];
    const moved = distances.flatMap(far => columns.flatMap(x => [[x, top - height - 1 - far], [x, bottom + 1 + far]]));
    return distances.flatMap(far => [[right + 1 + far, middle], [left - width - 1 - far, middle], [center, top - height - 1 - far], [center, bottom + 1 + far],
        [right - 2 + far, top - height], [left - width + 2 - far, top - height], [right - 2 + far, bottom], [left - width + 2 - far, bottom]]).concat(moved);
}

// Does a line lie below a box, if only its arrow? (Liang and Barsky, 1984)
function crosses([x, y, toX, toY], {left, right, top, bottom}) {
    let [from, to] = [0, 1];
    for (const [at, step, low, high] of [[x, toX - x, left - ARROW, right + ARROW], [y, toY - y, top - ARROW, bottom + ARROW]]) {
        const [a, b] = [(low - at) / step, (high - at) / step];
        if (step === 0 && (at < low || at > high)) return false;
        if (step !== 0) [from, to] = [Math.max(from, Math.min(a, b)), Math.min(to, Math.max(a, b))];
    }
    return from < to;
}

function endsIn([x, y, toX, toY], {left, right, top, bottom}) {
    return [[x, y], [toX, toY]].some(([u, v]) => u > left && u < right && v > top && v < bottom);
}

function cornersIn({left, right, top, bottom}, width, height) {
    const [west, east, north, south] = [left + 3, right - width - 3, top + 3, bottom - height - 3], center = (left + right - width) / 2;
    return [[west, north], [east, north], [west, south], [east, south], [center, north], [center, south]].filter(() => width + 6 < right - left);
}

// Frames, then each name once in the order of the rows, then those that are there again
function byRarity(names) {
    const seen = new Map(), turn = name => {
        const text = name.textContent, before = seen.get(text) ?? 0;
        seen.set(text, before + 1);
        return name.parentElement.className === 'part' ? -1 : before;
    };
    return names.map(name => ({name, rank: turn(name)})).sort((a, b) => a.rank - b.rank).map(({name}) => name);
}

// Lines of heights; the picture below may have any size.
function drawn({thin, strong}) {
    const made = name => document.createElementNS('http://www.w3.org/2000/svg', name), svg = made('svg');
    svg.setAttribute('viewBox', '0 0 1000 1000');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    for (const [name, lines] of Object.entries({thin, strong})) {
        const path = made('path');
        path.setAttribute('class', name);
        path.setAttribute('d', lines);
        svg.append(path);
    }
    return svg;
}

function part(color, text, className = '') {
    const isHatched = color === 'hatched', key = element('span', text, {className: `key ${className}${isHatched ? ' hatched' : ''}`});
    if (!isHatched) key.style.setProperty('--dot', color);
    return key;
}

function ramp(low, high, land) {
    const isOwn = land?.startsWith('#'), key = element('span', '', {className: `key heights ${isOwn ? '' : land ?? ''}`}), colors = element('i');
    if (isOwn) colors.style.background = `linear-gradient(90deg, ${land})`;
    key.append(element('span', low), colors, element('span', high));
    return key;
}
