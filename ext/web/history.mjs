// The queries that were asked last, which the browser keeps for this page.
import {element} from './tables.mjs';

const MOST = 100, KEY = 'gamemap history';

export class History {
    constructor(select, onChoose) {
        this.select = select;
        select.onchange = () => select.value && onChoose(select.value);
    }

    get scripts() {
        try {
            return JSON.parse(localStorage.getItem(KEY)) ?? [];
        } catch {
            return [];
        }
    }

    remember(script) {
        try {
            localStorage.setItem(KEY, JSON.stringify([script, ...this.scripts.filter(before => before !== script)].slice(0, MOST)));
        } catch {
            // a browser that keeps nothing for this page has no history
        }
        this.show();
    }

    show() {
        this.select.replaceChildren(element('option', 'History', {value: ''}), ...this.scripts.map(script =>
            element('option', script.replace(/\s+/g, ' ').slice(0, 90), {value: script})));
    }
}
