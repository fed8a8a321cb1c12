// The page: what happens when something is dropped, typed or clicked.
import {createEditor} from './editor.mjs';
import {Files} from './files.mjs';
import {Results} from './results.mjs';
import {element, filterTables, showTables} from './tables.mjs';

const HISTORY_MOST = 100;
const FIRST_QUERY = 'SELECT file, format, version, size, error FROM gamemap_files(\'**\');';

const at = id => document.getElementById(id);
const results = new Results(at('results'));
const files = new Files(giveFiles);
const editor = createEditor(at('editor'), run);
let worker, started, running = null, number = 0;

// ---- The thread that asks --------------------------------------------------------------------------

function startWorker() {
    worker?.terminate();
    worker = new Worker('worker.mjs', {type: 'module'});
    started = new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => (data.started ? resolve() : receive(data));
        worker.onerror = event => reject(new Error(event.message || 'the worker has stopped'));
    });
    started.catch(error => finish(`This page's engine can't be loaded: ${error.message}`, 'error'));
    return started;
}

async function giveFiles() {
    await started;
    const {list} = files;
    worker.postMessage({files: list});
    const bytes = list.reduce((sum, {file}) => sum + file.size, 0);
    at('files').textContent = list.length
        ? `${list.length} file${list.length === 1 ? '' : 's'}, ${(bytes / 1e6).toFixed(1)} MB`
        : 'No files yet.';
    at('names').replaceChildren(...list.slice(0, 200).map(({path}) => element('li', path)));
    at('clear').hidden = list.length === 0;
}

// Asks, and takes what comes until the script has ended: sink.columns, .rows, .end(error, data).
function ask(script, parameters, sink) {
    running = {id: ++number, sink};
    worker.postMessage({script, parameters, id: number});
}

function receive(data) {
    if (data.written) return results.addBytes(data.written, data.bytes);
    if (!running || data.id !== running.id) return undefined;
    const {sink} = running;
    if (data.columns) sink.columns(data.columns);
    if (data.rows) sink.rows(data.rows);
    if (data.more) sink.more();
    if (data.done || data.error !== undefined) {
        running = null;
        sink.end(data.error, data);
    }
    return undefined;
}

// All rows of one query, for the page itself.
function rowsOf(script) {
    return new Promise((resolve, reject) => {
        const all = [];
        ask(script, {}, {
            columns() {},
            rows: rows => all.push(...rows),
            more() {},
            end: error => (error === undefined ? resolve(all) : reject(new Error(error))),
        });
    });
}

// ---- A query ---------------------------------------------------------------------------------------

function run() {
    const script = editor.text;
    if (!script.trim() || running) return;
    remember(script);
    results.clear();
    at('state').textContent = 'Running …';
    at('stop').disabled = false;
    at('run').disabled = true;
    const pattern = at('pattern').value.trim() || null;
    ask(script, {files: pattern, file: pattern}, {
        columns: columns => results.begin(columns),
        rows: rows => results.add(rows),
        more: () => results.note('There are more rows: the first 1,000,000 are shown.'),
        end: (error, {seconds}) => {
            if (error !== undefined) return finish(error, 'error');
            results.end();
            return finish(`${seconds.toFixed(seconds < 1 ? 3 : 1)} s`);
        },
    });
}

function hintAtFiles() {
    if (files.list.length) return;
    results.note('There are no files here yet: drop some on this page, or try the samples.');
}

function finish(text, className = '') {
    running = null;
    at('state').textContent = className ? '' : text;
    if (className) results.note(text, className);
    if (/: no (such )?file/.test(text)) hintAtFiles();
    at('stop').disabled = true;
    at('run').disabled = false;
}

// A step that takes long can't be asked to stop: then the thread goes, and a new one takes its place.
async function stop() {
    const stopped = running;
    if (!stopped) return;
    worker.postMessage({stop: true});
    await startWorker();
    await giveFiles();
    finish('Stopped.');
}

// ---- History and links -----------------------------------------------------------------------------

function history() {
    try {
        return JSON.parse(localStorage.getItem('gamemap history')) ?? [];
    } catch {
        return [];
    }
}

