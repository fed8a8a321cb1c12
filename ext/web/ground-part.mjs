// The part of a map's ground that its picture shows: where the view shows one piece alone, the same.
import {built, groundPlan, groundWithin, plainPlan, texturesOfGround, toned, toneOf} from './plans.mjs';
import {about, town, typeOf} from './subjects.mjs';

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

    // A statement about it, in the colours of this ground
    of(sql) {
        if (this.show.path === town && sql === groundPlan) return plainPlan; // its answer comes with the page
        const part = this.box ? groundWithin(sql, this.box) : sql;
        return sql === groundPlan && this.tonePath === this.show.path ? toned(part, this.isShown && this.show.scene.isInPieces ? built : this.tone) : part; // what lies in pieces is mostly built
    }

    // What its textures are called says which colours its heights have.
    // Nothing to wait for, where that is known.
    findTone(sql) {
        const {path, asker, turn} = this.show;
        return sql !== groundPlan || path === town || path === this.tonePath ? null : asker.rows(about(texturesOfGround, path))
            .then(rows => turn === this.show.turn && Object.assign(this, {tone: toneOf(rows), tonePath: path}), () => {});
    }

    // Draws the picture again, where it shows ground and what of it or how has become another.
    redraw(isCurrent) {
        const [sql] = [...this.show.pictureButtons].find(([one, button]) => button.ariaPressed === 'true' && groundWithin(one, {}) !== one) ?? [];
        return sql && about(this.of(sql), this.show.path) !== this.show.pictureSql && this.show.drawPicture(sql, isCurrent);
    }
}
