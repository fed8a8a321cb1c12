// What is shown of one file: the 3D view with its layers, a picture, a sentence, findings, tables.
import {Animations} from './animations.mjs';
import {number} from './asking.mjs';
import {Going} from './going.mjs';
import {GroundPart} from './ground-part.mjs';
import {Judging} from './judging.mjs';
import {layers, rowAt} from './layers.mjs';
import {leaveAspects, showAspects} from './beside.mjs';
import {legible, shortened} from './letters.mjs';
import {Marks, numbersButton} from './marks.mjs';
import {Results} from './results.mjs';
import {savePicture} from './saving.mjs';
import {linesOf, netOf} from './nets.mjs';
import {showSheet} from './sheets.mjs';
import {countText, inSingular, pictureSizes} from './sizes.mjs';
import {addBoxes, addRegions, addSmall, addStanding, dropGuesses} from './stands.mjs';
import {Strip} from './strip.mjs';
import {about, beside, hints, isArchive, isBeside, quoted, subjectOf, town, townQuestions, typeOf} from './subjects.mjs';
import {element} from './tables.mjs';
import {Way} from './way.mjs';

const at = id => document.getElementById(id);
const colors = {model: '#d8702a', light: '#f2c230', sound: '#5a8ed6', effect: '#b25ad6', findings: '#d62828'};

export class Show {
    // asker answers, onBegin() comes before another file, onQuestion(sql, {title, say, total}) shows a statement and its
    // rows, of which there are as many as total() promises, below what say() tells of them; has(path) tells what files there are, alike(path) those of its type, here[letter]() what a statement
    // may name by :letter, and rules() what codes mean
    constructor(asker, {onBegin, onQuestion, onSql, onSeen, viewOf, fileOf, has, alike, here, rules}) {
        Object.assign(this, {asker, onBegin, onQuestion, onSql, onSeen, fileOf, has, alike, here, rules, turn: 0, addresses: new Map()});
        at('others').onchange = event => this.file(event.target.value);
        this.strip = new Strip(at('strip'), asker, {fill: (path, statements) => Object.values(this.possible(statements, path)), onChoose: path => this.file(path),
            viewOf, fileOf, onTaken: onSeen});
        this.sheet = new Results(at('sheet'));
        this.way = new Way(this);
        this.animations = new Animations(() => this.scene);
        this.judging = new Judging(this);
        this.going = new Going(this);
        this.part = new GroundPart(this);
        this.marks = new Marks(at('plot'), at('picture-key'), at('picture-title'), (row, u, v) => this.going.fromPicture(row, u, v));
        at('reset').onclick = () => this.scene?.reset();
        at('whole-screen').onclick = () => at('frame').requestFullscreen?.();
        at('save-glb').onclick = () => this.saveModel();
        this.keepModel(null);
        // what is said on the view doesn't lie over what it shows
        new ResizeObserver(() => at('missing').open || this.scene?.leave(at('missing').hidden ? 0
            : at('missing').offsetTop + at('missing').offsetHeight)).observe(at('missing'));
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
        document.body.classList.toggle('own', path !== town);
        if (path !== town) at('poster')?.remove();
        this.scene?.clear(); // what was shown isn't this
        delete at('stage').dataset.shown;
        this.onBegin();
        this.isOfMany = this.lacks = false; // does it miss files that other ones may bring?
        this.shownModel = this.modelSql = '';
        this.land = this.choices = this.pickSql = this.way.from = this.part.tonePath = null;
        this.judging.begin();
        this.keepModel(null);
        at('subject').textContent = legible(this.name);
        at('sentence').textContent = '';
        at('picked').hidden = true;
        at('verdict').textContent = 'Checking …';
        for (const id of ['chips', 'findings', 'own', 'pictures', 'models', 'layers', 'stage-how', 'asks']) at(id).replaceChildren();
        for (const id of ['animations', 'findings', 'own-tables', 'sheet', 'missing', 'where']) at(id).hidden = true;
        this.sheet.clear();
        return () => turn === this.turn;
    }

