#!/bin/sh
# Builds liblzma for another system, which Debian has only for itself, from the source of Debian's own
# package: liblzma.sh FOLDER [COMPILER [AR]], by default mingw-w64's. FOLDER/lib and FOLDER/include hold it
# then.
#
# The source is that of XZ_SOURCE (xz, unpacked) where that is set, else what apt-get gives. Of its filters
# we need LZMA1 alone, which takes some of its files and a few names; its configure takes minutes where a
# compiler starts slowly.
set -eu
mkdir -p "$1/build" "$1/lib" "$1/include"
folder=$(cd "$1" && pwd)
compiler=${2:-x86_64-w64-mingw32-gcc} ar=${3:-x86_64-w64-mingw32-ar}

if [ -n "${XZ_SOURCE:-}" ]; then
    source=$(cd "$XZ_SOURCE" && pwd)
elif sh ext/packages/debian_source.sh xz-utils "$folder/xz"; then
    source=$folder/xz
else
    echo "liblzma for another system: apt-get has no source of xz-utils here; XZ_SOURCE=folder names one" >&2
    exit 1
fi

echo "compile liblzma with $compiler"
code=$source/src/liblzma
cd "$folder/build"
"$compiler" -O2 -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_STDBOOL_H -DTUKLIB_SYMBOL_PREFIX=lzma_ \
    -DHAVE_DECODER_LZMA1 -DHAVE_ENCODER_LZMA1 -DHAVE_MF_HC3 -DHAVE_MF_HC4 -DHAVE_MF_BT2 -DHAVE_MF_BT3 \
    -DHAVE_MF_BT4 -I"$source/src/common" -I"$code/api" -I"$code/common" -I"$code/check" -I"$code/lz" \
    -I"$code/lzma" -I"$code/rangecoder" -I"$code/simple" -I"$code/delta" -c "$code/common/common.c" \
    "$code"/common/filter_common.c "$code"/common/filter_decoder.c "$code"/common/filter_encoder.c \
    "$code"/lz/lz_*coder*.c "$code"/lzma/lzma_*coder*.c "$code"/lzma/fastpos_table.c \
    "$code"/rangecoder/price_table.c "$code"/check/crc32_table.c
"$ar" rcs "$folder/lib/liblzma.a" ./*.o
cp -R "$code/api/lzma.h" "$code/api/lzma" "$folder/include/"
rm -rf "$folder/xz" "$folder/build"
