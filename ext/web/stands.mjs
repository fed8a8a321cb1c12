// Layers of shapes: where models stand whose files aren't here, and what stands on regions of a world.
import {areaMarks, areaStands} from './areas.mjs';
import {number} from './asking.mjs';
import {stepBetween} from './contours.mjs';
import {START, kindColors, kindsOf} from './marks.mjs';
import {SIDE, WIDTHS, countText, scaleOf} from './sizes.mjs';
import {about, guessedHint, objectsMost, regionMarks, subjectOf} from './subjects.mjs';

const DOT = '#b8ac98'; // of a layer's button, darker than boxes are
const FAINT = 0.3, DARK = 0.34, SOFT = 0.55; // how much of a colour is over what isn't walkable, of many regions and of one, and of that where little lies together
const TOGETHER = 9; // tiles from which on a piece of what isn't walkable has edges
const SOLIDS_MOST = 700, PART = 70; // so many are shapes on many regions, of which each is at least that part of the width of all
const HIGH = {'static object': 0.55, 'animated object': 0.8, 'named object': 0.9, landmark: 1.5}; // of its width, on a region
const LESS = 0.4, FLAT = 0.4, DULL = '#a3a084', PALE = 0.65; // how much smaller and lower those on many regions are that one doesn't look for, and how much of which colour is in theirs
const UNLIKE = 1, GOLDEN = 0.618; // how much those of other numbers differ in that
const CORNER = 0.14; // of a region's side, where its name stands
const SMALL_MOST = 60; // regions that have a small picture from the view of all
const LARGE = 1.6; // how much larger what stands in an area is than it is, so that one sees it

// Where the module begins, if that is in this area
const areaStart = `SELECT x, z, -y FROM (SELECT max(value_text) FILTER (WHERE path = 'Mod_Entry_Area') AS area, max(value) FILTER (WHERE path = 'Mod_Entry_X') AS x,
    max(value) FILTER (WHERE path = 'Mod_Entry_Y') AS y, max(value) FILTER (WHERE path = 'Mod_Entry_Z') AS z FROM gff_fields(:e)) WHERE lower(area) = lower(gamemap_stem(:f))`;
const AROUND = 8; // metres of ground around what stands there, where nothing else is known of it
const WIDE = 60, LARGER_MOST = 3; // of a guessed area from so many metres on more

// What stands on regions, which are those of the letter, and where one can't walk on them
export async function addRegions(show, land, letter, isCurrent) {
    show.key = land.key;
    if (land.blocked.length) {
        const add = () => show.scene.addQuads('not walkable', softened(land, blockedOf(land)), {color: '#4a453e', side: land.unit, opacity: FAINT, lift: 1});
        show.layers.set('not walkable', {isOn: !show.isOfMany, color: '#5d5850', add}); // of many it is no more than what some tiles say
        const {large, small} = show.isOfMany ? {} : piecesOf(land);
        if (large) show.scene.addPatches('not walkable', large, {soft: softened(land, small, SOFT), color: '#3f3626', line: '#2e2618', side: land.unit, opacity: DARK, lift: 2});
    }
    if (land.high > land.low) {
        const name = `height lines, every ${stepBetween(land.low, land.high)}`;
        show.layers.set(name, {isOn: true, color: '#6b6350'});
        show.scene.addHeights(name, land);
    }
    const [sql] = Object.values(show.possible({objects: regionMarks(letter).objects}));
    const rows = sql ? await show.asker.rows(about(sql, show.path)).catch(() => []) : [];
    if (!isCurrent()) return;
    await addNames(show, land, letter, isCurrent);
    if (!isCurrent()) return;
    const {kinds, colorOf} = kindsOf(rows), first = rows.length === objectsMost ? 'the first ' : '';
    const isDotted = show.isOfMany && rows.length > SOLIDS_MOST, wide = Math.max(land.wide, land.deep) * SIDE / PART;
    for (const [kind, alike] of kinds) {
        const color = colorOf.get(kind), boxes = alike.map(row => regionBox(row, land, color, show.isOfMany ? wide : 0));
        addLayer(show, `${first}${/^object /.test(kind) ? `${alike.length} of ${kind}` : countText(alike.length, kind)}`, boxes, color, isDotted);
    }
    if (rows.length && !isDotted) show.key = [...show.key, {name: `shapes stand for kinds${show.isOfMany ? ', landmarks larger than they are' : ''}`}];
    show.scene.addScale('scale', land, scaleOf(land.wide));
    show.showLayers();
}

