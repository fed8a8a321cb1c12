// What of a walkmesh can't be walked on, as low walls: strips between rooms stand as high as a fence, small holes are where something
// stands, and around wide places runs a curb.
import {BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial, ShapeUtils, Vector2, Vector3} from 'three';
import {lights} from './bake.mjs';

const BLOCKED = 'not walkable', COLOR = new Color('#a59c90'), SIDE = new Color('#6f6861'), BELOW = new Color('#4a4540'), LOW = new Color('#b9ab95'); // of tops, sides, their feet, and of low things
const HIGH = 1.1, STANDS = 0.5, CURB = 0.35, HOLE_MOST = 60; // metres, and square metres of such a hole
const STRIP = 1.5; // of such a width, a half of it, a wide place isn't a strip

const SHADE = {dark: 0.18, wide: 1.2, darker: 0.14, wider: 0.6, lift: 0.02}; // of floors along walls, and how much more where those take the sun away
const SMOOTH = 3; // rounds

const CORNERS_MOST = 1500000; // of triangles: a walkmesh that has more is shown without walls

// Gives the scene walls; gives the shade of floors along them, which may be null, as {shade}, or null where it hasn't looked for them.
export function addWalls(scene) {
    const parts = [], blocked = [], places = new Map(), known = new Map();
    scene.updateMatrixWorld(true);
    scene.traverse(part => part.isMesh && parts.push(part));
    const count = sum(parts.map(({geometry: {index, attributes}}) => (index ?? attributes.position).count));
    if (count > CORNERS_MOST) return null;
    const all = new Edges(count);
    for (const part of parts) {
        const isBlocked = part.material.name === BLOCKED, {geometry: {index, attributes: {position}}} = part;
        // parts may share their positions
        if (!known.get(position)?.matrixWorld.equals(part.matrixWorld)) known.set(position, {matrixWorld: part.matrixWorld, corners: cornersOf(part, places)});
        const {corners} = known.get(position), at = i => corners[index ? index.getX(i) : i];
        for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
            const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
            if (isBlocked) blocked.push([a, b, c]);
            all.add(a.id, b.id, isBlocked);
            all.add(b.id, c.id, isBlocked);
            all.add(c.id, a.id, isBlocked);
        }
    }
    const edges = all.outer([...places.values()]), holes = holesOf(edges.filter(({count}) => count === 1)), inHoles = new Set(holes.flat());
    const open = edges.filter(edge => edge.walked === 1 && !inHoles.has(edge));
    const around = edges.filter(({walked, count}) => count - walked === 1), length = sum(around.map(({from, to}) => from.distanceTo(to)));
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
    const shade = shadeOf(edges.filter(({walked}) => walked === 1));
    if (!walls.position.length) return {shade};
    const material = parts[0].material.clone();
    material.name = BLOCKED;
    material.color.set('white');
    material.vertexColors = true;
    material.side = DoubleSide;
    scene.add(new Mesh(geometry, material));
    return {shade};
}

// A floor is on the left of its edges; from them darkness fades. Where a wall is ragged, its shade isn't: it goes the same way as beside it.
function shadeOf(edges) {
    if (!edges.length) return null;
    const position = [], color = [], {towardsSun} = lights, level = Math.hypot(towardsSun.x, towardsSun.z), ways = waysInto(edges);
    const corner = place => {
        const {x: east, y: south} = ways.get(place), sunless = Math.max(-(east * towardsSun.x + south * towardsSun.z) / level, 0), wide = SHADE.wide + SHADE.wider * sunless;
        const at = far => [place.x + far * wide * east, place.y + SHADE.lift, place.z + far * wide * south];
        return [{at: at(0), alpha: SHADE.dark + SHADE.darker * sunless}, {at: at(1), alpha: 0}];
    };
    for (const {from, to} of edges) {
        const [[edge, inside], [nextEdge, nextInside]] = [corner(from), corner(to)];
        for (const {at, alpha} of [edge, nextEdge, nextInside, edge, nextInside, inside]) {
            position.push(...at);
            color.push(0, 0, 0, alpha);
        }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(color), 4));
    return new Mesh(geometry, new MeshBasicMaterial({vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide}));
}

