// Boxes with soft shadows where models stand whose files aren't here. How large those are isn't known; names say whether something is
// rather high or flat, and what it may be made of.
import {BoxGeometry, BufferAttribute, CanvasTexture, CircleGeometry, Color, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3} from 'three';
import {fileOf, LEAF, isTreeName, meaningOfModel} from './hues.mjs';

export const CLAY = '#d8cfbf'; // of what no name tells
const MEANT = 0.65; // how much of a colour that a name tells is in a box
const SHADOW = 0.34; // how dark it is below what stands
const BOXES_MOST = 20000;
const SCALE = [0.6, 2]; // least and most: of models that are large in their files scales are small

// Width and height, in tiles
const usual = [1.1, 1.2], sizes = [
    [[1, 0.4], /꽃|잔디|풀|잎|호박|멜론|넝쿨|덩쿨|카펫|flower|grass|leaf|carpet|rug/i],
    [[0.7, 1.2], /난간|울타리|fence|rail/i], [[1.3, 0.9], /덤불|bush|hedge|shrub/i],
    [[1.1, 0.8], /의자|책상|탁상|상자|침대|chair|bench|table|desk|crate|chest|bed/i],
    [[1.1, 3.6], /기둥|나무|석상|동상|탑|column|pillar|tree|statue|tower|lamp/i],
];

// A disc that is dark in its middle
export function shadowDisc() {
    const canvas = new OffscreenCanvas(128, 128), context = canvas.getContext('2d'), shade = context.createRadialGradient(64, 64, 0, 64, 64, 64);
    [[0, SHADOW], [0.55, SHADOW * 0.7], [1, 0]].forEach(([at, dark]) => shade.addColorStop(at, `rgba(40, 38, 34, ${dark})`));
    context.fillStyle = shade;
    context.fillRect(0, 0, 128, 128);
    return [new CircleGeometry(1, 40).rotateX(-Math.PI / 2), new MeshBasicMaterial({map: new CanvasTexture(canvas), transparent: true, depthWrite: false})];
}

// models: [{x, y, z, name, turn, scale}], or size: [wide, high] where it is known. paint makes colours what the renderer needs.
export function boxesOf(models, paint) {
    const shown = models.slice(0, BOXES_MOST), group = new Group(), up = new Vector3(0, 1, 0), matrix = new Matrix4(), turned = new Quaternion();
    const boxes = new InstancedMesh(shadedBox(), new MeshBasicMaterial({vertexColors: true}), shown.length);
    const shadows = new InstancedMesh(...shadowDisc(), shown.length);
    shown.forEach(({x, y, z, name = '', turn = 0, scale = [1, 1, 1], size}, i) => {
        const [wide, high] = size ?? sizes.find(([, words]) => words.test(fileOf(name)))?.[0] ?? usual;
        const [a, b, c] = size ? scale : scale.map(one => Math.min(Math.max(Math.abs(one), SCALE[0]), SCALE[1]));
        const meant = isTreeName(name) ? LEAF : meaningOfModel(name), color = new Color(CLAY);
        if (/^#/.test(meant)) color.lerp(new Color(meant), MEANT);
        turned.setFromAxisAngle(up, turn);
        boxes.setMatrixAt(i, matrix.compose(new Vector3(x, y, z), turned, new Vector3(wide * a, high * b, wide * c)));
        boxes.setColorAt(i, paint(color));
        shadows.setMatrixAt(i, matrix.compose(new Vector3(x, y + 0.05 * wide, z), turned, new Vector3(wide * a, 1, wide * c)));
    });
    boxes.userData.pins = shown;
    shadows.raycast = () => {}; // a click on one is for what it lies on
    group.add(boxes, shadows);
    return group;
}

// A box on the ground, lit from above and from the north-west
function shadedBox() {
    const box = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0), {position, normal} = box.attributes, colors = new Float32Array(3 * position.count);
    for (let i = 0; i < position.count; i++) {
        const light = normal.getY(i) > 0.5 ? 1.06 : 0.82 - 0.1 * normal.getX(i) + 0.04 * normal.getZ(i) - (position.getY(i) < 0.5 ? 0.12 : 0);
        colors.fill(light, 3 * i, 3 * i + 3);
    }
    box.setAttribute('color', new BufferAttribute(colors, 3));
    return box;
}
