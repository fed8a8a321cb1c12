// Maps whose ground lies in pieces with nothing between them: which is the largest, and how light reaches it.
const GAP = 2; // squares that are nearer than that are of one piece
const APART = 2.4; // how many times more place all pieces take than the largest, where it is shown alone
const SUN = {x: -0.86, z: -0.51, slope: 1.37}; // as bake.mjs has it: a step towards it, and how far it rises with each
const REACH = 26, DARK = 0.3, HOLLOW = 0.34; // of a shadow: its length in tiles, how dark it is; how dark a corner between walls is

// cells: 'x z' of squares. Gives {largest, count}, or null where there aren't several.
export function piecesOf(cells) {
    const left = new Set(cells), pieces = [];
    for (const first of cells) {
        if (!left.delete(first)) continue;
        const piece = [first];
        for (const cell of piece) {
            const [x, z] = cell.split(' ').map(Number);
            for (let i = -GAP; i <= GAP; i++) {
                for (let k = -GAP; k <= GAP; k++) if (left.delete(`${x + i} ${z + k}`)) piece.push(`${x + i} ${z + k}`);
            }
        }
        pieces.push(piece);
    }
    pieces.sort((a, b) => b.length - a.length);
    return pieces.length > 1 ? {largest: new Set(pieces[0]), count: pieces.length} : null;
}

// How large the place is around squares, in squares
function placeOf(cells) {
    const [xs, zs] = [0, 1].map(axis => [...cells].map(cell => Number(cell.split(' ')[axis])).reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [Infinity, -Infinity]));
    return (xs[1] - xs[0] + 1) * (zs[1] - zs[0] + 1);
}

export const hasGaps = cells => cells.size < 0.7 * placeOf(cells);

// Is the largest piece so small beside the emptiness between them that it is shown alone at first?
export const isFar = (cells, {largest}) => placeOf(cells) > APART * placeOf(largest);

// Heights of ground in squares of two tiles; tells how light a place is, 0 to 1, where higher ground around takes light away.
export class Shade {
    constructor(cells) { // [[x, z, height]]
        const [xs, zs] = [0, 1].map(axis => cells.reduce(([low, high], cell) => [Math.min(low, cell[axis]), Math.max(high, cell[axis])], [Infinity, -Infinity]));
        Object.assign(this, {x: xs[0], z: zs[0], wide: xs[1] - xs[0] + 1, deep: zs[1] - zs[0] + 1});
        this.heights = new Float32Array(Math.max(this.wide * this.deep, 0)).fill(-Infinity);
        for (const [x, z, height] of cells) {
            const at = (z - this.z) * this.wide + x - this.x;
            this.heights[at] = Math.max(this.heights[at], height);
        }
    }

    heightAt(x, z) {
        const i = Math.floor(x / 2) - this.x, k = Math.floor(z / 2) - this.z;
        return i < 0 || k < 0 || i >= this.wide || k >= this.deep ? -Infinity : this.heights[k * this.wide + i];
    }

    at(x, y, z) {
        let shadow = 0, hollow = 0;
        for (let step = 1; step < REACH && !shadow; step++) {
            const over = this.heightAt(x + SUN.x * step, z + SUN.z * step) - y - SUN.slope * step;
            if (over > 0) shadow = Math.min(over / 0.8, 1);
        }
        for (let turn = 0; turn < 8; turn++) {
            const east = Math.cos(turn * Math.PI / 4), south = Math.sin(turn * Math.PI / 4);
            const rise = Math.max(this.heightAt(x + 2 * east, z + 2 * south) - y, (this.heightAt(x + 4 * east, z + 4 * south) - y) / 2, 0);
            hollow += Math.min(rise / 4, 1) / 8;
        }
        return (1 - DARK * shadow) * (1 - HOLLOW * Math.sqrt(hollow));
    }
}
