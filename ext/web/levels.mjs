// The ground of an area of the first Neverwinter Nights of whose tiles nothing is here: guessed from their heights and from what the
// flat picture has of them, soft where they differ, and cut out as a block, as a .glb that can be saved.
import {Color, Vector3} from 'three';
import {EARTH} from './board.mjs';
import {slices} from './slices.mjs';
import {glbOf} from './terrain.mjs';

const SLOPE = new Color('#8d7f68'), STEEP = 1.3, ROCKY = 0.6; // how soon a slope is of its own colour, and how much of it
const THICK = 0.03; // of its width, below the lowest place
const SOFT = 2.5, SOFTER = 3.5; // metres on both sides of a border in which the height, and the colour, of one cell becomes that of the other
const WAVES = 1.4; // metres by which borders of colours are no straight lines
const FINE = 1.25, COARSE = 2.5, FINE_MOST = 300; // metres between its corners, and how many tiles may have the finer ones
const ROAD = 1.25; // half of what crosses a tile
const KEYS_MOST = 6, LIFT = 0.05; // metres of a line above the ground
const CALMER = 0.75; // how much of the usual colour others have, where none has a name
const WOODED = /(?<!s)tree|forest|(?<![a-z])woods?(?![a-z])/i, TREES_MOST = 400; // terrains on which trees stand, and how many at most

export class Levels {
    // side: of a cell, 5 or 10 metres; step: metres of a height; cells: [[x, y of its middle, height in steps, colour]]; crossed: [[x, y of a tile's
    // middle, to which edge (east, north), colour]]; names: [[what a colour is, colour]], where that is known
    constructor({side, step, cells, crossed = [], names = []}) {
        Object.assign(this, {side, step, names, list: cells, isArea: true, isGuessed: true});
        this.most = [...countsOf(cells.map(([,,, color]) => color))].sort((a, b) => b[1] - a[1])[0][0];
        const usual = new Color(this.most);
        this.cells = new Map(cells.map(([x, y, up, color]) => [Math.floor(x / side), Math.floor(y / side), up * step, new Color(color).lerp(usual, names.length ? 0 : CALMER)])
            .map(([i, k, up, color]) => [keyOf(i, k), {i, k, up, color}]));
        this.apart = cells.length * side * side / 100 > FINE_MOST ? COARSE : FINE;
        const ups = [...this.cells.values()].map(({up}) => up), xs = cells.map(([x]) => x), ys = cells.map(([, y]) => y), spread = list => Math.max(...list) - Math.min(...list) + side;
        this.width = Math.max(spread(xs), spread(ys));
        this.high = Math.max(...ups) - Math.min(...ups);
        this.base = Math.min(...ups) - THICK * this.width;
        this.roads = new Map();
        this.heights = new Map();
        for (const [x, y, east, north, color] of crossed) this.addRoad(x, y, east, north, new Color(color));
    }

    // What its colours stand for
    get key() {
        const slopes = this.high ? [{name: `slope, ${this.step} metres a step`, color: `#${SLOPE.getHexString()}`}] : [];
        const guessed = {name: this.names.length ? 'levels and shapes guessed from the tileset' : 'guessed: a colour for each kind of tile, of which nothing more is known', color: `#${new Color(this.most).getHexString()}`};
        return [...this.names.slice(0, KEYS_MOST).map(([name, color]) => ({name, color: `#${new Color(color).getHexString()}`})), ...slopes, guessed];
    }

    addRoad(x, y, east, north, color) {
        const half = Math.floor(ROAD / this.apart) * this.apart;
        for (let along = 0; along <= 5; along += this.apart) {
            for (let across = -half; across <= half; across += this.apart) this.roads.set(keyOf(x + east * along + north * across, y + north * along + east * across), color);
        }
    }

    // Cells that are near a place, each with its share of it
    near(x, y, soft = SOFT) {
        const cells = [];
        let sum = 0;
        for (const [i, across] of this.sharesOf(x, soft)) {
            for (const [k, along] of this.sharesOf(y, soft)) {
                const cell = this.cells.get(keyOf(i, k));
                if (!cell || !(across * along)) continue;
                cells.push([cell, across * along]);
                sum += across * along;
            }
        }
        return cells.map(([cell, share]) => [cell, share / sum]);
    }

    sharesOf(at, soft) {
        const i = Math.floor(at / this.side), within = at - i * this.side, other = within < this.side / 2 ? i - 1 : i + 1;
        const share = 0.5 + Math.min(within, this.side - within) / soft / 2, own = share < 1 ? share * share * (3 - 2 * share) : 1;
        return own < 1 ? [[i, own], [other, 1 - own]] : [[i, 1]];
    }