    // What comes once it can be asked about; gives the same as begin().
    expect(path) {
        const isCurrent = this.begin(path);
        this.picture(null);
        if (!subjectOf(path).models && !isArchive(path)) this.noModel();
        note(`Reading ${legible(this.name)} …`);
        at('sentence').textContent = this.asker.isStarted ? '' : 'SQLite and gamemap are starting …';
        return isCurrent;
    }

    // wanted names the model and the picture that are shown first, where others usually are.
    async file(path, wanted = {}) {
        const isCurrent = this.begin(path), subject = subjectOf(path);
        if (at('map').dataset.path !== path) this.picture(null);
        note(at('poster') ? '' : `Reading ${legible(this.name)} …`);
        this.showWhere();
        const asked = this.showQuestions(subject);
        this.told = this.sentenceOf(subject).then(text => {
            if (isCurrent()) at('sentence').textContent = legible(inSingular(text ?? 'This file can\'t be read.'));
        });
        const modelsOf = this.modelsOf(path, subject);
        const models = this.modelButtons = this.buttons('models', modelsOf, sql => this.model(sql, isCurrent));
        const picturesOf = this.possible(subject.pictures);
        const pictures = this.pictureButtons = this.buttons('pictures', picturesOf, sql => this.drawPicture(sql, isCurrent));
        at('stage').dataset.path = path;
        const [model, ...others] = firstOf(modelsOf, wanted.model);
        const all = firstOf(picturesOf, wanted.picture ?? (picturesOf.World && subject.besideMany)), heights = picturesOf[subject.heights];
        // of what is flat other pictures say more
        const isFlat = heights && path !== town && await this.asker.one(about(subject.isFlat, path));
        const choices = subject.choices ? await this.asker.rows(about(subject.choices, path)).catch(() => []) : [];
        const edges = subject.net ? await this.asker.rows(about(this.filled(subject.net), path)).catch(() => []) : [];
        if (!isCurrent()) return;
        const sizes = pictureSizes(this.path);
        const net = netOf(edges.map(([from, to, warps]) => [from, to, number(warps)]), sizes.q / sizes.y);
        [this.net, this.netLines, this.netCells] = [JSON.stringify(net), linesOf(edges, net), net.cells];
        const [picture, ...otherPictures] = all.filter(sql => !isFlat || sql !== heights);
        if (isFlat) pictures.get(heights).remove();
        this.showChoices(choices.map(([name]) => name), isCurrent, wanted.choice);
        if (model) models.get(model).ariaPressed = 'true';
        if (picture) pictures.get(picture).ariaPressed = 'true';
        if (subject.chips) this.showChips(subject.chips, isCurrent);
        const later = model ? null : subject.models ? this.modelLater(isCurrent) : this.noModel();
        const {drawing, modelSql} = this;
        await this.part.findTone(picture); // so that the picture is asked for before the model
        if (!isCurrent()) return;
        const drawn = picture && drawing === this.drawing && this.drawPicture(picture, isCurrent, otherPictures); // unless another was chosen meanwhile
        const shown = model && modelSql === this.modelSql ? this.model(model, isCurrent, others) : later;
        await Promise.all([drawn, shown, subject.sheet && showSheet(this, subject, isCurrent)]);
        if (isCurrent()) await this.dropEmptyQuestions(asked, isCurrent);
        if (isCurrent()) await this.judging.describe(path, isCurrent);
    }

    // What a file is, with those that belong to it where they are here and can be read
    async sentenceOf({sentence, together = ''}) {
        const [both] = Object.values(this.possible({together})), ask = sql => this.asker.one(about(sql, this.path));
        return (both && await ask(both)) ?? this.asker.rows(about(sentence, this.path)).then(([row]) => row?.[0], error => error.message);
    }

