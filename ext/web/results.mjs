// Results: a grid that draws only the rows in view, however many there are; pictures and files that a
// query made are shown and offered.
import {element} from './tables.mjs';

const ROW_HEIGHT = 24;             // pixels, as page.css has it
const HEIGHT_MOST = 8000000;       // browsers cut what is higher: rows move faster than the bar then
const CHARACTERS_MOST = 400;       // of a cell in the grid
const WIDTH_ROWS = 200;            // rows by which columns get their widths

const kinds = [
    {type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47], extension: 'png', shown: true},
    {type: 'model/gltf-binary', bytes: [0x67, 0x6c, 0x54, 0x46], extension: 'glb'},
];

function kindOf(bytes) {
    return kinds.find(kind => kind.bytes.every((byte, i) => bytes[i] === byte));
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

    begin(columns) {
        this.end();
        this.grid = new Grid(columns);
    }

    // A statement has ended well, if only with no rows; one that failed before its first has no grid.
    end() {
        if (this.grid?.rows.length === 0) this.showGrid();
    }

    showGrid() {
        if (!this.grid.element.isConnected) this.place.append(this.grid.element);
    }

    add(rows) {
        const areFiles = this.grid.columns.length === 1 &&
            rows.every(([cell]) => cell instanceof Uint8Array && kindOf(cell));
        if (!areFiles) this.showGrid(); // those are shown below, and there is nothing else to see
        for (const row of rows) {
            for (const cell of row) {
                if (cell instanceof Uint8Array && kindOf(cell)) this.addBytes('', cell);
                if (typeof cell === 'string' && /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/.test(cell)) {
                    this.addBlob('picture.svg', new Blob([cell], {type: 'image/svg+xml'}), true);
                }
            }
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
        caption.append(link, ` (${size(blob.size)})`);
        figure.append(caption);
        this.place.append(figure);
    }

    note(text, className = 'note') {
        this.place.append(element('p', text, {className}));
    }
}

function size(bytes) {
    return bytes < 10000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`;
}

function textOf(cell) {
    if (cell === null) return 'NULL';
    if (cell instanceof Uint8Array) return `BLOB, ${size(cell.length)}`;
    if (typeof cell === 'number') return String(Number(cell.toPrecision(15))); // as SQLite shows it
    if (typeof cell === 'object') return 'real' in cell ? `${cell.real}.0` : `BLOB, ${size(cell.bytes)}`;
    return String(cell);
}

class Grid {
    constructor(columns) {
        this.columns = columns;
        this.rows = [];
        this.element = element('section', '', {className: 'result'});
        this.title = element('h3', '0 rows');
        this.scroller = element('div', '', {className: 'grid', tabIndex: 0});
        this.scroller.setAttribute('role', 'table');
        this.head = this.line(columns, 'head');
        this.space = element('div', '', {className: 'space'});
        this.view = element('div', '', {className: 'view'});
        this.space.append(this.view);
        this.scroller.append(this.head, this.space);
        this.element.append(this.title, this.scroller);
        this.measure();
        this.scroller.addEventListener('scroll', () => this.draw());
        new ResizeObserver(() => this.draw()).observe(this.scroller);
    }

    line(cells, className) {
        const line = element('div', '', {className: `row ${className}`});
        line.setAttribute('role', 'row');
        line.append(...cells.map(cell => {
            const text = className === 'head' ? cell : textOf(cell);
            const field = element('span', text.slice(0, CHARACTERS_MOST), {title: text.slice(0, 4000)});
            field.setAttribute('role', className === 'head' ? 'columnheader' : 'cell');
            if (cell === null) field.className = 'null';
            else if (typeof cell !== 'string') field.className = 'number';
            return field;
        }));
        return line;
    }

    add(rows) {
        for (const row of rows) this.rows.push(row);
        const {length} = this.rows;
        this.title.textContent = `${length.toLocaleString('en')} row${length === 1 ? '' : 's'}`;
        if (!this.isMeasured && length) this.measure();
        this.space.style.height = `${Math.min(length * ROW_HEIGHT, HEIGHT_MOST)}px`;
        this.scroller.style.height = `${Math.min(length + 1.8, 18) * ROW_HEIGHT}px`;
        this.draw();
    }

    // Columns are as wide as what the first rows have in them.
    measure() {
        const widths = this.columns.map((column, i) => {
            const cells = this.rows.slice(0, WIDTH_ROWS).map(row => textOf(row[i]).length);
            return Math.min(Math.max(column.length, ...cells) + 2, 60);
        });
        this.scroller.style.setProperty('--columns', widths.map(width => `${width}ch`).join(' '));
        this.isMeasured = this.rows.length > 0;
    }

    // The rows from `first` on lie where the view is, whatever the bar's height stands for.
    draw() {
        const {scrollTop, clientHeight} = this.scroller, {length} = this.rows;
        const shown = Math.ceil(clientHeight / ROW_HEIGHT) + 1;
        const height = Math.min(length * ROW_HEIGHT, HEIGHT_MOST);
        const rest = Math.max(1, height - clientHeight + ROW_HEIGHT);
        const last = Math.max(0, length - shown + 2);
        const first = height < HEIGHT_MOST ? Math.floor(scrollTop / ROW_HEIGHT)
            : Math.min(last, Math.round(scrollTop / rest * last));
        const top = height < HEIGHT_MOST ? first * ROW_HEIGHT : Math.min(scrollTop, height - shown);
        this.view.style.transform = `translateY(${top}px)`;
        this.view.replaceChildren(...this.rows.slice(first, first + shown)
            .map(row => this.line(row, 'body')));
    }
}
