// The page in headless Chromium: what a person does with it, and what they see then.
//
//     node test.mjs PAGE MODULES EXTENSION SCREENS
//
// PAGE is the folder that make web fills, MODULES one with playwright-core in its node_modules;
// pictures of the page are written to SCREENS. CHROMIUM names another program than /usr/bin/chromium.
// CORPUS adds a comparison with the native shell on a real map.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {loadavg} from 'node:os';
import {extname, join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {surfaces} from './areas.mjs';
import {contoursOf} from './contours.mjs';
import {groupsOf} from './headings.mjs';
import {netOf} from './nets.mjs';
import {romanized} from './letters.mjs';
import {kindsOf} from './marks.mjs';
import {plainly} from './judging.mjs';
import {built, groundMarks, groundMarksLeft, groundPlan, groundWithin, plainPlan, toned, toneOf} from './plans.mjs';
import {hasQuestion} from './questions.mjs';
import {overviewOfRules} from './rules.mjs';
import {script} from './scripts.mjs';
import {Studio} from './small.mjs';
import {addBoxes} from './stands.mjs';
import {subjectOf} from './subjects.mjs';

const [page, modules, extension, screens] = process.argv.slice(2).map(path => resolve(path));
const {chromium} = createRequire(join(modules, 'package.json'))('playwright-core');
const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
const types = {'.html': 'text/html', '.css': 'text/css', '.mjs': 'text/javascript',
    '.json': 'application/json', '.wasm': 'application/wasm'};
const WAIT = 120000; // milliseconds that anything of the page may take beside other work
let passed = 0, failed = 0;

function check(good, what) {
    if (good) passed++;
    else {
        failed++;
        console.log(`failed: ${what}`);
    }
}

function same(found, expected, what) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    check(a === b, `${what}: found ${a?.slice(0, 300)}, expected ${b?.slice(0, 300)}`);
}

// Reads until what is read is as wanted, since the page may just be drawing it again; gives what was read last.
async function soon(read, isWanted) {
    const end = Date.now() + WAIT;
    for (;;) {
        const [found, isRead] = await read().then(value => [value, true], error => [error.message, false]);
        if (Date.now() > end || (isRead && isWanted(found))) return found;
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}

async function checkSoon(read, isWanted, what) {
    const found = await soon(read, isWanted);
    check(isWanted(found), `${what}: ${JSON.stringify(found)?.slice(0, 300)}`);
}

async function sameSoon(read, expected, what) {
    same(await soon(read, found => JSON.stringify(found) === JSON.stringify(expected)), expected, what);
}

// The texts of all that a selector finds now
const textsOf = (tab, selector) => tab.$$eval(selector, list => list.map(one => one.textContent));

// What the native shell says, as [[cell]] of text.
function native(sql, folder) {
    const out = execFileSync('sqlite3', [':memory:', '-cmd', `.load ${extension}`, '-list',
        '-nullvalue', 'NULL', sql], {cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28});
    return out.split('\n').slice(0, -1).map(line => line.split('|'));
}

function serve(folder) {
    const server = createServer(({url}, answer) => {
        const path = join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname)
            .replace(/\/$/, '/index.html'));
        if (!path.startsWith(folder) || !existsSync(path)) {
            answer.writeHead(404).end();
            return;
        }
        answer.writeHead(200, {'content-type': types[extname(path)] ?? 'text/plain'})
            .end(readFileSync(path));
    });
    return new Promise(begun => server.listen(0, '127.0.0.1', () => begun(server)));
}

async function open(browser, address, options) {
    const context = await browser.newContext({acceptDownloads: true, ...options});
    context.setDefaultTimeout(WAIT);
    const tab = await context.newPage();
    tab.on('pageerror', error => check(false, `an error of the page: ${error.message}`));
    tab.on('request', request => check(/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url()),
        `the page asks ${request.url()}`));
    const asked = [];
    tab.on('request', request => asked.push(request.url().replace(/.*\//, '')));
    await tab.goto(address);
    await tab.waitForFunction(() => document.body.dataset.ready === 'yes');
    if (!address.includes('#')) {
        const isBehind = !asked.includes('gamemap.wasm') || asked.indexOf('ground.glb') < asked.indexOf('gamemap.wasm');
        check(asked.includes('ground.glb') && isBehind, `the town comes before the engine: ${asked}`);
    }
    return tab;
}

// Types a query over what is there and runs it; gives the rows in view, and the message of an error.
async function ask(tab, sql) {
    await toEditor(tab);
    await tab.keyboard.insertText(sql);
    await tab.click('#run');
    return answer(tab);
}

// Goes to the editor, in which all is selected.
async function toEditor(tab) {
    await tab.$eval('#console', folded => {
        folded.open = true;
    });
    await tab.$eval('#editor', editor => editor.scrollIntoView({block: 'center'}));
    await tab.click('.cm-content');
    await tab.keyboard.press('Control+A');
}

async function answer(tab) {
    const read = await tab.waitForFunction(() => document.getElementById('stop').disabled && {
        rows: [...document.querySelectorAll('.row.body')].map(row =>
            [...row.children].map(cell => cell.textContent)),
        title: document.querySelector('.result h3')?.textContent ?? '',
        head: [...document.querySelectorAll('.row.head [role=columnheader]')].map(cell => cell.textContent),
        note: document.querySelector('.note')?.textContent ?? '',
        error: document.querySelector('.error')?.textContent ?? '',
        state: document.getElementById('state').textContent,
        count: document.querySelectorAll('#results .result, #results figure').length,
        empty: [...document.querySelectorAll('#results h3')].filter(one => one.textContent === '0 rows').length,
    });
    return read.jsonValue();
}

// Drops files; what the page says of those before counts no more, even if it opens the same file again.
async function drop(tab, files) {
    const transfer = await tab.evaluateHandle(list => {
        const made = new DataTransfer();
        for (const {name, base64} of list) {
            const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
            made.items.add(new File([bytes], name));
        }
        document.getElementById('subject').textContent = '';
        delete document.getElementById('stage').dataset.shown;
        return made;
    }, files);
    await tab.dispatchEvent('body', 'drop', {dataTransfer: transfer});
}

async function fileCount(tab, count) {
    await tab.waitForFunction(wanted => document.getElementById('files').textContent
        .startsWith(`${wanted} file`), count);
}

const fileOf = (name, path) => ({name, base64: readFileSync(path).toString('base64')});

// Waits until a file is the subject and its picture, or its model, is there; gives milliseconds.
async function shown(tab, name, what = 'picture') {
    const began = Date.now();
    await tab.waitForFunction(([wanted, kind]) => document.getElementById('subject').textContent === wanted &&
        (kind === 'model' ? document.getElementById('stage').dataset.shown?.endsWith(wanted)
            : !document.getElementById('map').hidden && document.getElementById('picture').naturalWidth > 0),
    [name, what]);
    return Date.now() - began;
}

// ---- What is there before anything is dropped ---------------------------------------------------------

async function testTown(tab) {
    await shown(tab, 'rivertown.gnd', 'model');
    const read = () => tab.evaluate(() => Object.fromEntries(['sentence', 'layers', 'findings', 'stage-note']
        .map(id => [id, document.getElementById(id).textContent])));
    const told = await soon(read, ({sentence, layers}) => sentence && /findings/.test(layers));
    check(/96 x 80 cubes, 18 textures/.test(told.sentence), `the town's sentence: ${told.sentence}`);
    check(/water.*4 models.*12 lights.*not walkable.*findings/.test(told.layers), `its layers: ${told.layers}`);
    same(told['stage-note'], '', 'nothing stands over the view');
    await tab.waitForSelector('#findings [href$="#model_under_ground"]', {state: 'attached'});
    await checkSoon(() => textsOf(tab, '#findings li'), list => list.length && list.every(text => /^(Error|Warning|Harmless): /.test(text)), 'findings say how grave they are');
    await sameSoon(() => textsOf(tab, '#findings summary'), ['3 harmless findings'], 'harmless ones are folded');
    await tab.click('#verdict a');
    check(await tab.isVisible('#findings li'), 'and open from where they are counted');
    for (let i = 0; i < 3; i++) {
        await tab.$eval(`#asks button:nth-child(${i + 1})`, card => card.click());
        const {error, count} = await answer(tab);
        check(!error && count > 0, `question ${i + 1}: ${error}`);
    }
    await tab.$$eval('#asks button', ([first, second]) => {
        first.click();
        second.click();
    });
    same((await answer(tab)).head, ['id', 'model_file', 'depth'], 'the question that was asked last is answered');
}

// Answers that the page brings along are those that its engine gives.
async function testAnswers(tab, address) {
    const answers = await (await fetch(`${address}rivertown/answers.json`)).json();
    check(Object.keys(answers).length >= 10, `${Object.keys(answers).length} answers are brought along`);
    for (const [sql, {rows, file}] of Object.entries(answers)) {
        const found = await ask(tab, sql);
        if (file) {
            check(!found.error && existsSync(join(page, file)), `${file}: ${found.error}`);
            continue;
        }
        const told = rows.length === 1 ? '1 row' : `${rows.length} rows`;
        same([found.error, found.title], ['', told], `rows of ${sql.slice(0, 60)}`);
        const plain = cell => (cell === null ? 'NULL' : Number.isNaN(Number(cell)) ? cell : Number(cell).toPrecision(12));
        const some = Math.min(found.rows.length, 10);
        same(found.rows.slice(0, some).map(row => row.map(plain)), rows.slice(0, some).map(row => row.map(plain)),
            `cells of ${sql.slice(0, 60)}`);
    }
}

// Without a mouse: Tab comes to whatever can be used, each has a name, and Enter asks.
async function testKeyboard(browser, address) {
    const tab = await open(browser, address, {});
    await tab.waitForFunction(() => document.querySelectorAll('#reports button').length > 3 && document.querySelector('#own button') &&
        /findings/.test(document.getElementById('layers').textContent));
    const visited = [];
    for (let i = 0, lost = 0; i < 150 && lost < 4; i++) {
        await tab.keyboard.press('Tab');
        const here = await tab.evaluate(() => {
            const at = document.activeElement, style = getComputedStyle(at), label = getComputedStyle(at.closest('label') ?? at);
            const name = at.ariaLabel ?? at.textContent.trim();
            if (at === document.body || at.dataset.visited) return null;
            at.dataset.visited = 'yes';
            return {key: `${at.localName}#${at.id} ${name.slice(0, 40)}`,
                isSeen: [style, label].some(one => one.outlineStyle !== 'none'),
                name: name || at.closest('label')?.textContent.trim()};
        });
        if (here) visited.push(here);
        lost = here ? 0 : lost + 1; // a card may go while it has the focus; behind the last thing all has been visited
    }
    const keys = visited.map(({key}) => key).join('; ');
    for (const wanted of ['To the results', 'input#pick ', 'button#samples', 'Reference', 'canvas#scene', 'button# water',
        'button# not walkable', 'button#whole-screen', 'button#reset', 'button#save-glb', 'button# Textures', 'Full size', 'summary# 3 harmless findings',
        'What is the town made of?', 'All maps at a glance', 'gnd_cubes', 'summary# SQL', 'summary# All tables']) {
        check(keys.includes(wanted), `Tab comes to ${wanted}: ${keys}`);
    }
    same(visited.filter(({name, isSeen}) => !name || !isSeen), [], 'what has the focus has a name and shows it');
    await tab.focus('#skip');
    await tab.keyboard.press('Enter');
    await tab.waitForFunction(() => document.activeElement.id === 'results-title');
    await checkSoon(() => tab.textContent('#state'), text => /no results yet/.test(text), 'the link to the results leads there before there are any');
    await tab.focus('#asks button');
    await tab.keyboard.press('Enter');
    const {rows} = await answer(tab);
    check(rows.length > 5, 'Enter asks a question');
    same(await tab.evaluate(() => document.activeElement.id), 'results-title', 'and goes on at its answer');
    await tab.context().close();
}

// By hand: a click tells what is there, keys turn, layers go and come.
async function testView(tab) {
    const colors = () => tab.locator('#scene').screenshot().then(png => png.length);
    await tab.evaluate(() => window.scrollTo(0, 0));
    await checkSoon(colors, bytes => bytes > 20000, 'the view isn\'t empty');
    await tab.click('#scene', {position: {x: 300, y: 280}});
    await tab.waitForFunction(() => /texture/.test(document.getElementById('picked').textContent));
    check(true, 'a click tells the row of a cube');
    await tab.focus('#scene');
    const before = await place(tab);
    await tab.keyboard.press('ArrowLeft');
    await tab.keyboard.press('+');
    await checkSoon(() => place(tab), now => now !== before, 'keys move the camera');
    await tab.keyboard.press('Home');
    await sameSoon(() => place(tab), before, 'Home brings it back');
    await tab.keyboard.down('w');
    await checkSoon(() => place(tab), now => now !== before, 'W walks');
    await tab.keyboard.up('w');
    const walked = await place(tab);
    await tab.$eval('#findings details', details => { details.open = true; });
    await tab.click('#findings button:text-is("Show")');
    await tab.waitForFunction(() => /A finding/.test(document.getElementById('picked').textContent));
    await checkSoon(() => place(tab), now => now !== walked, 'a finding is flown to');
    await tab.focus('#scene');
    await tab.keyboard.press('Home');
    await tab.click('#layers button:text-is("findings")');
    await checkEdges(tab, 'the town');
    const pressed = await tab.$$eval('#layers [aria-pressed]', list => list.map(one => {
        one.click();
        return one.ariaPressed;
    }));
    check(pressed.includes('true') && pressed.includes('false'), `layers: ${pressed}`);
    await tab.$$eval('#layers [aria-pressed]', list => list.forEach(one => one.click()));
}

async function place(tab) {
    await tab.$eval('#link', button => button.click());
    return tab.evaluate(() => window.location.hash.match(/view=(.*)$/)?.[1]);
}

// All of what is shown is within the picture: its edges are the sky's, which is the same from left to right.
async function checkEdges(tab, what) {
    const edges = () => tab.locator('#scene').screenshot().then(png => tab.evaluate(async source => {
        const bytes = Uint8Array.from(atob(source), character => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const row = y => context.getImageData(20, y, image.width - 40, 1).data;
        const spread = data => Math.max(...[0, 1, 2].map(i => {
            const values = [...data].filter((_, k) => k % 4 === i);
            return Math.max(...values) - Math.min(...values);
        }));
        const sides = [3, image.width - 4].map(x => [...context.getImageData(x, 20, 1, image.height - 40).data]);
        return [spread(row(3)), spread(row(image.height - 4)), Math.max(...sides[0].map((value, i) => Math.abs(value - sides[1][i])))];
    }, png.toString('base64')));
    await checkSoon(edges, all => all.every(spread => spread <= 8), `${what} is whole in the picture`);
}

// What one sees where there is nothing to see
async function testNothing(tab) {
    const missing = await ask(tab, 'SELECT * FROM gnd_maps(\'town.gnd\')');
    check(/no such file/.test(missing.error), `a missing file: ${missing.error}, ${missing.note}`);
    same(missing.title, '', 'no grid above an error');
    const none = await ask(tab, 'SELECT 1 AS one, 2 AS two WHERE 0; SELECT abs(\'a\') AS three WHERE 0');
    same([none.title, none.head, none.rows], ['0 rows', ['one', 'two', 'three'], []], 'no rows');
    const typo = await ask(tab, 'SELECT 1;\nSELECT wrong FROM gnd_maps(\'a\')');
    check(/no such column: wrong\nline 2, column 8/.test(typo.error), `the place of an error: ${typo.error}`);
}

// A text is no file: it is dropped, and all stays as it is.
async function testText(tab) {
    await tab.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', 'some text');
        document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, dataTransfer: transfer}));
    });
    await tab.waitForFunction(() => document.getElementById('files-panel').hidden);
    same(await tab.textContent('#subject'), 'rivertown.gnd', 'the town after a text was dropped');
    const {rows} = await ask(tab, 'SELECT width FROM gnd_maps(\'rivertown/rivertown.gnd\')');
    same(rows, [['96']], 'and its files');
}

// ---- Drops --------------------------------------------------------------------------------------------

