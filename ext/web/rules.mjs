// What a sheet of rules says in a line: which rows something is added to, in which a column says yes, and which the game doesn't use.
import {groupsOf} from './headings.mjs';
import {countText} from './sizes.mjs';

export const COUNTED = /adjust|bonus|level|extra|per|count|num|min|max|mult|value|modifier/i; // columns of numbers of something, though they may all be 0 or 1
export const SIGNED = /adjust|bonus|modifier|penalty/i;
export const GONE = /^(deleted|reserved|padding|unused)/i; // what rows are called that the game doesn't use
export const isLabel = column => /^(label|name)$/i.test(column);

const ROWS_MOST = 8;   // that are named
const ROWS_LEAST = 10; // of a sheet, of which fewer are seen at a glance
const FEW = 0.05, FLAGS_MOST = 3; // a column says more about a sheet where more of its rows have it

export const isFlag = (name, cells) => !COUNTED.test(name) && cells.every(cell => cell === null || cell === '0' || cell === '1') && cells.some(cell => cell !== null);

// names and rows as the sheet has them; the first column is a row's number
export function overviewOfRules(names, rows) {
    const label = names.findIndex(isLabel), gone = rows.filter(row => GONE.test(row[label] ?? '')), used = rows.filter(row => !gone.includes(row));
    if (label < 0 || rows.length < ROWS_LEAST) return '';
    const told = [...flagsOf(names, used, label), ...addedOf(names, used, label)].filter(Boolean);
    if (told.length && gone.length) told.push(`${countText(gone.length, 'row')} of no use (${gone[0][label]})`);
    return told.map(text => `${text}.`).join(' ');
}

// In which rows a column says yes; by their names where these are few
function flagsOf(names, rows, label) {
    const flags = [...names.keys()].filter(i => i > 1 && isFlag(names[i], rows.map(row => row[i])))
        .map(i => [names[i], rows.filter(row => row[i] === '1').map(row => row[label])]).filter(([, some]) => some.length > FEW * rows.length && some.length < (1 - FEW) * rows.length);
    const few = flags.find(([, some]) => some.length <= ROWS_MOST);
    if (few) return [`${few[0]}: ${few[1].join(', ')}`];
    return flags.length ? [`Yes in ${flags.slice(0, FLAGS_MOST).map(([name, {length}]) => `${name} (${countText(length, 'row')})`).join(', ')}`] : [];
}

// What columns that stand below one heading add to few rows, and take from them
function addedOf(names, rows, label) {
    return groupsOf(names).filter(({shared}) => SIGNED.test(shared)).map(({from, shared, rests}) => {
        const added = rows.map(row => [row[label], rests.map((rest, i) => [rest, Number(row[from + i] ?? 0)]).filter(([, value]) => value)]).filter(([, some]) => some.length);
        if (!added.length || added.length > ROWS_MOST) return '';
        return `${shared}: ${added.map(([name, some]) => `${name} ${some.map(([rest, value]) => `${rest} ${value > 0 ? '+' : '\u2212'}${Math.abs(value)}`).join(' ')}`).join(', ')}`;
    });
}
