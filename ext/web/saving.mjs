// A picture with what stands over it on the page, as one PNG: its title, frames, dots and names that are seen, and its key.
import {element} from './tables.mjs';

const LINE = 20, GAP = 14, SIDE = 8; // pixels of the page
const TITLE = '600 14px sans-serif', PLAIN = '13px sans-serif';
const TINY = 6; // pixels of a dot that has no ring
const LEAST = 2; // pixels of the PNG for one of those, so that names are sharp

// plot holds the picture and its marks; all is as large beside the picture as the page shows it.
export async function savePicture(plot, title, key, name) {
    const image = plot.querySelector('img'), frame = image.getBoundingClientRect(), scale = Math.max(LEAST, image.naturalWidth / frame.width);
    const canvas = element('canvas'), pen = canvas.getContext('2d');
    const above = title.textContent ? LINE + SIDE : 0, lines = linesOf(pen, [...key.children], frame.width - 2 * SIDE);
    pen.font = TITLE;
    canvas.width = Math.round(scale * Math.max(frame.width, pen.measureText(title.textContent).width + 2 * SIDE, ...[...key.children].map(one => wideOf(pen, one) + 2 * SIDE)));
    canvas.height = Math.round(scale * (frame.height + above + lines.length * LINE + (lines.length ? SIDE : 0)));
    pen.fillStyle = '#fbfbf9';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.scale(scale, scale);
    pen.drawImage(image, 0, above, frame.width, frame.height);
    pen.textBaseline = 'middle';
    write(pen, title.textContent, SIDE, LINE / 2 + SIDE / 2, TITLE);
    pen.save();
    pen.translate(-frame.left, above - frame.top);
    for (const one of plot.querySelectorAll('svg path')) drawLines(pen, one, frame);
    for (const one of plot.querySelectorAll('.part, .mark')) drawMark(pen, one);
    for (const one of plot.querySelectorAll('.tile b, .part b, .mark b, .tick b, .level b')) if (one.offsetWidth) drawName(pen, one);
    pen.restore();
    lines.forEach((parts, i) => parts.forEach(({one, x}) => drawKey(pen, one, SIDE + x, above + frame.height + SIDE + (i + 0.5) * LINE)));
    const blob = await new Promise(resolve => canvas.toBlob(resolve)), address = URL.createObjectURL(blob);
    element('a', '', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function write(pen, text, x, y, font = PLAIN, color = '#111') {
    Object.assign(pen, {font, fillStyle: color});
    pen.fillText(text, x, y);
}

// Lines of heights, which are given in a square of 1000
function drawLines(pen, one, {left, top, width, height}) {
    const {stroke, strokeWidth} = getComputedStyle(one), lines = new Path2D(), place = new DOMMatrix([width / 1000, 0, 0, height / 1000, left, top]);
    lines.addPath(new Path2D(one.getAttribute('d')), place);
    Object.assign(pen, {strokeStyle: stroke, lineWidth: parseFloat(strokeWidth)});
    pen.stroke(lines);
}

function drawMark(pen, one) {
    const {left, top, width, height} = one.getBoundingClientRect();
    pen.beginPath();
    if (one.className === 'part') {
        Object.assign(pen, {strokeStyle: '#fff9', lineWidth: 1});
        pen.strokeRect(left, top, width, height);
        return;
    }
    const isWide = one.classList.contains('wide'), isTiny = !isWide && width < TINY, color = one.style.getPropertyValue('--dot');
    pen.arc(left + width / 2, top + height / 2, width / 2 - Number(!isTiny), 0, 2 * Math.PI);
    Object.assign(pen, {fillStyle: color, strokeStyle: isWide ? color : '#000', lineWidth: isWide ? 2 : 3, globalAlpha: isWide ? 0.4 : 1});
    if (isWide || isTiny) pen.fill();
    pen.globalAlpha = 1;
    if (isTiny) return;
    pen.stroke();
    if (isWide) return;
    Object.assign(pen, {strokeStyle: '#fff', lineWidth: 1.5});
    pen.stroke();
    pen.fill();
}

function drawName(pen, one) {
    const {left, top, width, height} = one.getBoundingClientRect(), {backgroundColor, fontWeight, fontSize, color} = getComputedStyle(one);
    pen.fillStyle = backgroundColor;
    pen.fillRect(left, top, width, height);
    write(pen, one.textContent, left + 3, top + height / 2 + 1, `${fontWeight} ${fontSize} sans-serif`, color);
}

function wideOf(pen, entry) {
    pen.font = PLAIN;
    return pen.measureText(entry.textContent).width + (entry.className.includes('heights') ? 150 : entry.className.includes('way') ? 33 : 18);
}

// Entries of the key in lines of a width, each with its place in its line
function linesOf(pen, entries, width) {
    const lines = [];
    let x = 0;
    for (const one of entries) {
        const wide = wideOf(pen, one);
        if (!lines.length || x + wide > width) {
            lines.push([]);
            x = 0;
        }
        lines.at(-1).push({one, x});
        x += wide + GAP;
    }
    return lines;
}

function drawKey(pen, one, x, y) {
    if (!one.className.includes('key')) return write(pen, one.textContent, x, y);
    const [low, ramp, high] = one.children;
    if (!ramp) {
        const color = one.style.getPropertyValue('--dot') || '#8c8c84';
        if (one.className.includes('way')) return drawWay(pen, one, color, x, y);
        pen.fillStyle = color;
        pen.fillRect(x, y - 5, 11, 11);
        if (one.className.includes('hatched')) {
            Object.assign(pen, {strokeStyle: '#fff', lineWidth: 1.5});
            pen.stroke(new Path2D(`M${x} ${y + 1}l6 -6M${x + 3} ${y + 6}l8 -8`));
        }
        return write(pen, one.textContent, x + 17, y);
    }
    const colors = getComputedStyle(ramp).backgroundImage.match(/rgb\([^)]*\)(?: [\d.]+%)?/g) ?? [];
    write(pen, low.textContent, x, y);
    const left = x + pen.measureText(low.textContent).width + 6, shades = pen.createLinearGradient(left, 0, left + 130, 0);
    colors.forEach((color, i) => shades.addColorStop(color.endsWith('%') ? parseFloat(color.split(') ')[1]) / 100 : i / (colors.length - 1),
        color.replace(/\).*/, ')')));
    pen.fillStyle = shades;
    pen.fillRect(left, y - 6, 130, 12);
    return write(pen, high.textContent, left + 136, y);
}

// A line with an arrow, unless it leads both ways
function drawWay(pen, {className, textContent}, color, x, y) {
    Object.assign(pen, {strokeStyle: color, fillStyle: color, lineWidth: 2});
    pen.setLineDash(className.includes('dashed') ? [4, 3] : []);
    pen.stroke(new Path2D(`M${x} ${y}h26`));
    pen.setLineDash([]);
    if (!className.includes('line')) pen.fill(new Path2D(`M${x + 16} ${y - 5}l10 5l-10 5z`));
    write(pen, textContent, x + 32, y);
}