async function testDrop(tab) {
    await drop(tab, [fileOf('town.gnd', 'samples/town.gnd'), {name: 'broken.gnd', base64: 'R1JHTgE='}]);
    await fileCount(tab, 2);
    await shown(tab, 'town.gnd');
    const sql = 'SELECT c.id, c.height_sw, t.path FROM gnd_cubes(\'town.gnd\') c JOIN ' +
        'gnd_surfaces(c.source) s ON s.id = c.surface_top JOIN gnd_textures(c.source) t ON ' +
        't.id = s.texture_id ORDER BY c.id DESC LIMIT 12';
    same((await ask(tab, sql)).rows, native(sql, resolve('samples')), 'rows of a dropped map');
    const broken = await ask(tab, 'SELECT * FROM gnd_maps(\'broken.gnd\')');
    check(/^gnd_maps: broken\.gnd: /.test(broken.error), `a broken file: ${broken.error}`);
    const typo = await ask(tab, 'SELEC 1');
    check(/syntax error/.test(typo.error), `a typo: ${typo.error}`);
    const skipped = await ask(tab, 'SELECT count(*) FROM gnd_maps(\'*.GND\', \'skip\')');
    same(skipped.rows, [['1']], 'a pattern over what was dropped');
    await tab.click('#check');
    await tab.waitForFunction(() => /1 can't be read/.test(document.getElementById('files').textContent));
    check(true, 'what failed is told');
}

// A file that the browser can't read is named, and those beside it come; so is what this site doesn't give.
async function testUnreadable(tab) {
    await tab.evaluate(() => {
        const good = {isFile: true, fullPath: '/maps/good.txt', file: give => give(new File(['a'], 'good.txt'))};
        const bad = {isFile: true, fullPath: '/maps/locked.gnd', file: (_, fail) => fail(new Error('locked'))};
        const parts = [[bad, good], []];
        const folder = {isFile: false, fullPath: '/maps', createReader: () => ({readEntries: give => give(parts.shift())})};
        const transfer = {items: [{webkitGetAsEntry: () => folder}], files: []};
        document.body.dispatchEvent(Object.assign(new Event('drop', {bubbles: true}), {dataTransfer: transfer}));
    });
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'good.txt');
    const told = await tab.textContent('#results .error');
    check(/can't read maps\/locked\.gnd, so it was left out\./.test(told), `a file that is locked: ${told}`);
    await drop(tab, [{name: 'same.txt', base64: 'YQ=='}]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'same.txt');
    await drop(tab, [{name: 'same.txt', base64: 'YWI='}]);
    await tab.waitForFunction(() => /of the same name: same\.txt\.$/.test(document.getElementById('results').textContent));
    await tab.route('**/samples.json', route => route.abort());
    await tab.click('#samples');
    await tab.waitForFunction(() => /sample files can't be loaded/.test(document.getElementById('results').textContent));
    check(await tab.isHidden('#stop-reading'), 'nothing is being read any more');
    await tab.unroute('**/samples.json');
}

// Models, one that can't be read, and a map with what stands on it
async function testModels(tab) {
    await drop(tab, [fileOf('house.rsm', 'samples/model/house/house.rsm')]);
    await shown(tab, 'house.rsm', 'model');
    await checkSoon(() => tab.isEnabled('#save-glb'), Boolean, 'a model can be saved');
    await drop(tab, [{name: 'cut.rsm', base64: 'R1JTTQ=='}]);
    await tab.waitForFunction(() => /^rsm_glb: cut\.rsm: /.test(document.getElementById('stage-note').textContent));
    await checkSoon(() => tab.isDisabled('#save-glb'), Boolean, 'there is no model to save where none is shown');
    await drop(tab, [{name: 'cut.gat', base64: 'R1JBVA=='}]);
    await tab.waitForFunction(() => /^gat_maps: cut\.gat: /.test(document.getElementById('sentence').textContent));
    await drop(tab, [{name: 'cut.zone', base64: 'Wk9ORQgAAAAAIjkHVgEAAA0AAABDb3Jh'}]);
    await tab.waitForFunction(() => /^ZONE.* bytes\. It can't be read: .+\.$/.test(document.getElementById('sentence').textContent));
    check(true, 'where there is no picture, the sentence tells what is wrong with a file');
    await drop(tab, ['town.gnd', 'town.rsw'].map(name => fileOf(name, join('samples', name))));
    await shown(tab, 'town.gnd', 'model');
    await sameSoon(() => tab.textContent('#models [aria-pressed=true]'), 'Whole map', 'a map is shown whole where its world is there');
    await tab.waitForSelector('#missing:not([hidden])');
    await sameSoon(() => tab.$$eval('#layers button', list => list.some(one => /\d+ (missing )?models?/.test(one.textContent)) &&
        list.filter(one => /lights|sounds|effects/.test(one.textContent) && one.ariaPressed === 'true').length), 0, 'pins show only when they are asked for');
    await checkSoon(() => tab.textContent('#missing summary'), text => /^\d+ files missing, (some )?colours and shapes guessed$/.test(text), 'that files are missing is told at once');
    check(await tab.isHidden('#missing p'), 'but not which');
    await tab.click('#missing summary');
    await checkSoon(() => tab.textContent('#missing p'), text =>
        /^\d+ of \d+ drawn textures?,? .*\d+ of \d+ models?.* aren't here\. Drop data\.grf, too\. Colours are guessed from names(, heights)? and shapes\.$/.test(text), 'and which, at a click');
    await tab.click('#missing summary');
    const bmp = {name: 'data/texture/wall/none.bmp', base64: 'Qk0='};
    await drop(tab, [bmp]);
    await tab.waitForFunction(() => /none\.bmp/.test(document.getElementById('list').textContent));
    await shown(tab, 'town.gnd', 'model');
    check(true, 'what lacked files is shown again when some come');
    await verdictOf(tab, 'town.gnd');
    await tab.click('#verdict button');
    await answer(tab);
    const [count] = /\d+/.exec(await tab.textContent('#verdict button')) ?? [];
    await tab.waitForFunction(lost => new RegExp(`of which ${lost} are needed`).test(document.getElementById('said').textContent), count);
    await tab.$$eval('#asks button', ([first]) => first.click());
    await answer(tab);
    const textures = native('SELECT count(*) FROM gnd_textures(\'town.gnd\')', resolve('samples'))[0][0];
    await tab.waitForFunction(count => new RegExp(`^It names ${count} textures: `).test(document.getElementById('said').textContent), textures);
    await tab.click('#close-answer');
    await tab.click('#models button:text-is("Ground")');
    await sameSoon(() => tab.textContent('#models [aria-pressed=true]'), 'Ground', 'the model that is chosen');
    await tab.click('#map figcaption button');
    await checkSoon(() => tab.$eval('#picture', image => image.clientWidth === image.naturalWidth), Boolean, 'a picture in full size');
}

// Two places that are clicked are joined by a way, of which the length and what blocks a sight are told.
async function testWays(tab) {
    await drop(tab, ['gnd', 'gat', 'rsw'].map(type => fileOf(`walk.${type}`, `samples/rivertown/rivertown.${type}`)));
    await shown(tab, 'walk.gnd', 'model');
    await tab.waitForSelector('#layers button:text-is("Find a way")');
    await tab.click('#layers button:text-is("Find a way")');
    const {width, height} = await (await tab.$('#scene')).boundingBox();
    await tab.click('#scene', {position: {x: width * 0.4, y: height * 0.5}});
    await tab.waitForFunction(() => /click where it leads/.test(document.getElementById('picked').textContent));
    await tab.click('#scene', {position: {x: width * 0.66, y: height * 0.52}});
    await checkSoon(() => tab.textContent('#picked dl'), text => /length[0-9.]+ tilesstraight[0-9.]+ tilesin sight(yes|no: .+ at \d+, \d+)$/.test(text), 'a way');
    await tab.locator('#view').screenshot({path: join(screens, 'way.png')});
    await tab.click('#layers button:text-is("Find a way")');
    await checkSoon(() => tab.isHidden('#picked'), Boolean, 'and goes again');
    await drop(tab, [fileOf('house.trx', 'samples/house.trx')]);
    await shown(tab, 'house.trx', 'model');
    await tab.waitForSelector('#layers button:text-is("Find a way")');
    await tab.click('#layers button:text-is("Find a way")');
    await tab.click('#scene', {position: {x: width * 0.3, y: height * 0.5}});
    await tab.waitForFunction(() => /click where it leads/.test(document.getElementById('picked').textContent));
    await tab.click('#scene', {position: {x: width * 0.5, y: height * 0.6}});
    await tab.waitForFunction(() => /(length[0-9.]+ metres|no way).*in sight/.test(document.getElementById('picked').textContent));
    check(true, 'a way over a walkmesh');
}

// A module (ERF) with areas of one content
function moduleOf(names, content) {
    const HEADER = 160, KEY = 24, RESOURCE = 8, ARE = 2012, places = HEADER + names.length * KEY;
    const bytes = Buffer.alloc(places + names.length * (RESOURCE + content.length));
    bytes.write('MOD V1.0');
    [0, 0, names.length, HEADER, HEADER, places].forEach((number, i) => bytes.writeUInt32LE(number, 8 + 4 * i));
    names.forEach((name, i) => {
        const begin = places + names.length * RESOURCE + i * content.length;
        bytes.write(name, HEADER + i * KEY);
        bytes.writeUInt32LE(i, HEADER + i * KEY + 16);
        bytes.writeUInt16LE(ARE, HEADER + i * KEY + 20);
        bytes.writeUInt32LE(begin, places + i * RESOURCE);
        bytes.writeUInt32LE(content.length, places + i * RESOURCE + 4);
        content.copy(bytes, begin);
    });
    return bytes;
}

// What several files say together: regions of one world, and a server's script with the cells of its maps
async function testTogether(tab) {
    await drop(tab, ['nv_61a8.nvm', 'nv_61a9.nvm', 'nv_62a8.nvm'].map(name => fileOf(name, join('samples', name))));
    await shown(tab, 'nv_62a8.nvm');
    await sameSoon(() => tab.textContent('#pictures [aria-pressed=true]'), 'Open and blocked', 'of several regions the picture tells something else than the view');
    await sameSoon(() => tab.$eval('#plot', plot => [plot.querySelector('.scale b')?.textContent, plot.querySelector('.north b')?.textContent]), ['1,000 units', 'N ↑'], 'how large they are, and where north is');
    await tab.click('#pictures button:text-is("World")');
    await tab.waitForFunction(() => document.querySelectorAll('#plot .part').length === 3 && document.querySelector('#plot .mark'));
    await checkSoon(() => tab.isHidden('#sentence'), Boolean, 'a world opens on itself, not on one of its regions');
    await sameSoon(() => tab.textContent('#picture-title'), 'Heights of all regions, and what stands there', 'what the picture is');
    await checkSoon(() => tab.$eval('#plot svg path.thin', path => path.getAttribute('d')), lines => lines.match(/M/g)?.length > 20, 'lines of heights');
    await checkSoon(() => tab.isVisible('#plot .level b'), Boolean, 'with their numbers');
    await checkSoon(() => tab.$$eval('#plot .level b:not([hidden])', list => [new Set(list.map(one => one.textContent)).size, list.length]), ([kinds, all]) => kinds === all && all > 0, 'each once');
    await checkSoon(() => tab.textContent('#picture-key'), text => /a line every \d+/.test(text), 'how far they are apart');
    await checkSoon(() => tab.$$eval('#plot .mark.wide', list => list.length > 0 && list.every(one => one.style.width.endsWith('%'))), Boolean, 'objects have their width');
    check(await tab.$$eval('#plot .scale, #plot .north', list => list.length) <= 2, 'one bar and one north, though another picture was drawn before');
    await shown(tab, 'nv_62a8.nvm', 'model');
    await tab.waitForFunction(() => /height -?\d+height -?\d+shapes stand for kinds, landmarks larger than they areShow:not walkableheight lines, every \d+regions6 of object 314/.test(document.getElementById('layers').textContent));
    await sameSoon(() => tab.textContent('#models [aria-pressed=true]'), 'World in 3D', 'and a land');
    await sameSoon(() => tab.$$eval('#frame .names b', list => list.map(one => one.textContent).filter(text => !/#/.test(text)).sort()), ['1,000 units', '168, 97', '168, 98', '169, 97', 'N ↑'], 'with the places of its regions, and how large it is');
    await checkSoon(() => tab.$$eval('#frame .names b', list => list.map(one => one.textContent).filter(text => /#/.test(text))), names => names.length > 0 && names.every(text => /^(landmark|named object) #\d+$/.test(text)), 'and the numbers of what one looks for');
    await tab.waitForFunction(() => [...document.querySelectorAll('#list li')].find(item => /nv_62a8/.test(item.textContent))?.querySelector('img')?.naturalWidth === 97); // cut out of the view
    await checkSoon(() => textsOf(tab, '#list small'), all => all.some(text => /^x 168, z 98, \d+ kB$/.test(text)), 'of each region in the list its place');
    await checkSoon(() => tab.isEnabled('#save-glb'), Boolean, 'which can be saved, and isn\'t the small picture of one of its regions');
    await tab.waitForFunction(() => /^3 regions of Silkroad's world, x \d+/.test(document.querySelector('#drop p').textContent));
    const seen = () => tab.locator('#scene').screenshot().then(png => png.toString('base64')), before = await seen();
    const clickRegion = async () => {
        await tab.$eval('#plot', plot => {
            const {left, bottom, width, height} = plot.getBoundingClientRect();
            plot.dispatchEvent(new MouseEvent('click', {clientX: left + 0.1 * width, clientY: bottom - 0.1 * height, bubbles: true}));
        });
        await tab.waitForFunction(() => /^nv_61a8\.nvm/.test(document.getElementById('picked').textContent));
    };
    await clickRegion();
    check(before !== await seen(), 'a click on a region of the picture flies there');
    await tab.$eval('#plot .mark', mark => mark.dispatchEvent(new MouseEvent('click', {bubbles: true})));
    await checkSoon(() => tab.textContent('#picked strong'), text => /^(An? \w+ object|A landmark|An object .+)$/.test(text), 'what a mark is');
    await clickRegion();
    await tab.click('#picked button:text-is("Show it alone")');
    await shown(tab, 'nv_61a8.nvm', 'model');
    await sameSoon(() => textsOf(tab, '#models [aria-pressed=true], #pictures [aria-pressed=true]'), ['Region in 3D', 'Heights'], 'and it can be shown alone');
    await drop(tab, [fileOf('map_cache.dat', 'samples/map_cache.dat')]);
    await drop(tab, [fileOf('warps.txt', 'samples/npc/warps.txt')]);
    await shown(tab, 'warps.txt');
    await checkSoon(() => tab.textContent('#sheet'), text => /town_gate/.test(text), 'the warps of a script, on its map and as a list');
    const warps = native('SELECT count(*) FROM ro_warps(\'npc/warps.txt\') GROUP BY map ORDER BY 1 DESC LIMIT 1', resolve('samples'))[0][0];
    await sameSoon(() => tab.$$eval('#plot .mark', list => String(list.length)), warps, 'a mark for each warp of the map');
    await tab.$eval('#plot .mark[title^="town_gate"]', mark => mark.dispatchEvent(new MouseEvent('click', {bubbles: true})));
    await tab.waitForFunction(() => /^A warpfromtown, town_gate, 24, 3leads tofield 24, 26/.test(document.getElementById('picked').textContent));
    await sameSoon(() => tab.textContent('#picture-title'), 'Warps of field, by where they lead', 'a click on a warp leads to its map');
    await tab.click('#picked button:text-is("Back to town")');
    await sameSoon(() => tab.textContent('#picture-title'), 'Warps of town, by where they lead', 'and back');
    await drop(tab, [fileOf('walked.gat', 'samples/town.gat'), fileOf('walked.txt', 'samples/npc/warps.txt')]);
    await shown(tab, 'walked.txt');
    await tab.waitForFunction(() => [...document.querySelectorAll('#list li')].some(item => /walked\.gat/.test(item.textContent) && item.querySelector('img')));
    check(true, 'a picture in the list isn\'t lost where a script beside it is looked for');
    await drop(tab, [fileOf('data.grf', 'samples/data.grf')]);
    await tab.waitForFunction(() => document.querySelector('#drop h2').textContent === 'data.grf');
    await checkSoon(() => tab.textContent('#drop p'), text => /^\d+ files: \d+ maps.*\.$/.test(text), 'what an archive holds is told');
    await drop(tab, [{name: 'one.mod', base64: moduleOf(['inn'], readFileSync('samples/cellar.are')).toString('base64')}]);
    await shown(tab, 'inn.are');
    await verdictOf(tab, 'inn.are');
    check(!/Terrain/.test(await tab.textContent('#pictures')), 'no terrain where no tileset is known');
    for (const name of await textsOf(tab, '#pictures [aria-pressed], #models [aria-pressed]')) {
        await tab.$$eval('#pictures [aria-pressed], #models [aria-pressed]', (list, wanted) => list.find(one => one.textContent === wanted)?.click(), name);
        await ask(tab, 'SELECT 1'); // which is answered after what the button asks
        await checkSoon(() => tab.$eval('#picture', image => image.checkVisibility() && image.naturalWidth > 0), Boolean, 'what can\'t be drawn leaves the picture as it was');
    }
    await drop(tab, [{name: 'two.mod', base64: moduleOf(['inn', 'cellar'], readFileSync('samples/cellar.are')).toString('base64')}]);
    await tab.waitForFunction(() => /^2 entries of two\.mod/.test(document.getElementById('files').textContent) &&
        document.querySelectorAll('#list img').length === 2);
    await sameSoon(() => textsOf(tab, '#list small').then(([first]) => first), 'The Cellar, 3 x 2', 'the areas of a module come first, by their names');
    await sameSoon(() => textsOf(tab, '#strip span'), ['The Cellar', 'The Cellar'], 'below the view, too');
    await sameSoon(() => tab.$$eval('#strip img', list => list.map(one => one.naturalWidth)), [192, 192], 'in the colours of the view');
    await drop(tab, ['house.trx', 'house.trn', 'meadow.trn'].map(name => fileOf(name, `samples/${name}`)));
    await shown(tab, 'house.trx', 'model');
    await sameSoon(() => textsOf(tab, '#strip span'), ['house', 'meadow'], 'areas of several types are offered together, each once');
    await testBlueprint(tab);
    await drop(tab, ['windmill.mdl', 'c_snake.mdl'].map(name => fileOf(name, `samples/${name}`)));
    await tab.waitForFunction(() => [...document.querySelectorAll('#list li')].filter(item => /\.mdl/.test(item.textContent) &&
        item.querySelector('img')).length === 2);
}

// A blueprint is told by its name, and its sheet begins with what it is called; where there are no pictures none are promised.
async function testBlueprint(tab) {
    await drop(tab, ['nw_guard.utc', 'plc_chest.utp'].map(name => fileOf(name, `samples/${name}`)));
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'nw_guard.utc' && document.querySelector('#sheet .row.body'));
    await checkSoon(() => tab.textContent('#sentence'), text => /^A blueprint of Neverwinter Nights: a creature, ("|named by text \d+ of the game: drop its dialog\.tlk, too)/.test(text), 'what a blueprint is');
    await checkSoon(() => tab.$eval('#sheet .row.body', ({firstChild}) => firstChild.textContent), text => /Name$/.test(text), 'its name comes first');
    await sameSoon(() => textsOf(tab, '#sheet [role=columnheader]'), ['field', 'value', 'type'], 'values stand beside their fields');
    await checkSoon(() => tab.isHidden('#strip'), Boolean, 'no small pictures of what has none');
    const [[chest]] = native('SELECT hex(gamemap_edit(\'plc_chest.utp\', \'gff_fields\', id, \'value\', 0)) FROM gff_fields(\'plc_chest.utp\') WHERE path = \'Appearance\'', resolve('samples'));
    await drop(tab, [{name: 'zero.utp', base64: Buffer.from(chest, 'hex').toString('base64')}]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'zero.utp' && document.querySelector('#sheet .blocks'));
    check(!/dwarf/.test(await tab.textContent('#sheet .blocks')), 'a placeable looks like no race');
}

// An area without the models of its tiles: what stands there, with names in letters of the page, however narrow it is
async function testMarks(tab) {
    const {width, height} = tab.viewportSize();
    await tab.setViewportSize({width: 390, height: 844});
    await drop(tab, ['are', 'git'].map(type => fileOf(`marked.${type}`, `samples/cellar.${type}`)));
    await shown(tab, 'marked.are');
    await shown(tab, 'marked.are', 'model');
    await sameSoon(() => textsOf(tab, '#layers .key'), ['slope, 5 metres a step', 'guessed: a colour for each kind of tile, of which nothing more is known'], 'without any of its tiles an area has levels in 3D');
    await checkSoon(() => tab.textContent('#sentence'), text => /Its ground is guessed in 3D: drop the models of its tileset/.test(text), 'and it is said that they are guessed');
    await checkSoon(() => textsOf(tab, '#layers button'), list => list.some(text => /^\d+ doors?$/.test(text)) && !list.includes('Find a way'), 'what stands there, and no ways over what is guessed');
    await checkSoon(() => textsOf(tab, '#layers button'), list => ['triggers?', 'sounds?'].every(kind => list.some(text => new RegExp(`^\\d+ ${kind}$`).test(text))), 'triggers and sounds, too');
    await checkSoon(() => tab.$$eval('#frame .names b:not([hidden])', list => list.length), count => count > 0, 'with names in 3D');
    const dotOf = (selector, text) => tab.$$eval(selector, (list, words) => list.find(one => new RegExp(words).test(one.textContent))?.style.getPropertyValue('--dot'), text);
    await checkSoon(() => Promise.all(['#layers button', '#picture-key .key'].map(where => dotOf(where, '\\bdoor'))), ([one, other]) => Boolean(one) && one === other, 'doors are of one colour on the map and in 3D');
    const placed = native('SELECT count(*) FROM nwn_objects(\'cellar.git\') WHERE x IS NOT NULL', resolve('samples'))[0][0];
    const told = await soon(() => tab.evaluate(() => ({marks: document.querySelectorAll('#plot .mark').length, key: document.getElementById('picture-key').textContent,
        sizes: [...document.querySelectorAll('#plot .mark b:not([hidden])')].map(one => parseFloat(getComputedStyle(one).fontSize))})), ({marks, sizes}) => marks > 5 && sizes.length > 3);
    check(told.marks > 5 && told.marks <= Number(placed), `${told.marks} marks of ${placed} objects`);
    check(told.sizes.length > 3 && told.sizes.every(size => size >= 12), `letters of ${told.sizes} pixels`);
    check(/door \(\d+\)/.test(told.key), `what the colours mean: ${told.key}`);
    await checkSoon(() => tab.textContent('#picture-key'), text => /numbers near each other in tcellar\.set, which isn't here.*10 x 10 metres.*up to \d steps?/i.test(text) && !/tile 0/.test(text),
        'without a tileset the numbers of tiles say nothing, and aren\'t told');
    await sameSoon(() => tab.$$eval('#map .numbers', list => list.length), 1, 'though the picture is drawn twice there is one button of their numbers');
    check(await tab.isHidden('#plot .tile b'), 'numbers of tiles aren\'t shown until somebody asks');
    await tab.click('#map button:text-is("Tile numbers")');
    await checkSoon(() => tab.$eval('#plot .tile b', one => one.checkVisibility() && one.textContent), text => /^\d+[↑←↓→]$/.test(text), 'and then they are, with where their north is turned');
    await testTerrain(tab);
    await testBlock(tab);
    await tab.setViewportSize({width, height});
    const rules = ['2DA V2.0', '', '  NAME SAME NONE', ...[0, 1, 2, 3].map(i => `${i} n${i} 7 ****`), ''].join('\n');
    await drop(tab, [{name: 'same.2da', base64: Buffer.from(rules).toString('base64')}]);
    await tab.waitForFunction(() => /^The same in each row: SAME \(7\)\. Nothing is in NONE\.$/.test(document.querySelector('#sheet .same')?.textContent));
    await sameSoon(() => textsOf(tab, '#sheet [role=columnheader]'), ['row', 'NAME'], 'columns that differ');
}

// With its tileset the terrain of an area is known, though none of its models is here.
async function testTerrain(tab) {
    const tile = i => `[TILE${i}]\nModel=none${i}\nTopLeft=Water\nTopRight=Grass\nBottomLeft=Grass\nBottomRight=Grass\nTopLeftHeight=0\nTopRightHeight=0
BottomLeftHeight=0\nBottomRightHeight=0\nTop=Road\nRight=\nBottom=\nLeft=\nDoors=0\n`;
    const set = `[GENERAL]\nName=TCELLAR\nType=SET\nVersion=V1.0\nInterior=1\nTransition=2.5\n\n[TILES]\nCount=3\n\n${[0, 1, 2].map(tile).join('\n')}`;
    await drop(tab, [...['are', 'git'].map(type => fileOf(`terrain.${type}`, `samples/cellar.${type}`)), {name: 'TCellar.set', base64: Buffer.from(set).toString('base64')}]);
    await shown(tab, 'terrain.are');
    await shown(tab, 'terrain.are', 'model');
    await sameSoon(() => textsOf(tab, '#models button'), ['Terrain in 3D'], 'with the tileset its levels are told by terrains');
    await sameSoon(() => textsOf(tab, '#layers .key'), ['Grass', 'Water', 'slope, 2.5 metres a step', 'levels and shapes guessed from the tileset'], 'which terrains these are');
    await tab.click('#pictures button:text-is("Terrain")');
    // it is drawn again, and has no key meanwhile
    await checkSoon(() => tab.textContent('#picture-key'), text => /Grass.*Water.*Road, across tiles/.test(text), 'which terrains there are');
    await sameSoon(() => tab.$$eval('#plot .tile', list => list.length), 0, 'numbers of tiles stay with their picture');
    // the north-west corner of a tile lies where its quarter turns put it
    const corners = () => tab.evaluate(() => {
        const image = document.getElementById('picture'), context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
        context.drawImage(image, 0, 0);
        const edge = 8, side = (image.naturalWidth - 2 * edge) / 3;
        const isBlue = (x, y) => {
            const [r, g, b] = context.getImageData(Math.round(edge + x * side), Math.round(edge + y * side), 1, 1).data;
            return b > r && b > g;
        };
        return [0, 1, 2, 3, 4, 5].map(i => [[0.1, 0.1], [0.1, 0.9], [0.9, 0.9], [0.9, 0.1]].map(([x, y], k) => isBlue(i % 3 + x, 1 - Math.floor(i / 3) + y) && k).find(k => k !== false));
    });
    const turns = native('SELECT orientation FROM nwn_tiles(\'cellar.are\') ORDER BY id', resolve('samples')).map(([turn]) => Number(turn));
    await sameSoon(corners, turns, 'where the water of each tile is');
}

// Tiles whose models have nothing to draw, but a walkmesh, are a block; other tiles are guessed from it.
async function testBlock(tab) {
    const empty = ['newmodel tc_a01', 'setsupermodel tc_a01 NULL', 'classification tile', 'setanimationscale 1', 'beginmodelgeom tc_a01', 'node dummy tc_a01', '  parent NULL', 'endnode',
        'endmodelgeom tc_a01', 'donemodel tc_a01', ''].join('\n');
    const walked = ['beginwalkmeshgeom tc_a01', 'node aabb ground', '  parent tc_a01', '  position 0 0 0', '  verts 4', '    -5 -5 0', '    5 -5 0', '    5 5 0', '    -5 5 0',
        '  faces 2', '    0 1 2 1 0 0 0 3', '    0 2 3 1 0 0 0 7', 'endnode', 'endwalkmeshgeom tc_a01', ''].join('\n');
    await drop(tab, [...['are', 'git'].map(type => fileOf(`block.${type}`, `samples/cellar.${type}`)), fileOf('TCellar.set', 'samples/TCellar.set'),
        ...Object.entries({'tc_a01.mdl': empty, 'tc_a01.wok': walked}).map(([name, text]) => ({name, base64: Buffer.from(text).toString('base64')}))]);
    await shown(tab, 'block.are', 'model');
    await sameSoon(() => textsOf(tab, '#models button'), ['Ground in 3D'], 'an area of which nothing is drawn isn\'t offered, its ground is');
    await sameSoon(() => textsOf(tab, '#layers .key'), ['grass', 'not walkable (Nonwalk)', 'lighter: guessed from its neighbours'], 'what the colours of a block are, in the words of the picture');
    check(await tab.isHidden('#picked'), 'nothing is told that nobody asked');
    await checkSoon(() => tab.$eval('#layers', ({children: [first, , , label, then]}) => [first.className, label.textContent, then.localName].join()), text => text === 'key,Show:,button', 'a key can\'t be shown or hidden');
    await checkSoon(() => textsOf(tab, '#layers button'), list => list.some(text => /^\d+ doors?$/.test(text)), 'what stands on it');
}

// What is known of a model stands in chips; of several maps those reports come first that are about the one that is open.
async function testChips(tab) {
    await drop(tab, [fileOf('windmill.mdl', 'samples/windmill.mdl')]);
    await shown(tab, 'windmill.mdl', 'model');
    await checkSoon(() => textsOf(tab, '#chips span'), list => list.includes('4.0 x 2.0 metres, 5.5 high'), 'how large a windmill is, with its tower');
    await drop(tab, ['town.gnd', 'old.gnd', 'lake.gnd'].map(name => fileOf(`several/${name}`, `samples/${name}`)));
    await shown(tab, 'town.gnd', 'model');
    same(await tab.textContent('#chips'), '', 'chips of another file');
    await checkSoon(() => textsOf(tab, '#reports h3'), ([first, ...rest]) => /: town\.gnd$/.test(first) && rest.some(text => /: all \d+ maps$/.test(text)), 'reports about the open map, then about all maps');
    await tab.click('#reports .card');
    await checkSoon(() => tab.inputValue('#pattern'), text => /town\.gnd$/.test(text), 'a report about the file that is open');
    await answer(tab);
    await sameSoon(() => tab.$$eval('#pictures .how, #stage-bar .how', list => list.length), 1, 'buttons of SQL above pictures');
    await tab.$eval('#pattern', input => {
        input.value = '';
    });
    await tab.click('#close-answer');
    await drop(tab, [fileOf('several/LAKE.GND', 'samples/lake.gnd')]);
    await tab.waitForFunction(() => /: LAKE\.GND$/.test(document.querySelector('#reports h3')?.textContent));
    check(true, 'reports about a file whose ending is in capitals');
}

// A picture is saved with what stands over it: its title and key, and its names where the page has them.
async function testSaved(tab) {
    await drop(tab, ['are', 'git'].map(type => fileOf(`saved.${type}`, `samples/cellar.${type}`)));
    await shown(tab, 'saved.are');
    await tab.waitForSelector('#plot .mark b:not([hidden])');
    const save = async () => {
        const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('#map figcaption a')]);
        same(download.suggestedFilename(), 'saved.are.png', 'the name of a saved picture');
        return readFileSync(await download.path()).toString('base64');
    };
    const inkOf = async () => tab.evaluate(async source => {
        const bytes = Uint8Array.from(atob(source), character => character.charCodeAt(0)), image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d'), frame = document.getElementById('picture').getBoundingClientRect();
        context.drawImage(image, 0, 0);
        const scale = Math.max(2, document.getElementById('picture').naturalWidth / frame.width), above = 28;
        // are there light pixels and dark ones, as letters on their ground have them?
        const hasText = (left, top, width, height) => {
            const {data} = context.getImageData(...[left, top, width, height].map(pixels => Math.round(pixels * scale)));
            const greens = [...data].filter((_, i) => i % 4 === 1);
            return Math.max(...greens) > 200 && Math.min(...greens) < 90;
        };
        const names = [...document.querySelectorAll('#plot .mark b:not([hidden])')].map(one => one.getBoundingClientRect());
        return {title: hasText(0, 0, 200, above - 4), key: hasText(0, above + frame.height + 8, 200, 20),
            names: names.filter(({left, top, width, height}) => hasText(left - frame.left, top - frame.top + above, width, height)).length, seen: names.length};
    }, await save());
    await checkSoon(inkOf, ({title, key, names, seen}) => title && key && seen > 3 && names === seen, 'a saved picture has its title, key and names');
}

// Textures that are all but black: the view is lighter than the game, says so, and is as dark as that at a click.
async function testLighter(tab) {
    const dark = Buffer.alloc(70, 12), header = [[2, 70], [10, 54], [14, 40], [18, 2], [22, 2], [26, 1 | 24 << 16], [30, 0], [34, 16], [38, 0], [42, 0], [46, 0], [50, 0]];
    dark.write('BM');
    for (const [place, number] of [[6, 0], ...header]) dark.writeUInt32LE(number, place);
    const names = native('SELECT DISTINCT path FROM gnd_textures(\'town.gnd\')', resolve('samples')).map(([path]) => path.replaceAll('\\', '/'));
    await drop(tab, [fileOf('data/dark.gnd', 'samples/town.gnd'), ...names.map(name => ({name: `data/texture/${name}`, base64: dark.toString('base64')}))]);
    await shown(tab, 'dark.gnd', 'model');
    const pressed = () => tab.getAttribute('#layers button:text-is("Brightened")', 'aria-pressed');
    await sameSoon(pressed, 'true', 'a dark place is shown lighter');
    const light = await tab.locator('#scene').screenshot();
    await tab.click('#layers button:text-is("Brightened")');
    await sameSoon(pressed, 'false', 'and as dark as the game has it');
    await checkSoon(async () => light.equals(await tab.locator('#scene').screenshot()), isSame => !isSame, 'which one sees');
}

// While a model is read another file is opened: that stays what is shown. A model that can't be read doesn't stop what is told of its file.
async function testLate(tab) {
    await tab.evaluate(() => {
        const make = window.createImageBitmap, held = new Promise(resolve => { window.letGo = resolve; });
        window.createImageBitmap = async (...given) => {
            window.isHeld = true;
            await held;
            return make.apply(window, given);
        };
    });
    await drop(tab, [fileOf('data/late.gnd', 'samples/town.gnd')]);
    await tab.waitForFunction(() => window.isHeld && document.getElementById('subject').textContent === 'late.gnd');
    await drop(tab, [fileOf('house.trx', 'samples/house.trx')]);
    await shown(tab, 'house.trx', 'model');
    const bytesOf = async () => {
        const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('#save-glb')]);
        return [download.suggestedFilename(), readFileSync(await download.path()).length, await tab.$eval('#stage', stage => stage.dataset.shown)];
    };
    const before = await bytesOf();
    await tab.evaluate(() => window.letGo());
    await tab.waitForTimeout(500);
    same(await bytesOf(), before, 'a model that comes late');
    await drop(tab, [fileOf('house.rsm', 'samples/model/house/house.rsm')]);
    await shown(tab, 'house.rsm', 'model');
    const isSeen = () => tab.evaluate(() => Boolean([...document.querySelectorAll('#list li')].find(item => /house\.rsm/.test(item.textContent))?.querySelector('img')));
    await checkSoon(isSeen, Boolean, 'a model that was seen has a small picture');
    await drop(tab, [{name: 'house.rsm', base64: 'R1JTTQ=='}]);
    await tab.waitForFunction(() => /^rsm_glb: house\.rsm: /.test(document.getElementById('stage-note').textContent));
    await checkSoon(isSeen, isThere => !isThere, 'which goes when another file takes its place');
    await tab.evaluate(() => {
        const {decode} = TextDecoder.prototype;
        window.mend = () => { TextDecoder.prototype.decode = decode; };
        TextDecoder.prototype.decode = () => { throw new Error('out of order'); };
    });
    await drop(tab, [fileOf('stuck.rsm', 'samples/model/house/house.rsm')]);
    await verdictOf(tab, 'stuck.rsm');
    await checkSoon(() => tab.textContent('#stage-note'), text => /can't be shown in 3D: .*out of order/.test(text), 'why there is no model');
    await tab.evaluate(() => window.mend());
    const archive = {name: 'early.mod', base64: moduleOf(['early'], readFileSync('samples/cellar.are')).toString('base64')};
    await tab.evaluate(list => {
        for (const {name, base64} of list) {
            const made = new DataTransfer();
            made.items.add(new File([Uint8Array.from(atob(base64), character => character.charCodeAt(0))], name));
            document.body.dispatchEvent(Object.assign(new Event('drop', {bubbles: true}), {dataTransfer: made}));
        }
    }, [archive, fileOf('last.rsm', 'samples/model/house/house.rsm')]);
    await shown(tab, 'last.rsm', 'model');
    await verdictOf(tab, 'last.rsm');
    await tab.waitForTimeout(500);
    same(await tab.textContent('#subject'), 'last.rsm', 'what was dropped before doesn\'t come later');
    check(await tab.isEnabled('#save-glb') && await tab.isHidden('#preview'), 'its model is there, and nothing before it');
    await drop(tab, [fileOf('windmill.mdl', 'samples/windmill.mdl')]);
    await shown(tab, 'windmill.mdl', 'model');
    await tab.waitForTimeout(300);
    const seen = () => tab.locator('#scene').screenshot().then(png => png.toString('base64'));
    await tab.click('#play');
    await sameSoon(() => tab.textContent('#play'), 'Play', 'an animation can be held');
    await sameSoon(async () => await seen() === await seen(), true, 'and then nothing moves'); // once it is drawn finely
    const held = await seen();
    await tab.click('#play');
    await checkSoon(seen, now => now !== held, 'and goes on');
    await tab.click('#play');
    const again = await seen();
    await tab.selectOption('#animation', '');
    await checkSoon(seen, now => now !== again, 'what is held isn\'t what stands still');
}

// Of a table that is wider than the page it is told how many columns are to the right.
async function testColumns(tab) {
    const columns = Array.from({length: 30}, (_, i) => `COLUMN${i}x`), rows = [0, 1, 2, 3].map(row => `${row} ${columns.map((_, i) => row * i).join(' ')}`);
    await drop(tab, [{name: 'wide.2da', base64: Buffer.from(['2DA V2.0', '', ` ${columns.join(' ')}`, ...rows, ''].join('\n')).toString('base64')}]);
    await tab.waitForFunction(() => /^\d+ more columns to the right/.test(document.querySelector('#sheet .more')?.textContent));
    await tab.$eval('#sheet .grid', grid => {
        grid.scrollLeft = grid.scrollWidth;
    });
    await tab.waitForFunction(() => document.querySelector('#sheet .more').textContent === '');
    check(true, 'columns to the right are counted until they are seen');
    await testSorted(tab);
    await testRules(tab);
}

// Of rules, what is empty is pale, numbers stand on the right however late they come, few rows are shown whole, and numbers of texts are said to be
// that, or have their texts.
async function testRules(tab) {
    const rows = Array.from({length: 30}, (_, i) => `${i} race${i} ${i + 10} ${i % 11} ${i < 29 ? '****' : 7}`);
    await drop(tab, [{name: 'races.2da', base64: Buffer.from(['2DA V2.0', '', ' LABEL NAME FAVORED LATE', ...rows, ''].join('\n')).toString('base64')}]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'races.2da' && document.querySelector('#sheet .row.body'));
    await sameSoon(() => tab.$eval('#sheet .row.body', row => [row.lastChild.textContent, row.lastChild.className]), ['', 'null number'], 'what is empty');
    same(await tab.$eval('#sheet .grid', grid => grid.scrollHeight - grid.clientHeight), 0, 'few rows are shown whole');
    await sameSoon(() => tab.$eval('#sheet .row.body:nth-child(5) > :nth-child(4)', one => one.textContent), '4 fighter', 'a class is called by its name');
    await sameSoon(() => tab.textContent('#sheet > .same'), 'NAME: numbers of texts of the game; drop its dialog.tlk, too, to read them.', 'numbers of texts are said to be that');
    const names = ['LABEL', 'NAME', 'RARE', 'PREREQFEAT1', ...Array.from({length: 8}, (_, i) => `C${i}`)];
    const feats = Array.from({length: 30}, (_, i) => `${i} feat${i} ${i + 10} ${i === 7 ? 5 : '****'} ${i ? i - 1 : '****'} ${[...'01234567'].map(j => i * 10 + Number(j)).join(' ')}`);
    await drop(tab, [{name: 'feat.2da', base64: Buffer.from(['2DA V2.0', '', ` ${names.join(' ')}`, ...feats, ''].join('\n')).toString('base64')}]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'feat.2da' && document.querySelector('#sheet .row.body'));
    const seen = () => tab.$$eval('#sheet [role=columnheader]', list => list.filter(one => one.checkVisibility()).map(one => one.textContent));
    await sameSoon(() => textsOf(tab, '#sheet .folds'), ['+ 1 names and texts (numbers of dialog.tlk)', '+ 1 nearly empty'], 'columns that say little are folded');
    await sameSoon(async () => (await seen()).slice(0, 4), ['row', 'LABEL', 'PREREQFEAT1', 'C0'], 'behind those that say something');
    await sameSoon(() => tab.$eval('#sheet .row.body:nth-child(2) > :nth-child(3)', one => one.textContent), '0 feat0', 'a feat that is asked for is called by its name');
    await sameSoon(() => tab.$eval('#sheet .row.body > :nth-child(4)', one => one.className), 'zero number', 'a nought');
    await tab.click('#sheet .folds:text-is("+ 1 names and texts (numbers of dialog.tlk)")');
    await sameSoon(async () => (await seen()).at(-1), 'NAME', 'a button shows them');
    const races = Array.from({length: 12}, (_, i) => `${i} ${i === 5 ? 'DELETED' : `race${i}`} ${i % 3 - 1} ${i % 2} ${100 + i}`);
    await drop(tab, [{name: 'adjusted.2da', base64: Buffer.from(['2DA V2.0', '', ' LABEL StrAdjust HostileFeat Appearance', ...races, ''].join('\n')).toString('base64')}]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'adjusted.2da' && document.querySelector('#sheet .row.body'));
    const line = row => tab.$eval(`#sheet .row.body:nth-child(${row})`, one => [one.classList.contains('gone'), ...[...one.children].slice(2).map(cell => `${cell.textContent}|${cell.className}`)]);
    await sameSoon(() => line(1), [false, '-1|minus number', '·|zero number', '100 helmed horror|'], 'what is taken away, no, and an appearance');
    await sameSoon(() => line(6), [true, '1|plus number', '✓|yes number', '105 imp|'], 'what is added, yes, and a row that is deleted');
    same(await tab.$$eval('#sheet .row.head > :nth-child(3)', ([one]) => [one.textContent, one.offsetWidth < 90, one.offsetHeight > 30]), ['StrAdjust', true, true], 'a heading in two lines');
    await sameSoon(() => tab.textContent('#sheet .overview'), 'HostileFeat: race1, race3, race7, race9, race11. 1 row of no use (DELETED). A dot is 0.', 'what a sheet says in a line');
    same([groupsOf(['LABEL', 'StrAdjust', 'DexAdjust', 'ConAdjust', 'Age', 'MINSTR', 'MINDEX', 'MININT', 'Level1', 'Level2']), groupsOf(['Level1', 'Level2', 'Level3'])],
        [[{from: 1, shared: 'Adjust', rests: ['Str', 'Dex', 'Con']}, {from: 5, shared: 'MIN', rests: ['STR', 'DEX', 'INT']}], [{from: 0, shared: 'Level', rests: ['1', '2', '3']}]], 'columns below one heading');
    const sheet = Array.from({length: 12}, (_, i) => [String(i), `race${i}`, i === 3 ? '2' : '0', i === 3 ? '-2' : '0', '0']);
    same(overviewOfRules(['row', 'LABEL', 'StrAdjust', 'DexAdjust', 'ConAdjust'], sheet), 'Adjust: race3 Str +2 Dex \u22122.', 'and what it adds to few rows');
}

// Where maps stand in a net: each once, within it, and those that lead to each other nearer than others.
function testNet() {
    const {maps: net, cells} = netOf([['town', 'inn', 2], ['inn', 'town', 1], ['town', 'field', 1], ['field', 'town', 1], ['isle', 'hut', 1]], 1.2);
    same([cells.length, Math.round(1000 * cells.reduce((sum, [,, wide, high]) => sum + wide * high, 0))], [2, 1000], 'the cells of its groups fill it');
    same(net.map(([name]) => name).sort(), ['field', 'hut', 'inn', 'isle', 'town'], 'each map once');
    check(net.every(([, x, y]) => x > 0 && x < 1 && y > 0 && y < 1), 'within the picture');
    const place = new Map(net.map(([name, x, y]) => [name, [x, y]])), far = (a, b) => Math.hypot(...place.get(a).map((part, i) => part - place.get(b)[i]));
    check(far('town', 'inn') < far('inn', 'field') && far('isle', 'hut') < far('hut', 'town'), 'near to those that they lead to');
    const chains = ['a_very_long_name', 'town'].flatMap((name, i) => ['in', 'out'].map(other => [name, other + i, 1]));
    const [[,, long], [,, short]] = netOf(chains, 4).cells;
    check(long > short, 'a cell has room for the name of what leads to others');
    const many = netOf(Array.from({length: 30}, (_, i) => [`town${i % 12}`, `map${i}`, 1]), 1.2).cells;
    check(many.every(([x, y, wide, high], i) => x > -1e-6 && y > -1e-6 && x + wide < 1 + 1e-6 && y + high < 1 + 1e-6 && many.every(([u, v, w, h], k) =>
        k === i || x + wide < u + 1e-6 || u + w < x + 1e-6 || y + high < v + 1e-6 || v + h < y + 1e-6)), 'cells lie beside each other');
    check(many[0][2] * many[0][3] > many.at(-1)[2] * many.at(-1)[3], 'those of more maps are larger');
    same(netOf([], 1), {maps: [], cells: []}, 'no net of nothing');
    const lines = script.marks['Net of maps'].keys.lines.replaceAll('ro_warps(:b, \'skip\')', 'all_warps').replaceAll(/:[qy]/g, '100')
        .replaceAll(':j', `'${JSON.stringify({maps: ['town', 'field', 'off'].map((map, i) => [map, 0.1 + 0.3 * i, 0.5, 1]), cells: []})}'`);
    same(native(`CREATE TEMP TABLE all_warps AS SELECT column1 AS map, column2 AS to_map FROM (VALUES ('town', 'field'), ('field', 'town'), ('town', 'off'), (NULL, 'town')); ${lines}`, '.')
        .map(([,, way]) => way).sort(), ['dashed', 'line'], 'a warp without a map hides no lines');
}

// A sheet is sorted by a click on a head, which stays in sight; of texts, too, those that are numbers count as such, and stand on the right.
async function testSorted(tab) {
    const rows = Array.from({length: 40}, (_, i) => `${i} name${i} ${(i * 7) % 40}`);
    await drop(tab, [{name: 'sorted.2da', base64: Buffer.from(['2DA V2.0', '', ' LABEL COST', ...rows, ''].join('\n')).toString('base64')}]);
    await tab.click('#sheet .row.head button:text-is("COST")');
    await tab.click('#sheet .row.head button:text-is("COST")');
    const read = () => tab.evaluate(() => ({costs: [...document.querySelectorAll('#sheet .row.body')].slice(0, 4).map(row => row.lastChild.textContent),
        right: [...document.querySelectorAll('#sheet .row.head .number')].map(one => one.textContent),
        alike: new Set([...document.querySelectorAll('#sheet .row.body')].slice(0, 4).map(row => getComputedStyle(row).backgroundColor)).size,
        sort: document.querySelector('#sheet .row.head > :last-child').ariaSort}));
    await sameSoon(read, {costs: ['39', '38', '37', '36'], right: ['row', 'COST'], alike: 2, sort: 'descending'}, 'a sheet that is sorted');
    same(await tab.$$eval('#sheet .row.head > *', list => list.map(one => getComputedStyle(one).position)), ['sticky', 'sticky', 'static'], 'labels stay in sight, too');
    await tab.$eval('#sheet .grid', grid => {
        grid.scrollTop = 300;
    });
    await checkSoon(() => tab.evaluate(() => {
        const [grid, head] = ['#sheet .grid', '#sheet .row.head'].map(one => document.querySelector(one).getBoundingClientRect());
        return [document.querySelector('#sheet .grid').scrollTop, head.top - grid.top];
    }), ([scrolled, below]) => scrolled > 100 && below >= 0 && below < 3, 'its head stays in sight');
}

// A coordinate that a warp lies over isn't shown; a picture of one colour is no card, and small pictures are there of what has no surface.
async function testSmall(tab) {
    const warp = (x, y, name) => `nowhere,${x},${y},0\twarp\t${name}\t1,1,prontera,150,150\n`;
    await drop(tab, [{name: 'nowhere.txt', base64: Buffer.from(warp(10, 52, 'a') + warp(600, 300, 'b')).toString('base64')}]);
    await shown(tab, 'nowhere.txt');
    await checkSoon(() => tab.evaluate(() => {
        const boxes = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect());
        const ticks = boxes('#plot .tick b'), marks = boxes('#plot .mark');
        return {ticks: ticks.length, marks: marks.length, covered: ticks.filter(a => marks.some(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length,
            sizes: Math.min(...[...document.querySelectorAll('#plot .tick b')].map(one => parseFloat(getComputedStyle(one).fontSize)))};
    }), ({ticks, marks, covered, sizes}) => ticks > 5 && marks === 2 && covered === 0 && sizes >= 12, 'coordinates beside warps');
    const bones = ['bones', 'torso', 'head'].map((name, i, all) => `node dummy ${name}\n  parent ${all[i - 1] ?? 'NULL'}\n  position 0.1 0 ${i}\nendnode\n`);
    const model = `newmodel bones\nsetsupermodel bones NULL\nclassification character\nsetanimationscale 1\nbeginmodelgeom bones\n${bones.join('')}endmodelgeom bones\ndonemodel bones\n`;
    await drop(tab, [{name: 'bones.mdl', base64: Buffer.from(model).toString('base64')}]);
    await checkSoon(() => tab.$$eval('#list li', list => list.find(item => /bones\.mdl/.test(item.textContent))?.querySelector('img')?.naturalWidth), width => width > 20, 'a small picture of bones');
    await testFigures(tab, model);
    await drop(tab, [fileOf('dots/town.rsw', 'samples/town.rsw'), fileOf('dots/cellar.git', 'samples/cellar.git')]);
    await verdictOf(tab, 'town.rsw');
    await tab.fill('#list-filter', 'dots/');
    await sameSoon(() => tab.$$eval('#list img', list => list.filter(one => one.naturalWidth > 20).length), 2, 'small pictures of what stands somewhere');
    await drop(tab, [fileOf('cards/old.gnd', 'samples/old.gnd')]);
    await shown(tab, 'old.gnd', 'model');
    await tab.$eval('#offered', one => one.scrollIntoView());
    await checkSoon(() => tab.$$eval('#reports > div:first-child .card', list => list.map(one => `${one.firstChild.localName} ${one.querySelector('strong').textContent}`)),
        list => list.includes('img Which texture lies where?') && !list.some(text => /How steep/.test(text)), 'cards with pictures, none of which is of one colour');
    await checkSoon(() => tab.$$eval('#pictures [aria-pressed]', list => list.map(one => one.getBoundingClientRect()).map(({left}, i, all) => left - (all[i - 1]?.right ?? left))),
        apart => apart.length > 1 && apart.every(pixels => pixels <= 0), 'buttons of which one is pressed are one row without gaps');
}

// Of an effect its sources are drawn; beside a figure that stands are pictures of it from elsewhere, and a click looks from there.
async function testFigures(tab, bones) {
    const of = (name, nodes) => ({name: `${name}.mdl`, base64: Buffer.from(bones.replace(/node dummy torso[^]*(?=endmodelgeom)/, nodes).replaceAll('bones', name)).toString('base64')});
    await drop(tab, [of('spark', 'node emitter fire\n  parent spark\n  position 0 0 1\n  colorStart 1 0.5 0\n  sizeStart 2\nendnode\n')]);
    await checkSoon(() => tab.$$eval('#list img', list => list.map(one => one.naturalWidth)), ([width]) => width > 20, 'a small picture of an effect');
    const panel = (name, low, high) => `node trimesh ${name}\n  parent figure\n  bitmap skin\n  verts 4\n    -0.2 0 ${low}\n    0.2 0 ${low}\n    0.2 0 ${high}\n    -0.2 0 ${high}\n  faces 2\n    0 1 2 1 0 1 2 1\n    0 2 3 1 0 2 3 1\nendnode\n`;
    await drop(tab, [of('figure', panel('body', 0, 1.6) + panel('head', 1.6, 2))]);
    await sameSoon(() => tab.$$eval('#aspects button', list => list.map(one => [one.textContent, one.firstChild.naturalHeight])), [['From behind', 320], ['Its head', 320]], 'pictures of a figure from elsewhere');
    await tab.click('#aspects button:last-child');
    await drop(tab, [fileOf('house.rsm', 'samples/model/house/house.rsm')]);
    await shown(tab, 'house.rsm', 'model');
    same(await tab.$$eval('#aspects button', list => list.length), 0, 'of a house there are none');
}

// Files that the address names
async function testAddress(browser, address) {
    const tab = await open(browser, `${address}?files=rivertown/rivertown.gat&files=rivertown/rivertown.gnd#q=${
        encodeURIComponent('SELECT file, width FROM gat_maps(\'*.gat\')')}`, {});
    await shown(tab, 'rivertown.gnd');
    await tab.waitForFunction(() => document.querySelectorAll('#results .row.body').length === 1);
    check(true, 'files of an address are opened, and its query asks them');
    await sameSoon(() => tab.$$eval('#reports h3', list => list.map(one => one.textContent)), ['Ragnarok Online: rivertown.gnd', 'Ragnarok Online'], 'cards about the open file come first');
    await checkSoon(() => textsOf(tab, '#stage-how button, #map .how'), list => new Set(list).size === 2, 'which SQL a button shows');
    await tab.context().close();
    for (const [named, why] of [['nothing.gnd', 'its server says 404'], ['http://example.org/a.gnd', 'isn\'t an address of https:']]) {
        const lost = await open(browser, `${address}?files=${named}`, {});
        await lost.waitForFunction(text => document.getElementById('results').textContent.includes(text), why);
        check(true, `${named}: ${why}`);
        await lost.context().close();
    }
}

// Rules, texts and trees are sheets; of a long table the first rows are shown, and it is said how many there are.
async function testSheets(tab) {
    for (const [name, cells] of [['appearance.2da', ['0', 'Dwarf', '2', 'dwarf']], ['dialog.tlk', ['1', 'Meadow by the river']],
        ['nw_guard.utc', ['TemplateResRef', 'ResRef', 'nw_guard']]]) {
        await drop(tab, [fileOf(name, join('samples', name))]);
        await tab.waitForFunction(wanted => document.getElementById('subject').textContent === wanted && !document.getElementById('own-tables').hidden, name);
        const rows = await soon(() => tab.$$eval('#sheet .row.body', list => list.map(row => [...row.children].map(cell => cell.textContent))), list => list.length);
        check(rows.some(row => cells.every(cell => row.includes(cell))), `${name} as a sheet: ${JSON.stringify(rows.slice(0, 3))}`);
        check(rows.every(row => !row.includes('NULL')), `${name} has nothing of SQL in it`);
    }
    await drop(tab, [fileOf('gnd.gnd', 'samples/rivertown/rivertown.gnd')]);
    await shown(tab, 'gnd.gnd', 'model');
    await tab.click('#own button:text-is("gnd_cubes")');
    await tab.waitForFunction(() => document.querySelector('#results h3')?.textContent === '1,000 of 7,680 rows');
    check(true, 'the first rows of many');
}

async function verdictOf(tab, subject) {
    await tab.waitForFunction(name => document.getElementById('subject').textContent === name &&
        /^Checked: /.test(document.getElementById('verdict').textContent), subject);
}

// What is asked of a file at first sight, whatever it is; where it lies, and whether it is sound.
async function testQuestions(tab) {
    const town = ['gnd', 'gat', 'rsw'].map(type => fileOf(`asked.${type}`, `samples/rivertown/rivertown.${type}`));
    const drops = [['asked.gnd', town], ['town.gat', ['town.gat']], ['town.rsw', ['town.rsw']], ['house.rsm', ['model/house/house.rsm']],
        ['c_snake.mdl', ['c_snake.mdl']], ['house.trx', ['house.trx']], ['nv_61a8.nvm', ['nv_61a8.nvm']],
        ['appearance.2da', ['appearance.2da']], ['dialog.tlk', ['dialog.tlk']], ['nw_guard.utc', ['nw_guard.utc']],
        ['warps.txt', ['npc/warps.txt']], ['cellar.are', ['cellar.are', 'cellar.git']]];
    for (const [subject, names] of drops) {
        await drop(tab, names.map(name => (typeof name === 'string' ? fileOf(name.replace(/.*\//, ''), join('samples', name)) : name)));
        await verdictOf(tab, subject);
        check(/^Checked: .+/.test(await tab.textContent('#verdict')), `what ${subject} is found to be`);
        const asks = await textsOf(tab, '#asks button');
        check(asks.length > 0 || subject === 'nw_guard.utc', `there are questions about ${subject}`); // it names no files and has no lists
        for (const text of asks) {
            await tab.$$eval('#asks button', (list, wanted) => list.find(one => one.textContent === wanted).click(), text);
            const {error, head, rows} = await answer(tab);
            check(!error && head.length > 0 && rows.length > 0, `${subject}, ${text}, is answered: ${error}`);
            same(await tab.$eval('#about #results-title', title => title.textContent), text, 'an answer stands beside its file, with its question');
            if (subject === 'asked.gnd') await checkSoon(() => tab.isVisible('#picture'), Boolean, 'and below its picture');
        }
        if (asks.length === 0) continue;
        await tab.click('#close-answer');
        await checkSoon(() => tab.isHidden('#answers'), Boolean, `the answer about ${subject} goes again`);
    }

    await drop(tab, [fileOf('warps.txt', 'samples/npc/warps.txt')]);
    await verdictOf(tab, 'warps.txt');
    const hasSpawns = native('SELECT count(*) FROM ro_spawns(\'npc/warps.txt\')', resolve('samples'))[0][0] > 0;
    same(/monsters/.test(await tab.textContent('#asks')), hasSpawns, 'a question is offered where it has an answer');
    await drop(tab, [fileOf('first.nvm', 'samples/nv_61a8.nvm'), fileOf('second.nvm', 'samples/nv_61a9.nvm')]);
    await tab.waitForFunction(() => document.getElementById('others').options.length > 1);
    await tab.selectOption('#others', 'second.nvm');
    await shown(tab, 'second.nvm');
    check(true, 'another file like it is chosen where it is told');
    await tab.selectOption('#others', 'first.nvm');
    await checkSoon(() => tab.textContent('#verdict'), text => /findings in all regions\./.test(text), 'of a world all regions are checked');
    await drop(tab, [fileOf('models.hak', 'samples/models.hak')]);
    await tab.waitForFunction(() => /^in models\.hak/.test(document.getElementById('where').textContent));
    check(true, 'the archive in which a model lies is told');
}

// The editor knows tables and functions from the first letter on.
async function testCompletion(tab) {
    await toEditor(tab);
    for (const [typed, wanted] of [['SELECT * FROM gnd_cub', 'gnd_cubes(src'], ['SELECT gamemap_pic', 'gamemap_picture(']]) {
        await tab.keyboard.press('Control+A');
        await tab.keyboard.type(typed);
        await tab.waitForFunction(text => document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes(text), wanted);
        check(true, `${typed} is completed`);
        await tab.keyboard.press('Escape');
    }
}

// A ZIP of one text, a.txt
const notes = 'UEsDBBQAAAAAAAAAIQBDvrfoAQAAAAEAAAAFAAAAYS50eHRhUEsBAhQDFAAAAAAAAAAhAEO+t+gBAAAAAQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0' +
    'UEsFBgAAAAABAAEAMwAAACQAAAAAAA==';

// Archives are lists; their entries are drawn without being unpacked by anybody.
async function testArchives(tab) {
    for (const [name, entry, what, sample = name] of [['data.grf', 'lake.gnd', 'picture'], ['models.hak', 'c_snake.mdl', 'model'],
        ['models.pwc', 'c_snake.mdl', 'model', 'models.hak'], ['areas.zip', 'House.TRX', 'model']]) {
        await drop(tab, [fileOf(name, join('samples', sample))]);
        await tab.waitForFunction(wanted => new RegExp(`entries of ${wanted}`)
            .test(document.getElementById('files').textContent), name);
        await tab.$$eval('#list button', (list, wanted) => list.find(one => one.title.endsWith(wanted)).click(), entry);
        await shown(tab, entry, what);
        check(true, `${entry} of ${name} is drawn`);
    }
    await drop(tab, [fileOf('data.grf', 'samples/data.grf')]);
    await tab.waitForFunction(() => document.querySelectorAll('#list img').length === 2);
    await tab.waitForFunction(() => document.querySelectorAll('#strip img').length === 2);
    // first as they are drawn, and then as the view shows them
    await sameSoon(() => tab.$$eval('#strip img', list => list.map(one => one.naturalWidth)), [192, 192], 'small pictures in the colours of the view');
    await sameSoon(() => tab.$$eval('#list img', list => list.map(one => one.naturalWidth)), [192, 192], 'in the list, too');
    await tab.click('#strip button:has-text("lake")');
    await shown(tab, 'lake.gnd', 'model');
    await sameSoon(() => tab.textContent('#strip [aria-pressed=true]'), 'lake', 'a map is chosen by its small picture below the view');
    await tab.fill('#list-filter', 'lake');
    await sameSoon(() => tab.$$eval('#list button', list => list.length), 1, 'entries that a search finds');
    await drop(tab, [{name: 'notes.zip', base64: notes}]);
    await tab.waitForFunction(() => /1 entry of notes\.zip/.test(document.getElementById('files').textContent));
    const kept = () => tab.evaluate(() => ['findings', 'own', 'pictures', 'models', 'layers'].filter(id =>
        document.getElementById(id).textContent));
    await sameSoon(kept, [], 'what is left of the file before an archive in which nothing can be drawn');
    await checkSoon(() => tab.evaluate(() => ['map', 'stage'].every(id => document.getElementById(id).hidden)), Boolean, 'neither its picture nor its model');
    await tab.click('#check');
    await tab.waitForFunction(() => /^1 of 1 files checked, 0 can't be read/.test(document.getElementById('files').textContent));
    await tab.click('#all-files');
    await checkSoon(() => tab.$$eval('#list button', list => list.map(one => one.title)), listed => ['areas.zip', 'data.grf', 'notes.zip'].every(name => listed.includes(name)), 'back to all files');
    await checkSoon(() => tab.isHidden('#all-files'), Boolean, 'where there is no further way back');
}

// Of many files of a kind two rows are shown at first.
async function testList(tab) {
    await drop(tab, Array.from({length: 40}, (_, i) => ({name: `script${i}.nss`, base64: 'YQ=='})));
    await tab.waitForSelector('#list button:text-is("Show all 40 scripts")');
    const seen = () => tab.$$eval('#list button[title$=".nss"]', list => list.length);
    await sameSoon(() => tab.$$eval('#list button[title$=".nss"]', list => new Set(list.map(one => Math.round(one.getBoundingClientRect().top))).size), 2, 'rows of scripts at first');
    await tab.click('#list button:text-is("Show all 40 scripts")');
    await sameSoon(seen, 40, 'scripts that are shown at a click');
}

// A texture that a lightmap lights, which glTF calls its occlusion: both are shown, each by coordinates of its own.
async function testLight() {
    const from = path => import(pathToFileURL(join(modules, path)));
    const {bake} = await from('bake.mjs');
    const {BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial, Scene, Texture} =
        await from('node_modules/three/build/three.module.js');
    const places = [0, 0.5, 0.25, 0.5, 0.25, 0.75], geometry = new BufferGeometry(), scene = new Scene();
    const attributes = {position: [0, 0, 0, 1, 0, 0, 0, 0, 1], normal: [0, 1, 0, 0, 1, 0, 0, 1, 0]};
    for (const [name, numbers] of Object.entries(attributes)) geometry.setAttribute(name, new BufferAttribute(new Float32Array(numbers), 3));
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(6), 2));
    geometry.setAttribute('uv1', new BufferAttribute(new Float32Array(places), 2));
    const aoMap = Object.assign(new Texture(), {channel: 1});
    scene.add(new Mesh(geometry, new MeshStandardMaterial({map: new Texture(), aoMap})));
    const [{geometry: baked, material}] = bake(scene, false).children;
    same([...baked.attributes.uv1.array], places, 'where a lightmap lies');
    check(material.map.channel === 0 && material.lightMap.channel === 1, 'a texture and its lightmap are shown');
}

// Names of files are names, whatever they look like; a text never becomes a document of this page.
async function testHostile(tab) {
    const name = '<img src=x onerror=document.title=1>\'";--%#?&.gnd';
    await drop(tab, [{...fileOf(name, 'samples/town.gnd')}]);
    await shown(tab, name);
    same(await tab.title(), 'gamemap: game worlds as SQL tables', 'a name is no markup');
    const rows = await ask(tab, `SELECT width FROM gnd_maps('${name.replaceAll('\'', '\'\'')}')`);
    same(rows.rows, [['24']], 'a query about a hostile name');
    await ask(tab, 'SELECT \'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>\' AS text');
    same(await tab.$$eval('#results figure, #results svg', list => list.length), 0, 'pictures of a text');
    same(await tab.$$eval('.row.body', list => list.length), 1, 'its row');
    const policy = await tab.$eval('meta[http-equiv]', meta => meta.content);
    check(/default-src 'none'/.test(policy) && !/unsafe-inline/.test(policy), `the policy: ${policy}`);
    const inline = await tab.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.wasRun = true';
        document.body.append(script);
        return window.wasRun === undefined;
    });
    check(inline, 'the policy stops a script in the page');
}

// What is forgotten leaves nothing behind: the page shows its town again.
async function testForget(tab) {
    await tab.click('#clear');
    await shown(tab, 'rivertown.gnd', 'model');
    await tab.waitForSelector('#findings [href$="#model_under_ground"]', {state: 'attached'});
    await checkSoon(() => tab.textContent('#sentence'), text => /96 x 80 cubes/.test(text), 'the town\'s sentence');
    await sameSoon(() => tab.evaluate(() => ['files-panel', 'answers'].map(id => document.getElementById(id).hidden)), [true, true], 'neither files nor results are shown');
    await sameSoon(() => tab.$$eval('#asks button', list => list.length), 3, 'the questions about the town');
    const {error} = await ask(tab, 'SELECT * FROM gnd_maps(\'town.gnd\')');
    check(/no such file/.test(error), `a file that was forgotten: ${error}`);
}

async function testPicture(tab) {
    await ask(tab, 'SELECT gamemap_picture(x, y, height_sw) FROM gnd_cubes(\'town.gnd\')');
    const width = await tab.waitForFunction(() =>
        document.querySelector('#results figure img')?.naturalWidth);
    check(await width.jsonValue() >= 400, 'a picture is shown');
    await sameSoon(() => tab.$$eval('.result', list => list.length), 0, 'grids beside a picture alone');
    const [download] = await Promise.all([
        tab.waitForEvent('download'),
        ask(tab, 'SELECT writefile(\'maps/town.png\', gamemap_picture(x, y, height_sw)) FROM ' +
            'gnd_cubes(\'town.gnd\')').then(() => tab.click('#results figcaption a')),
    ]);
    same(download.suggestedFilename(), 'town.png', 'the name of what writefile() writes');
    same(readFileSync(await download.path()).subarray(1, 4).toString(), 'PNG', 'its content');
}

async function testGrid(tab) {
    const series = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ' +
        '1000000) SELECT i, i * 2 AS twice FROM n';
    const {title} = await ask(tab, series);
    same(title, '1,000,000 rows', 'a million rows');
    const rows = await tab.$$eval('.row.body', list => list.length);
    check(rows < 60, `${rows} rows are drawn at once`);
    await tab.fill('.result-head input', '99999');
    await tab.waitForFunction(() => document.querySelector('.result h3').textContent === '23 found in 1,000,000 rows');
    await sameSoon(() => tab.textContent('.row.body'), '99999199998', 'a row that is found');
    await tab.fill('.result-head input', '');
    await tab.waitForFunction(() => document.querySelector('.result h3').textContent === '1,000,000 rows');
    await tab.$eval('.grid', grid => {
        grid.scrollTop = grid.scrollHeight;
    });
    await tab.waitForFunction(() => [...document.querySelectorAll('.row.body')].at(-1)
        .firstChild.textContent === '1000000');
    check(true, 'the end of a million rows is reached');
    const odd = await ask(tab, 'SELECT 9007199254740993 AS big, 2.0 AS real, NULL AS n, x\'0102\' AS b');
    same(odd.rows, [['9007199254740993', '2.0', 'NULL', 'BLOB, 2 bytes']], 'values of each type');
    await ask(tab, 'SELECT column1 AS value FROM (VALUES (3), (NULL), (\'a,"b"\'), (2.5))');
    const column = () => tab.$$eval('.row.body', list => list.map(row => row.textContent));
    await tab.click('.row.head button');
    await sameSoon(column, ['NULL', '2.5', '3', 'a,"b"'], 'sorted upwards');
    await tab.click('.row.head button');
    await sameSoon(column, ['a,"b"', '3', '2.5', 'NULL'], 'sorted downwards');
    for (const [kind, text] of [['CSV', 'value\n"a,""b"""\n3\n2.5\n'],
        ['JSON', JSON.stringify([{value: 'a,"b"'}, {value: 3}, {value: 2.5}, {value: null}], null, 1)]]) {
        const [download] = await Promise.all([tab.waitForEvent('download'),
            tab.click(`.result-head button:text-is("${kind}")`)]);
        same(readFileSync(await download.path(), 'utf8'), text, `saved as ${kind}`);
    }
}

async function testStop(tab) {
    await toEditor(tab);
    await tab.keyboard.insertText('WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) ' +
        'SELECT count(*) FROM n');
    await tab.keyboard.press('Control+Enter');
    await tab.waitForFunction(() => !document.getElementById('stop').disabled);
    await tab.click('#stop');
    await tab.waitForFunction(() => document.getElementById('state').textContent === 'Stopped.');
    const again = await ask(tab, 'SELECT count(*) FROM gnd_cubes(\'town.gnd\')');
    same(again.rows, native('SELECT count(*) FROM gnd_cubes(\'town.gnd\')', resolve('samples')),
        'files are there after a query was stopped');
}

async function testBig(tab, scratch) {
    await tab.setInputFiles('#pick', [scratch]);
    await tab.waitForFunction(() => document.getElementById('subject').textContent === 'big.bin');
    const found = await ask(tab, 'SELECT size, error IS NULL FROM gamemap_files(\'big.bin\')');
    same(found.rows[0]?.[0], String(50 << 20), '50 MB that were picked');
}

async function testLinkAndReports(tab, address, browser) {
    await ask(tab, 'SELECT 42 AS answer');
    await tab.click('#link');
    const linked = await open(browser, await tab.evaluate(() => window.location.href), {});
    await sameSoon(() => linked.$eval('.cm-content', content => content.innerText.trim()), 'SELECT 42 AS answer', 'a link carries its query');
    same((await answer(linked)).rows, [['42']], 'and runs it');
    for (const [typed, cell] of [['SELECT 7 AS a WHERE 1=1', '7'], ['SELECT \'100%\' AS a', '100%'], ['SELECT 3 & 1 AS a', '1']]) {
        const byHand = await open(browser, `${address}#q=${typed}`, {});
        same((await answer(byHand)).rows, [[cell]], `an address that is typed by hand: ${typed}`);
        await byHand.context().close();
    }
    await linked.click('#samples');
    await shown(linked, 'rivertown.gnd', 'model');
    await linked.waitForFunction(() => /^\d{2,} files/.test(document.getElementById('files').textContent));
    await checkSoon(() => linked.$$eval('#reports button', list => list.length), count => count >= 20, 'reports');
    const reports = await linked.$$('#reports button'); // they stay: of so many files none is asked before somebody chooses it
    const asked = JSON.parse(readFileSync(join(page, 'reports.json'), 'utf8')).map(({name}) => name);
    same(asked.filter(name => !hasQuestion(name)), [], 'reports without a question');
    for (const report of reports) {
        const name = await report.textContent();
        await report.evaluate(button => button.click());
        const {error, count, empty} = await answer(linked);
        same(empty, 0, `${name}: no empty rows`);
        check(!error && count > 0, `report ${name}: ${error || 'nothing is shown'}`);
    }
    await linked.$eval('#reference', reference => {
        reference.open = true;
    });
    await linked.waitForSelector('.format');
    await linked.$$eval('.format', all => all.forEach(details => {
        details.open = true;
    }));
    await checkSoon(() => linked.$$eval('.table', all => {
        all.forEach(details => { details.open = true; });
        return document.querySelectorAll('#tables .table > button').length;
    }), count => count > 130, 'examples');
    await linked.$eval('#close-answer', button => button.click());
    await linked.$eval('#tables .table > button', button => button.click());
    await linked.waitForFunction(() => document.querySelectorAll('#results .row.body').length > 0);
    same(await linked.$$eval('.error', list => list.length), 0, 'an example runs');
    await linked.context().close();
}

// The reference is pages beside this one; each example leads back and runs.
async function testReference(browser, address) {
    const context = await browser.newContext(), tab = await context.newPage();
    context.setDefaultTimeout(WAIT);
    await tab.goto(`${address}reference/gnd.html`);
    check(/GRGN/.test(await tab.textContent('pre')), 'a page of the reference opens with the layout');
    same(await tab.textContent('nav [aria-current]'), 'GND', 'the side list has this page');
    check((await tab.$$('nav li')).length > 30, 'and all others');
    await tab.goto(`${address}reference/queries.html`);
    same(await tab.$$eval('main a', list => list.map(one => one.textContent).filter(text => /\.md$/.test(text))), [],
        'links that are called like files');
    await tab.fill('input[name=help]', 'missing texture');
    await tab.keyboard.press('Enter');
    await tab.waitForFunction(() => document.querySelectorAll('#results .row.body').length > 3);
    check(/gnd_textures/.test(await tab.textContent('#results')), 'a search of the reference finds tables');
    await tab.goto(`${address}reference/gnd.html`);
    const href = await tab.getAttribute('a.run', 'href');
    const folder = join(page, 'reference'), pages = readdirSync(folder).filter(name => name.endsWith('.html'));
    const links = pages.flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/<a [^>]*href="([^"#]+)/g)]);
    for (const link of new Set(links.map(([, one]) => one).filter(one => !/:/.test(one)))) {
        check(existsSync(join(folder, link)), `a link of the reference: ${link}`);
    }
    const queries = pages.flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/class="run" href="[^"#]*#q=([^"]*)/g)]);
    check(queries.length > 200, `${queries.length} examples of the reference can be run`);
    const samples = JSON.parse(readFileSync(join(page, 'samples.json'), 'utf8'));
    const has = path => samples.some(one => path === one.path || path.startsWith(`${one.path}/`));
    for (const [, query] of queries) {
        const paths = [...decodeURIComponent(query).matchAll(/'([^'*?[\s]+\/[^'*?[\s]*)'/g)].map(([, path]) => path);
        same(paths.filter(path => !has(path)), [], 'files that an example names and the page lacks');
    }
    await context.close();
    const run = await open(browser, new URL(href, `${address}reference/`).href, {});
    await run.waitForFunction(() => document.querySelectorAll('#results .row.body').length > 0);
    check(true, 'an example of the reference runs');
    await checkSoon(() => run.$$eval('#list button', list => list.map(one => one.title)), listed => listed.includes('samples/town.gnd'), 'the samples that it brings are listed');
    await sameSoon(() => run.$$eval('#asks button', list => list.length), 3, 'the questions about the town stay');
    await run.context().close();
}

// What surfaces without their textures look like: a scene as GLTFLoader makes it, without a browser.
async function testGuesses() {
    const {BoxGeometry, BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshStandardMaterial, PlaneGeometry, SphereGeometry, TetrahedronGeometry} = await import(pathToFileURL(join(modules, 'node_modules/three/build/three.module.js')));
    const {mergeGeometries} = await import(pathToFileURL(join(modules, 'node_modules/three/examples/jsm/utils/BufferGeometryUtils.js')));
    const {guessColors, meaningOfModel} = await import(pathToFileURL(join(modules, 'hues.mjs'))), {meaningOf} = await import(pathToFileURL(join(modules, 'meanings.mjs')));
    const named = (object, name) => Object.assign(object, {name, userData: {name}});
    const part = (geometry, texture, name = '') => named(new Mesh(geometry, Object.assign(new MeshStandardMaterial(), {userData: {texture}})), name);
    const sceneOf = (...parts) => named(new Group(), '').add(...parts);
    const huesOf = ({geometry: {attributes: {color}}}) => new Set(Array.from({length: color.count}, (_, i) =>
        Math.round(new Color().fromBufferAttribute(color, i).getHSL({}).h * 36)));
    // 40 units of ground that rises by 20, a square of void east of it and a wall there, and another one beyond
    const ground = part(new PlaneGeometry(40, 40, 20, 20).rotateX(-Math.PI / 2), 'c1c0.bmp'), {position} = ground.geometry.attributes;
    for (let i = 0; i < position.count; i++) position.setY(i, position.getX(i) / 2);
    const empty = part(new PlaneGeometry(4, 40).rotateX(-Math.PI / 2).translate(22, 0, 0), 'BACKSIDE.bmp');
    const wall = at => part(new PlaneGeometry(2, 4).rotateY(Math.PI / 2).translate(at, 0, 1), 'wall.bmp'), [edge, beyond] = [wall(20), wall(24)];
    const told = guessColors(sceneOf(named(new Group(), 'map').add(named(new Group(), 'tops').add(ground, empty), named(new Group(), 'walls').add(edge, beyond))));
    check(huesOf(ground).size >= 6, `hues of a map whose textures say nothing: ${huesOf(ground).size}`);
    const shore = part(ground.geometry.clone(), 'c1c0.bmp');
    guessColors(sceneOf(named(new Group(), 'map').add(named(new Group(), 'tops').add(shore), named(new Group(), 'walls'))), {isWet: true});
    same([ground, shore].map(one => [...huesOf(one)].some(hue => hue > 19 && hue < 24)), [false, true], 'low ground of a map with water is blue');
    same([told.guessed, empty.material.visible, edge.geometry.index.count, beyond.geometry.index.count], ['names, heights and shapes', false, 6, 0], 'void of a map, and a wall in it');
    const flat = ['c0c0c0c0', 'c1c1c0c0', 'c1c1c1c1', 'grass'].map((name, i) => part(new PlaneGeometry(4, 4, 2, 2).rotateX(-Math.PI / 2).translate(4 * i, 0, 0).toNonIndexed(), `${name}.bmp`));
    guessColors(sceneOf(named(new Group(), 'map').add(named(new Group(), 'tops').add(...flat), named(new Group(), 'walls'))));
    const [first, between, second] = flat.map(({geometry: {attributes: {color: {array}}}}) => array.reduce((sum, one) => sum + one, 0) / array.length);
    check(first > between && between > second, `flat ground shows its textures, and what lies between two of them: ${[first, between, second].map(one => one.toFixed(2))}`);
    // its corners are of the kinds that its name has, from the upper right one: the lower ones of "c1c1c0c0" are as the plain one is
    const {uv, color: mixed} = flat[1].geometry.attributes, tints = [1, 0].map(v => new Set([...Array(uv.count).keys()].filter(i => Math.abs(uv.getY(i) - v) < 0.01).map(i => Math.round(20 * mixed.getX(i)))));
    check(Math.min(...tints[0]) > Math.max(...tints[1]), `corners of what lies between two textures: ${tints.map(all => [...all])}`);
    const {position: places, color: shades} = flat[3].geometry.attributes, at = [...Array(places.count).keys()].map(i => [places.getX(i), places.getZ(i)]);
    same([...new Set(at.map((place, i) => [...place, shades.getX(i)].join()))].length, 9, 'squares beside each other are alike where they meet');
    const black = part(new PlaneGeometry(), 'black_01.bmp'), onyx = part(new PlaneGeometry(), 'blackstone.bmp');
    for (const all of [[black], [black, onyx]]) guessColors(sceneOf(named(new Group(), 'map').add(named(new Group(), 'tops').add(...all), named(new Group(), 'walls'))));
    same([black, onyx].map(({material}) => material.visible), [false, true], 'black beside black stone');
    const body = ['head_g', 'torso_g', 'rfoot_g', 'hair_g', 'pelvis_g'].map(name => part(new BoxGeometry(), 'c_one1', name));
    guessColors(sceneOf(...body));
    same(new Set(body.map(({material}) => material.color.getHexString())).size, 5, 'colours of the parts of a body');
    const colorsOf = (names, texture = 'c_one1') => {
        const parts = names.map(name => part(new BoxGeometry(), texture, name));
        guessColors(sceneOf(...parts));
        return parts.map(({geometry: {attributes: {color}}, material}) => (color ? new Set(color.array).size : material.color.getHexString()));
    };
    const [head, torso, thigh, toe, hand] = colorsOf(['head_g', 'torso_g', 'thigh_g', 'ltoe1', 'rhand_g']);
    check(torso === thigh && new Set([head, torso, hand, toe]).size === 4, `a beast has one hide: ${torso}, ${thigh}, another tone at its head and hands: ${head}, ${hand}, and claws: ${toe}`);
    // a head of many faces with a horn of four
    const horned = part(mergeGeometries([new SphereGeometry(1, 6, 4).deleteAttribute('uv'), new TetrahedronGeometry(0.2).deleteAttribute('uv').translate(3, 0, 0)].map(one => (one.index ? one.toNonIndexed() : one))), 'c_one1', 'head_g');
    guessColors(sceneOf(horned, part(new BoxGeometry(), 'c_one1', 'tail_g')));
    const {color: tones} = horned.geometry.attributes, toneAt = i => new Color().fromBufferAttribute(tones, i).getHexString();
    same([toneAt(0) === toneAt(tones.count - 13), toneAt(tones.count - 13) === toneAt(tones.count - 12), toneAt(tones.count - 1)], [true, false, 'e4ddcd'], 'a horn is of bone');
    same(colorsOf(['head_g', 'torso_g'])[0], 6, 'a head without hair of its own has skin and hair');
    same(colorsOf(['head_g', 'torso_g'], 'c_ske_com')[0], 'dbd2b9', 'a skeleton\'s has neither');
    const skull = part(new BoxGeometry(), 'c_ske_com', 'head_g');
    guessColors(sceneOf(skull));
    const {data, width} = skull.material.map.image, toneOf = (x, y) => data[4 * (Math.floor(y * width) * width + Math.floor(x * width))];
    same([toneOf(0.3, 0.53) === toneOf(0.7, 0.53), toneOf(0.3, 0.53) < 80, toneOf(0.5, 0.8) > 200], [true, true, true], 'but two sockets');
    // a face that looks ahead, a lock with a face on both sides, and the back
    const front = [-1, -1, -1, 1, -1, -1, 0.5, 1, -1], lock = [0.6, 0, -1, 0.6, 1, -1, 1.5, 0, -1];
    const locked = part(new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([...front, ...lock, ...lock.slice(3, 6), ...lock.slice(0, 3), ...lock.slice(6), -2, 2, 1, 2, 2, 1, 0, 2, 1]), 3)), 'c_one1', 'head_g');
    guessColors(sceneOf(locked, part(new BoxGeometry(), 'c_one1', 'torso_g')));
    const {geometry: {index, attributes: {color: shown}}} = locked, sidesOf = [0, 3, 9].map(i => new Color().fromBufferAttribute(shown, i).getHexString());
    same([index.count, sidesOf[0] === sidesOf[1], sidesOf[1] === sidesOf[2]], [9, false, true], 'a lock is drawn once, and is hair');
    const statue = ['castle\\oc_109.bmp', 'castle\\oc_108.bmp', 'castle\\oc_107.TGA', 'other.bmp'].map(name => part(new BoxGeometry(), name));
    guessColors(sceneOf(...statue));
    const [one, two, water, another] = statue.map(({material}) => Math.round(material.color.getHSL({}).h * 36));
    same([one === two, one === another, water > 18 && water < 24, statue[2].material.transparent], [true, false, true, true], 'textures of one make are of one stone, and the only .tga is water');
    const [falls] = statue[2].children, facesOf = ({geometry: {index}}) => index.count / 3;
    same([facesOf(statue[2]), facesOf(falls), Math.min(...falls.geometry.attributes.uv.array), falls.material.map.image.data[3] < 20], [4, 8, 0, true], 'its upright faces fall, and fade downward');
    const house = part(new BoxGeometry(1, 1, 1).rotateX(0.6), 'prt_h_02.bmp', 'house_01'), tree = part(new BoxGeometry(), '필드\\나뭇잎.bmp'), door = part(new BoxGeometry(), 'old_door.bmp');
    guessColors(sceneOf(house, tree, door));
    check(huesOf(house).size >= 2, `a building's roof isn't its wall: ${huesOf(house).size} hues`);
    const [green, brown] = [tree, door].map(({material}) => material.color.getHSL({}).h * 360);
    check(green > 70 && green < 150 && brown < 45, `leaves are green and doors brown: ${green}, ${brown}`);
    same([tree, door].map(({material: {map, alphaTest}}) => Boolean(map && alphaTest)), [true, false], 'a crown has leaves with gaps between them, a door is whole');
    // two instances of a tree, one of them turned, another that lies, and many loose triangles
    const trunk = new BoxGeometry(), trees = [0, 1, 2].map(() => part(trunk, 'a.bmp', 'tree'));
    trees[1].rotateY(1);
    trees[2].rotateX(1);
    const loose = new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from({length: 9 * 150000}, (_, i) => i % 9 + i / 9), 3));
    guessColors(sceneOf(...trees, part(loose, 'b.bmp', 'house')));
    same(trees.map(({geometry}) => geometry === trees[0].geometry), [true, true, false], 'instances share what is worked out once');
    const colorAlone = texture => {
        const box = part(new BoxGeometry(), texture);
        guessColors(sceneOf(box));
        return box.material.color.getHexString();
    };
    const bodiless = ['plc_chest', 'shop01', 'farm01', 'palm01', 'surface', 'bear', 'gear', 'handle', 'spring', 'string', 'college', 'legend'];
    same(bodiless.filter(name => colorAlone(`${name}.tga`) !== colorAlone('c1c0.tga')), [], 'what is no creature has no part of a body');
    testMeanings(meaningOf, meaningOfModel);
    await testRelief();
    await testLands();
    await testStanding();
    await testLevels();
    await testShapes();
    const source = new URL('../../src/scene/glb_material.c', import.meta.url);
    const inModels = [...readFileSync(source, 'utf8').matchAll(/\{"(\w+)",\s*\{(\d+), (\d+), (\d+), 255\}\}/g)];
    same(inModels.length, 23, 'kinds of ground that have a colour in 3D');
    for (const [, name, ...rgb] of inModels) {
        const [, color] = Object.entries(surfaces).find(([one]) => one.toLowerCase() === name) ?? [];
        same([color >> 16, color >> 8 & 255, color & 255], rgb.map(Number), `the colour of ${name} in the picture and in 3D`);
    }
}

// What names say of surfaces: colours of the same kind are one, and names that only contain a word say nothing.
function testMeanings(meaningOf, meaningOfModel) {
    const nothing = ['건물', '동물', '괴물', '물건', '책꽃이1', '그물', '선물', '길드', '지하철', '새벽', '아이돌', 'plc_chest', 'shop01', 'farm01', 'palm01', 'surface', 'bear', 'gear', 'handle',
        'spring', 'string', 'college', 'legend', 'landscape', 'escape', 'campfire', 'fireplace', 'environment', 'proof', 'prose', 'wallet', 'swallow', 'rocket', 'textile', 'reptile',
        'electricity', 'velocity', 'broad', 'vegetable', 'stable', 'outdoor', 'marigold', 'embedded', 'crater'];
    same(nothing.filter(name => meaningOf(`필드\\${name}.bmp`)), [], 'names that say nothing, but are matched');
    const alike = {water: ['물', '물01', '물가', '바다_02', 'underwater', 'waterfall'], wood: ['firewood', 'rosewood', 'woodfloor', '보물상자', '선물상자', 'treasure-box1', 'OldDoor'], flower: ['꽃', '들꽃06', 'sunflowers'],
        stone: ['flagstone', 'stonewall', '돌', '돌무덤', '우물', 'rocks01', 'OldWall', 'brick1/castle_wall'], leaf: ['redwood_leaf', '풀잎', '식물', '벽넝쿨03'], grass: ['태국풀바닥18', '풀01'], roof: ['tcn_roof01', 'roofs', '지붕'], floor: ['길', 'street', 'tiles_2'],
        iron: ['철', '철판', 'irondoor'], gold: ['gold', 'golden']};
    for (const [kind, names] of Object.entries(alike)) same(names.filter(name => meaningOf(name) !== meaningOf(kind)), [], `names that say ${kind}`);
    const building = meaningOfModel('church');
    same(['castle01.rsm', '프론테라\\건물_물.rsm', 'StoneHouse.rsm', '초가집02.rsm', '철탑'].map(name => meaningOfModel(name) === building), [true, false, true, true, true], 'models that are buildings');
    same(['church_chair.rsm', 'house\\door'].map(meaningOfModel), [meaningOf('chair'), meaningOf('door')], 'what follows the name of a building');
    same(['bishop.rsm', '집게.rsm'].map(meaningOfModel), [undefined, undefined], 'what is no building');
}

// The colours of heights in 3D are those of pictures.
async function testRelief() {
    const {relief, land, reliefColor} = await import(pathToFileURL(join(modules, 'relief.mjs')));
    const text = readFileSync(new URL('../../src/picture/palette.c', import.meta.url), 'utf8');
    const [terrain, dry] = ['terrain', 'land'].map(name => [...text.match(`\\b${name}\\[\\] = \\{([^;]*)\\};`)[1].matchAll(/\{(\d+), (\d+), (\d+), 255\}/g)]
        .map(([, ...rgb]) => `#${rgb.map(value => Number(value).toString(16).padStart(2, '0')).join('')}`));
    same([relief, land], [terrain, dry], 'colours of heights');
    same([[0, false], [1, false], [0, true], [1, true]].map(([share, isWet]) => `#${reliefColor(share, isWet).getHexString()}`),
        [dry[0], dry.at(-1), terrain[0], terrain.at(-1)], 'where they begin and end, without water and with it');
}

// What stands where a model isn't here, by its name, and the ground of an area by walkmeshes, without a browser
async function testShapes() {
    const [{shapeOf, geometryOf}, {Board}] = await Promise.all(['shapes', 'board'].map(name => import(pathToFileURL(join(modules, `${name}.mjs`)))));
    const names = ['나무잡초꽃\\나무02.rsm', 'cherry_tree.rsm', '프론테라\\프론테라집01.rsm', '내부소품\\성당의자.rsm', '나무상자.rsm', '외부소품\\가로등01.rsm', 'gold_abc.rsm'];
    same(names.map(name => shapeOf(name)[0]), ['tree', 'tree', 'house', 'pew', 'crate', 'lamp', ''], 'shapes by names');
    for (const name of names) {
        const geometry = geometryOf(shapeOf(name), color => color), {count} = geometry.attributes.position;
        geometry.computeBoundingBox();
        const {min, max} = geometry.boundingBox;
        check(Math.abs(min.y) < 0.01 && max.y > 1 && max.y < 12 && count / 3 < 400 && count % 3 === 0, `${name} stands on the ground, and is ${max.y.toFixed(1)} high, of ${count / 3} faces`);
    }
    // a tile that is here, and one that isn't
    const glb = await new Board({faces: [[0, 0, 1, 10, 0, 1, 10, 10, 1, 0x00FF00], [0, 0, 1, 10, 10, 1, 0, 10, 1, 0x00FF00]], lost: [[15, 5]]}).glb();
    const {accessors: [{count, min, max}, , , faces]} = JSON.parse(new TextDecoder().decode(glb.slice(20, 20 + new DataView(glb.buffer).getUint32(12, true))));
    same([count, faces.count / 3, min, max], [34 * 3 + 20 * 4, 34 + 20 * 2, [0, -2, -10], [20, 1, 0]], 'ground of two tiles, with a side below each outer edge');
}

// What a layer of models says of those that aren't on the framed piece, and what the picture has to reach of them, without a browser
async function testStanding() {
    const labels = (...places) => {
        const show = {layers: new Map(), scene: {isFramed: ({x}) => x < 50, addBoxes() {}}, objectPin: ([, id, x, y, z]) => ({id, x, y, z})};
        addBoxes(show, places.map((x, i) => [i, x, 0, 0, 'house.rsm', 0, 1, 1, 1]), 'model');
        return [...show.layers.keys()];
    };
    same([labels(), labels(1, 2), labels(1, 60, 70), labels(60)], [[], ['2 models, shapes guessed'], ['3 models, shapes guessed, 2 of them on other pieces of ground'],
        ['1 model, shapes guessed, on other pieces of ground']], 'where models stand');
    const {cornersOf} = await import(pathToFileURL(join(modules, 'parts.mjs')));
    const {BoxGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial} = await import(pathToFileURL(join(modules, 'node_modules/three/build/three.module.js')));
    const geometry = new BoxGeometry(2, 4, 6), doors = new InstancedMesh(geometry, new MeshBasicMaterial(), 2), shadows = new InstancedMesh(new BoxGeometry(99, 1, 99), new MeshBasicMaterial(), 2);
    geometry.computeBoundingBox();
    [9, -9].forEach((x, i) => doors.setMatrixAt(i, new Matrix4().makeTranslation(x, 5, 0)));
    doors.userData.pins = [{}, {}];
    const corners = cornersOf(new Group().add(doors, shadows));
    same([corners.length, ...['x', 'y', 'z'].flatMap(axis => [Math.min, Math.max].map(most => most(...corners.map(corner => corner[axis]))))], [16, -10, 10, 3, 7, -3, 3], 'corners of two doors');
}

// Two tiles of which the eastern one lies a step higher, and a road over the western one's edge, without a browser
async function testLevels() {
    const {Levels, keyOf} = await import(pathToFileURL(join(modules, 'levels.mjs'))), cells = [[5, 5, 0, 0xff0000], [15, 5, 1, 0x0000ff]];
    const land = new Levels({side: 10, step: 5, cells, crossed: [[5, 5, -1, 0, 0x00ff00]], names: [['Lava', 0xff0000], ['Water', 0x0000ff]]}), glb = await land.glb(), length = new DataView(glb.buffer).getUint32(12, true);
    same([[2, 5], [10, 5], [18, 5], [25, 5]].map(([x, y]) => land.heightAt(x, y)), [0, 2.5, 5, null], 'heights of two tiles, and of their border');
    const {accessors: [places,,, corners]} = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
    same([places.count, corners.count, places.min.map(at => Number(at.toFixed(2))), places.max], [17 * 9 + 6 * 2 * 9, 3 * (2 * 2 * 64 + 6 * 2 * 8), [0, -0.6, -10], [20, 5, 0]], 'corners of two tiles with sides around them');
    const hexAt = (x, y) => (land.roads.get(keyOf(x, y)) ?? land.colorAt(x, y)).getHexString();
    same([hexAt(0, 5), hexAt(2.5, 6.25), hexAt(0, 0), hexAt(20, 0)], ['00ff00', '00ff00', 'ff0000', '0000ff'], 'their colours, and a road');
    same(new Levels({side: 10, step: 5, cells: [...cells, [25, 5, 1, 0xff0000]]}).colorAt(15, 5).toArray(), [0.75, 0, 0.25], 'without names colours are nearer to the usual one');
    const told = new Levels({side: 5, step: 2.5, cells: [[2.5, 2.5, 0, 255]], names: [['Water', 255]]});
    same([told.key.map(({name}) => name), told.key[0].color], [['Water', 'levels and shapes guessed from the tileset'], '#0000ff'], 'what colours stand for, where all is flat');
    const woods = new Levels({side: 5, step: 5, cells: [[2.5, 2.5, 0, 255], [7.5, 2.5, 1, 99]], names: [['Water', 255], ['Trees', 99]]}).trees;
    same([woods.length, woods.every(({x, y, z}) => x > 5 && x < 10 && y > 2 && z < 0 && z > -5)], [1, true], 'a tree on the terrain of trees');
    same(new Levels({side: 5, step: 5, cells, names: [['Street', 0xff0000], ['Hollywood', 0x0000ff]]}).trees, [], 'and none on streets');
}

// Pieces of ground, light on it, walls of a walkmesh and regions as a land, without a browser
async function testLands() {
    const [{piecesOf, isFar, Squares}, {Terrain}, {addWalls}, {guessColors}] = await Promise.all(['pieces', 'terrain', 'walls', 'hues'].map(name => import(pathToFileURL(join(modules, `${name}.mjs`)))));
    const square = (x, z, side) => Array.from({length: side * side}, (_, i) => [x + i % side, z + Math.floor(i / side), 1]).flat();
    const near = new Squares([...square(0, 0, 10), ...square(11, 0, 3)]), far = new Squares([...square(0, -50, 2), ...square(0, 0, 10), ...square(40, 0, 4)]);
    same(piecesOf(near), null, 'squares beside each other are one piece of ground');
    same([piecesOf(far).count, piecesOf(far).largest.count, isFar(far, piecesOf(far)), far.hasGaps, near.hasGaps], [3, 100, true, true, false], 'pieces that are far apart');
    same([[19, 19], [20, 19], [1, -99]].map(([x, z]) => piecesOf(far).largest.has(x, z)), [true, false, false], 'where the largest is');
    const many = new Squares([...square(0, 0, 3), ...square(20, 0, 3), ...square(40, 0, 3), ...square(60, 0, 3)]);
    check(!isFar(many, piecesOf(many)), 'no piece is shown alone that is little of all ground');
    const walled = new Squares([...square(0, 0, 6), ...[0, 1, 2, 3, 4, 5].flatMap(z => [6, z, 9])]);
    same([[0.32, 0.62, 1], [-0.32, 0.62, 1], [1, 0.62, 0]].map(([x, y, z]) => Math.round(100 * walled.seenFrom({x, y, z}))), [88, 100, 14], 'how much is seen of a floor with a wall in its east');
    const shade = new Squares([[-2, -1, 10], [-2, 0, 10], [-1, 0, 0], [0, 0, 0], [9, 0, 0]].flat());
    check(shade.lightAt(-1, 0, 1) < 0.8 && shade.lightAt(19, 0, 1) === 1 && shade.lightAt(-3, 10, 1) === 1, `shadow beside a tower: ${shade.lightAt(-1, 0, 1)}`);
    await testFraming(near);
    await testForms(Squares);
    const heights = Array.from({length: 9}, (_, i) => i % 3), region = (x, z) => ({x, z, heights, blocked: [[0, 0], [48, 48]]});
    const land = new Terrain({step: 48, regions: [region(5, 7), region(6, 7)]}), glb = await land.glb(), view = new DataView(glb.buffer), length = view.getUint32(12, true);
    same([view.getUint32(8, true), view.getUint32(20 + length, true) + 28 + length], [glb.length, glb.length], 'lengths in a .glb');
    const {accessors: [places,,, corners]} = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
    same([places.count, corners.count, places.max], [2 * 9 + 6 * 6, 3 * (2 * 8 + 6 * 4), [3840, 2, 1920]], 'two regions with sides around them');
    same([land.blocked, land.at(0.99, 0.01)], [[[0, 1920, 0, 1, 0, 1], [960, 960, 1, 2, 1, 2], [1920, 1920, 0, 1, 0, 1], [2880, 960, 1, 2, 1, 2]], {x: 0.99 * 3840, y: 2, z: 19.2}], 'where one can\'t walk, and how high a place is');
    same(land.at(1, 1), {x: 3840, y: 2, z: 1920}, 'a place on the last edge');
    const {heightLines, outlinesOf} = await import(pathToFileURL(join(modules, 'borders.mjs')));
    same([[[0, 10, 0, 1, 2, 3]], [[0, 10, 0, 0, 0, 0], [10, 10, 0, 0, 0, 0]]].map(quads => outlinesOf(quads, 10, 'black').geometry.attributes.position.count / 2), [4, 6], 'lines around one square and two');
    const slope = new Terrain({step: 48, regions: [{...region(5, 7), heights: [0, 8, 16, 0, 8, 16, 0, 8, 16]}]});
    same(heightLines(slope).children.map(({geometry}) => [...geometry.attributes.position.array].filter((_, at) => at % 6 === 1).map(height => height - 3)).map(all => [all.length, [...new Set(all)].sort((a, b) => a - b)]),
        [[52, [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16]], [12, [5, 10, 15]]], 'lines of heights, on each triangle');
    const apart = await new Terrain({step: 48, regions: [region(0, 7), region(200, 7)]}).glb(), [{min}] = JSON.parse(new TextDecoder().decode(apart.subarray(20, 20 + new DataView(apart.buffer).getUint32(12, true)))).accessors;
    same(min[1], -1920, 'how thick a land is of which the regions are far apart');
    const {BufferGeometry, BoxGeometry, Float32BufferAttribute, Group, Mesh, MeshStandardMaterial} = await import(pathToFileURL(join(modules, 'node_modules/three/build/three.module.js')));
    const strip = (name, from, to) => new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([from, 0, 0, to, 0, 0, to, 0, 9, from, 0, 0, to, 0, 9, from, 0, 9], 3)),
        Object.assign(new MeshStandardMaterial(), {name}));
    const count = (...parts) => {
        const scene = new Group().add(...parts);
        addWalls(scene);
        return [scene.children.length, scene.children.at(-1).geometry.attributes.position.count];
    };
    const floor = new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 0, 0, 0, 9, 9, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 0], 3)), new MeshStandardMaterial());
    const {position, color} = addWalls(new Group().add(floor)).shade.geometry.attributes, isOn = i => [position.getX(i), position.getZ(i)].every(at => at >= 0 && at <= 9);
    same([position.count, [...Array(position.count).keys()].every(isOn), [0, 2].map(i => color.getW(i) > 0)], [4 * 6, true, [true, false]], 'shade lies on the floor, and fades from its edges');
    same([count(strip('wood', 0, 9), strip('not walkable', 9, 10)), count(strip('wood', 0, 9), strip('not walkable', 9, 99))], [[2, 6 + 4 * 6 + 3 * 6], [3, 4 * 6]], 'walls of a strip, and a curb before a wide place');
    const ring = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]].flatMap(([x, z]) => [[x, z], [x, z + 1], [x + 1, z + 1], [x, z], [x + 1, z + 1], [x + 1, z]]);
    const around = new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ring.flatMap(([x, z]) => [x, 0, z]), 3)), new MeshStandardMaterial());
    same(count(around), [2, 4 * 6 + 2 * 3 + 12 * 6], 'a block in a hole, and a curb around');
    const named = (name, geometry = new BoxGeometry()) => Object.assign(new Mesh(geometry, Object.assign(new MeshStandardMaterial(), {userData: {texture: 'c_one1'}})), {name, userData: {name}});
    const [glove, hand, other, cloth] = [named('lglove_g'), named('lhand_g'), named('lglove_g'), named('robe_g', new BoxGeometry())], {index} = cloth.geometry;
    cloth.geometry.setIndex([...index.array, ...[...index.array].reverse()]);
    for (const parts of [[glove, cloth], [hand, other]]) guessColors(new Group().add(...parts));
    same([glove, other].map(({material}) => material.color.getHSL({}).l > 0.4), [true, false], 'gloves are hands where there are no others');
    same([cloth, glove].map(({material}) => material.side), [0, 2], 'what has a lining has two sides already');
}

