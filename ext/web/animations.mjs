// The animations of what is shown: which one is played, and a button that holds it as it stands and lets it go on.
import {element} from './tables.mjs';

const at = id => document.getElementById(id);

export class Animations {
    // sceneOf() gives the view
    constructor(sceneOf) {
        Object.assign(this, {sceneOf, last: ''});
        at('animation').onchange = event => this.play(event.target.value);
        at('play').onclick = () => (at('animation').value ? this.go(!this.sceneOf().playing) : this.play(this.last));
    }

    show(names) {
        at('animations').hidden = names.length === 0;
        at('animation').replaceChildren(...['', ...names].map(name => element('option', name || 'still', {value: name})));
        if (names.length) this.play(names[0]);
    }

    play(name) {
        this.last = name || this.last;
        at('animation').value = name;
        this.sceneOf()?.play(name);
        this.go(Boolean(name));
    }

    go(isOn) {
        at('play').textContent = isOn ? 'Hold' : 'Play';
        at('play').dataset.plays = String(isOn);
        this.sceneOf()?.go(isOn);
    }
}
