// Thin strips around a map's ground, as shells are that only close it off: they take place in the picture and show nothing.
import {Vector3} from 'three';
import {dropBetween} from './hues.mjs';

const THICK = 3, THINNER = 0.97, MOST = 0.9; // squares of a strip that isn't thin; of the place and of the ground, what is left without thin ones at most and at least

// Leaves such strips out of the meshes of squares, and walls around them; gives the squares that are left.
export function withoutShells(ground, walls, squares) {
    const left = squares.filter(thickOf(squares));
    if (left.place > THINNER * squares.place || left.count < MOST * squares.count) return squares;
    dropOthers(ground, left);
    for (const part of walls) dropBetween(part, left);
    return left;
}

// Tells of a square by its column and row whether it is within, or of a block of THICK by THICK.
function thickOf({wide, deep, heights}) {
    const sums = new Int32Array((wide + 1) * (deep + 1)), sumAt = (i, k) => sums[k * (wide + 1) + i], isThick = new Uint8Array(wide * deep);
    for (let k = 0; k < deep; k++) {
        for (let i = 0; i < wide; i++) sums[(k + 1) * (wide + 1) + i + 1] = Number(heights[k * wide + i] !== -Infinity) + sumAt(i, k + 1) + sumAt(i + 1, k) - sumAt(i, k);
    }
    for (let k = 0; k + THICK <= deep; k++) {
        for (let i = 0; i + THICK <= wide; i++) {
            if (sumAt(i + THICK, k + THICK) - sumAt(i, k + THICK) - sumAt(i + THICK, k) + sumAt(i, k) < THICK * THICK) continue;
            for (let row = k; row < k + THICK; row++) isThick.fill(1, row * wide + i, row * wide + i + THICK);
        }
    }
    return (i, k) => isThick[k * wide + i] === 1 || Math.min(i, k, wide - 1 - i, deep - 1 - k) >= THICK;
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