// The earth below ground's edges, and where one looks from at what is flat or long
async function testFraming(squares) {
    const {Mesh, PlaneGeometry, Vector3} = await import(pathToFileURL(join(modules, 'node_modules/three/build/three.module.js')));
    const [{earthBelow}, {framed, framedWell}] = await Promise.all(['earth', 'framing'].map(name => import(pathToFileURL(join(modules, `${name}.mjs`)))));
    const ground = new Mesh(new PlaneGeometry(20, 20, 10, 10).rotateX(-Math.PI / 2).translate(10, 3, 10)), {position} = earthBelow([ground], squares, [], color => color).geometry.attributes;
    const heights = Array.from({length: position.count}, (_, i) => position.getY(i));
    same([position.count, Math.max(...heights), Math.min(...heights).toFixed(2)], [12 * 4 * 10, 3, '2.02'], 'sides of ground go down to its base');
    const isAt = (i, edge) => Math.min(...['X', 'Z'].map(axis => Math.abs(position[`get${axis}`](i) - edge))) < 1e-6;
    same([0, 1].map(i => [0, 20].some(edge => isAt(i, edge))), [true, true], 'they begin at its edge, so that no sky shines through');
    const corners = (x, z) => [[-x, -z], [x, -z], [-x, z], [x, z]].map(([east, south]) => new Vector3(east, 0, south)), middle = new Vector3(), away = new Vector3(0.32, 0.62, 1), picture = {wide: 0.5, high: 0.4};
    const [low, flat, long] = [framed(corners(5, 5), middle, away.clone().normalize(), picture), framedWell(corners(5, 5), middle, away, picture), framedWell(corners(9, 4), middle, away, picture, [[0.9, 1], [-0.9, 1]])];
    check(low.filled < 0.7 && flat.filled > 0.7 && long.filled > 0.6, `how much of the picture's height is filled: ${[low, flat, long].map(({filled}) => filled.toFixed(2))}`);
    check(isFinite(framedWell(corners(5, 5), middle, new Vector3(0.32, 0, 1), picture).position.x), 'what fills nothing of the picture is seen from the usual place');
}

