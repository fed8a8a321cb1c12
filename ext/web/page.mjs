// The page: what happens when something is dropped, chosen, typed or clicked.
import {linked, namedFiles, wordsOfHelp} from './address.mjs';
import {Asker} from './asking.mjs';
import {Cards} from './cards.mjs';
import {dropped, fetched, Files, fullest, picked, samples} from './files.mjs';
import {version} from './layers.mjs';
import {History} from './history.mjs';
import {legible} from './letters.mjs';
import {entriesOf, List} from './list.mjs';
import {questionOf} from './questions.mjs';
import {Results} from './results.mjs';
import {Show} from './show.mjs';
import {countText, sizeText} from './sizes.mjs';
import {Sources} from './sources.mjs';
import {contentsOf, overviewOf, scriptOf, titleOf} from './overview.mjs';
import {canSupply, isArchive, kindOf, mostTelling, quoted, rankOf, subjectOf, town, townFiles, typeOf} from './subjects.mjs';
import {filterTables, showTables} from './tables.mjs';

const NAMED_MOST = 5;  // files that a message names
const ROWS_SEEN = 120;  // pixels below the heading of an answer
const CARDS_ASKED = 12; // files up to which cards of reports are asked
const FIRST_QUERY = 'SELECT file, format, version, size, error FROM gamemap_files(\'**\');';

const at = id => document.getElementById(id);
const results = new Results(at('results'));
const asker = new Asker({
    begin: () => files.fetchAnnounced(),
    onWritten: (name, bytes) => results.addBytes(name, bytes),
    onLost: error => finish(`This page's engine can't be loaded: ${error.message}`, 'error'),
});
const history = new History(at('history'), put);
const files = new Files(giveFiles);
const sources = new Sources(files);
const show = new Show(asker, {
    onBegin: () => {
        if (isInPlace()) clearResults();
        showReports(false);
    },
    onQuestion: (sql, how) => { put(sql); run({...how, isReport: true, isInPlace: true}); },
    onSql: openSql,
    viewOf: path => list.views.get(path),
    fileOf: path => files.fileOf(path),
    onSeen: (path, address, file) => { // another file may have taken its place meanwhile
        if (files.fileOf(path) !== file) return URL.revokeObjectURL(address);
        list.see(path, address);
        return show.strip.see(path, address);
    },
    has: Object.assign(path => files.hasPath(path) || list.has(path), {any: type => files.has(type)}),
    alike: path => list.ofKind(path),
    here: sources.here,
    rules: () => (rules ??= fetch('rules.json').then(reply => reply.json()).catch(() => ({}))),
});
const list = new List(at('list'), asker, {
    onChoose: choose,
    fill: (path, statements) => Object.values(show.possible(statements, path)),
    fileOf: path => files.fileOf(path),
    take: (entry, isWanted) => show.strip.studio.picture(entry, isWanted, true),
});
const cards = new Cards(at('reports'), asker, {onChoose: chooseReport, parametersOf: report => sources.parametersFor(patternOf(report)), subjectOf: subjectOfReport});
let editor = null, running = 0, drops = 0, reading = false, reports = [], pending = '', archive = '', rules = null, areSamples = null;

// ---- Files -------------------------------------------------------------------------------------------

async function giveFiles() {
    await asker.setFiles(files.list);
    listFiles();
    showReports();
}

function listFiles() {
    const {list: all} = files, bytes = all.reduce((sum, {file}) => sum + file.size, 0);
    at('files').textContent = `${countText(all.length, 'file')}, ${sizeText(bytes)}`;
    at('files-panel').hidden = isTown();
    setList('', all.map(({path, file}) => ({path, size: file.size, note: sizeText(file.size)})).sort((a, b) => rankOf(a.path) - rankOf(b.path) || a.path.localeCompare(b.path, 'en')));
}

// The list shows the entries of an archive, or all files.
function setList(path, entries) {
    archive = path;
    areSamples = null;
    at('all-files').hidden = !archive;
    at('list-filter').value = '';
    at('list-filter').parentElement.hidden = entries.length < 2;
    list.set(entries);
}

