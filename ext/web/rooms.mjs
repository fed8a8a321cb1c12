// Parts of a walkmesh between which one can't walk, in soft tints, as the flat picture of it has them.
import {BufferAttribute, Color, Vector3} from 'three';
import {partHues, PARTS_LEAST, smallPart} from './areas.mjs';

const TINT = 0.6, TRIANGLES_MOST = 300000; // how much of a part's colour is in its ground

// Gives what its colours stand for; nothing where it has one part, or is too large.
export function tintRooms(scene) {
    const triangles = [], places = new Map(), sides = new Map(), above = [], shown = [];
    scene.updateMatrixWorld(true);
    scene.traverse(part => part.isMesh && part.material.name !== 'not walkable' && shown.push(part));
    if (shown.reduce((sum, {geometry: {index, attributes}}) => sum + (index ?? attributes.position).count / 3, 0) > TRIANGLES_MOST) return [];
    const rootOf = i => { while (above[i] !== i) i = above[i] = above[above[i]]; return i; };
    for (const part of shown) {
        part.geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry;
        const {position} = part.geometry.attributes;
        for (let i = 0; i + 2 < position.count; i += 3) {
            const corners = [i, i + 1, i + 2].map(at => new Vector3().fromBufferAttribute(position, at)), [a, b, c] = corners, number = triangles.length;
            const ids = corners.map(corner => corner.toArray().map(at => Math.round(at * 1000)).join()).map(key => places.get(key) ?? (places.set(key, places.size), places.size - 1));
            above.push(number);
            triangles.push({part, first: i, area: b.clone().sub(a).cross(c.clone().sub(a)).length() / 2});
            ids.forEach((id, k) => {
                const side = [id, ids[(k + 1) % 3]].sort((one, other) => one - other).join(), other = sides.get(side);
                if (other === undefined) sides.set(side, number);
                else above[rootOf(number)] = rootOf(other);
            });
        }
    }
    const areas = new Map();
    triangles.forEach(({area}, i) => areas.set(rootOf(i), (areas.get(rootOf(i)) ?? 0) + area));
    const all = [...areas].sort((a, b) => b[1] - a[1]), sum = all.reduce((total, [, area]) => total + area, 0);
    const large = all.slice(0, partHues.length).filter(([, area], i) => !i || area >= PARTS_LEAST * sum);
    if (large.length < 2) return [];
    const hues = new Map(large.map(([root], i) => [root, new Color(partHues[i])])), tint = new Color(), small = new Color(smallPart);
    for (const part of shown) {
        part.geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * part.geometry.attributes.position.count), 3));
        part.userData.own = part.material.color.clone();
        part.material.color.set('white');
    }
    triangles.forEach(({part, first}, i) => {
        tint.copy(part.userData.own).lerp(hues.get(rootOf(i)) ?? small, TINT);
        for (let at = first; at < first + 3; at++) tint.toArray(part.geometry.attributes.color.array, 3 * at);
    });
    const percent = share => `${Math.max(Math.round(100 * share), 1)} %`, floors = new Map(large.map(([root]) => [root, new Map()]));
    triangles.forEach(({part, area}, i) => floors.get(rootOf(i))?.set(part, (floors.get(rootOf(i)).get(part) ?? 0) + area));
    const mostOf = root => [...floors.get(root)].reduce((most, one) => (one[1] > most[1] ? one : most))[0].userData.own;
    return large.map(([root, area], i) => ({name: `${i ? 'a piece of its own' : 'the largest piece'}, ${percent(area / sum)}`, color: `#${mostOf(root).clone().lerp(new Color(partHues[i]), TINT).getHexString()}`}));
}