// A name's places are tried one after the other.
async function testNames() {
    const {firstOf} = await import(pathToFileURL(join(modules, 'labels.mjs'))), tried = [], isGood = number => { tried.push(number); return number > 3; };
    same([firstOf([1, 2, 4, 6], one => one % 2 === 0, isGood), firstOf([1, 2], one => one > 0, isGood), firstOf([1], one => one > 1, isGood), tried], [4, 1, undefined, [2, 4, 1, 2]], 'the first that is good, or possible');
}

// Ground without the thin shell around it, nearly flat ground that is raised, walls of earth, and parts of a walkmesh: their tints, and how they come nearer
async function testForms(Squares) {
    const {BoxGeometry, BufferAttribute, Group, Mesh, MeshStandardMaterial, PlaneGeometry} = await import(pathToFileURL(join(modules, 'node_modules/three/build/three.module.js')));
    const [{withoutShells}, {raiseOf}, {tintRooms}, {isIn, movedNearer}, {bareFaces}] = await Promise.all(['shells', 'relief', 'rooms', 'nearer', 'earth'].map(name => import(pathToFileURL(join(modules, `${name}.mjs`)))));
    const block = Array.from({length: 400}, (_, i) => [i % 20, Math.floor(i / 20), 0]).flat(), side = Array.from({length: 20}, (_, i) => [29, i, 0]).flat(), bridge = Array.from({length: 9}, (_, i) => [20 + i, 0, 0]).flat();
    const [plain, shelled] = [block, [...block, ...side, ...bridge]].map(numbers => new Squares(numbers)), left = withoutShells([], [], shelled);
    same([withoutShells([], [], plain) === plain, left.count, left.wide], [true, 400, 20], 'a thin shell around ground isn\'t shown');
    same([0, 0.5, 2.5, 10].map(high => raiseOf([new Mesh(new BoxGeometry(100, high, 80))])), [1, 5, 2, 1], 'how much higher ground is shown that is nearly flat');
    const wall = new Mesh(new PlaneGeometry(2, 4)), shades = [0, 0, 0, 1].flatMap(light => [light, light, light]);
    wall.geometry.setAttribute('color', new BufferAttribute(new Float32Array(shades), 3)); // of its two triangles one is black
    same([bareFaces(wall).length, bareFaces(wall).length, wall.geometry.index.count], [1, 0, 3], 'what is black of a wall is of earth');
    const floor = (x, wide) => new Mesh(new PlaneGeometry(wide, 10).rotateX(-Math.PI / 2).translate(x, 0, 0), Object.assign(new MeshStandardMaterial(), {name: 'stone'}));
    const [first, second] = [floor(0, 30), floor(200, 20)], scene = new Group().add(first, second), moved = movedNearer(scene), ends = [first, second].map(({geometry}) => {
        geometry.computeBoundingBox();
        return geometry.boundingBox;
    });
    same([moved.length, moved.map(box => isIn(box, 200, 0))], [2, [false, true]], 'parts that lie far apart');
    check(ends[0].min.distanceTo(ends[1].min) < 40 && !ends[0].intersectsBox(ends[1]), 'they are shown nearer to each other');
    const {key, letters} = tintRooms(scene);
    same([key.map(({name}) => name), letters.map(({name}) => name)], [['A: 60 %', 'B: 40 %'], ['A', 'B']], 'and have tints and letters of their own');
    check(letters.every(({x, z}, i) => x > ends[i].min.x && x < ends[i].max.x && z > ends[i].min.z && z < ends[i].max.z), 'a letter stands on its part');
    const wood = Object.assign(floor(15.5, 1), {material: Object.assign(new MeshStandardMaterial({color: 'brown'}), {name: 'wood'})}), one = floor(0, 30), more = [40, 80, 120].map(x => floor(x, 20)), tiny = floor(160, 0.1);
    const told = tintRooms(new Group().add(one, wood, ...more, tiny)).key.map(({name}) => name);
    same(told, ['A: 34 %', 'B: 22 %', 'C: 22 %', 'D: 22 %', '1 small part: under 1 %'], 'percents make 100');
    const colorsOf = ({geometry: {attributes: {color}}}) => new Set(Array.from({length: color.count}, (_, i) => [color.getX(i), color.getY(i), color.getZ(i)].join()));
    same([[...colorsOf(one)], colorsOf(one).size], [[...colorsOf(wood)], 1], 'a part has one colour, whatever it is made of');
    same(movedNearer(new Group().add(floor(0, 30), floor(25.5, 20))), [], 'what lies side by side isn\'t moved');
}

