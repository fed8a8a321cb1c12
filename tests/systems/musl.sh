#!/bin/sh
# Builds zlib and liblzma with musl, from the sources of Debian's packages, and gets SQLite's:
# musl.sh FOLDER. FOLDER/include and FOLDER/lib hold them then.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
CC=musl-gcc
export CC

# Runs a command that says something only where it fails.
quietly() {
    "$@" > "$folder/log" 2>&1 && return
    tail -n 20 "$folder/log" >&2
    exit 1
}

sh "$here/source.sh" zlib "$folder/zlib"
sh "$here/source.sh" xz-utils "$folder/xz"
sh "$here/sqlite.sh" newest "$folder/include"

cd "$folder/zlib"
CFLAGS='-O2 -fPIC' quietly ./configure --static --prefix="$folder"
quietly make libz.a
cp libz.a zlib.h zconf.h "$folder/"
mkdir -p "$folder/lib"
mv "$folder/libz.a" "$folder/lib/"
mv "$folder/zlib.h" "$folder/zconf.h" "$folder/include/"

cd "$folder/xz"
quietly ./configure --prefix="$folder" --with-pic --disable-shared --enable-encoders=lzma1 \
    --enable-decoders=lzma1 --enable-checks=crc32 --disable-threads --disable-nls --disable-doc \
    --disable-scripts --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo \
    --host=x86_64-linux-musl
quietly make -C src/liblzma install

quietly $CC -O2 -fPIC -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB \
    -c -o "$folder/sqlite3.o" "$folder/include/sqlite3.c"
ar rcs "$folder/lib/libsqlite3.a" "$folder/sqlite3.o"
