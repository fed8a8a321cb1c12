// The 3D view: a .glb with orbit, layers, pins, animations and picking. Bundled with three.js by
// `make web`; createScene is all that the page uses of it.
import {
    AmbientLight, AnimationMixer, Box3, BoxGeometry, BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight,
    DoubleSide, Group, HemisphereLight, InstancedMesh, LinearSRGBColorSpace, Matrix4, Mesh, MeshBasicMaterial,
    PerspectiveCamera, Plane, Raycaster, Scene, SRGBColorSpace, Spherical, Vector2, Vector3, WebGLRenderer,
} from 'three';
import {OrbitControls} from 'three/addons/controls/OrbitControls.js';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import {aspectsOf, headOf} from './aspects.mjs';
import {bake, lights} from './bake.mjs';
import {Board} from './board.mjs';
import {bordersOf, heightLines, outlinesOf, segments} from './borders.mjs';
import {boxesOf, dotsOf} from './boxes.mjs';
import {bareFaces, earthBelow} from './earth.mjs';
import {framed, framedWell} from './framing.mjs';
import {guessColors, isBetween, partsOf} from './hues.mjs';
import {Levels} from './levels.mjs';
import {Names} from './labels.mjs';
import {isIn, movedNearer} from './nearer.mjs';
import {contents, cornersOf, hasObjects, nameOf, objectPlaces, outlineOf, plainMaterial} from './parts.mjs';
import {isFar, piecesOf} from './pieces.mjs';
import {plateBelow} from './plate.mjs';
import {raiseOf} from './relief.mjs';
import {tintRooms} from './rooms.mjs';
import {withoutRim, withoutShells} from './shells.mjs';
import {isShaded, modelShadows, shadowDisc} from './sunlight.mjs';
import {Terrain} from './terrain.mjs';
import {addWalls, keyOf} from './walls.mjs';

const PINS_MOST = 5000, PINS_LARGE = 100; // so many are drawn, and of so many each is large
const TURN = Math.PI / 24;     // of an arrow key
const FILLED = 0.94;           // of the picture that a whole map or model takes
const FILLED_BARE = 0.86;      // of its height, if it can, that regions take, and ground on which nothing stands
const WALK = 0.7;              // of the way to what one looks at, in a second
const SMALL = 160;             // pixels of a small picture
const STILL = 6;               // pixels that a click may move
const SLOW = 40;               // milliseconds of a frame: while it moves, the next ones have fewer pixels
const COARSEST = 0.35;         // of the full width
const FINE = 2, REST = 250;    // times as many pixels in a row, where edges aren't smooth, of a view that has stood still for so many milliseconds
const FINE_MOST = 3e6, SHARP = 1.5; // pixels that these may be, and of a screen for one of the page, with which edges are smooth enough
const DARK = 105, LIGHT = 130, IN_SUN = 145, LIGHTER_MOST = 3; // of 255: than what half of a dark place is darker, what that becomes, and both in the page's own sun
const TURNS = [0.32, -0.32, 0, 0.8, -0.8], STEEP = 1.5; // how far to the east, and how high, a map may be seen from at first
const FOCUSED = 0.75;          // of its width and depth: what takes no more of it is framed alone
const SEEN_ENOUGH = 0.9, SEEN_MORE = 0.03; // of its squares, and how many more another direction must show
const LONG = 0.62;              // of its depth: a map that is narrower lies on its side, as its plan does
const STRAIGHT = 0.12;          // how far to the east a walkmesh is seen from, which lies as its plan does
const FLAT = 0.3;              // of its width: no higher is a model that lies flat
const CORNERS = [[0.9, 1], [-0.9, 1]]; // from which what is long may be seen, to the east and to the south
const VEIL = 0.3;              // of what is black on ground that is shown lighter
const PIXELS_APART = 29;       // of those by which that is found out
const TONES_MOST = 60;         // models of which each has the colour of the ground below it
const DOT_NEAR = 200;          // as large a part of the view may a click be beside a dot

// Without a graphics card smooth edges cost four times the work, and making a drawing context takes a good
// part of a second: the first one is kept there, and elsewhere a canvas with smooth edges takes its place.
export function createScene(canvas, onPick) {
    const context = canvas.getContext('webgl2', {antialias: false, alpha: true});
    if (!context) throw new Error('no WebGL');
    if (isSoftware(context)) return new View(canvas, new WebGLRenderer({canvas, context}), onPick);
    const smooth = canvas.cloneNode();
    canvas.replaceWith(smooth);
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return new View(smooth, new WebGLRenderer({canvas: smooth, antialias: true, alpha: true}), onPick);
}

