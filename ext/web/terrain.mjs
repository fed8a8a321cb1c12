// Regions of Silkroad's world as one land, cut out as a block: made here, as a .glb that can be saved, of their heights.
import {Color, Vector3} from 'three';
import {heightRange, reliefColor} from './relief.mjs';
import {SIDE} from './sizes.mjs';
import {slices} from './slices.mjs';

export const EARTH = [new Color('#8d7758'), new Color('#5f503f')]; // of the block's sides, above and below
const SHADED = 0.45; // how much lighter and darker slopes are in a small picture
export const THICK = 0.035; // of its width, below the lowest place, and at most as much as a region is wide

export class Terrain {
    // step: of how many tiles each height is; regions: [{x, z, heights: rows from the south, each from the west, blocked: [[x, z] of tiles]}]
    constructor({step, regions}) {
        const places = regions.map(({x, z}) => [x, z]);
        Object.assign(this, {step, count: 96 / step, unit: 20 * step, west: Math.min(...places.map(([x]) => x)), north: Math.max(...places.map(([, z]) => z))});
        this.wide = Math.max(...places.map(([x]) => x)) - this.west + 1;
        this.deep = this.north - Math.min(...places.map(([, z]) => z)) + 1;
        this.regions = new Map(regions.map(region => [`${region.x} ${region.z}`, region]));
        const heights = regions.flatMap(region => region.heights).filter(height => height !== null);
        this.share = heightRange(heights) ?? (() => 0.3);
        [this.low, this.high] = heights.reduce(([low, high], height) => [Math.min(low, height), Math.max(high, height)], [Infinity, -Infinity]);
        this.blocked = regions.flatMap(region => region.blocked.map(([x, z]) => this.quad(region, x / step, z / step)).filter(Boolean));
    }

    // From its west to its east
    get width() {
        return this.wide * SIDE;
    }

    // What the lowest and the highest of its colours stand for
    get key() {
        return [[this.low, 0], [this.high, 1]].map(([height, share]) => ({name: `height ${Math.round(height)}`, color: `#${reliefColor(share, false).getHexString()}`}));
    }

    // Of a region's corner number i to the east and k to the north; null where it has none
    heightOf({heights}, i, k) {
        return heights[k * (this.count + 1) + i] ?? null;
    }

    // Where that is in the view: east, and south
    placeOf({x, z}, i, k) {
        return [(x - this.west) * SIDE + i * this.unit, (this.north - z + 1) * SIDE - k * this.unit];
    }

