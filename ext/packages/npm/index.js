'use strict';
// Where gamemap's library for this system lies, and how it gets into a connection.

const path = require('node:path');

const FILES = {linux: 'gamemap.so', win32: 'gamemap.dll'};

/** The path of the library. */
function getLoadablePath() {
    const name = `gamemap-${process.platform}-${process.arch}`;
    const file = FILES[process.platform];
    let manifest;
    try {
        manifest = require.resolve(`${name}/package.json`);
    } catch {
        throw new Error(`The library of gamemap for ${process.platform}-${process.arch} isn't ` +
                        `installed: it is the package ${name}`);
    }
    return path.join(path.dirname(manifest), file);
}

/**
 * Loads gamemap into a connection of better-sqlite3, node:sqlite, libsql, bun:sqlite or
 * @db/sqlite, which have loadExtension(path), or of node-sqlite3, which takes a callback, too.
 */
function load(db, callback) {
    return callback ? db.loadExtension(getLoadablePath(), callback)
                    : db.loadExtension(getLoadablePath());
}

module.exports = {getLoadablePath, load};
