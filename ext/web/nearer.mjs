// Parts of a walkmesh that lie far apart, as floors of one house do, are shown nearer to each other.
import {Vector3} from 'three';

const TRIANGLES_MOST = 300000, PARTS_MOST = 12;
const NEAR = 1;    // metres: what is nearer is one part
const GAP = 0.06;  // of the width of all parts, that is left between two
const ASPECT = 1.3, DEPTH = 0.75; // of the picture, and of what is seen of ground's depth
const BETTER = 0.8; // of the place that they take now, at most, for them to be moved

// Moves them; gives where each was, and by how much it was moved: [{west, east, north, south, x, z}], or nothing.
export function movedNearer(scene) {
    const shown = [];
    scene.traverse(part => part.isMesh && shown.push(part));
    if (shown.reduce((sum, {geometry: {index, attributes}}) => sum + (index ?? attributes.position).count / 3, 0) > TRIANGLES_MOST) return [];
    const boxes = partsOf(shown);
    if (boxes.length < 2 || boxes.length > PARTS_MOST) return [];
    const before = sizeOf(boxes), best = layoutsOf(boxes).reduce((one, other) => (sizeOf(other) < sizeOf(one) ? other : one));
    if (sizeOf(best) > BETTER * before) return [];
    const moved = boxes.map((box, i) => ({...box, x: best[i].west - box.west, z: best[i].north - box.north}));
    for (const part of shown) {
        part.geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry.clone();
        const {position} = part.geometry.attributes;
        for (let i = 0; i + 2 < position.count; i += 3) {
            const {x, z} = moved.find(box => isIn(box, position.getX(i), position.getZ(i))) ?? {x: 0, z: 0};
            for (let at = i; at < i + 3; at++) position.setXYZ(at, position.getX(at) + x, position.getY(at), position.getZ(at) + z);
        }
    }
    return moved;
}

export const isIn = ({west, east, north, south}, x, z) => x >= west && x <= east && z >= north && z <= south;

// Boxes around triangles that share corners, of which those that are near each other are one
function partsOf(shown) {
    const above = [], ids = new Map(), corners = [], corner = new Vector3();
    const rootOf = i => { while (above[i] !== i) i = above[i] = above[above[i]]; return i; };
    for (const {geometry: {index, attributes: {position}}} of shown) {
        for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
            const three = [i, i + 1, i + 2].map(k => {
                corner.fromBufferAttribute(position, index ? index.getX(k) : k);
                const key = `${Math.round(corner.x * 100)},${Math.round(corner.z * 100)}`; // floors may overlie each other
                if (!ids.has(key)) {
                    ids.set(key, above.length);
                    corners.push({x: corner.x, z: corner.z});
                    above.push(above.length);
                }
                return ids.get(key);
            });
            above[rootOf(three[1])] = rootOf(three[0]);
            above[rootOf(three[2])] = rootOf(three[0]);
        }
    }
    const boxes = new Map();
    corners.forEach(({x, z}, i) => {
        const {west, east, north, south} = boxes.get(rootOf(i)) ?? {west: x, east: x, north: z, south: z};
        boxes.set(rootOf(i), {west: Math.min(west, x), east: Math.max(east, x), north: Math.min(north, z), south: Math.max(south, z)});
    });
    const all = [...boxes.values()];
    for (let before = 0; before !== all.length;) { // what has grown may meet others
        before = all.length;
        for (let i = 0; i < all.length; i++) {
            for (let other; (other = all.findIndex((box, k) => k > i && meet(all[i], box))) > 0;) {
                const [a, b] = [all[i], all.splice(other, 1)[0]];
                all[i] = {west: Math.min(a.west, b.west), east: Math.max(a.east, b.east), north: Math.min(a.north, b.north), south: Math.max(a.south, b.south)};
            }
        }
    }
    return all;
}

const meet = (a, b) => a.west <= b.east + NEAR && b.west <= a.east + NEAR && a.north <= b.south + NEAR && b.north <= a.south + NEAR;

// How much place boxes take in a picture
function sizeOf(boxes) {
    const end = (side, most) => boxes.reduce((far, box) => most(far, box[side]), most === Math.max ? -Infinity : Infinity);
    return Math.max((end('east', Math.max) - end('west', Math.min)) / ASPECT, DEPTH * (end('south', Math.max) - end('north', Math.min)));
}

// In rows of so many, from the north-west, as they lie
function layoutsOf(boxes) {
    const gap = GAP * Math.max(...boxes.flatMap(({west, east, north, south}) => [east - west, south - north]));
    const order = boxes.map((box, i) => i).sort((a, b) => boxes[a].north - boxes[b].north || boxes[a].west - boxes[b].west);
    return boxes.map((none, most) => {
        const placed = [];
        let north = 0;
        for (let first = 0; first <= order.length - 1; first += most + 1) {
            const row = order.slice(first, first + most + 1).sort((a, b) => boxes[a].west - boxes[b].west), high = Math.max(...row.map(i => boxes[i].south - boxes[i].north));
            let west = 0;
            for (const i of row) {
                const wide = boxes[i].east - boxes[i].west;
                placed[i] = {west, east: west + wide, north, south: north + boxes[i].south - boxes[i].north};
                west += wide + gap;
            }
            north += high + gap;
        }
        return placed;
    });
}
