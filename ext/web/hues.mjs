// Colours of surfaces whose textures aren't here: by what names say that they are, by height and slope where ground says
// nothing, by the shape of faces where a building doesn't. They are calm, so that nobody takes them for the game's.
import {Box3, BufferAttribute, Color, DoubleSide, Vector3} from 'three';
import {SKIN, TEETH, isBeast, partOfBeast, partOfPerson, placesOf, withHair, withSockets} from './bodies.mjs';
import {addGrain, splitFalling} from './grain.mjs';
import {isCard, leafMaterial} from './leaves.mjs';
import {BONE, CRYSTAL, EARTH, FLOWER, GLASS, GOLD, INSIDE, LAVA, LEAF, METAL, PAVED, PLASTER, ROOF, SAND, STONE, BRICK, WATER, WOOD,
    ends, fileOf, found, groundMeaning, isInside, meaningOf, meanings, wordsOf} from './meanings.mjs';
import {Squares} from './pieces.mjs';
import {groundColor, heightRange, plateauColor} from './relief.mjs';
import {isSoft, isUnlit, lightGround, middleOf} from './sunlight.mjs';

const WHITE = new Color('white'), LEAST = 0.3; // of a corner's own colour, where that is black: it was made for a texture

const rough = new Set([STONE, PAVED, EARTH, SAND, BRICK, ROOF]), smooth = new Set([METAL, GOLD, GLASS, CRYSTAL, WATER, LAVA, LEAF, FLOWER]);
const plainGround = new Set([PAVED, STONE, EARTH]), isVoid = /(^|[\\/])(black|back_?side|void|검정)[ _\d]*\.[^.\\/]*$/i;
const isTree = new RegExp(`${ends('tree')}|나무`, 'i');
const isBuilding = new RegExp(`${ends('house|home|castle|church|tower|shop|guild')}|(?:집|탑)(?![가-힣])|건물|여관|교회|상점|성문`, 'i'), BUILDING = 'building';
const unnamed = ['#cbbb9b', '#9a8266', '#b3a394', '#8f978a', '#979ea6', '#b79c6c'], KINDS = 0.5; // how much ground differs by texture where its height says its colour
const tones = [[0, 0, 0], [0.02, -0.2, -0.03], [0.01, -0.08, 0.09], [-0.02, 0.03, -0.06], [0.01, -0.06, 0.03]];
const shades = [[0, 0, 0], [0.02, -0.04, -0.17], [0.02, 0.04, 0.07], [-0.02, 0.05, -0.05], [0.05, 0.03, -0.08], [0.01, -0.06, 0.04]];
const BORDER = 0.1; // of what covers most of a kind: what covers less lies between others, and so does its shade
const ROCK = new Color('#95887a'), BLACK = 20; // of 255: a picture without a lighter pixel is nothing
const SEEN_THROUGH = 0.66; // how much of water hides what is behind it
const LIFTED = 0.4, LIFTED_ALONE = 0.76, LIFTED_SOFT = 0.25; // of full light, that guessed colours have in the blackest shadow of a lightmap: of ground with models, alone, and alone where its light is soft
const CARD_MOST = 12; // faces
const LINED = 0.02; // of a mesh's faces: if so many are there twice, it has a lining
const GRAIN = 0.12, SPOTS = [[4, 0.4], [18, 0.6]]; // how much ground differs from place to place; how large spots of it are, in tiles, and how strong
const GRAINED_MOST = 200; // parts of what is shown: in a whole area grain would be too coarse to be seen
const GRAINS = 0.2, COARSE = 0.5, FINE = 0.22; // as large a part of a model one picture of grain is, how strong it is on stone and earth, and on others
const HORN_MOST = 14, HORN_SHARE = 0.35; // faces of a horn or of a tooth, and the same as a part of what is there most
const HEIGHTS_APART = 5; // corners, of which a square has four
const light = new Vector3(-0.6, 1, 0.35).normalize();

// The same of a model's name, where what follows a building's word counts more: a church's door is one, a stone church is a church.
export function meaningOfModel(path) {
    const parts = wordsOf(path).split(isBuilding);
    return found(meanings, fileOf(parts.at(-1))) ?? (parts.length > 1 ? BUILDING : undefined);
}
const hash = text => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7);

