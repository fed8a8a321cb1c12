// Headings of sheets of rules, which are far longer than what stands below them: they break into lines between their words.

const LINES = 2; // of a heading, at most
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

// How many characters wide it has to be for it to take no more lines than a heading may
export function widthOf(name) {
    const words = wordsOf(name);
    let width = Math.max(...words.map(({length}) => length));
    while (linesOf(words, width) > LINES) width++;
    return width;
}

function linesOf(words, width) {
    let [lines, used] = [1, 0];
    for (const {length} of words) {
        if (used + length > width) [lines, used] = [lines + 1, 0];
        used += length;
    }
    return lines;
}
