// What a person reads of a file that is rows or texts.
import {about} from './subjects.mjs';
import {element} from './tables.mjs';

const SHEET_ROWS = 100000;

// show is what shows the file. Where columns have names of their own, the last cell of a row is an object by them.
export async function showSheet(show, {sheet, sheetTitle, togetherSheet: together = '', sheetColumns}, isCurrent) {
    const {asker, path, sheet: shown} = show, place = document.getElementById('sheet');
    const [best] = Object.values(show.possible({together, sheet})), sql = about(best, path), columns = [], rows = [];
    const own = sheetColumns && (await asker.rows(about(sheetColumns, path)).catch(() => [])).map(([name]) => name);
    await new Promise(resolve => {
        asker.ask(`SELECT * FROM (${sql}) LIMIT ${SHEET_ROWS}`, {}, {
            columns: names => columns.push(...names), rows: some => rows.push(...some), end: resolve});
    });
    if (!isCurrent() || !rows.length) return;
    place.hidden = false;
    shown.begin(own ? [...columns.slice(0, -1), ...own] : columns, false, own ? '****' : ''); // as a 2DA has it
    shown.add(own ? rows.map(row => [...row.slice(0, -1), ...cellsOf(row.at(-1), own)]) : rows);
    shown.end();
    shown.dropSame();
    place.prepend(element('h2', together && best === show.filled(together) ? 'What stands there' : sheetTitle));
    if (rows.length < SHEET_ROWS) return;
    const count = Number(await asker.one(`SELECT count(*) FROM (${sql})`));
    if (isCurrent()) shown.of(count);
}

function cellsOf(json, names) {
    const cells = JSON.parse(json);
    return names.map(name => cells[name] ?? null);
}
