// Where maps stand in a picture of which leads to which: near to those that they lead to, and each group of maps that lead to each other by
// itself, the largest first.

const ROUNDS = 300;
const APART = 1;         // between maps that lead to each other
const WIDE = 1.4;        // as names are wider than they are high
const ASIDE = 2.3;       // beside a group, for its names
const LETTER = 0.44, LITTLE = 0.34, DOT = 0.8; // of the name of a map that leads to several others and of others, and a dot: a group leaves room for each on one side
const MARGIN = 1.65;    // above and below it
const STRETCH = 1.7;     // how many times farther apart, so that a group fills its cell
const WIDER = [0.9, 1, 1.1, 1.2, 1.3, 1.45]; // of which one wastes least: rows as wide as that
const SMALL = 3, SLIM = 1.2; // groups of so few maps leave less room beside them, but for their names
const WIDENED = 0.06, WIDENED_MOST = 1.5; // how much farther apart maps are for each of a group beyond those, and at most
const PACKED_MOST = 120; // groups that find their own places; of more there are rows
const GROWN = [0.6, 0.9]; // of its size, by which a small group's cell and another grow at most to where nothing is
const PAIRS_MOST = 3e7;  // that are compared: of very many maps each is moved less often

// edges: [from, to, warps]; aspect is the picture's width by its height. Gives as maps [name, x, y, warps] for each map, as shares of the picture
// from the west and from the south, and as cells [x, y, width, height] of each group.
export function netOf(edges, aspect) {
    const nodes = new Map();
    for (const [from, to, warps] of edges) {
        for (const name of [from, to]) nodes.set(name, nodes.get(name) ?? {name, warps: 0, others: new Set()});
        const [a, b] = [nodes.get(from), nodes.get(to)];
        a.warps += warps;
        a.others.add(b);
        b.others.add(a);
    }
    const groups = groupsOf([...nodes.values()]).sort((a, b) => b.length - a.length).map(group => settle(group, aspect));
    const [wide, high] = groups.length > PACKED_MOST ? shelve(groups, aspect) : pack(groups, aspect);
    return {maps: groups.flatMap(({members, left, low}) => members.map(({name, x, y, warps}) => [name, (left + x) / wide, (low + y) / high, warps])),
        cells: groups.map(group => [group.left / wide, group.low / high, group.wide / wide, group.high / high])};
}

// Where the lines between them are, as shares from the west and from the north
export function linesOf(edges, {maps}) {
    const places = new Map(maps.map(([name, x, y]) => [name, [x, 1 - y]]));
    return edges.map(([from, to]) => [...places.get(from), ...places.get(to)]);
}

function groupsOf(nodes) {
    const seen = new Set(), groups = [];
    for (const node of nodes) {
        if (seen.has(node)) continue;
        const group = [node];
        seen.add(node);
        for (const one of group) { // which grows
            for (const other of one.others) if (!seen.has(other)) seen.add(other) && group.push(other);
        }
        groups.push(group);
    }
    return groups;
}

// Maps push each other away, and what leads to each other draws near, less and less far each time (Fruchterman and Reingold, 1991).
function settle(members, aspect) {
    const {length} = members, rounds = Math.min(ROUNDS, Math.ceil(PAIRS_MOST / length ** 2));
    members.forEach((one, i) => Object.assign(one, {x: Math.sqrt(i) * Math.cos(2.4 * i), y: Math.sqrt(i) * Math.sin(2.4 * i)}));
    for (let round = 0; round < rounds; round += 1) {
        const farthest = 0.1 + Math.sqrt(length) * 0.3 * (1 - round / rounds);
        for (const one of members) [one.dx, one.dy] = [-0.02 * one.x, -0.02 * one.y * aspect];
        for (const one of members) {
            for (const other of members) {
                const [dx, dy] = [one.x - other.x, one.y - other.y], away = APART ** 2 / (dx * dx + dy * dy + 1e-3);
                one.dx += dx * away;
                one.dy += dy * away;
            }
            for (const other of one.others) {
                const [dx, dy] = [one.x - other.x, one.y - other.y], near = Math.hypot(dx, dy) / APART;
                one.dx -= dx * near;
                one.dy -= dy * near;
            }
        }
        for (const one of members) {
            const far = Math.hypot(one.dx, one.dy) + 1e-9, step = Math.min(far, farthest) / far;
            one.x += one.dx * step;
            one.y += one.dy * step;
        }
    }
    const farther = Math.min(1 + WIDENED * Math.max(length - SMALL, 0), WIDENED_MOST);
    for (const one of members) [one.x, one.y] = [one.x * WIDE * farther, one.y * farther];
    const [west, east] = [Math.min, Math.max].map(end => end(...members.map(({x}) => x)));
    const needed = members.map(({name, x, others}) => DOT + (others.size > 1 ? LETTER : LITTLE) * name.length - Math.max(x - west, east - x)); // so that each name fits on one side
    const aside = Math.max(length > SMALL ? ASIDE : SLIM, ...needed);
    const [left, low] = [['x', aside], ['y', MARGIN]].map(([part, margin]) => Math.min(...members.map(one => one[part])) - margin);
    for (const one of members) [one.x, one.y] = [one.x - left, one.y - low];
    return {members, aside, wide: Math.max(...members.map(({x}) => x)) + aside, high: Math.max(...members.map(({y}) => y)) + MARGIN};
}