function isSoftware(context) {
    const info = context.getExtension('WEBGL_debug_renderer_info');
    const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
    return /swiftshader|llvmpipe|software/i.test(name);
}

class View {
    constructor(canvas, renderer, onPick) {
        Object.assign(this, {canvas, renderer, onPick});
        this.scene = new Scene();
        this.camera = new PerspectiveCamera(42, 1, 0.1, 5000);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.enableDamping = false;
        this.controls.maxPolarAngle = Math.PI * 0.495;
        this.quality = this.coarse = 1;
        this.finest = 1;
        this.controls.addEventListener('change', () => this.draw());
        this.controls.addEventListener('start', () => { this.dragging = this.touched = true; });
        this.controls.addEventListener('end', () => {
            this.dragging = false;
            this.draw();
        });
        this.addLights();
        this.layers = new Map();
        this.names = new Names(canvas);
        Object.assign(this, {raised: 1, moved: []});
        this.frames = 0;
        new ResizeObserver(() => this.fit()).observe(canvas);
        this.listen();
        this.fit();
    }

    // For what moves; the rest has its light baked.
    addLights() {
        const sun = this.sun = new DirectionalLight(lights.sun, lights.sunIntensity);
        this.scene.add(new AmbientLight(0xffffff, lights.ambientIntensity),
            new HemisphereLight(lights.sky, lights.earth, lights.skyIntensity), sun);
    }

    // Draws once, however often it is asked before the next frame.
    draw() {
        if (this.asked) return;
        this.asked = true;
        requestAnimationFrame(now => {
            this.asked = false;
            const moves = this.playing || this.spinning || this.walking.size > 0;
            const passed = this.before ? now - this.before : 0;
            this.before = moves || this.dragging ? now : 0;
            this.mixer?.update(this.playing ? Math.min(passed / 1000, 0.1) : 0);
            if (this.spinning) this.turn(Math.min(passed / 1000, 0.1) * 0.25, 0);
            if (this.walking.size) this.walk(Math.min(passed / 1000, 0.1));
            this.setQuality(passed);
            this.renderer.render(this.scene, this.camera);
            this.refineLater(moves || this.dragging || this.playing);
            this.names.place(this.camera, name => this.layers.get(name)?.visible);
            this.frames++;
            if (moves) this.draw();
        });
    }

    // Slow machines draw fewer pixels as long as somebody turns or walks, and all of them when the view stands, though an
    // animation may play. What was found out stays for the next time.
    setQuality(milliseconds) {
        const moves = this.spinning || this.dragging || this.walking.size > 0;
        if (moves && milliseconds > SLOW && milliseconds < 2000) this.coarse = Math.max(this.coarse * 0.7, COARSEST);
        const wanted = moves ? this.coarse : this.isFine ? this.finest : 1;
        if (wanted === this.quality) return;
        this.quality = wanted;
        this.fit(true);
    }

    // Edges that the renderer doesn't smooth become so with more pixels than are seen, once nothing moves any more.
    refineLater(isMoving) {
        const isDone = this.isFine || isMoving || this.finest === 1;
        this.isFine = false;
        clearTimeout(this.refining);
        if (isDone) return;
        this.refining = setTimeout(() => {
            this.isFine = true;
            this.draw();
        }, REST);
    }

    // Waits until what is there now has been drawn.
    drawn() {
        this.draw();
        return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }

    // The address of a small picture of what is in the view
    async smallPicture() {
        const {width, height} = this.canvas, share = SMALL / Math.min(width, height), small = new OffscreenCanvas(SMALL * 1.2, SMALL);
        this.mixer?.update(0);
        this.renderer.render(this.scene, this.camera);
        small.getContext('2d').drawImage(this.canvas, (small.width - width * share) / 2, (SMALL - height * share) / 2, width * share, height * share);
        return URL.createObjectURL(await small.convertToBlob());
    }

    // Other small pictures of a creature that stands: [{name, address, look}]
    async aspects() {
        const {y, x, z} = this.box.getSize(new Vector3());
        return this.isTurned && y > FLAT * Math.hypot(x, z) && !this.touched ? aspectsOf(this, this.head) : [];
    }

    lookFrom(target, position) {
        this.touched = true;
        this.controls.target.copy(target);
        this.camera.position.copy(position);
        this.controls.update();
        this.draw();
    }

    fit(isDrawing = false) {
        const {clientWidth: width, clientHeight: height} = this.canvas;
        if (!width || !height) return;
        const ratio = window.devicePixelRatio, isSmooth = this.renderer.getContext().getContextAttributes().antialias || ratio >= SHARP;
        this.finest = isSmooth || width * height * (ratio * FINE) ** 2 > FINE_MOST ? 1 : FINE;
        this.quality = Math.min(this.quality, this.finest);
        this.renderer.setPixelRatio(Math.min(ratio, 2) * this.quality);
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        if (isDrawing) return;
        if (this.box && !this.touched) this.reset();
        this.draw();
    }

