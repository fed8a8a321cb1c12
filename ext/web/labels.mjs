// Names over places of the view, as text of the page: drawn into the view, letters would blur.
import {Vector3} from 'three';

const APART = 2; // pixels between two of them
const MOST = 200; // of a layer

export class Names {
    constructor(canvas) {
        Object.assign(this, {canvas, layers: new Map()});
    }

    // names: [{x, y, z, name, color}], of which those first are shown first; isOver: they stand above their place, rather than on it.
    set(layer, names, isOver = true) {
        this.delete(layer);
        if (!names.length) return;
        if (!this.box) this.canvas.after(this.box = Object.assign(document.createElement('div'), {className: 'names', ariaHidden: 'true'}));
        this.layers.set(layer, names.slice(0, MOST).map(({x, y, z, name, color, isStart}) => {
            const text = Object.assign(document.createElement('b'), {textContent: name, className: isStart ? 'start' : ''});
            if (color) text.style.setProperty('--dot', color);
            this.box.append(text);
            return {text, at: new Vector3(x, y, z), isOver, wide: text.offsetWidth, high: text.offsetHeight};
        }));
    }

    delete(layer) {
        for (const {text} of this.layers.get(layer) ?? []) text.remove();
        this.layers.delete(layer);
    }

    clear() {
        for (const layer of [...this.layers.keys()]) this.delete(layer);
    }

    // Puts them where the camera sees their places; those that would lie over others or aren't seen are left out.
    place(camera, isShown) {
        const {clientWidth, clientHeight} = this.canvas, taken = [], seen = new Vector3();
        for (const [layer, names] of this.layers) {
            for (const {text, at, isOver, wide, high} of names) {
                seen.copy(at).project(camera);
                const left = Math.round((seen.x + 1) / 2 * clientWidth - wide / 2), top = Math.round((1 - seen.y) / 2 * clientHeight - (isOver ? high : high / 2));
                const isIn = isShown(layer) && Math.abs(seen.z) < 1 && left >= 0 && left + wide <= clientWidth && top >= 0 && top + high <= clientHeight;
                text.hidden = !isIn || taken.some(one => Math.abs(one.left + one.wide / 2 - left - wide / 2) < (one.wide + wide) / 2 + APART && Math.abs(one.top - top) < high + APART);
                if (text.hidden) continue;
                taken.push({left, top, wide});
                text.style.transform = `translate(${left}px, ${top}px)`;
            }
        }
    }
}
