// The cards of reports: what the files that are here answer, as questions. While they are few, each card is asked once
// somebody looks at it, one after the other: a picture that a report draws stands on its card, and a report that finds
// nothing, or lacks files, goes.
import {gameOf, questionOf} from './questions.mjs';
import {element} from './tables.mjs';

const draws = ({name}) => /picture|sheet/.test(name) && !/atlas/.test(name); // an atlas of light is all but white
const writesMuch = ({name}) => /obj$|svg|export/.test(name);

export class Cards {
    // onChoose(report) runs a report, parametersOf(report) what its statements may name
    constructor(place, asker, {onChoose, parametersOf}) {
        Object.assign(this, {place, asker, onChoose, parametersOf, waiting: [], asked: null});
        this.watcher = new IntersectionObserver(seen => {
            for (const {target} of seen.filter(({isIntersecting}) => isIntersecting)) {
                this.watcher.unobserve(target);
                this.waiting.push(target);
            }
            this.askNext();
        }, {rootMargin: '100% 0px'});
    }

    // By games, those with a picture first
    show(reports, areAsked) {
        this.watcher.disconnect();
        this.waiting = [];
        this.place.replaceChildren(...[...Map.groupBy(reports, ({name}) => gameOf(name))].map(([game, some]) => {
            const group = element('div');
            group.append(element('h3', game));
            for (const isDrawn of [true, false]) {
                const cards = element('div', '', {className: isDrawn ? 'cards drawn' : 'cards'});
                cards.append(...some.filter(report => draws(report) === isDrawn).map(report => this.card(report, areAsked)));
                if (cards.childElementCount) group.append(cards);
            }
            return group;
        }));
    }

    card(report, isAsked) {
        const card = element('button', '', {type: 'button', className: 'card'});
        card.append(element('strong', questionOf(report.name)), element('span', report.summary));
        card.onclick = () => this.onChoose(report);
        card.report = report;
        if (isAsked && !writesMuch(report)) this.watcher.observe(card);
        return card;
    }

    askNext() {
        const card = this.asked || !this.waiting.length ? null : this.waiting.shift();
        if (!card) return;
        let hasFound = false, results = 0, isResult = false, hasNumber = false;
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
                if (draws(card.report) && !card.querySelector('img')) card.prepend(element('img', '', {alt: '',
                    src: URL.createObjectURL(new Blob([bytes], {type: 'image/png'}))}));
            },
            end: error => {
                this.asked = null;
                if (error === 'Forgotten.' || error === 'Stopped.') this.watcher.observe(card);
                else if (error || !(hasFound || (results === 1 && hasNumber))) this.drop(card);
                this.askNext();
            },
            restart: () => {
                [hasFound, results, isResult, hasNumber] = [false, 0, false, false];
            },
            isBackground: 'last',
        });
    }

    drop(card) {
        const cards = card.parentElement, group = cards?.parentElement;
        card.remove();
        if (cards && !cards.childElementCount) cards.remove();
        if (group && !group.querySelector('.card')) group.remove();
    }
}
