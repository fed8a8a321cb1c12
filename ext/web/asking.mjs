// The thread that asks, seen from the page: scripts wait for their turn, and each has a sink that
// takes columns and rows as they come. The thread begins when it is first needed: what the page asks of its
// own is answered without it where the answer is known beforehand.

export class Asker {
    // begin() brings what the thread needs before the first script
    constructor({begin, onWritten, onLost}) {
        Object.assign(this, {begin, onWritten, onLost, number: 0, sinks: new Map(), files: [], known: new Map(), waiting: [], background: null});
    }

    // Answers that `make web` has made: {statement: {rows} or {file, told}}, a file being the first cell of its row, and what is told of it the second.
    async learn(address) {
        const answers = await fetch(address).then(reply => reply.json()).catch(() => ({}));
        this.known = new Map(Object.entries(answers));
        for (const answer of this.known.values()) {
            if (answer.file) answer.rows = bytesAt(answer.file).then(bytes => [[bytes, answer.told]]);
        }
    }

    begun() {
        this.beginning ??= Promise.all([this.started ?? this.start(), this.begin()]);
        return this.beginning;
    }

    start() {
        this.worker?.terminate();
        this.worker = new Worker('worker.mjs', {type: 'module'});
        this.started = new Promise((resolve, reject) => {
            this.worker.onmessage = ({data}) => (data.started ? resolve(this.isStarted = true) : this.receive(data));
            this.worker.onerror = event => reject(new Error(event.message || 'the worker has stopped'));
        });
        this.started.catch(error => this.onLost(error));
        return this.started;
    }

    async setFiles(files) {
        this.files = files;
        await (this.started ?? this.start());
        this.worker.postMessage({files});
    }

    // sink: columns(names), rows(rows), more(), end(error, {seconds, offset}); what is asked in the background waits until
    // nothing else is asked, one after the other, and begins anew, which restart() tells, if something else comes meanwhile.
    // isBackground is 'last' for pictures of lists and cards, which can wait longer than checks.
    ask(script, parameters, sink) {
        const id = ++this.number;
        this.sinks.set(id, sink);
        this.begun().then(() => {
            if (!this.sinks.has(id)) return;
            if (sink.isBackground) {
                this.waiting.push({script, parameters, id});
                this.askWaiting();
            } else {
                this.putOff();
                this.worker.postMessage({script, parameters, id});
            }
        });
        return id;
    }

    askWaiting() {
        if (this.background || [...this.sinks.values()].some(({isBackground}) => !isBackground)) return;
        const first = this.waiting.findIndex(({id}) => this.sinks.get(id).isBackground !== 'last');
        [this.background = null] = this.waiting.splice(Math.max(first, 0), 1);
        if (this.background) this.worker.postMessage(this.background);
    }

    putOff() {
        if (!this.background) return;
        const {id} = this.background, sink = this.sinks.get(id), again = {...this.background, id: ++this.number};
        this.background = null;
        this.worker.postMessage({forget: [id]});
        this.sinks.delete(id);
        this.sinks.set(again.id, sink);
        this.waiting.unshift(again);
        sink.restart?.();
    }

    receive(data) {
        const sink = this.sinks.get(data.id);
        if (!sink) return undefined;
        if (data.written) return (sink.written ?? this.onWritten)(data.written, data.bytes);
        if (data.columns) sink.columns?.(data.columns);
        if (data.rows) sink.rows?.(data.rows);
        if (data.more) sink.more?.();
        if (data.done || data.error !== undefined) {
            this.sinks.delete(data.id);
            if (this.background?.id === data.id) this.background = null;
            sink.end(data.error, data);
            this.askWaiting();
        }
        return undefined;
    }

    // Gives up what was asked, by default all that is asked in the background: something newer comes first.
    forget(ids = [...this.sinks].filter(([, sink]) => sink.isBackground).map(([id]) => id)) {
        const sinks = ids.map(id => this.sinks.get(id)).filter(Boolean);
        ids.forEach(id => this.sinks.delete(id));
        this.waiting = this.waiting.filter(({id}) => !ids.includes(id));
        if (ids.includes(this.background?.id)) this.background = null;
        this.worker?.postMessage({forget: ids});
        sinks.forEach(sink => sink.end('Forgotten.', {}));
        this.askWaiting();
    }

    // All rows of a query of the page's own.
    async rows(script, parameters = {}, isBackground = false) {
        const answer = await this.known.get(script)?.rows;
        return answer ?? new Promise((resolve, reject) => {
            const all = [];
            this.ask(script, parameters, {
                isBackground,
                rows: rows => all.push(...rows),
                restart: () => { all.length = 0; },
                end: error => (error === undefined ? resolve(all) : reject(new Error(error))),
            });
        });
    }

    // The first cell of the first row, or null; an error gives null, too.
    async one(script, isBackground = false) {
        const rows = await this.rows(script, {}, isBackground).catch(() => []);
        return rows[0]?.[0] ?? null;
    }

    // A step that takes long can't be asked to stop: the thread goes, and another takes its place.
    async stop() {
        const waiting = [...this.sinks.values()];
        this.sinks.clear();
        this.waiting = [];
        this.background = null;
        this.beginning = this.start();
        await this.setFiles(this.files);
        waiting.forEach(sink => sink.end('Stopped.', {}));
    }
}

async function bytesAt(address) {
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
}

// A number as the thread sends it: REAL that are whole come as objects.
export function number(cell) {
    return typeof cell === 'object' && cell !== null ? cell.real : Number(cell);
}
