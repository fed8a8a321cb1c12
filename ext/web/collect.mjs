// Collects what the page offers into one JSON file:
//
//     node collect.mjs reports OUT sql/*.sql    [{name, summary, sql, pattern}]
//     node collect.mjs samples OUT FOLDER       [{path, base64}]
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';

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

function files(folder, below = '') {
    return readdirSync(join(folder, below)).flatMap(name => {
        const path = join(below, name);
        if (statSync(join(folder, path)).isDirectory()) return files(folder, path);
        const base64 = readFileSync(join(folder, path)).toString('base64');
        return [{path: join(basename(folder), path), base64}];
    });
}

const collected = kind === 'reports' ? names.map(report).filter(Boolean) : files(names[0]);
writeFileSync(out, JSON.stringify(collected));