// Is the town that the page comes with all there is?
function isTown() {
    return [...files.byPath.keys()].every(path => townFiles.includes(path));
}

// Above the file that is shown stands what was dropped, if that is more: what it is called and what it holds.
async function showDrop(title, paths) {
    const turn = ++drops;
    at('drop').hidden = !title;
    const [name, told] = at('drop').children;
    document.body.classList.toggle('world', Boolean(title) && paths.every(path => typeOf(path) === 'nvm'));
    name.textContent = legible(title);
    const count = countText(paths.length, 'file'), contents = contentsOf(paths);
    told.textContent = title === contents ? '' : `${title === count ? '' : `${count}: `}${contents}.`;
    const overview = overviewOf(paths), [[text, called] = []] = title && overview ? await asker.rows(overview) : [];
    if (turn !== drops || !text) return;
    told.textContent = legible(text);
    if (called && title === contents) name.textContent = called;
}

function sizeOf(path) {
    return files.byPath.get(path)?.size ?? 0;
}

const fill = (sql, path) => show.filled(sql, path);

// After files came: the one of them that shows most, or once more that which lacked them.
async function opened(paths) {
    const isModel = paths.length === 1 && subjectOf(paths[0]).isModel; // somebody wants to see that
    if (show.lacks && !isModel && files.holds(show.path) && paths.every(path => canSupply(path, show.path))) return show.file(show.path);
    showDrop(titleOf(paths), paths);
    if (paths.length === 1 && isArchive(paths[0])) return openArchive(paths[0]);
    const {turn} = show, best = await scriptOf(asker, paths) ?? await fullest(asker, mostTelling(paths, sizeOf), paths, fill);
    return turn === show.turn ? show.file(best) : undefined;
}

async function openArchive(path) {
    const isCurrent = show.expect(path), tellAlone = text => { // where there is nothing to show
        show.noModel();
        at('verdict').textContent = '';
        at('sentence').textContent = text;
    };
    at('sentence').textContent = 'Reading its table of entries …';
    try {
        const entries = await entriesOf(asker, path);
        if (!isCurrent()) return;
        at('files').textContent = legible(`${countText(entries.length, 'entry')} of ${path}`);
        setList(path, entries);
        showReports();
        const sizes = new Map(entries.map(entry => [entry.path, entry.size])), paths = [...sizes.keys()];
        const best = mostTelling(paths, one => sizes.get(one));
        const isTold = best && subjectOf(best) !== subjectOf('') && typeOf(best) !== 'txt';
        showDrop(isTold ? show.name : '', paths);
        if (paths.length === 1 && isArchive(best)) await openArchive(best);
        else if (isTold) {
            const map = await fullest(asker, best, paths, fill);
            if (isCurrent()) await show.file(map);
        }
        else tellAlone(`${countText(paths.length, 'file')}: ${contentsOf(paths)}.`);
    } catch (error) {
        if (isCurrent()) tellAlone(legible(error.message));
    }
}

function choose(path) {
    at('view').scrollIntoView({behavior: 'smooth'});
    document.body.classList.remove('world');
    return isArchive(path) ? openArchive(path) : show.file(path);
}

// Keeps the town only as long as there is nothing else but samples. find(progress) gives [{path, file}].
async function take(find, keepsTown = false) {
    reading = true;
    at('files-panel').hidden = false;
    at('stop-reading').hidden = false;
    let found = [], why = '';
    try {
        found = await find(count => {
            at('files').textContent = `Reading the folder: ${count.toLocaleString('en')} files`;
            return reading;
        });
    } catch (error) {
        why = error.message;
    }
    at('stop-reading').hidden = true;
    if (found.length || why) clearResults();
    if (why) tell(why, 'error');
    tellUnreadable(found.filter(({file}) => !file).map(({path}) => path));
    const entries = found.filter(({file}) => file);
    if (!entries.length) return listFiles();
    if (!keepsTown) {
        files.remove(townFiles);
        asker.known.clear();
    }
    tellReplaced(entries);
    const sizes = new Map(entries.map(({path, file}) => [path, file.size])), paths = [...sizes.keys()];
    if (!keepsTown && (show.path ?? town) === town) show.expect(mostTelling(paths, path => sizes.get(path)));
    const turn = ++show.turn; // what was being opened comes no more
    await files.add(entries);
    showDrop('', []);
    const learnt = files.learnSets(asker, paths);
    if (keepsTown && files.hasPath(town)) return show.file(town);
    await learnt;
    return turn === show.turn ? opened(paths) : undefined;
}

