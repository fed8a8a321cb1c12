// Where maps stand in a picture of which leads to which: near to those that they lead to, and each group of maps that lead to each other by
// itself, the largest first.

const ROUNDS = 300;
const APART = 1;         // between maps that lead to each other
const WIDE = 1.4;        // as names are wider than they are high
const ASIDE = 2.3;       // beside a group, for its names
const LETTER = 0.38, DOT = 0.6; // of the name of a map that leads to others, and its dot: a group leaves room for it on one side
const MARGIN = 1.3;    // above and below it
const STRETCH = 1.7;     // how many times farther apart, so that a group fills its cell
const WIDER = [0.9, 1, 1.1, 1.2, 1.3, 1.45]; // of which one wastes least: rows as wide as that
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
    const [wide, high] = shelve(groups, aspect);
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
    for (const one of members) one.x *= WIDE;
    const [west, east] = [Math.min, Math.max].map(end => end(...members.map(({x}) => x)));
    const aside = Math.max(ASIDE, ...members.filter(({others}) => others.size > 1).map(({name, x}) => DOT + LETTER * name.length - Math.max(x - west, east - x)));
    const [left, low] = [['x', aside], ['y', MARGIN]].map(([part, margin]) => Math.min(...members.map(one => one[part])) - margin);
    for (const one of members) [one.x, one.y] = [one.x - left, one.y - low];
    return {members, aside, wide: Math.max(...members.map(({x}) => x)) + aside, high: Math.max(...members.map(({y}) => y)) + MARGIN};
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
