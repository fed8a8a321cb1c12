// Shapes with soft shadows where models stand whose files aren't here. What they are and what they may be made of is guessed from
// their names, and how large they are. And dots, where all of that would be too small to be seen.
import {BoxGeometry, BufferGeometry, CanvasTexture, Color, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Points, PointsMaterial, Quaternion, RingGeometry, Vector3} from 'three';
import {meaningOfModel} from './hues.mjs';
import {geometryOf, isColored, shapeOf} from './shapes.mjs';
import {shadowDisc} from './sunlight.mjs';

const CLAY = '#d8cfbf'; // of what no name tells, and of which the ground has no colour of its own
const MEANT = 0.65; // how much of a colour that a name tells is in a shape
const GROUND = 0.72, STONE = new Color('#8f8a82'), STONY = 0.25; // what nothing is told of has the ground's colour, so much darker, and with so much of stone
const SHAPES_MOST = 20000;
const SCALE = [0.6, 2]; // least and most: of models that are large in their files scales are small
const DIFFERENCE = 0.16; // how much those of one kind differ in size and in how light they are
const BAND = 0.25; // metres of an outline's line
const RING = [0.8, 1], AROUND = 0.8, OVER = 0.06; // its radii, how far around what stands there it lies, as a part of its width, and how far over the ground
const DOT = 7.5, EDGE = 0.18; // pixels of a dot, as the flat picture has them, and its edge as a part of it
const COLORED = 0.85; // how much of a colour of its own is in a shape, beside white

// models: [{x, y, z, name, turn, scale, color}], or size: [wide, high] where it is known; large makes all of them larger, and a ring around one has that colour,
// as the lines have between its points.
// paint makes colours what the renderer needs, toneOf(model) is that of the ground. Tells of each model where its top is, and half its width.
export function boxesOf(models, paint, toneOf = () => null) {
    const shown = models.slice(0, SHAPES_MOST), group = new Group(), known = new Map();
    for (const {name = ''} of shown) if (!known.has(name)) known.set(name, shapeOf(name)); // a model mostly stands there often
    const kinds = Map.groupBy(shown, ({name = ''}) => known.get(name)), shadows = new InstancedMesh(...shadowDisc(), shown.length);
    const ringed = shown.filter(({ring}) => ring).length, rings = ringed ? new InstancedMesh(new RingGeometry(...RING, 32).rotateX(-Math.PI / 2), new MeshBasicMaterial(), ringed) : null;
    let count = 0, ringCount = 0;
    for (const [kind, alike] of kinds) {
        const geometry = geometryOf(kind, paint), shapes = new InstancedMesh(geometry, new MeshBasicMaterial({vertexColors: true}), alike.length);
        geometry.computeBoundingBox();
        const size = geometry.boundingBox.getSize(new Vector3());
        alike.forEach((model, i) => {
            const {matrix, turned, wide, deep, own} = placeOf(model, size);
            model.top = model.y + geometry.boundingBox.max.y * own[1];
            model.half = Math.max(wide, deep) / 2;
            shapes.setMatrixAt(i, matrix);
            shapes.setColorAt(i, tintOf(model, kind, paint, toneOf));
            if (!model.isLow) shadows.setMatrixAt(count++, shadowAt(model, turned, wide, deep));
            if (!model.ring) return;
            const around = AROUND * Math.min(wide, deep) + OVER;
            rings.setMatrixAt(ringCount, new Matrix4().makeScale(around, 1, around).setPosition(model.x, model.y + 2 * OVER, model.z));
            rings.setColorAt(ringCount++, paint(new Color(model.ring)));
        });
        shapes.userData.pins = alike;
        group.add(shapes);
    }
    shadows.count = count;
    const outlined = shown.filter(({points}) => points?.length > 1);
    if (outlined.length) group.add(outlinesOf(outlined, paint));
    for (const flat of [shadows, rings].filter(Boolean)) {
        flat.raycast = () => {}; // a click on one is for what it lies on
        group.add(flat);
    }
    return group;
}

