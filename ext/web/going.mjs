// Where a click leads: from a warp to the map that it leads to, from a picture of a world or of an area to that place of its view, and
// into a region.
import {number} from './asking.mjs';
import {about, quoted, typeOf} from './subjects.mjs';
import {SIDE} from './sizes.mjs';
import {element} from './tables.mjs';

const CLOSE = 1.7; // of a region's width: so far away is whoever looks at it
const REGION = 'Region in 3D', HEIGHTS = 'Heights'; // what is shown of one alone
const NET = 'Net of maps';

export class Going {
    // show is what shows the file
    constructor(show) {
        this.show = show;
    }

    // A click on a picture, at shares of it from the west and from the north, and the mark there if there is one
    async fromPicture(row, u, v) {
        const {show, show: {path, land}} = this, [, , kind, , told] = row ?? [];
        if (typeOf(path) === 'txt') return row && (show.picturePressed === NET ? this.map(row[3].replace('→ ', ''), told) : this.warp(kind, told));
        if (told) show.tell(`${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}`, [['what', told]]);
        if (typeOf(path) === 'nvm' && land?.width) {
            const isOfOne = show.picturePressed === HEIGHTS;
            if (show.isOfMany !== isOfOne) return show.isOfMany ? this.region(land.at(u, v), !told, true) : show.scene.fly(land.at(u, v));
        }
        if (typeOf(path) === 'are' && show.shownModel) {
            const [[wide, high] = []] = await show.asker.rows(about('SELECT width * 10, height * 10 FROM nwn_areas(:f)', path)).catch(() => []);
            const x = u * number(wide), z = (v - 1) * number(high);
            if (path === show.path && wide) show.scene.fly({x, y: show.land?.heightAt?.(x, -z) ?? 0, z});
        }
        return undefined;
    }

    // A click on the ground of a world
    fromView(point) {
        return this.region(point, true, false);
    }

    // Tells what is known of the region at a place, and goes there.
    async region({x: east, z: south}, isTold, isGoing) {
        const {show, show: {land}} = this, within = (at, count) => Math.min(Math.max(Math.floor(at / SIDE), 0), count - 1);
        const i = within(east, land.wide), k = within(south, land.deep), x = land.west + i, z = land.north - k;
        const middle = land.at((i + 0.5) / land.wide, (k + 0.5) / land.deep), fly = () => show.scene.fly(middle, CLOSE * SIDE);
        if (isGoing) fly();
        if (!isTold) return;
        const sql = show.pickSql = show.filled(`SELECT file, x, z, cell_count AS cells, object_count AS objects FROM jmx_regions(:s, 'skip') WHERE x = ${x} AND z = ${z}`);
        const [[file, , , cells, objects] = []] = await show.asker.rows(sql).catch(() => []);
        if (sql !== show.pickSql || !file) return;
        show.tell(file.replace(/.*\//, ''), [['x', x], ['z', z], ['cells', cells], ['objects', objects]], sql);
        offer(...(isGoing ? [] : [['Fly there', fly]]), ['Show it alone', () => {
            document.body.classList.remove('world');
            return show.file(file, {model: REGION, picture: HEIGHTS});
        }]);
    }

    // From a map of the net to its warps, in the script that has most of them
    async map(name, told) {
        const {show, show: {turn, path}} = this, places = [...show.pictureButtons.values()].map(({textContent}) => textContent).find(one => one !== NET);
        const file = await show.asker.one(show.filled(about(`SELECT file FROM ro_warps(:b, 'skip') WHERE map = ${quoted(name)} GROUP BY file ORDER BY count(*) DESC`, path)));
        if (turn !== show.turn) return;
        if (file === path) await show.choices?.choose(name);
        else if (file) await show.file(file, {picture: places, choice: name});
        show.sheet.seek(name);
        show.tell('A map', [['what', told]]);
    }

    // A warp's picture becomes that of the map to which it leads, where it has warps of its own; if that map is here, it can be opened.
    async warp(map, told) {
        const {show, show: {turn}} = this, [from, to] = told.split(': to '), ground = ['gnd', 'gat'].flatMap(type => show.alike(`x.${type}`))
            .find(({path}) => path.replace(/.*\/|\.[^.]*$/g, '') === map);
        const before = show.choice, hasWarps = map !== before && show.choices?.names.includes(map);
        if (hasWarps) await show.choices.choose(map);
        if (turn !== show.turn) return;
        show.tell('A warp', [['from', hasWarps ? `${before}, ${from}` : from], ['leads to', to]],
            show.filled(about(`SELECT * FROM ro_warps(:f) WHERE map = ${quoted(before)} AND to_map = ${quoted(map)}`, show.path)));
        offer(...(hasWarps ? [[`Back to ${before}`, () => {
            show.hidePicked();
            return show.choices.choose(before);
        }]] : []), ...(ground ? [[`Open ${ground.path.replace(/.*\//, '')}`, () => show.file(ground.path)]] : []));
    }
}

// What else can be done about what is told
function offer(...buttons) {
    document.getElementById('picked').append(' ', ...buttons.flatMap(([text, onclick]) => [Object.assign(element('button', text, {type: 'button'}), {onclick}), ' ']));
}
