#!/bin/sh
# Installs the packages of dist/ from their files, each in a place of its own, and asks them the
# five questions: packages.sh VERSION DIST. The package for Debian is asked on fresh systems:
# tests/systems/fresh.sh.
set -u
version=$1
dist=$(cd "$2" && pwd)
here=$(dirname "$0")
work=$PWD/.build/packages
passed=0 failed=0 skipped=0
rm -rf "$work"
mkdir -p "$work"

# ask NAME COMMAND...
ask() {
    name=$1
    shift
    "$@" > "$work/answers" 2>&1
    if sed 1d "$work/answers" | sed 's/\(no such file\).*/\1/' | cmp -s - "$here/expected.txt"; then
        passed=$((passed + 1))
        echo "$name: five answers are right"
    else
        failed=$((failed + 1))
        echo "$name: FAILED"
        sed 's/^/    | /' "$work/answers"
    fi
}

skip() {
    skipped=$((skipped + 1))
    echo "$1: skipped: $2"
}

# Debian's Python: others may have been built without load_extension.
wheel=$(find "$dist" -name "gamemap-$version-py3-none-manylinux*_x86_64.whl")
if ! [ -x /usr/bin/python3 ] || ! /usr/bin/python3 -c 'import ensurepip' 2> /dev/null; then
    skip wheel 'Python has no venv'
elif [ -z "$wheel" ]; then
    skip wheel 'make wheel has not been run'
else
    /usr/bin/python3 -m venv "$work/venv" &&
        "$work/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
    ask wheel "$work/venv/bin/python" "$here/python.py"
fi

if ! command -v npm > /dev/null; then
    skip npm 'npm is not there'
elif ! [ -f "$dist/gamemap-linux-x64-$version.tgz" ]; then
    skip npm 'make npm has not been run'
else
    # Where make hosts-modules has compiled better-sqlite3, Node finds it in the folder above.
    mkdir "$work/npm"
    host=better-sqlite3
    if [ -d "$PWD/.build/modules/node_modules/$host" ]; then
        ln -s "$PWD/.build/modules/node_modules" "$work/node_modules"
        host=''
    fi
    # shellcheck disable=SC2086 # it may be none
    npm install --silent --prefix "$work/npm" "$dist/gamemap-$version.tgz" \
        "$dist/gamemap-linux-x64-$version.tgz" $host
    ask npm env MODULES="$work/npm" node "$here/better_sqlite3.mjs"
fi

# The library for arm64, from its wheel, in a program that links it
wheel=$(find "$dist" -name "gamemap-$version-py3-none-manylinux*_aarch64.whl")
triplet=aarch64-linux-gnu
if [ -z "$wheel" ] || ! command -v qemu-aarch64 > /dev/null ||
    ! command -v $triplet-gcc > /dev/null; then
    skip arm64 'there is no wheel for it, compiler or qemu-aarch64'
else
    python3 -m zipfile -e "$wheel" "$work/arm64"
    sysroot=.build/sysroot/arm64/usr
    $triplet-gcc -O2 -Iext -isystem $sysroot/include -o "$work/linked" "$here/linked.c" \
        -L"$work/arm64/gamemap" -L$sysroot/lib/$triplet -l:gamemap.so -l:libsqlite3.a -lm
    ask arm64 qemu-aarch64 -L /usr/$triplet -E LD_LIBRARY_PATH="$work/arm64/gamemap" "$work/linked"
fi

# What the program exports has a table of names, which needs a module of the SQLite inside
program=$dist/linux-$(uname -m)/gamemap
if ! [ -x "$program" ]; then
    skip program 'make dist has not been run'
elif "$program" export "$work/made.db" samples/town.gnd > "$work/answers" 2>&1; then
    passed=$((passed + 1))
    echo 'program: it exports'
else
    failed=$((failed + 1))
    echo 'program: FAILED'
    sed 's/^/    | /' "$work/answers"
fi

[ $skipped = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