// What is drawn with a texture that isn't here
const lacks = ({userData: {texture, file}}) => Boolean(texture) && !file;

// Gives such surfaces their colours, and hides ground that is nothing but black; tells from what they are guessed, and
// which squares of ground are shown, null for all, which there are, null for none, whether gaps are between them, and whether sun and shade
// are the page's own. isWet: does water lie over ground?
export function guessColors(scene, {isWet = false} = {}) {
    scene.updateMatrixWorld(true);
    const ground = partsOf(scene, 'tops'), walls = partsOf(scene, 'walls'), isCreature = /_g$|^p[mf][a-z]\d+_[a-z]+\d{3}$/m.test(namesIn(scene)); // or a part of a person
    if (ground.some(({material}) => isPartlyBlack(material))) {
        for (const part of [...ground, ...walls]) {
            if (isNothing(part.material)) part.material = unmarked(part.material);
            else part.material.userData.isMarked = true;
        }
    }
    if (!ground.every(({material}) => isNothing(material))) for (const {material} of [...ground, ...walls]) material.visible = !isNothing(material);
    const visible = ground.filter(({material}) => material.visible), range = heightRange(heightsOf(visible)), others = [];
    const squares = visible.length ? squaresOf(visible) : null, shown = visible.length < ground.length ? squares : null;
    const lifted = hasModels(scene) ? LIFTED : visible.length && isSoft(visible[0].material) ? LIFTED_SOFT : LIFTED_ALONE;
    let byHeight = false;
    if (shown) for (const part of walls) dropBetween(part, shown);
    scene.traverse(part => part.isMesh && lacks(part.material) && others.push(part));
    const names = [...new Set(others.map(({material}) => material.userData.texture))];
    const about = {isCreature, ...bodyOf(others), seeThrough: seeThroughOf(names), kin: kinOf(names), grain: ground.length || others.length > GRAINED_MOST ? 0 : GRAINS * new Box3().setFromObject(scene).getSize(new Vector3()).length()};
    const grounds = groundsOf(others.filter(part => ground.includes(part) || walls.includes(part))), isInPieces = squares !== null && squares.hasGaps;
    for (const part of others) {
        const name = part.material.userData.texture, isOfGround = ground.includes(part) || walls.includes(part);
        if (isOfGround) byHeight = groundColors(part, grounds.get(name), {isWet, isInPieces, squares, lifted, range: isInside(name) ? null : range}) || byHeight;
        else modelColors(part, name, about);
    }
    const textured = [...ground, ...walls].filter(({material}) => !lacks(material) && material.visible), isInSun = squares !== null && textured.length > 0 && isUnlit(textured[0].material);
    if (isInSun) lightGround(textured, squares);
    return {isInSun, ground: visible, guessed: `names${byHeight ? ', heights' : ''} and shapes`, shown, squares, isInPieces};
}

// What a creature's parts tell of all of them
function bodyOf(parts) {
    const names = parts.map(part => ownNames(part)[0]), has = words => names.some(name => words.test(name));
    return {hasHands: has(/hand|palm|finger/i), hasHair: has(/hair/i), isBeast: isBeast(names)}; // without hands, gloves are those
}

// The only .tga of a model among other pictures: such ones are drawn see-through, and mostly are water.
function seeThroughOf(names) {
    const [first, ...more] = names.filter(name => /\.tga$/i.test(name));
    return more.length || names.length < 2 ? undefined : first;
}

// Names that only numbers tell apart are of one make.
const makeOf = name => name.toLowerCase().replace(/\d+/g, '');

// Colours of what no name tells: those of one make differ in tone.
function kinOf(names) {
    const makes = [...new Set(names.map(makeOf))], counts = new Map();
    return new Map(names.map(name => {
        const make = makes.indexOf(makeOf(name)), count = counts.get(make) ?? 0;
        counts.set(make, count + 1);
        return [name, new Color(unnamed[make % unnamed.length]).offsetHSL(...tones[count % tones.length])];
    }));
}

