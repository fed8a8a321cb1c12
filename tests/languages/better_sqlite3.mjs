// better-sqlite3: better_sqlite3.mjs [EXTENSION]; without one, the package gamemap. MODULES is where
// npm has installed them.
import {createRequire} from 'node:module';
import {argv, env} from 'node:process';
import {answer} from './questions.mjs';

const require = createRequire(`${env.MODULES}/`);
const Database = require('better-sqlite3');

const db = new Database(':memory:');
if (argv[2]) db.loadExtension(argv[2]);
else require('gamemap').load(db);
answer(db);
