// What a person reads of a file that is rows or texts.
import {about, quoted} from './subjects.mjs';
import {legible} from './letters.mjs';
import {nameOfRule} from './names.mjs';
import {overviewOfRules} from './rules.mjs';
import {countText} from './sizes.mjs';
import {element} from './tables.mjs';

const SHEET_ROWS = 100000;
const FOLDED_FROM = 9;   // columns from which on those that say little stand behind the others
const FEW_FILLED = 0.05; // of a column's rows: what nearly nothing is in
const ALIKE = 0.95; // of a column's rows: what is nearly the same in all
const LESS_FILLED = 0.15; // and what stands behind the others, as they say more

// show is what shows the file. Where columns have names of their own, the last cell of a row is an object by them, and those of numbers of
// texts are said to be that, or have their texts. Blocks of what it says stand above
// a sheet that is folded then, or below it.
export async function showSheet(show, {sheet, sheetTitle, togetherSheet: together = '', sheetColumns, blocks, areFieldsFolded}, isCurrent) {
    const {asker, path, sheet: shown} = show, place = document.getElementById('sheet');
    const [best] = Object.values(show.possible({together, sheet})), sql = about(best, path), columns = [], rows = [];
    const own = sheetColumns && (await asker.rows(about(sheetColumns, path)).catch(() => [])).map(([name]) => name);
    const told = blocks ? await asker.rows(about(show.filled(blocks), path)).catch(() => []) : [];
    await new Promise(resolve => {
        asker.ask(`SELECT * FROM (${sql}) LIMIT ${SHEET_ROWS}`, {}, {
            columns: names => columns.push(...names), rows: some => rows.push(...some), end: resolve});
    });
    const all = own ? rows.map(row => [...row.slice(0, -1), ...cellsOf(row.at(-1), own)]) : rows, names = own ? [...columns.slice(0, -1), ...own] : columns;
    const textColumns = own ? textColumnsOf(names, all) : [], texts = await textsOf(show, all, textColumns);
    if (!isCurrent() || !(rows.length || told.length)) return;
    place.hidden = false;
    if (!rows.length) return void place.append(blocksOf(told));
    shown.begin(names, false, own ? '****' : ''); // as a 2DA has it
    const rowNames = own ? rowNamesOf(names, all) : () => '';
    shown.add(all.map(row => row.map((cell, i) => {
        const said = (textColumns.includes(i) && texts.get(cell)) || rowNames(i, cell);
        return said ? `${cell} ${said}` : cell;
    })));
    shown.end();
    shown.dropSame();
    const unread = texts.size ? [] : textColumns;
    if (own && names.length >= FOLDED_FROM) shown.fold(foldsOf(names, all, unread), sparseOf(names, all));
    else if (unread.length) place.prepend(element('p', `${unread.map(i => names[i]).join(', ')}: ${toRead}`, {className: 'same'}));
    const overview = own ? [overviewOfRules(names, all), shown.areDotted ? 'A dot is 0.' : ''].filter(Boolean).join(' ') : '';
    if (overview) place.prepend(element('p', overview, {className: 'overview'}));
    const title = together && best === show.filled(together) ? 'What stands there' : sheetTitle;
    if (told.length && areFieldsFolded) foldWhole(place, `${title} (${rows.length.toLocaleString('en')})`);
    else shown.entitle(title);
    if (told.length) place[areFieldsFolded ? 'prepend' : 'append'](blocksOf(told));
    if (rows.length < SHEET_ROWS) return;
    const count = Number(await asker.one(`SELECT count(*) FROM (${sql})`));
    if (isCurrent()) shown.of(count);
}

const toRead = 'numbers of texts of the game; drop its dialog.tlk, too, to read them.';

function cellsOf(json, names) {
    const cells = JSON.parse(json);
    return names.map(name => cells[name] ?? null);
}

// Columns of rules that name texts by their numbers, as their own names say
function textColumnsOf(names, rows) {
    const isCalledSo = name => /(name|desc|description|str_?ref|string_?ref|gamestring|altmessage|biography)$|^(plural|lower|feat|.*name(lower|plural))$/i.test(name);
    return [...names.keys()].filter(i => isCalledSo(names[i]) && rows.every(row => row[i] === null || /^\d+$/.test(row[i])) && rows.some(row => Number(row[i]) > 1));
}