    listen() {
        let from = null;
        this.canvas.addEventListener('pointerdown', event => {
            from = [event.clientX, event.clientY];
            this.spinning = false;
        });
        this.canvas.addEventListener('pointerup', event => {
            const still = from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL;
            if (still) this.pick(event);
        });
        this.canvas.addEventListener('keydown', event => this.key(event));
        this.walking = new Set();
        this.canvas.addEventListener('keyup', ({key}) => this.walking.delete(key.toLowerCase()));
        this.canvas.addEventListener('blur', () => this.walking.clear());
    }

    key(event) {
        const moves = {
            ArrowLeft: () => this.turn(-TURN, 0), ArrowRight: () => this.turn(TURN, 0),
            ArrowUp: () => this.turn(0, -TURN), ArrowDown: () => this.turn(0, TURN),
            '+': () => this.zoom(0.85), '=': () => this.zoom(0.85), '-': () => this.zoom(1 / 0.85),
            Home: () => this.reset(), r: () => this.reset(), Enter: () => this.pickMiddle(),
        };
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const letter = event.key.toLowerCase(), walks = () => {
            this.walking.add(letter);
            this.draw();
        };
        const move = 'wasd'.includes(letter) ? walks : moves[event.key];
        if (!move) return;
        event.preventDefault();
        this.spinning = false;
        this.touched = true;
        move();
    }

    turn(around, up) {
        const offset = this.camera.position.clone().sub(this.controls.target);
        const place = new Spherical().setFromVector3(offset);
        place.theta += around;
        place.phi = Math.min(Math.max(place.phi + up, 0.08), this.controls.maxPolarAngle);
        this.camera.position.copy(this.controls.target).add(new Vector3().setFromSpherical(place));
        this.controls.update();
        this.draw();
    }

    // W, A, S and D move over the ground, in the direction in which one looks.
    walk(seconds) {
        const forward = this.controls.target.clone().sub(this.camera.position);
        const step = forward.length() * WALK * seconds;
        forward.setY(0).normalize();
        const right = new Vector3(-forward.z, 0, forward.x), has = key => Number(this.walking.has(key));
        const way = forward.multiplyScalar(has('w') - has('s')).addScaledVector(right, has('d') - has('a'))
            .multiplyScalar(step);
        this.camera.position.add(way);
        this.controls.target.add(way);
        this.controls.update();
    }

    // Goes near a place, and looks at it as before.
    fly({x, y, z}, distance = this.extent / 8) {
        const offset = this.camera.position.clone().sub(this.controls.target).setLength(distance);
        this.touched = true;
        this.controls.target.set(x, y * this.raised, z);
        this.camera.position.copy(this.controls.target).add(offset);
        this.controls.update();
        this.draw();
    }

    zoom(by) {
        this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
        this.controls.update();
        this.draw();
    }

    // ---- What is shown ------------------------------------------------------------------------------

    clear() {
        for (const layer of this.layers.values()) this.leaveOut(layer);
        this.layers.clear();
        this.names.clear();
        this.mixer = null;
        this.clips = [];
        this.playing = false;
        this.draw();
    }

    // Takes a layer out of the view, and gives back what it has of the graphics card.
    leaveOut(layer) {
        this.scene.remove(layer);
        layer.traverse(part => {
            part.geometry?.dispose();
            if (part.isInstancedMesh) part.dispose();
            for (const material of [part.material ?? []].flat()) {
                material.map?.dispose();
                material.lightMap?.dispose();
                material.dispose();
            }
        });
    }

    // Shows regions of a world or the ground of an area, of which JSON tells; gives the same as show(), and the land.
    async showLand(text, isWanted) {
        const told = JSON.parse(text), land = told.faces ? new Board(told) : told.cells ? new Levels(told) : new Terrain(told), bytes = await land.glb();
        const shown = isWanted() && await this.show(bytes, {isWanted, isWide: land instanceof Terrain});
        return shown && {...shown, land, bytes};
    }

