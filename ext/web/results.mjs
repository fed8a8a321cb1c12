// Results: a grid that draws only the rows in view, however many there are, sorted and saved at a
// click; pictures and files that a query made are shown and offered. A text stays a text, whatever it
// looks like: only a PNG or a .glb, which a query of the user made, becomes more than a row.
import {groupsOf, widthOf, wordsOf} from './headings.mjs';
import {legible} from './letters.mjs';
import {GONE, SIGNED, isFlag, isLabel} from './rules.mjs';
import {countText, sizeText} from './sizes.mjs';
import {element} from './tables.mjs';

const ROW_HEIGHT = 24;             // pixels, as page.css has it
const HEIGHT_MOST = 8000000;       // browsers cut what is higher: rows move faster than the bar then
const CHARACTERS_MOST = 400;       // of a cell in the grid
const WIDTH_ROWS = 200;            // rows by which columns get their widths
const MOST_SEEN = 0.95;            // of the cells of a column of many rules, whole
const ROWS_SEEN = 50;              // more rows than that can be searched
const SAME_ROWS = 3;               // rows from which on a column can be called the same
const TOLD_MOST = 110;             // characters that stand above a grid without a click
const TOLD_NARROW = 45;            // and on a phone
const FIRST_MOST = 25;             // characters of a phone's first column
const COLUMNS_SEEN = 16;           // more columns than that can be chosen from a list
const WHOLE_MOST = 36;             // rows of a sheet up to which it is shown whole
const NOUGHTS = 0.6;               // of the numbers of a column of rules, from which on noughts are dots
const NARROW = {name: 16, cell: 18}; // characters of a phone's columns in a sheet of rules: of what a row is called, and of anything else but a heading

const kinds = [
    {type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47], extension: 'png', shown: true},
    {type: 'model/gltf-binary', bytes: [0x67, 0x6c, 0x54, 0x46], extension: 'glb'},
];

function kindOf(bytes) {
    return bytes instanceof Uint8Array && kinds.find(kind => kind.bytes.every((byte, i) => bytes[i] === byte));
}

export class Results {
    constructor(place) {
        this.place = place;
        this.grid = null;
        this.addresses = [];
    }

    clear() {
        this.addresses.forEach(address => URL.revokeObjectURL(address));
        this.addresses = [];
        this.place.replaceChildren();
        this.grid = null;
    }

    // Where only answers matter, as in a report, statements without rows leave nothing. NULL is shown as `nothing`.
    begin(columns, isReport = false, nothing = 'NULL') {
        this.end(isReport);
        this.grid = new Grid(columns, nothing);
    }

    // A statement has ended well, if only with no rows; one that failed before its first has no grid.
    end(isReport = false) {
        if (this.grid?.rows.length === 0 && !isReport) this.showGrid();
        if (this.grid?.nothing === '') this.grid.dropEmpty();
    }

    // What is the same in every row of a sheet stands above it.
    dropSame() {
        this.grid?.dropSame();
    }

    // Columns that say little stand behind the others, and are seen when somebody asks for them: [{names, words, title}]
    fold(groups, sparse) {
        this.grid?.fold(groups, sparse);
    }

    // Shows only rows that say something.
    seek(words) {
        if (!this.grid) return;
        Object.assign(this.grid.finder, {value: words, hidden: false});
        this.grid.find();
    }

    // Are there noughts that are dots?
    get areDotted() {
        return this.grid?.areDotted.some(Boolean);
    }

    // What the rows are stands beside their count.
    entitle(title) {
        this.grid?.bar.prepend(element('h2', title));
    }

    get isEmpty() {
        return !this.place.childElementCount;
    }

    // The grid shows the first rows of so many.
    of(total) {
        this.grid?.setTotal(total);
    }

    showGrid() {
        if (!this.grid.element.isConnected) this.place.append(this.grid.element);
    }

