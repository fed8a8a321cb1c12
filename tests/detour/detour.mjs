// Reads what gamemap writes for Detour with recast-navigation for JavaScript, as detour.cpp does with
// libDetour: node detour.mjs MODULES SET PAIRS. The last line is `N passed, N failed`.
import fs from 'fs';
import path from 'path';
import {pathToFileURL} from 'url';

const [modules, set, pairs] = process.argv.slice(2);
const core = path.resolve(modules, '@recast-navigation/core/dist/index.mjs');
const {init, importNavMesh, NavMeshQuery} = await import(pathToFileURL(core));
await init();
const {navMesh} = importNavMesh(new Uint8Array(fs.readFileSync(set)));
const query = new NavMeshQuery(navMesh, {maxNodes: 65535});
const place = ([x, y, z]) => query.findNearestPoly({x, y, z}, {halfExtents: {x: 0.01, y: 1, z: 0.01}});

function length(points) {
    let sum = 0;
    for (let i = 3; i < points.size; i += 3) {
        sum += Math.hypot(points.get(i) - points.get(i - 3), points.get(i + 2) - points.get(i - 1));
    }
    return sum;
}

// What is wrong with the answer about a pair of places, or nothing.
function ask(numbers) {
    const [reachable, least, sees] = numbers.slice(6);
    const from = place(numbers), to = place(numbers.slice(3));
    if (!from.nearestRef || !to.nearestRef) return "a place isn't on the mesh";
    const {polys} = query.findPath(from.nearestRef, to.nearestRef, from.nearestPoint, to.nearestPoint, {maxPathPolys: 4096});
    if ((polys.size > 0 && polys.get(polys.size - 1) === to.nearestRef) !== (reachable === 1)) return 'reachability';
    if (!reachable) return null;
    const {straightPath} = query.findStraightPath(from.nearestPoint, to.nearestPoint, polys, {maxStraightPathPoints: 4096});
    if (length(straightPath) < least * 0.9999 - 0.001) return 'the way is shorter than the shortest';
    if (sees < 0) return null;
    return query.raycast(from.nearestRef, from.nearestPoint, to.nearestPoint).t > 1 === (sees === 1) ? null : 'sight';
}

let passed = 0, failed = 0;
for (const line of fs.readFileSync(pairs, 'utf8').split('\n').filter(Boolean)) {
    const wrong = ask(line.split(' ').map(Number));
    if (wrong) console.log(`failed: ${set}: ${line}: ${wrong}`);
    wrong ? failed++ : passed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
