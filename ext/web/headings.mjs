// Headings of sheets of rules, which are far longer than what stands below them: they break into lines between their words.

const LINES = 2; // of a heading, at most
const SMALL = 0.92; // how wide its letters are beside those below it, as page.css has them
const GROUPED = 3, SHARED_LEAST = 3, REST_MOST = 4; // so many columns at least, whose names have so many letters in common, and of which no more differ
// words that headings begin with that are written in one case
const first = /^(?:(?:min|max)(?:attack|spell)?|(?:pre|or)?req|allclasses|all|effects|gain|uses|target|tools|master|natural|spell(?:caster)?|head|helmet|drive(?:anim)?|foot(?:step)?|camera|death|perception|sound|size|walk|run|blood|weapon|arcane|base|racial|portrait|wing|equip|destroy|disable|fade|free|abort|campaign|hit|cre|prefatck)/i;

// The parts of a name between which a line may end
export function wordsOf(name) {
    const parts = name.split(/(?<=[_ ])|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean);
    return parts.flatMap(part => {
        const [begin] = (/^([a-z]+|[A-Z]+)\d*$/.test(part) && part.length > 7 && part.match(first)) || [''];
        return begin && begin.length < part.length ? [begin, part.slice(begin.length)] : [part];
    });
}

// How many figures below it wide it has to be for it to take no more lines than a heading may
export function widthOf(name) {
    const words = wordsOf(name);
    let width = Math.max(...words.map(({length}) => length));
    while (linesOf(words, width) > LINES) width++;
    return Math.ceil(width * SMALL);
}

function linesOf(words, width) {
    let [lines, used] = [1, 0];
    for (const {length} of words) {
        if (used + length > width) [lines, used] = [lines + 1, 0];
        used += length;
    }
    return lines;
}

// Columns beside each other whose names are alike but for a few letters stand below one heading: [{from, shared, rests}]
export function groupsOf(names) {
    const groups = [];
    for (let from = 0; from < names.length; from++) {
        const [best] = partsOf(names[from]).map(part => runOf(names, from, part)).sort((a, b) => b.rests.length - a.rests.length);
        if (!best || best.rests.length < GROUPED) continue;
        groups.push({from, ...best});
        from += best.rests.length - 1;
    }
    return groups;
}

function runOf(names, from, {kind, shared}) {
    const rests = [];
    for (const name of names.slice(from)) {
        const same = partsOf(name).find(part => part.kind === kind && part.shared === shared);
        if (!same) break;
        rests.push(same.rest);
    }
    return {shared, rests};
}

// What a name may have in common with others, and what then remains of it
function partsOf(name) {
    if (!name) return [];
    const words = wordsOf(name), [, stem, number] = /^(.*\D)(\d+)$/.exec(name) ?? [], [begin = words[0]] = name.match(first) ?? [];
    return [{kind: 'number', shared: stem ?? '', rest: number}, {kind: 'end', shared: words.at(-1), rest: words.slice(0, -1).join('')}, {kind: 'begin', shared: begin, rest: name.slice(begin.length)}]
        .filter(({shared, rest}) => rest && rest.length <= REST_MOST && shared.length >= SHARED_LEAST);
}
