// Small pictures of files: drawn by a statement, which is soon there, or taken in a view of their own, in the colours of
// the view that they lead to.
import {number} from './asking.mjs';
import {layers} from './layers.mjs';
import {about, subjectOf, typeOf} from './subjects.mjs';
import {element} from './tables.mjs';

const THUMBNAIL = 160;        // pixels
const LEAST_SEEN = 0.03;      // of its pixels
const LARGEST = 6000000;      // bytes of a file, and of the model that it becomes, that is read only for its small picture
export const FORGOTTEN = 'Forgotten.'; // what comes of a question that was given up
const taken = ['gnd', 'rsm', 'rsm2', 'mdl', 'trx', 'trn', 'are']; // of which pictures are taken in a view

// Is a picture of it taken in a view?
export function isTaken(path) {
    return taken.includes(typeOf(path));
}

// The bytes of the first small picture of a file of which something comes; null, or FORGOTTEN where the question was. fill(path,
// statements) gives those that can be asked; when is 'last' where checks come first, or true, as Asker has it.
export async function smallPicture(path, asker, fill, when = 'last') {
    for (const sql of fill(path, thumbnailsOf(path))) {
        const bytes = await asker.rows(about(sql, path).replace(/:[qy]\b/g, THUMBNAIL), {}, when).then(([row]) => row?.[0], ({message}) => message);
        if (bytes === FORGOTTEN || bytes instanceof Uint8Array) return bytes;
    }
    return null;
}

// The first cell of what is asked last; null where nothing or an error comes, and FORGOTTEN where the question was.
export function lastOf(asker, sql) {
    return asker.rows(sql, {}, 'last').then(([row]) => row?.[0] ?? null, ({message}) => (message === FORGOTTEN ? FORGOTTEN : null));
}

// Statements of which the first that draws something is taken
export function thumbnailsOf(path) {
    const {thumbnail, thumbnails = [thumbnail]} = subjectOf(path);
    return thumbnails.filter(Boolean);
}

// Is there next to nothing in such a picture, as where a texture hides all that it lies on?
export async function isBare(address) {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob()), context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const {data} = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let seen = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 128) seen++; // a shadow is fainter
    return seen < LEAST_SEEN * data.length / 4;
}

// A second view, which nobody sees: one file after the other stands in it.
export class Studio {
    constructor(asker, fill) {
        Object.assign(this, {asker, fill, waiting: [], isTaking: false});
    }

    // The address of a picture of a file of that size; null where there is none, or where it isn't wanted any more. Those that are
    // last wait for all others, and are FORGOTTEN where their questions were.
    picture({path, size}, isWanted, isLast = false) {
        return new Promise(resolve => {
            this.waiting.push({path, isWanted: () => size <= LARGEST && isWanted(), isLast, resolve});
            this.takeNext();
        });
    }

    async takeNext() {
        if (this.isTaking || !this.waiting.length) return;
        const first = this.waiting.findIndex(({isLast}) => !isLast), [{path, isWanted, isLast, resolve}] = this.waiting.splice(Math.max(first, 0), 1);
        this.isTaking = true;
        const address = isWanted() ? await this.take(path, isWanted).catch(() => null) : null;
        this.isTaking = false;
        resolve(address === FORGOTTEN && !isLast ? null : address);
        await null; // so that who got this one may ask for its next first
        this.takeNext();
    }

    async take(path, isWanted) {
        const {models = {}, isModel, looksNorth, instead} = subjectOf(path), all = isTaken(path) ? this.fill(path, [...Object.values(models), instead].filter(Boolean)) : [];
        const one = text => text && lastOf(this.asker, about(text, path));
        for (const sql of all) { // of an area there may be no models, but its terrain, and of a map no ground, but its water
            const scene = await this.open(), bytes = await one(sql), isTurned = await one(looksNorth), isWet = await one(typeOf(path) === 'gnd' && layers.isWet);
            if ([bytes, isTurned, isWet].includes(FORGOTTEN)) return FORGOTTEN;
            if (!isWanted() || bytes?.length > LARGEST) return null;
            const told = typeof bytes === 'string' ? await scene.showLand(bytes, isWanted) : bytes instanceof Uint8Array &&
                await scene.show(bytes, {isModel, isTurned, isWet: number(isWet) === 1, isWalkmesh: sql.startsWith('SELECT aswm_glb'), isWanted});
            const address = told && !told.isEmpty ? await scene.smallPicture() : null;
            scene.clear();
            if (address || !(instead || typeOf(path) === 'are')) return address;
        }
        return null;
    }

    // Where there is no WebGL, it is asked for once, and no model is read.
    open() {
        this.opened ??= import('./scene.mjs').then(({createScene}) => {
            const canvas = element('canvas', '', {className: 'studio', ariaHidden: 'true'});
            document.body.append(canvas);
            return createScene(canvas, () => {});
        });
        return this.opened;
    }
}
