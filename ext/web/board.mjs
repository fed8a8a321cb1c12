// The ground of an area of the first Neverwinter Nights, where the models of its tiles aren't here but their walkmeshes are: cut out as a
// block, as a .glb that can be saved.
import {Color} from 'three';
import {surfaces, wordsOfSurfaces} from './areas.mjs';
import {glbOf} from './terrain.mjs';

export const EARTH = [new Color('#85745b'), new Color('#5f503f')]; // of its sides, above and below
const THICK = 3; // metres below the lowest place
const HALF = 5; // of a tile
const GUESSED = new Color('#c9cbbf'), PALE = 0.4; // mixed into the ground of tiles that aren't here, and how much
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
        return this.lost.length ? [...key, {name: 'paler: guessed from its neighbours', color: `#${new Color(most[0][0]).lerp(GUESSED, PALE).getHexString()}`}] : key;
    }

    get glb() {
        const made = {position: [], normal: [], color: [], index: []}, edges = new Map();
        for (const face of this.faces) addFace(made, edges, face.slice(0, 9), new Color(face[9]));
        for (const [x, y] of this.lost) {
            const [z, color] = this.nearest(x, y), tint = new Color(color).lerp(GUESSED, PALE);
            const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([east, north]) => [x + HALF * east, y + HALF * north, z]);
            for (const [a, b, c] of [[0, 1, 2], [0, 2, 3]]) addFace(made, edges, [...corners[a], ...corners[b], ...corners[c]], tint);
        }
        for (const edge of edges.values()) if (edge.count === 1) this.addSide(made, edge);
        return glbOf(made);
    }

    // Height and colour of the ground that is nearest to a place
    nearest(x, y) {
        const far = face => Math.hypot((face[0] + face[3] + face[6]) / 3 - x, (face[1] + face[4] + face[7]) / 3 - y);
        let [best, least] = [this.faces[0], Infinity];
        for (const face of this.faces) {
            const distance = far(face);
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

const wordsOf = (name = 'other') => wordsOfSurfaces[name] ?? name.toLowerCase();

// The upper side of a face, and its edges, each of which two faces have but for outer ones
function addFace({position, normal, color, index}, edges, numbers, tint) {
    const [a, b, c] = [0, 3, 6].map(at => numbers.slice(at, at + 3)), first = position.length / 3;
    const cross = (p, q) => (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
    const up = [cross(1, 2), cross(2, 0), cross(0, 1)], length = Math.hypot(...up) * (up[2] < 0 ? -1 : 1) || 1, corners = up[2] < 0 ? [a, c, b] : [a, b, c];
    for (const [x, y, z] of corners) {
        position.push(x, z, -y);
        normal.push(up[0] / length, up[2] / length, -up[1] / length);
        color.push(tint.r, tint.g, tint.b);
    }
    index.push(first, first + 1, first + 2);
    corners.forEach((from, i) => {
        const to = corners[(i + 1) % 3], key = [from, to].map(place => place.map(at => Math.round(at * SAME)).join()).sort().join(' ');
        if (edges.has(key)) edges.get(key).count++;
        else edges.set(key, {from, to, count: 1});
    });
}