    quad(region, i, k) {
        const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([east, north]) => this.heightOf(region, i + east, k + north));
        return corners.includes(null) ? null : [...this.placeOf(region, i, k), ...corners];
    }

    // The ground's height, and where that is, of a place as shares of the picture from the west and from the north
    at(u, v) {
        const x = u * this.width, z = v * this.deep * SIDE, within = (at, count) => Math.min(Math.floor(at / SIDE), count - 1);
        const east = within(x, this.wide), south = within(z, this.deep); // what stands on the last edge does so on the last region
        const region = this.regions.get(`${this.west + east} ${this.north - south}`);
        const height = region && this.heightOf(region, Math.round((x - east * SIDE) / this.unit), Math.round(((south + 1) * SIDE - z) / this.unit));
        return {x, y: height ?? this.low, z};
    }

    // A region as it is seen from above, with the colours of all
    smallPicture(region) {
        const side = this.count + 1, canvas = new OffscreenCanvas(side, side), pen = canvas.getContext('2d'), image = pen.createImageData(side, side), color = new Color();
        for (let k = 0; k < side; k++) {
            for (let i = 0; i < side; i++) {
                const height = this.heightOf(region, i, k), [from, to] = [[Math.max(i - 1, 0), k], [i, Math.min(k + 1, this.count)]].map(place => this.heightOf(region, ...place) ?? height), slope = (from - to) / this.unit; // light is from the north-west
                const light = 1 + SHADED * slope / (1 + Math.abs(slope)), rgb = reliefColor(this.share(height ?? this.low), false, color).getHex(), at = 4 * ((side - 1 - k) * side + i);
                for (const part of [0, 1, 2]) image.data[at + part] = light * (rgb >> 16 - 8 * part & 255);
                image.data[at + 3] = height === null ? 0 : 255;
            }
        }
        pen.putImageData(image, 0, 0);
        return canvas.convertToBlob();
    }

    async glb() {
        const between = slices(), made = {position: [], normal: [], color: [], index: []};
        for (const region of this.regions.values()) {
            await between();
            this.addTop(made, region);
        }
        const base = this.low - Math.min(THICK * Math.max(this.wide, this.deep), 1) * SIDE;
        for (const region of this.regions.values()) this.addSides(made, region, base);
        return glbOf(made);
    }

    addTop({position, normal, color, index}, region) {
        const first = position.length / 3, side = this.count + 1, up = new Vector3(), last = this.count;
        for (let k = 0; k < side; k++) {
            for (let i = 0; i < side; i++) {
                const height = this.heightOf(region, i, k), [x, z] = this.placeOf(region, i, k);
                const slope = (a, b, c, d) => ((this.heightOf(region, a, b) ?? height) - (this.heightOf(region, c, d) ?? height)) / this.unit;
                const [west, east, south, north] = [Math.max(i - 1, 0), Math.min(i + 1, last), Math.max(k - 1, 0), Math.min(k + 1, last)];
                up.set(slope(west, k, east, k) / (east - west), 1, slope(i, north, i, south) / (north - south)).normalize();
                position.push(x, height ?? this.low, z);
                normal.push(up.x, up.y, up.z);
                color.push(...reliefColor(this.share(height ?? this.low), false).toArray());
            }
        }
        for (let k = 0; k < last; k++) {
            for (let i = 0; i < last; i++) {
                if (this.quad(region, i, k)) index.push(...[0, 1, side, 1, side + 1, side].map(corner => first + k * side + i + corner));
            }
        }
    }

    // Where no other region is
    addSides(made, region, base) {
        const last = this.count, sides = [[0, -1, i => [i, 0]], [0, 1, i => [last - i, last]], [-1, 0, i => [0, last - i]], [1, 0, i => [last, i]]];
        for (const [east, north, corner] of sides) {
            if (this.regions.has(`${region.x + east} ${region.z + north}`)) continue;
            const first = made.position.length / 3;
            for (let i = 0; i <= last; i++) {
                const height = this.heightOf(region, ...corner(i)) ?? this.low, [x, z] = this.placeOf(region, ...corner(i));
                made.position.push(x, height, z, x, base, z);
                made.normal.push(east, 0, -north, east, 0, -north);
                made.color.push(...EARTH[0].toArray(), ...EARTH[1].toArray());
                if (i) made.index.push(...[-2, -1, 0, 0, -1, 1].map(at => first + 2 * i + at));
            }
        }
    }
}

// A mesh with colours as bytes of a .glb
export function glbOf({position, normal, color, index}) {
    const lists = [new Float32Array(position), new Float32Array(normal), new Float32Array(color), new Uint32Array(index)], count = position.length / 3;
    const ends = [0, 1, 2].map(axis => {
        let [low, high] = [Infinity, -Infinity];
        for (let i = axis; i < position.length; i += 3) [low, high] = [Math.min(low, position[i]), Math.max(high, position[i])];
        return [low, high];
    });
    let offset = 0;
    const bufferViews = lists.map(({byteLength}) => ({buffer: 0, byteOffset: (offset += byteLength) - byteLength, byteLength}));
    const accessors = lists.map((list, bufferView) => ({bufferView, componentType: bufferView < 3 ? 5126 : 5125, count: bufferView < 3 ? count : index.length, type: bufferView < 3 ? 'VEC3' : 'SCALAR'}));
    Object.assign(accessors[0], {min: ends.map(([low]) => low), max: ends.map(([, high]) => high)});
    const json = new TextEncoder().encode(JSON.stringify({asset: {version: '2.0', generator: 'gamemap'}, scene: 0, scenes: [{nodes: [0]}], nodes: [{mesh: 0, name: 'ground'}],
        meshes: [{primitives: [{attributes: {POSITION: 0, NORMAL: 1, COLOR_0: 2}, indices: 3, material: 0}]}],
        materials: [{name: 'ground', doubleSided: true, pbrMetallicRoughness: {metallicFactor: 0}}], buffers: [{byteLength: offset}], bufferViews, accessors}));
    const length = Math.ceil(json.length / 4) * 4, bytes = new Uint8Array(28 + length + offset).fill(32, 20, 20 + length), view = new DataView(bytes.buffer);
    [0x46546C67, 2, bytes.length, length, 0x4E4F534A].forEach((word, i) => view.setUint32(4 * i, word, true));
    bytes.set(json, 20);
    [offset, 0x004E4942].forEach((word, i) => view.setUint32(20 + length + 4 * i, word, true));
    lists.forEach((list, i) => bytes.set(new Uint8Array(list.buffer), 28 + length + bufferViews[i].byteOffset));
    return bytes;
}