    // What else is known of it in few words; a pointer tells more of each
    async showChips(sql, isCurrent) {
        const rows = await this.asker.rows(about(sql, this.path)).catch(() => []);
        if (isCurrent()) at('chips').replaceChildren(...rows.map(([text, title]) => element('span', inSingular(legible(text)), {title})));
    }

    // Beside a ground may lie the file that says what stands on it: the whole map comes first.
    modelsOf(path, {models = {}}) {
        const rsw = this.worldOf(path);
        if (!rsw) return this.possible(models);
        const data = (this.here.d() || '[]').replaceAll('\'', '\'\'');
        return {'Whole map': about(`SELECT rsw_glb(:f, '{"lights": false, "data": ${data}}')`, rsw), ...models};
    }

    // Statements that name what is there beside the file, each by a letter; others can't be asked.
    possible(statements, path = this.path) {
        return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, this.filled(sql, path)]).filter(([, sql]) => sql));
    }

    filled(sql, path = this.path) {
        let isPossible = true;
        const named = sql.replace(/:([bcdlmptwngriseo])\b/g, (whole, letter) => {
            if (isBeside(letter)) {
                isPossible &&= this.has(beside(path, letter));
                return whole;
            }
            const text = this.here[letter](path);
            isPossible &&= Boolean(text) || 'pto'.includes(letter); // tilesets, texts and names, without which numbers say less
            return text ? quoted(text) : 'NULL';
        });
        return isPossible && named;
    }

    // In which folder or archive it lies, with a choice of those like it
    showWhere() {
        const all = this.alike(this.path), folder = this.path.split('/').slice(0, -1).join('/');
        at('where').hidden = this.path === town || !(folder || all.length > 1);
        at('where').firstElementChild.textContent = legible(`${folder && `in ${folder}`}${folder && all.length > 1 ? ', ' : ''}${
            all.length > 1 ? `one of ${all.length.toLocaleString('en')}:` : ''}`);
        at('others').hidden = all.length < 2;
        at('others').replaceChildren(...(all.length < 2 ? [] : all).map(({path, note}) => element('option',
            `${shortened(path.slice(path.lastIndexOf('/') + 1), 28)}, ${note}`, {value: path, selected: path === this.path})));
        // several regions are one world
        this.strip.show(this.path === town || typeOf(this.path) === 'nvm' ? [] : all, this.path);
    }

    showQuestions({questions = {}}) {
        const all = Object.entries(this.path === town ? townQuestions : questions).map(([title, question]) => {
            const {sql, say} = typeof question === 'string' ? {sql: question} : question;
            const [filled, said] = [sql, say && `WITH answer AS (${sql}) ${say}`].map(one => one && this.filled(one));
            return filled && {title, sql: about(filled, this.path), said: said && about(said, this.path)};
        }).filter(Boolean);
        const buttons = all.map(({title, sql, said}) => {
            const button = element('button', title, {type: 'button', ariaPressed: 'false'});
            button.onclick = () => {
                buttons.forEach(other => { other.ariaPressed = String(other === button); });
                this.onQuestion(sql, {title, say: said && (() => this.asker.one(said))});
            };
            return button;
        });
        at('asks').replaceChildren(...buttons);
        return all.map(({sql}, i) => ({sql, button: buttons[i]}));
    }

    // A question of which nothing would come isn't offered.
    async dropEmptyQuestions(asked, isCurrent) {
        for (const {sql, button} of this.path === town ? [] : asked) {
            const isThere = await this.asker.one(`SELECT EXISTS (SELECT 1 FROM (${sql}))`, true);
            if (!isCurrent()) return;
            if (isThere === 0) button.remove();
        }
    }

    worldOf(path) {
        const rsw = typeOf(path) === 'gnd' && path !== town ? path.replace(/gnd$/i, 'rsw') : '';
        return this.has(rsw) ? rsw : '';
    }

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
        return buttons;
    }

    // Of what the pictures are, where that is one of several
    showChoices(names, isCurrent, wanted) {
        this.choice = names.includes(wanted) ? wanted : names[0] ?? '';
        if (names.length < 2) return;
        const select = element('select', '', {ariaLabel: 'Of which map'});
        select.append(...names.map(name => element('option', name, {value: name, selected: name === this.choice})));
        select.onchange = () => this.choose(select.value, isCurrent);
        this.choices = {names, choose: name => {
            select.value = name;
            return this.choose(name, isCurrent);
        }};
        at('pictures').prepend(select);
    }

    choose(name, isCurrent) {
        this.choice = name;
        const [pressed] = [...this.pictureButtons].find(([, button]) => button.ariaPressed === 'true');
        const sql = [pressed, ...this.pictureButtons.keys()].find(one => one.includes(':k')); // a net is of all of them
        press(this.pictureButtons, sql);
        return this.drawPicture(sql, isCurrent);
    }

    howMade(sqlOf, text = 'SQL') {
        const button = element('button', text, {type: 'button', className: 'how', title: 'How was this made?'});
        button.onclick = () => this.onSql(sqlOf());
        return button;
    }

    // ---- Picture -----------------------------------------------------------------------------------

    // A statement about the map that was chosen, or the net of all, for a picture of that size
    withChoice(sql, sizes) {
        return sql.replace(/:([jk])\b/g, (_, letter) => quoted(letter === 'k' ? this.choice : this.net)).replace(/:([qyz])\b/g, (_, letter) => sizes[letter]);
    }

    // A picture of which nothing comes isn't offered any more: the others are tried, or what was there stays.
    async drawPicture(sql, isCurrent, others = []) {
        const sizes = pictureSizes(this.path), name = this.pictureButtons.get(sql)?.textContent, draw = this.drawing = {}, tone = this.part.findTone(sql);
        if (tone) await tone;
        if (!isCurrent() || draw !== this.drawing) return undefined; // another one was chosen meanwhile
        const before = this.pictureSql, keyBefore = this.pictureKey;
        this.pictureKey = sql;
        const made = this.pictureSql = about(this.withChoice(this.part.of(sql), sizes), this.path);
        const [[bytes, heights] = []] = await this.asker.rows(made).catch(() => []);
        if (!isCurrent() || made !== this.pictureSql) return undefined;
        if (bytes instanceof Uint8Array) {
            for (const select of at('pictures').querySelectorAll('select')) select.hidden = !sql.includes(':k');
            await this.picture(bytes);
            return this.mark(name, made, isCurrent, heights ? JSON.parse(heights) : null);
        }
        this.pictureSql = before;
        this.pictureKey = keyBefore;
        this.pictureButtons.get(sql)?.remove();
        this.pictureButtons.delete(sql);
        const [next, ...rest] = others.length || !at('map').hidden ? others : this.pictureButtons.keys();
        if (next) {
            press(this.pictureButtons, next);
            return this.drawPicture(next, isCurrent, rest);
        }
        if (at('map').hidden) return undefined;
        this.tell('No picture', [['not drawn', hints[typeOf(this.path)] ?? 'There is nothing of this in the file.']]);
        press(this.pictureButtons, keyBefore);
        return undefined;
    }

    picture(bytes) {
        const image = at('picture'), isPicture = bytes instanceof Uint8Array;
        this.marks.clear();
        at('plot').classList.remove('fills');
        URL.revokeObjectURL(this.addresses.get('picture'));
        at('map').hidden = !isPicture;
        at('map').dataset.path = this.path;
        if (!isPicture) return;
        const address = URL.createObjectURL(new Blob([bytes], {type: 'image/png'}));
        this.addresses.set('picture', address);
        image.src = address;
        image.alt = `A picture of ${this.path}`;
        const link = element('a', 'Save the picture', {href: address, download: `${this.name}.png`});
        link.onclick = event => {
            if (!at('plot').querySelector('.mark, .part') && !at('picture-key').childElementCount) return;
            event.preventDefault(); // with what stands over it
            savePicture(at('plot'), at('picture-title'), at('picture-key'), `${this.name}.png`);
        };
        const whole = element('button', 'Full size', {type: 'button', ariaPressed: 'false'});
        whole.onclick = () => {
            whole.ariaPressed = String(image.classList.toggle('whole'));
        };
        image.classList.remove('whole');
        if (/^Reading /.test(at('stage-note').textContent) && at('stage').dataset.path === this.path) preview(address); // until its view is there
        at('map').querySelector('figcaption').replaceChildren(whole, ' ', this.howMade(() => this.pictureSql, 'SQL of the picture'), ' ', link);
        return image.decode().catch(() => {});
    }

    // What stands over a picture: of its statements those are asked whose files are here. heights is what a picture of heights tells beside itself.
    async mark(name, made, isCurrent, heights) {
        const marks = subjectOf(this.path).marks?.[name];
        if (!marks) return;
        at('plot').classList.add('fills');
        at('plot').style.setProperty('--aspect', at('picture').naturalWidth / at('picture').naturalHeight);
        const sizes = pictureSizes(this.path), ask = sql => this.asker.rows(about(this.withChoice(this.part.of(sql), sizes), this.path)).catch(() => []);
        const [places, keys] = await Promise.all([this.path === town ? {} : marks.places, marks.keys ?? {}].map(all =>
            Promise.all(Object.values(this.possible(all)).map(ask)).then(lists => lists.flat())));
        if (!isCurrent() || made !== this.pictureSql) return;
        this.marks.show(this.part.box && marks.titleOfPiece ? marks.titleOfPiece : marks.title.replace(':k', this.choice), places, [...keys, ...heights?.keys ?? []], {isDrawing: marks.isDrawing, heights, lines: marks.isNet && this.netLines, cells: marks.isNet ? this.netCells : []});
        at('map').querySelector('figcaption .numbers')?.remove(); // the same picture may be drawn again
        if (at('plot').querySelector('.tile')) at('map').querySelector('figcaption').prepend(numbersButton(at('plot')), ' ');
    }

    get picturePressed() {
        return [...this.pictureButtons.values()].find(button => button.ariaPressed === 'true')?.textContent;
    }

    get name() {
        return this.path.replace(/.*\//, '');
    }

    // ---- 3D ----------------------------------------------------------------------------------------

    noModel() {
        this.scene?.clear();
        at('stage').hidden = true;
        at('about').append(at('findings'), at('sheet'));
        document.body.classList.add('flat');
    }

    // There is no model until other files come.
    async modelLater(isCurrent) {
        this.noModel();
        this.lacks = true;
        await this.told;
        const hint = /^(An area|What stands)/.test(at('sentence').textContent) && hints[typeOf(this.path)];
        if (isCurrent() && hint) at('sentence').append(` ${hint}`);
    }

    async model(sql, isCurrent, others = []) {
        at('stage').hidden = false;
        // beside a picture there is no room for more; without one the view is larger
        const isAlone = !Object.keys(subjectOf(this.path).pictures).length;
        at('scene-keys').before(at('findings'));
        at(isAlone ? 'about' : 'stage').append(at('sheet'));
        document.body.classList.toggle('alone', isAlone);
        document.body.classList.remove('flat');
        this.keepModel(null);
        at('missing').hidden = true;
        leaveAspects(at('aspects'));
        const {path} = this, file = this.fileOf(path), made = this.modelSql = about(sql, path), isWanted = () => isCurrent() && made === this.modelSql;
        let why = 'There is nothing to show in 3D.';
        const {isModel, looksNorth, hasKey} = subjectOf(this.path);
        const [scene, bytes, isTurned, isWet] = await Promise.all([this.openScene(), this.asker.rows(made)
            .then(([row]) => row?.[0], error => { why = error.message; }), looksNorth && this.asker.one(about(looksNorth, this.path)),
            typeOf(this.path) === 'gnd' && this.asker.one(about(layers.isWet, this.path))]);
        if (!isWanted()) return undefined;
        if (!scene) return note('This browser has no WebGL, so there is no 3D view.');
        const isLand = typeof bytes === 'string', isWalkmesh = made.startsWith('SELECT aswm_glb');
        if (!(bytes instanceof Uint8Array) && !isLand) return this.instead(sql, why, isCurrent, others);
        const told = await (isLand ? scene.showLand(bytes, isWanted) : scene.show(bytes, {isModel, isTurned, isWet: Number(isWet) === 1, isWalkmesh, isWanted})).catch(error => {
            why = `This can't be shown in 3D: ${error.message}`;
        });
        if (!isWanted()) return undefined; // something else was chosen meanwhile
        if (!told) return this.modelFailed(why);
        const {animations, colors: key, placed, isEmpty} = told;
        if (isEmpty && typeOf(this.path) === 'are') return this.instead(sql, 'No model of its tiles that is drawn is here.', isCurrent, others);
        this.shownModel = sql;
        this.keepModel(told.bytes ?? bytes);
        dropGuesses(this, sql);
        note(isEmpty ? 'Nothing of this has a surface that is drawn.' : '');
        at('poster')?.remove();
        this.animations.show(animations);
        at('stage').dataset.shown = this.path;
        this.layers = new Map([['ground', {isOn: true}]]);
        scene.names.set('ground', told.letters); // of the parts of a walkmesh
        this.land = isLand ? told.land : null;
        this.isOfMany = isLand && !told.land.isArea && sql !== subjectOf(path).models['Region in 3D'];
        this.isWhole = /^SELECT rsw_glb/.test(made);
        this.key = isWalkmesh || hasKey ? key : []; // the colours of a walkmesh stand for what it is
        this.showLayers();
        this.part.redraw(isWanted);
        if (told.hasShadows && path !== town && typeOf(path) === 'gnd' && !this.worldOf(path)) {
            this.told.then(() => isWanted() && at('sentence').append(` Light and shadow on it are stored in it; to see what stands there drop ${legible(this.name.replace(/gnd$/i, 'rsw'))}, too.`));
        }
        showAspects(at('aspects'), isModel && !isEmpty ? scene.aspects() : [], isWanted);
        const drawn = () => isWanted() && !isEmpty && !this.isOfMany && path !== town && scene.smallPicture().then(address => this.onSeen(path, address, file));
        if (told.land?.isArea) return addStanding(this, told.land, isWanted).then(drawn).catch(() => {});
        if (isLand && this.isOfMany) addSmall(this, told.land, isWanted).catch(() => {});
        if (isLand) return addRegions(this, told.land, this.isOfMany ? ':s' : ':f', isWanted).then(drawn).catch(() => {});
        this.judging.showMissing(told, isWanted);
        return this.addLayers(isWanted, placed, told.guessed.includes('heights')).then(() => isWanted() && this.showLayers(), () => {}).then(drawn).catch(() => {});
    }

    // A model of which nothing comes isn't offered any more: what was shown comes back, or the others are tried.
    instead(sql, why, isCurrent, others) {
        const [next, ...rest] = this.shownModel ? [this.shownModel] : others;
        if (next) {
            if (this.shownModel) this.tell(this.modelButtons.get(sql).textContent, [['not drawn', why]]);
            this.modelButtons.get(sql).remove();
            press(this.modelButtons, next);
            return this.model(next, isCurrent, rest);
        }
        const [drawn] = [...this.pictureButtons].find(([, button]) => button.ariaPressed === 'true') ?? [];
        if (Object.keys(subjectOf(this.path).pictures).length) { // its picture says more than an empty view
            return Promise.all([this.modelLater(isCurrent), drawn && this.drawPicture(drawn, isCurrent)]);
        }
        this.scene.clear();
        return note(why);
    }

    // A model that the view can't show; what was there of another goes, and everything else is told of the file.
    modelFailed(why) {
        this.scene.clear();
        this.shownModel = '';
        delete at('stage').dataset.shown;
        this.animations.show([]);
        this.layers = new Map();
        this.key = [];
        this.showLayers();
        note(why);
    }

    // A Ragnarok map has what can be walked and what stands there in files beside it. A layer that isn't shown at
    // first is made when somebody wants to see it.
    async addLayers(isCurrent, placed, isByHeight) {
        if (typeOf(this.path) !== 'gnd') return;
        const [hasWalls, hasObjects] = ['gat', 'rsw'].map(type => this.has(this.path.replace(/gnd$/i, type)));
        const ask = sql => this.asker.rows(about(sql, this.path)).catch(() => []);
        const [water, objects, onObjects] = hasObjects
            ? await Promise.all([layers.water, layers.objects, layers.objectFindings].map(ask)) : [[], [], []];
        const [onCubes, steps] = await Promise.all([layers.cubeFindings, layers.steps].map(ask));
        if (!isCurrent()) return;
        // the game draws nothing there, and has black behind the ground; here the sky would shine through
        if (steps.length) this.scene.addFaces('steps', steps.map(row => row.map(number)), isByHeight ? '#857a6e' : '#59544c');
        if (water.length && !this.isWhole) this.addWater(water);
        const lost = this.path === town ? [] : (await ask(layers.models)).filter(([id]) => !placed.has(number(id)));
        if (!isCurrent()) return;
        addBoxes(this, lost, placed.size === 0 ? 'model' : 'missing model');
        for (const type of Object.keys(colors)) {
            const pins = objects.filter(([name, id]) => name === type && (type !== 'model' || this.path === town || placed.has(number(id)))).map(row => this.objectPin(row));
            if (pins.length) this.addLayer(countText(pins.length, type), colors[type], this.path === town, pins);
        }
        if (hasWalls) this.layers.set('not walkable', {isOn: false, add: () => this.addWalls()});
        const pins = this.judging.pinsOf([...onObjects, ...onCubes], colors.findings);
        if (pins.length) this.addLayer('findings', colors.findings, false, pins);
    }

    addLayer(name, color, isOn, pins) {
        const add = () => this.scene.addPins(name, pins);
        this.layers.set(name, {isOn, color, add});
        if (isOn) add();
    }

    addWater(wet) {
        this.scene.addQuads('water', wet.map(row => row.map(number)).map(([x, z, y]) => [x, z, y, y, y, y]),
            {color: 0x3f8ac0, side: 2, opacity: 0.6, lift: 0});
        this.layers.set('water', {isOn: true});
    }

    objectPin([type, id, x, y, z]) {
        const rsw = this.path.replace(/gnd$/i, 'rsw');
        return {x: number(x), y: number(y), z: -number(z), color: colors[type],
            sql: about(`SELECT * FROM rsw_objects(:f) WHERE id = ${id}`, rsw)};
    }

    async addWalls() {
        const {modelSql} = this, tiles = await this.asker.rows(about(layers.walkable, this.path)).catch(() => []);
        if (modelSql === this.modelSql) this.scene.addQuads('not walkable', tiles.map(tile => tile.map(number)), {color: 0xd02f2f});
    }

    showLayers() {
        const names = [...this.layers].filter(([name]) => name !== 'ground');
        const key = this.key.map(({name, color}) => {
            const part = element('span', name, {className: color ? 'key' : 'label'});
            if (color) part.style.setProperty('--dot', color);
            return part;
        });
        if (this.shownModel && this.scene?.raised > 1) key.push(element('span', `heights are drawn ${this.scene.raised === 2 ? 'twice' : `${this.scene.raised} times`} as high`, {className: 'label', title: 'So that one sees what rises on nearly flat ground'}));
        if (this.shownModel && this.scene?.hasRim) key.push(element('span', 'level edge left out', {className: 'label', title: 'Level ground along the edge of the map, on which nothing stands'}));
        const apart = this.shownModel ? this.scene?.moved.length : 0;
        if (apart) key.push(element('span', `The ${['two', 'three', 'four', 'five', 'six'][apart - 2] ?? apart} pieces lie far apart in the file; here they are moved together.`));
        const label = names.length ? [element('span', 'Show:', {className: 'label'})] : []; // what a colour is can't be switched
        at('layers').replaceChildren(...key, ...label, ...names.map(([name, layer]) => {
            const button = element('button', name, {type: 'button', ariaPressed: String(layer.isOn)});
            if (layer.color) button.style.setProperty('--dot', layer.color);
            button.onclick = () => this.setLayer(name, button.ariaPressed !== 'true');
            layer.button = button;
            return button;
        }), ...(this.shownModel ? [...this.allPieces(), ...this.lighter(), ...this.way.buttons()] : []));
        at('stage-how').replaceChildren(this.howMade(() => this.modelSql, 'SQL of the view'));
    }

    // Where the largest piece of ground is shown at first, a button for the others
    allPieces() {
        const {scene} = this;
        if (!scene?.pieces) return [];
        const button = element('button', `all ${scene.pieces.count} pieces of ground`, {type: 'button', ariaPressed: String(!scene.isLargest)});
        button.onclick = () => {
            scene.frame(!scene.isLargest);
            scene.reset();
            this.part.redraw(() => scene === this.scene && at('stage').dataset.shown === this.path);
            button.ariaPressed = String(!scene.isLargest);
        };
        return [button];
    }

    // Where a dark place is shown lighter, a button that says so; a pointer tells by how much
    lighter() {
        if (!(this.scene?.lightness > 1)) return [];
        const button = element('button', 'Brightened', {type: 'button', ariaPressed: String(this.scene.isLighter),
            title: `${this.scene.lightness.toFixed(1)} times lighter than the game`});
        button.onclick = () => {
            this.scene.lighten(!this.scene.isLighter);
            button.ariaPressed = String(this.scene.isLighter);
        };
        return [button];
    }

    async setLayer(name, isOn) {
        const layer = this.layers.get(name);
        if (!layer) return;
        layer.isOn = isOn;
        layer.button.ariaPressed = String(isOn);
        if (isOn && !this.scene.hasLayer(name)) await layer.add();
        this.scene.setLayer(name, layer.isOn);
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
        if (this.way.from) return this.way.place(point);
        if (!pin && this.isOfMany) return this.going.fromView(point);
        if (pin?.text) return this.tell(['nvm', 'are'].includes(typeOf(this.path)) ? 'An object' : 'A finding', [['what', pin.text]]);
        const sql = pin?.sql ?? rowAt(this.path, point, node, this.has(beside(this.path, 'g')));
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

    hidePicked() {
        at('picked').hidden = true;
    }

    tell(title, facts, sql) {
        const list = element('dl');
        this.pickSql = null; // no answer of before takes its place
        for (const [name, value] of facts) list.append(element('dt', name), element('dd', shown(value)));
        at('picked').replaceChildren(element('strong', title), list);
        if (sql) at('picked').append(this.howMade(() => sql));
        at('picked').hidden = false;
    }
}

// The statements of that name come first.
function firstOf(statements, name) {
    return Object.entries(statements).sort(([a], [b]) => (b === name) - (a === name)).map(([, sql]) => sql);
}

function press(buttons, pressed) {
    buttons.forEach((button, sql) => { button.ariaPressed = String(sql === pressed); });
}

function note(text) {
    preview('');
    at('stage-note').textContent = text;
}

// A picture stands behind a view that is being made.
function preview(address) {
    at('preview').hidden = !address;
    if (address) at('preview').src = address;
}

function shown(cell) {
    if (cell instanceof Uint8Array) return `BLOB, ${cell.length} bytes`;
    if (typeof cell === 'object' && cell !== null) return 'real' in cell ? String(cell.real) : 'BLOB';
    return typeof cell === 'number' ? String(Number(cell.toPrecision(8))) : String(cell);
}
