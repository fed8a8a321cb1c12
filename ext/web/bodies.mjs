// Bodies whose textures aren't here: a person has skin, hair and clothes, a beast one hide with darker limbs and claws.
import {BufferAttribute, CanvasTexture, Color, MathUtils, SRGBColorSpace} from 'three';
import {textureOf} from './grain.mjs';
import {CLOTH, GOLD} from './meanings.mjs';

export const TEETH = '#e4ddcd', SKIN = '#d2a685';
const HAIR = '#6b5443', CLOTH_BELOW = '#5f5a78', LEATHER = '#7a5c41', CLAW = '#b3a585';
const HIDES = ['#8a8f5c', '#9a5f52', '#6f7f8c', '#957a5a'], DARKER = 0.1, FINER = 0.15, LIGHTER = 0.05, WARMER = -0.02; // of light, that limbs are, and hands and feet, and faces; and of the colour's wheel, too
const person = [ // "ear", "arm" and "leg" are in many words, and so all this is for creatures alone
    [HAIR, /hair|beard|brow/i], [TEETH, /eye|teeth/i], [LEATHER, /glove|boot|foot|shoe|belt|shin|leg/i], [GOLD, /collar|crown|ring(?!\d)/i],
    [SKIN, /head|face|neck|hand|finger|thumb|palm|ear|arm(?!o)/i], [CLOTH_BELOW, /robe|skirt|pelvis|thigh|cape|cloak/i], [CLOTH, /torso|chest|body|bicep|sho/i],
];
const beastly = /tail|wing|claw|pincer|talon|jaw|toe|horn|tentacle|fang|hoof|snout|beak/i;
const claws = /claw|pincer|talon|toe|horn|fang|hoof|beak|spike/i, limbs = /arm|shin|leg|tail|wing/i, fine = /hand|finger|thumb|foot|feet|paw/i, heads = /head|face|jaw|snout|muzzle|belly/i;

// names: of the parts of a creature that are drawn
export const isBeast = names => names.some(name => beastly.test(name));

// The colour of a part of a person by its name
export const partOfPerson = name => person.find(([, words]) => words.test(name))?.[0];

// The same of a beast, of which number chooses the hide
export function partOfBeast(name, number) {
    if (/eye|teeth|tooth/i.test(name)) return TEETH;
    if (claws.test(name)) return CLAW;
    const light = fine.test(name) ? -FINER : limbs.test(name) ? -DARKER : heads.test(name) ? LIGHTER : 0;
    return `#${new Color(HIDES[number % HIDES.length]).offsetHSL(heads.test(name) ? WARMER : 0, 0, light).getHexString()}`;
}

// What a face has, from the tip of its nose in metres of a head that is so wide: brows, eyes and a mouth, which make skin darker
const HEAD = 0.165, FACE = 0.08, PIXELS = 128;
const NEARER = 0.22; // as far as that locks hang nearer to the cheeks, beside which one would see through
let face = null, skull = null;

// Where a skull has its dark places, as parts of its width to both sides, of its height, and half as wide and as high; they end softly.
const PALE = 0.945, DARK = 0.3, EDGE = [0.55, 1.25], SOCKETS = [[-0.2, 0.53, 0.105, 0.072], [0.2, 0.53, 0.105, 0.072], [-0.017, 0.365, 0.028, 0.042], [0.017, 0.365, 0.028, 0.042]];
// Its teeth, in two rows, between which is a line: how far they reach from the middle to a side, where the line is and how high a row; and how dark what is between them
const TEETH_WIDE = 0.15, TEETH_AT = 0.175, TOOTH_HIGH = 0.032, TOOTH_WIDE = 0.0375, BETWEEN = 0.68;

function facePicture() {
    const canvas = new OffscreenCanvas(PIXELS, PIXELS), pen = canvas.getContext('2d'), scale = PIXELS / FACE / 2;
    const shape = (color, x, y, wide, high, from = 0, to = 2 * Math.PI) => {
        pen.beginPath();
        pen.ellipse(PIXELS / 2 + x * scale, PIXELS / 2 - y * scale, wide * scale, high * scale, 0, from, to);
        Object.assign(pen, {fillStyle: color, strokeStyle: color, lineWidth: 0.004 * scale});
        if (to < 2 * Math.PI) pen.stroke();
        else pen.fill();
    };
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, PIXELS, PIXELS);
    for (const x of [-0.03, 0.03]) {
        shape('#8a6f60', x, 0.05, 0.017, 0.01, 1.15 * Math.PI, 1.85 * Math.PI);
        shape('#d8c8c0', x, 0.041, 0.015, 0.009);
        shape('#fffdf8', x, 0.04, 0.012, 0.006);
        shape('#43362f', x, 0.04, 0.0058, 0.0058);
        shape('#5a463c', x, 0.038, 0.014, 0.009, 1.1 * Math.PI, 1.9 * Math.PI);
    }
    shape('#dba79d', 0, -0.029, 0.021, 0.0065);
    shape('#ab756c', 0, -0.028, 0.02, 0.001);
    return Object.assign(new CanvasTexture(canvas), {colorSpace: SRGBColorSpace});
}

