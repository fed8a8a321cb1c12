import {legible} from './letters.mjs';

// The list of tables and functions by format, with their columns and examples.

// tables: [[name, format, call, documentation, example]], columns: [[table, name, type, unit, doc, table]]
export function showTables(place, tables, columns, onExample) {
    const columnsOf = new Map();
    for (const column of columns) {
        if (!columnsOf.has(column[0])) columnsOf.set(column[0], []);
        columnsOf.get(column[0]).push(column);
    }
    const formats = new Map();
    for (const table of tables) {
        const format = table[1] ?? 'any file';
        if (!formats.has(format)) formats.set(format, []);
        formats.get(format).push(table);
    }
    place.replaceChildren(...[...formats].map(([format, members]) =>
        folding('format', format, `${members.length}`, members.map(table =>
            describe(table, columnsOf.get(table[0]) ?? [], onExample)))));
}

function describe([, , call, documentation, example], columns, onExample) {
    const button = element('button', 'Run the example', {type: 'button', title: example});
    button.onclick = () => onExample(example);
    const list = element('dl');
    for (const [, name, type, unit, text, refersTo] of columns) {
        const term = element('dt', name);
        term.append(element('small', ` ${type ?? ''}${unit ? `, ${unit}` : ''}`));
        const told = element('dd', text);
        if (refersTo) told.append(' Refers to ', reference(refersTo));
        list.append(term, told);
    }
    return folding('table', call, '', [element('p', documentation), button, list]);
}

// A click opens the table that a column refers to.
function reference(name) {
    const button = element('button', name, {type: 'button'});
    button.onclick = () => {
        const table = [...document.querySelectorAll('details.table > summary')]
            .find(summary => summary.textContent.startsWith(`${name}(`));
        if (!table) return;
        table.closest('.format').open = table.parentElement.open = true;
        table.focus();
        table.scrollIntoView({block: 'center'});
    };
    return button;
}

function folding(kind, title, note, children) {
    const details = element('details', '', {className: kind}), summary = element('summary', title);
    if (note) summary.append(element('small', ` ${note}`));
    details.append(summary);
    // a table's columns are made when it is opened for the first time
    details.addEventListener('toggle', () => details.append(...children), {once: true});
    return details;
}

export function element(name, text = '', properties = {}) {
    return Object.assign(document.createElement(name), {textContent: legible(String(text))}, properties);
}

// Shows only what has a word in its name.
export function filterTables(place, word) {
    const wanted = word.trim().toLowerCase();
    for (const format of place.querySelectorAll('.format')) {
        if (wanted) format.open = true;
        for (const table of format.querySelectorAll('.table')) {
            const name = table.querySelector('summary').textContent.toLowerCase();
            table.hidden = wanted !== '' && !name.includes(wanted);
        }
    }
}
