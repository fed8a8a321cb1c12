// What of a walkmesh can't be walked on, as low walls: strips between rooms stand as high as a fence, and around holes and wide places
// runs a curb.
import {BufferAttribute, BufferGeometry, Color, Mesh, Vector3} from 'three';

const BLOCKED = 'not walkable', COLOR = new Color('#8f897e'), BELOW = new Color('#5f5a52');
const HIGH = 1.1, CURB = 0.35; // metres
const STRIP = 1.5; // of such a width, a half of it, a wide place isn't a strip

// Gives the scene walls.
export function addWalls(scene) {
    const parts = [], edges = new Map(), blocked = [];
    scene.updateMatrixWorld(true);
    scene.traverse(part => part.isMesh && parts.push(part));
    for (const part of parts) {
        const isBlocked = part.material.name === BLOCKED;
        for (const corners of trianglesOf(part)) {
            if (isBlocked) blocked.push(corners);
            corners.forEach((from, i) => addEdge(edges, from, corners[(i + 1) % 3], isBlocked));
        }
    }
    const open = [...edges.values()].filter(({walked}) => walked === 1);
    const around = [...edges.values()].filter(({walked, count}) => count - walked === 1), length = sum(around.map(({from, to}) => from.distanceTo(to)));
    const isStrips = sum(blocked.map(([a, b, c]) => b.clone().sub(a).cross(c.clone().sub(a)).length() / 2)) < STRIP * length;
    const walls = {position: [], color: []};
    if (isStrips) {
        for (const corners of blocked) for (const {x, y, z} of corners) put(walls, x, y + HIGH, z, COLOR);
        for (const {from, to} of around) addFace(walls, from, to, HIGH);
        for (const part of parts) if (part.material.name === BLOCKED) part.removeFromParent();
    }
    for (const {from, to, walked, count} of open) if (!isStrips || count === walked) addFace(walls, from, to, CURB);
    const geometry = new BufferGeometry();
    for (const [name, list] of Object.entries(walls)) geometry.setAttribute(name, new BufferAttribute(new Float32Array(list), 3));
    if (!walls.position.length) return;
    const material = parts[0].material.clone();
    material.name = BLOCKED;
    material.color.set('white');
    material.vertexColors = true;
    scene.add(new Mesh(geometry, material));
}

// Colours of a legend, as they are in the view
export const keyOf = colors => colors.map(({name, color}) => ({name, color: name === BLOCKED ? `#${COLOR.getHexString()}` : color}));

function* trianglesOf({geometry: {index, attributes: {position}}, matrixWorld}) {
    for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
        yield [0, 1, 2].map(k => new Vector3().fromBufferAttribute(position, index ? index.getX(i + k) : i + k).applyMatrix4(matrixWorld));
    }
}

function addEdge(edges, from, to, isBlocked) {
    const key = [from, to].map(({x, y, z}) => [x, y, z].map(at => Math.round(at * 1000)).join()).sort().join(' ');
    const edge = edges.get(key) ?? {from, to, count: 0, walked: 0};
    edge.count++;
    if (!isBlocked) edge.walked++;
    edges.set(key, edge);
}

function addFace(walls, from, to, high) {
    for (const [{x, y, z}, up] of [[from, 0], [to, 0], [to, high], [from, 0], [to, high], [from, high]]) put(walls, x, y + up, z, up ? COLOR : BELOW);
}

function put({position, color}, x, y, z, tint) {
    position.push(x, y, z);
    color.push(tint.r, tint.g, tint.b);
}

const sum = numbers => numbers.reduce((all, one) => all + one, 0);
