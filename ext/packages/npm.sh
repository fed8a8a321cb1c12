#!/bin/sh
# Makes the packages for npm: npm.sh VERSION DIST
# `gamemap`, and one for each system whose library lies in DIST (DIST/linux-x86_64/gamemap.so ...).
set -eu
version=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

systems='linux-x64:linux-x86_64:gamemap.so linux-arm64:linux-aarch64:gamemap.so
         win32-x64:windows-x86_64:gamemap.dll'

optional=''
for system in $systems; do
    name=${system%%:*} rest=${system#*:}
    folder=${rest%%:*} file=${rest#*:}
    optional="$optional${optional:+,}\"gamemap-$name\":\"$version\""
    [ -f "$out/$folder/$file" ] || continue
    package=$scratch/gamemap-$name
    mkdir "$package"
    cp "$out/$folder/$file" "$package/"
    [ ! -f "$out/LICENSES.txt" ] || cp "$out/LICENSES.txt" "$package/"
    libc=''
    [ "${name%%-*}" != linux ] || libc='"libc":["glibc"],'
    cat > "$package/package.json" << MANIFEST
{"name":"gamemap-$name","version":"$version","description":"gamemap's library for $name",
 "license":"UNLICENSED","private":false,"os":["${name%%-*}"],"cpu":["${name##*-}"],$libc
 "files":["$file","LICENSES.txt"]}
MANIFEST
    (cd "$package" && npm pack --silent --pack-destination "$out")
done

package=$scratch/gamemap
mkdir "$package"
cp "$here"/npm/* "$package/"
cat > "$package/package.json" << MANIFEST
{"name":"gamemap","version":"$version","license":"UNLICENSED",
 "description":"Game-world files as tables of SQLite",
 "main":"index.js","types":"index.d.ts",
 "exports":{".":{"types":"./index.d.ts","import":"./index.mjs","require":"./index.js"}},
 "files":["index.js","index.mjs","index.d.ts","README.md"],
 "optionalDependencies":{$optional}}
MANIFEST
(cd "$package" && npm pack --silent --pack-destination "$out")
