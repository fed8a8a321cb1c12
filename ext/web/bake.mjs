// A model that doesn't move, made cheap to draw: where it brings no lightmap, the light of sky and sun is worked out
// once, on its corners, and parts of one texture become one mesh. Its colours are those of the screen already (sRGB), so
// that no pixel is converted: drawn in software, that and the light were most of the work. Multiplying screen colours
// rather than linear ones shows the same, but for rounding, since the curve between them is nearly a power.
import {
    BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LinearFilter, Matrix3, Mesh, MeshBasicMaterial, NoColorSpace,
    Vector3,
} from 'three';

const CALM = 0.7;             // how light a glaring mark is
const SOFT = [0.5, 0.36];     // up to what light is as it is, and how much lighter it becomes at most
const CORNERS_MOST = 3000000; // more than that is drawn as it comes
const GRAIN = 0.12;           // of ground whose colours are guessed
const BAKED_LIGHT = 1.28;     // lightmaps show sunlight as white, and half of it as grey

const sky = new Color(0xeaf2ff), earth = new Color(0x8a8070), sun = new Color(0xfff4e0);
const skyIntensity = 1.3, ambientIntensity = 0.6, sunIntensity = 1.9;
const towardsSun = new Vector3(-1, 1.6, -0.6).normalize();

export const lights = {sky, earth, sun, skyIntensity, ambientIntensity, sunIntensity, towardsSun};

// The scene as few meshes, or null where it moves or is too large. toward says where the sun is.
export function bake(scene, isMoving, toward = towardsSun) {
    const parts = [];
    let corners = 0, isStill = !isMoving;
    scene.updateMatrixWorld(true);
    scene.traverse(part => {
        if (part.isSkinnedMesh || part.isInstancedMesh || part.isPoints || part.isLine) isStill = false;
        if (!part.isMesh || part.material.opacity === 0 || !part.material.visible) return;
        parts.push(part);
        corners += cornerCount(part.geometry);
    });
    if (!isStill || !parts.length || corners > CORNERS_MOST) return null;
    const group = new Group();
    for (const alike of groupsOf(parts)) {
        const mesh = merged(alike, toward);
        group.add(mesh, ...alike[0].material.userData.isFalling ? [hidingBehind(mesh)] : []);
    }
    return group;
}

// Of water that falls one sees what is nearest alone: behind each other, its faces would be of many tints.
function hidingBehind(mesh) {
    const first = new Mesh(mesh.geometry, Object.assign(mesh.material.clone(), {colorWrite: false}));
    first.raycast = () => {};
    first.renderOrder = 1;
    mesh.renderOrder = 2;
    return first;
}

// Parts that one material draws; what one sees through stays apart, since it is drawn from far to near.
function groupsOf(parts) {
    const groups = new Map();
    for (const part of parts) {
        const {map, aoMap, alphaTest, side, transparent, opacity, userData: {lifted, isMarked}} = part.material;
        const key = transparent ? part.uuid :
            [map?.source.uuid, map?.wrapS, map?.channel, aoMap?.source.uuid, alphaTest, side, opacity, lifted, isMarked].join();
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(part);
    }
    return groups.values();
}

function merged(parts, toward) {
    const [{material}] = parts, count = parts.reduce((sum, {geometry}) => sum + cornerCount(geometry), 0);
    const position = new Float32Array(3 * count), color = new Float32Array(3 * count);
    const uv = material.map ? new Float32Array(2 * count) : null, indices = [], faces = [];
    const uv1 = material.aoMap ? new Float32Array(2 * count) : null;
    let corner = 0, face = 0;
    for (const part of parts) {
        const {index} = part.geometry, isFlat = !part.geometry.attributes.normal;
        const geometry = isFlat && index ? part.geometry.toNonIndexed() : part.geometry;
        if (isFlat) geometry.computeVertexNormals();
        const size = geometry.attributes.position.count;
        put(part, geometry, {position, color, uv, uv1}, corner, toward);
        indices.push(facesOf(geometry, corner));
        face += indices.at(-1).length / 3;
        faces.push({end: face, part});
        corner += size;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(position, 3));
    geometry.setAttribute('color', new BufferAttribute(color, 3));
    if (uv) geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    if (uv1) geometry.setAttribute('uv1', new BufferAttribute(uv1, 2));
    geometry.setIndex(new BufferAttribute(joined(indices), 1));
    const mesh = new Mesh(geometry, screenMaterial(material));
    mesh.userData.faces = faces;
    return mesh;
}

