// Bodies whose textures aren't here: a person has skin, hair and clothes, a beast one hide with darker limbs and claws.
import {BufferAttribute, Color} from 'three';

export const SKIN = '#d2a685', CLOTH = '#7d4f5c', GOLD = '#c7a353';
const HAIR = '#6b5443', CLOTH_BELOW = '#5f5a78', LEATHER = '#7a5c41', TEETH = '#e4ddcd', CLAW = '#b3a585';
const HIDES = ['#8a8f5c', '#9a5f52', '#6f7f8c', '#957a5a'], DARKER = 0.1; // of light, that limbs are
const person = [ // "ear", "arm" and "leg" are in many words, and so all this is for creatures alone
    [HAIR, /hair|beard|brow/i], [TEETH, /eye|teeth/i], [LEATHER, /glove|boot|foot|shoe|belt|shin|leg/i], [GOLD, /collar|crown|ring(?!\d)/i],
    [SKIN, /head|face|neck|hand|finger|thumb|palm|ear|arm(?!o)/i], [CLOTH_BELOW, /robe|skirt|pelvis|thigh|cape|cloak/i], [CLOTH, /torso|chest|body|bicep|sho/i],
];
const beastly = /tail|wing|claw|pincer|talon|jaw|toe|horn|tentacle|fang|hoof|snout|beak/i;
const claws = /claw|pincer|talon|toe|horn|fang|hoof|beak|spike/i, limbs = /arm|hand|finger|thumb|shin|foot|feet|leg|tail|wing/i;

// names: of the parts of a creature that are drawn
export const isBeast = names => names.some(name => beastly.test(name));

// The colour of a part of a person by its name
export const partOfPerson = name => person.find(([, words]) => words.test(name))?.[0];

// The same of a beast, of which number chooses the hide
export function partOfBeast(name, number) {
    if (/eye|teeth|tooth/i.test(name)) return TEETH;
    if (claws.test(name)) return CLAW;
    return `#${new Color(HIDES[number % HIDES.length]).offsetHSL(0, 0, limbs.test(name) ? -DARKER : 0).getHexString()}`;
}

// A head, of which all but the face is hair. It looks to the north.
export function withHair(head) {
    const geometry = head.index ? head.toNonIndexed() : head.clone(), {position} = geometry.attributes;
    const colors = new Float32Array(3 * position.count), [skin, hair] = [new Color(SKIN), new Color(HAIR)];
    geometry.computeBoundingBox();
    const {min, max} = geometry.boundingBox, share = (axis, i) => ([0, 1, 2].reduce((sum, k) => sum + position[`get${axis.toUpperCase()}`](i + k), 0) / 3 - min[axis]) / (max[axis] - min[axis]);
    for (let i = 0; i + 2 < position.count; i += 3) {
        const isFace = share('z', i) < 0.5 && Math.abs(share('x', i) - 0.5) < 0.33 && share('y', i) < 0.8;
        for (let k = i; k < i + 3; k++) (isFace ? skin : hair).toArray(colors, 3 * k);
    }
    geometry.setAttribute('color', new BufferAttribute(colors, 3));
    return geometry;
}
