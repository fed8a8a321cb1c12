// What is shown of a script of a Ragnarok Online server: its warps, on the cells of one of its maps if they are here. Each is a statement, as
// subjects.mjs has them: :f is the script, :b are all scripts that are here, :c are cells of maps, :k is the map that was chosen and :j what
// nets.mjs says of where each map stands.

// The net of maps: which lead to which, and whether only there and not back, or whether nothing of the other map is here
const WAYS = {both: '0x8A8A80', one: '0xC07030', open: '0x9A9A90'}, DASH = 9; // colours of lines, and pixels from one dash to the next
const ELSEWHERE = 'leads on, not in these files'; // what a map is of which nothing is here
// A cell of the net, as triangles around its middle: of each corner, to which sides it is, and how far its arc's points lie from it
const ROUND = 13, ARC = [0, 1, 2, 3].map(i => i * Math.PI / 6), corners = [[1, 1], [0, 1], [0, 0], [1, 0]].flatMap(([x, y], turn) =>
    ARC.map(angle => [x, y, ...[Math.cos, Math.sin].map((part, i) => (ROUND * (part(angle + turn * Math.PI / 2) - (i ? y : x) * 2 + 1)).toFixed(2))]));
const arcs = corners.map((corner, i) => `(${[...corner, ...corners[(i + 1) % corners.length]].join()})`).join();
const net = `node AS MATERIALIZED (SELECT value ->> 0 AS map, (value ->> 1) * :q AS x, (value ->> 2) * :y AS y, value ->> 3 AS warps FROM json_each(:j, '$.maps')),
cell AS MATERIALIZED (SELECT (value ->> 0) * :q + 3 AS x, (value ->> 1) * :y + 3 AS y, (value ->> 2) * :q - 6 AS w, (value ->> 3) * :y - 6 AS h FROM json_each(:j, '$.cells')),
-- those with maps of the file that is open
lit AS MATERIALIZED (SELECT c.*, EXISTS (SELECT 1 FROM node n WHERE n.x BETWEEN c.x AND c.x + w AND n.y BETWEEN c.y AND c.y + h AND map IN (SELECT map FROM ro_warps(:f, 'skip'))) AS is_lit FROM cell c),
layer(inset, paint, lit_paint) AS (VALUES (0, 0xD3D3C8, 0x2F8062), (1.5, 0xFAFAF7, 0xFAFAF7)),
known AS MATERIALIZED (SELECT DISTINCT map FROM ro_warps(:b, 'skip') WHERE map IS NOT NULL),
leads AS MATERIALIZED (SELECT DISTINCT map, to_map FROM ro_warps(:b, 'skip') WHERE map <> to_map),
line AS MATERIALIZED (SELECT a.x, a.y, b.x AS to_x, b.y AS to_y, back.map IS NULL AS is_one_way, back.map IS NULL AND l.to_map NOT IN known AS is_open, iif(back.map IS NOT NULL, ${WAYS.both}, iif(l.to_map IN known, ${WAYS.one}, ${WAYS.open})) AS color, sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)) + 1e-9 AS far
    FROM leads l JOIN node a ON a.map = l.map JOIN node b ON b.map = l.to_map LEFT JOIN leads back ON back.map = l.to_map AND back.to_map = l.map
    WHERE back.map IS NULL OR l.map < l.to_map),
-- a map that is inside something, of which a town has some
inside AS MATERIALIZED (SELECT map FROM node WHERE map LIKE '%\\_in%' ESCAPE '\\' OR (map LIKE '%in' AND substr(map, 1, length(map) - 2) IN (SELECT map FROM node))),
kind AS MATERIALIZED (SELECT *, CASE WHEN map NOT IN known THEN '${ELSEWHERE}' WHEN map LIKE '%fild%' OR map LIKE 'mjolnir%' THEN 'field' WHEN map IN inside THEN 'inside' WHEN map LIKE '%gld%' OR map LIKE '%g\\_cas%' ESCAPE '\\' THEN 'guild'
    WHEN map LIKE '%dun%' OR map LIKE '%pryd%' OR map LIKE '%sewb%' OR map LIKE '%maze%' OR map LIKE '%cave%' THEN 'dungeon'
    WHEN map IN (SELECT map FROM leads WHERE to_map IN inside) THEN 'town' ELSE 'other map' END AS kind FROM node)`;
