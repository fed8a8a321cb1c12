// The earth below the outer edges of ground, as of a block that is cut out of a land
import {BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial, Vector3} from 'three';
import {lights} from './bake.mjs';
import {EARTH, THICK} from './terrain.mjs';

const AROUND = [[-1, 0], [1, 0], [0, -1], [0, 1]], ON = 0.01; // of a tile, that a corner is away from an edge that it is on
const OUT = 0.03; // of a tile, that earth lies before a wall at the same edge
const BLACK = 0.02; // no corner of what is black is lighter

// parts are meshes of squares of ground, which squares knows, and bare are faces of walls that are of earth, too; paint makes colours what the renderer needs.
// Null where nothing ends.
export function earthBelow(parts, squares, bare, paint) {
    const edges = parts.flatMap(part => edgesOf(part, squares));
    const base = edges.reduce((low, {ends}) => Math.min(low, ends[0].y, ends[1].y), Infinity) - THICK * 2 * Math.max(squares.wide, squares.deep);
    // between ground and what lies a little before it one would see the sky
    const sides = edges.flatMap(({ends: [a, b], ...away}) => [[[a, 0, 0], [b, 0, 0], [a, 0, 1]], [[b, 0, 0], [b, 0, 1], [a, 0, 1]], [[a, 0, 1], [b, 0, 1], [a, 1, 1]], [[b, 0, 1], [b, 1, 1], [a, 1, 1]]]
        .map(corners => ({...away, corners: corners.map(([{x, y, z}, depth, out]) => ({x: x + out * OUT * away.east, y: depth ? base : y, z: z + out * OUT * away.south, depth}))})));
    const faces = [...sides, ...bare];
    if (!faces.length) return null;
    const position = new Float32Array(9 * faces.length), color = new Float32Array(9 * faces.length);
    faces.forEach(({corners, east, south}, i) => {
        const light = 0.9 + 0.25 * Math.max(east * lights.towardsSun.x + south * lights.towardsSun.z, 0) - 0.08 * Math.abs(east);
        const [above, below] = EARTH.map(one => paint(one.clone().multiplyScalar(light)));
        corners.forEach(({x, y, z, depth}, k) => {
            position.set([x, y, z], 9 * i + 3 * k);
            above.clone().lerp(below, depth).toArray(color, 9 * i + 3 * k);
        });
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(position, 3));
    geometry.setAttribute('color', new BufferAttribute(color, 3));
    return new Mesh(geometry, new MeshBasicMaterial({vertexColors: true, side: DoubleSide}));
}

// Takes what is black by its corners' own colours out of a wall: triangles, and in which direction they look
export function bareFaces({geometry, geometry: {index, attributes: {position, normal, color}}, matrixWorld}) {
    if (!color) return [];
    const kept = [], faces = [], isBlack = at => Math.max(color.getX(at), color.getY(at), color.getZ(at)) < BLACK;
    for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
        const three = [i, i + 1, i + 2].map(k => (index ? index.getX(k) : k));
        if (!three.every(isBlack)) {
            kept.push(...three);
            continue;
        }
        const corners = three.map(at => new Vector3().fromBufferAttribute(position, at).applyMatrix4(matrixWorld)), ys = corners.map(({y}) => y);
        const top = Math.max(...ys), high = top - Math.min(...ys) || 1;
        faces.push({east: normal.getX(three[0]), south: normal.getZ(three[0]), corners: corners.map(({x, y, z}) => ({x, y, z, depth: 0.6 * (top - y) / high}))});
    }
    if (faces.length) geometry.setIndex(kept);
    return faces;
}

// Edges of triangles with no square beyond them, and in which direction that is
function edgesOf({geometry: {index, attributes: {position}}, matrixWorld}, squares) {
    const found = [];
    for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
        const corners = [i, i + 1, i + 2].map(k => new Vector3().fromBufferAttribute(position, index ? index.getX(k) : k).applyMatrix4(matrixWorld));
        const [x, z] = ['x', 'z'].map(axis => 2 * Math.floor((corners[0][axis] + corners[1][axis] + corners[2][axis]) / 6) + 1);
        for (const [east, south] of AROUND) {
            if (squares.has(x + 2 * east, z + 2 * south)) continue;
            const ends = corners.filter(corner => Math.abs(east ? corner.x - x - east : corner.z - z - south) < ON);
            if (ends.length === 2) found.push({ends, east, south});
        }
    }
    return found;
}