// Bands on the ground around what has an outline
function outlinesOf(models, paint) {
    const legs = models.flatMap(model => model.points.map((from, i) => ({model, ends: [from, model.points.at(i - 1)].map(place => new Vector3(...place))})));
    const bands = new InstancedMesh(new BoxGeometry(1, OVER, BAND), new MeshBasicMaterial(), legs.length), east = new Vector3(1, 0, 0);
    legs.forEach(({model: {ring, large = 1}, ends: [from, to]}, i) => {
        const along = to.clone().sub(from), length = along.length();
        bands.setMatrixAt(i, new Matrix4().compose(from.lerp(to, 0.5), new Quaternion().setFromUnitVectors(east, along.normalize()), new Vector3(length + BAND * large, large, large)));
        bands.setColorAt(i, paint(new Color(ring)));
    });
    bands.geometry.computeBoundingBox();
    bands.userData.pins = legs.map(({model}) => model);
    return bands;
}

// How one stands, its turn, and how wide and deep it is
function placeOf({x, y, z, turn = 0, scale = [1, 1, 1], size: known, large = 1}, {x: wide, y: high, z: deep}) {
    const across = Math.max(wide, deep), own = known ? [known[0] / across, known[1] / high, known[0] / across]
        : scale.map(one => Math.min(Math.max(Math.abs(one), SCALE[0]), SCALE[1]) * (1 + DIFFERENCE * (chance(x, z) - 0.5)) * large);
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
    return {matrix: new Matrix4().compose(new Vector3(x, y, z), turned, new Vector3(...own)), turned, own, wide: wide * own[0], deep: deep * own[2]};
}

function shadowAt({x, y, z, size}, turned, wide, deep) {
    return new Matrix4().compose(new Vector3(x, y + 0.05 * (size ? wide : Math.min(wide, 2)), z), turned, new Vector3(wide * 0.85, 1, deep * 0.85));
}

// The same for a place, 0 to 1
const chance = (x, z) => Math.abs(Math.sin(x * 12.9898 + z * 78.233) * 43758.5453) % 1;

// What a shape's colours are multiplied by
function tintOf(model, kind, paint, toneOf) {
    const {x, z, name = ''} = model, light = 1 + DIFFERENCE * (chance(z, x) - 0.5);
    if (isColored(kind)) return new Color(light, light, light);
    if (model.color) return paint(new Color('white').lerp(new Color(model.color), COLORED));
    const meant = meaningOfModel(name);
    if (/^#/.test(meant)) return paint(new Color(CLAY).lerp(new Color(meant), MEANT));
    return toneOf(model)?.clone().multiplyScalar(GROUND * light).lerp(paint(STONE), STONY) ?? paint(new Color(CLAY));
}

// places: [{x, y, z}]. Nothing hides a dot, and it is as large from everywhere.
export function dotsOf(places, color) {
    const canvas = new OffscreenCanvas(64, 64), pen = canvas.getContext('2d'), around = radius => {
        pen.beginPath();
        pen.arc(32, 32, radius, 0, 2 * Math.PI);
    };
    around(31);
    Object.assign(pen, {fillStyle: '#fffc', strokeStyle: color, lineWidth: 64 * EDGE});
    pen.fill();
    around(26);
    pen.globalCompositeOperation = 'destination-out';
    pen.fill();
    pen.globalCompositeOperation = 'source-over';
    pen.fillStyle = `${color}88`;
    pen.fill();
    around(26 - 32 * EDGE);
    pen.stroke();
    const dots = new Points(new BufferGeometry().setFromPoints(places.map(({x, y, z}) => new Vector3(x, y, z))),
        new PointsMaterial({map: new CanvasTexture(canvas), size: DOT, sizeAttenuation: false, transparent: true, depthTest: false, depthWrite: false}));
    dots.userData.pins = places;
    dots.renderOrder = 1;
    return dots;
}