// What stands on a region: a shape by its kind where it has no name, turned as it is, at least so wide, and the higher the smaller it is. Those of one number are alike.
function regionBox([u, v,, name, text, share,, form, asset, yaw], land, color, least) {
    const isSought = ['landmark', 'named object'].includes(form), isSmall = least && !isSought; // of many regions one looks for those
    const own = isSmall ? LESS * least : least, most = Math.max(WIDTHS[1], own), wide = Math.max(number(share) * land.width, own), isNamed = name !== null && !name.startsWith('#');
    const high = (isSmall ? FLAT : 1) * HIGH[form] * (1 + UNLIKE * (number(asset) * GOLDEN % 1 - 0.5)) * Math.sqrt(wide * most);
    return {...land.at(number(u), number(v)), name: isNamed ? name : form, label: !isSmall && (isNamed ? name : name && `${form} ${name}`), turn: -number(yaw ?? 0), size: [wide, high], text, color: isSmall ? paler(color) : color, ring: isNamed ? color : null};
}

const paler = color => `#${[1, 3, 5].map(at => Math.round(parseInt(DULL.slice(at, at + 2), 16) * PALE + parseInt(color.slice(at, at + 2), 16) * (1 - PALE)).toString(16).padStart(2, '0')).join('')}`;

const at = (i, k) => `${i} ${k}`;

// Squares of a land that aren't walkable, from the west and from the south
function blockedOf({count, step, west, north, regions}) {
    const blocked = new Set();
    for (const {x, z, blocked: tiles} of regions.values()) for (const [i, k] of tiles) blocked.add(at((x - west) * count + i / step, (z - north) * count + k / step));
    return blocked;
}

// Those of one region: of which many lie together, as scene.addQuads has them, and others
function piecesOf(land) {
    const left = blockedOf(land), large = [], small = new Set(), [region] = land.regions.values();
    for (const square of left) {
        const piece = [square];
        left.delete(square);
        for (const one of piece) { // which grows
            const [i, k] = one.split(' ').map(Number);
            for (const other of [at(i - 1, k), at(i + 1, k), at(i, k - 1), at(i, k + 1)]) if (left.delete(other)) piece.push(other);
        }
        if (piece.length < TOGETHER) piece.forEach(one => small.add(one));
        else large.push(...piece.map(one => land.quad(region, ...one.split(' ').map(Number))).filter(Boolean));
    }
    return {large, small};
}

// Squares as scene.addQuads has them, and those around them: at each corner there is as much of the colour as that many of its four are of them
function softened(land, blocked, most = 1) {
    const {count, west, north} = land, drawn = new Set(), around = [-1, 0, 1];
    for (const square of blocked) {
        const [i, k] = square.split(' ').map(Number);
        for (const east of around) for (const up of around) drawn.add(at(i + east, k + up));
    }
    const share = (i, k) => [[0, 0], [-1, 0], [0, -1], [-1, -1]].filter(([east, up]) => blocked.has(at(i + east, k + up))).length / 4;
    return [...drawn].map(square => {
        const [i, k] = square.split(' ').map(Number), [x, z] = [i, k].map(one => Math.floor(one / count)), region = land.regions.get(`${x + west} ${z + north}`);
        const quad = region && land.quad(region, i - x * count, k - z * count);
        return quad && [...quad, ...[[0, 0], [1, 0], [0, 1], [1, 1]].map(([east, up]) => most * share(i + east, k + up))];
    }).filter(Boolean);
}

// Borders and names of regions, where there are several, but not many
async function addNames(show, land, letter, isCurrent) {
    const [sql] = Object.values(show.possible({frames: regionMarks(letter).frames}));
    const rows = sql ? await show.asker.rows(about(sql, show.path)).catch(() => []) : [];
    if (!isCurrent() || !rows.length) return;
    const names = rows.map(([u, v,, name,, wide, high]) => ({...land.at(number(u) + number(wide) * CORNER, number(v) + number(high) * CORNER), name, className: 'faint'}));
    show.layers.set('regions', {isOn: true, color: '#c9ccc4'});
    show.scene.addBorders('regions', land, names);
}