// Columns that are empty in most rows, and that which says again what a row is called, as scripts do
function sparseOf(names, rows) {
    return names.filter((name, i) => i > 1 && (/^constant$/i.test(name) || rows.filter(row => row[i] !== null).length < rows.length * LESS_FILLED));
}

// Which columns of rules say little: numbers of texts that aren't here, and those that nearly nothing is in, as other rows than most have it, or nearly always the same
function foldsOf(names, rows, unread) {
    const isFew = i => rows.filter(row => row[i] !== null).length < rows.length * FEW_FILLED;
    const isAlike = i => Math.max(...[...Map.groupBy(rows, row => row[i]).values()].map(({length}) => length)) > rows.length * ALIKE;
    const differing = [...names.keys()].filter(i => new Set(rows.map(row => row[i])).size > 1); // others stand above already
    const texts = differing.filter(i => unread.includes(i)), others = differing.filter(i => i > 1 && !unread.includes(i)), empty = others.filter(isFew);
    return [[texts, window.innerWidth > 640 ? ' names and texts (numbers of dialog.tlk)' : ' texts', `: ${toRead}`], [empty, ' nearly empty', ''], [others.filter(i => !isFew(i) && isAlike(i)), ' nearly the same in all', '']]
        .filter(([{length}]) => length).map(([some, words, more]) => ({names: some.map(i => names[i]), words: `+ ${some.length}${words}`, title: `Show ${some.map(i => names[i]).join(', ')}${more}`}));
}

// What columns of rules are called that name a row of other rules, by which rules those are
const ruleColumns = {class: /^(favored(class)?|toolsetdefaultclass|minlevelclass)$/i, appearance: /^appearance(type)?$/i, race: /^(race|racialtype)$/i, spell: /^spellid$/i};

// Feats that a feat asks for are rows of the same table, and are called as there; those of other rules have names in both games.
function rowNamesOf(names, rows) {
    const label = names.findIndex(name => /^label$/i.test(name)), columns = new Set([...names.keys()].filter(i => /^(prereqfeat|orreqfeat|successor)\d?$/i.test(names[i])));
    const nameOf = new Map(label < 0 ? [] : rows.map(row => [row[0], row[label]]));
    const rules = names.map(name => Object.keys(ruleColumns).find(kind => ruleColumns[kind].test(name)));
    return (i, cell) => (columns.has(i) ? nameOf.get(cell) : rules[i] && nameOfRule(rules[i], cell));
}

// What those numbers say, where the texts are here
async function textsOf(show, rows, columns) {
    const source = columns.length && show.filled(':t'), wanted = JSON.stringify([...new Set(rows.flatMap(row => columns.map(i => row[i]).filter(cell => cell !== null)))]);
    if (!source || source === 'NULL') return new Map();
    return new Map((await show.asker.rows(`SELECT value, tlk_text(${source}, CAST(value AS INTEGER), 'skip') FROM json_each(${quoted(wanted)})`).catch(() => [])).filter(([, text]) => text));
}

// What is told in blocks already is there for whoever wants all of it.
function foldWhole(place, title) {
    const whole = element('details', '', {className: 'all'});
    whole.append(element('summary', title), ...place.childNodes);
    place.append(whole);
}

// Few short numbers in a row of boxes, with the first letters of what they are
function boxed(section, list) {
    section.className = 'boxed';
    const terms = [...list.querySelectorAll('dt')];
    list.replaceChildren(...terms.map(term => {
        const box = element('div'), value = term.nextSibling;
        term.textContent = term.textContent.slice(0, 3);
        box.append(term, value);
        return box;
    }));
}

// [block, name, value] in their order; what else there is opens at a click
function blocksOf(told) {
    const place = element('div', '', {className: 'blocks'});
    place.append(...[...Map.groupBy(told, ([block]) => block)].map(([block, facts]) => {
        const isLast = block === 'Other values', section = element(isLast ? 'details' : 'section'), list = element('dl');
        list.append(...facts.flatMap(([, name, value]) => [element('dt', legible(name ?? ''), {title: name}), element('dd', value)]));
        if (block === 'Abilities') boxed(section, list);
        section.append(element(isLast ? 'summary' : 'h3', isLast ? `${block} (${facts.length})` : block), list);
        return section;
    }));
    place.prepend(...place.querySelectorAll('.boxed'));
    return place;
}
