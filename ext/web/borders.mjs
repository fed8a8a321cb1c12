// Borders of regions on a land, as the flat picture has them.
import {BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments} from 'three';

const LIFT = 6, LOW = 3; // above the ground, in the game's units, of borders and of hatching

// land is a Terrain
export function bordersOf(land) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(linesOf(land)), 3));
    return new LineSegments(geometry, new LineBasicMaterial({color: 'white', transparent: true, opacity: 0.8}));
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

// Lines across squares, which are as scene.addQuads has them, and around each piece of them
export function hatchingOf(quads, side, color) {
    const places = [], known = new Set(quads.map(([x, z]) => `${x} ${z}`)), lacks = (x, z) => !known.has(`${x} ${z}`);
    for (const [x, z, ...heights] of quads) {
        const [sw, se, nw, ne] = heights.map((height, i) => [x + (i % 2) * side, height + LOW, z - (i >> 1) * side]);
        const lines = [[true, sw, ne], [lacks(x - side, z), sw, nw], [lacks(x + side, z), se, ne], [lacks(x, z + side), sw, se], [lacks(x, z - side), nw, ne]];
        for (const [isDrawn, from, to] of lines) if (isDrawn) places.push(...from, ...to);
    }
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    return new LineSegments(geometry, new LineBasicMaterial({color, transparent: true, opacity: 0.7}));
}
