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
    return text.replace(/, 0 (lights|sounds|effects)\b/g, '').replace(/\b1 (cube|texture|lightmap|node|animation|face|model|light|sound|effect|island|triangle|row|column|field|struct|cell|object|block)s\b/g,
        '1 $1');
}

// Of a region of Silkroad's world, in the game's units
export const SIDE = 1920;
