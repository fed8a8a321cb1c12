// The page in headless Chromium: what a person does with it, and what they see then.
//
//     node test.mjs PAGE MODULES EXTENSION SCREENS
//
// PAGE is the folder that make web fills, MODULES one with playwright-core in its node_modules;
// pictures of the page are written to SCREENS. CHROMIUM names another program than /usr/bin/chromium.
// CORPUS adds a comparison with the native shell on a real map.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {extname, join, resolve} from 'node:path';

const [page, modules, extension, screens] = process.argv.slice(2).map(path => resolve(path));
const {chromium} = createRequire(join(modules, 'package.json'))('playwright-core');
const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
const types = {'.html': 'text/html', '.css': 'text/css', '.mjs': 'text/javascript',
    '.json': 'application/json', '.wasm': 'application/wasm'};
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
    const tab = await context.newPage();
    tab.on('pageerror', error => check(false, `an error of the page: ${error.message}`));
    tab.on('request', request => check(/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url()),
        `the page asks ${request.url()}`));
    await tab.goto(address);
    await tab.waitForFunction(() => document.body.dataset.ready === 'yes', {timeout: 60000});
    return tab;
}

// Types a query over what is there and runs it; gives the rows in view, and the message of an error.
async function ask(tab, sql) {
    await tab.click('.cm-content');
    await tab.keyboard.press('Control+A');
    await tab.keyboard.insertText(sql);
    await tab.click('#run');
    await tab.waitForFunction(() => document.getElementById('stop').disabled, {timeout: 120000});
    return tab.evaluate(() => ({
        rows: [...document.querySelectorAll('.row.body')].map(row =>
            [...row.children].map(cell => cell.textContent)),
        title: document.querySelector('.result h3')?.textContent ?? '',
        head: [...document.querySelectorAll('.row.head span')].map(cell => cell.textContent),
        note: document.querySelector('.note')?.textContent ?? '',
        error: document.querySelector('.error')?.textContent ?? '',
        state: document.getElementById('state').textContent,
    }));
}

async function drop(tab, files) {
    const transfer = await tab.evaluateHandle(list => {
        const made = new DataTransfer();
        for (const {name, base64} of list) {
            const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
            made.items.add(new File([bytes], name));
        }
        return made;
    }, files);
    await tab.dispatchEvent('body', 'drop', {dataTransfer: transfer});
}

async function fileCount(tab, count) {
    await tab.waitForFunction(wanted => document.getElementById('files').textContent
        .startsWith(`${wanted} file`), count, {timeout: 30000});
}

// What one sees first, and where there is nothing to see
async function testNothing(tab) {
    const missing = await ask(tab, 'SELECT * FROM gnd_maps(\'town.gnd\')');
    check(/no such file/.test(missing.error) && /no files here yet/.test(missing.note),
        `a missing file: ${missing.error}, ${missing.note}`);
    same(missing.title, '', 'no grid above an error');
    const none = await ask(tab, 'SELECT 1 AS one, 2 AS two WHERE 0; SELECT abs(\'a\') AS three WHERE 0');
    same([none.title, none.head, none.rows], ['0 rows', ['one', 'two', 'three'], []], 'no rows');
}

async function testDrop(tab) {
    const town = readFileSync('samples/town.gnd').toString('base64');
    await drop(tab, [{name: 'town.gnd', base64: town}, {name: 'broken.gnd', base64: 'R1JHTgE='}]);
    await fileCount(tab, 2);
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
}