// In which direction a floor lies from each corner of its edges: the mean of both edges there, and of the corners beside it
function waysInto(edges) {
    let ways = new Map();
    const add = (all, place, way, share = 1) => all.set(place, (all.get(place) ?? new Vector2()).addScaledVector(way, share));
    for (const {from, to} of edges) for (const place of [from, to]) add(ways, place, new Vector2(to.z - from.z, from.x - to.x));
    for (let round = 0; round < SMOOTH; round++) {
        const next = new Map([...ways].map(([place, way]) => [place, way.clone()]));
        for (const {from, to} of edges) {
            add(next, from, ways.get(to), 0.5);
            add(next, to, ways.get(from), 0.5);
        }
        ways = next;
    }
    for (const way of ways.values()) way.normalize();
    return ways;
}

// Colours of a legend, as they are in the view
export const keyOf = colors => colors.map(({name, color}) => ({name, color: name === BLOCKED ? `#${COLOR.getHexString()}` : color}));

// Corners at one place are one: places are those by their coordinates.
function cornersOf({geometry: {attributes: {position}}, matrixWorld}, places) {
    return Array.from({length: position.count}, (_, i) => {
        const place = new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrixWorld);
        const key = `${Math.round(place.x * 1000)},${Math.round(place.y * 1000)},${Math.round(place.z * 1000)}`;
        if (!places.has(key)) places.set(key, Object.assign(place, {id: places.size}));
        return places.get(key);
    });
}

// Edges by the numbers of their places, in whichever direction, with how many triangles have each and how many of those can be walked on
class Edges {
    constructor(most) {
        Object.assign(this, {count: 0, ends: new Int32Array(2 * most), counts: new Int32Array(2 * most)});
        this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2))); // of an edge its number and 1, where its hash is free
    }

    add(from, to, isBlocked) {
        const {table, ends, counts} = this, hash = Math.imul(Math.min(from, to), 0x9E3779B1) + Math.imul(Math.max(from, to), 0x85EBCA77);
        let slot = (hash ^ hash >>> 15) & table.length - 1;
        for (let edge; (edge = table[slot]); slot = slot + 1 & table.length - 1) {
            const [a, b] = [ends[2 * edge - 2], ends[2 * edge - 1]];
            if ((a === from && b === to) || (a === to && b === from)) break;
        }
        const edge = table[slot] ||= ++this.count;
        if (!counts[2 * edge - 2]++ || !isBlocked) [ends[2 * edge - 2], ends[2 * edge - 1]] = [from, to]; // what can be walked on is on its left
        if (!isBlocked) counts[2 * edge - 1]++;
    }

    // Those at which something ends, as they were added first
    outer(places) {
        const found = [];
        for (let i = 0; i < 2 * this.count; i += 2) {
            const [count, walked] = [this.counts[i], this.counts[i + 1]];
            if (count === 1 || walked === 1 || count - walked === 1) found.push({from: places[this.ends[i]], to: places[this.ends[i + 1]], count, walked});
        }
        return found;
    }
}

// Edges that go around small holes: with what is there on their left they go around a hole clockwise, seen from above.
function holesOf(edges) {
    const left = new Map(), used = new Set(), loops = [];
    for (const edge of [...edges].reverse()) { // the first of a place is the last of its list
        if (!left.has(edge.from)) left.set(edge.from, []);
        left.get(edge.from).push(edge);
    }
    const nextFrom = place => {
        const edges = left.get(place) ?? [];
        while (used.has(edges.at(-1))) edges.pop();
        return edges.pop();
    };
    for (const first of edges) {
        const loop = [];
        for (let edge = first; edge && !used.has(edge); edge = nextFrom(edge.to)) {
            used.add(edge);
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
            put(walls, x, y + STANDS, z, LOW);
        }
    }
}

function addFace(walls, from, to, high) {
    for (const [{x, y, z}, up] of [[from, 0], [to, 0], [to, high], [from, 0], [to, high], [from, high]]) put(walls, x, y + up, z, up ? SIDE : BELOW);
}

function put({position, color}, x, y, z, tint) {
    position.push(x, y, z);
    color.push(tint.r, tint.g, tint.b);
}

const sum = numbers => numbers.reduce((all, one) => all + one, 0);
