// A plate below parts of a walkmesh, with a soft shadow of each, so that they stand on something as a plan of storeys does; where a part
// has a hole the plate is dark.
import {CanvasTexture, Mesh, MeshBasicMaterial, NoColorSpace, PlaneGeometry, Vector3} from 'three';

const CELLS = 560;       // across
const AROUND = 0.3;      // of what is widest, that the plate reaches further
const CLOSED = 1.2;      // metres: narrower gaps between parts are within them
const GRIDS = [1, 2, 5, 10, 20, 50, 100, 200, 500], LINES_MOST = 24; // metres between lines, and how many there are at most
const PAPER = '#e9e7de', LINE = '#d3d0c4', SHADOW = [58, 54, 48], PIT = '#4b4742';
const LIFT = 0.15;       // metres below the lowest floor

// box is that of all parts
export function plateBelow(scene, box) {
    const size = box.getSize(new Vector3()), around = AROUND * Math.max(size.x, size.z), [wide, deep] = [size.x + 2 * around, size.z + 2 * around];
    const cell = Math.max(wide, deep) / CELLS, [columns, rows] = [wide, deep].map(side => Math.ceil(side / cell)), west = box.min.x - around, north = box.min.z - around;
    const own = covered(scene, columns, rows, (x, z) => [(x - west) / cell, (z - north) / cell]), pits = pitsOf(own, columns, rows, Math.ceil(CLOSED / cell));
    const texture = new CanvasTexture(drawn({columns, rows, own, pits, cell, west, north}));
    texture.colorSpace = NoColorSpace; // as what is baked, in colours of the screen
    texture.anisotropy = 8;
    const plate = new Mesh(new PlaneGeometry(columns * cell, rows * cell).rotateX(-Math.PI / 2), new MeshBasicMaterial({map: texture, transparent: true, depthWrite: false}));
    plate.position.set(west + columns * cell / 2, box.min.y - LIFT, north + rows * cell / 2);
    plate.renderOrder = -1;
    return plate;
}

// Which cells have something above them, as a canvas
function covered(scene, columns, rows, placeOf) {
    const canvas = new OffscreenCanvas(columns, rows), context = canvas.getContext('2d', {willReadFrequently: true}), corner = new Vector3();
    scene.traverse(part => {
        if (!part.isMesh || !part.material.visible) return;
        const {index, attributes: {position}} = part.geometry;
        for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
            context.beginPath();
            for (let k = i; k < i + 3; k++) {
                corner.fromBufferAttribute(position, index ? index.getX(k) : k).applyMatrix4(part.matrixWorld);
                context.lineTo(...placeOf(corner.x, corner.z));
            }
            context.fill();
        }
    });
    return canvas;
}

// Cells within parts over which there is nothing: those that can't be reached from the rim, where narrow gaps are closed
function pitsOf(canvas, columns, rows, closed) {
    const {data} = canvas.getContext('2d').getImageData(0, 0, columns, rows), own = new Uint8Array(columns * rows).map((_, i) => Number(data[4 * i + 3] > 100));
    const walls = new Uint8Array(own.length), outside = new Uint8Array(own.length), next = [0];
    for (let i = 0; i < own.length; i++) {
        if (!own[i]) continue;
        const [x, z] = [i % columns, Math.floor(i / columns)];
        for (let row = Math.max(z - closed, 0); row <= Math.min(z + closed, rows - 1); row++) walls.fill(1, row * columns + Math.max(x - closed, 0), row * columns + Math.min(x + closed, columns - 1) + 1);
    }
    outside[0] = 1;
    while (next.length) {
        const i = next.pop(), x = i % columns;
        for (const other of [x > 0 && i - 1, x < columns - 1 && i + 1, i - columns, i + columns]) {
            if (other === false || other < 0 || other >= own.length || walls[other] || outside[other]) continue;
            outside[other] = 1;
            next.push(other);
        }
    }
    // what was closed at the rim of a part is outside, too
    return own.map((is, i) => Number(!is && !outside[i] && !isNear(outside, i, columns, closed + 1)));
}

function isNear(cells, i, columns, far) {
    for (let row = -far; row <= far; row++) for (let column = -far; column <= far; column++) if (cells[i + row * columns + column]) return true;
    return false;
}

function drawn({columns, rows, own, pits, cell, west, north}) {
    const by = 3, canvas = new OffscreenCanvas(columns * by, rows * by), context = canvas.getContext('2d'), {width, height} = canvas;
    const grid = GRIDS.find(metres => Math.max(columns, rows) * cell / metres <= LINES_MOST) ?? GRIDS.at(-1);
    context.fillStyle = PAPER;
    context.fillRect(0, 0, width, height);
    context.fillStyle = LINE;
    for (let x = Math.ceil(west / grid) * grid; x < west + columns * cell; x += grid) context.fillRect((x - west) / cell * by, 0, 1.5, height);
    for (let z = Math.ceil(north / grid) * grid; z < north + rows * cell; z += grid) context.fillRect(0, (z - north) / cell * by, width, 1.5);
    // shadows fall away from the sun, which is in the north-west, softly: as a small picture that is enlarged
    const soft = new OffscreenCanvas(Math.ceil(columns / 5), Math.ceil(rows / 5)), small = soft.getContext('2d');
    small.drawImage(own, 0, 0, soft.width, soft.height);
    small.globalCompositeOperation = 'source-in';
    small.fillStyle = `rgb(${SHADOW})`;
    small.fillRect(0, 0, soft.width, soft.height);
    context.globalAlpha = 0.17;
    for (const [east, south] of [[0, 0], [5, 5], [9, 9]]) context.drawImage(soft, east * by / 3, south * by / 3, width, height);
    context.globalAlpha = 1;
    context.fillStyle = PIT;
    pits.forEach((is, i) => is && context.fillRect(i % columns * by - 1, Math.floor(i / columns) * by - 1, by + 2, by + 2));
    // its rim fades
    context.globalCompositeOperation = 'destination-in';
    for (const [x, y] of [[width, 0], [0, height]]) {
        const fade = context.createLinearGradient(0, 0, x, y);
        for (const [at, share] of [[0, 0], [0.16, 1], [0.84, 1], [1, 0]]) fade.addColorStop(at, `rgba(0, 0, 0, ${share})`);
        context.fillStyle = fade;
        context.fillRect(0, 0, width, height);
    }
    return canvas;
}
