// Where maps stand in a picture of which leads to which: near to those that they lead to, and each group of maps that lead to each other by
// itself, the largest first.

const ROUNDS = 300;
const APART = 1;         // between maps that lead to each other
const WIDE = 1.4;        // as names are wider than they are high
const ASIDE = 1.8;       // beside a group, for its names
const MARGIN = 0.9;      // above and below it
const PAIRS_MOST = 3e7;  // that are compared: of very many maps each is moved less often

// edges: [from, to, warps]; aspect is the picture's width by its height. Gives [name, x, y, warps] for each map, as shares of the picture
// from the west and from the south.
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
    return groups.flatMap(({members, left, low}) => members.map(({name, x, y, warps}) => [name, (left + x) / wide, (low + y) / high, warps]));
}

// Where the lines between them are, as shares from the west and from the north
export function linesOf(edges, net) {
    const places = new Map(net.map(([name, x, y]) => [name, [x, 1 - y]]));
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
    const [left, low] = [['x', ASIDE], ['y', MARGIN]].map(([part, margin]) => Math.min(...members.map(one => one[part])) - margin);
    for (const one of members) [one.x, one.y] = [one.x - left, one.y - low];
    return {members, wide: Math.max(...members.map(({x}) => x)) + ASIDE, high: Math.max(...members.map(({y}) => y)) + MARGIN};
}

// Groups stand beside each other in rows, from above, each row as wide as all. Gives the width and the height of all.
function shelve(groups, aspect) {
    const area = groups.reduce((sum, {wide, high}) => sum + wide * high, 0), most = Math.max(groups[0]?.wide ?? 1, Math.sqrt(area * aspect * 1.15));
    const rows = [];
    let left = most;
    for (const group of groups) {
        if (left + group.wide > most) [left] = [0, rows.push([])];
        rows.at(-1).push(group);
        left += group.wide;
    }
    let high = 0;
    for (const row of rows) {
        const apart = (most - row.reduce((sum, {wide}) => sum + wide, 0)) / row.length;
        row.reduce((from, group) => Object.assign(group, {left: from + apart / 2, top: high}).left + group.wide + apart / 2, 0);
        high += Math.max(...row.map(group => group.high));
    }
    for (const group of groups) group.low = high - group.top - group.high;
    return [most, high];
}