// As many corners as a part has when it is merged: those of flat faces aren't shared.
function cornerCount({index, attributes: {position, normal}}) {
    return index && !normal ? index.count : position.count;
}

function put(part, {attributes}, {position, color, uv, uv1}, corner, toward) {
    const {map, aoMap, color: plain} = part.material, place = new Vector3(), count = attributes.position.count;
    const coordinates = attributes[map?.channel ? `uv${map.channel}` : 'uv'], lit = attributes[`uv${aoMap?.channel}`];
    const tints = map?.channel === 1 || aoMap ? null : lightsOn(part, attributes.normal, toward);
    const tint = new Color(), last = new Color(-1, -1, -1), screen = new Color();
    for (let i = 0, to = corner; i < count; i++, to++) {
        place.fromBufferAttribute(attributes.position, i).applyMatrix4(part.matrixWorld).toArray(position, 3 * to);
        if (attributes.color) tint.fromBufferAttribute(attributes.color, i).multiply(plain);
        else tint.copy(plain);
        if (tints) tint.setRGB(tint.r * tints[3 * i], tint.g * tints[3 * i + 1], tint.b * tints[3 * i + 2]);
        else tint.multiplyScalar(BAKED_LIGHT);
        if (!tint.equals(last)) screen.copy(last.copy(tint)).convertLinearToSRGB();
        screen.toArray(color, 3 * to);
        if (uv && coordinates) uv.set([coordinates.getX(i), coordinates.getY(i)], 2 * to);
        if (uv1 && lit) uv1.set([lit.getX(i), lit.getY(i)], 2 * to);
    }
}

// What three.js works out for a matt surface: the light that comes in, over pi.
function lightsOn(part, normals, toward) {
    const tints = new Float32Array(3 * normals.count), normal = new Vector3();
    const turned = new Matrix3().getNormalMatrix(part.matrixWorld);
    for (let i = 0; i < normals.count; i++) {
        normal.fromBufferAttribute(normals, i).applyMatrix3(turned).normalize();
        const up = 0.5 * normal.y + 0.5, direct = Math.max(normal.dot(toward), 0) * sunIntensity;
        ['r', 'g', 'b'].forEach((channel, at) => {
            tints[3 * i + at] = (ambientIntensity + direct * sun[channel] +
                skyIntensity * (earth[channel] + (sky[channel] - earth[channel]) * up)) / Math.PI;
        });
    }
    return tints;
}

function facesOf({index, attributes}, corner) {
    const faces = new Uint32Array(index ? index.count : attributes.position.count);
    for (let i = 0; i < faces.length; i++) faces[i] = corner + (index ? index.getX(i) : i);
    return faces;
}

function joined(arrays) {
    const all = new Uint32Array(arrays.reduce((sum, {length}) => sum + length, 0));
    arrays.reduce((at, array) => {
        all.set(array, at);
        return at + array.length;
    }, 0);
    return all;
}

