// What is shown of one file: the 3D view with its layers, a picture, a sentence, findings, tables.
import {findings, layers, tables} from './layers.mjs';
import {about, subjectOf, town, townFiles, typeOf} from './subjects.mjs';
import {element} from './tables.mjs';

const at = id => document.getElementById(id);
const colors = {model: '#d8702a', light: '#f2c230', sound: '#5a8ed6', effect: '#b25ad6', finding: '#d62828'};

export class Show {
    // asker answers, onQuestion(sql) shows a statement and its rows, has(path) tells what files there are
    constructor(asker, {onQuestion, onSql, has}) {
        Object.assign(this, {asker, onQuestion, onSql, has, turn: 0, addresses: new Map()});
        at('reset').onclick = () => this.scene?.reset();
        at('save-glb').onclick = () => this.saveModel();
        this.keepModel(null);
        at('animation').onchange = event => this.scene?.play(event.target.value);
    }

    // three.js is large: it is loaded while the first file is asked.
    async openScene() {
        this.loading ??= import('./scene.mjs').then(({createScene}) =>
            createScene(at('scene'), hit => this.picked(hit)));
        this.scene = await this.loading.catch(() => null);
        return this.scene;
    }

    // Makes a file the subject, of which nothing is known yet; gives a function that tells whether it still is.
    begin(path) {
        this.asker.forget();
        const turn = ++this.turn;
        this.path = path;
        this.pickSql = null;
        at('subject').textContent = this.name;
        at('sentence').textContent = '';
        at('picked').hidden = true;
        for (const id of ['findings', 'own', 'pictures', 'models', 'layers']) at(id).replaceChildren();
        at('animations').hidden = true;
        return () => turn === this.turn;
    }

    async file(path) {
        const isCurrent = this.begin(path), subject = subjectOf(path);
        if (at('map').dataset.path !== path) this.picture(null);
        note(at('poster') && path === town ? '' : 'Drawing …');
        const modelsOf = this.modelsOf(path, subject);
        const models = this.buttons('models', modelsOf, sql => this.model(sql, isCurrent));
        const pictures = this.buttons('pictures', subject.pictures, sql => this.drawPicture(sql, isCurrent));
        at('stage').dataset.path = path;
        const [model] = Object.values(modelsOf);
        const [picture] = Object.values(subject.pictures);
        if (model) models.get(model).ariaPressed = 'true';
        if (picture) pictures.get(picture).ariaPressed = 'true';
        this.asker.rows(about(subject.sentence, path)).then(([row]) => row?.[0], error => error.message).then(text => {
            if (isCurrent()) at('sentence').textContent = text ?? 'This file can\'t be read.';
        });
        const drawn = picture && this.drawPicture(picture, isCurrent);
        const shown = model ? this.model(model, isCurrent) : this.noModel();
        await Promise.all([drawn, shown]);
        if (isCurrent()) await this.describe(path, isCurrent);
    }

    // Beside a ground may lie the file that says what stands on it.
    modelsOf(path, {models = {}}) {
        const rsw = typeOf(path) === 'gnd' && path !== townFiles[0] ? path.replace(/gnd$/i, 'rsw') : '';
        if (!this.has(rsw)) return models;
        return {...models, 'Whole map': about(subjectOf(rsw).models['Whole map'], rsw)};
    }

    // A button for each of several statements; the chosen one is pressed.
    buttons(place, statements, onClick) {
        const buttons = new Map(Object.entries(statements).map(([name, sql]) => {
            const button = element('button', name, {type: 'button', ariaPressed: 'false'});
            button.onclick = () => {
                buttons.forEach(other => { other.ariaPressed = String(other === button); });
                onClick(sql);
            };
            return [sql, button];
        }));
        at(place).replaceChildren(...(buttons.size > 1 ? buttons.values() : []));
        if (buttons.size && place === 'pictures') at(place).append(this.howMade(() => this.pictureSql));
        return buttons;
    }

    howMade(sqlOf) {
        const button = element('button', 'How was this made?', {type: 'button', className: 'how'});
        button.onclick = () => this.onSql(sqlOf());
        return button;
    }

    // ---- Picture -----------------------------------------------------------------------------------

    async drawPicture(sql, isCurrent) {
        const made = this.pictureSql = about(sql, this.path);
        const bytes = await this.asker.one(made);
        if (isCurrent() && made === this.pictureSql) this.picture(bytes);
    }

