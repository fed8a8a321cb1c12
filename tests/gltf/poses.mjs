// three.js moves models as mdl_pose says: node poses.mjs MODULES MODELS, the lines of models.sql. The
// last line is `N passed, N failed`.
import fs from 'fs';
import path from 'path';
import {createRequire} from 'module';
import {pathToFileURL} from 'url';

const [modules, models] = process.argv.slice(2);
const require = createRequire(path.resolve(modules) + '/');
const folder = path.dirname(path.dirname(require.resolve('three')));
globalThis.self = globalThis;
const THREE = await import(pathToFileURL(path.join(folder, 'build/three.module.js')));
const {GLTFLoader} = await import(pathToFileURL(path.join(folder, 'examples/jsm/loaders/GLTFLoader.js')));

const TOLERANCE = 1e-4;
const probes = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // east, north, up in a node

// Where mdl_pose takes a probe: place + scale * (turn applied to it).
function posed([x, y, z, qx, qy, qz, qw, scale], probe) {
    const v = new THREE.Vector3(...probe).applyQuaternion(new THREE.Quaternion(qx, qy, qz, qw));
    return v.multiplyScalar(scale).add(new THREE.Vector3(x, y, z));
}

// Where three.js takes it; glTF has x, z, -y.
function drawn(node, [x, y, z]) {
    const v = new THREE.Vector3(x, z, -y).applyMatrix4(node.matrixWorld);
    return new THREE.Vector3(v.x, -v.z, v.y);
}

async function load(file) {
    const bytes = fs.readFileSync(file);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    return new GLTFLoader().parseAsync(buffer, '');
}

// Rows of a model by the animation and the time that they begin with.
function moments(rows) {
    const found = new Map();
    for (const row of rows) {
        const key = `${row[0]} ${row[1]}`;
        if (!found.has(key)) found.set(key, []);
        found.get(key).push(row);
    }
    return found.values();
}

// Takes the scene to a time of an animation while `look` looks at it.
function at(gltf, [animation, time], look) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[animation]);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    look();
    mixer.stopAllAction();
}

// How far the worst of the nodes is from where mdl_pose has it.
function worstNode(nodes, poses) {
    let worst = 0;
    for (const [, , node, ...place] of poses) {
        for (const probe of probes) {
            const off = posed(place, probe).distanceTo(drawn(nodes[node], probe));
            if (!(off <= worst)) worst = off;
        }
    }
    return worst;
}

// The same of the vertices of skins and mdl_posed_vertices; the rows of a node are its vertices.
function worstVertex(nodes, rows) {
    const counts = new Map();
    let worst = 0;
    for (const [, , node, x, y, z] of rows) {
        const number = counts.get(node) ?? 0;
        counts.set(node, number + 1);
        if (!nodes[node].isSkinnedMesh) return NaN;
        const v = nodes[node].getVertexPosition(number, new THREE.Vector3()).applyMatrix4(nodes[node].matrixWorld);
        const off = new THREE.Vector3(x, y, z).distanceTo(new THREE.Vector3(v.x, -v.z, v.y));
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

let passed = 0, failed = 0;
function check(good, complaint) {
    if (good) passed++;
    else {
        failed++;
        console.log(`failed: ${complaint}`);
    }
}

for (const line of fs.readFileSync(models, 'utf8').split('\n').filter(Boolean)) {
    const model = JSON.parse(line);
    const gltf = await load(model.glb);
    const nodes = await Promise.all(model.nodes.map((_, i) => gltf.parser.getDependency('node', i)));
    const name = moment => `${model.file}: at ${moment[1]} s of ${model.animations[moment[0]][0]}`;
    for (const poses of moments(model.poses)) {
        at(gltf, poses[0], () => {
            const worst = worstNode(nodes, poses);
            check(worst <= TOLERANCE, `${name(poses[0])} a node is ${worst} off`);
        });
    }
    for (const rows of moments(model.skinned)) {
        at(gltf, rows[0], () => {
            const worst = worstVertex(nodes, rows);
            check(worst <= TOLERANCE, `${name(rows[0])} a vertex of a skin is ${worst} off`);
        });
    }
    check(gltf.animations.length === model.animations.length,
          `${model.file}: ${gltf.animations.length} animations, expected ${model.animations.length}`);
}
console.log(`${passed} passed, ${failed} failed`);