const MAPS_LEAST = 6; // of which a net says more than a plan

// The cells of the map :k, if they are here, in a .gat or in a cache, and what of them can be walked on or is a warp
const warpMap = `shown AS MATERIALIZED (SELECT g.source, g.width, g.height FROM json_each(:c) c
    CROSS JOIN gat_maps(iif(value LIKE '%/', value || :k, value), 'skip') g WHERE value LIKE '%/' OR gamemap_stem(value) = :k LIMIT 1),
edge AS MATERIALIZED (SELECT max(min(x) - 4, 0) AS x0, max(min(y) - 4, 0) AS y0, min(max(x) + 4, width - 1) AS x1, min(max(y) + 4, height - 1) AS y1
    FROM shown, (SELECT t.x, t.y FROM shown CROSS JOIN gat_tiles(shown.source) t WHERE walkable
        UNION ALL SELECT w.x, w.y FROM shown JOIN ro_warps(:f) w WHERE w.map = :k AND w.x < width AND w.y < height))`;
// Marks of the warps of that map; those whose map few lead to come first. Where several lead to the same map, they are told apart by where
// one arrives.
const warpMarks = (place, from) => `SELECT ${place}, to_map, iif(count(*) OVER (PARTITION BY to_map) = 1, to_map, to_x || ', ' || to_y), name || ', ' || x || ', ' || y || ': to ' || to_map || ' ' || to_x || ', ' || to_y
FROM ro_warps(:f), ${from} WHERE map = :k ORDER BY count(*) OVER (PARTITION BY to_map)`;
const arrivals = `SELECT NULL, 'numbers beside a dot: where one arrives' WHERE EXISTS (SELECT 1 FROM ro_warps(:f) WHERE map = :k GROUP BY to_map HAVING count(*) > 1)`;
// The warps of that map, and what is around all of them
const warpBounds = `warps AS MATERIALIZED (SELECT x, y, to_map, to_x, to_y, map FROM ro_warps(:f) WHERE map = :k),
bounds AS MATERIALIZED (SELECT min(x) - 12.0 AS left, min(y) - 12.0 AS low, max(x) - min(x) + 24.0 AS w, max(y) - min(y) + 24.0 AS h
    FROM (SELECT x, y FROM warps UNION ALL SELECT to_x, to_y FROM warps WHERE to_map = map))`;
