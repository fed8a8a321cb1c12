// The part of a map's ground that its picture shows: where the view shows one piece alone, the same.
import {groundWithin, typeOf} from './subjects.mjs';

const at = id => document.getElementById(id);

export class GroundPart {
    // show is what shows the file
    constructor(show) {
        this.show = show;
    }

    get isShown() {
        return at('stage').dataset.shown === this.show.path;
    }

    // Which cubes it takes; null for all
    get box() {
        const {scene} = this.show;
        if (!this.isShown || !scene?.isLargest) return null;
        const {x, z, wide, deep} = scene.pieces.largest;
        return {x0: x, x1: x + wide - 1, y0: -z - deep, y1: -z - 1};
    }

    // A statement about it
    of(sql) {
        return this.box ? groundWithin(sql, this.box) : sql;
    }

    // Draws the picture again, where it shows ground.
    redraw(isCurrent) {
        const [sql] = [...this.show.pictureButtons].find(([one, button]) => button.ariaPressed === 'true' && groundWithin(one, {}) !== one) ?? [];
        return sql && this.show.drawPicture(sql, isCurrent);
    }

    // What lies in pieces is mostly built, and no meadow.
    tint() {
        const {path, scene, picturePressed} = this.show;
        at('map').classList.toggle('built', this.isShown && typeOf(path) === 'gnd' && scene.isInPieces && picturePressed === 'Heights');
    }
}
