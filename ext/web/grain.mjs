// Grain on surfaces whose textures aren't here, so that stone, earth and hide don't look like paper; and water that falls, which fades downward.
import {DataTexture, LinearFilter, LinearMipmapLinearFilter, Mesh, RepeatWrapping, SRGBColorSpace, Vector3} from 'three';

const SIDE = 128, OCTAVES = [[4, 0.5], [16, 0.3], [64, 0.35]]; // pixels, and spots on a side with how much they differ
const made = new Map(); // textures by how strong they are
const STEEP = 0.5; // of what falls the normal points up less
const FADES = [0.86, 0.2], STEPS = 64, SIDES = 1.4, STREAKS = 0.5; // how much of what is behind it falling water hides above and below; how soon it is fainter to its sides, and how uneven it is
const ROUND = 5; // radians: a piece of water that reaches farther around has no sides
const FOAM = '#8fbbdc';

// Gives a part a map over its places in the world, of which one picture is so large.
export function addGrain(part, strength, size) {
    const geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry.clone(), {position} = geometry.attributes, uv = new Float32Array(2 * position.count);
    const corners = [0, 1, 2].map(() => new Vector3()), normal = new Vector3(), side = new Vector3();
    for (let i = 0; i + 2 < position.count; i += 3) {
        corners.forEach((corner, k) => corner.fromBufferAttribute(position, i + k).applyMatrix4(part.matrixWorld));
        normal.subVectors(corners[1], corners[0]).cross(side.subVectors(corners[2], corners[0]));
        const [x, y, z] = normal.toArray().map(Math.abs), [u, v] = y >= x && y >= z ? ['x', 'z'] : x >= z ? ['z', 'y'] : ['x', 'y'];
        corners.forEach((corner, k) => uv.set([corner[u] / size, corner[v] / size], 2 * (i + k)));
    }
    geometry.setAttribute('uv', new (position.constructor)(uv, 2));
    part.geometry = geometry;
    if (!made.has(strength)) made.set(strength, grain(strength));
    part.material.map = made.get(strength);
}

function grain(strength) {
    const pixels = new Uint8Array(4 * SIDE * SIDE).fill(255);
    let seed = 11;
    const spots = OCTAVES.map(([count, share]) => ({count, share, values: Float32Array.from({length: count * count}, () => (seed = seed * 16807 % 2147483647) / 2147483647 - 0.5)}));
    for (let y = 0; y < SIDE; y++) {
        for (let x = 0; x < SIDE; x++) {
            const sum = spots.reduce((all, {count, share, values}) => all + share * between(values, count, x * count / SIDE, y * count / SIDE), 0);
            pixels.fill(Math.min(Math.max(255 * (1 - strength * (0.25 - sum)), 0), 255), 4 * (y * SIDE + x), 4 * (y * SIDE + x) + 3);
        }
    }
    return textureOf(pixels, SIDE, {wrapS: RepeatWrapping, wrapT: RepeatWrapping});
}

// A value between the four spots around a place
function between(values, count, x, y) {
    const [i, k] = [Math.floor(x), Math.floor(y)], [u, v] = [x - i, y - k].map(share => share * share * (3 - 2 * share));
    const at = (east, south) => values[(k + south) % count * count + (i + east) % count];
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

export const textureOf = (pixels, width, more) => Object.assign(new DataTexture(pixels, width, pixels.length / width / 4),
    {colorSpace: SRGBColorSpace, needsUpdate: true, magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true, ...more});

// Fainter downward and to both sides, in streaks
function fading() {
    const alphaOf = (u, v) => (FADES[1] + (FADES[0] - FADES[1]) * v) * Math.sin(Math.PI * u) ** SIDES * (1 - STREAKS * (0.5 + 0.5 * Math.sin(u * 41) * Math.cos(u * 97)));
    const pixels = new Uint8Array(4 * STEPS * STEPS).map((_, i) => (i % 4 < 3 ? 255 : 255 * alphaOf(((i >> 2) % STEPS) / (STEPS - 1), Math.floor((i >> 2) / STEPS) / (STEPS - 1))));
    return textureOf(pixels, STEPS, {generateMipmaps: false, minFilter: LinearFilter});
}

// Takes the faces of water that falls into a part of their own; joined(corners) tells which of them are one piece.
export function splitFalling(part, joined) {
    const geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry.clone(), {position} = geometry.attributes;
    const corners = Array.from({length: position.count}, (_, i) => new Vector3().fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld));
    const isSteep = at => {
        const [a, b, c] = corners.slice(at, at + 3);
        return Math.abs(b.clone().sub(a).cross(c.clone().sub(a)).normalize().y) < STEEP;
    };
    const steep = [], flat = [];
    for (let at = 0; at + 2 < position.count; at += 3) (isSteep(at) ? steep : flat).push(at, at + 1, at + 2);
    if (!steep.length) return;
    const uv = new Float32Array(2 * position.count).fill(0.5), falling = steep.map(i => corners[i]), middle = falling.reduce((sum, corner) => sum.add(corner), new Vector3()).divideScalar(falling.length);
    const shareOf = numbers => {
        const [low, high] = numbers.reduce(([least, most], number) => [Math.min(least, number), Math.max(most, number)], [Infinity, -Infinity]);
        return {range: high - low, of: number => (number - low) / (high - low || 1)};
    };
    for (const {faces} of joined(falling)) { // a piece goes around the middle from one side to the other
        const own = faces.flatMap(at => [at, at + 1, at + 2]), way = own.reduce((sum, i) => sum.add(falling[i]), new Vector3()).divideScalar(own.length).sub(middle);
        const turns = own.map(i => falling[i].clone().sub(middle)).map(({x, z}) => Math.atan2(x * way.z - z * way.x, x * way.x + z * way.z));
        const height = shareOf(own.map(i => falling[i].y)), turn = shareOf(turns);
        own.forEach((i, k) => uv.set([turn.range > ROUND ? 0.5 : turn.of(turns[k]), height.of(falling[i].y)], 2 * steep[i]));
    }
    geometry.setAttribute('uv', new (position.constructor)(uv, 2));
    const water = new Mesh(geometry.clone().setIndex(steep), part.material.clone());
    water.material.color.set(FOAM);
    Object.assign(water.material, {map: fading(), opacity: 1});
    water.material.userData = {...part.material.userData, isFalling: true};
    part.geometry = geometry.setIndex(flat);
    water.userData = {...part.userData};
    part.add(water);
    water.updateMatrixWorld(true);
}