// A server's script, if it is one: its warps as a list, and on the cells of that of its maps which has most of them
export const script = {
    sentence: `SELECT iif(format = 'RO-SCRIPT', printf('A script of a Ragnarok Online server: %d warps on %d maps, %d lines.',
    (SELECT count(*) FROM ro_warps(f.source)), (SELECT count(DISTINCT map) FROM ro_warps(f.source)),
    (SELECT count(*) FROM text_lines(f.source))),
    printf('%s%s, %,d bytes.%s', ifnull(format, 'A file of no known format'), ifnull(' ' || version, ''), size,
    ifnull(' It can''t be read: ' || error || '.', ''))) FROM gamemap_files(:f) f`,
    sheetTitle: 'Its warps',
    sheet: 'SELECT map, x, y, to_map AS "leads to", to_x || \', \' || to_y AS "at", name AS warp FROM ro_warps(:f) ORDER BY map = gamemap_stem(:f) DESC, count(*) OVER (PARTITION BY map) DESC, map, x, y',
    questions: {
        'Which maps does it join?': {sql: 'SELECT map AS "from", to_map AS "to", count(*) AS warps FROM ro_warps(:f) GROUP BY 1, 2 ORDER BY 3 DESC',
            say: `SELECT printf('%,d warps on %d map%s lead to %d map%s; %,d of them lead to a place on the same map.', sum(warps), count(DISTINCT "from"),
    iif(count(DISTINCT "from") = 1, '', 's'), count(DISTINCT "to"), iif(count(DISTINCT "to") = 1, '', 's'),
    total(warps) FILTER (WHERE "from" = "to")) FROM answer`},
        'Which monsters does it put where?': {sql: `SELECT map, mob, name, sum(amount) AS monsters FROM ro_spawns(:f) GROUP BY 1, 2 ORDER BY 1, 4 DESC`,
            say: 'SELECT printf(\'%,d monsters of %,d kinds on %d maps.\', sum(monsters), count(DISTINCT mob), count(DISTINCT map)) FROM answer'},
        'Which NPCs are there?': {sql: 'SELECT map, x, y, kind, shown_name AS name, line FROM ro_npcs(:f)',
            say: 'SELECT printf(\'%,d NPCs on %d maps.\', count(*), count(DISTINCT map)) FROM answer'},
        'Which lines do servers not take?': `SELECT line, name, problem FROM ro_warps(:f) WHERE problem IS NOT NULL
UNION ALL SELECT line, name, problem FROM ro_spawns(:f) WHERE problem IS NOT NULL
UNION ALL SELECT line, name, problem FROM ro_npcs(:f) WHERE problem IS NOT NULL`,
    },
    // of which map a picture is, :k
    choices: 'SELECT map FROM ro_warps(:f) GROUP BY 1 ORDER BY map = gamemap_stem(:f) DESC, count(*) DESC',
    net: 'SELECT map, to_map, count(*) FROM ro_warps(:b, \'skip\') WHERE map <> to_map GROUP BY 1, 2 ORDER BY 1, 2',
    pictures: {'Net of maps': `WITH RECURSIVE ${net},
dash AS (SELECT x, y, to_x, to_y, far, color, 0 AS i FROM line WHERE is_open UNION ALL SELECT x, y, to_x, to_y, far, color, i + ${DASH} FROM dash WHERE i + ${DASH} + 5 < far)
SELECT gamemap_drawing(x, y, x1, y1, x2, y2, value, 'rgb', '{"line": 1, "background": "#ECECE5", "scale": 1}')
FROM (SELECT 0 AS x, 0 AS y, :q AS x1, 0 AS y1, :q AS x2, :y AS y2, 0xECECE5 AS value UNION ALL SELECT 0, 0, :q, :y, 0, :y, 0xECECE5
      UNION ALL SELECT * FROM (SELECT x + w / 2, y + h / 2, x + i + a.column1 * (w - 2 * i) + a.column3, y + i + a.column2 * (h - 2 * i) + a.column4,
          x + i + a.column5 * (w - 2 * i) + a.column7, y + i + a.column6 * (h - 2 * i) + a.column8, iif(is_lit, lit_paint, paint)
          FROM (SELECT *, inset * (1 + is_lit) AS i FROM layer, lit) CROSS JOIN (VALUES ${arcs}) a ORDER BY inset)
      UNION ALL SELECT x, y, to_x, to_y, to_x, to_y, color FROM line WHERE NOT is_open
      UNION ALL SELECT x + (to_x - x) * i / far, y + (to_y - y) * i / far, x + (to_x - x) * (i + 5) / far, y + (to_y - y) * (i + 5) / far, x + (to_x - x) * (i + 5) / far, y + (to_y - y) * (i + 5) / far, color FROM dash
      UNION ALL SELECT to_x + (x - to_x) * tip / far, to_y + (y - to_y) * tip / far, to_x + ((x - to_x) * (tip + 11) + (y - to_y) * 5) / far, to_y + ((y - to_y) * (tip + 11) - (x - to_x) * 5) / far,
          to_x + ((x - to_x) * (tip + 11) - (y - to_y) * 5) / far, to_y + ((y - to_y) * (tip + 11) + (x - to_x) * 5) / far, color FROM (SELECT *, iif(is_open, 6, 11) AS tip FROM line WHERE is_one_way))
HAVING (SELECT count(*) FROM node) >= ${MAPS_LEAST}`,
    Warps: `WITH ${warpMap}
SELECT gamemap_picture(t.x, t.y, CASE WHEN walkable THEN 0xDDD8C8 WHEN type = 5 THEN 0x8FB4D0 ELSE 0x7C8084 END, 'rgb',
    (SELECT json_object('scale', max(1, min(:q / (x1 - x0 + 1), :y * 5 / 4 / (y1 - y0 + 1)))) FROM edge))
FROM shown CROSS JOIN edge CROSS JOIN gat_tiles(shown.source) t WHERE t.x BETWEEN x0 AND x1 AND t.y BETWEEN y0 AND y1 AND EXISTS (SELECT 1 FROM ro_warps(:f) WHERE map = :k)`,
    // without the cells of maps: a grid of 50 x 50 tiles, with lines to where a warp leads on the same map
    Places: `WITH ${warpBounds},
steps(i) AS (VALUES (0) UNION ALL SELECT i + 50 FROM steps WHERE i < 1000)
SELECT gamemap_drawing(x, y, x1, y1, x2, y2, value, 'rgb', (SELECT json_object('line', 1, 'background', '#F4F4EF', 'scale', min(:q.0 / w, :y.0 / h)) FROM bounds))
FROM (SELECT left AS x, low AS y, left + w AS x1, low AS y1, left + w AS x2, low + h AS y2, 0xEFEDE2 AS value FROM bounds
      UNION ALL SELECT left, low, left + w, low + h, left, low + h, 0xEFEDE2 FROM bounds
      UNION ALL SELECT i, low, i, low, i, low + h, 0xD2D0C4 FROM bounds, steps WHERE i BETWEEN left AND left + w
      UNION ALL SELECT left, i, left, i, left + w, i, 0xD2D0C4 FROM bounds, steps WHERE i BETWEEN low AND low + h
      UNION ALL SELECT x, y, x, y, to_x, to_y, 0x8A8A84 FROM warps WHERE to_map = map) HAVING EXISTS (SELECT 1 FROM warps)`},
    marks: {
        'Net of maps': {title: 'Which map leads to which, in all scripts', isDrawing: true, isNet: true, places: {maps: `WITH ${net}
SELECT x / :q, 1 - y / :y, kind, iif(kind = '${ELSEWHERE}', '→ ', '') || map, map || ': ' || iif(warps, printf('%d warp%s to %d map%s', warps, iif(warps = 1, '', 's'), (SELECT count(*) FROM leads l WHERE l.map = kind.map),
    iif((SELECT count(*) FROM leads l WHERE l.map = kind.map) = 1, '', 's')), 'no warps of it are here'), (8 + 2 * min(sqrt(warps), 7)) / :q, (8 + 2 * min(sqrt(warps), 7)) / :y, kind = 'town'
FROM kind ORDER BY kind = 'town' DESC, warps DESC, map`},
        keys: {lines: `WITH ${net}
SELECT printf('#%06X', color), iif(is_open, 'the way back isn''t in these files', iif(is_one_way, 'a way there and none back', 'a way there and back')), iif(is_open, 'dashed', iif(is_one_way, 'arrow', 'line')) FROM line GROUP BY color`,
        kinds: 'SELECT NULL, \'what a map is, as its name says; larger dots have more warps; a click shows them\''}},
        Warps: {title: 'Warps of :k, by where they lead', places: {warps: `WITH ${warpMap}
${warpMarks('(x - x0 + 0.5) / (x1 - x0 + 1), 1 - (y - y0 + 0.5) / (y1 - y0 + 1)', 'edge ON x BETWEEN x0 AND x1 AND y BETWEEN y0 AND y1')}`},
        keys: {arrivals, cells: `WITH ${warpMap},
key(kind, color, text) AS (VALUES (0, '#DDD8C8', 'can be walked on'), (1, '#7C8084', 'blocked'), (2, '#8FB4D0', 'a chasm or water'))
SELECT color, text FROM key WHERE kind IN (SELECT DISTINCT CASE WHEN walkable THEN 0 WHEN type = 5 THEN 2 ELSE 1 END
    FROM shown CROSS JOIN edge CROSS JOIN gat_tiles(shown.source) t WHERE t.x BETWEEN x0 AND x1 AND t.y BETWEEN y0 AND y1)`}},
        Places: {title: 'Warps of :k, by where they lead', isDrawing: true, places: {warps: `WITH ${warpBounds}
${warpMarks('(x - left) / w, 1 - (y - low) / h', 'bounds')}`, numbers: `WITH ${warpBounds},
steps(i) AS (VALUES (0) UNION ALL SELECT i + 50 FROM steps WHERE i < 1000)
SELECT (i - left) / w, 1, 'tick', CAST(i AS TEXT) FROM bounds, steps WHERE i BETWEEN left AND left + 0.93 * w
UNION ALL SELECT 0, 1 - (i - low) / h, 'tick', CAST(i AS TEXT) FROM bounds, steps WHERE i BETWEEN low + 0.07 * h AND low + 0.95 * h`},
        keys: {arrivals, lines: 'VALUES (\'#D2D0C4\', \'a line every 50 tiles, with its x or y; drop the map\'\'s .gat, too, to see it beneath\')'}},
    }};
