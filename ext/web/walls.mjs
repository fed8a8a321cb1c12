// What of a walkmesh can't be walked on, as low walls: strips between rooms stand as high as a fence, small holes are where something
// stands, and around wide places runs a curb.
import {BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, ShapeUtils, Vector2, Vector3} from 'three';

const BLOCKED = 'not walkable', COLOR = new Color('#8f897e'), BELOW = new Color('#5f5a52');
const HIGH = 1.1, STANDS = 0.7, CURB = 0.35, HOLE_MOST = 60; // metres, and square metres of such a hole
const STRIP = 1.5; // of such a width, a half of it, a wide place isn't a strip

const IDS = 2 ** 26; // more than there are places

// Gives the scene walls.
export function addWalls(scene) {
    const parts = [], edges = new Map(), blocked = [], places = new Map();
    scene.updateMatrixWorld(true);
    scene.traverse(part => part.isMesh && parts.push(part));
    for (const part of parts) {
        const isBlocked = part.material.name === BLOCKED;
        for (const corners of trianglesOf(part, places)) {
            if (isBlocked) blocked.push(corners);
            corners.forEach((from, i) => addEdge(edges, from, corners[(i + 1) % 3], isBlocked));
        }
    }
    const holes = holesOf([...edges.values()].filter(({count}) => count === 1)), inHoles = new Set(holes.flat());
    const open = [...edges.values()].filter(edge => edge.walked === 1 && !inHoles.has(edge));
    const around = [...edges.values()].filter(({walked, count}) => count - walked === 1), length = sum(around.map(({from, to}) => from.distanceTo(to)));
    const isStrips = sum(blocked.map(([a, b, c]) => b.clone().sub(a).cross(c.clone().sub(a)).length() / 2)) < STRIP * length;
    const walls = {position: [], color: []};
    if (isStrips) {
        for (const corners of blocked) for (const {x, y, z} of corners) put(walls, x, y + HIGH, z, COLOR);
        for (const {from, to} of around) addFace(walls, from, to, HIGH);
        for (const part of parts) if (part.material.name === BLOCKED) part.removeFromParent();
    }
    for (const {from, to, walked, count} of open) if (!isStrips || count === walked) addFace(walls, from, to, CURB);
    for (const hole of holes) addBlock(walls, hole);
    const geometry = new BufferGeometry();
    for (const [name, list] of Object.entries(walls)) geometry.setAttribute(name, new BufferAttribute(new Float32Array(list), 3));
    if (!walls.position.length) return;
    const material = parts[0].material.clone();
    material.name = BLOCKED;
    material.color.set('white');
    material.vertexColors = true;
    material.side = DoubleSide;
    scene.add(new Mesh(geometry, material));
}

// Colours of a legend, as they are in the view
export const keyOf = colors => colors.map(({name, color}) => ({name, color: name === BLOCKED ? `#${COLOR.getHexString()}` : color}));

// Corners at one place are one: places are those by their coordinates.
function* trianglesOf({geometry: {index, attributes: {position}}, matrixWorld}, places) {
    const corners = Array.from({length: position.count}, (_, i) => {
        const place = new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrixWorld), key = place.toArray().map(at => Math.round(at * 1000)).join();
        if (!places.has(key)) places.set(key, Object.assign(place, {id: places.size}));
        return places.get(key);
    });
    for (let i = 0; i + 2 < (index ?? position).count; i += 3) yield [0, 1, 2].map(k => corners[index ? index.getX(i + k) : i + k]);
}

function addEdge(edges, from, to, isBlocked) {
    const key = Math.min(from.id, to.id) * IDS + Math.max(from.id, to.id);
    const edge = edges.get(key) ?? {from, to, count: 0, walked: 0};
    edge.count++;
    if (!isBlocked) edge.walked++;
    edges.set(key, edge);
}

// Edges that go around small holes: with what is there on their left they go around a hole clockwise, seen from above.
function holesOf(edges) {
    const left = new Map(edges.map(({from}) => [from, []])), loops = [];
    for (const edge of edges) left.get(edge.from).push(edge);
    for (const first of edges) {
        const loop = [];
        for (let edge = first; edge; edge = left.get(edge.to)?.[0]) {
            const others = left.get(edge.from);
            if (!others?.includes(edge)) break;
            others.splice(others.indexOf(edge), 1);
            loop.push(edge);
        }
        const isClosed = loop.length > 2 && loop[0].from === loop.at(-1).to;
        const area = isClosed ? ShapeUtils.area(loop.map(({from: {x, z}}) => new Vector2(x, -z))) : 0;
        if (area < 0 && area > -HOLE_MOST) loops.push(loop);
    }
    return loops;
}

function addBlock(walls, hole) {
    for (const {from, to} of hole) addFace(walls, to, from, STANDS);
    for (const corners of ShapeUtils.triangulateShape(hole.map(({from: {x, z}}) => new Vector2(x, -z)).reverse(), [])) {
        for (const corner of corners) {
            const {x, y, z} = hole.at(-1 - corner).from;
            put(walls, x, y + STANDS, z, COLOR);
        }
    }
}

function addFace(walls, from, to, high) {
    for (const [{x, y, z}, up] of [[from, 0], [to, 0], [to, high], [from, 0], [to, high], [from, high]]) put(walls, x, y + up, z, up ? COLOR : BELOW);
}

function put({position, color}, x, y, z, tint) {
    position.push(x, y, z);
    color.push(tint.r, tint.g, tint.b);
}

const sum = numbers => numbers.reduce((all, one) => all + one, 0);
