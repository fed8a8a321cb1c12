// Walkmeshes of Neverwinter Nights beside models: of a tile (.wok), of a placeable (.pwk) and of a door (.dwk).
import {surfaceWords} from './areas.mjs';

const named = {wok: 'a tile', pwk: 'a placeable', dwk: 'a door'};

const walkmeshOf = what => ({
    sentence: `SELECT printf('The walkmesh of ${what} of Neverwinter Nights: %,d faces%s.', count(*),
    ifnull(', of ' || replace(group_concat(DISTINCT ${surfaceWords}), ',', ', '), '')) FROM mdl_faces(:f) t`,
    models: {Walkmesh: 'SELECT mdl_glb(:f)'},
    pictures: {},
    hasKey: true, // its colours stand for what it is
    questions: {
        'What is it made of?': `SELECT n.name AS mesh, ${surfaceWords} AS surface, count(*) AS faces, round(sum(area), 2) AS "square metres"
FROM mdl_nodes(:f) n JOIN mdl_faces(n.source) t ON t.node_id = n.id GROUP BY 1, 2 ORDER BY 4 DESC`,
    },
});

export const walkmeshes = Object.fromEntries(Object.entries(named).map(([type, what]) => [type, walkmeshOf(what)]));
