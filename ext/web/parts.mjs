// What is known of the parts of a model that is shown.
import {Color, Matrix4, MeshBasicMaterial, MeshLambertMaterial, Triangle, Vector3} from 'three';

const OUTLINE_MOST = 20000;    // corners by which the picture is fitted

// What a .glb tells of its textures, its colours, and which objects of a map it has
export function contents({materials = [], scenes: [{extras = {}}], nodes = []}) {
    const textures = new Map(materials.map(({extras: told}) => told).filter(told => told?.texture)
        .map(({texture, file}) => [texture, {name: texture, file}]));
    const colors = materials.map(({name, pbrMetallicRoughness: {baseColorFactor: [r, g, b] = [1, 1, 1]} = {}}) =>
        ({name, color: `#${new Color(r, g, b).getHexString()}`}));
    return {colors, textures: [...textures.values()], missingModels: extras.missing_models ?? 0,
        placed: new Set(nodes.map(({extras: told}) => told?.object).filter(object => object !== undefined))};
}

// Are models of a map placed?
export function hasObjects(scene) {
    let has = false;
    scene.traverse(({userData: {object}}) => { has ||= object !== undefined; });
    return has;
}

// Where a map's objects stand
export function objectPlaces(scene) {
    const places = [];
    scene.traverse(node => node.userData.object !== undefined && places.push(node.getWorldPosition(new Vector3())));
    return places;
}

// Points that have to be in the picture for all of it to be: corners of triangles, if not of all, where bones have moved
// them. A triangle without an area, as of a wall without a height, isn't seen.
export function outlineOf(shown, box) {
    const meshes = [], points = [], [a, b, c] = [new Vector3(), new Vector3(), new Vector3()], triangle = new Triangle(a, b, c);
    shown.traverse(part => part.isMesh && part.material.visible && meshes.push(part));
    const cornersOf = ({index, attributes}) => (index ?? attributes.position).count;
    const count = meshes.reduce((sum, {geometry}) => sum + cornersOf(geometry), 0);
    const step = 3 * Math.ceil(count / OUTLINE_MOST);
    for (const mesh of meshes) {
        const {geometry, geometry: {index}, matrixWorld} = mesh;
        for (let i = 0; i + 2 < cornersOf(geometry); i += step) {
            [a, b, c].forEach((corner, k) => mesh.getVertexPosition(index ? index.getX(i + k) : i + k, corner).applyMatrix4(matrixWorld));
            if (triangle.getArea() > 0) points.push(a.clone(), b.clone(), c.clone());
        }
    }
    return points.length ? points : cornersOfBox(box);
}

export const cornersOfBox = box => [0, 1, 2, 3, 4, 5, 6, 7].map(i => new Vector3(box[i & 1 ? 'max' : 'min'].x, box[i & 2 ? 'max' : 'min'].y, box[i & 4 ? 'max' : 'min'].z));

// The corners of the boxes around shapes that stand there
export function cornersOf(layer) {
    const points = [], matrix = new Matrix4();
    layer.traverse(part => {
        if (!part.isInstancedMesh || !part.userData.pins) return;
        const {min, max} = part.geometry.boundingBox;
        for (let i = 0; i < part.count; i++) {
            part.getMatrixAt(i, matrix);
            for (const x of [min.x, max.x]) for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) points.push(new Vector3(x, y, z).applyMatrix4(matrix));
        }
    });
    return points;
}

// A mesh of several parts has them as children; its name is the node's.
export function nameOf(part) {
    for (let at = part; at; at = at.parent) {
        if (at.userData?.name ?? (at.name && !/_\d+$/.test(at.name))) return at.userData.name ?? at.name;
    }
    return part.name;
}

// Baked light is shown as it is; everything else is lit by sky and sun.
export function plainMaterial({material, geometry}) {
    const options = {color: material.color, map: material.map, name: material.name, side: material.side,
        transparent: material.transparent, opacity: material.opacity, visible: material.visible && material.opacity > 0, alphaTest: material.alphaTest,
        vertexColors: Boolean(geometry.attributes.color)};
    if (material.map?.channel === 1) {
        return new MeshBasicMaterial({...options, color: material.color.clone().multiplyScalar(1.28)});
    }
    return new MeshLambertMaterial({...options, flatShading: !geometry.attributes.normal});
}
