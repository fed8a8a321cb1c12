// Shapes with soft shadows where models stand whose files aren't here. What they are and what they may be made of is guessed from
// their names, and how large they are.
import {Color, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3} from 'three';
import {meaningOfModel} from './hues.mjs';
import {geometryOf, isColored, shapeOf} from './shapes.mjs';
import {shadowDisc} from './sunlight.mjs';

export const CLAY = '#d8cfbf'; // of what no name tells
const MEANT = 0.65; // how much of a colour that a name tells is in a shape
const SHAPES_MOST = 20000;
const SCALE = [0.6, 2]; // least and most: of models that are large in their files scales are small
const DIFFERENCE = 0.16; // how much those of one kind differ in size and in how light they are

// models: [{x, y, z, name, turn, scale}], or size: [wide, high] where it is known; large makes all of them larger. paint makes colours what the renderer needs.
export function boxesOf(models, paint) {
    const shown = models.slice(0, SHAPES_MOST), group = new Group(), known = new Map();
    for (const {name = ''} of shown) if (!known.has(name)) known.set(name, shapeOf(name)); // a model mostly stands there often
    const kinds = Map.groupBy(shown, ({name = ''}) => known.get(name)), shadows = new InstancedMesh(...shadowDisc(), shown.length);
    let count = 0;
    for (const [kind, alike] of kinds) {
        const geometry = geometryOf(kind, paint), shapes = new InstancedMesh(geometry, new MeshBasicMaterial({vertexColors: true}), alike.length);
        geometry.computeBoundingBox();
        const size = geometry.boundingBox.getSize(new Vector3());
        alike.forEach((model, i) => {
            const {matrix, turned, wide, deep} = placeOf(model, size);
            shapes.setMatrixAt(i, matrix);
            shapes.setColorAt(i, tintOf(model, kind, paint));
            shadows.setMatrixAt(count++, shadowAt(model, turned, wide, deep));
        });
        shapes.userData.pins = alike;
        group.add(shapes);
    }
    shadows.raycast = () => {}; // a click on one is for what it lies on
    group.add(shadows);
    return group;
}

// How one stands, its turn, and how wide and deep it is
function placeOf({x, y, z, turn = 0, scale = [1, 1, 1], size: known, large = 1}, {x: wide, y: high, z: deep}) {
    const own = known ? [known[0] / wide, known[1] / high, known[0] / deep]
        : scale.map(one => Math.min(Math.max(Math.abs(one), SCALE[0]), SCALE[1]) * (1 + DIFFERENCE * (chance(x, z) - 0.5)) * large);
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
    return {matrix: new Matrix4().compose(new Vector3(x, y, z), turned, new Vector3(...own)), turned, wide: wide * own[0], deep: deep * own[2]};
}

function shadowAt({x, y, z, size}, turned, wide, deep) {
    return new Matrix4().compose(new Vector3(x, y + 0.05 * (size ? wide : Math.min(wide, 2)), z), turned, new Vector3(wide * 0.85, 1, deep * 0.85));
}

// The same for a place, 0 to 1
const chance = (x, z) => Math.abs(Math.sin(x * 12.9898 + z * 78.233) * 43758.5453) % 1;

// What a shape's colours are multiplied by
function tintOf({x, z, name = ''}, kind, paint) {
    const light = 1 + DIFFERENCE * (chance(z, x) - 0.5);
    if (isColored(kind)) return new Color(light, light, light);
    const meant = meaningOfModel(name), color = new Color(CLAY);
    if (/^#/.test(meant)) color.lerp(new Color(meant), MEANT);
    return paint(color);
}