// What each texture of the ground is, in another shade than those of the same kind, of which what covers most has the plain one
function groundsOf(parts) {
    const sizes = new Map(), kinds = new Map(), makes = new Map();
    let usual;
    for (const {geometry: {attributes: {position}}, material: {userData: {texture}}} of parts) sizes.set(texture, (sizes.get(texture) ?? 0) + position.count);
    return new Map([...sizes].sort((a, b) => b[1] - a[1]).map(([name, size]) => {
        const named = groundMeaning(name), kind = kinds.get(named) ?? {count: 0, most: size};
        kinds.set(named, {...kind, count: kind.count + 1});
        if (!named) {
            const all = kindColors(name, makes), mixed = all.reduce((sum, color) => sum.add(color), new Color(0, 0, 0)).multiplyScalar(1 / all.length), {r, g, b} = usual ??= mixed;
            const shareOf = one => WHITE.clone().lerp(new Color(one.r / r, one.g / g, one.b / b), KINDS), corners = all.length === 4 ? all : null;
            return [name, {isPlain: true, color: mixed, kind: shareOf(mixed), corners, kinds: corners?.map(shareOf)}];
        }
        const isPlain = plainGround.has(named) || named === INSIDE, isBorder = kind.count > 1 && size < BORDER * kind.most;
        const [hue, saturation, lightness] = isBorder ? shades[1].map(one => one / 2) : shades[kind.count % shades.length];
        return [name, {named, isPlain, color: new Color(named).offsetHSL(isPlain ? hue : hue / 4, isPlain ? saturation : 0, isPlain ? lightness : lightness / 4)}];
    }));
}

// Where no name says anything: a texture from one kind of ground to another has the numbers of both ("c0c0c1c1"). Four of them are those
// of its corners, as neighbours show that share them: upper right, upper left, lower right, lower left.
function kindColors(name, makes) {
    const numbers = fileOf(name).toLowerCase().replace(/\.[^.]*$/, '').match(/[a-z]*-?\d+/g) ?? [fileOf(name)];
    return numbers.map(number => {
        if (!makes.has(number)) makes.set(number, new Color(unnamed[makes.size % unnamed.length]));
        return makes.get(number);
    });
}

const cornerOf = (uv, i) => (uv.getX(i) > 0.5 ? 0 : 1) + (uv.getY(i) > 0.5 ? 2 : 0);

// The squares of the ground, by the middles of their triangles
function squaresOf(parts) {
    const counts = parts.map(({geometry: {index, attributes: {position}}}) => Math.floor((index ?? position).count / 3));
    const numbers = new Float32Array(3 * counts.reduce((sum, count) => sum + count, 0)), middle = new Vector3();
    let to = 0;
    parts.forEach(({geometry: {index, attributes: {position}}, matrixWorld}, i) => {
        for (let at = 0; at < 3 * counts[i]; at += 3, to += 3) {
            middle.set(0, 0, 0);
            for (let k = at; k < at + 3; k++) {
                const corner = index ? index.getX(k) : k;
                middle.x += position.getX(corner) / 3;
                middle.y += position.getY(corner) / 3;
                middle.z += position.getZ(corner) / 3;
            }
            middle.applyMatrix4(matrixWorld);
            numbers[to] = Math.floor(middle.x / 2);
            numbers[to + 1] = Math.floor(middle.z / 2);
            numbers[to + 2] = middle.y;
        }
    });
    return new Squares(numbers);
}

// Does an upright face stand between two squares of which none is shown? across leads from it to one of them.
export function isBetween(shown, x, z, across) {
    return shown !== null && !shown.has(x + across.x, z + across.z) && !shown.has(x - across.x, z - across.z);
}

// Leaves out the walls around what isn't shown.
export function dropBetween({geometry, matrixWorld}, shown) {
    const {index, attributes: {position, normal}} = geometry, kept = [], place = new Vector3();
    for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
        const corners = [0, 1, 2].map(k => (index ? index.getX(i + k) : i + k)), [first] = corners, middle = new Vector3();
        for (const corner of corners) middle.add(place.fromBufferAttribute(position, corner));
        middle.divideScalar(3).applyMatrix4(matrixWorld);
        if (!isBetween(shown, middle.x, middle.z, {x: Math.round(normal.getX(first)), z: Math.round(normal.getZ(first))})) kept.push(...corners);
    }
    geometry.setIndex(kept);
}

export function partsOf(scene, name) {
    const parts = [];
    scene.traverse(top => {
        if (top.userData.name === name && top.parent?.userData.name === 'map') top.traverse(part => part.isMesh && parts.push(part));
    });
    return parts;
}

