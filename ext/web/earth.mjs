// The earth below the outer edges of ground, as of a block that is cut out of a land
import {BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial, Vector3} from 'three';
import {lights} from './bake.mjs';
import {EARTH, THICK} from './terrain.mjs';

const AROUND = [[-1, 0], [1, 0], [0, -1], [0, 1]], ON = 0.01; // of a tile, that a corner is away from an edge that it is on

// parts are meshes of squares of ground, which squares knows; paint makes colours what the renderer needs. Null where nothing ends.
export function earthBelow(parts, squares, paint) {
    const faces = parts.flatMap(part => edgesOf(part, squares));
    if (!faces.length) return null;
    const base = faces.reduce((low, {ends}) => Math.min(low, ends[0].y, ends[1].y), Infinity) - THICK * 2 * Math.max(squares.wide, squares.deep);
    const position = new Float32Array(18 * faces.length), color = new Float32Array(18 * faces.length);
    faces.forEach(({ends: [a, b], east, south}, i) => {
        const light = 0.9 + 0.25 * Math.max(east * lights.towardsSun.x + south * lights.towardsSun.z, 0) - 0.08 * Math.abs(east);
        const [above, below] = EARTH.map(one => paint(one.clone().multiplyScalar(light)));
        [[a, a.y], [b, b.y], [a, base], [b, b.y], [b, base], [a, base]].forEach(([{x, z}, y], k) => {
            position.set([x, y, z], 18 * i + 3 * k);
            (y === base ? below : above).toArray(color, 18 * i + 3 * k);
        });
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(position, 3));
    geometry.setAttribute('color', new BufferAttribute(color, 3));
    return new Mesh(geometry, new MeshBasicMaterial({vertexColors: true, side: DoubleSide}));
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
