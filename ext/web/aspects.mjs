// Beside a figure that stands there is room for two small pictures of it: its head from near, and all of it from behind. A click looks from there.
import {PerspectiveCamera, Vector3} from 'three';
import {framed} from './framing.mjs';
import {nameOf, cornersOfBox} from './parts.mjs';

const WIDE = 0.8;      // as wide as high such a picture is
const HIGH = 320;      // pixels
const SLIM = 0.42;     // of the view's width, at most, that a figure takes for there to be room
const FILLED = 0.92;
const HEAD = [-0.34, 0.12, -1], BEHIND = [0.5, 0.3, 1]; // from where they are seen: a figure looks to the north

// The places of a head's corners, as it is posed; none where no part is called so
export function headOf(scene, Box) {
    const box = new Box();
    scene.traverse(part => part.isMesh && part.material.visible && /head|skull/i.test(nameOf(part)) && box.expandByObject(part, true));
    return box.isEmpty() ? [] : cornersOfBox(box);
}

// [{name, address, look}] of a view whose camera stands where it does at first; none where there is no room beside what is shown
export async function aspectsOf(view, head) {
    const {camera, canvas, outline, box} = view, middle = box.getCenter(new Vector3());
    camera.updateMatrixWorld();
    const seen = outline.map(point => point.clone().project(camera).x).sort((a, b) => a - b);
    if ((seen.at(-1) - seen[0]) / 2 > SLIM || canvas.clientWidth < 560) return [];
    const wanted = [['From behind', outline, BEHIND], ...(head.length ? [['Its head', head, HEAD]] : [])];
    const all = [];
    for (const [name, places, from] of wanted) {
        const slope = Math.tan(camera.fov * Math.PI / 360) * FILLED, away = new Vector3(...from).normalize();
        const {target, position} = framed(places, name === 'From behind' ? middle : places[0], away, {high: slope, wide: slope * WIDE});
        const other = new PerspectiveCamera(camera.fov, camera.aspect, camera.near / 8, camera.far);
        other.position.copy(position);
        other.lookAt(target);
        view.renderer.render(view.scene, other);
        const small = new OffscreenCanvas(HIGH * WIDE, HIGH), {width, height} = canvas;
        small.getContext('2d').drawImage(canvas, (width - height * WIDE) / 2, 0, height * WIDE, height, 0, 0, small.width, small.height);
        all.push({name, blob: small.convertToBlob(), look: () => view.lookFrom(target, position)});
    }
    view.draw();
    return Promise.all(all.map(async ({name, blob, look}) => ({name, look, address: URL.createObjectURL(await blob)})));
}