    picture(bytes) {
        const image = at('picture'), isPicture = bytes instanceof Uint8Array;
        URL.revokeObjectURL(this.addresses.get('picture'));
        at('map').hidden = !isPicture;
        at('map').dataset.path = this.path;
        if (!isPicture) return;
        const address = URL.createObjectURL(new Blob([bytes], {type: 'image/png'}));
        this.addresses.set('picture', address);
        image.src = address;
        image.alt = `A picture of ${this.path}`;
        const link = element('a', 'Save the picture', {href: address, download: `${this.name}.png`});
        const whole = element('button', 'Full size', {type: 'button', ariaPressed: 'false'});
        whole.onclick = () => {
            whole.ariaPressed = String(image.classList.toggle('whole'));
        };
        image.classList.remove('whole');
        at('map').querySelector('figcaption').replaceChildren(whole, ' ', link);
    }

    get name() {
        return this.path.replace(/.*\//, '');
    }

    // ---- 3D ----------------------------------------------------------------------------------------

    noModel() {
        at('poster')?.remove();
        this.scene?.clear();
        this.keepModel(null);
        at('stage').hidden = true;
        document.body.classList.add('flat');
    }

    async model(sql, isCurrent) {
        at('stage').hidden = false;
        document.body.classList.remove('flat');
        this.keepModel(null);
        const made = this.modelSql = about(sql, this.path);
        let why = 'There is nothing to show in 3D.';
        const [scene, bytes] = await Promise.all([this.openScene(), this.asker.rows(made)
            .then(([row]) => row?.[0], error => { why = error.message; })]);
        if (!isCurrent() || made !== this.modelSql) return;
        if (this.path !== town) at('poster')?.remove();
        if (!scene) return note('This browser has no WebGL, so there is no 3D view.');
        if (!(bytes instanceof Uint8Array)) {
            scene.clear();
            return note(why);
        }
        this.keepModel(bytes);
        const {animations} = await scene.show(bytes, {isModel: subjectOf(this.path).isModel});
        note('');
        at('poster')?.remove();
        this.showAnimations(animations);
        at('stage').dataset.shown = this.path;
        this.layers = ['ground'];
        this.showLayers();
        this.addLayers(isCurrent).then(() => isCurrent() && this.showLayers(), () => {});
    }

    showAnimations(names) {
        at('animations').hidden = names.length === 0;
        at('animation').replaceChildren(...['', ...names].map(name =>
            element('option', name || 'still', {value: name})));
        if (names.length) {
            at('animation').value = names[0];
            this.scene.play(names[0]);
        }
    }

    // A Ragnarok map has what can be walked and what stands there in files beside it.
    async addLayers(isCurrent) {
        if (typeOf(this.path) !== 'gnd') return;
        const [hasWalls, hasObjects] = ['gat', 'rsw'].map(type => this.has(this.path.replace(/gnd$/i, type)));
        const ask = sql => this.asker.rows(about(sql, this.path)).catch(() => []);
        const [water, objects, onObjects] = hasObjects
            ? await Promise.all([layers.water, layers.objects, layers.objectFindings].map(ask)) : [[], [], []];
        const onCubes = await ask(layers.cubeFindings);
        if (!isCurrent()) return;
        if (water.length) this.addWater(water);
        if (hasObjects) this.addObjects(objects);
        if (hasWalls) this.layers.push('walkable');
        if (onObjects.length + onCubes.length) this.addFindings([...onObjects, ...onCubes]);
    }

    addWater(wet) {
        this.scene.addQuads('water', wet.map(row => row.map(number)).map(([x, z, y]) => [x, z, y, y, y, y]),
            {color: 0x3f8ac0, side: 2, opacity: 0.6, lift: 0});
        this.layers.push('water');
    }

    addObjects(objects) {
        const rsw = this.path.replace(/gnd$/i, 'rsw');
        this.scene.addPins('objects', objects.map(([type, id, x, y, z]) => ({
            x: number(x), y: number(y), z: -number(z), color: colors[type] ?? colors.model,
            sql: about(`SELECT * FROM rsw_objects(:f) WHERE id = ${id}`, rsw)})));
        this.layers.push('objects');
    }

    addFindings(pins) {
        this.scene.addPins('findings', pins.map(([x, y, z, code, message]) => ({
            x: number(x), y: Math.max(number(y), 0) + 3, z: -number(z), color: colors.finding, text: `${code}: ${message}`})));
        this.layers.push('findings');
    }

    // A layer that is hidden at first is asked for when somebody wants to see it.
    async addWalls() {
        const {path} = this, tiles = await this.asker.rows(about(layers.walkable, path)).catch(() => []);
        if (path === this.path) this.scene.addQuads('walkable', tiles.map(tile => tile.map(number)), {color: 0xd02f2f});
    }

    showLayers() {
        const names = this.layers.length > 1 ? this.layers : [];
        at('layers').replaceChildren(...names.map(name => {
            const button = element('button', name === 'walkable' ? 'not walkable' : name,
                {type: 'button', ariaPressed: String(name !== 'walkable')});
            button.onclick = async () => {
                button.ariaPressed = String(button.ariaPressed !== 'true');
                if (name === 'walkable' && !this.scene.hasLayer(name)) await this.addWalls();
                this.scene.setLayer(name, button.ariaPressed === 'true');
            };
            return button;
        }), this.howMade(() => this.modelSql));
    }

    // What can be saved: the model that is shown, if there is one.
    keepModel(bytes) {
        this.modelBytes = bytes;
        at('save-glb').disabled = !bytes;
    }

    saveModel() {
        const address = URL.createObjectURL(new Blob([this.modelBytes], {type: 'model/gltf-binary'}));
        element('a', '', {href: address, download: `${this.name}.glb`}).click();
        setTimeout(() => URL.revokeObjectURL(address), 60000);
    }

    // ---- A click -----------------------------------------------------------------------------------

    async picked({pin, point, node, material}) {
        if (pin?.text) return this.tell('A finding', [['what', pin.text]]);
        const sql = pin?.sql ?? this.rowAt(point, node);
        if (!sql) return this.tell(node || 'Here', [['material', material]]);
        const made = this.pickSql = sql;
        const columns = [];
        this.asker.ask(sql, {}, {
            columns: names => columns.push(...names),
            rows: ([row]) => row && made === this.pickSql && this.tell(pin ? 'An object' : material || node || 'Here',
                row.map((cell, i) => [columns[i], cell]).filter(([, cell]) => cell !== null), sql),
            end() {},
        });
        return undefined;
    }

    rowAt({x, y, z}, node) {
        switch (typeOf(this.path)) {
        case 'gnd': return about(`SELECT c.x, c.y, c.height_sw, c.height_ne, t.path AS texture, c.surface_top, s.lightmap_id
FROM gnd_cubes(:f) c LEFT JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top
LEFT JOIN gnd_textures(c.source) t ON t.id = s.texture_id
WHERE c.x = ${Math.floor(x / 2)} AND c.y = ${Math.floor(-z / 2)}`, this.path);
        case 'trx':
        case 'trn': return about(`SELECT id, walkable, material, area, center_z, tile_id, island_id, component
FROM aswm_triangles(:f) WHERE id = aswm_triangle_at(:f, ${x.toFixed(4)}, ${(-z).toFixed(4)}, ${y.toFixed(4)})`, this.path);
        case 'mdl': return about(`SELECT id, name, kind, path, parent_id, world_x, world_y, world_z
FROM mdl_nodes(:f) WHERE animation_id IS NULL AND name = '${node.replaceAll('\'', '\'\'')}'`, this.path);
        default: return null;
        }
    }

    tell(title, facts, sql) {
        const list = element('dl');
        for (const [name, value] of facts) list.append(element('dt', name), element('dd', shown(value)));
        at('picked').replaceChildren(element('strong', title), list);
        if (sql) at('picked').append(this.howMade(() => sql));
        at('picked').hidden = false;
    }

    // ---- Findings and tables -----------------------------------------------------------------------

    async describe(path, isCurrent) {
        const files = path === townFiles[0] ? townFiles : [path];
        for (const file of files) {
            const found = await this.asker.rows(about(findings, file), {}, true).catch(() => []);
            if (!isCurrent()) return;
            at('findings').append(...found.map(([severity, code, count, message]) => {
                const button = element('button', `${code.replaceAll('_', ' ')} × ${count}`,
                    {type: 'button', title: `${severity}: ${message}`});
                button.onclick = () => this.onQuestion(about(
                    `SELECT severity, byte_offset, message FROM gamemap_findings(:f, 'each') WHERE code = '${code}'`, file));
                return button;
            }));
        }
        const all = await this.asker.rows(about(tables, path), {}, true).catch(() => []);
        if (!isCurrent()) return;
        at('own').replaceChildren(...all.map(([name, text]) => {
            const button = element('button', name, {type: 'button', title: text});
            button.onclick = () => this.onQuestion(about(`SELECT * FROM ${name}(:f) LIMIT 1000`, path));
            return button;
        }));
    }
}

function note(text) {
    at('stage-note').textContent = text;
}

function number(cell) {
    return typeof cell === 'object' && cell !== null ? cell.real : Number(cell);
}

function shown(cell) {
    if (cell instanceof Uint8Array) return `BLOB, ${cell.length} bytes`;
    if (typeof cell === 'object' && cell !== null) return 'real' in cell ? String(cell.real) : 'BLOB';
    return typeof cell === 'number' ? String(Number(cell.toPrecision(8))) : String(cell);
}
