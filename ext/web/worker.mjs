// The thread that asks: takes files and scripts from the page, and sends back rows as they come.
//
//     {files: [{path, file}]}             -> {ready: true}
//     {script, parameters, id}            -> {id, columns} {id, rows}... for each statement,
//                                            {id, written, bytes} for a file that it writes,
//                                            then {id, done: true, seconds} or {id, error, offset}
//     {stop: true}, {forget: [id]}        stops the script that runs; leaves out those that wait
import {openEngine} from './engine.mjs';

const SLICE_MILLISECONDS = 50;
const ROWS_UNSEEN = 64;              // quick rows between two looks at the clock
const ROWS_MOST = 1000000;           // of one result
const BLOB_BYTES_MOST = 256 << 20;   // of one script; what is over is shown by its length

let newest = 0; // the script that runs, or 0
const engine = await openEngine((name, bytes) => postMessage({written: name, bytes, id: newest}));
const turn = new MessageChannel();
let files = [];

// Lets messages of the page come in between.
function giveWay() {
    return new Promise(resolve => {
        turn.port1.onmessage = resolve;
        turn.port2.postMessage(null);
    });
}

// REAL that are whole keep their ".0"; structured clones forget that a Number was an object.
function sent(cell) {
    if (!(cell instanceof Number)) return cell;
    const number = cell.valueOf();
    return Number.isInteger(number) && Math.abs(number) < 1e15 ? {real: number} : number;
}

async function run({script, parameters, id}) {
    const began = performance.now();
    let blobBytes = 0;
    const cell = value => {
        if (!(value instanceof Uint8Array)) return sent(value);
        blobBytes += value.length;
        return blobBytes <= BLOB_BYTES_MOST ? value : {bytes: value.length};
    };
    try {
        for (const statement of engine.statements(script, parameters)) {
            try {
                if (statement.columns.length) postMessage({id, columns: statement.columns});
                let count = 0, next = 0, rows = [], slice = performance.now(), before = slice;
                for (let row; (row = statement.step()) !== null;) {
                    if (++count > ROWS_MOST) {
                        postMessage({id, more: true});
                        break;
                    }
                    rows.push(row.map(cell));
                    if (count < next) continue;
                    const now = performance.now();
                    next = count + (now - before < 1 ? ROWS_UNSEEN : 1); // slow rows are looked at one by one
                    before = now;
                    if (now - slice > SLICE_MILLISECONDS) {
                        postMessage({id, rows});
                        rows = [];
                        await giveWay();
                        if (newest !== id) return;
                        slice = performance.now();
                    }
                }
                if (statement.columns.length) postMessage({id, rows});
            } finally {
                statement.finish();
            }
        }
        postMessage({id, done: true, seconds: (performance.now() - began) / 1000});
    } catch (error) {
        postMessage({id, error: error.message, offset: error.offset ?? -1});
    }
}

let asked = Promise.resolve(); // scripts run one after the other
const forgotten = new Set();   // those that the page doesn't wait for any more

onmessage = ({data}) => {
    if (data.files) {
        asked = asked.then(() => {
            files = data.files;
            engine.setFiles(files);
            postMessage({ready: true});
        });
    } else if (data.stop) {
        newest = 0;
    } else if (data.forget) {
        data.forget.forEach(id => forgotten.add(id));
        if (forgotten.has(newest)) newest = 0;
    } else {
        asked = asked.then(() => {
            if (forgotten.delete(data.id)) return undefined;
            newest = data.id;
            return run(data);
        });
    }
};
postMessage({started: true});
