// Lines of equal height over a picture, from some of the heights that it shows.

const LINES = 16; // at so many heights at most
const SIDE = 1000; // of the square in which lines are given
const SPREAD = [0.7549, 0.5698], PLACES = 4; // how many places there are to choose from

// heights: {low, high, x, y, w, h, step, apart, cells: [[x, y, height]]}: x and y are those of the picture's first place, w and h reach from there to its
// last; each is step wide, and the heights are as far apart as that says.
// Cells may have heights of their own for their four corners instead, from the lower left one around.
// Gives the distance of two lines and the lines as SVG paths, each fifth one as strong, within a square of SIDE; and where to tell their heights.
export function contoursOf({low, high, x, y, w, h, step: wide, apart, cells}) {
    const step = stepBetween(low, high);
    if (!(step > 0)) return null;
    const isOwn = cells[0]?.length > 4, at = new Map(isOwn ? [] : cells.map(([left, up, height]) => [`${left},${up}`, height]));
    const toX = place => SIDE * (place - x + wide / 2) / (w + wide), toY = place => SIDE * (1 - (place - y + wide / 2) / (h + wide));
    const paths = {thin: [], strong: []}, labels = new Map();
    for (const [left, below, ...own] of cells) {
        const corners = [[left, below], [left + apart, below], [left + apart, below + apart], [left, below + apart]]
            .map(([a, b], i) => [toX(a), toY(b), isOwn ? own[i] : at.get(`${a},${b}`) ?? null]);
        if (corners.some(([,, height]) => height === null)) continue;
        const all = corners.map(([,, height]) => height);
        const most = Math.min(Math.max(...all), high); // what lies beyond is of no colour of its own, either
        const first = Math.ceil(Math.max(Math.min(...all), low) / step), isSteep = (first + 1) * step <= most; // where several lines are near, only a strong one has its number
        for (let level = first; level * step <= most; level++) {
            const crossed = lines(corners, level * step);
            paths[level % 5 ? 'thin' : 'strong'].push(...crossed.map(([from, to]) => `M${from.map(round)}L${to.map(round)}`));
            if (!isSteep || level % 5 === 0) labelAt(labels, level, step, crossed);
        }
    }
    return {step, thin: paths.thin.join(''), strong: paths.strong.join(''), labels: [...labels.values()].sort((a, b) => a.turn - b.turn)};
}

// How far apart lines between two heights are: 1, 2 or 5 with zeros
export function stepBetween(low, high) {
    return roundStep((high - low) / LINES);
}

function roundStep(least) {
    const ten = 10 ** Math.floor(Math.log10(least));
    return ten * ([1, 2, 5].find(one => one * ten >= least) ?? 10);
}

// Where a height passes through a square or a triangle: between each two of its sides that it crosses
export function lines(corners, level) {
    const crossed = corners.flatMap(([x0, y0, from], i) => {
        const [x1, y1, to] = corners[(i + 1) % corners.length], share = (level - from) / (to - from);
        return (from < level) === (to < level) ? [] : [[x0 + share * (x1 - x0), y0 + share * (y1 - y0)]];
    });
    return crossed.flatMap((place, i) => (i % 2 ? [[crossed[i - 1], place]] : []));
}

function round(number) {
    return number.toFixed(1);
}

// The height of a line is told where that comes nearest to a place of its own: those of different lines are spread over the picture. Other
// places follow, for where something else is there.
function labelAt(labels, level, step, crossed) {
    for (let turn = 0; turn < PLACES; turn++) {
        const [placeX, placeY] = SPREAD.map(share => SIDE * (0.15 + 0.7 * (Math.abs((level + 0.37 * turn) * share) % 1))), key = `${turn} ${level}`;
        for (const [[x, y]] of crossed) {
            const far = Math.hypot(x - placeX, y - placeY), best = labels.get(key);
            if (!best || far < best.far) labels.set(key, {height: level * step, turn, far, x: x / SIDE, y: y / SIDE});
        }
    }
}
