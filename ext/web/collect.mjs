// Collects what the page offers into one JSON file:
//
//     node collect.mjs reports OUT sql/*.sql    [{name, summary, sql, pattern}]
//     node collect.mjs samples OUT FOLDER       [{path, base64}]
//     node collect.mjs rules OUT rules.md       {code: the sentence that says what it means}
//     node collect.mjs ramps OUT palette.c page.css    page.css with the colours of heights as --terrain and --land
//     node collect.mjs town OUT EXTENSION       {statement: {rows} or {file}}, with pictures and models beside OUT
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {firstStatements} from './layers.mjs';

const [kind, out, ...names] = process.argv.slice(2);

// A report without the shell's dot-commands. Reports that speak about the extension itself, or write
// into folders, have their place in the shell alone.
function report(path) {
    const text = readFileSync(path, 'utf8');
    const head = text.match(/^(-- .*\n)+/)?.[0].replace(/^-- /gm, '').replace(/\n/g, ' ') ?? '';
    const pattern = text.match(/coalesce\(:files?(?:, :files?)?, '(samples\/[^']+)'\)/)?.[1];
    const sql = text.split('\n').filter(line => !/^\./.test(line)).join('\n')
        .replace(/^(--.*\n)+\n?/, '').trim();
    // one connection runs a report again and again
    const drops = [...sql.matchAll(/^CREATE TEMP TABLE (?:IF NOT EXISTS )?(\w+)/gm)]
        .map(([, table]) => `DROP TABLE IF EXISTS temp.${table};\n`).join('');
    const inShell = !pattern || /fsdir|mkdir|readfile\(/.test(sql);
    return inShell ? null : {
        name: basename(path, '.sql'),
        summary: head.match(/^.*?[.:](?= |$)/)?.[0].replace(/:$/, '.') ?? head,
        sql: drops + sql,
        pattern: pattern.replace(/^samples\//, ''),
    };
}

function rules(path) {
    const sections = readFileSync(path, 'utf8').matchAll(/^### (\w+)\n\nSeverity: [^.]*\. ([^]*?)\n\n/gm);
    return Object.fromEntries([...sections].map(([, code, text]) => [code, text.replace(/\s+/g, ' ').replace(/`/g, '')
        .match(/^.*?[.](?= |$)/)?.[0] ?? text]));
}

function files(folder, below = '') {
    return readdirSync(join(folder, below)).flatMap(name => {
        const path = join(below, name);
        if (path === 'rivertown') return []; // the page has the town apart
        if (statSync(join(folder, path)).isDirectory()) return files(folder, path);
        const base64 = readFileSync(join(folder, path)).toString('base64');
        return [{path: join(basename(folder), path), base64}];
    });
}

// The colours of palette.c as variables of the style
function ramps(source, style) {
    const text = readFileSync(source, 'utf8');
    const [terrain, land] = ['terrain', 'land'].map(name => [...text.match(`\\b${name}\\[\\] = \\{([^;]*)\\};`)[1].matchAll(/\{(\d+, \d+, \d+), 255\}/g)].map(([, color]) => `rgb(${color})`));
    return `:root { --terrain: ${terrain.join(', ')}; --land: ${land.join(', ')}; }\n${readFileSync(style, 'utf8')}`;
}

// What the page asks first, with the answers that the extension gives in the shell
function answersAboutTown(extension) {
    const program = process.env.SQLITE3 ?? 'sqlite3', place = resolve(dirname(out));
    const ask = sql => execFileSync(program, [':memory:', '-cmd', `.load ${resolve(extension)}`, '-json', sql],
        {cwd: 'samples', encoding: 'utf8', maxBuffer: 1 << 28});
    const answer = sql => {
        const type = /SELECT (?:gamemap_picture|(gnd_glb))\(/.exec(sql);
        if (!type) return {rows: JSON.parse(ask(sql) || '[]').map(row => Object.values(row))};
        const name = type[1] ? 'ground.glb' : 'picture.png';
        // beside a picture its statement may tell of it
        const [{told}] = JSON.parse(ask(`WITH answer(bytes${type[1] ? '' : ', told'}) AS (${sql}) SELECT writefile('${join(place, name)}', bytes), ${type[1] ? 'NULL' : 'told'} AS told FROM answer`));
        return {file: `${basename(place)}/${name}`, told};
    };
    return Object.fromEntries(firstStatements().map(sql => [sql, answer(sql)]));
}

const collect = {rules: () => rules(names[0]), reports: () => names.map(report).filter(Boolean), samples: () => files(names[0]), ramps: () => ramps(...names),
    town: () => answersAboutTown(names[0])};
const made = collect[kind]();
writeFileSync(out, typeof made === 'string' ? made : JSON.stringify(made));
