// Thin strips around a map's ground, as shells are that only close it off: they take place in the picture and show nothing.
import {Vector3} from 'three';
import {dropBetween} from './hues.mjs';

const THICK = 3, THINNER = 0.97, MOST = 0.9; // squares of a strip that isn't a shell; of the place and of the ground that are left without shells, at most and at least

// Leaves such strips out of the meshes of squares, and walls around them; gives the squares that are left.
export function withoutShells(ground, walls, squares) {
    const core = coreOf(squares);
    if (!core) return squares;
    const left = squares.within(core);
    dropOthers(ground, left);
    for (const part of walls) dropBetween(part, left);
    return left;
}

// Where ground is large, as ends in squares, or null where that is nearly all of it: strips at the edges that are thinner than THICK squares, as
// shells around a map are, take place and show nothing.
function coreOf({x, z, wide, deep, heights, count}) {
    const sums = new Int32Array((wide + 1) * (deep + 1)), sumAt = (i, k) => sums[k * (wide + 1) + i];
    for (let k = 0; k < deep; k++) {
        for (let i = 0; i < wide; i++) sums[(k + 1) * (wide + 1) + i + 1] = Number(heights[k * wide + i] !== -Infinity) + sumAt(i, k + 1) + sumAt(i + 1, k) - sumAt(i, k);
    }
    const within = (west, north, east, south) => sumAt(east, south) - sumAt(west, south) - sumAt(east, north) + sumAt(west, north);
    let [west, north, east, south] = [wide, deep, 0, 0];
    for (let k = 0; k + THICK <= deep; k++) {
        for (let i = 0; i + THICK <= wide; i++) {
            if (within(i, k, i + THICK, k + THICK) < THICK * THICK) continue;
            [west, north, east, south] = [Math.min(west, i), Math.min(north, k), Math.max(east, i + THICK), Math.max(south, k + THICK)];
        }
    }
    const isThin = east > west && (east - west) * (south - north) < THINNER * wide * deep && within(west, north, east, south) > MOST * count;
    return isThin ? {west: x + west, east: x + east, north: z + north, south: z + south} : null;
}

// Leaves out ground that isn't one of the squares.
function dropOthers(ground, squares) {
    const corner = new Vector3();
    for (const {geometry, geometry: {index, attributes: {position}}, matrixWorld} of ground) {
        const kept = [];
        for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
            const three = [i, i + 1, i + 2].map(k => (index ? index.getX(k) : k)), middle = new Vector3();
            for (const at of three) middle.addScaledVector(corner.fromBufferAttribute(position, at), 1 / 3);
            middle.applyMatrix4(matrixWorld);
            if (squares.has(middle.x, middle.z)) kept.push(...three);
        }
        geometry.setIndex(kept);
    }
}

