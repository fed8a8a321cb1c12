// A way between two places of the 3D view that are clicked.
import {number} from './asking.mjs';
import {ways} from './layers.mjs';
import {about, beside, typeOf} from './subjects.mjs';
import {element} from './tables.mjs';

const colors = {way: '#e0218a', sight: '#111111'};

export class Way {
    // show is what shows the file; from are the places that were clicked, or null while nobody wants a way
    constructor(show) {
        Object.assign(this, {show, from: null});
    }

    // The button that begins it, where a way can be found
    buttons() {
        const {show, show: {path}} = this, way = ways[typeOf(path)], isHere = {g: () => show.has(beside(path, 'g')), w: () => !show.isGuessed && show.here.w(path)};
        if (!way || (way.needs && !isHere[way.needs]())) return [];
        const button = element('button', 'Find a way', {type: 'button', ariaPressed: String(Boolean(this.from)), title: 'Click two places'});
        button.onclick = () => {
            const isOn = button.ariaPressed !== 'true';
            button.ariaPressed = String(isOn);
            this.from = isOn ? [] : null;
            for (const name of ['way', 'way: places']) show.scene.removeLayer(name);
            if (isOn) show.tell('A way', [['from', 'click the place where it begins'], ['to', 'and then where it leads']]);
            else show.hidePicked();
        };
        return [button];
    }

    // Takes a place that is clicked: the second one shows the way, and a third begins another.
    async place({x, y, z}) {
        const {show, show: {asker, path, scene}} = this, isCurrent = () => path === show.path && this.from === from;
        const from = this.from = this.from.length === 1 ? this.from : [];
        from.push([x, y, z]);
        const pins = from.map(([east, up, south]) => ({x: east, y: up, z: south, color: colors.way}));
        scene.addLine('way', [], colors.way, pins);
        if (from.length < 2) return show.tell('A way', [['from', this.text(from[0])], ['to', 'click where it leads']]);
        const way = ways[typeOf(path)], [[x1, , z1], [x2, , z2]] = from;
        const names = {x1, y1: -z1, x2, y2: -z2};
        const made = sql => about(show.filled(sql).replace(/:([xy][12])\b/g, (_, name) => names[name].toFixed(3)), path);
        const [found, [blocked]] = await Promise.all([made(way.places), made(way.sight)].map(sql => asker.rows(sql))).catch(() => [[], []]);
        if (!isCurrent()) return undefined;
        const facts = [['from', this.text(from[0])], ['to', this.text(from[1])]];
        if (found.length) {
            const length = number(found.at(-1)[3]), straight = Math.hypot(x2 - x1, z2 - z1);
            facts.push(['length', `${length.toFixed(1)} ${way.unit}`], ['straight', `${straight.toFixed(1)} ${way.unit}`]);
        } else {
            facts.push(['no way', await asker.one(made(way.why)) ?? 'there is none']);
        }
        facts.push(['in sight', blocked ? `no: ${blocked[3]} at ${this.text(blocked.slice(0, 3).map(number))}` : 'yes']);
        if (!isCurrent()) return undefined;
        if (blocked) pins.push({x: number(blocked[0]), y: blocked[1] === null ? y : number(blocked[1]), z: number(blocked[2]), color: colors.sight});
        scene.addLine('way', found.map(step => step.slice(0, 3).map(number)), colors.way, pins);
        return show.tell('A way', facts, made(way.places));
    }

    text([x, , z]) {
        const isGrid = typeOf(this.show.path) === 'gnd', shown = value => (isGrid ? Math.floor(value) : value.toFixed(1));
        return `${shown(x)}, ${shown(-z)}`;
    }
}
