// bun:sqlite of Bun: bun bun.mjs EXTENSION
import {Database} from 'bun:sqlite';
import {answer} from './questions.mjs';

const db = new Database(':memory:');
db.loadExtension(process.argv[2]);
answer(db);