// An area of 32 x 32 tiles of which the northern half is here, grass in the west and sand in the east: the ground of the others is guessed, and soon.
function testGuessedGround() {
    const {pictures: {Ground: sql}, thumbnails: [, small]} = subjectOf('one.are');
    const tables = `CREATE TEMP TABLE all_areas AS SELECT 32 AS width, 32 AS height;
CREATE TEMP TABLE all_tiles AS SELECT value AS id, value % 32 * 10 + 5.0 AS x, value / 32 * 10 + 5.0 AS y, 0 AS tile, 0 AS orientation, 0 AS height FROM generate_series(0, 1023);
CREATE TEMP TABLE all_triangles AS SELECT t.id AS tile_id, 180 * t.id + 3 * value AS vertex0, 180 * t.id + 3 * value + 1 AS vertex1, 180 * t.id + 3 * value + 2 AS vertex2,
    iif(x < 160, 'Grass', 'Sand') AS surface_name FROM all_tiles t, generate_series(0, 59) WHERE y > 160;
CREATE TEMP TABLE all_vertices(id INTEGER PRIMARY KEY, x, y);
INSERT INTO all_vertices SELECT vertex0 + value, x - 5 + (vertex0 * 7 + value * 31) % 100 / 10.0, y - 5 + (vertex0 * 13 + value * 57) % 100 / 10.0
    FROM all_triangles JOIN all_tiles t ON t.id = tile_id, generate_series(0, 2);`;
    const rowsOf = picture => picture.slice(picture.indexOf('(SELECT * FROM (')).replace(/nwn_(?:area_)?(\w+)\(:f(?:, :w)?\)/g, 'all_$1');
    const colorsOf = picture => native(`${tables} SELECT iif(x0 < 159, 'west', 'east'), color, count(*) FROM ${rowsOf(picture)}
        WHERE max(y0, y1, y2) < 161 AND color IN (${surfaces.Grass}, ${surfaces.Sand}) GROUP BY 1, 2 ORDER BY 2`, '.');
    const began = Date.now(), found = colorsOf(sql), some = found.map(([side, color, count]) => [side, Number(color), Math.round(count / 50)]);
    same(some.filter(([,, count]) => count), [['west', surfaces.Grass, 20], ['east', surfaces.Sand, 20]], 'ground that is guessed');
    const squares = 32 * 16 + 32 * 15; // 16 on each tile beside what is known, one on each other
    same(found.reduce((sum, [,, count]) => sum + Number(count), 0), 2 * squares, 'on each tile');
    check(Date.now() - began < WAIT, `guesses take ${Date.now() - began} ms`);
    same(colorsOf(small), [], 'nothing is guessed in a list');
}

