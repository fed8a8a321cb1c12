#!/bin/sh
# Builds zstd's decoder for another system, which Debian has only for itself, from the source of Debian's
# own package: libzstd.sh FOLDER [COMPILER [AR]], by default mingw-w64's. FOLDER/lib and FOLDER/include
# hold it then.
#
# The source is that of ZSTD_SOURCE (zstd, unpacked) where that is set, else what apt-get gives.
set -eu
mkdir -p "$1/build" "$1/lib" "$1/include"
folder=$(cd "$1" && pwd)
compiler=${2:-x86_64-w64-mingw32-gcc} ar=${3:-x86_64-w64-mingw32-ar}

if [ -n "${ZSTD_SOURCE:-}" ]; then
    source=$(cd "$ZSTD_SOURCE" && pwd)
elif sh ext/packages/debian_source.sh libzstd "$folder/zstd"; then
    source=$folder/zstd
else
    echo "zstd for another system: apt-get has no source of libzstd here; ZSTD_SOURCE=folder names one" >&2
    exit 1
fi

echo "compile zstd with $compiler"
cd "$folder/build"
"$compiler" -O2 -DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0 -DXXH_NAMESPACE=ZSTD_ -c \
    "$source"/lib/common/entropy_common.c "$source"/lib/common/error_private.c \
    "$source"/lib/common/fse_decompress.c "$source"/lib/common/xxhash.c \
    "$source"/lib/common/zstd_common.c "$source"/lib/common/debug.c "$source"/lib/decompress/*.c
"$ar" rcs "$folder/lib/libzstd.a" ./*.o
cp "$source/lib/zstd.h" "$source/lib/zstd_errors.h" "$folder/include/"
rm -rf "$folder/zstd" "$folder/build"
