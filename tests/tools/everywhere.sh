#!/bin/sh
# The parts of CI that need more than the README's packages: gamemap on Windows, in a browser, in
# other hosts and on other systems, its files in other programs: everywhere.sh [PART...]. Each
# part installs what it needs where this machine can, is left out in a line where it can't, and says
# how long it took, and for how long a processor was busy.
set -u
parts=${*:-lint windows page gltf detour sarif cluster hosts packages versions groups clang i386}
export DEBIAN_FRONTEND=noninteractive
MAKEFLAGS=-j$(nproc)
export MAKEFLAGS
# The suite has run all scripts. Each of the places below runs one of EVERY, others with each commit
# and in each place. Nobody asks how fast SQLite is.
EVERY=${EVERY:-4} SQLITE_CFLAGS=-O0
export EVERY SQLITE_CFLAGS

# Installs packages of Debian that are missing; false where they can't be had.
packages() {
    missing=''
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
    [ -z "$missing" ] && return
    [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return
    # another run of this script may be installing, too
    [ -n "${updated:-}" ] || flock .build/installs apt-get -qq update > /dev/null 2>&1
    updated=yes
    # shellcheck disable=SC2086
    flock .build/installs \
        apt-get install -y -qq -o DPkg::Lock::Timeout=600 --no-install-recommends $missing \
        > /dev/null 2>&1
}

# One package at a time, since each host is of use without the others
each() {
    for package in "$@"; do
        packages "$package" || echo "not to be had: $package"
    done
}

# run NAME COMMAND...: a part of its own in the sum
run() {
    name=$1
    shift
    echo "== $name"
    start=$(date +%s)
    times > .build/times.$$
    "$@"
    times >> .build/times.$$
    processor=$(awk -F '[ ms]+' '!(NR % 2) { spent = 60 * ($1 + $3) + $2 + $4 - spent }
                END { printf "%d", spent }' .build/times.$$)
    rm .build/times.$$
    echo "$name took $(($(date +%s) - start)) s, $processor s of processor"
}

left_out() {
    echo "== $1"
    echo "$1: skipped: $2"
    echo '0 passed, 0 failed'
}

has() {
    command -v "$1" > /dev/null || packages "$1"
}

# Gives up after so many seconds, so that a mirror that hangs doesn't cost the whole run.
limit() {
    seconds=$1
    shift
    timeout "$seconds" "$@" || {
        [ $? != 124 ] || echo "ended after $seconds s"
        false
    }
}

part_lint() {
    each clang-format clang-tidy cppcheck shellcheck
    # clang-tidy takes half as long for a twelfth of the sources as a place for a quarter
    EVERY=$((EVERY > 1 ? EVERY * 3 : 1)) make -s lint
}

part_windows() {
    limit 1200 make -s windows-test CFLAGS=-O1
}

part_page() {
    limit 1200 make -s web-test
}

part_gltf() {
    each blender python3-numpy chromium
    limit 300 npm install --silent --no-audit --no-fund --prefix .build/npm gltf-validator three \
        > .build/npm.log 2>&1 || echo "not all of npm's programs for glTF could be installed"
    limit 1200 make -s gltf
}

part_detour() {
    each librecast-dev g++
    limit 300 npm install --silent --no-audit --no-fund --prefix .build/npm \
        @recast-navigation/core @recast-navigation/wasm > .build/npm.log 2>&1 ||
        echo "npm's recast-navigation could not be installed"
    limit 600 make -s detour
}

part_sarif() {
    limit 300 npm install --silent --no-audit --no-fund --prefix .build/npm @microsoft/jest-sarif \
        > .build/npm.log 2>&1 || echo "npm's schema of SARIF could not be installed"
    limit 600 make -s sarif
}

part_cluster() {
    limit 600 env EVERY=$((EVERY > 1 ? EVERY * 2 : 1)) CORPUS= PYTHON3=/usr/bin/python3 \
        make -s cluster
}

part_hosts() {
    each python3 python3-apsw tcl libsqlite3-tcl php-cli php-sqlite3 libdbd-sqlite3-perl \
        ruby ruby-sqlite3 default-jdk-headless libxerial-sqlite-jdbc-java \
        golang-go golang-github-mattn-go-sqlite3-dev \
        r-base-core r-cran-rsqlite sqlitebrowser xvfb xauth imagemagick \
        gdal-bin sqlite-utils python3-pandas
    # node-gyp, with which node-sqlite3 is compiled, is written in Python.
    limit 600 make -s hosts-modules > .build/modules.log 2>&1 ||
        echo "not all of npm's hosts could be installed"
    # nobody asks how fast the shell is
    limit 300 make -s static CFLAGS=-O0 > .build/static.log 2>&1 ||
        echo 'sqlite3-gamemap could not be built'
    make -s hosts
    limit 100 npm install --silent --no-audit --no-fund --prefix .build/npm @duckdb/node-api \
        > .build/npm.log 2>&1 || echo 'DuckDB could not be installed'
    PARTS='what pages show' make -s test
}

part_packages() {
    each python3-venv dpkg-dev lintian gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
    # what is already built stays as it is, so that this is about the library for arm64
    for target in dist npm wheel deb checksums; do
        limit 600 make -s $target CFLAGS=-O0 > .build/dist.log 2>&1 || {
            tail -n 20 .build/dist.log
            echo "make $target failed"
            echo '0 passed, 1 failed'
            return
        }
        grep '^left out' .build/dist.log
    done
    make -s packages-test
    limit 600 make -s amalgamation-test || echo '0 passed, 1 failed'
    sh tests/systems/tarball.sh dist
    if ! command -v lintian > /dev/null; then
        echo 'lintian is not there'
    elif lintian --fail-on error dist/*.deb; then
        echo '1 passed, 0 failed'
    else
        echo '0 passed, 1 failed'
    fi
}

runs_32_bits() {
    echo 'int main(void) { return 0; }' > .build/tiny.c
    gcc -m32 -o .build/tiny .build/tiny.c && .build/tiny
} 2> /dev/null

# system NAME TARGET FETCHED PACKAGE...: the scripts there, after FETCHED, which needs a network, is
# made
system() {
    name=$1 target=$2 fetched=$3
    shift 3
    if ! packages "$@"; then
        left_out "$name" "not to be had: $*"
    elif [ -n "$fetched" ] && ! limit 600 make -s "$fetched" > .build/fetched.log 2>&1; then
        left_out "$name" "$(tail -n 1 .build/fetched.log)"
    else
        run "$name" make -s "$target"
    fi
}

mkdir -p .build
for part in $parts; do
    # another run of this script may have taken the part, whose folder then is in CLAIMS
    [ -z "${CLAIMS:-}" ] || mkdir "$CLAIMS/$part" 2> /dev/null || [ ! -d "$CLAIMS/$part" ] ||
        continue
    case $part in
    lint) run lint part_lint ;;
    windows)
        if packages gcc-mingw-w64-x86-64 libz-mingw-w64-dev wine64 && has npm; then
            run Windows part_windows
        else
            left_out Windows 'mingw-w64, wine or npm are not to be had'
        fi ;;
    page)
        if packages emscripten chromium && has npm; then
            run 'the page' part_page
        else
            left_out 'the page' 'emscripten, chromium or npm are not to be had'
        fi ;;
    gltf)
        if has npm; then
            run glTF part_gltf
        else
            left_out glTF 'npm is not to be had'
        fi ;;
    detour)
        if has npm; then
            run Detour part_detour
        else
            left_out Detour 'npm is not to be had'
        fi ;;
    sarif)
        if has npm; then
            run SARIF part_sarif
        else
            left_out SARIF 'npm is not to be had'
        fi ;;
    cluster)
        if packages python3-distributed; then
            run 'a cluster' part_cluster
        else
            left_out 'a cluster' 'Dask is not to be had'
        fi ;;
    hosts) run 'other hosts' part_hosts ;;
    packages) run packages part_packages ;;
    versions)
        # the oldest, the newest, and one of those between, which the commit chooses
        between=$(make -s version-between)
        for version in 3.38 "$between" newest; do
            system "SQLite $version" "on-sqlite-$version" ".build/sqlite-$version/sqlite3.c"
        done
        system 'one program with SQLite' on-one-program .build/sqlite-3.38/sqlite3.c ;;
    groups) run 'control groups' make -s groups ;;
    clang) system 'clang with sanitizers, without optional libraries' sanitize-clang '' clang ;;
    musl) system musl on-musl .build/sysroot/musl/lib/libsqlite3.a musl-tools ;;
    i386)
        library="lib32gcc-$(gcc -dumpversion)-dev"
        if packages libc6-dev-i386 "$library" && ! runs_32_bits; then
            left_out '32 bits' 'this kernel runs no 32-bit programs'
        else
            system '32 bits' on-i386 .build/sysroot/i386/usr libc6-dev-i386 "$library"
        fi ;;
    arm64)
        system arm64 on-arm64 .build/sysroot/arm64/usr \
            gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;
    s390x)
        system 's390x, big-endian' on-s390x .build/sysroot/s390x/usr \
            gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user ;;
    distributions)
        packages debootstrap
        for suite in bookworm trixie noble; do
            run "fresh $suite" sh tests/systems/fresh.sh "$suite" demo deb
        done
        run 'fresh bookworm, not root' sh tests/systems/fresh.sh bookworm user demo ;;
    *) echo "there is no part $part" ;;
    esac
done
