// libsql: libsql.mjs EXTENSION. MODULES is where npm has installed it. It takes a BLOB only within an
// array of parameters, and adds to each row what it cost.
import {createRequire} from 'node:module';
import {argv, env} from 'node:process';
import {answer} from './questions.mjs';

const Database = createRequire(`${env.MODULES}/`)('libsql');

const db = new Database(':memory:');
db.loadExtension(argv[2]);
answer(db, (statement, parameters) => statement.raw().get(parameters));
