// What is said about a file: its findings in words, which of the files it needs aren't here, and its tables.
import {number} from './asking.mjs';
import {findings, needed, tables} from './layers.mjs';
import {legible} from './letters.mjs';
import {countText} from './sizes.mjs';
import {about, adviceFor, needs, quoted, town, townFiles, typeOf} from './subjects.mjs';
import {element} from './tables.mjs';

const at = id => document.getElementById(id);
const meanings = {error: 'Error', warning: 'Warning', info: 'Harmless'};
const verdicts = {error: 'error', warning: 'warning', info: 'harmless finding'}, severities = Object.keys(verdicts);
const TABLE_ROWS = 1000; // that a click on a table shows
const NAMED_MOST = 200;  // of what is missing

export class Judging {
    // show is what shows the file
    constructor(show) {
        this.show = show;
        this.begin();
    }

    // Of a file nothing is known yet.
    begin() {
        this.undrawn = this.known = 0; // files that its view lacks, and all that it needs and lacks
        this.tellMissing = this.judged = null;
        this.pins = [];
    }

    // Places of findings, for the view
    pinsOf(rows, color) {
        this.pins = rows.map(([x, y, z, code, message]) => ({x: number(x), y: Math.max(number(y), 0) + 3, z: -number(z), color, code, text: message}));
        return this.pins;
    }

    // What isn't in the view because its files aren't here. guessed says from what colours are guessed.
    async showMissing(what, isCurrent) {
        this.undrawn = 0;
        this.tellMissing = null;
        await this.tellUndrawn(what, isCurrent);
        if (isCurrent() && this.judged) this.judge(...this.judged);
    }

    async tellUndrawn({textures, missingModels, guessed}, isCurrent) {
        const {show, show: {path, asker}} = this, lost = textures.filter(({file}) => !file).map(({name}) => name);
        if (path === town || !(lost.length || missingModels)) return;
        const world = show.worldOf(path) || path, clients = show.here.d();
        const models = !missingModels ? [] : await asker.rows(about(`SELECT model_file, min(model_path IS NULL)
FROM rsw_models(:f${clients ? `, ${quoted(clients)}` : ''}) GROUP BY 1`, world), {}, true).catch(() => []);
        if (!isCurrent() || path !== show.path) return;
        const lostModels = models.filter(([, isLost]) => isLost).map(([name]) => name);
        const parts = [[lost.length, textures.length, 'drawn texture'], [lostModels.length, models.length, 'model']]
            .filter(([count]) => count).map(([count, all, word]) => (all === 1 && !models.length ? 'its only texture' : `${count} of ${countText(all, word)}`));
        if (!parts.length) return;
        this.undrawn = lost.length + lostModels.length;
        const isSome = lost.length < textures.length || lostModels.length < models.length; // rather than all that is drawn
        const guesses = `${isSome ? 'some ' : ''}${[lost.length && 'colours', lostModels.length && 'shapes'].filter(Boolean).join(' and ')}`;
        const advice = show.has.any('bmp') || clients ? '' : adviceFor(path, Boolean(show.worldOf(path)));
        this.tellMissing = all => {
            const more = all - this.undrawn, told = more ? [...parts, countText(more, 'other')] : parts;
            at('missing').querySelector('summary').textContent = `${countText(all, 'file')} missing, ${guesses} guessed`;
            at('missing').querySelector('p').replaceChildren(`${told.slice(0, -1).join(', ')}${told.length > 1 ? ' and ' : ''}${told.at(-1)} ${
                all === 1 ? 'isn\'t' : 'aren\'t'} here.${advice && ` ${advice[0].toUpperCase()}${advice.slice(1)}.`} `,
            ...(lost.length ? [`Colours are guessed from ${guessed}.`] : []));
        };
        this.tellMissing(Math.max(this.undrawn, this.known));
        at('missing').querySelector('ul').replaceChildren(...[...lost, ...lostModels].slice(0, NAMED_MOST)
            .map(name => element('li', name)));
        at('missing').hidden = false;
        show.lacks = true;
        at('missing').open = false;
    }

