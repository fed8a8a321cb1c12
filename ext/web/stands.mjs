// Layers of shapes: where models stand whose files aren't here, and what stands on regions of a world.
import {areaStands} from './areas.mjs';
import {number} from './asking.mjs';
import {kindColors} from './marks.mjs';
import {countText} from './sizes.mjs';
import {about, guessedHint, objectsMost, regionMarks, subjectOf} from './subjects.mjs';

const DOT = '#b8ac98', WIDTHS = [30, 120]; // of a layer's button, darker than boxes are; and of boxes on a region
const LARGE = 1.6; // how much larger what stands in an area is than it is, so that one sees it

const WIDE = 60, LARGER_MOST = 3; // of a guessed area from so many metres on more

// What stands on regions, which are those of the letter, and where one can't walk on them
export async function addRegions(show, land, letter, isCurrent) {
    show.key = land.key;
    if (land.blocked.length) {
        show.layers.set('not walkable', {isOn: true, color: '#5d5850'});
        show.scene.addQuads('not walkable', land.blocked, {color: '#4a453e', side: land.unit, opacity: 0.5, lift: 2});
    }
    const [sql] = Object.values(show.possible({objects: regionMarks(letter).objects}));
    const rows = sql ? await show.asker.rows(about(sql, show.path)).catch(() => []) : [];
    if (!isCurrent()) return;
    await addNames(show, land, letter, isCurrent);
    if (!isCurrent()) return;
    const boxes = rows.map(([u, v,, name, text, share]) => {
        const wide = Math.min(Math.max(0.7 * number(share) * land.width, WIDTHS[0]), WIDTHS[1]);
        return {...land.at(number(u), number(v)), name: name ?? '', size: [wide, 0.7 * wide], text};
    });
    addLayer(show, `${boxes.length === objectsMost ? 'the first ' : ''}${countText(boxes.length, 'object')}`, boxes);
    show.showLayers();
}

// Borders and names of regions, where there are several, but not many
async function addNames(show, land, letter, isCurrent) {
    const [sql] = Object.values(show.possible({frames: regionMarks(letter).frames}));
    const rows = sql ? await show.asker.rows(about(sql, show.path)).catch(() => []) : [];
    if (!isCurrent() || !rows.length) return;
    const names = rows.map(([u, v,, name,, wide, high]) => ({...land.at(number(u) + number(wide) / 2, number(v) + number(high) / 2), name}));
    show.layers.set('regions', {isOn: true, color: '#c9ccc4'});
    show.scene.addBorders('regions', land, names);
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
    const large = Math.min(Math.max((land.width ?? 0) / WIDE, 1), LARGER_MOST);
    const heightOf = (x, y, z) => land.heightAt?.(x, -z) ?? y; // of ground that is guessed, however high it is in the game
    for (const [kind, alike] of Map.groupBy(rows, ([of]) => of)) {
        addLayer(show, countText(alike.length, kind), alike.map(([, words, x, y, z, facing, text]) => ({x: number(x), y: heightOf(number(x), number(y), number(z)), z: number(z), text, large,
            name: kind === 'placeable' ? words : kind, turn: number(facing ?? 0) + Math.PI / 2, scale: [LARGE, LARGE, LARGE]})), kindColors[kind]);
    }
    const trees = (land.trees ?? []).map(place => ({...place, name: 'tree', large, text: 'a tree, guessed from the terrain\'s name'}));
    addLayer(show, `${countText(trees.length, 'tree')}, guessed`, trees);
    show.scene.include([...show.layers.keys()]);
    show.showLayers();
}

// Where models stand whose files aren't here. Where one piece of ground is framed, it is told how many of them stand elsewhere.
export function addBoxes(show, lost, what) {
    const boxes = lost.map(([id, x, y, z, file, turn, ...scale]) =>
        ({...show.objectPin(['model', id, x, y, z]), name: file, turn: -number(turn) * Math.PI / 180, scale: scale.map(number)}));
    const away = boxes.filter(box => !show.scene.isFramed(box)).length, some = away < boxes.length ? `${away} of them ` : '';
    addLayer(show, `${countText(boxes.length, what)}, shapes guessed${away ? `, ${some}on other pieces of ground` : ''}`, boxes);
}

function addLayer(show, name, boxes, color = DOT) {
    if (!boxes.length) return;
    show.layers.set(name, {isOn: true, color});
    show.scene.addBoxes(name, boxes);
}