// Forgets all files and what was made of them: the page is as it began, with its town.
async function forget() {
    clearResults();
    at('pattern').value = '';
    list.forget();
    await files.clear();
    showDrop('', []);
    files.announce(townFiles);
    await files.fetchAnnounced().catch(error => tell(`The town can't be loaded: ${error.message}`, 'error'));
    if (isTown()) await show.file(town);
}

function tellUnreadable(paths) {
    if (!paths.length) return;
    tell(`The browser can't read ${named(paths)}, so ${paths.length === 1 ? 'it was' : 'they were'} left out.`, 'error');
}

// A path stands for one file: of two that are named alike, the page has the one that came last.
function tellReplaced(entries) {
    const here = new Map(files.byPath);
    const paths = entries.filter(({path, file}) => {
        const before = here.get(path);
        here.set(path, file);
        return before && (before.size !== file.size || before.lastModified !== file.lastModified);
    }).map(({path}) => path);
    list.forget(paths);
    if (paths.length) tell(`The file that came last takes the place of another of the same name: ${named(paths)}.`, 'note');
}

function named(paths) {
    const some = paths.slice(0, NAMED_MOST).join(', '), rest = paths.length - NAMED_MOST;
    return rest > 0 ? `${some} and ${rest.toLocaleString('en')} more` : some;
}

// Asks for each file of the list whether it can be read; what failed is listed.
async function checkAll() {
    const total = list.all.length, pattern = archive ? `${archive}/**` : '**', failed = [];
    let done = 0;
    at('stop-reading').hidden = false;
    await new Promise(resolve => {
        asker.ask(`SELECT file, error FROM gamemap_files(${quoted(pattern)})`, {}, {
            rows: rows => {
                done += rows.length;
                failed.push(...rows.filter(([, error]) => error !== null));
                at('files').textContent = `${done} of ${total} files checked, ${failed.length} can't be read`;
            },
            end: resolve,
        });
    });
    at('stop-reading').hidden = true;
    clearResults();
    at('answers').hidden = false;
    results.begin(['file', 'error']);
    results.add(failed);
    results.end();
}

// ---- A query -----------------------------------------------------------------------------------------

// The editor is large, too: it comes when somebody comes near it.
function awaitEditor() {
    const watcher = new IntersectionObserver(([{isIntersecting}]) => {
        if (!isIntersecting) return;
        watcher.disconnect();
        openEditor();
    }, {rootMargin: '200px'});
    watcher.observe(at('editor'));
}

async function openEditor() {
    if (editor) return editor;
    const {createEditor} = await import('./editor.mjs');
    editor ??= createEditor(at('editor'), () => run());
    editor.text = pending || FIRST_QUERY;
    learnNames();
    setTimeout(() => editor.measure(), 100);
    return editor;
}

function put(sql) {
    pending = sql;
    if (editor) editor.text = sql;
}

async function openSql(sql) {
    put(sql);
    at('console').open = true;
    (await openEditor()).focus();
    at('console').scrollIntoView({behavior: 'smooth'});
}

// A question that runs is given up for what comes now.
function giveUp() {
    const id = running;
    if (!id) return;
    finish('');
    asker.forget([id]);
}

// No results are shown, nor how long the last ones took.
function clearResults() {
    giveUp();
    results.clear();
    placeAnswers({});
    at('answers').hidden = true;
    at('state').textContent = '';
    for (const button of at('asks').children) button.ariaPressed = 'false';
}

// What was asked about a file is answered beside it, everything else below it.
function placeAnswers({title = 'Results', isInPlace = false}) {
    (isInPlace ? at('map') : at('files-panel')).after(at('answers'));
    at('about').classList.toggle('answered', isInPlace);
    at('results-title').textContent = title;
    at('said').textContent = '';
}

