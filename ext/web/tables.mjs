// The list of tables and functions by format, with their columns and examples.

// tables: [[name, format, call, documentation, example]], columns: [[table, name, type, unit, doc]]
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
    const button = element('button', 'Example', {type: 'button', title: example});
    button.onclick = () => onExample(example);
    const list = element('dl');
    for (const [, name, type, unit, text] of columns) {
        const term = element('dt', name);
        term.append(element('small', ` ${type ?? ''}${unit ? `, ${unit}` : ''}`));
        list.append(term, element('dd', text));
    }
    return folding('table', call, '', [element('p', documentation), button, list]);
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
    return Object.assign(document.createElement(name), {textContent: text}, properties);
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
