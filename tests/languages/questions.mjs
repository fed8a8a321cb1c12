// What the JavaScript hosts ask whose connections have prepare(sql).
import {readFileSync} from 'node:fs';

const row = (statement, parameters) => Object.values(statement.get(...parameters));

export function answer(db, values = row) {
    const ask = (name, sql, ...parameters) => {
        try {
            console.log(name, ...values(db.prepare(sql), parameters));
        } catch (error) {
            console.log(name, error.message);
        }
    };
    ask('sqlite', 'SELECT sqlite_version()');
    ask('version', 'SELECT gamemap_version()');
    ask('glob', "SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')");
    ask('join', `SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
        JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1`);
    ask('blob', 'SELECT count(*) FROM gnd_cubes(?)', readFileSync('samples/town.gnd'));
    ask('error', "SELECT * FROM gnd_maps('samples/missing.gnd')");
}
