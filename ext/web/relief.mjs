// The colours of heights, as the extension's palettes 'relief' and 'land' have them, and which heights they are for.
import {Box3, Color} from 'three';

const SAMPLES = 20000;
const LOW = 0.03, RAISED = 0.04, RAISED_MOST = 5; // of its width: ground that is no higher is shown so high, or so many times higher

export const relief = ['#1c3e6c', '#4688b2', '#d8d09c', '#92b462', '#68964c', '#588042', '#8a7a52', '#a29280', '#ccc6c0', '#f6f6f8'];
export const land = ['#42663c', '#5c8644', '#82a456', '#b2b670', '#b8a470', '#b09c84', '#d6cec4'];
const colors = relief.map(color => new Color(color)), landColors = land.map(color => new Color(color));

// Where ground lies in pieces, built or floating, rather than as a land
const BUILT = new Color('#8f867a'), plateau = ['#7b8064', '#a29a76', '#c2b38e', '#ddd1b3'].map(color => new Color(color));

// The colour of a share of the range, 0 to 1, where there is water or none; or of pieces. It is put into made.
export const reliefColor = (share, isWet, made = new Color()) => rampColor(isWet ? colors : landColors, share, made);
export const plateauColor = (share, made = new Color()) => rampColor(plateau, share, made);

// The same of a map's ground, where what stands out of the range is built, as walls are
export function groundColor(share, isWet, made) {
    reliefColor(share, isWet, made);
    return share > 1 ? made.lerp(BUILT, Math.min((share - 1) * 4, 1)) : made;
}

function rampColor(ramp, share, made) {
    const at = Math.min(Math.max(share, 0), 1) * (ramp.length - 1), first = Math.min(Math.floor(at), ramp.length - 2);
    return made.lerpColors(ramp[first], ramp[first + 1], at - first);
}

// How many times higher ground is shown than it is, so that one sees what rises on it
export function raiseOf(parts) {
    const box = new Box3();
    for (const part of parts) box.expandByObject(part);
    const {min, max} = box, share = (max.y - min.y) / Math.max(max.x - min.x, max.z - min.z);
    return share > 1e-4 && share < LOW ? Math.min(Math.max(Math.round(RAISED / share), 2), RAISED_MOST) : 1;
}

// A function that gives a height's share, or null where all is flat. Where most of it is nearly flat, the range is for that,
// around the middle; elsewhere it leaves out the outermost percent on each side.
export function heightRange(heights) {
    const step = Math.ceil(heights.length / SAMPLES), some = heights.filter((_, i) => i % step === 0).sort((a, b) => a - b);
    const part = share => some[Math.min(Math.floor(share * some.length), some.length - 1)], least = some[0], most = some.at(-1);
    if (!(most - least > 1e-3)) return null;
    const usual = part(0.92) - part(0.08), isNarrow = usual > 0 && usual * 6 < most - least;
    let [low, high] = isNarrow ? [Math.max(least, part(0.5) - 2 * usual), Math.min(most, part(0.5) + 2 * usual)] : [part(0.01), part(0.99)];
    if (!(high > low)) [low, high] = [least, most];
    return height => (height - low) / (high - low);
}