    // Where trees stand: one on each cell whose terrain is called so, or on some of many
    get trees() {
        const wooded = new Set(this.names.filter(([name]) => WOODED.test(name)).map(([, color]) => color)), cells = this.list.filter(([,,, color]) => wooded.has(color));
        const every = Math.ceil(cells.length / TREES_MOST), apart = (a, b) => this.side * 0.6 * (Math.abs(Math.sin(a * 12.9898 + b * 78.233) * 43758.5453) % 1 - 0.5);
        return cells.filter((_, i) => i % every === 0).map(([x, y]) => [x + apart(x, y), y + apart(y, x)]).map(([x, y]) => ({x, y: this.heightAt(x, y), z: -y, turn: x + y}));
    }

    // Lines between cells, as ends of short ones: each is a little above the ground
    get grid() {
        const places = [], {side} = this, step = side / 4, at = (x, y) => [x, (this.heightAt(x, y) ?? this.base) + LIFT, -y];
        for (const {i, k} of this.cells.values()) {
            for (let part = 0; part < side; part += step) {
                const [x, y] = [i * side, k * side];
                places.push(...at(x + part, y), ...at(x + part + step, y), ...at(x, y + part), ...at(x, y + part + step));
            }
        }
        return places;
    }

    // The colour of a place
    colorAt(x, y) {
        const wave = (a, b) => WAVES * (Math.sin(0.41 * a + 0.27 * b) + Math.sin(0.53 * b - 0.33 * a)) / 2, soft = Math.min(SOFTER, this.side / 2), tint = new Color(0);
        const there = this.near(x + wave(x, y), y + wave(y + 40, x), soft);
        for (const [{color: {r, g, b}}, share] of there.length ? there : this.near(x, y, soft)) tint.setRGB(tint.r + r * share, tint.g + g * share, tint.b + b * share);
        return tint;
    }

    // How high the ground is; null beside it
    heightAt(x, y) {
        const cells = this.near(x, y);
        return cells.length ? cells.reduce((sum, [{up}, share]) => sum + up * share, 0) : null;
    }

    // The same of a corner, which those beside it ask for, too
    cornerHeight(x, y) {
        const key = keyOf(x / this.apart, y / this.apart);
        if (!this.heights.has(key)) this.heights.set(key, this.heightAt(x, y));
        return this.heights.get(key);
    }

    async glb() {
        const between = slices(), made = {position: [], normal: [], color: [], index: []}, corners = new Map(), count = this.side / this.apart;
        for (const {i, k} of this.cells.values()) {
            await between();
            const at = (east, north) => this.corner(made, corners, i * this.side + east * this.apart, k * this.side + north * this.apart);
            for (let north = 0; north < count; north++) {
                for (let east = 0; east < count; east++) {
                    const [sw, se, nw, ne] = [at(east, north), at(east + 1, north), at(east, north + 1), at(east + 1, north + 1)];
                    made.index.push(sw, se, nw, se, ne, nw);
                }
            }
            this.addSides(made, i, k, count);
        }
        return glbOf(made);
    }

    // The number of a corner, which is made where it is new
    corner({position, normal, color}, corners, x, y) {
        const key = keyOf(x, y);
        if (corners.has(key)) return corners.get(key);
        const height = this.cornerHeight(x, y), at = (east, north) => this.cornerHeight(x + east, y + north) ?? height, {apart} = this;
        const up = new Vector3(at(-apart, 0) - at(apart, 0), 2 * apart, at(0, apart) - at(0, -apart)).normalize();
        const tint = (this.roads.get(key)?.clone() ?? this.colorAt(x, y)).lerp(SLOPE, Math.min(STEEP * (1 - up.y), ROCKY));
        position.push(x, height, -y);
        normal.push(up.x, up.y, up.z);
        color.push(tint.r, tint.g, tint.b);
        corners.set(key, position.length / 3 - 1);
        return corners.get(key);
    }

    // Earth below edges at which there is no other cell
    addSides({position, normal, color, index}, i, k, count) {
        const {side, apart} = this;
        for (const [east, north, from] of [[0, -1, [0, 0]], [1, 0, [1, 0]], [0, 1, [1, 1]], [-1, 0, [0, 1]]]) {
            if (this.cells.has(keyOf(i + east, k + north))) continue;
            const first = position.length / 3;
            for (let part = 0; part <= count; part++) {
                const x = (i + from[0]) * side - north * part * apart, y = (k + from[1]) * side + east * part * apart;
                position.push(x, this.cornerHeight(x, y), -y, x, this.base, -y);
                normal.push(east, 0, -north, east, 0, -north);
                color.push(...EARTH[0].toArray(), ...EARTH[1].toArray());
                if (part) index.push(...[-2, -1, 0, 0, -1, 1].map(at => first + 2 * part + at));
            }
        }
    }
}

// Of a place in eighths: areas are far smaller than so many
export const keyOf = (x, y) => (Math.round(8 * x) + 0x8000) * 0x100000 + Math.round(8 * y) + 0x8000;

function countsOf(list) {
    const counts = new Map();
    for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
    return counts;
}
