// node-sqlite3: node_sqlite3.mjs EXTENSION. MODULES is where npm has installed it.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {argv, env} from 'node:process';

const {Database} = createRequire(`${env.MODULES}/`)('sqlite3');

const db = new Database(':memory:');
await new Promise((done, fail) => {
    db.loadExtension(argv[2], (error) => error ? fail(error) : done());
});

const ask = (name, sql, ...parameters) => new Promise((done) => {
    db.get(sql, parameters, (error, row) => {
        console.log(name, ...error ? [error.message] : Object.values(row));
        done();
    });
});
await ask('sqlite', 'SELECT sqlite_version()');
await ask('version', 'SELECT gamemap_version()');
await ask('glob', "SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')");
await ask('join', `SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1`);
await ask('blob', 'SELECT count(*) FROM gnd_cubes(?)', readFileSync('samples/town.gnd'));
await ask('error', "SELECT * FROM gnd_maps('samples/missing.gnd')");
