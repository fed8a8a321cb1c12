// The ground of an area of the first Neverwinter Nights, where the models of its tiles aren't here but their walkmeshes are: cut out as a
// block, as a .glb that can be saved.
import {Color} from 'three';
import {surfaces, wordsOfSurfaces} from './areas.mjs';
import {slices} from './slices.mjs';
import {glbOf} from './terrain.mjs';

export const EARTH = [new Color('#85745b'), new Color('#5f503f')]; // of its sides, above and below
const THICK = 3; // metres below the lowest place
const HALF = 5; // of a tile
const PALE = 0.35, FADE = 7; // how much lighter the ground of tiles is that aren't here, so many metres away from what is here
const PARTS = 4, REACH = 45, TILES = [-4, -3, -2, -1, 0, 1, 2, 3, 4], CLOSEST = 0.3; // of such a tile's side; from how far away, in metres, its ground comes, and on which tiles that is; the least distance that counts
const BLOCKS = new Set([surfaces.Obscuring, surfaces.Transparent]); // what is over ground
const KEYS_MOST = 6; // surfaces that the key names, those first of which there are most faces
const SAME = 20; // places to a metre: nearer ones are one

export class Board {
    // faces: [[x, y, z of three corners, colour]] in the game's metres; lost: [[x, y] of tiles whose ground isn't here]
    constructor({faces, lost}) {
        Object.assign(this, {faces, lost, isArea: true});
        const heights = faces.flatMap(face => [face[2], face[5], face[8]]);
        this.base = heights.reduce((low, height) => Math.min(low, height), Infinity) - THICK;
    }

    // What its colours stand for
    get key() {
        const most = [...Map.groupBy(this.faces, face => face[9])].sort((a, b) => b[1].length - a[1].length).slice(0, KEYS_MOST), names = Object.entries(surfaces);
        const key = most.map(([color]) => ({name: wordsOf(names.find(([, one]) => one === color)?.[0]), color: `#${color.toString(16).padStart(6, '0')}`}));
        return this.lost.length ? [...key, {name: 'lighter: guessed from its neighbours', color: `#${new Color(most[0][0]).multiplyScalar(1 + PALE).getHexString()}`}] : key;
    }

    async glb() {
        const between = slices(), made = {position: [], normal: [], color: [], index: []}, edges = new Map();
        for (const face of this.faces) {
            await between();
            addFace(made, edges, face.slice(0, 9), new Color(face[9]));
        }
        const near = this.nearOnes();
        for (const [x, y] of this.lost) {
            await between();
            this.addGuessed(made, edges, near, x, y);
        }
        for (const edge of edges.values()) if (edge.count === 1) this.addSide(made, edge);
        return glbOf(made);
    }

    // Corners of ground that is here, one of those within a metre, by the tile on which they are
    nearOnes() {
        const seen = new Set(), tiles = new Map();
        for (const face of this.faces) {
            if (BLOCKS.has(face[9])) continue;
            for (let i = 0; i < 9; i += 3) {
                const [x, y, z] = face.slice(i, i + 3), key = `${Math.round(x)} ${Math.round(y)}`, tile = tileOf(x, y);
                if (seen.has(key)) continue;
                seen.add(key);
                if (!tiles.has(tile)) tiles.set(tile, []);
                tiles.get(tile).push({x, y, z, color: new Color(face[9])});
            }
        }
        return tiles;
    }

    // A tile that isn't here goes on from the ground around it.
    addGuessed(made, edges, near, x, y) {
        const [height, color] = this.nearest(x, y), side = 2 * HALF / PARTS;
        const around = TILES.flatMap(east => TILES.flatMap(north => near.get(tileOf(x + 2 * HALF * east, y + 2 * HALF * north)) ?? []));
        const corners = Array.from({length: (PARTS + 1) ** 2}, (_, i) => {
            const place = [x - HALF + side * (i % (PARTS + 1)), y - HALF + side * Math.floor(i / (PARTS + 1))], tint = new Color(0);
            let sum = 0, up = 0, least = FADE;
            for (const one of around) {
                const far = Math.hypot(one.x - place[0], one.y - place[1]);
                if (far > REACH) continue;
                least = Math.min(least, far);
                const share = Math.max(far, CLOSEST) ** -5 * (1 - far / REACH);
                sum += share;
                up += share * one.z;
                tint.r += share * one.color.r;
                tint.g += share * one.color.g;
                tint.b += share * one.color.b;
            }
            return {at: [...place, sum ? up / sum : height], tint: (sum ? tint.multiplyScalar(1 / sum) : tint.set(color)).multiplyScalar(1 + PALE * least / FADE)};
        });
        for (let i = 0; i < PARTS * PARTS; i++) {
            const first = i % PARTS + Math.floor(i / PARTS) * (PARTS + 1), square = [first, first + 1, first + PARTS + 2, first + PARTS + 1].map(one => corners[one]);
            for (const three of [[0, 1, 2], [0, 2, 3]].map(all => all.map(one => square[one]))) addFace(made, edges, three.flatMap(({at}) => at), ...three.map(({tint}) => tint));
        }
    }

    // Height and colour of the ground that is nearest to a place
    nearest(x, y) {
        const far = face => Math.hypot((face[0] + face[3] + face[6]) / 3 - x, (face[1] + face[4] + face[7]) / 3 - y);
        let [best, least] = [this.faces[0], Infinity];
        for (const face of this.faces) {
            const distance = BLOCKS.has(face[9]) ? Infinity : far(face);
            if (distance < least) [best, least] = [face, distance];
        }
        return [Math.min(best[2], best[5], best[8]), best[9]];
    }

    // An edge that one face alone has is seen from its side: earth is below it.
    addSide({position, normal, color, index}, {from, to}) {
        const first = position.length / 3, [east, north] = [to[1] - from[1], from[0] - to[0]], length = Math.hypot(east, north) || 1;
        for (const [x, y, z] of [from, to]) {
            position.push(x, z, -y, x, this.base, -y);
            for (let i = 0; i < 2; i++) {
                normal.push(east / length, 0, -north / length);
                color.push(...EARTH[i].toArray());
            }
        }
        index.push(...[0, 1, 2, 2, 1, 3].map(at => first + at));
    }
}

const tileOf = (x, y) => `${Math.floor(x / HALF / 2)} ${Math.floor(y / HALF / 2)}`;
const wordsOf = (name = 'other') => wordsOfSurfaces[name] ?? name.toLowerCase();

// The upper side of a face, and its edges, each of which two faces have but for outer ones
function addFace({position, normal, color, index}, edges, numbers, tint, second = tint, third = tint) {
    const [a, b, c] = [0, 3, 6].map(at => numbers.slice(at, at + 3)), first = position.length / 3;
    const cross = (p, q) => (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
    const up = [cross(1, 2), cross(2, 0), cross(0, 1)], length = Math.hypot(...up) * (up[2] < 0 ? -1 : 1) || 1, corners = up[2] < 0 ? [a, c, b] : [a, b, c], tints = up[2] < 0 ? [tint, third, second] : [tint, second, third];
    for (const [i, [x, y, z]] of corners.entries()) {
        position.push(x, z, -y);
        normal.push(up[0] / length, up[2] / length, -up[1] / length);
        color.push(...tints[i].toArray());
    }
    index.push(first, first + 1, first + 2);
    corners.forEach((from, i) => {
        const to = corners[(i + 1) % 3], key = [from, to].map(place => place.map(at => Math.round(at * SAME)).join()).sort().join(' ');
        if (edges.has(key)) edges.get(key).count++;
        else edges.set(key, {from, to, count: 1});
    });
}
