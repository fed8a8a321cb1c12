// Leaves where the texture of a bush or of a tree's crown isn't here: its faces are cards, of which the game shows only what is leaf.
import {DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace} from 'three';

const SIDE = 256, COUNT = 520, LENGTH = [13, 24], THIN = 2.2; // pixels, how many leaves lie on them, how long those are, and how many times longer than wide
const SEEN = 0.35; // of a leaf's edge: what is fainter isn't drawn
const LIGHTER = 0.09; // than without them, since they are grey
let made = null;

// Is a surface such a card? It has places on a texture.
export const isCard = ({attributes: {uv}}) => Boolean(uv);

// Grey leaves in several shades with gaps between them, more of those near the lower edge; the material's colour makes them green.
export function leafMaterial(material) {
    made ??= texture();
    material.color.offsetHSL(0, 0, LIGHTER);
    return Object.assign(material, {map: made, alphaTest: SEEN});
}

function texture() {
    const pixels = new Uint8Array(4 * SIDE * SIDE).map((_, i) => [180, 192, 162, 0][i % 4]); // gaps are as light, so that no dark line is around a leaf
    let seed = 7;
    const chance = (least, most) => least + (most - least) * ((seed = seed * 16807 % 2147483647) / 2147483647);
    for (let i = 0; i < COUNT; i++) {
        const x = chance(0, SIDE), y = SIDE * Math.sqrt(chance(0.01, 1)), half = chance(...LENGTH) / 2, turn = chance(0, 2 * Math.PI), light = chance(150, 255);
        addLeaf(pixels, {x, y, half, along: Math.cos(turn), across: Math.sin(turn)}, [light - 12, light, light - 30, 255]);
    }
    return Object.assign(new DataTexture(pixels, SIDE, SIDE), {wrapS: RepeatWrapping, wrapT: RepeatWrapping, colorSpace: SRGBColorSpace, needsUpdate: true,
        magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true});
}

// An ellipse; what reaches over the western or the eastern edge goes on at the other.
function addLeaf(pixels, {x, y, half, along, across}, color) {
    for (let south = Math.max(Math.ceil(y - half), 0); south <= Math.min(y + half, SIDE - 1); south++) {
        for (let east = Math.ceil(x - half); east <= x + half; east++) {
            const [u, v] = [(east - x) * along + (south - y) * across, (south - y) * along - (east - x) * across];
            if ((u / half) ** 2 + (v * THIN / half) ** 2 < 1) pixels.set(color, 4 * (south * SIDE + (east + SIDE) % SIDE));
        }
    }
}