function namesIn(scene) {
    const names = [];
    scene.traverse(({name}) => names.push(name));
    return names.join('\n');
}

// The game draws black behind the ground, and so what is black there isn't seen.
function isNothing({userData: {texture = '', file}, map}) {
    if (!file) return isVoid.test(texture);
    return Boolean(map?.image) && areBlack(map.image, [[0, 0, 16]]).length === 1;
}

// Some maps mark with black quarters of their textures where one can't walk.
function isPartlyBlack({userData: {file}, map}) {
    const count = file && map?.image ? areBlack(map.image, [[1, 1, 6], [9, 1, 6], [1, 9, 6], [9, 9, 6]]).length : 0;
    return count > 0 && count < 4;
}

// Where they do, what is black throughout is ground, too: its colour is guessed, and its lightmap is in the texture's place.
function unmarked(material) {
    const {texture, file} = material.userData;
    return file ? Object.assign(material.clone(), {map: material.aoMap, aoMap: null, userData: {texture}}) : material;
}

// Has a map models, or are they only not here? If not, nothing stands in its shadows.
function hasModels(scene) {
    let has = Boolean(scene.userData.missing_models);
    scene.traverse(({userData: {object}}) => { has ||= object !== undefined; });
    return has;
}

// Which squares of an image, in sixteenths of it, have no pixel that is lighter
function areBlack(image, squares) {
    const canvas = new OffscreenCanvas(16, 16), context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(image, 0, 0, 16, 16);
    return squares.filter(([x, y, side]) => context.getImageData(x, y, side, side).data.every((value, i) => i % 4 === 3 || value < BLACK));
}

function heightsOf(parts) {
    const heights = [], place = new Vector3();
    for (const {geometry: {attributes: {position}}, matrixWorld} of parts) {
        for (let i = 0; i < position.count; i += HEIGHTS_APART) heights.push(place.fromBufferAttribute(position, i).applyMatrix4(matrixWorld).y);
    }
    return heights;
}

// Ground has the colour that its name says, or that of its height, and is darker where it is steep and in the shade; tells
// whether heights say it.
function groundColors(part, {named, isPlain, color: own, kind, corners, kinds}, {range, isWet, isInPieces, squares, lifted}) {
    const {position, normal, color, uv} = part.geometry.attributes, isByHeight = !named && Boolean(range);
    const place = new Vector3(), up = new Vector3(), middle = new Vector3(), tint = new Color(), before = new Color(), ramp = new Color(), colors = new Float32Array(3 * position.count);
    const tintOf = share => (isInPieces ? plateauColor(share, ramp) : groundColor(share, isWet && !named, ramp));
    for (let i = 0; i < position.count; i++) {
        place.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld);
        up.fromBufferAttribute(normal, i);
        const corner = corners && uv ? cornerOf(uv, i) : -1;
        tint.copy(corners?.[corner] ?? own);
        if (isPlain && range) tint.lerp(tintOf(range(place.y)), named ? 0.2 : 1);
        if (isByHeight) tint.multiply(kinds?.[corner] ?? kind);
        if (isPlain) tint.lerp(ROCK, 0.8 * (1 - Math.min(Math.abs(up.y), 1)));
        tint.multiplyScalar((0.62 + 0.48 * Math.max(up.dot(light), 0)) * (1 + GRAIN * (grainAt(place.x, place.z) - 0.5)));
        if (i % 4 === 0) middleOf(position, i, middle).applyMatrix4(part.matrixWorld); // of a square
        place.lerp(middle, 0.2);
        if (squares) tint.multiplyScalar(squares.lightAt(place.x + 0.4 * up.x, place.y, place.z + 0.4 * up.z));
        if (color) tint.multiply(before.fromBufferAttribute(color, i).lerp(WHITE, LEAST));
        tint.toArray(colors, 3 * i);
    }
    part.geometry.setAttribute('color', new BufferAttribute(colors, 3));
    part.material = part.material.clone();
    part.material.color.set('white');
    part.material.userData.lifted = lifted;
    return isByHeight;
}

// Soft spots of two sizes, 0 to 1, as tufts and worn places are: squares beside each other are alike at their border.
const grainAt = (x, z) => SPOTS.reduce((sum, [size, share]) => sum + share * spotAt(x / size, z / size), 0);

