#!/bin/sh
# Binary glTF in the programs that read it: gltf.sh EXTENSION OUT MODULES FOLDER...
#
# Writes a .glb of every file below the folders for the Khronos validator (npm gltf-validator). The
# models in samples/ and the real ones of CORPUS go through three.js (npm three), whose poses are
# held against mdl_pose, and through Blender, whose counts and poses are held against SQL. A program
# that isn't there is left out, and a line says so; the modules come by
# `npm install --prefix .build/npm gltf-validator three`. The last line is `N passed, N failed`.
set -u
extension=$1 out=$2 modules=$3
shift 3
here=$(dirname "$0")
passed=0 failed=0

ask() { # ask FOLDER OUT SCRIPT
    "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension" -cmd ".param set :folder '$1'" \
        -cmd ".param set :out '$2'" < "$here/$3"
}

# Does the command succeed? `there NAME COMMAND...`
there() {
    name=$1
    shift
    "$@" > /dev/null 2>&1 && return
    echo "$name isn't there: skipped"
    false
}

# Runs a program that ends with `N passed, N failed`, and adds that up: `part NAME COMMAND...`
part() {
    name=$1
    shift
    "$@" > "$out/log" 2>&1
    last=$(grep -a '^[0-9]* passed, [0-9]* failed$' "$out/log" | tail -n 1)
    if [ -z "$last" ]; then
        tail -n 5 "$out/log"
        last='0 passed, 1 failed'
    fi
    grep -a '^failed: ' "$out/log" | head -n 20
    echo "$name: $last"
    passed=$((passed + ${last%% *}))
    last=${last% failed}
    failed=$((failed + ${last##* }))
}

has_module() {
    there "$1" node -e "require('module').createRequire(process.argv[1])(process.argv[2])" \
        "$(pwd)/$modules/" "$1"
}

rm -rf "$out"
mkdir -p "$out/files" "$out/models"
number=0
for folder; do
    number=$((number + 1))
    mkdir -p "$out/files/$number"
    # what is refused is refused with a sentence, which other tests look at
    ask "$folder" "$out/files/$number" write.sql > "$out/write.sql"
    "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension" < "$out/write.sql" > /dev/null \
        2> "$out/refused"
done
for folder in samples ${CORPUS:+"$CORPUS/mdl/real"}; do
    number=$((number + 1))
    mkdir -p "$out/models/$number"
    ask "$folder" "$out/models/$number" models.sql >> "$out/models.json" || failed=$((failed + 1))
done

if there node node -e 0 && has_module gltf-validator; then
    part "Khronos validator" node "$here/validate.cjs" "$modules" "$out/files"
fi
if there node node -e 0 && has_module three; then
    part three.js node "$here/poses.mjs" "$modules" "$out/models.json"
fi
if there Blender blender --version && 
    there "Blender's numpy" blender -b --python-exit-code 1 --python-expr 'import numpy'; then
    part Blender blender -b --python "$here/blender.py" -- "$out/models.json"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
