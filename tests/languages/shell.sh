#!/bin/sh
# The sqlite3 shell: shell.sh EXTENSION; SQLITE3 names another shell, and no EXTENSION one that
# needs none.
ask() {
    "${SQLITE3:-sqlite3}" -batch :memory: ${extension:+".load $extension"} \
        '.mode list' '.separator " "' "$@" 2>&1
}
extension=$1
ask "SELECT 'sqlite', sqlite_version()" \
    "SELECT 'version', gamemap_version()" \
    "SELECT 'glob', count(*), sum(width) FROM gnd_maps('samples/*.gnd')" \
    "SELECT 'join', t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
     JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 2 ORDER BY 2 DESC LIMIT 1" \
    "SELECT 'blob', count(*) FROM gnd_cubes(readfile('samples/town.gnd'))"
echo "error $(ask "SELECT * FROM gnd_maps('samples/missing.gnd')")"
