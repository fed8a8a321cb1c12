// Lines on a land: borders of regions and heights, as the flat picture has them, and around patches.
import {BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments} from 'three';
import {lines, stepBetween} from './contours.mjs';

const LIFT = 6, LOW = 3; // above the ground, in the game's units, of borders, and of patches and heights
const INK = '#2a200f', THIN = 0.3, STRONG = 0.6; // of lines of heights, each fifth of which is strong

// land is a Terrain
export function bordersOf(land) {
    return segments(linesOf(land), 'white', 0.8);
}

// Each border once: those of a region to the west and to the south, and others where no region is beyond them
function linesOf(land) {
    const places = [], last = land.count;
    const sides = [[-1, 0, i => [0, i]], [0, -1, i => [i, 0]], [1, 0, i => [last, i]], [0, 1, i => [i, last]]];
    for (const region of land.regions.values()) {
        const at = corner => {
            const [x, z] = land.placeOf(region, ...corner);
            return [x, (land.heightOf(region, ...corner) ?? land.low) + LIFT, z];
        };
        for (const [east, north, corner] of sides) {
            if (east + north > 0 && land.regions.has(`${region.x + east} ${region.z + north}`)) continue;
            for (let i = 0; i < last; i++) places.push(...at(corner(i)), ...at(corner(i + 1)));
        }
    }
    return places;
}

// Around each piece of squares, which are as scene.addQuads has them
export function outlinesOf(quads, side, color) {
    const places = [], known = new Set(quads.map(([x, z]) => `${x} ${z}`)), lacks = (x, z) => !known.has(`${x} ${z}`);
    for (const [x, z, ...heights] of quads) {
        const [sw, se, nw, ne] = heights.map((height, i) => [x + (i % 2) * side, height + LOW, z - (i >> 1) * side]);
        const sides = [[lacks(x - side, z), sw, nw], [lacks(x + side, z), se, ne], [lacks(x, z + side), sw, se], [lacks(x, z - side), nw, ne]];
        for (const [isDrawn, from, to] of sides) if (isDrawn) places.push(...from, ...to);
    }
    return segments(places, color, 0.5);
}

// Lines of equal height, which lie on the triangles of a land
export function heightLines(land) {
    const step = stepBetween(land.low, land.high), thin = [], strong = [], group = new Group();
    for (const region of land.regions.values()) {
        for (let k = 0; k < land.count; k++) {
            for (let i = 0; i < land.count; i++) {
                const quad = land.quad(region, i, k);
                if (!quad) continue;
                const [x, z, ...heights] = quad, corners = heights.map((height, at) => [x + (at % 2) * land.unit, z - (at >> 1) * land.unit, height]);
                for (const three of [[0, 1, 2], [1, 3, 2]]) {
                    const triangle = three.map(at => corners[at]), all = triangle.map(([,, height]) => height);
                    for (let level = Math.ceil(Math.min(...all) / step); level * step <= Math.max(...all); level++) {
                        for (const ends of lines(triangle, level * step)) for (const [east, south] of ends) (level % 5 ? thin : strong).push(east, level * step + LOW, south);
                    }
                }
            }
        }
    }
    return group.add(segments(thin, INK, THIN), segments(strong, INK, STRONG));
}

export function segments(places, color, opacity) {
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    return new LineSegments(geometry, new LineBasicMaterial({color, transparent: true, opacity}));
}