    async describe(path, isCurrent) {
        const {show, show: {asker}} = this, isOfMany = document.body.classList.contains('world'), files = path === town ? townFiles : isOfMany ? [show.here.s(path)] : [path, show.worldOf(path)].filter(Boolean); // of a world all regions are asked as one file
        const rules = await show.rules();
        const found = [];
        for (const file of files) {
            const rows = await asker.rows(about(isOfMany ? `SELECT severity, code, sum(count), min(message) FROM (${findings}) GROUP BY 1, 2` : findings, file), {}, true).catch(() => []);
            if (!isCurrent()) return;
            found.push(...rows.map(row => ({row, file, rank: severities.indexOf(row[0])})));
        }
        const [grave, harmless] = [false, true].map(isHarmless => found.filter(({row: [severity]}) => (severity === 'info') === isHarmless)
            .sort((a, b) => a.rank - b.rank).map(({row, file}) => this.finding(row, file, rules)));
        at('findings').replaceChildren(...(grave.length ? [listOf(grave)] : []), ...(harmless.length ? [folded(harmless)] : []));
        at('findings').hidden = !found.length;
        const source = quoted(files.length > 1 ? JSON.stringify({files}) : files[0]); // files that are shown as one are asked as one
        const lost = path === town ? 0 : await asker.one(needed.replace(':f', () => source), true);
        if (!isCurrent()) return;
        this.judge(found.map(({row: [severity]}) => severity), Number(lost ?? 0), source);
        const all = await asker.rows(about(tables, path), {}, true).catch(() => []);
        if (!isCurrent()) return;
        at('own-tables').hidden = !all.length;
        at('own').replaceChildren(...all.map(([name, text]) => {
            const button = element('button', name, {type: 'button', title: text});
            button.onclick = () => show.onQuestion(about(`SELECT * FROM ${name}(:f) LIMIT ${TABLE_ROWS}`, path),
                {title: name, say: async () => text, total: async () => Number(await asker.one(about(`SELECT count(*) FROM ${name}(:f)`, path)))});
            return button;
        }));
    }

    // Whether all is well, at first sight
    judge(found, known, source) {
        const lost = Math.max(this.undrawn, known); // what models of a map need is known from its picture alone
        this.known = known;
        this.judged = [found, known, source];
        this.tellMissing?.(lost);
        const whose = document.body.classList.contains('world') ? ' in all regions' : '';
        const told = Object.entries(verdicts).map(([severity, word]) => [found.filter(one => one === severity).length, word])
            .filter(([count]) => count).map(([count, word]) => countText(count, word)).join(', ').replace(/(?<=.)$/, whose);
        const button = element('button', `${countText(lost, 'file')} that it needs ${lost === 1 ? 'isn\'t' : 'aren\'t'} here`, {type: 'button'});
        button.onclick = () => (known < lost ? showUndrawn() : this.askNeeds(source));
        const onclick = () => at('findings').querySelectorAll('details').forEach(details => { details.open = true; });
        at('verdict').replaceChildren('Checked: ', told ? element('a', told, {href: '#findings', onclick}) : 'the file is sound', ...(lost ? ['; ', button] : []), '.');
    }

    askNeeds(source) {
        const title = 'Which files does it need?', sql = needs.sql.replace(':f', () => source);
        for (const button of at('asks').children) button.ariaPressed = String(source === quoted(this.show.path) && button.textContent === title);
        this.show.onQuestion(sql, {title, say: () => this.show.asker.one(`WITH answer AS (${sql}) ${needs.say}`)});
    }

    // The first finding of a kind, with what that means; to where it is leads a click, and another to all of its kind.
    finding([severity, code, count, message], file, rules) {
        const item = element('li', '', {className: severity, title: rules[code] ?? ''}), more = Number(count) - 1;
        const others = more && !/: \d+(,|$)/.test(message) ? `, and ${countText(more, 'other place')}` : '';
        const plain = plainly(code, Number(count), message, file);
        item.append(element('strong', `${meanings[severity]}: `), legible(`${plain || `${message[0].toUpperCase()}${message.slice(1)}${others}`}. `));
        const button = (text, onclick) => Object.assign(element('button', text, {type: 'button'}), {onclick,
            ariaLabel: `${text}: ${code.replaceAll('_', ' ')}`});
        item.append(button('List', () => this.show.onQuestion(about(
            `SELECT severity, byte_offset, message FROM gamemap_findings(:f, 'each') WHERE code = '${code}'`, file), {title: code[0].toUpperCase() + code.slice(1).replaceAll('_', ' '), say: async () => rules[code]})), ' ');
        const pin = this.pins.find(one => one.code === code);
        if (pin) item.append(button('Show', async () => {
            await this.show.setLayer('findings', true);
            this.show.scene.fly(pin);
            this.show.tell('A finding', [['what', pin.text]]);
        }), ' ');
        item.append(element('a', 'Rule', {href: `reference/rules.html#${code}`, title: `The rule ${code}`}));
        return item;
    }
}

// Textures of Ragnarok Online that are missing, in words of their own, unless the message says where else one of that name is
export function plainly(code, count, message, file) {
    if (code !== 'texture_missing' || count < 2 || !['gnd', 'rsw', 'rsm', 'rsm2'].includes(typeOf(file)) || / as texture\//.test(message)) return '';
    const [, inBrackets, inQuotes] = /\((.*)\) of |"([^"]*)"/.exec(message) ?? [];
    return `${countText(count, 'texture')} aren't found, so colours are guessed; the first is ${inBrackets ?? inQuotes ?? 'told in the list'}`;
}

function listOf(items) {
    const list = element('ul');
    list.append(...items);
    return list;
}

// What does no harm opens at a click.
function folded(items) {
    const details = element('details');
    details.append(element('summary', countText(items.length, verdicts.info)), listOf(items));
    return details;
}

function showUndrawn() {
    at('missing').open = true;
    at('missing').scrollIntoView({behavior: 'smooth', block: 'nearest'});
}