function isInPlace() {
    return at('about').classList.contains('answered');
}

// A report shows only what it found; say() tells in a sentence what that is, and total() how many rows there are of which
// the first are shown.
function run({isReport = false, total, say, ...how} = {}) {
    const script = editor?.text ?? pending;
    if (!script.trim()) return;
    giveUp();
    history.remember(script);
    results.clear();
    placeAnswers(how);
    at('answers').hidden = false;
    at('state').textContent = 'Running …';
    at('stop').disabled = false;
    at('run').disabled = true;
    const pattern = at('pattern').value.trim() || null;
    const id = running = shownLast = asker.ask(script, sources.parametersFor(pattern), {
        columns: columns => results.begin(columns, isReport, how.isInPlace ? '' : 'NULL'),
        rows: rows => (rows.length || !isReport) && results.add(rows),
        more: () => results.note('There are more rows: the first 1,000,000 are shown.'),
        end: (error, {seconds, offset}) => {
            if (id !== running) return undefined;
            if (error === 'Stopped.') return finish(error);
            if (error !== undefined) return finish(error + placeIn(script, offset), 'error');
            results.end(isReport);
            if (isReport && results.isEmpty) results.note('These files have nothing of this kind.');
            say?.().then(text => id === shownLast && sayAbove(text), () => {});
            total?.().then(count => id === shownLast && results.of(count), () => {});
            return finish(`${seconds.toFixed(seconds < 1 ? 3 : 1)} s`);
        },
    });
    // whoever reads on with a keyboard or hears the page goes on at the answer
    if (document.activeElement?.closest('#asks, #reports, #own, #findings')) at('results-title').focus({preventScroll: true});
    showAnswer();
}

// On a narrow page the answer's heading comes to the top; on a wide one nothing moves as long as its first rows are seen.
function showAnswer() {
    const {top, bottom} = at('results-title').getBoundingClientRect(), isNarrow = window.matchMedia('(max-width: 56rem)').matches;
    if (isInPlace() && !isNarrow && top >= 0 && bottom + ROWS_SEEN < window.innerHeight) return;
    at('results-title').scrollIntoView({behavior: 'smooth', block: isInPlace() && !isNarrow ? 'center' : 'start'});
}

// Above an answer, what it comes to
function sayAbove(text) {
    at('said').textContent = text ?? '';
    if (isInPlace()) showAnswer(); // its rows have made the page longer
}

// The link to the results leads somewhere before there are any, too.
function skip() {
    if (at('answers').hidden) {
        at('answers').hidden = false;
        at('state').textContent = 'There are no results yet: choose a question or a report, or write SQL.';
    }
    at('results-title').focus();
}

// Where in the SQL an error is, with what stands there
function placeIn(script, offset) {
    if (!(offset >= 0)) return '';
    const before = script.slice(0, offset).split('\n'), line = script.split('\n')[before.length - 1];
    return `\nline ${before.length}, column ${before.at(-1).length + 1}: ${line.trim()}`;
}

// A sentence where the results are
function tell(text, className) {
    at('answers').hidden = false;
    results.note(text, className);
}

function finish(text, className = '') {
    running = 0;
    at('state').textContent = className ? '' : text;
    if (className) tell(text, className);
    if (/: no (such )?file/.test(text) && !files.list.length) {
        results.note('There are no files here yet: drop some on this page, or take the sample files.');
    }
    at('stop').disabled = true;
    at('run').disabled = false;
}

// ---- Links -----------------------------------------------------------------------------------------

// The address carries the query and, of the built-in town, from where one looks.
async function link() {
    const parts = [`q=${encodeURIComponent(editor?.text ?? pending)}`];
    if (show.path === town && show.scene) parts.push(`view=${show.scene.place.join(',')}`);
    ownHash = `#${parts.join('&')}`;
    window.location.hash = ownHash;
    await navigator.clipboard?.writeText(window.location.href).catch(() => {});
    at('state').textContent = 'The address of this page carries the query now.';
}