function skullPicture() {
    const pixels = new Uint8Array(4 * PIXELS * PIXELS).fill(255);
    for (let i = 0; i < PIXELS * PIXELS; i++) {
        const [x, y] = [i % PIXELS, Math.floor(i / PIXELS)].map(at => (at + 0.5) / PIXELS);
        const away = Math.min(...SOCKETS.map(([middle, up, wide, high]) => Math.hypot((x - 0.5 - middle) / wide, (y - up) / high)));
        pixels.fill(255 * Math.min(MathUtils.lerp(DARK, PALE, MathUtils.smoothstep(away, ...EDGE)), toothAt(x - 0.5, y - TEETH_AT)), 4 * i, 4 * i + 3);
    }
    return textureOf(pixels, PIXELS);
}

// How light teeth are there, and what is between them and beside them
function toothAt(x, y) {
    if (Math.abs(x) > TEETH_WIDE || Math.abs(y) > TOOTH_HIGH) return PALE;
    const beside = Math.abs(x / TOOTH_WIDE - Math.round(x / TOOTH_WIDE)) * TOOTH_WIDE;
    return beside * PIXELS < 0.7 || Math.abs(y) * PIXELS < 0.7 ? BETWEEN : 1;
}

// Where a face's corners are, in whatever order
export const placesOf = (position, corners) => corners.map(corner => [position.getX(corner), position.getY(corner), position.getZ(corner)]
    .map(at => Math.round(at * 1000)).join()).sort().join(' ');

// Gives a head's faces that look ahead places on that picture, around the tip of the nose, which is what is most in front at half of its height.
function placesOnFace({position, uv}, isFace, {min, max}) {
    const scale = (max.x - min.x) / HEAD, [middle, half] = [(min.x + max.x) / 2, (min.y + max.y) / 2];
    let tip = -1;
    for (let i = 0; i < position.count; i++) {
        if (Math.abs(position.getX(i) - middle) < 0.1 * (max.x - min.x) && Math.abs(position.getY(i) - half) < 0.25 * (max.y - min.y) && !(position.getZ(i) >= position.getZ(tip))) tip = i;
    }
    if (tip < 0) return false;
    for (let i = 0; i < position.count; i++) {
        if (isFace[i]) uv.setXY(i, 0.5 + (middle - position.getX(i)) / scale / FACE / 2, 0.5 + (position.getY(i) - position.getY(tip)) / scale / FACE / 2);
        else uv.setXY(i, 0, 0);
    }
    return true;
}

// A head as faces of their own, and where the middle of each lies in it, as a part of its size
function facesOf(head) {
    const geometry = head.index ? head.toNonIndexed() : head.clone(), {position} = geometry.attributes;
    geometry.computeBoundingBox();
    const {min, max} = geometry.boundingBox, share = (axis, i) => ([0, 1, 2].reduce((sum, k) => sum + position[`get${axis.toUpperCase()}`](i + k), 0) / 3 - min[axis]) / (max[axis] - min[axis]);
    return {geometry, position, min, max, share};
}

// A skull with the picture of its sockets on what looks ahead, to the north
export function withSockets(head) {
    const {geometry, position, min, max, share} = facesOf(head), uv = new Float32Array(2 * position.count);
    for (let i = 0; i + 2 < position.count; i += 3) {
        if (share('z', i) > 0.45) continue;
        for (let k = i; k < i + 3; k++) uv.set([(position.getX(k) - min.x) / (max.x - min.x), (position.getY(k) - min.y) / (max.y - min.y)], 2 * k);
    }
    geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    return {geometry, map: skull ??= skullPicture()};
}

// A head, of which all but the face is hair, and the picture of a face if there is room for it. It looks to the north. Locks are faces that are
// there twice, so that they are seen from both sides; once is enough where all is.
export function withHair(head) {
    const {geometry, position, min, max, share} = facesOf(head), colors = new Float32Array(3 * position.count), isOfFace = new Uint8Array(position.count), [skin, hair] = [new Color(SKIN), new Color(HAIR)];
    const firsts = new Map(), locks = new Set();
    for (let i = 0; i + 2 < position.count; i += 3) {
        const places = placesOf(position, [i, i + 1, i + 2]), first = firsts.get(places);
        if (first === undefined) firsts.set(places, i);
        else locks.add(first);
    }
    const middle = (min.x + max.x) / 2, below = (min.y + max.y) / 2;
    for (const first of locks) for (let i = first; i < first + 3; i++) if (position.getY(i) < below) position.setX(i, MathUtils.lerp(position.getX(i), middle, NEARER));
    geometry.setIndex([...firsts.values()].flatMap(i => [i, i + 1, i + 2]));
    for (let i = 0; i + 2 < position.count; i += 3) {
        const isFace = !locks.has(i) && share('z', i) < 0.5 && Math.abs(share('x', i) - 0.5) < 0.33 && share('y', i) < 0.8;
        isOfFace.fill(Number(isFace), i, i + 3);
        for (let k = i; k < i + 3; k++) (isFace ? skin : hair).toArray(colors, 3 * k);
    }
    geometry.setAttribute('color', new BufferAttribute(colors, 3)).setAttribute('uv', new BufferAttribute(new Float32Array(2 * position.count), 2));
    return {geometry, map: placesOnFace(geometry.attributes, isOfFace, {min, max}) ? (face ??= facePicture()) : null};
}