// What is too large isn't read for a small picture.
// The plan of a ground is in the colours of what covers most of it, and of a part of it, too; what stands there is at its places.
function testPlans() {
    const [sand, town, none] = [[['moc_01.bmp', 5], ['road1.bmp', 2]], [['sand1.bmp', 1], ['road1.bmp', 2], ['street2.bmp', 2]], [['c0c0.bmp', 9]]].map(toneOf);
    same([town === built, new Set([sand, town, none]).size], [true, 3], 'colours of plans');
    const sql = groundWithin(toned(groundPlan, sand), {x0: 1, x1: 2, y0: 3, y1: 4});
    check(sql.includes(sand.join()) && !sql.includes(none.join()) && sql.includes('x BETWEEN 1 AND 2'), 'the plan of a part in its own colours');
    const blues = [none, sand].map(([low]) => `, ${parseInt(low.slice(5), 16)} + t * (`);
    same(blues.map(blue => [groundPlan, sql].map(one => one.includes(blue))), [[true, false], [false, true]], 'and the picture itself has them');
    check(plainPlan.length < groundPlan.length && plainPlan.includes('\'cells\', json((\'[]\'))'), 'and without lines');
}

// Ground of 3 x 12 cubes is turned, and told of though it is level; four planes of water lie over it, and 2100 models and one light stand there.
function testTurnedPlan() {
    const answer = (sql, slope) => native(`CREATE TEMP TABLE cubes_of AS SELECT value % 3 AS x, value / 3 AS y, iif(value, 1, NULL) AS surface_top, 5 - ${slope} * (value / 3) AS height_sw,
        5 - ${slope} * (value / 3) AS height_se, 5 - ${slope} * (value / 3 + 1) AS height_nw, 5 - ${slope} * (value / 3 + 1) AS height_ne FROM generate_series(0, 35);
CREATE TEMP TABLE water_of AS SELECT value > 3 AS is_default, value % 2 AS grid_x, value / 2 AS grid_y, value % 2 * 3.0 AS min_x, value % 2 * 3.0 + 3 AS max_x, value / 2 * 12.0 AS min_y,
    value / 2 * 12.0 + 12 AS max_y, iif(value = 3, 4, 50) AS level FROM generate_series(0, 4);
CREATE TEMP TABLE models_of AS SELECT 0.0 AS x, -55.0 AS z, 'tree' AS model_file FROM generate_series(1, 2100);
CREATE TEMP TABLE worlds_of AS SELECT 0 AS water_level WHERE 0; CREATE TEMP TABLE objects_of AS SELECT 10.0 AS x, 0.0 AS z, 'lamp' AS name, 'light' AS type_name; CREATE TEMP TABLE maps_of AS SELECT 3 AS width, 12 AS height;
${sql}`.replace(/(?:gnd|rsw)_(cubes|water|models|objects|maps)\(:[fr]\)/g, '$1_of').replaceAll('rsw_worlds(gamemap_beside(:f, \'rsw\'), \'skip\')', 'worlds_of'), '.');
    const told = slope => JSON.parse(answer(`WITH plan(bytes, told) AS (${groundPlan}) SELECT told FROM plan`, slope)[0][0]);
    const [level, sloped] = [0, 2].map(told), keys = [['#5e94ba', 'water'], ['#dad8cd', 'no ground is drawn'], [null, 'north is at the left']];
    same([level.low, level.high, level.cells, level.keys], [-5, -5, [], keys], 'what a level plan tells');
    same([sloped.w, sloped.h, sloped.cells.length, sloped.cells[0], sloped.keys], [12, 3, 35, [11, 1, -3, -5, -5, -3], keys.slice(1)], 'a turned plan has its lines turned');
    const wet = answer(groundPlan.replace(/SELECT gamemap_picture[^]*$/, 'SELECT DISTINCT x, y / 6 FROM walls WHERE level = -4 ORDER BY 1, 2'), 0);
    same(wet, [['1', '1'], ['2', '1']], 'a plane of water lies over the cubes of its part');
    const marks = answer(groundMarks, 0);
    same([marks.length, marks[0].join(' ')], [2000, '0.958333333333333 0.5 model NULL tree'], 'what stands there, so much of it as can be seen');
    same(answer(groundMarksLeft, 0), [['NULL', 'the first 2,000 of 2,101 objects']], 'and that there is more');
}