// Gives the query that the address carries.
function fromLink() {
    const {query, view} = linked();
    viewOfLink = view ?? viewOfLink;
    if (query) openSql(query);
    return query;
}

// The tables, functions and columns for the words that the search of the reference asks for
function helpFromAddress() {
    const words = wordsOfHelp();
    if (!words) return;
    put(`SELECT kind, name, of_table, documentation, example FROM gamemap_help(${quoted(words)});`);
    run();
}

async function filesFromAddress() {
    if (!namedFiles().length) return;
    await take(() => fetched(namedFiles()));
    if (fromLink()) run();
}

// ---- Tables, examples and reports --------------------------------------------------------------------

let names = null, viewOfLink = null, ownHash = '', shownLast = 0, isEverythingShown = false;

// Examples speak of the samples; without those, of files of the same type that are there.
function onOwnFiles(text) {
    if (files.list.some(({path}) => path.startsWith('samples/'))) return text;
    return text.replace(/'samples\/[^']*\.([A-Za-z?]+)'/g, (whole, type) =>
        (files.has(type) ? `'${files.pattern(type)}'` : whole)).replace(/'samples\/\*'/g, '\'**\'');
}

// All tables and functions with their columns, asked once
function allNames() {
    const told = 'SELECT name, format, call, documentation, example';
    return names ??= Promise.all([`${told} FROM gamemap_tables`, `${told} FROM gamemap_functions`,
        'SELECT table_name, name, type, unit, documentation, refers_to FROM gamemap_columns WHERE NOT hidden']
        .map(sql => asker.rows(sql)));
}

// So that the editor completes them
async function learnNames() {
    const [tables, functions, columns] = await allNames();
    const columnsOf = Map.groupBy(columns, ([table]) => table);
    const common = ['file', 'id', 'source'].map(name => ({name, type: '', text: ''}));
    const named = ([name, , call, text]) => ({name, call, text});
    editor.setSchema(tables.map(table => ({...named(table), columns: [...common, ...(columnsOf.get(table[0]) ?? [])
        .map(([, name, type, unit, text]) => ({name, type: unit || type, text}))
        .filter(({name}) => name !== 'file' && name !== 'id')]})), functions.map(named));
}

async function showEverything() {
    isEverythingShown = true;
    const [tables, functions, columns] = await allNames();
    showTables(at('tables'), [...tables, ...functions], columns, async text => {
        const isThere = await withSamples(onOwnFiles(text));
        await openSql(onOwnFiles(text));
        if (isThere) run();
    });
}

