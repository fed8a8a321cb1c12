// Runs the statements of a file in DuckDB, as npm's @duckdb/node-api has it: node duckdb.mjs MODULES FILE
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';

const [modules, file] = process.argv.slice(2);
const {DuckDBInstance} = createRequire(join(modules, 'here'))('@duckdb/node-api');
const connection = await (await DuckDBInstance.create()).connect();
for (const statement of readFileSync(file, 'utf8').split(/;\n/).filter(text => text.trim())) {
    const answer = await connection.runAndReadAll(statement);
    for (const row of answer.getRows()) console.log(row.map(String).join('|'));
}
