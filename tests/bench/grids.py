"""Ways over grids as movingai's benchmarks have them, in seconds, against other programs.

    python3 tests/bench/grids.py EXTENSION FOLDER [MODULES [FILE.map ...]]

A .map of movingai.com ("type octile", a character for each tile: . G S can be entered) becomes a GAT in FOLDER, with
a wall in the east and in the north, which the server's rule asks for. Without files maps of that form are made: rooms,
rubble of three densities, and a maze. A .scen beside a .map gives its pairs, else they are drawn by a seed.

For each map it prints the mean time of gat_path, with the rows of the way, and of plain A* and jump points of
npm's `pathfinding` in the folder MODULES, if node is there; and ratios: gat_path over reading the tiles once,
gat_distances over reading them, and gat_path_status of 500 pairs over a join with gat_tiles. Costs must be those of a
search without any of this, by the rule of the server, from some of the starts. The last line is "N passed, N failed".
"""
import heapq
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

extension, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
modules = sys.argv[3] if len(sys.argv) > 3 else ''
SIDES = ((1, 0, 10), (-1, 0, 10), (0, 1, 10), (0, -1, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14))
PAIRS = 300


def made():
    """Yields names and rows of maps, of the form that a .map has."""
    dice = random.Random(1)
    rooms = [['.'] * 768 for _ in range(768)]
    for y in range(768):
        for x in range(768):
            if x % 16 == 0 or y % 16 == 0 or dice.random() < 0.03:
                rooms[y][x] = '@'
    for y in range(0, 768, 16):
        for x in range(0, 768, 16):
            if dice.random() < 0.9:
                rooms[y + 1 + dice.randrange(15)][x] = '.'
            if dice.random() < 0.9:
                rooms[y][x + 1 + dice.randrange(15)] = '.'
    yield 'rooms-768', rooms
    for percent in (10, 25, 35):
        yield 'random-512-%d' % percent, [['@' if dice.random() < percent / 100 else '.' for _ in range(512)] for _ in range(512)]
    maze = [['@'] * 511 for _ in range(511)]
    way = [(1, 1)]
    maze[1][1] = '.'
    while way:
        x, y = way[-1]
        free = [(dx, dy) for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2))
                if 0 < x + dx < 511 and 0 < y + dy < 511 and maze[y + dy][x + dx] == '@']
        if free:
            dx, dy = dice.choice(free)
            maze[y + dy // 2][x + dx // 2] = maze[y + dy][x + dx] = '.'
            way.append((x + dx, y + dy))
        else:
            way.pop()
    yield 'maze-511', maze


def read(path):
    lines = open(path, encoding='latin-1').read().split('\n')
    height = int(lines[1].split()[1])
    return os.path.splitext(os.path.basename(path))[0], [list(line) for line in lines[4:4 + height]]


def write_gat(rows, path):
    width, height = len(rows[0]) + 1, len(rows) + 1
    with open(path, 'wb') as file:
        file.write(b'GRAT\1\2' + struct.pack('<II', width, height))
        for row in rows + [[]]:
            for x in range(width):
                file.write(struct.pack('<ffffI', 0, 0, 0, 0, 0 if row[x:x + 1] and row[x] in '.GS' else 1))


def costs_from(rows, start):
    """Returns the least costs by a plain search over all tiles, as {(x, y): cost}."""
    def is_open(x, y):
        return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] in '.GS'
    done, heap = {}, [(0, start)]
    while heap:
        cost, (x, y) = heapq.heappop(heap)
        if (x, y) in done:
            continue
        done[x, y] = cost
        for dx, dy, step in SIDES:
            if is_open(x + dx, y + dy) and (step == 10 or is_open(x + dx, y) and is_open(x, y + dy)):
                if (x + dx, y + dy) not in done:
                    heapq.heappush(heap, (cost + step, (x + dx, y + dy)))
    return done


def ask(sql):
    """Runs statements in SQLite's shell; returns their rows and how long each took, in seconds."""
    done = subprocess.run(['sqlite3', ':memory:', '-cmd', '.load ' + extension, '-cmd', '.timer on'], input=sql.encode(), capture_output=True)
    if done.stderr:
        sys.exit(done.stderr.decode())
    rows, times = [], []
    for line in done.stdout.decode().split('\n'):
        if line.startswith('Run Time: '):
            times.append(float(line.split(' user ')[1].split()[0]) + float(line.split(' sys ')[1]))
        elif line:
            rows.append(line.split('|'))
    return rows, times