    // Shows a .glb; gives the names of its animations, its textures and which of them are a file of which name, and
    // how many models a map lacks and has; or null where it isn't wanted any more once it is read.
    async show(bytes, {isModel = false, isTurned = false, isWet = false, isWalkmesh = false, isWide = false, isWanted = () => true} = {}) {
        const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset,
            bytes.byteOffset + bytes.byteLength), '');
        if (!isWanted()) return null;
        this.clear();
        this.moved = isWalkmesh ? movedNearer(gltf.scene) : [];
        const rooms = isWalkmesh ? tintRooms(gltf.scene) : {key: [], letters: []}, hasWalls = isWalkmesh ? addWalls(gltf.scene) : null;
        const isBare = !hasObjects(gltf.scene);
        this.raised = isBare ? raiseOf(partsOf(gltf.scene, 'tops')) : 1;
        gltf.scene.scale.y = this.raised;
        const {guessed, ground, isInPieces, isInSun, ...found} = guessColors(gltf.scene, {isWet}), walls = partsOf(gltf.scene, 'walls').filter(({material}) => material.visible);
        const closed = found.squares && !isInPieces ? withoutShells(ground, walls, found.squares) : found.squares;
        const told = contents(gltf.parser.json), isComplete = !told.missingModels; // others may stand anywhere
        const squares = closed && !isInPieces && !isBare && isComplete ? withoutRim(ground, walls, closed, objectPlaces(gltf.scene)) : closed;
        this.hasRim = squares !== closed;
        this.squares = squares === found.squares ? found.shown : squares;
        Object.assign(this, {land: squares, isInPieces, isWalkmesh, enough: isWide || (isBare && ground.length) ? FILLED_BARE : undefined});
        const hasShadows = ground.length > 0 && isShaded(ground[0].material); // all have one lightmap
        this.pieces = isInPieces ? piecesOf(squares) : null;
        if (this.pieces && !isFar(squares, this.pieces)) this.pieces = null;
        // a model is lit from where one stands, on the left
        this.sun.position.copy(isModel ? new Vector3(-0.6, 1.2, Number(isTurned) === 1 ? -1 : 1).normalize() : lights.towardsSun);
        const shadows = isInSun ? modelShadows(gltf.scene, squares) : null;
        const bare = walls.flatMap(bareFaces);
        this.addLayer('ground', this.prepared(gltf), true);
        const earth = squares ? earthBelow(isInPieces ? [] : ground, squares, bare, color => this.colorOf(color)) : null;
        if (shadows) this.addLayer('shadow', shadows);
        if (earth) this.addLayer('earth', earth);
        if (hasWalls?.shade) this.addLayer('shade', hasWalls.shade);
        if (isWalkmesh) this.addLayer('plate', plateBelow(this.layers.get('ground'), new Box3().setFromObject(this.layers.get('ground'))));
        // a creature stands, rather than runs on the spot
        this.clips = [...gltf.animations].sort((a, b) => /^c?pause1$/.test(b.name) - /^c?pause1$/.test(a.name));
        this.mixer = this.clips.length ? new AnimationMixer(gltf.scene) : null;
        Object.assign(this, {isModel, isTurned: Number(isTurned) === 1});
        this.touched = false;
        this.reach = 0;
        this.box = new Box3();
        if (this.clips.length) { // it is played at once, so that its pose is the one to fit into the view
            this.mixer.clipAction(this.clips[0]).play();
            this.mixer.update(0);
        }
        const shown = this.layers.get('ground');
        shown.updateMatrixWorld(true);
        shown.traverse(part => part.skeleton?.update());
        shown.traverse(part => {
            if (part.isMesh && part.material.visible) this.box.expandByObject(part);
        });
        const isEmpty = this.box.isEmpty();
        gltf.scene.updateMatrixWorld(true);
        this.head = isModel ? headOf(gltf.scene, Box3) : [];
        if (isEmpty) this.box.setFromObject(gltf.scene);
        this.whole = outlineOf(shown, this.box);
        if (earth) this.whole.push(...outlineOf(earth, this.box));
        this.frame(this.pieces !== null);
        if (isModel && !isEmpty) this.addShadow();
        this.reset();
        this.findLightness(shown, told.textures.some(({file}) => file), isInSun ? IN_SUN : DARK);
        return {animations: this.clips.map(({name}) => name), ...told, colors: hasWalls ? keyOf(rooms.key.length ? [...rooms.key, ...told.colors.filter(({name}) => name === 'not walkable')] : told.colors) : told.colors, letters: rooms.letters, isEmpty, guessed, hasShadows};
    }

    // What is in the picture at first: the largest of pieces that lie far apart, or all of them
    frame(isLargest) {
        this.isLargest = isLargest;
        this.outline = isLargest ? this.whole.filter(({x, z}) => [[-0.1, -0.1], [0.1, -0.1], [-0.1, 0.1], [0.1, 0.1]]
            .some(([east, south]) => this.pieces.largest.has(x + east, z + south))) : this.whole;
        if (isLargest && !this.outline.length) return this.frame(false); // none of the corners that were taken is on it
        this.box.setFromPoints(this.outline);
        const {min, max} = this.box, side = (x, z, far) => new Plane(new Vector3(x, 0, z), far + 0.5);
        this.renderer.clippingPlanes = isLargest ? [side(1, 0, -min.x), side(-1, 0, max.x), side(0, 1, -min.z), side(0, -1, max.z)] : [];
        return undefined;
    }

    // Is a place on the piece of ground that is framed?
    isFramed({x, z}) {
        return !this.isLargest || this.renderer.clippingPlanes.every(plane => plane.distanceToPoint(new Vector3(x, 0, z)) >= 0);
    }

    // What stands at an edge has to be in the picture, too.
    include(names) {
        for (const name of names) if (this.layers.has(name)) this.outline.push(...cornersOf(this.layers.get(name)));
        this.box.setFromPoints(this.outline);
        if (!this.touched) this.reset();
    }

    // Frames what stands there with so much around it, rather than all of a land on which nothing else is known.
    focus(names, around) {
        const box = new Box3().setFromPoints(names.flatMap(name => cornersOf(this.layers.get(name)))).expandByVector(new Vector3(around, 0, around)), {min, max} = box;
        const size = box.getSize(new Vector3()), whole = this.box.getSize(new Vector3());
        if (Math.max(size.x / whole.x, size.z / whole.z) > FOCUSED) return;
        this.reach = whole.length();
        this.box.copy(box);
        this.outline = [min.x, max.x].flatMap(x => [min.y, max.y].flatMap(y => [min.z, max.z].map(z => new Vector3(x, y, z))));
        if (!this.touched) this.reset();
    }

    // How many times lighter the textures of a dark place are shown, so that one sees something. Guessed colours aren't: where nothing
    // is textured, what is dark lies in the shadow of a lightmap.
    findLightness(shown, isTextured, dark) {
        const textured = new Set(), others = new Set();
        if (isTextured) shown.traverse(({material}) => material && (material.map && !material.userData.lifted ? textured : others).add(material));
        this.textured = [...textured].map(material => ({material, own: material.color.clone()}));
        this.lightness = 1;
        if (!textured.size) return;
        const gl = this.renderer.getContext(), {drawingBufferWidth: width, drawingBufferHeight: height} = gl;
        const pixels = new Uint8Array(4 * width * height), greens = [];
        const unseen = [...others].filter(({visible}) => visible);
        for (const material of unseen) material.visible = false;
        this.renderer.render(this.scene, this.camera);
        for (const material of unseen) material.visible = true;
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        for (let i = 0; i < pixels.length; i += 4 * PIXELS_APART) if (pixels[i + 3]) greens.push(pixels[i + 1]);
        const middle = greens.sort((a, b) => a - b)[greens.length >> 1] ?? LIGHT;
        if (middle < dark) this.lightness = Math.min(Math.max(LIGHT, dark) / Math.max(middle, 1), LIGHTER_MOST);
        this.lighten(true);
    }

    lighten(isOn) {
        this.isLighter = isOn;
        for (const {material, own} of this.textured) {
            material.color.copy(own).multiplyScalar(isOn ? this.lightness : 1);
            const {soft, veil} = material.userData.shown ?? {}, isMore = isOn && this.lightness > 1;
            if (soft) soft.value = Number(isMore);
            if (veil) veil.value = isMore ? VEIL : 0;
        }
        this.draw();
    }

    // What stands still is baked, in colours of the screen; the rest is lit as it is drawn.
    prepared({scene, animations}) {
        const baked = bake(scene, animations.length > 0, this.sun.position);
        this.renderer.outputColorSpace = baked ? LinearSRGBColorSpace : SRGBColorSpace;
        if (baked) return baked;
        scene.traverse(part => {
            if (part.isMesh) part.material = plainMaterial(part);
        });
        return scene;
    }

    // A colour as materials need it that stand beside the model
    colorOf(name) {
        const color = new Color(name);
        return this.renderer.outputColorSpace === LinearSRGBColorSpace ? color.convertLinearToSRGB() : color;
    }

    addLayer(name, object, isPicked = false) {
        const before = this.layers.get(name);
        if (before) this.leaveOut(before);
        object.userData.isPicked = isPicked;
        this.layers.set(name, object);
        this.scene.add(object);
        this.draw();
    }

    hasLayer(name) {
        return this.layers.has(name);
    }

    setLayer(name, isVisible) {
        const layer = this.layers.get(name);
        if (layer) layer.visible = isVisible;
        this.draw();
    }

    // Quads over the ground: [[x, z, height of SW, SE, NW, NE], ...], and how much of the colour is at each of these corners, if that isn't all of it
    addQuads(name, all, {color, side = 1, opacity = 0.45, lift = 0.12}) {
        const quads = this.hasRim ? all.filter(([x, z]) => this.squares.has(x + side / 2, z - side / 2)) : all;
        const corners = new Float32Array(quads.length * 12), indices = new Uint32Array(quads.length * 6), shares = quads[0]?.length > 6 ? new Float32Array(quads.length * 16).fill(1) : null;
        quads.forEach(([x, z, sw, se, nw, ne, ...own], i) => {
            own.forEach((share, corner) => { shares[16 * i + 4 * corner + 3] = share; });
            const [a, b, c, d] = [sw, se, nw, ne].map(height => height * this.raised + lift);
            corners.set([x, a, z, x + side, b, z, x, c, z - side, x + side, d, z - side], 12 * i);
            indices.set([0, 1, 2, 1, 3, 2].map(corner => 4 * i + corner), 6 * i);
        });
        this.addMesh(name, corners, indices, {color: this.colorOf(color), transparent: true, opacity, depthWrite: false,
            side: DoubleSide}, shares);
    }

    // Upright faces: [[x, z of one place, x, z of the other, heights of both below, and above], ...], but between squares that
    // aren't shown
    addFaces(name, all, color) {
        const faces = all.filter(([x1, z1, x2, z2]) => !isBetween(this.squares, (x1 + x2) / 2, (z1 + z2) / 2, {x: Number(z1 !== z2), z: Number(x1 !== x2)}));
        const corners = new Float32Array(faces.length * 12), indices = new Uint32Array(faces.length * 6);
        faces.forEach(([x1, z1, x2, z2, a1, a2, b1, b2], i) => {
            const [a, b, c, d] = [a1, a2, b1, b2].map(height => height * this.raised);
            corners.set([x1, a, z1, x2, b, z2, x1, c, z1, x2, d, z2], 12 * i);
            indices.set([0, 1, 2, 1, 3, 2].map(corner => 4 * i + corner), 6 * i);
        });
        this.addMesh(name, corners, indices, {color: this.colorOf(color), side: DoubleSide});
    }

    addMesh(name, corners, indices, material, colors = null) {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(corners, 3));
        geometry.setIndex(new BufferAttribute(indices, 1));
        if (colors) geometry.setAttribute('color', new BufferAttribute(colors, 4));
        this.addLayer(name, new Mesh(geometry, new MeshBasicMaterial({...material, vertexColors: Boolean(colors)})));
    }

    // Pins that point at places: [{x, y, z, color, row}, ...]
    addPins(name, pins) {
        const shown = pins.slice(0, PINS_MOST), size = Math.max(this.extent / (shown.length > PINS_LARGE ? 480 : 330), 0.02);
        const cone = new ConeGeometry(size, size * 4.5, 6).rotateX(Math.PI).translate(0, size * 2.25, 0);
        const mesh = new InstancedMesh(cone, new MeshBasicMaterial(), shown.length);
        shown.forEach(({x, y, z, color}, i) => {
            mesh.setMatrixAt(i, new Matrix4().setPosition(this.placed([x, y, z])));
            mesh.setColorAt(i, this.colorOf(color));
        });
        mesh.userData.pins = shown;
        const group = new Group();
        group.add(mesh);
        this.addLayer(name, group, true);
    }

    // Where a place of the file is shown; and back
    placed([x, y, z]) {
        const by = this.moved.find(box => isIn(box, x, z));
        return new Vector3(x + (by?.x ?? 0), y * this.raised, z + (by?.z ?? 0));
    }

    ownPlace({x, y, z}) {
        const by = this.moved.find(box => isIn(box, x - box.x, z - box.z));
        return new Vector3(x - (by?.x ?? 0), y / this.raised, z - (by?.z ?? 0));
    }

    // Shapes at places; where those have a label, it stands above them.
    addBoxes(name, models) {
        const raised = models.map(model => ({...model, y: model.y * this.raised}));
        this.addLayer(name, boxesOf(raised, color => this.colorOf(color), this.tonesOf(raised)), true);
        this.names.set(name, raised.filter(({label}) => label).map(({x, y, top, half, z, label, ring, isStart}) => ({x, y, top, half, z, name: label, color: ring, isStart})));
    }

    addDots(name, places, color) {
        this.addLayer(name, dotsOf(places, color), true);
    }

    // The same as quads, with a line around each patch of them, and soft ones, which have none
    addPatches(name, quads, {color, line, soft = [], ...how}) {
        this.addQuads(name, [...soft, ...quads], {color, ...how});
        this.layers.get(name).add(outlinesOf(quads, how.side, this.colorOf(line)));
    }

    // A bar of so many units beside a land's south, with its length, and where north is
    addScale(name, land, units) {
        const thick = land.width / 130, z = land.deep * land.width / land.wide + 2 * thick, {min} = this.box, bar = new Mesh(new BoxGeometry(units, thick / 2, thick), new MeshBasicMaterial({color: this.colorOf('#2b2b28')}));
        bar.position.set(units / 2 + 2 * thick, min.y, z);
        this.addLayer(name, bar);
        const {x, y} = land.at(0.5, 0);
        this.names.set(name, [{x: units + 2 * thick, y: min.y, z: z + 3 * thick, name: `${units.toLocaleString('en')} units`, className: 'faint'}, {x, y, z: -4 * thick, name: 'N \u2191', className: 'faint'}]);
        this.names.ground = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => land.at(u, v)).map(corner => new Vector3(corner.x, corner.y, corner.z));
    }

    addGrid(name, land) {
        this.addLayer(name, segments(land.grid, '#2a200f', 0.16));
    }

    addHeights(name, land) {
        this.addLayer(name, heightLines(land));
    }

    // A function that tells the colour of the ground, as it is on the screen, below a model; of many models of one name it is that of the first.
    tonesOf(models) {
        const ray = new Raycaster(), down = new Vector3(0, -1, 0), known = new Map(), isEach = models.length <= TONES_MOST, ground = this.layers.get('ground');
        return model => {
            const key = isEach ? model : model.name;
            if (!known.has(key)) {
                if (known.size >= TONES_MOST) return null; // each looks through all ground
                ray.set(new Vector3(model.x, this.box.max.y + 1, model.z), down);
                const [{object, face} = {}] = ray.intersectObject(ground, true), {material, geometry} = object ?? {}, isTextured = material?.map && !material.userData.lifted;
                known.set(key, geometry?.attributes.color && !isTextured ? new Color().fromBufferAttribute(geometry.attributes.color, face.a) : null);
            }
            return known.get(key);
        };
    }

    addBorders(name, land, names) {
        this.addLayer(name, bordersOf(land));
        this.names.set(name, names);
    }

    // A thick line through places over the ground, and pins at some of them: [{x, y, z, color}, ...]
    addLine(name, places, color, pins) {
        const width = Math.max(this.extent / 500, 0.02), up = new Vector3(0, 1, 0), group = new Group();
        const material = new MeshBasicMaterial({color: this.colorOf(color), depthTest: false, transparent: true});
        const points = places.map(place => this.placed(place)).map(point => point.setY(point.y + width));
        for (let i = 0; i + 1 < points.length; i++) {
            const leg = points[i + 1].clone().sub(points[i]), length = leg.length();
            if (!length) continue;
            const part = new Mesh(new CylinderGeometry(width, width, length, 6), material);
            part.position.copy(points[i]).addScaledVector(leg, 0.5);
            part.quaternion.setFromUnitVectors(up, leg.divideScalar(length));
            part.renderOrder = 1;
            group.add(part);
        }
        this.addLayer(name, group);
        this.addPins(`${name}: places`, pins);
    }

    // A soft shadow where a model stands
    addShadow() {
        const size = this.box.getSize(new Vector3()), middle = this.box.getCenter(new Vector3()), disc = new Mesh(...shadowDisc());
        const around = size.y > FLAT * Math.hypot(size.x, size.z) ? 0.72 : 0.54; // what lies flat would hover over a wide one
        disc.scale.set(size.x * around, 1, size.z * around);
        disc.position.set(middle.x, this.box.min.y - size.length() / 1000, middle.z);
        this.addLayer('shadow', disc);
    }

    removeLayer(name) {
        const layer = this.layers.get(name);
        if (layer) this.leaveOut(layer);
        this.layers.delete(name);
        this.names.delete(name);
        this.draw();
    }

    // ---- Camera and animations ----------------------------------------------------------------------

    reset() {
        this.isAside = false; // only a land is seen from its side
        const size = this.box.getSize(new Vector3()), middle = this.box.getCenter(new Vector3());
        this.extent = Math.max(size.length(), 0.01);
        const away = this.isWalkmesh ? new Vector3(STRAIGHT, 1, 1) : this.isModel ? new Vector3(0.55, 0.42, this.isTurned ? -1 : 1) : this.fromWhere(Math.min(Math.max(1.1 / this.camera.aspect, 0.62), 1.6));
        this.camera.near = this.extent / 800;
        const reach = Math.max(this.extent, this.reach); // one may go away from what is framed until all is seen
        this.camera.far = reach * 12;
        this.camera.updateProjectionMatrix();
        this.controls.maxPolarAngle = this.isModel ? Math.PI : Math.PI * 0.495;
        this.controls.maxDistance = reach * 5;
        this.frameBox(middle, away);
        this.controls.update();
        this.draw();
    }

    // The direction from which a map is seen at first: another than usual where walls would hide much that is seen from there
    fromWhere(up) {
        const land = this.isLargest ? this.pieces.largest : this.land;
        this.isAside = Boolean(land?.count) && land.wide < LONG * land.deep;
        const from = (turn, high) => (this.isAside ? new Vector3(-1, high, turn) : new Vector3(turn, high, 1)), usual = from(TURNS[0], up);
        if (!land?.count) return usual;
        let [best, most] = [usual, land.seenFrom(usual) + SEEN_MORE];
        for (const [high, turns] of [[up, TURNS.slice(1)], [Math.max(up, STEEP), TURNS]]) {
            if (most - SEEN_MORE > SEEN_ENOUGH) break;
            for (const turn of turns) {
                const away = from(turn, high), seen = land.seenFrom(away);
                if (seen > most) [best, most] = [away, seen];
            }
        }
        return best;
    }

    // Leaves so many pixels above what is shown.
    leave(pixels) {
        this.above = pixels;
        this.fit();
    }

    // Puts the camera where all that is shown is in the picture. A model is seen from higher only if it lies flat.
    frameBox(middle, away) {
        const share = Math.min((this.above ?? 0) / this.canvas.clientHeight, 0.5) || 0, size = this.box.getSize(new Vector3());
        const {clientWidth: width, clientHeight: height} = this.canvas;
        if (share) this.camera.setViewOffset(width, height, 0, -share * height / 2, width, height);
        else this.camera.clearViewOffset();
        const slope = Math.tan(this.camera.fov * Math.PI / 360) * FILLED, picture = {high: slope * (1 - share), wide: slope * this.camera.aspect};
        const isHigh = this.isModel && size.y > FLAT * Math.hypot(size.x, size.z);
        const {target, position} = isHigh ? framed(this.outline, middle, away.normalize(), picture) : framedWell(this.outline, middle, away, picture, this.isModel || this.isAside ? [] : CORNERS, this.enough);
        this.controls.target.copy(target);
        this.camera.position.copy(position);
    }

    // Where the camera is, for a link; and back.
    get place() {
        return [...this.camera.position.toArray(), ...this.controls.target.toArray()]
            .map(number => Number(number.toFixed(1)));
    }

    set place(numbers) {
        if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return;
        this.touched = true;
        this.camera.position.fromArray(numbers);
        this.controls.target.fromArray(numbers, 3);
        this.controls.update();
        this.draw();
    }

    play(name) {
        this.mixer?.stopAllAction();
        const clip = this.clips.find(one => one.name === name);
        this.playing = Boolean(clip);
        if (clip) this.mixer.clipAction(clip).play();
        this.draw();
    }

    // Lets what is played go on, or holds it as it stands.
    go(isOn) {
        this.playing = isOn;
        this.draw();
    }

    // Turns for some seconds and gives frames in a second.
    async measure(seconds) {
        this.spinning = true;
        const [frames, began] = [this.frames, performance.now()];
        this.draw();
        await new Promise(resolve => setTimeout(resolve, seconds * 1000));
        this.spinning = false;
        return (this.frames - frames) * 1000 / (performance.now() - began);
    }

    // ---- Picking ------------------------------------------------------------------------------------

    pick(event) {
        const {left, top, width, height} = this.canvas.getBoundingClientRect();
        this.pickAt(2 * (event.clientX - left) / width - 1, 1 - 2 * (event.clientY - top) / height);
    }

    pickMiddle() {
        this.pickAt(0, 0);
    }

    pickAt(x, y) {
        const ray = new Raycaster();
        ray.setFromCamera(new Vector2(x, y), this.camera);
        const parts = [...this.layers.values()].filter(layer => layer.visible && layer.userData.isPicked);
        ray.params.Points.threshold = this.extent / DOT_NEAR;
        const hits = ray.intersectObjects(parts, true).filter(({point}) => this.renderer.clippingPlanes.every(plane => plane.distanceToPoint(point) >= 0));
        const [dot] = hits.filter(({object}) => object.isPoints).sort((a, b) => a.distanceToRay - b.distanceToRay), hit = dot ?? hits[0]; // nothing hides a dot
        if (!hit) return;
        const {pins, faces} = hit.object.userData, pin = pins?.[hit.instanceId ?? hit.index];
        const part = faces?.find(({end}) => hit.faceIndex < end)?.part ?? hit.object;
        this.onPick({pin, point: this.ownPlace(hit.point), node: nameOf(part), material: part.material.name});
    }
}