    add(rows) {
        const areFiles = this.grid.columns.length === 1 && rows.every(([cell]) => kindOf(cell));
        if (!areFiles) this.showGrid(); // those are shown below, and there is nothing else to see
        // a picture beside other cells is small, in its row
        for (const cell of rows.flat().filter(kindOf)) {
            if (!kindOf(cell).shown || areFiles) this.addBytes('', cell);
            else this.addresses.push(this.grid.addPicture(cell));
        }
        this.grid.add(rows);
    }

    addBytes(name, bytes) {
        const kind = kindOf(bytes);
        const blob = new Blob([bytes], {type: kind?.type ?? 'application/octet-stream'});
        this.addBlob(name || `result.${kind.extension}`, blob, kind?.shown);
    }

    addBlob(name, blob, shown) {
        const address = URL.createObjectURL(blob);
        const figure = element('figure'), caption = element('figcaption');
        this.addresses.push(address);
        if (shown) figure.append(element('img', '', {src: address, alt: name}));
        const link = element('a', `Save ${name}`, {href: address, download: name.replace(/.*\//, '')});
        caption.append(link, ` (${sizeText(blob.size)})`);
        figure.append(caption);
        this.place.append(figure);
    }

    note(text, className = 'note') {
        this.place.append(element('p', text, {className}));
    }
}

function textOf(cell) {
    if (cell === null) return 'NULL';
    if (cell instanceof Uint8Array) return `BLOB, ${sizeText(cell.length)}`;
    if (typeof cell === 'number') return String(Number(cell.toPrecision(15))); // as SQLite shows it
    if (typeof cell === 'object') return 'real' in cell ? `${cell.real}.0` : `BLOB, ${sizeText(cell.bytes)}`;
    return String(cell);
}

const isWrittenNumber = text => /^-?(\d+\.?\d*|\.\d+)$/.test(text);

// As SQLite orders them: NULL, numbers, texts, BLOBs. Where all is text, a text that is written as a number is one.
function compare(a, b, isOfTexts) {
    const [x, y] = [a, b].map(cell => (cell !== null && typeof cell === 'object' && 'real' in cell ? cell.real
        : isOfTexts && isWrittenNumber(cell) ? Number(cell) : cell));
    const rank = cell => (cell === null ? 0 : typeof cell === 'number' || typeof cell === 'bigint' ? 1
        : typeof cell === 'string' ? 2 : 3);
    if (rank(x) !== rank(y)) return rank(x) - rank(y);
    return x < y ? -1 : x > y ? 1 : 0;
}

function inCsv(cell) {
    if (cell === null) return '';
    const text = textOf(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function inJson(cell) {
    if (typeof cell === 'bigint') return String(cell);
    if (cell === null || typeof cell !== 'object') return cell;
    return 'real' in cell ? cell.real : textOf(cell);
}

function save(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], {type}));
    element('a', '', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function inWords(parts) {
    return parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

// What is long opens at a click.
function toldShort(text, same, empty) {
    if (text.length <= (window.innerWidth <= 640 ? TOLD_NARROW : TOLD_MOST)) return element('p', text, {className: 'same'});
    const whole = element('details', '', {className: 'same'});
    whole.append(element('summary', [same && `${countText(same, 'column')} the same in every row`, empty && `${countText(empty, 'column')} empty`]
        .filter(Boolean).join(', ')), element('p', text));
    return whole;
}

// What nearly all of several numbers are at most
function mostOf(numbers) {
    return numbers.sort((a, b) => a - b)[Math.floor(numbers.length * MOST_SEEN)] ?? 0;
}

class Grid {
    constructor(columns, nothing) {
        this.columns = columns;
        this.nothing = nothing;
        this.isOfTexts = nothing === '****'; // in a 2DA numbers are texts, too
        this.rows = [];
        this.areNumbers = []; // columns of nothing but numbers
        this.areFlags = this.areSigned = this.areDotted = [];
        this.groups = []; // of columns that stand below one heading
        this.pictures = new Map();
        this.folded = new Set(); // names of columns that aren't seen
        this.element = element('section', '', {className: 'result'});
        this.title = element('h3', '0 rows');
        this.bar = element('div', '', {className: 'result-head'});
        this.finder = element('input', '', {type: 'search', hidden: true, ariaLabel: 'Find in these rows', oninput: () => this.find()});
        this.bar.append(this.title, ...this.savers(), ...(columns.length > COLUMNS_SEEN ? [this.chooser()] : []), this.finder);
        this.order = null;
        this.sorted = this.found = null;
        this.told = this.title.textContent;
        this.scroller = element('div', '', {className: 'grid', tabIndex: 0});
        this.scroller.setAttribute('role', 'table');
        this.head = this.line(columns, 'head');
        this.space = element('div', '', {className: 'space'});
        this.view = element('div', '', {className: 'view'});
        this.space.append(this.view);
        this.scroller.append(this.head, this.space);
        this.more = element('p', '', {className: 'more'});
        this.bar.append(this.more);
        this.element.append(this.bar, this.scroller);
        this.measure();
        this.scroller.addEventListener('scroll', () => this.draw());
        new ResizeObserver(() => this.draw()).observe(this.scroller);
    }

    line(cells, className) {
        const line = element('div', '', {className: `row ${className}`});
        line.setAttribute('role', 'row');
        line.append(...cells.map((cell, i) => {
            if (className === 'head') return this.header(cell, i);
            if (this.folded.has(this.columns[i])) return element('span', '', {hidden: true});
            const text = cell === null ? (this.isOfTexts ? '' : this.nothing) : textOf(cell);
            const written = this.nothing === 'NULL' ? String : legible; // what SQL gives is shown as it is
            const field = element('span', '', {title: cell === null ? this.nothing : written(text.slice(0, 4000))});
            field.textContent = written(text.slice(0, CHARACTERS_MOST));
            field.setAttribute('role', 'cell');
            if (this.pictures.has(cell)) field.replaceChildren(element('img', '', {src: this.pictures.get(cell), alt: ''}));
            if (cell === null) field.className = this.areNumbers[i] ? 'null number' : 'null';
            else if (this.areNumbers[i] ?? typeof cell !== 'string') field.className = this.isOfTexts && i > 0 ? this.kindOfNumber(text, i) : 'number';
            if (field.className === 'yes number') field.textContent = '✓';
            if (field.className === 'zero number' && this.areDotted[i]) field.textContent = '·';
            return field;
        }));
        if (this.isOfTexts && cells.some((cell, i) => isLabel(this.columns[i]) && GONE.test(cell ?? ''))) line.classList.add('gone');
        return line;
    }

    // In rules a nought is pale, yes is ticked, and what is added has another colour than what is taken away.
    kindOfNumber(text, i) {
        const value = Number(text);
        if (value === 0) return 'zero number';
        if (this.areFlags[i]) return 'yes number';
        return this.areSigned[i] ? `${value > 0 ? 'plus' : 'minus'} number` : 'number';
    }

    // Goes to a column of many.
    chooser() {
        const select = element('select', '', {ariaLabel: 'Go to a column'});
        select.append(element('option', 'Go to a column', {value: ''}), ...this.columns.map((name, i) => element('option', name, {value: i})));
        select.onchange = () => {
            this.folders?.find(({names, button}) => names.includes(this.columns[select.value]) && button.ariaPressed === 'false')?.button.click();
            const standing = [...this.head.children].slice(0, select.value).filter(field => getComputedStyle(field).position === 'sticky');
            this.scroller.scrollLeft = this.head.children[select.value || 0].offsetLeft - standing.reduce((sum, {offsetWidth}) => sum + offsetWidth, 0);
        };
        return select;
    }

    addPicture(bytes) {
        const address = URL.createObjectURL(new Blob([bytes], {type: 'image/png'}));
        this.pictures.set(bytes, address);
        return address;
    }

    // The heads of the columns that are seen. In rules, columns whose names differ in a few letters have what these share above them.
    headLine() {
        const line = this.line(this.columns, 'head'), seen = [...this.columns.keys()].filter(i => !this.folded.has(this.columns[i]));
        [...line.children].forEach((field, i) => { field.hidden = this.folded.has(this.columns[i]); });
        this.groups = this.isOfTexts ? groupsOf(seen.map(i => this.columns[i])).map(({from, shared, rests}) => {
            const some = seen.slice(from, from + rests.length), label = element('span', shared, {className: 'shared', ariaHidden: 'true'});
            some.forEach((i, k) => {
                const {firstChild: button} = line.children[i];
                button.ariaLabel = this.columns[i];
                button.textContent = rests[k];
            });
            line.children[some[0]].prepend(label);
            return {label, some};
        }) : [];
        return line;
    }

    header(name, column) {
        const field = element('span'), button = element('button', '', {type: 'button', title: `Sort by ${name}`});
        button.append(...(this.isOfTexts ? wordsOf(name) : [name]).flatMap((word, i) => (i ? [element('wbr'), legible(word)] : [legible(word)])));
        field.setAttribute('role', 'columnheader');
        field.ariaSort = 'none';
        field.append(button);
        button.onclick = () => this.sort(column);
        return field;
    }

    // By a column upwards, then downwards, then as they came.
    sort(column) {
        const before = this.order?.column === column ? this.order.direction : 0;
        const direction = before === 0 ? 1 : before === 1 ? -1 : 0;
        this.order = direction ? {column, direction} : null;
        this.sorted = direction ? [...this.rows].sort((a, b) => direction * compare(a[column], b[column], this.isOfTexts)) : null;
        this.tellOrder();
        this.find();
    }

    tellOrder() {
        [...this.head.children].forEach((field, i) => {
            field.ariaSort = i === this.order?.column ? (this.order.direction > 0 ? 'ascending' : 'descending') : 'none';
        });
    }

    // Shows only rows of which a cell has what is typed.
    find() {
        const wanted = this.finder.value.trim().toLowerCase(), all = this.sorted ?? this.rows;
        this.found = !wanted ? null : all.filter(row => row.some(cell => cell !== null && textOf(cell).toLowerCase().includes(wanted)));
        this.fit();
    }

    fit() {
        const {length} = this.shown;
        this.title.textContent = (this.found ? `${length.toLocaleString('en')} found in ` : '') + this.told;
        this.space.style.height = `${Math.min(length * ROW_HEIGHT, HEIGHT_MOST)}px`;
        this.draw();
    }

    savers() {
        const kinds = [
            ['Copy', () => navigator.clipboard?.writeText(this.text('\t', cell => textOf(cell).replace(/[\t\n]/g, ' ')))],
            ['CSV', () => save('result.csv', 'text/csv', this.text(',', inCsv))],
            ['JSON', () => save('result.json', 'application/json', JSON.stringify(this.shown.map(row =>
                Object.fromEntries(this.columns.map((name, i) => [name, inJson(row[i])]))), null, 1))],
        ];
        return kinds.map(([name, onclick]) => Object.assign(element('button', name, {type: 'button'}), {onclick}));
    }

    get shown() {
        return this.found ?? this.sorted ?? this.rows;
    }

    text(separator, written) {
        return [this.columns, ...this.shown].map(row => row.map(written).join(separator)).join('\n');
    }

    add(rows) {
        const isBegun = this.rows.length >= WIDTH_ROWS;
        for (const row of rows) this.rows.push(row);
        if (this.sorted) this.sorted.push(...rows);
        const {length} = this.rows;
        this.setTotal(length);
        if (!isBegun && length) this.measure();
        this.find();
    }

    // Where NULL is shown as nothing, a column of nothing but that or empty texts isn't shown.
    dropEmpty() {
        this.keep([...this.columns.keys()].filter(i => this.rows.some(row => row[i] !== null && row[i] !== '')));
    }

    // What is the same in every one of several rows, or is nothing there, is told once; the first column stays.
    dropSame() {
        if (this.rows.length < SAME_ROWS) return;
        const [first] = this.rows, all = [...this.columns.keys()], isNothing = value => value === null || value === '';
        const isLike = (a, b) => a === b || (a !== null && b !== null && textOf(a) === textOf(b));
        const alike = all.filter(i => i > 0 && this.rows.every(row => isLike(row[i], first[i])));
        const same = alike.filter(i => !isNothing(first[i])), empty = alike.filter(i => isNothing(first[i]));
        const told = [same.length ? `The same in each row: ${inWords(same.map(i => `${this.columns[i]} (${textOf(first[i])})`))}.` : '',
            empty.length ? `Nothing is in ${inWords(empty.map(i => this.columns[i]))}.` : ''].filter(Boolean);
        if (told.length) this.bar.after(toldShort(told.join(' '), same.length, empty.length));
        this.keep(all.filter(i => !alike.includes(i)));
    }

    // Those that a button shows come last, in the order of their buttons, and before them those with few values.
    fold(groups, sparse) {
        this.folders = groups.map(({names, words, title}) => {
            const button = element('button', words, {type: 'button', title, ariaPressed: 'false', className: 'folds'});
            button.onclick = () => {
                const isShown = button.ariaPressed === 'false';
                button.ariaPressed = String(isShown);
                names.forEach(name => (isShown ? this.folded.delete(name) : this.folded.add(name)));
                this.seen();
                if (isShown) this.scroller.scrollLeft = this.head.children[this.columns.indexOf(names[0])].offsetLeft - this.scroller.clientWidth / 2;
            };
            this.more.before(button);
            return {names, button};
        });
        const last = groups.flatMap(({names}) => names), rank = i => (sparse.includes(this.columns[i]) ? 0.5 : 0) + Math.max(0, last.indexOf(this.columns[i]) + 1);
        this.folded = new Set(last);
        this.arrange([...this.columns.keys()].sort((a, b) => rank(a) - rank(b) || a - b));
    }

    seen() {
        const head = this.headLine();
        this.head.replaceWith(head);
        this.head = head;
        this.tellOrder();
        this.measure();
        this.draw();
    }

    keep(kept) {
        if (kept.length && kept.length < this.columns.length) this.arrange(kept);
    }

    arrange(kept) {
        this.columns = kept.map(i => this.columns[i]);
        this.rows = this.rows.map(row => kept.map(i => row[i]));
        const chooser = this.bar.querySelector('select');
        if (this.columns.length > COLUMNS_SEEN) chooser?.replaceWith(this.chooser());
        else chooser?.remove();
        this.seen();
    }

    setTotal(total) {
        const {length} = this.rows, some = total > length ? `${length.toLocaleString('en')} of ` : '';
        this.title.textContent = this.told = some + countText(total, 'row');
        this.scroller.classList.toggle('whole', total <= WHOLE_MOST);
        this.finder.hidden = length <= ROWS_SEEN;
        this.finder.placeholder = `Find in ${countText(length, 'row')}`;
    }

    // Columns are as wide as what the first rows have in them, though a phone's first one leaves room for another, with an arrow beside their heads; those of numbers are aligned on the right.
    measure() {
        const isPhone = window.innerWidth <= 640, isNumber = cell => (typeof cell === 'string' ? this.isOfTexts && isWrittenNumber(cell) : !this.pictures.has(cell));
        this.areNumbers = this.columns.map((column, i) => {
            // those of a sheet of rules are often empty for long
            const cells = (this.isOfTexts ? this.rows : this.rows.slice(0, WIDTH_ROWS)).map(row => row[i]).filter(cell => cell !== null);
            return cells.length > 0 && cells.every(isNumber);
        });
        const widths = this.columns.map((column, i) => {
            const cells = this.rows.slice(0, WIDTH_ROWS).map(row => (row[i] === null && this.isOfTexts ? 1 : this.pictures.has(row[i]) || row[i] === null ? 4 : textOf(row[i]).length));
            const heading = this.isOfTexts ? widthOf(this.groups.some(({some}) => some.includes(i)) ? this.head.children[i].lastChild.textContent : column) : column.length + 2;
            if (isPhone && this.isOfTexts) return Math.max(heading, Math.min(Math.max(...cells), isLabel(column) ? NARROW.name : NARROW.cell)) + 2;
            // of many rows the few longest names are cut rather than that there is a gap in all others
            const most = this.isOfTexts && this.rows.length > WHOLE_MOST && !isLabel(column) && !this.areNumbers[i] ? mostOf(cells.filter((cell, k) => this.rows[k][i] !== null)) : Math.max(0, ...cells);
            return Math.min(Math.max(heading, most) + 2, i === 0 && isPhone && this.columns.length > 1 ? FIRST_MOST : 60);
        });
        this.areFlags = this.columns.map((column, i) => this.areNumbers[i] && isFlag(column, this.rows.map(row => row[i])));
        this.areDotted = this.columns.map((column, i) => this.areFlags[i] || (this.areNumbers[i] && this.rows.filter(row => Number(row[i] ?? 1) === 0).length > NOUGHTS * this.rows.filter(row => row[i] !== null).length));
        this.areSigned = this.columns.map((column, i) => this.areNumbers[i] && (SIGNED.test(column) || this.rows.some(row => Number(row[i]) < 0)));
        [...this.head.children].forEach((field, i) => field.classList.toggle('number', this.areNumbers[i]));
        for (const {label, some} of this.groups) label.style.width = `${some.reduce((sum, i) => sum + widths[i], 0)}ch`;
        this.scroller.classList.toggle('ruled', this.isOfTexts);
        // of a sheet one also goes on seeing what its rows are called
        this.scroller.classList.toggle('labelled', this.isOfTexts && isLabel(this.columns[1] ?? ''));
        this.scroller.style.setProperty('--first', `${widths[0]}ch`);
        this.scroller.style.setProperty('--columns', widths.filter((width, i) => !this.folded.has(this.columns[i])).map(width => `${width}ch`).join(' '));
    }

    // The rows from `first` on lie where the view is, whatever the bar's height stands for.
    draw() {
        const {scrollTop, clientHeight} = this.scroller, {length} = this.shown;
        const shown = Math.ceil(clientHeight / ROW_HEIGHT) + 1;
        const height = Math.min(length * ROW_HEIGHT, HEIGHT_MOST);
        const rest = Math.max(1, height - clientHeight + ROW_HEIGHT);
        const last = Math.max(0, length - shown + 2);
        const first = height < HEIGHT_MOST ? Math.floor(scrollTop / ROW_HEIGHT)
            : Math.min(last, Math.round(scrollTop / rest * last));
        const top = height < HEIGHT_MOST ? first * ROW_HEIGHT : Math.min(scrollTop, height - shown);
        this.view.style.transform = `translateY(${top}px)`;
        this.view.replaceChildren(...this.shown.slice(first, first + shown)
            .map((row, i) => this.line(row, (first + i) % 2 ? 'body odd' : 'body')));
        this.tellMore();
    }

    // Columns that one sees only further to the right are counted, and those at the edge fade.
    tellMore() {
        const {scrollLeft, clientWidth} = this.scroller, end = scrollLeft + clientWidth + 2;
        const more = clientWidth ? [...this.head.children].filter(({offsetLeft, offsetWidth}) => offsetLeft + offsetWidth > end).length : 0;
        this.more.textContent = more ? `${countText(more, 'more column')}${window.innerWidth > 640 ? ' to the right' : ''} →` : '';
        this.scroller.classList.toggle('fades', more > 0);
    }
}
