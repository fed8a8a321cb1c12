// Shade: soft shadows below what stands, and sun and shade of ground whose lightmap is white throughout, as editors leave it
// before they work out light, so that one sees steps and what stands where.
import {Box3, BufferAttribute, CanvasTexture, CircleGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3} from 'three';
import {lights} from './bake.mjs';

const WHITE = 250; // of 255: no pixel is darker
const TONE_LEAST = 0.01, TONES_SOFT = 9; // of the pixels, that a tone has, and so many such tones (of 32) soft light has
const SHADE = new Color('#dfe3ea'), SUN = new Color(1.2, 1.12, 0.96); // what a texture is multiplied by
const SHADOW = 0.34; // how dark it is below what stands
const SUNK = 2; // tiles at most, below the ground
const LOW = 0.2; // tiles: what is no higher has no shadow

// Is there a lightmap, and nothing in it?
export function isUnlit({aoMap}) {
    return Boolean(aoMap?.image) && isWhite(aoMap.image);
}

// Is there a lightmap, also in a texture's place, with shadows in it?
export function isShaded({aoMap, map}) {
    const image = lightOf({aoMap, map});
    return Boolean(image) && !isWhite(image);
}

// Has its lightmap many tones, as light has that was worked out, rather than a shadow's one?
export function isSoft(material) {
    const image = lightOf(material), counts = new Map();
    if (!image) return false;
    const pixels = pixelsOf(image);
    for (let i = 1; i < pixels.length; i += 4) counts.set(pixels[i] >> 3, (counts.get(pixels[i] >> 3) ?? 0) + 1);
    return [...counts.values()].filter(count => count > TONE_LEAST * pixels.length / 4).length >= TONES_SOFT;
}

const lightOf = ({aoMap, map}) => (aoMap ?? (map?.channel === 1 ? map : null))?.image;

function isWhite(image) {
    return pixelsOf(image).every(value => value >= WHITE);
}

function pixelsOf(image) {
    const {width, height} = image, canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
}

// parts are meshes of squares of ground, which squares knows.
export function lightGround(parts, squares) {
    const place = new Vector3(), up = new Vector3(), middle = new Vector3(), tint = new Color(), own = new Color();
    for (const {geometry, matrixWorld} of parts) {
        const {position, normal, color} = geometry.attributes, colors = new Float32Array(3 * position.count);
        for (let i = 0; i < position.count; i++) {
            if (i % 4 === 0) middleOf(position, i, middle).applyMatrix4(matrixWorld); // of a square
            place.fromBufferAttribute(position, i).applyMatrix4(matrixWorld).lerp(middle, 0.2);
            up.fromBufferAttribute(normal, i);
            const light = squares.lightAt(place.x + 0.4 * up.x, place.y, place.z + 0.4 * up.z), sun = Math.max(up.dot(lights.towardsSun), 0) / lights.towardsSun.y;
            tint.copy(SHADE).lerp(SUN, Math.min(sun, 1)).multiplyScalar(light);
            if (color) tint.multiply(own.fromBufferAttribute(color, i));
            tint.toArray(colors, 3 * i);
        }
        geometry.setAttribute('color', new BufferAttribute(colors, 3));
    }
}

export function middleOf(position, first, middle) {
    middle.set(0, 0, 0);
    for (let i = first; i < first + 4; i++) {
        const corner = Math.min(i, position.count - 1);
        middle.x += position.getX(corner);
        middle.y += position.getY(corner);
        middle.z += position.getZ(corner);
    }
    return middle.divideScalar(4);
}

// A disc that is dark in its middle
export function shadowDisc() {
    const canvas = new OffscreenCanvas(128, 128), context = canvas.getContext('2d'), shade = context.createRadialGradient(64, 64, 0, 64, 64, 64);
    [[0, SHADOW], [0.55, SHADOW * 0.7], [1, 0]].forEach(([at, dark]) => shade.addColorStop(at, `rgba(40, 38, 34, ${dark})`));
    context.fillStyle = shade;
    context.fillRect(0, 0, 128, 128);
    return [new CircleGeometry(1, 40).rotateX(-Math.PI / 2), new MeshBasicMaterial({map: new CanvasTexture(canvas), transparent: true, depthWrite: false})];
}

// Soft shadows below what a map's models are, or null where none stands there
export function modelShadows(scene, squares) {
    const boxes = [], size = new Vector3(), middle = new Vector3();
    scene.traverse(node => node.userData.object !== undefined && boxes.push(new Box3().setFromObject(node)));
    // a shadow that reached over the ground's edge would float
    const isOnGround = ({x, z}) => [[0, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]].every(([east, south]) => squares.has(x + 0.7 * east * size.x / 2, z + 0.7 * south * size.z / 2));
    const standing = boxes.filter(box => !box.isEmpty() && box.getSize(size).y > LOW && isOnGround(box.getCenter(middle)));
    if (!standing.length) return null;
    const shadows = new InstancedMesh(...shadowDisc(), standing.length);
    standing.forEach((box, i) => {
        box.getSize(size);
        box.getCenter(middle);
        const sunk = squares.heightAt(middle.x, middle.z) - box.min.y, y = box.min.y + (sunk > 0 && sunk < SUNK ? sunk : 0) + 0.1;
        shadows.setMatrixAt(i, new Matrix4().makeScale(0.55 * size.x, 1, 0.55 * size.z).setPosition(middle.x, y, middle.z));
    });
    shadows.raycast = () => {}; // a click on one is for what it lies on
    return shadows;
}