// A value between those of the four corners around a place
function spotAt(x, z) {
    const [i, k] = [Math.floor(x), Math.floor(z)], [u, v] = [x - i, z - k].map(share => share * share * (3 - 2 * share));
    const at = (east, south) => Math.abs(Math.sin((i + east) * 12.9898 + (k + south) * 78.233) * 43758.5453) % 1;
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

// A part of a model by its texture's name, by its own and by those of what it belongs to
function modelColors(part, texture, {isCreature, isBeast: isOfBeast, hasHands, hasHair, seeThrough, kin, grain}) {
    const own = ownNames(part), all = own.join('\n'), isTwoSided = part.material.side === DoubleSide;
    const bare = isCreature && !hasHands && /glove/i.test(own[0]) ? SKIN : undefined;
    const ofBody = isCreature ? (isOfBeast ? partOfBeast(own[0], hash(texture.slice(0, 6))) : partOfPerson(own[0])) : undefined;
    const said = bare ?? meaningOf(texture) ?? ofBody ?? own.map(meaningOfModel).find(Boolean);
    const isOfBuilding = said === BUILDING, named = isOfBuilding ? undefined : said;
    part.material = part.material.clone();
    if (!isCreature || !hasLining(part.geometry)) part.material.side = DoubleSide; // those would show through each other
    if (isOfBuilding && !part.isSkinnedMesh) {
        return pieceColors(part, BUILDING, (slope, isThin) => (isThin ? WOOD : slope < 0.25 ? PLASTER : slope < 0.93 ? ROOF : STONE));
    }
    if (named === WOOD && isTree.test(`${fileOf(texture)} ${all}`) && !part.isSkinnedMesh) { // leaves have two sides
        return pieceColors(part, `tree ${isTwoSided}`, (slope, isThin, share) => (!isTwoSided && (isThin || share < 0.5) ? WOOD : LEAF));
    }
    if (said === SKIN && ofBody === SKIN && !hasHair && /head/i.test(own[0]) && !part.isSkinnedMesh) {
        const {geometry, map} = withHair(part.geometry);
        part.geometry = geometry;
        Object.assign(part.material, {map, side: DoubleSide});
        part.material.color.set('white');
        return undefined;
    }
    if (!named && !isCreature && texture === seeThrough) {
        Object.assign(part.material, {transparent: true, opacity: SEEN_THROUGH});
        part.material.color.set(WATER);
        splitFalling(part, joinedFaces);
        return undefined;
    }
    part.material.color.set(named ?? kin.get(texture)).offsetHSL(0, 0, isOfBeast ? 0 : (hash(all) % 5 - 2) * 0.012);
    if (named === LEAF && meaningOf(texture) === LEAF && isCard(part.geometry) && isInCards(part.geometry)) {
        leafMaterial(part.material);
    } else if (isCreature && !isOfBeast && named === BONE && /head|skull/i.test(own[0]) && !part.isSkinnedMesh) {
        const {geometry, map} = withSockets(part.geometry);
        part.geometry = geometry;
        part.material.map = map;
    } else if (grain && !smooth.has(named)) {
        if (isOfBeast) withHorns(part);
        addGrain(part, rough.has(named) ? COARSE : FINE, grain);
    }
    return undefined;
}

// The horns and teeth of a beast are pieces of a few faces of a larger part.
function withHorns(part) {
    if (part.isSkinnedMesh) return;
    const geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry.clone(), {position} = geometry.attributes, own = part.material.color, tint = new Color(TEETH);
    const pieces = joinedFaces(Array.from({length: position.count}, (_, i) => new Vector3().fromBufferAttribute(position, i)));
    const most = Math.min(HORN_MOST, HORN_SHARE * pieces.reduce((sum, {faces}) => Math.max(sum, faces.length), 0)), colors = new Float32Array(3 * position.count);
    if (!pieces.some(({faces}) => faces.length <= most)) return;
    for (const {faces} of pieces) for (const at of faces) for (let i = at; i < at + 3; i++) (faces.length <= most ? tint : own).toArray(colors, 3 * i);
    geometry.setAttribute('color', new BufferAttribute(colors, 3));
    part.geometry = geometry;
    part.material.color = new Color('white');
}

const small = new WeakMap(); // geometries

// Is it of pieces of a few faces, as cards are, rather than of blades that have a leaf's own shape?
function isInCards(geometry) {
    if (!small.has(geometry)) {
        const {position} = (geometry.index ? geometry.toNonIndexed() : geometry).attributes;
        const pieces = joinedFaces(Array.from({length: position.count}, (_, i) => new Vector3().fromBufferAttribute(position, i)));
        small.set(geometry, position.count / 3 <= CARD_MOST * pieces.length);
    }
    return small.get(geometry);
}

// Has it faces at the same places that look the other way, as cloth has that is seen from inside?
function hasLining({index, attributes: {position}}) {
    const seen = new Set(), count = (index ?? position).count;
    let twice = 0;
    for (let i = 0; i + 2 < count; i += 3) {
        const face = placesOf(position, [0, 1, 2].map(k => (index ? index.getX(i + k) : i + k)));
        if (seen.has(face)) twice++;
        seen.add(face);
    }
    return twice > count / 3 * LINED;
}

function ownNames(part) {
    const names = [];
    for (let one = part; one?.parent; one = one.parent) names.push(one.userData.name ?? one.name);
    return names;
}

const coloured = new WeakMap(); // geometries by those that they are made of, for each kind and direction of what is up

// A model stands in many places, of which those that are turned around the upright alone look the same.
function pieceColors(part, kind, colorOf) {
    const {geometry, matrixWorld: {elements}} = part, up = new Vector3(elements[1], elements[5], elements[9]).normalize();
    const made = coloured.get(geometry) ?? new Map(), key = `${kind} ${up.toArray().map(share => Math.round(share * 20))}`;
    if (!made.has(key)) made.set(key, withPieces(part, colorOf));
    coloured.set(geometry, made);
    part.geometry = made.get(key);
    part.material.color.set('white');
}

// A geometry with colours. What is thin is timber or a trunk; what is steep is a wall, what slopes above it is roof. colorOf says that of a
// face's slope, of whether its piece is thin, and of how high it is, 0 to 1.
function withPieces(part, colorOf) {
    const geometry = part.geometry.index ? part.geometry.toNonIndexed() : part.geometry.clone(), {position} = geometry.attributes;
    const corners = Array.from({length: position.count}, (_, i) => new Vector3().fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld));
    const colors = new Float32Array(3 * position.count), tint = new Color();
    const [least, most] = corners.reduce(([low, high], {y}) => [Math.min(low, y), Math.max(high, y)], [Infinity, -Infinity]);
    const pieces = joinedFaces(corners), longest = pieces.reduce((sum, {length}) => Math.max(sum, length), 0);
    for (const {faces, length, isThin} of pieces) {
        for (const at of faces) {
            const [a, b, c] = corners.slice(at, at + 3), slope = Math.abs(b.clone().sub(a).cross(c.clone().sub(a)).normalize().y);
            tint.set(colorOf(slope, isThin || length < longest / 12, ((a.y + b.y + c.y) / 3 - least) / (most - least)));
            for (let i = at; i < at + 3; i++) tint.toArray(colors, 3 * i);
        }
    }
    geometry.setAttribute('color', new BufferAttribute(colors, 3));
    return geometry;
}

// Triangles that share corners are a piece; it is thin if its surface is small for its length.
function joinedFaces(corners) {
    const firsts = new Map(), above = [...corners.keys()];
    const root = i => { while (above[i] !== i) i = above[i] = above[above[i]]; return i; };
    corners.forEach((corner, i) => {
        const key = corner.toArray().map(number => Math.round(number * 1000)).join();
        if (!firsts.has(key)) firsts.set(key, i);
        above[root(i)] = root(firsts.get(key));
        above[root(i)] = root(i - i % 3);
    });
    const pieces = new Map();
    for (let at = 0; at + 2 < corners.length; at += 3) {
        if (!pieces.has(root(at))) pieces.set(root(at), []);
        pieces.get(root(at)).push(at);
    }
    return [...pieces.values()].map(faces => {
        let area = 0, length = 0;
        for (const at of faces) {
            const [a, b, c] = corners.slice(at, at + 3);
            area += b.clone().sub(a).cross(c.clone().sub(a)).length() / 2;
            for (const corner of [a, b, c]) length = Math.max(length, corner.distanceTo(corners[faces[0]]));
        }
        return {faces, length, isThin: area < 0.4 * length * length};
    });
}
