// node:sqlite of Node, and of Deno: node.mjs EXTENSION
import {DatabaseSync} from 'node:sqlite';
import {argv} from 'node:process';
import {answer} from './questions.mjs';

const db = new DatabaseSync(':memory:', {allowExtension: true});
db.loadExtension(argv[2]);
answer(db);