JAVASCRIPT = '''
const p = require(process.argv[1] + '/pathfinding'), {rows, pairs} = JSON.parse(require('fs').readFileSync(0));
const grid = new p.Grid(rows.map(row => row.map(c => '.GS'.includes(c) ? 0 : 1)));
const options = {diagonalMovement: p.DiagonalMovement.OnlyWhenNoObstacles, heuristic: p.Heuristic.octile};
const mean = (finder, count) => {
    let spent = 0;
    for (const [ax, ay, bx, by] of pairs.slice(0, count)) {
        const copy = grid.clone(), start = process.hrtime.bigint();
        finder.findPath(ax, ay, bx, by, copy);
        spent += Number(process.hrtime.bigint() - start) / 1e9;
    }
    return spent / Math.min(count, pairs.length);
};
console.log(mean(new p.AStarFinder(options), 20), mean(p.JumpPointFinder(options), 100));
'''


def measure(name, rows, pairs):
    gat = os.path.join(folder, name + '.gat')
    write_gat(rows, gat)
    values = ', '.join('(%d, %d, %d, %d)' % pair for pair in pairs)
    twice = ', '.join('(%d, %d, %d, %d)' % pairs[i % len(pairs)] for i in range(500))
    way = "(SELECT max(cost) FROM gat_path('%s', ax, ay, bx, by_)) AS cost" % gat
    found, times = ask('''
        CREATE TEMP TABLE pair(ax, ay, bx, by_);
        INSERT INTO pair VALUES %s;
        CREATE TEMP TABLE many(ax, ay, bx, by_);
        INSERT INTO many VALUES %s;
        SELECT count(*) FROM gat_path('%s', %d, %d, %d, %d);
        SELECT sum(id + x + y + type + component) IS NULL FROM gat_tiles('%s');
        SELECT ax, ay, bx, by_, %s FROM pair;
        SELECT sum(cost + x + y) IS NULL FROM gat_distances('%s', %d, %d);
        SELECT sum(gat_path_status('%s', ax, ay, bx, by_) IN ('ok', 'same')) FROM many;
        SELECT sum(a.component = b.component) FROM many JOIN gat_tiles('%s') a ON a.x = ax AND a.y = ay
            JOIN gat_tiles('%s') b ON b.x = bx AND b.y = by_;''' %
                       (values, twice, gat, *pairs[0], gat, way, gat, *pairs[0][:2], gat, gat, gat))
    reading, paths, distances, status, join = times[5:]
    ways = [tuple(int(cell) if cell else None for cell in row) for row in found[2:2 + len(pairs)]]
    wrong = 0
    for start in sorted({way[:2] for way in ways})[:3]:
        costs = costs_from(rows, start)
        wrong += sum(cost != costs.get((bx, by)) for ax, ay, bx, by, cost in ways if (ax, ay) == start)
    if found[-1] != found[-2]:
        wrong += 1
    others = ('', '')
    if os.path.exists(os.path.join(modules, 'pathfinding')):
        done = subprocess.run(['node', '-e', JAVASCRIPT, os.path.abspath(modules)], capture_output=True,
                              input=json.dumps({'rows': rows, 'pairs': pairs}).encode())
        others = done.stdout.decode().split() or others
    each = paths / len(pairs)
    print('%s: gat_path %.3f ms (A* %s ms, jump points %s ms), 1/%.0f of reading the tiles (%.1f ms); gat_distances %.1f of it; '
          'gat_path_status of 500 pairs %.1f of a join; %d costs are wrong' %
          (name, 1000 * each, *('%.2f' % (1000 * float(other)) if other else '?' for other in others), reading / each if each else 0, 1000 * reading,
           distances / reading if reading else 0, status / join if join else 0, wrong), flush=True)
    return not wrong


def main():
    passed = failed = 0
    os.makedirs(folder, exist_ok=True)
    maps = [read(path) + (path,) for path in sys.argv[4:]] or [(name, rows, '') for name, rows in made()]
    for name, rows, path in maps:
        dice, pairs = random.Random(7), []
        if path and os.path.exists(path + '.scen'):
            lines = [line.split() for line in open(path + '.scen') if line.count('\t') >= 7]
            pairs = [tuple(int(cell) for cell in line[4:8]) for line in dice.sample(lines, min(PAIRS, len(lines)))]
        free = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in '.GS']
        starts = [dice.choice(free) for _ in range(PAIRS // 50)]
        pairs = pairs or [starts[i % len(starts)] + dice.choice(free) for i in range(PAIRS)]
        if measure(name, rows, pairs):
            passed += 1
        else:
            failed += 1
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(failed > 0)


main()
