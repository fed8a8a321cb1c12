// Parts of a walkmesh between which one can't walk, each in a tint and with a letter, as the flat picture of it has them.
import {BufferAttribute, Color, Vector3} from 'three';
import {partHues, PARTS_LEAST, smallPart} from './areas.mjs';
import {countText} from './sizes.mjs';

const SOFT = 0.12, PALE = new Color('#cfcabd'), TRIANGLES_MOST = 300000; // a tint is a little paler than the picture's
const CLEAR = 5, TRIED = 40; // of a letter: metres to the next wall, more of which are no better, and triangles that are looked at

// Gives what its colours stand for, and where letters are; nothing where it has one part, or is too large.
export function tintRooms(scene) {
    const triangles = [], places = new Map(), sides = new Map(), above = [], shown = [], walls = [];
    scene.updateMatrixWorld(true);
    scene.traverse(part => part.isMesh && (part.material.name === 'not walkable' ? walls : shown).push(part));
    if (shown.reduce((sum, {geometry: {index, attributes}}) => sum + (index ?? attributes.position).count / 3, 0) > TRIANGLES_MOST) return {key: [], letters: []};
    const rootOf = i => { while (above[i] !== i) i = above[i] = above[above[i]]; return i; };
    for (const part of shown) {
        part.geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry;
        const {position} = part.geometry.attributes;
        for (let i = 0; i + 2 < position.count; i += 3) {
            const corners = [i, i + 1, i + 2].map(at => new Vector3().fromBufferAttribute(position, at)), [a, b, c] = corners, number = triangles.length;
            const ids = corners.map(corner => corner.toArray().map(at => Math.round(at * 1000)).join()).map(key => places.get(key) ?? (places.set(key, places.size), places.size - 1));
            above.push(number);
            triangles.push({part, first: i, center: a.clone().add(b).add(c).divideScalar(3), area: b.clone().sub(a).cross(c.clone().sub(a)).length() / 2});
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
    if (large.length < 2) return {key: [], letters: []};
    const tintOf = hue => new Color(hue).lerp(PALE, SOFT), tints = large.map((one, i) => tintOf(partHues[i])), small = tintOf(smallPart);
    const hues = new Map(large.map(([root], i) => [root, tints[i]]));
    for (const part of shown) {
        part.geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * part.geometry.attributes.position.count), 3));
        part.material.color.set('white'); // what it is made of would be one more hue
    }
    triangles.forEach(({part, first}, i) => {
        for (let at = first; at < first + 3; at++) (hues.get(rootOf(i)) ?? small).toArray(part.geometry.attributes.color.array, 3 * at);
    });
    const others = all.slice(large.length), percents = percentsOf([...large.map(([, area]) => area), others.reduce((total, [, area]) => total + area, 0)]);
    const key = [...tints, small].map((tint, i) => ({name: `${i < large.length ? letterOf(i) : countText(others.length, 'small part')}: ${percents[i] || 'under 1'} %`, color: `#${tint.getHexString()}`}));
    return {key: others.length ? key : key.slice(0, -1), letters: large.map(([root], i) => ({...middleOf(triangles.filter((one, k) => rootOf(k) === root), walls.flatMap(centersOf)), name: letterOf(i)}))};
}

const letterOf = i => String.fromCharCode(65 + i);

// Whole percents whose sum is 100: of those that are rounded down first, the ones that lose most aren't.
function percentsOf(areas) {
    const sum = areas.reduce((total, area) => total + area, 0), exact = areas.map(area => 100 * area / sum), whole = exact.map(Math.floor);
    const order = areas.map((area, i) => i).sort((a, b) => exact[b] - whole[b] - exact[a] + whole[a]), lost = 100 - whole.reduce((total, one) => total + one, 0);
    for (const i of order.slice(0, lost)) whole[i]++;
    return whole;
}

function centersOf({geometry: {index, attributes: {position}}}) {
    const at = i => new Vector3().fromBufferAttribute(position, index ? index.getX(i) : i);
    return Array.from({length: Math.floor((index ?? position).count / 3)}, (_, i) => at(3 * i).add(at(3 * i + 1)).add(at(3 * i + 2)).divideScalar(3));
}

// A place near a part's middle, and in a room rather than beside a wall: that of one of its triangles which are large for how far away they are
function middleOf(triangles, walls) {
    const middle = new Vector3(), sum = triangles.reduce((total, {area}) => total + area, 0);
    for (const {center, area} of triangles) middle.addScaledVector(center, area / sum);
    const awayOf = ({center}) => (center.x - middle.x) ** 2 + (center.z - middle.z) ** 2, weightOf = one => one.area / (1 + awayOf(one));
    const clearOf = ({center}) => walls.reduce((least, wall) => Math.min(least, Math.hypot(wall.x - center.x, wall.z - center.z)), CLEAR);
    const valueOf = one => clearOf(one) / (1 + Math.sqrt(awayOf(one) / sum));
    const some = triangles.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, TRIED).map(one => ({center: one.center, value: valueOf(one)}));
    const {x, y, z} = some.reduce((best, one) => (one.value > best.value ? one : best)).center;
    return {x, y, z};
}