async function testPicture(tab) {
    await ask(tab, 'SELECT gamemap_picture(x, y, height_sw) FROM gnd_cubes(\'town.gnd\')');
    const width = await tab.waitForFunction(() =>
        document.querySelector('figure img')?.naturalWidth, null, {timeout: 30000});
    check(await width.jsonValue() >= 400, 'a picture is shown');
    same(await tab.$$eval('.result', list => list.length), 0, 'grids beside a picture alone');
    const [download] = await Promise.all([
        tab.waitForEvent('download'),
        ask(tab, 'SELECT writefile(\'maps/town.png\', gamemap_picture(x, y, height_sw)) FROM ' +
            'gnd_cubes(\'town.gnd\')').then(() => tab.click('figcaption a')),
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
    await tab.$eval('.grid', grid => {
        grid.scrollTop = grid.scrollHeight;
    });
    await tab.waitForFunction(() => [...document.querySelectorAll('.row.body')].at(-1)
        .firstChild.textContent === '1000000', null, {timeout: 10000});
    check(true, 'the end of a million rows is reached');
    const odd = await ask(tab, 'SELECT 9007199254740993 AS big, 2.0 AS real, NULL AS n, x\'0102\' AS b');
    same(odd.rows, [['9007199254740993', '2.0', 'NULL', 'BLOB, 2 bytes']], 'values of each type');
}

async function testStop(tab) {
    await tab.click('.cm-content');
    await tab.keyboard.press('Control+A');
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
    await fileCount(tab, 3);
    const found = await ask(tab, 'SELECT size, error IS NULL FROM gamemap_files(\'big.bin\')');
    same(found.rows[0]?.[0], String(50 << 20), '50 MB that were picked');
}

async function testLinkAndReports(tab, address, browser) {
    await ask(tab, 'SELECT 42 AS answer');
    await tab.click('#link');
    const linked = await open(browser, await tab.evaluate(() => window.location.href), {});
    same(await linked.$eval('.cm-content', content => content.innerText.trim()),
        'SELECT 42 AS answer', 'a link carries its query');
    await linked.click('#samples');
    await linked.waitForFunction(() => document.getElementById('names').children.length > 5);
    const reports = await linked.$$('#reports button');
    check(reports.length >= 20, `${reports.length} reports`);
    await linked.$$eval('details', all => all.forEach(details => {
        details.open = true;
    }));
    for (const report of reports) {
        const name = await report.textContent();
        await report.evaluate(button => button.click());
        await linked.waitForFunction(() => document.getElementById('stop').disabled, {timeout: 120000});
        const error = await linked.$$eval('.error', list => list.map(one => one.textContent).join());
        const shown = await linked.$$eval('.result, figure', list => list.length);
        check(!error && shown > 0, `report ${name}: ${error || 'nothing is shown'}`);
    }
    await linked.waitForSelector('.table');
    await linked.$$eval('.table', all => all.forEach(details => {
        details.open = true;
    }));
    await linked.waitForFunction(() =>
        document.querySelectorAll('#tables button').length === document.querySelectorAll('.table').length);
    const examples = await linked.$$('#tables button');
    check(examples.length > 130, `${examples.length} examples`);
    await examples[0].evaluate(button => button.click());
    await linked.click('#run');
    await linked.waitForFunction(() => document.getElementById('stop').disabled);
    same(await linked.$$eval('.error', list => list.length), 0, 'an example runs');
    await linked.context().close();
}

async function testReal(tab) {
    const folder = process.env.CORPUS && resolve(process.env.CORPUS, 'gnd/real');
    if (!folder || !existsSync(join(folder, 'prontera.gnd'))) return;
    await tab.setInputFiles('#pick', [join(folder, 'prontera.gnd')]);
    await tab.waitForFunction(() => [...document.getElementById('names').children]
        .some(name => name.textContent === 'prontera.gnd'));
    const sql = 'SELECT t.path, count(*), round(sum(c.height_sw), 2) FROM gnd_cubes(\'prontera.gnd\') c ' +
        'JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top JOIN gnd_textures(c.source) t ON ' +
        't.id = s.texture_id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 8';
    await ask(tab, sql);
    const {rows, state} = await ask(tab, sql);
    same(rows, native(sql, folder), 'a join on a real map');
    console.log(`prontera's join in the page: ${state}`);
}

async function takeScreens(browser, address) {
    for (const [width, height] of [[1280, 860], [420, 860]]) {
        for (const colorScheme of ['light', 'dark']) {
            const tab = await open(browser, address, {viewport: {width, height}, colorScheme});
            await tab.click('#samples');
            await tab.waitForFunction(() => document.getElementById('names').children.length > 5);
            await ask(tab, 'SELECT gamemap_picture(x, y, -height_sw, \'terrain\', \'{"legend": true}\') ' +
                'FROM gnd_cubes(\'samples/town.gnd\');\nSELECT c.id, c.x, c.y, c.height_sw, t.path\n' +
                'FROM gnd_cubes(\'samples/town.gnd\') c JOIN gnd_surfaces(c.source) s ON s.id = ' +
                'c.surface_top\nJOIN gnd_textures(c.source) t ON t.id = s.texture_id;');
            await tab.$eval('.format', format => {
                format.open = true;
            });
            await tab.screenshot({path: join(screens, `${width}-${colorScheme}.png`)});
            check(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
                `the page fits ${width} pixels`);
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
const browser = await chromium.launch({executablePath: program, args: ['--no-sandbox']});
try {
    const began = Date.now();
    const tab = await open(browser, address, {});
    const ready = Date.now();
    check(/no files here yet/.test(await tab.textContent('.note')), 'a hint at the beginning');
    await ask(tab, 'SELECT gamemap_version()');
    console.log(`the page is ready after ${ready - began} ms, its first query takes ${Date.now() - ready}`);
    for (const test of [testNothing, testDrop, testPicture, testGrid, testStop]) await test(tab);
    await testBig(tab, scratch);
    await testReal(tab);
    await testLinkAndReports(tab, address, browser);
    await takeScreens(browser, address);
} catch (error) {
    check(false, error.stack);
} finally {
    await browser.close();
    server.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