// Each group stands where the picture of all grows least, beside one that stands there already, the largest in the middle; then each takes some
// of what is free around it. Gives the width and the height of all.
function pack(groups, aspect) {
    const placed = [];
    for (const group of groups) {
        const [best] = (placed.length ? placed.flatMap(one => besides(one, group)) : [[-group.wide / 2, -group.high / 2]])
            .map(([left, low]) => ({left, low, wide: group.wide, high: group.high})).filter(one => !placed.some(other => meet(one, other)))
            .map(one => ({one, cost: costOf([...placed, one], one, aspect)})).sort((a, b) => a.cost - b.cost);
        placed.push(best.one);
    }
    const [left, low, right, up] = boundsOf(placed), bounds = {left: 0, low: 0, wide: right - left, high: up - low};
    for (const one of placed) [one.left, one.low] = [one.left - left, one.low - low];
    placed.forEach((one, i) => grow(one, placed, bounds, GROWN[Number(groups[i].members.length > SMALL)] / 2));
    placed.forEach((cell, i) => fill(groups[i], cell));
    return [Math.max(bounds.wide, 1), Math.max(bounds.high, 1)];
}

function besides({left, low, wide, high}, own) {
    const along = (from, size, part) => [from, from + (size - part) / 2, from + size - part];
    return [...along(left, wide, own.wide).flatMap(x => [[x, low - own.high], [x, low + high]]), ...along(low, high, own.high).flatMap(y => [[left - own.wide, y], [left + wide, y]])];
}

const NEAR = 1e-6, meet = (a, b) => a.left < b.left + b.wide - NEAR && b.left < a.left + a.wide - NEAR && a.low < b.low + b.high - NEAR && b.low < a.low + a.high - NEAR;
const boundsOf = cells => [Math.min(...cells.map(({left}) => left)), Math.min(...cells.map(({low}) => low)), Math.max(...cells.map(({left, wide}) => left + wide)), Math.max(...cells.map(({low, high}) => low + high))];

function costOf(cells, {left, low, wide, high}, aspect) {
    const [west, south, east, north] = boundsOf(cells);
    return Math.max((east - west) / aspect, north - south) + 0.02 * Math.hypot((left + wide / 2) / aspect, low + high / 2);
}

function grow(cell, all, bounds, share) {
    for (const [at, size, other, across] of [['left', 'wide', 'low', 'high'], ['low', 'high', 'left', 'wide']]) {
        const facing = all.filter(one => one !== cell && one[other] < cell[other] + cell[across] - NEAR && cell[other] < one[other] + one[across] - NEAR), most = share * cell[size];
        const from = Math.max(bounds[at], cell[at] - most, ...facing.map(one => one[at] + one[size]).filter(end => end <= cell[at] + NEAR));
        const to = Math.min(bounds[at] + bounds[size], cell[at] + cell[size] + most, ...facing.map(one => one[at]).filter(begin => begin >= cell[at] + cell[size] - NEAR));
        [cell[at], cell[size]] = [from, to - from];
    }
}

// Groups stand beside each other in rows, from above, each row as wide as all. Gives the width and the height of all.
function shelve(groups, aspect) {
    const area = groups.reduce((sum, {wide, high}) => sum + wide * high, 0);
    const [rows] = WIDER.map(share => rowsOf(groups, Math.max(groups[0]?.wide ?? 1, Math.sqrt(area * aspect) * share))).sort((a, b) => wasteOf(a, area, aspect) - wasteOf(b, area, aspect));
    const wide = Math.max(...rows.map(widthOf), 1);
    let top = rows.reduce((sum, row) => sum + heightOf(row), 0);
    const all = [wide, top];
    for (const row of rows) {
        const high = heightOf(row), share = wide / widthOf(row);
        top -= high;
        row.reduce((left, group) => fill(group, {left, low: top, wide: group.wide * share, high}), 0);
    }
    return all;
}

function rowsOf(groups, most) {
    const rows = [];
    let left = 0;
    for (const group of groups) {
        if (!rows.length || group.wide > left) [left] = [most, rows.push([])];
        rows.at(-1).push(group);
        left -= group.wide;
    }
    return rows;
}

const widthOf = row => row.reduce((sum, {wide}) => sum + wide, 0), heightOf = row => Math.max(...row.map(({high}) => high));

// What of the picture nothing stands on, and how much it is stretched
function wasteOf(rows, area, aspect) {
    const wide = Math.max(...rows.map(widthOf), 1), high = rows.reduce((sum, row) => sum + heightOf(row), 0);
    return wide * high / area + Math.abs(Math.log(wide / high / aspect));
}

// A group takes its cell: its maps move apart as far as there is room. Gives where the cell ends.
function fill(group, cell) {
    for (const [part, size, margin] of [['x', 'wide', group.aside], ['y', 'high', MARGIN]]) {
        const own = group[size] - 2 * margin, share = Math.min(Math.max((cell[size] - 2 * margin) / Math.max(own, 1e-6), 1), STRETCH);
        for (const one of group.members) one[part] = cell[size] / 2 + (one[part] - margin - own / 2) * share;
    }
    return Object.assign(group, cell).left + cell.wide;
}