// Textures that are missing, in plain words where nothing else is to be said of them
function testPlainly() {
    const message = 'texture 0 (a\\b(1).bmp) of the file of model 2 isn\'t found', other = 'the texture "grass.bmp" isn\'t among the files';
    const told = [['rsw', message], ['gnd', other], ['gnd', `${other} as texture/grass.bmp: one of its name is a/grass.bmp`], ['mdl', other]].map(([type, text]) => plainly('texture_missing', 3, text, `one.${type}`));
    same(told, [...['a\\b(1).bmp', 'grass.bmp'].map(name => `3 textures aren't found, so colours are guessed; the first is ${name}`), '', ''], 'what is told of missing textures');
}

async function testStudio() {
    const asked = [], studio = new Studio({rows: async sql => { asked.push(sql); return []; }}, (path, statements) => statements);
    same([await studio.picture({path: 'one.gnd', size: 7e6}, () => true), await studio.picture({path: 'one.gnd', size: 1}, () => false), asked], [null, null, []], 'of which no small picture is taken');
    const order = [];
    studio.take = async path => { order.push(path); return 'Forgotten.'; };
    const list = ['a', 'b', 'c'].map(path => studio.picture({path, size: 1}, () => true, true)), strip = async () => [await studio.picture({path: 'd', size: 1}, () => true), await studio.picture({path: 'e', size: 1}, () => true)];
    same([await strip(), await Promise.all(list), order.join('')], [[null, null], ['Forgotten.', 'Forgotten.', 'Forgotten.'], 'adebc'], 'the strip comes before the list, which asks again');
}

