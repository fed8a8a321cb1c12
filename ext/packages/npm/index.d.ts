/** The path of gamemap's library for this system. */
export function getLoadablePath(): string;

interface Connection {
    loadExtension(path: string, callback?: (error: Error | null) => void): unknown;
}

/** Loads gamemap into a connection; the callback is for node-sqlite3. */
export function load(db: Connection, callback?: (error: Error | null) => void): unknown;
