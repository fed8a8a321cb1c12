// Thin strips around a map's ground, as shells are that only close it off: they take place in the picture and show nothing.
import {Vector3} from 'three';
import {dropBetween} from './hues.mjs';

const THICK = 3, THINNER = 0.97, MOST = 0.9; // squares of a strip that isn't thin; of the place and of the ground, what is left without thin ones at most and at least
const LEVEL = 0.02, ALONG = 0.2, LEFT = 0.5; // tiles that level ground differs at most; how much of the edge a rim goes along, and of the ground, what is left without it

// Leaves such strips out of the meshes of squares, and walls around them; gives the squares that are left.
export function withoutShells(ground, walls, squares) {
    const left = squares.filter(thickOf(squares));
    if (left.place > THINNER * squares.place || left.count < MOST * squares.count) return squares;
    dropOthers(ground, left);
    for (const part of walls) dropBetween(part, left);
    return left;
}

// Leaves out level ground along the edge of a map on which nothing stands, as editors leave it around what is built: it takes place in the picture and shows
// nothing. stands: places of what stands somewhere; gives the squares that are left.
export function withoutRim(ground, walls, squares, stands) {
    const {wide, deep, heights} = squares, of = new Int32Array(heights.length).fill(-1), rims = new Set(), edge = 2 * (wide + deep);
    const isEdge = at => at % wide === 0 || at % wide === wide - 1 || at < wide || at >= wide * (deep - 1);
    for (let first = 0; first < heights.length; first++) {
        if (of[first] >= 0 || heights[first] === -Infinity || !isEdge(first)) continue;
        const level = [first];
        let along = 0;
        of[first] = first;
        for (const at of level) {
            if (isEdge(at)) along++;
            const east = at % wide;
            for (const next of [east > 0 && at - 1, east < wide - 1 && at + 1, at - wide, at + wide]) {
                if (next === false || !(Math.abs(heights[next] - heights[at]) < LEVEL) || of[next] >= 0) continue;
                of[next] = first;
                level.push(next);
            }
        }
        if (along > ALONG * edge) rims.add(first);
    }
    for (const {x, z} of stands) rims.delete(of[(Math.floor(z / 2) - squares.z) * wide + Math.floor(x / 2) - squares.x]);
    const left = rims.size ? squares.filter((i, k) => !rims.has(of[k * wide + i])) : squares;
    if (left === squares || left.count < LEFT * squares.count) return squares;
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

