// Small pictures of a figure from elsewhere, which stand in the view beside it; a click looks from there.
import {element} from './tables.mjs';

export async function showAspects(place, wanted, isWanted) {
    leaveAspects(place);
    const all = await wanted;
    if (!isWanted()) return all.forEach(({address}) => URL.revokeObjectURL(address));
    place.append(...all.map(({name, address, look}) => {
        const button = element('button', '', {type: 'button', onclick: look});
        button.append(element('img', '', {src: address, alt: ''}), element('span', name));
        return button;
    }));
    return undefined;
}

export function leaveAspects(place) {
    place.querySelectorAll('img').forEach(({src}) => URL.revokeObjectURL(src));
    place.replaceChildren();
}
