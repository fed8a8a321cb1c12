// Ground in squares of two tiles: its heights, how light reaches it, and, where it lies in pieces with nothing between them, which is
// the largest.
import {lights} from './bake.mjs';

const GAP = 2; // squares that are nearer than that are of one piece
const FULL = 0.7; // of the place around squares, if so much of it is ground it has no gaps
const APART = 2.4; // how many times more place all pieces take than the largest, where it is shown alone
const ALONE = 0.3; // of all ground: a smaller piece isn't shown alone
const towards = lights.towardsSun, level = Math.hypot(towards.x, towards.z);
const SUN = {x: towards.x / level, z: towards.z / level, slope: towards.y / level}; // a step towards it, and how far it rises with each
const REACH = 26, DARK = 0.3, HOLLOW = 0.34; // of a shadow: its length in tiles, how dark it is; how dark a corner between walls is
const SEEN_MOST = 4000; // squares by which it is found out how many are seen
const COS = [0, 1, 2, 3, 4, 5, 6, 7].map(turn => Math.cos(turn * Math.PI / 4)); // of eighths of a turn

export class Squares {
    // numbers: of each its x and z, as a square's number to the east and to the south, and its height; of several at one place the highest counts
    constructor(numbers) {
        let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
        for (let i = 0; i < numbers.length; i += 3) {
            west = Math.min(west, numbers[i]);
            east = Math.max(east, numbers[i]);
            north = Math.min(north, numbers[i + 1]);
            south = Math.max(south, numbers[i + 1]);
        }
        const hasSome = numbers.length > 0;
        Object.assign(this, {x: west, z: north, wide: hasSome ? east - west + 1 : 0, deep: hasSome ? south - north + 1 : 0, count: 0, highest: -Infinity});
        this.heights = new Float32Array(this.place).fill(-Infinity);
        for (let i = 0; i < numbers.length; i += 3) {
            const at = (numbers[i + 1] - north) * this.wide + numbers[i] - west;
            if (this.heights[at] === -Infinity) this.count++;
            this.heights[at] = Math.max(this.heights[at], numbers[i + 2]);
            this.highest = Math.max(this.highest, this.heights[at]);
        }
    }

    // How large the place around them is, in squares
    get place() {
        return this.wide * this.deep;
    }

    get hasGaps() {
        return this.count < FULL * this.place;
    }

    // Those of them that are wanted, by their column and row
    filter(isWanted) {
        const {x, z, wide, heights} = this, numbers = [];
        heights.forEach((height, at) => {
            const i = at % wide, k = Math.floor(at / wide);
            if (height !== -Infinity && isWanted(i, k)) numbers.push(x + i, z + k, height);
        });
        return new Squares(numbers);
    }

    // The height at a place in tiles
    heightAt(x, z) {
        const i = Math.floor(x / 2) - this.x, k = Math.floor(z / 2) - this.z;
        return i < 0 || k < 0 || i >= this.wide || k >= this.deep ? -Infinity : this.heights[k * this.wide + i];
    }

    has(x, z) {
        return this.heightAt(x, z) !== -Infinity;
    }

    // Which share of the squares one sees from afar in a direction, of which `away` leads to whoever looks: others lie behind higher ground.
    seenFrom({x, y, z}) {
        const {heights, wide, deep} = this, far = Math.hypot(x, z), slope = 2 * y / far, every = Math.ceil(this.count / SEEN_MOST);
        let all = 0, seen = 0;
        for (let at = 0, number = 0; at < heights.length; at++) {
            if (heights[at] === -Infinity || number++ % every) continue;
            const i = at % wide, k = Math.floor(at / wide), steps = (this.highest - heights[at]) / slope;
            let isHidden = false;
            for (let step = 1; step < steps && !isHidden; step++) {
                const east = Math.round(i + x / far * step), south = Math.round(k + z / far * step);
                if (east < 0 || south < 0 || east >= wide || south >= deep) break;
                isHidden = heights[south * wide + east] > heights[at] + slope * step;
            }
            all++;
            if (!isHidden) seen++;
        }
        return all ? seen / all : 1;
    }

    // How light a place is, 0 to 1, where higher ground around takes light away
    lightAt(x, y, z) {
        const {heights, wide, deep} = this, east = x / 2 - this.x, south = z / 2 - this.z;
        const riseAt = (i, k) => (i < 0 || k < 0 || i >= wide || k >= deep ? -Infinity : heights[(k | 0) * wide + (i | 0)] - y);
        let shadow = 0, hollow = 0;
        const steps = Math.min(REACH, (this.highest - y) / SUN.slope); // no ground is higher than that
        for (let step = 1; step < steps && shadow === 0; step++) {
            const over = riseAt(east + SUN.x / 2 * step, south + SUN.z / 2 * step) - SUN.slope * step;
            if (over > 0) shadow = Math.min(over / 0.8, 1);
        }
        for (let turn = 0; turn < 8; turn++) {
            const i = COS[turn], k = COS[(turn + 6) % 8], near = riseAt(east + i, south + k), far = riseAt(east + 2 * i, south + 2 * k) / 2;
            const rise = near > far ? near : far;
            if (rise > 0) hollow += rise < 4 ? rise / 32 : 1 / 8;
        }
        return (1 - DARK * shadow) * (1 - HOLLOW * Math.sqrt(hollow));
    }
}

// Gives {largest, count}, of which the largest is squares; or null where there aren't several pieces.
export function piecesOf({x, z, wide, deep, heights}) {
    const left = Uint8Array.from(heights, height => Number(height !== -Infinity)), pieces = [];
    for (let first = 0; first < left.length; first++) {
        if (!left[first]) continue;
        const piece = [first];
        left[first] = 0;
        for (const at of piece) {
            const east = at % wide, south = (at - east) / wide;
            for (let k = Math.max(south - GAP, 0); k <= Math.min(south + GAP, deep - 1); k++) {
                for (let i = Math.max(east - GAP, 0); i <= Math.min(east + GAP, wide - 1); i++) {
                    if (!left[k * wide + i]) continue;
                    left[k * wide + i] = 0;
                    piece.push(k * wide + i);
                }
            }
        }
        pieces.push(piece);
    }
    if (pieces.length < 2) return null;
    const largest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best));
    return {largest: new Squares(largest.flatMap(at => [x + at % wide, z + Math.floor(at / wide), heights[at]])), count: pieces.length};
}

// Is there so much emptiness between pieces that the largest is shown alone at first? It has to be much of all the ground.
export const isFar = (squares, {largest}) => squares.place > APART * largest.place && largest.count > ALONE * squares.count;
