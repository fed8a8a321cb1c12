#!/bin/sh
# gamemap compiled into one program with SQLite, where that is old and without threads, which leaves
# out functions: inside.sh COMPILER FOLDER INCLUDES LIBRARIES OBJECT...
# FOLDER holds the amalgamation, of 3.38, and the objects are those of src/, which knows no SQLite.
# The five questions of tests/languages/ are asked.
set -u
compiler=$1 folder=$2 includes=$3 libraries=$4
shift 4
options='-DSQLITE_CORE -DSQLITE_THREADSAFE=0 -DSQLITE_ENABLE_MATH_FUNCTIONS'
objects=$folder/inside
rm -rf "$objects"
mkdir -p "$objects"
{
    find ext/engine -name '*.c' ! -name system_windows.c
    echo ext/gamemap.c
    echo tests/languages/linked.c
    echo "$folder/sqlite3.c"
} > "$objects/sources"
# shellcheck disable=SC2086
if xargs -P "$(nproc)" -I SOURCE sh -c "$compiler -std=gnu11 -O0 -fno-math-errno -ffp-contract=off \
        -D_FILE_OFFSET_BITS=64 $options \
        -I$folder -Isrc -Iext $includes -c \
        -o $objects/\$(basename SOURCE .c).o SOURCE" < "$objects/sources" &&
    $compiler -o "$objects/linked" "$objects"/*.o "$@" $libraries -lm -lpthread; then
    "$objects/linked" > "$objects/answers" 2>&1
    sed -n 1p "$objects/answers"
    if sed -e 1d -e 's/\(no such file\).*/\1/' "$objects/answers" |
        diff - tests/languages/expected.txt; then
        echo '1 passed, 0 failed'
        exit 0
    fi
fi
echo '0 passed, 1 failed'
exit 1