// A query about samples brings them; gives whether they are there then.
async function withSamples(text) {
    if (!/'samples\//.test(text) || files.list.some(({path}) => path.startsWith('samples/'))) return true;
    try {
        await files.add(await samples());
        return true;
    } catch (error) {
        clearResults();
        tell(error.message, 'error');
        return false;
    }
}

// A report is shown where it fits one of the files, or of the entries of the archive that is open. First come those that are about
// the file that is open.
function showReports(areNew = true) {
    areSamples = null;
    const areFew = files.list.length <= CARDS_ASKED;
    const fitting = reports.filter(report => hasType(typeOfReport(report)) && hasNamed(report));
    fitting.sort((a, b) => Boolean(openFileOf(b)) - Boolean(openFileOf(a)));
    cards.show(fitting, report => areFew || openFileOf(report), areNew);
    at('offered').hidden = !fitting.length;
}

// A report whose pattern names one file is about one: the file that is open, or that of its type which has the same name.
function openFileOf({pattern}) {
    const type = typeOfReport({pattern});
    if (!show.path || /[*?]/.test(pattern) || serverFile(pattern) || isSamples()) return '';
    if (typeOf(show.path) === type) return show.path;
    const path = show.path.replace(/[^.]+$/, type);
    return files.alike(path) ?? list.alike(path) ?? '';
}

// Of a server's files each has a name of its own, without which a report has nothing to say.
function serverFile(pattern) {
    return /^map_/.test(pattern) && pattern.replace(/\..*/, '');
}

function hasNamed({pattern}) {
    const name = serverFile(pattern);
    return !name || (archive ? list.all : files.list).some(({path}) => path.startsWith(name, path.lastIndexOf('/') + 1));
}

// What stands above cards: the file that is open, or those of the report's type if there are several
function subjectOfReport(report) {
    const type = typeOfReport(report), all = archive ? list.ofType(type).length : files.ofTypes(type).length;
    if (isSamples() || show.path === town) return '';
    return openFileOf(report) ? legible(show.name) : all < 2 ? '' : `all ${countText(all, kindOf(`a.${type}`))}`;
}

function chooseReport(report) {
    at('pattern').value = patternOf(report);
    put(`-- ${report.summary}\n${report.sql}`);
    run({isReport: true, title: questionOf(report.name), say: async () => report.summary});
}

// The ending of the files that a report is about; '*' stands for any
function typeOfReport({pattern}) {
    return pattern.match(/\.([^.]+)$/)?.[1].replace('[nx]', 'x').replace('?', 'x') ?? '';
}

function hasType(type) {
    return archive ? list.hasType(type) : files.has(type);
}

function patternOf(report) {
    const type = report.pattern.match(/\.([^.]+)$/)?.[1];
    if (isSamples() || !(type || archive)) return `samples/${report.pattern}`;
    return openFileOf(report) || (archive ? `${archive}/**/*.${type}` : files.pattern(type));
}

// Is all that is here the samples that the page comes with? It is asked for each report, and found out once.
function isSamples() {
    const isSample = path => path.startsWith('samples/'), paths = areSamples === null ? files.list.map(({path}) => path) : [];
    return areSamples ??= !archive && paths.some(isSample) && paths.every(path => isSample(path) || townFiles.includes(path));
}

// ---- Beginning ---------------------------------------------------------------------------------------

function listen() {
    at('run').onclick = () => run();
    at('close-answer').onclick = clearResults;
    at('skip').onclick = skip;
    at('stop').onclick = () => asker.stop();
    at('link').onclick = link;
    at('console').ontoggle = () => at('console').open && editor?.measure();
    at('pick').onchange = event => take(() => picked(event.target.files));
    at('pick-folder').onchange = event => take(() => picked(event.target.files));
    at('all-files').onclick = listFiles;
    at('clear').onclick = forget;
    at('check').onclick = checkAll;
    at('stop-reading').onclick = () => {
        reading = false;
        asker.stop();
    };
    at('samples').onclick = () => take(samples, isTown());
    at('list-filter').oninput = event => list.filter(event.target.value);
    at('filter').oninput = event => filterTables(at('tables'), event.target.value);
    at('reference').ontoggle = () => at('reference').open && !isEverythingShown && showEverything();
    window.addEventListener('hashchange', () => window.location.hash !== ownHash && fromLink());
    for (const kind of ['dragover', 'drop']) {
        document.addEventListener(kind, event => event.preventDefault());
    }
    document.addEventListener('dragover', () => document.body.classList.add('dropping'));
    for (const kind of ['dragleave', 'drop']) {
        document.addEventListener(kind, () => document.body.classList.remove('dropping'));
    }
    document.addEventListener('drop', event => take(progress => dropped(event.dataTransfer, progress)));
}

// The town is drawn from what `make web` made of it. The engine, of which compiling takes longest, comes
// behind the first frame, or as soon as anything is asked.
async function begin() {
    listen();
    history.show();
    files.announce(townFiles);
    showReports();
    const query = fromLink();
    await Promise.all([asker.learn('rivertown/answers.json'), show.openScene()]);
    if (!show.path) await show.file(town); // nothing was dropped yet
    if (viewOfLink && show.scene) show.scene.place = viewOfLink;
    at('version').textContent = await asker.one(version);
    await show.scene?.drawn();
    if (query && !namedFiles().length && await withSamples(query)) run();
    document.body.dataset.ready = 'yes';
    await asker.begun();
    awaitEditor();
    helpFromAddress();
    await filesFromAddress();
    reports = await (await fetch('reports.json')).json();
    showReports();
}

await begin();
