// Sizes and counts as people read them, everywhere alike.

export function sizeText(bytes) {
    if (bytes === null) return '';
    if (bytes < 1000) return `${bytes} bytes`;
    const [unit, name] = [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']].find(([least]) => bytes >= least);
    const number = bytes / unit;
    return `${number.toFixed(number < 10 ? 1 : 0)} ${name}`;
}

// "1 entry", "2 entries"
export function countText(count, word) {
    return `${count.toLocaleString('en')} ${count === 1 ? word : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}

// What a sentence counts, where there is one; nothing of what there is none
export function inSingular(text) {
    return text.replace(/, 0 (lights|sounds|effects)\b/g, '').replace(/\b1 (cube|texture|lightmap|node|animation|face|model|light|sound|effect|island|triangle|row|column|field|struct|cell|object|block|hit point|feat)s\b/g,
        '1 $1');
}

// Of a region of Silkroad's world, in the game's units, and how wide what stands there is shown at least and at most
export const SIDE = 1920, WIDTHS = [30, 120];

// Units of a bar that tells how large a land of so many regions is
export const SCALES = [500, 1000, 2000, 5000], SCALE_MOST = 10000, scaleOf = wide => SCALES.find(units => units * 6 > wide * SIDE) ?? SCALE_MOST;

// Does everything stand below each other, as page.css has it?
function isNarrow() {
    return window.matchMedia('(max-width: 56rem)').matches;
}

// Pixels of pictures by the letters of subjects.mjs: without a view beside it a picture is wider, but one with letters is never
// scaled, since that would blur it. One without, of :q x :y pixels, takes all the width of a narrow page, and is made larger than
// that there.
export function pictureSizes(path) {
    const isAlone = document.body.classList.contains('flat') && window.innerWidth > 900;
    const letters = window.innerWidth < 490 ? window.innerWidth - 20 : isAlone ? Math.max(464, Math.min(window.innerWidth - 540, 900)) : 464;
    // cells of regions are whole pixels, and so their pictures are made larger than their place and shown smaller
    const wide = /\.nvm$/i.test(path) ? 2 * letters : letters;
    // a net of maps on a phone is high enough for the names
    const high = /\.txt$/i.test(path) && window.innerWidth <= 640 ? 4.2 * window.innerWidth : 1.2 * window.innerHeight;
    return isNarrow() ? {z: letters, q: Math.round(1.5 * window.innerWidth), y: Math.round(high)} : {z: letters, q: wide, y: /\.txt$/i.test(path) ? 604 : 640}; // below a net there is room for what its colours are
}