// Small pictures of regions are parts of the view of all of them, so that none is waited for.
export async function addSmall(show, land, isCurrent) {
    if (land.regions.size > SMALL_MOST) return;
    const files = await show.asker.rows(show.filled('SELECT file, x, z FROM jmx_regions(:s, \'skip\') WHERE x IS NOT NULL')).catch(() => []);
    for (const [path, x, z] of files) {
        const region = land.regions.get(`${x} ${z}`), file = show.fileOf(path), blob = region && await land.smallPicture(region);
        if (!isCurrent()) return;
        if (blob) show.onSeen(path, URL.createObjectURL(blob), file);
    }
}

// What is guessed isn't offered beside the model that is shown.
export function dropGuesses(show, shown) {
    const {guesses = []} = subjectOf(show.path);
    show.isGuessed = guesses.includes(show.modelButtons.get(shown)?.textContent);
    for (const [sql, button] of show.modelButtons) if (sql !== shown && guesses.includes(button.textContent)) button.remove();
}

// What stands on the ground of an area whose models aren't here
export async function addStanding(show, land, isCurrent) {
    show.key = land.key;
    if (land.isGuessed) show.told.then(() => isCurrent() && document.getElementById('sentence').append(` ${guessedHint}`));
    show.lacks = true; // with the models of its tileset it would be another view
    const [sql] = Object.values(show.possible({areaStands})), rows = sql ? await show.asker.rows(about(sql, show.path)).catch(() => []) : [];
    if (!isCurrent()) return;
    const [starts, marks] = await Promise.all([areaStart, areaMarks.objects].map(one => show.possible({one}).one).map(one => (one ? show.asker.rows(about(one, show.path)).catch(() => []) : [])));
    if (!isCurrent()) return;
    const labels = new Map(marks.map(([,,, name, told]) => [told, name])); // as the flat picture has them
    const large = Math.min(Math.max((land.width ?? 0) / WIDE, 1), LARGER_MOST);
    const heightOf = (x, y, z) => land.heightAt?.(x, -z) ?? y; // of ground that is guessed, however high it is in the game
    for (const [kind, alike] of Map.groupBy(rows, ([of]) => of)) {
        addLayer(show, countText(alike.length, kind), alike.map(([, words, x, y, z, facing, text, outline]) => ({x: number(x), y: heightOf(number(x), number(y), number(z)), z: number(z), text, large,
            points: outline && JSON.parse(outline).map(([east, up, south]) => [east, heightOf(east, up, south), south]), isLow: Boolean(outline),
            name: kind === 'placeable' ? words : kind, label: labels.get(text), ring: kindColors[kind], turn: number(facing ?? 0) + Math.PI / 2, scale: [LARGE, LARGE, LARGE]})), kindColors[kind]);
    }
    const trees = (land.trees ?? []).map(place => ({...place, name: 'tree', large, text: 'a tree, guessed from the terrain\'s name'}));
    addLayer(show, `${countText(trees.length, 'tree')}, guessed`, trees);
    addLayer(show, 'start', starts.map(row => row.map(number)).map(([x, y, z]) => ({x, y: heightOf(x, y, z), z, name: 'start', label: 'Start', text: 'start: the module begins here', large: large * LARGE, isStart: true})), START);
    const standing = [...show.layers.keys()].filter(name => show.scene.hasLayer(name) && name !== 'ground');
    show.scene.include(standing);
    if (land.isGuessed && !land.names.length) {
        if (standing.length) show.scene.focus(standing, AROUND);
        const name = `tiles, ${land.side} metres wide`;
        show.layers.set(name, {isOn: true, color: '#7d8a68'});
        show.scene.addGrid(name, land);
    }
    show.showLayers();
}

// Where models stand whose files aren't here. Where one piece of ground is framed, it is told how many of them stand elsewhere.
export function addBoxes(show, lost, what) {
    const boxes = lost.map(([id, x, y, z, file, turn, ...scale]) =>
        ({...show.objectPin(['model', id, x, y, z]), name: file, turn: -number(turn) * Math.PI / 180, scale: scale.map(number)}));
    const away = boxes.filter(box => !show.scene.isFramed(box)).length, some = away < boxes.length ? `${away} of them ` : '';
    addLayer(show, `${countText(boxes.length, what)}, shapes guessed${away ? `, ${some}on other pieces of ground` : ''}`, boxes);
}

function addLayer(show, name, boxes, color = DOT, isDotted = false) {
    if (!boxes.length) return;
    show.layers.set(name, {isOn: true, color});
    if (isDotted) show.scene.addDots(name, boxes, color);
    else show.scene.addBoxes(name, boxes);
}
