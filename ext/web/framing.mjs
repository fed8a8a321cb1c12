// Where the camera stands: as near as it comes with all that is shown in the picture, and so high that it fills enough of it.
import {Vector3} from 'three';

const ENOUGH = 0.7;  // of the picture's height, that what is shown takes
const HIGHER = 1.2;  // by so much the camera rises at a time
const HIGHEST = 2.4; // times as high as far away
const MORE = 0.01;   // of the height: a step that brings less is none
const TRIED = 3000;  // places by which that is tried

// Centring what is seen from there moves the picture a little, so it takes a few rounds. wide and high are what the picture shows on each
// side of its middle, at a distance of 1; gives {target, position, filled}, the last of them of the picture's height.
export function framed(outline, middle, away, {wide, high}) {
    const right = new Vector3(0, 1, 0).cross(away).normalize(), up = away.clone().cross(right);
    const places = outline.map(point => point.clone().sub(middle))
        .map(point => ({x: point.dot(right), y: point.dot(up), near: point.dot(away)}));
    const shift = {x: 0, y: 0};
    let distance = 0, filled = 0;
    for (let round = 0; round < 6; round++) {
        distance = places.reduce((least, {x, y, near}) => Math.max(least, near + Math.abs(x - shift.x) / wide,
            near + Math.abs(y - shift.y) / high), 0);
        for (const axis of ['x', 'y']) {
            let least = Infinity, most = -Infinity;
            for (const place of places) {
                const seen = (place[axis] - shift[axis]) / (distance - place.near);
                least = Math.min(least, seen);
                most = Math.max(most, seen);
            }
            shift[axis] += (least + most) / 2 * distance;
            filled = (most - least) / 2 / high;
        }
    }
    const target = middle.clone().addScaledVector(right, shift.x).addScaledVector(up, shift.y);
    return {target, position: target.clone().addScaledVector(away, distance), filled};
}

// The same, but from higher where what is shown lies flat across the picture, and then from a corner where it is long
export function framedWell(outline, middle, usual, picture, corners = [], enough = ENOUGH) {
    const some = outline.filter((_, i) => i % Math.ceil(outline.length / TRIED) === 0);
    let best = {away: usual.clone().normalize(), filled: 0}; // the usual, where no view fills anything
    for (const [x, z] of [[usual.x, usual.z], ...corners]) {
        const from = new Vector3(x, 0, z).setLength(Math.hypot(usual.x, usual.z)).setY(usual.y);
        for (let last = 0; from.y <= HIGHEST; from.y *= HIGHER) {
            const away = from.clone().normalize(), {filled} = framed(some, middle, away, picture);
            if (filled < last + MORE) break;
            last = filled;
            if (filled > best.filled + MORE) best = {away, filled};
            if (filled > enough) return framed(outline, middle, away, picture);
        }
    }
    return framed(outline, middle, best.away, picture);
}
