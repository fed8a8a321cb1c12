// Names in Korean where the browser has no letters for them: each syllable would be the same box, so they are written in Latin letters.

const first = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const middle = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const last = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const BEGIN = 0xac00;

let hasKorean = null;

// Do two syllables look different?
function drawsKorean() {
    const pixels = text => {
        const canvas = document.createElement('canvas'), pen = Object.assign(canvas, {width: 24, height: 24}).getContext('2d');
        pen.font = '18px system-ui, sans-serif';
        pen.fillText(text, 2, 18);
        return pen.getImageData(0, 0, 24, 24).data.join();
    };
    return pixels('\uac00') !== pixels('\ud5a5');
}

export function romanized(text) {
    return text.replace(/[\uac00-\ud7a3]/g, syllable => {
        const number = syllable.charCodeAt(0) - BEGIN, vowel = Math.floor(number / last.length);
        return first[Math.floor(vowel / middle.length)] + middle[vowel % middle.length] + last[number % last.length];
    });
}

// A long name without its middle: what comes last tells it from others as well as what comes first.
export function shortened(name, most) {
    const first = Math.floor((most - 1) * 0.45);
    return name.length > most ? `${name.slice(0, first)}…${name.slice(first + 1 - most)}` : name;
}

export function legible(text) {
    if (!/[\uac00-\ud7a3]/.test(text)) return text;
    hasKorean ??= drawsKorean();
    return hasKorean ? text : romanized(text);
}
