// The cards of reports: what the files that are here answer, as questions; those first that are about the file that is open. Of
// that, and while files are few, each card is asked once somebody looks at it, one after the other: a picture that a report draws stands on
// its card, and a report that finds nothing, lacks files or draws only one colour goes.
import {gameOf, questionOf} from './questions.mjs';
import {element} from './tables.mjs';

const draws = ({name}) => /picture|sheet/.test(name) && !/atlas/.test(name); // an atlas of light is all but white
const EDGE = 64;         // pixels of a picture in small, in which colours are counted
const ONE_COLOUR = 0.9; // share of what isn't paper from which on a picture is of one colour: the rest is its key
const ALIKE = 24;        // by which the parts of a colour may differ
const KEPT_MOST = 300;   // cards, most of which are of files that were open before
const PAPER = 225, HATCHED = 185, GREY = 14, INKED_LEAST = 0.03;
const writesMuch = ({name}) => /obj$|svg|export/.test(name);

export class Cards {
    // onChoose(report) runs a report, parametersOf(report) what its statements may name, subjectOf(report) of what it is: the name of a file,
    // or of several
    constructor(place, asker, {onChoose, parametersOf, subjectOf}) {
        Object.assign(this, {place, asker, onChoose, parametersOf, subjectOf, waiting: [], asked: null, kept: new Map()});
        this.watcher = new IntersectionObserver(seen => {
            for (const {target} of seen.filter(({isIntersecting}) => isIntersecting)) {
                this.watcher.unobserve(target);
                this.waiting.push(target);
            }
            this.askNext();
        }, {rootMargin: '100% 0px'});
    }

    // By games and by what they are about, those with a picture first. isAsked(report) tells which are asked before somebody chooses them;
    // what was asked of the same files isn't asked again, unless areNew.
    show(reports, isAsked, areNew = true) {
        this.watcher.disconnect();
        this.waiting = [];
        if (areNew) this.leave(0);
        const titleOf = report => [gameOf(report.name), this.subjectOf(report)].filter(Boolean).join(': ');
        this.place.replaceChildren(...[...Map.groupBy(reports, titleOf)].map(([title, some]) => {
            const group = element('div');
            group.append(element('h3', title));
            const cards = element('div', '', {className: 'cards'});
            cards.append(...some.sort((a, b) => draws(b) - draws(a)).map(report => this.card(report, isAsked(report))).filter(Boolean));
            group.append(cards);
            return group;
        }).filter(group => group.querySelector('.card')));
        this.leave(KEPT_MOST);
    }

    // Of cards that aren't shown only the newest are kept.
    leave(most) {
        for (const [key, card] of this.kept) {
            if (this.kept.size <= most) return;
            if (most && card.isConnected) continue;
            URL.revokeObjectURL(card.querySelector('img')?.src);
            this.kept.delete(key);
        }
    }

    // Of a report that was dropped there is none.
    card(report, isAsked) {
        const key = report.name + JSON.stringify(this.parametersOf(report)), kept = this.kept.get(key);
        if (kept?.state === 'dropped') return null;
        const card = kept ?? element('button', '', {type: 'button', className: 'card'});
        if (!kept) card.append(element('strong', questionOf(report.name)), element('span', report.summary));
        this.kept.set(key, card);
        card.onclick = () => this.onChoose(report);
        card.report = report;
        if (isAsked && card.state !== 'asked' && !writesMuch(report)) this.watcher.observe(card);
        return card;
    }

    askNext() {
        const card = this.asked || !this.waiting.length ? null : this.waiting.shift();
        if (!card) return;
        let hasFound = false, results = 0, isResult = false, hasNumber = false, picture = null;
        this.asked = card;
        this.asker.ask(card.report.sql, this.parametersOf(card.report), {
            columns: names => {
                isResult = names.length > 1; // one column is a note
                results += Number(isResult);
            },
            // a row of nothing but numbers sums up what other statements find
            rows: rows => {
                if (!isResult || !rows.length) return;
                hasFound ||= rows.length > 1 || rows[0].some(cell => typeof cell === 'string');
                hasNumber ||= rows[0].some(cell => cell !== null && cell !== 0);
            },
            written: (name, bytes) => {
                hasFound = true;
                if (draws(card.report)) picture ??= new Blob([bytes], {type: 'image/png'});
            },
            end: error => {
                this.asked = null;
                if (error === 'Forgotten.' || error === 'Stopped.') return this.watcher.observe(card); // something newer comes before those that wait
                if (error || !(hasFound || (results === 1 && hasNumber))) this.drop(card);
                else if (picture) this.picture(card, picture);
                else card.state = 'asked';
                return this.askNext();
            },
            restart: () => {
                [hasFound, results, isResult, hasNumber, picture] = [false, 0, false, false, null];
            },
            isBackground: 'last',
        });
    }

    async picture(card, blob) {
        card.state = 'asked';
        if (await isOfOneColour(blob)) return this.drop(card);
        card.querySelector('img')?.remove();
        return card.prepend(element('img', '', {alt: '', src: URL.createObjectURL(blob)}));
    }

    drop(card) {
        card.state = 'dropped';
        const group = card.parentElement?.parentElement;
        card.remove();
        if (group && !group.querySelector('.card')) group.remove();
    }
}

// Is there nothing to be seen in a picture but one colour, its letters and its key?
async function isOfOneColour(blob) {
    const image = await createImageBitmap(blob).catch(() => null);
    if (!image) return false;
    const context = new OffscreenCanvas(EDGE, EDGE).getContext('2d');
    context.drawImage(image, 0, 0, EDGE, EDGE);
    const {data} = context.getImageData(0, 0, EDGE, EDGE), counts = new Map();
    let inked = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (isPale(data[i], data[i + 1], data[i + 2])) continue;
        const color = data[i] >> 3 << 10 | data[i + 1] >> 3 << 5 | data[i + 2] >> 3;
        inked += 1;
        counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    if (inked < INKED_LEAST * EDGE * EDGE) return true;
    const parts = color => [color >> 10 << 3, (color >> 5 & 31) << 3, (color & 31) << 3], [[usual]] = [...counts].sort((a, b) => b[1] - a[1]);
    const alike = [...counts].filter(([color]) => parts(color).every((part, i) => Math.abs(part - parts(usual)[i]) <= ALIKE));
    return alike.reduce((sum, [, count]) => sum + count, 0) > ONE_COLOUR * inked;
}

// Paper, or what is hatched because there is nothing
function isPale(...parts) {
    const least = Math.min(...parts);
    return least > PAPER || (least > HATCHED && Math.max(...parts) - least < GREY);
}