function screenMaterial({map: stored, aoMap, alphaTest, side, transparent, opacity, userData: {lifted, isMarked}}) {
    const map = screenTexture(stored, stored?.channel === 1), lightMap = screenTexture(aoMap, true);
    if (map) map.channel = 0;
    const material = new MeshBasicMaterial({map, lightMap, lightMapIntensity: Math.PI, // three.js divides by it
        alphaTest, side: side ?? DoubleSide, transparent, opacity, vertexColors: true});
    material.userData.lifted = lifted;
    if (lifted && map) material.onBeforeCompile = shader => lift(shader, lifted);
    if (map && !lifted) {
        const shown = material.userData.shown = {soft: {value: 0}, ...(isMarked ? {veil: {value: 0}} : {})};
        material.customProgramCacheKey = () => Object.keys(shown).join();
        material.onBeforeCompile = shader => {
            soften(shader, shown.soft);
            if (shown.veil) veil(shader, shown.veil);
        };
    }
    return material;
}

// Shadows hide what guessed colours say, and so they are lighter there: lifted is how light the blackest one is. Such ground has a grain, which fades
// where it would be finer than the picture.
function lift(shader, lifted) {
    shader.uniforms.lifted = {value: lifted};
    shader.vertexShader = `varying vec3 vPlace;\n${shader.vertexShader.replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position;')}`;
    shader.fragmentShader = `uniform float lifted;\nvarying vec3 vPlace;
float spotAt(vec2 at) { return fract(sin(dot(at, vec2(12.9898, 78.233))) * 43758.5453); }
float grain(vec2 at) {
    vec2 i = floor(at), f = fract(at), w = fwidth(at);
    f = f * f * (3.0 - 2.0 * f);
    float spot = mix(mix(spotAt(i), spotAt(i + vec2(1, 0)), f.x), mix(spotAt(i + vec2(0, 1)), spotAt(i + vec2(1, 1)), f.x), f.y) - 0.5;
    return spot * (1.0 - smoothstep(0.3, 0.9, max(w.x, w.y)));
}
${shader.fragmentShader.replace('#include <map_fragment>', `vec2 place = vPlace.xz + vPlace.y * vec2(0.7, 1.3);
diffuseColor.rgb *= mix(texture2D(map, vMapUv).rgb, vec3(1.0), lifted) * (1.0 + ${GRAIN} * (grain(place * 0.9) + grain(place * 2.7) + grain(place * 6.0)));`)}`;
}

// What is shown lighter than it is becomes no glaring white.
function soften(shader, soft) {
    shader.uniforms.soft = soft;
    shader.fragmentShader = `uniform float soft;\n${shader.fragmentShader.replace('#include <opaque_fragment>', `if (soft > 0.0) {
    vec3 over = max(outgoingLight - ${SOFT[0]}, vec3(0.0));
    outgoingLight = min(outgoingLight, vec3(${SOFT[0]})) + ${SOFT[1]} * (vec3(1.0) - exp(-over / ${SOFT[1]}));
}
#include <opaque_fragment>`)}`;
}

// What is black in a texture is as light as that says, and marks in glaring colours, which would be more so, are calm.
function veil(shader, lightness) {
    shader.uniforms.veil = lightness;
    shader.fragmentShader = `uniform float veil;\n${shader.fragmentShader.replace('#include <map_fragment>', `#include <map_fragment>
    vec3 mark = sampledDiffuseColor.rgb;
    float glare = max(max(mark.r, mark.g), mark.b) - min(min(mark.r, mark.g), mark.b);
    diffuseColor.rgb = max(diffuseColor.rgb, vec3(veil));
    if (veil > 0.0) diffuseColor.rgb = mix(diffuseColor.rgb, ${CALM} * mix(vec3(dot(mark, vec3(0.3, 0.6, 0.1))), mark, 0.5), smoothstep(0.3, 0.6, glare));`)}`;
}

// A lightmap is never seen so small that it needs smaller copies.
function screenTexture(stored, isLight) {
    if (!stored) return null;
    const texture = stored.clone();
    if (isLight) Object.assign(texture, {minFilter: LinearFilter, generateMipmaps: false});
    return Object.assign(texture, {colorSpace: NoColorSpace, needsUpdate: true});
}