// Lines of heights lie where the picture has those heights, however wide its places are; of many regions fewer heights are taken.
function testContours() {
    const places = [0, 16, 32, 48, 64, 80], cells = places.flatMap(x => places.map(y => [x, y, x]));
    const {step, thin} = contoursOf({low: 0, high: 80, x: 0, y: 0, w: 88, h: 88, step: 8, apart: 16, cells});
    same(step, 5, 'how far lines are apart');
    const numbers = contoursOf({low: 0, high: 80, x: 0, y: 0, w: 88, h: 88, step: 8, apart: 16, cells}).labels;
    check(new Set(numbers.filter(({height}) => height === 50).map(({x, y}) => `${x} ${y}`)).size > 1, `places for the number of a strong line: ${JSON.stringify(numbers)}`);
    same(numbers.some(({height}) => height === 40), false, 'and none for a thin one where several lines are near');
    const wall = contoursOf({low: 0, high: 20, x: 0, y: 0, w: 4, h: 2, step: 0, apart: 1, cells: [[1, 0, 0, 10, 10, 0], [3, 0, 10, 90, 90, 10]]});
    same([wall.step, [...new Set(wall.thin.match(/(?<=M)\d+/g))].map(Number)].flat().sort((a, b) => a - b).slice(0, 3), [2, 300, 350], 'a square with heights of its own has lines between its own corners');
    check(!wall.thin.includes('M9'), 'and none above the highest');
    const at = Math.round(10000 * (40 + 8 / 2) / 96) / 10; // twelve places of 8
    check(thin.includes(`M${at},`), `a line where the height is 40, at ${at}: ${thin.slice(0, 60)}`);
    const {pictures: {World: sql}} = subjectOf('one.nvm');
    const tables = `CREATE TEMP TABLE all_regions AS SELECT value % 20 AS x, value / 20 AS z, '' AS file, value AS region_id, '' AS source FROM generate_series(0, 399);
CREATE TEMP TABLE all_heights AS SELECT a.value AS x, b.value AS z, a.value AS height FROM generate_series(0, 96, 8) a, generate_series(0, 96, 8) b;`;
    const range = sql.slice(0, sql.indexOf('SELECT gamemap_picture')), told = sql.slice(sql.indexOf('(SELECT json_object(\'low\', low, \'high\', high, \'x\''));
    const [[heights]] = native(`${tables} ${range} SELECT ${told} LIMIT 1`.replaceAll('jmx_regions(:n, \'skip\')', 'all_regions').replaceAll('jmx_heights(r.source)', 'all_heights'), '.');
    const {cells: some, ...world} = JSON.parse(heights);
    same([some.length, world], [400 * 3 * 3, {low: 0, high: 88, x: 0, y: 0, w: 1912, h: 1912, step: 8, apart: 32}], 'heights of 400 regions');
    const {places: {objects}} = subjectOf('one.nvm').marks.Heights, put = [[7, 0, 0], [7, 1, 0], [7, 0, 1], [8, 1, 1], [9, 0, 1], [4, 0, 0]];
    const kinds = native(`CREATE TEMP TABLE none AS SELECT 0 AS id, 0 AS object_id, 0 AS cell_id, 0 AS min_x, 0 AS max_x, 0 AS min_z, 0 AS max_z, 0 AS source, 0 AS asset_id, '' AS path WHERE 0;
CREATE TEMP TABLE put AS SELECT key AS id, value ->> 0 AS asset_id, value ->> 1 AS is_big, value ->> 2 AS is_struct, 'static' AS type_name, 9 AS x, 9 AS z, 0 AS yaw, 1 AS owned FROM json_each('${JSON.stringify(put)}');
${objects}`.replaceAll('jmx_regions(:f, \'skip\')', '(SELECT 0 AS x, 0 AS z, 1 AS source)').replaceAll('jmx_objects(r.source)', 'put')
        .replaceAll(/jmx_(cells|cell_objects)\(r\.source\)/g, 'none').replace('jmx_assets(:o)', 'none'), '.').map(([,, kind, name,,,, form]) => [kind, name, form].join(' '));
    same(kinds, ['object 7 NULL static object', 'object 7 #7 landmark', 'object 7 #7 named object', 'landmark #8 landmark', 'named object #9 named object', 'static object NULL static object'],
        'what objects are called, by their number where many have it');
    const {kinds: sorted, colorOf} = kindsOf(['landmark', 'object 7', 'object 7', 'object 8'].map(kind => [0, 0, kind]));
    same([sorted.map(([kind, {length}]) => [kind, length]), new Set(colorOf.values()).size], [[['object 7', 2], ['landmark', 1], ['object 8', 1]], 3], 'each kind has a colour, those first of which there are most');
    const land = subjectOf('one.nvm').models['World in 3D'].replaceAll('jmx_regions(:n, \'skip\')', 'all_regions').replaceAll('jmx_heights(r.source)', 'all_heights')
        .replaceAll('jmx_tiles(r.source)', '(SELECT x, x AS z, 1 AS blocked FROM all_heights)');
    const lands = ['', 'UPDATE all_heights SET height = NULL;'].map(change => native(`${tables}${change}
SELECT json_array_length(made, '$.regions') FROM (SELECT (${land}) AS made) WHERE made IS NOT NULL`, '.'));
    same(lands, [[['400']], []], 'a land, and none where no height is known');
}

// What axe-core finds serious, in both schemes.
async function testAccess(browser, address) {
    for (const colorScheme of ['light', 'dark']) {
        const tab = await open(browser, address, {colorScheme});
        await tab.$eval('#asks button', card => card.click());
        await answer(tab);
        await tab.click('#console summary');
        await tab.$eval('#editor', editor => editor.scrollIntoView());
        await tab.waitForSelector('.cm-content');
        const {violations} = await tab.evaluate(`(${axe})()`);
        const serious = violations.filter(({impact}) => ['serious', 'critical'].includes(impact));
        same(serious.map(({id, nodes}) => `${id}: ${nodes[0].html}`), [], `what axe-core says, ${colorScheme}`);
        await tab.context().close();
    }
}

async function testReal(tab) {
    const folder = process.env.CORPUS && resolve(process.env.CORPUS, 'gnd/real');
    if (!folder || !existsSync(join(folder, 'prontera.gnd'))) return;
    const began = Date.now();
    await drop(tab, [fileOf('prontera.gnd', join(folder, 'prontera.gnd'))]);
    await shown(tab, 'prontera.gnd');
    const drawn = Date.now() - began;
    await shown(tab, 'prontera.gnd', 'model');
    console.log(`prontera.gnd from the drop to its picture ${drawn} ms, to 3D ${Date.now() - began} ms`);
    await tab.waitForTimeout(500);
    await tab.locator('#view').screenshot({path: join(screens, 'prontera.png')});
    const sql = 'SELECT t.path, count(*), round(sum(c.height_sw), 2) FROM gnd_cubes(\'prontera.gnd\') c ' +
        'JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top JOIN gnd_textures(c.source) t ON ' +
        't.id = s.texture_id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 8';
    await ask(tab, sql);
    const {rows, state} = await ask(tab, sql);
    same(rows, native(sql, folder), 'a join on a real map');
    console.log(`prontera's join in the page: ${state}`);
}

async function takeScreens(browser, address) {
    for (const [width, height] of [[1280, 860], [820, 1100], [390, 844]]) {
        for (const colorScheme of ['light', 'dark']) {
            const tab = await open(browser, address, {viewport: {width, height}, colorScheme});
            await tab.screenshot({path: join(screens, `${width}-${colorScheme}.png`)});
            await tab.$eval('#asks button', card => card.click());
            await answer(tab);
            await tab.screenshot({path: join(screens, `${width}-${colorScheme}-whole.png`), fullPage: true});
            check(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
                `the page fits ${width} pixels`);
            const [view, bar] = await tab.$$eval('#scene, #stage-bar', list => list.map(one => one.getBoundingClientRect()));
            check(bar.top >= view.bottom, 'no button lies over the view');
            if (width === 390) {
                const rows = await tab.$$eval('header h1, header .buttons > *', list => list.map(one => one.getBoundingClientRect()));
                check(Math.max(...rows.map(({top}) => top)) < Math.min(...rows.map(({bottom}) => bottom)), 'the head of a phone\'s page is one row');
            }
            await tab.context().close();
        }
    }
}

if (!existsSync(program)) {
    console.log(`skipped: there is no ${program}`);
    console.log('0 passed, 0 failed');
    process.exit(0);
}
mkdirSync(screens, {recursive: true});
const scratch = join(screens, 'big.bin');
const {writeFileSync} = await import('node:fs');
writeFileSync(scratch, Buffer.alloc(50 << 20, 7));
const server = await serve(page);
const address = `http://127.0.0.1:${server.address().port}/`;
const axeSource = readFileSync(join(modules, 'node_modules/axe-core/axe.min.js'), 'utf8');
const axe = `() => { ${axeSource}; return window.axe.run(document); }`;
const browser = await chromium.launch({executablePath: program, args: ['--no-sandbox', '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--disable-sync']});
same(romanized('\uD504\uB860\uD14C\uB77C/\uB098\uBB34 01.rsm'), 'peurontera/namu 01.rsm', 'Korean names in Latin letters');
try {
    const began = Date.now();
    const tab = await open(browser, address, {});
    const ready = Date.now();
    const paint = await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    console.log(`the page shows its town after ${Math.round(paint)} ms, in 3D after ${ready - began} ms; load ${
        loadavg()[0].toFixed(1)}`);
    for (const test of [testTown, testView, testAnswers, testNothing, testText, testDrop, testPicture, testGrid, testStop, testUnreadable,
        testModels, testWays, testTogether, testMarks, testSaved, testChips, testLighter, testLate, testColumns, testSmall, testSheets, testQuestions, testCompletion, testArchives, testList, testHostile, testForget]) {
        await test(tab, address);
    }
    await testLight();
    await testGuesses();
    testGuessedGround();
    testContours();
    await testNames();
    testNet();
    testPlans();
    testTurnedPlan();
    testPlainly();
    await testStudio();
    await testBig(tab, scratch);
    await testReal(tab);
    await testLinkAndReports(tab, address, browser);
    await testAddress(browser, address);
    await testReference(browser, address);
    await testAccess(browser, address);
    await testKeyboard(browser, address);
    await takeScreens(browser, address);
} catch (error) {
    check(false, error.stack);
} finally {
    await browser.close();
    server.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
