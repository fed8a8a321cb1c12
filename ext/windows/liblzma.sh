#!/bin/sh
# Builds liblzma's decoder for another system, which Debian has only for itself, from the source of Debian's
# own package: liblzma.sh FOLDER [HOST], where the host is mingw-w64 unless it is given. FOLDER/lib and
# FOLDER/include hold it then.
#
# The source is that of XZ_SOURCE (xz, unpacked) where that is set, else what apt-get gives.
set -eu
mkdir -p "$1/build"
folder=$(cd "$1" && pwd)

if [ -n "${XZ_SOURCE:-}" ]; then
    source=$(cd "$XZ_SOURCE" && pwd)
elif sh ext/packages/debian_source.sh xz-utils "$folder/xz"; then
    source=$folder/xz
else
    echo "liblzma for another system: apt-get has no source of xz-utils here; XZ_SOURCE=folder names one" >&2
    exit 1
fi

# Runs a command that says something only where it fails.
quietly() {
    "$@" > log 2>&1 && return
    tail -n 5 log >&2
    exit 1
}

echo "configure and compile liblzma for ${2:-Windows}"
cd "$folder/build"
quietly "$source/configure" --host="${2:-x86_64-w64-mingw32}" --prefix="$folder" \
    --disable-shared --disable-encoders --enable-decoders=lzma1 --enable-checks=crc32 \
    --disable-threads --disable-nls --disable-doc --disable-scripts \
    --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo
quietly make -C src/liblzma install
rm -rf "$folder/xz" "$folder/build"