function remember(script) {
    const scripts = [script, ...history().filter(before => before !== script)];
    try {
        localStorage.setItem('gamemap history', JSON.stringify(scripts.slice(0, HISTORY_MOST)));
    } catch {
        // a browser that keeps nothing for this page has no history
    }
    showHistory();
}

function showHistory() {
    const options = history().map(script => element('option', script.replace(/\s+/g, ' ').slice(0, 90),
        {value: script}));
    at('history').replaceChildren(element('option', 'History', {value: ''}), ...options);
}

async function link() {
    window.location.hash = `q=${encodeURIComponent(editor.text)}`;
    await navigator.clipboard?.writeText(window.location.href).catch(() => {});
    at('state').textContent = 'The address of this page carries the query now.';
}

function fromLink() {
    const query = window.location.hash.match(/^#q=(.*)$/)?.[1];
    if (query) editor.text = decodeURIComponent(query);
    return Boolean(query);
}

// ---- Tables, examples and reports ------------------------------------------------------------------

// Examples speak of the samples; without those, of files of the same type that are there.
function onOwnFiles(text) {
    if (files.list.some(({path}) => path.startsWith('samples/'))) return text;
    return text.replace(/'samples\/[^']*\.([A-Za-z?]+)'/g, (whole, type) =>
        (files.has(type) ? `'${files.pattern(type)}'` : whole)).replace(/'samples\/\*'/g, '\'**\'');
}

function show(script) {
    editor.text = script;
    editor.focus();
}

async function showEverything() {
    const tables = await rowsOf('SELECT name, format, call, documentation, example FROM gamemap_tables');
    const functions = await rowsOf(
        'SELECT name, format, call, documentation, example FROM gamemap_functions');
    const columns = await rowsOf(
        'SELECT table_name, name, type, unit, documentation FROM gamemap_columns WHERE NOT hidden');
    showTables(at('tables'), [...tables, ...functions], columns, text => show(onOwnFiles(text)));
    const schema = {};
    for (const [name] of tables) schema[name] = ['file', 'id', 'source'];
    for (const [table, name] of columns) schema[table]?.push(name);
    editor.setSchema(schema);
}

async function showReports() {
    const reports = await (await fetch('reports.json')).json();
    at('reports').replaceChildren(...reports.map(({name, summary, sql, pattern}) => {
        const button = element('button', name, {type: 'button', title: summary});
        button.onclick = () => {
            const [, type] = pattern.match(/\.([^.]+)$/) ?? [];
            const own = files.list.some(({path}) => !path.startsWith('samples/'));
            at('pattern').value = own && type ? files.pattern(type) : `samples/${pattern}`;
            show(`-- ${summary}\n${sql}`);
            run();
        };
        return button;
    }));
}

// ---- Beginning -------------------------------------------------------------------------------------

function listen() {
    at('run').onclick = run;
    at('stop').onclick = stop;
    at('link').onclick = link;
    at('history').onchange = event => event.target.value && show(event.target.value);
    at('pick').onchange = event => files.addPicked(event.target.files);
    at('pick-folder').onchange = event => files.addPicked(event.target.files);
    at('clear').onclick = () => files.clear();
    at('samples').onclick = async () => {
        await files.addSamples();
        if (!running) run();
    };
    at('filter').oninput = event => filterTables(at('tables'), event.target.value);
    window.addEventListener('hashchange', fromLink);
    for (const kind of ['dragover', 'drop']) {
        document.addEventListener(kind, event => event.preventDefault());
    }
    document.addEventListener('dragover', () => document.body.classList.add('dropping'));
    for (const kind of ['dragleave', 'drop']) {
        document.addEventListener(kind, () => document.body.classList.remove('dropping'));
    }
    document.addEventListener('drop', event => files.addDropped(event.dataTransfer));
}

listen();
showHistory();
if (!fromLink()) editor.text = FIRST_QUERY;
await startWorker();
const [[version]] = await rowsOf('SELECT gamemap_version()');
at('version').textContent = version;
await showEverything();
await showReports();
hintAtFiles();
document.body.dataset.ready = 'yes';
