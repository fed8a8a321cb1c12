// Borders of regions on a land, and their names, as the flat picture has them.
import {BufferAttribute, BufferGeometry, CanvasTexture, Group, LineBasicMaterial, LineSegments, Sprite, SpriteMaterial} from 'three';

const LIFT = 6;      // above the ground, in the game's units
const HIGH = 0.027;  // of a name, which is as large from everywhere, as a share of how far away it is
const LETTERS = 44, SPACE = 12; // pixels of its picture

// land is a Terrain, names: [{x, y, z, name}]
export function bordersOf(land, names) {
    const group = new Group(), geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(linesOf(land)), 3));
    group.add(new LineSegments(geometry, new LineBasicMaterial({color: 'white', transparent: true, opacity: 0.8})));
    group.add(...names.map(labelOf));
    return group;
}

// Each border once: those of a region to the west and to the south, and others where no region is beyond them
function linesOf(land) {
    const places = [], last = land.count;
    const sides = [[-1, 0, i => [0, i]], [0, -1, i => [i, 0]], [1, 0, i => [last, i]], [0, 1, i => [i, last]]];
    for (const region of land.regions.values()) {
        const at = corner => {
            const [x, z] = land.placeOf(region, ...corner);
            return [x, (land.heightOf(region, ...corner) ?? land.low) + LIFT, z];
        };
        for (const [east, north, corner] of sides) {
            if (east + north > 0 && land.regions.has(`${region.x + east} ${region.z + north}`)) continue;
            for (let i = 0; i < last; i++) places.push(...at(corner(i)), ...at(corner(i + 1)));
        }
    }
    return places;
}

function labelOf({x, y, z, name}) {
    const canvas = new OffscreenCanvas(1, 1), pen = canvas.getContext('2d'), font = `500 ${LETTERS}px system-ui, sans-serif`;
    pen.font = font;
    canvas.width = Math.ceil(pen.measureText(name).width) + 2 * SPACE;
    canvas.height = LETTERS + 2 * SPACE;
    Object.assign(pen, {font, textBaseline: 'middle', fillStyle: '#ffffffb0'}); // a canvas of another size has forgotten its font
    pen.roundRect(0, 0, canvas.width, canvas.height, SPACE);
    pen.fill();
    pen.fillStyle = '#111';
    pen.fillText(name, SPACE, canvas.height / 2);
    const label = new Sprite(new SpriteMaterial({map: new CanvasTexture(canvas), sizeAttenuation: false, depthTest: false}));
    label.position.set(x, y, z);
    label.scale.set(HIGH * canvas.width / canvas.height, HIGH, 1);
    label.renderOrder = 2; // nothing hides it
    return label;
}
