// Names over places of the view, as text of the page: drawn into the view, letters would blur.
import {Vector3} from 'three';

const APART = 2; // pixels between two of them
const MOST = 60; // of a layer
const LYING = 0.4; // how much lower than its middle the front edge of what stands there is seen, as a part of half its width
const BULGE = 16; // pixels by which a land may reach over a straight line between its corners
const HIGHER = [20, 40, 60, 80]; // pixels above what stands there, from which a line leads down
const CORNER = 8; // pixels from a name's side to that line, where it isn't in its middle

export class Names {
    constructor(canvas) {
        Object.assign(this, {canvas, layers: new Map()});
    }

    // names: [{x, y, z, name, color, top, half}], of which those first are shown first: they stand beside what reaches up to its top and half its width to each side, or on their place.
    set(layer, names) {
        this.delete(layer);
        if (!names.length) return;
        if (!this.box) this.canvas.after(this.box = Object.assign(document.createElement('div'), {className: 'names', ariaHidden: 'true'}));
        this.layers.set(layer, names.slice(0, MOST).map(({x, y, z, name, color, top, half = 0, isStart, className = isStart ? 'start' : ''}) => {
            const text = Object.assign(document.createElement('b'), {textContent: name, className});
            if (color) text.style.setProperty('--dot', color);
            this.box.append(text);
            return {text, at: new Vector3(x, y, z), over: top === undefined ? null : new Vector3(x, top, z), aside: half, wide: text.offsetWidth, high: text.offsetHeight};
        }));
    }

    delete(layer) {
        for (const {text} of this.layers.get(layer) ?? []) text.remove();
        this.layers.delete(layer);
    }

    clear() {
        this.ground = null;
        for (const layer of [...this.layers.keys()]) this.delete(layer);
    }

    // Puts them where the camera sees their places, if there is room, and rather not over something else; others are left out.
    place(camera, isShown) {
        const {clientWidth, clientHeight} = this.canvas, taken = [], names = [...this.layers].flatMap(([layer, all]) => (isShown(layer) ? all : all.filter(({text}) => { text.hidden = true; })));
        const onPage = place => {
            const {x, y, z} = place.clone().project(camera);
            return {x: (x + 1) / 2 * clientWidth, y: (1 - y) / 2 * clientHeight, isBefore: Math.abs(z) < 1};
        };
        const ground = this.ground?.map(onPage);
        const east = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
        const places = names.map(({at, over, aside}) => {
            const below = onPage(at), {y: top} = over ? onPage(over) : below, half = over ? onPage(at.clone().addScaledVector(east, aside)).x - below.x : 0;
            return {...below, left: below.x - half, right: below.x + half, top, bottom: below.y + half * LYING};
        });
        // what stands at a land's rim has the least choice
        const order = [...names.keys()].sort((a, b) => (ground ? Math.abs(places[b].x - clientWidth / 2) - Math.abs(places[a].x - clientWidth / 2) : a - b));
        for (const i of order) {
            const {text, over, wide, high} = names[i];
            const {x, y, left, right, top, bottom, isBefore} = places[i], middle = (top + bottom - high) / 2;
            const near = [[x - wide / 2, top - high], [right + APART, middle], [left - wide - APART, middle], [x - wide / 2, bottom + APART]], higher = HIGHER.flatMap(up => [wide / 2, CORNER, wide - CORNER].map(from => [x - from, top - high - up]));
            const ways = over ? [...(ground ? near.map(way => [...way, true]) : []), ...near, ...higher] : [[x - wide / 2, y - high / 2]];
            const best = isBefore && firstOf(ways.map(([one, two, isGround]) => ({left: Math.round(one), top: Math.round(two), right: Math.round(one) + wide, bottom: Math.round(two) + high, isGround})),
                box => box.left >= 0 && box.right <= clientWidth && box.top >= 0 && box.bottom <= clientHeight && !taken.some(other => meet(box, other)),
                box => !(box.isGround && !isOn(box, ground)) && !places.some((other, k) => k !== i && names[k].over && meet(box, other)));
            text.hidden = !best;
            if (!best) continue;
            taken.push(best);
            text.style.transform = `translate(${best.left}px, ${best.top}px)`;
            text.style.setProperty('--down', over && best.bottom < top - APART ? `${top - best.bottom}px` : 0);
            text.style.setProperty('--at', `${x - best.left}px`);
        }
    }
}

// The first of what is possible that is good, too, or else the first; after it none is looked at.
export function firstOf(all, isPossible, isGood) {
    let possible;
    for (const one of all) {
        if (!isPossible(one)) continue;
        if (isGood(one)) return one;
        possible ??= one;
    }
    return possible;
}

// Does a box lie on a shape without hollows, of which these are the corners, around it?
function isOn({left, right, top, bottom}, corners) {
    return [[left, top], [right, top], [right, bottom], [left, bottom]].every(([x, y]) => corners.every((from, i) => {
        const to = corners[(i + 1) % corners.length];
        return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= -BULGE * Math.hypot(to.x - from.x, to.y - from.y);
    }));
}

const meet = (a, b) => a.left < b.right + APART && b.left < a.right + APART && a.top < b.bottom + APART && b.top < a.bottom + APART;
