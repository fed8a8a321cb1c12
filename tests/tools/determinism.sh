#!/bin/sh
# Builds the extension in several ways and compares the hashes of all that it answers about the
# fixtures: determinism.sh MAKE. The last line is `N passed, N failed`.
set -u
make=$1 library=${LIBDEFLATE-libdeflate}
first='' passed=0 failed=0
while read -r name compiler libdeflate options; do
    command -v "$compiler" > /dev/null || continue
    build=.build/determinism/$name
    mkdir -p "$build"
    with=$library
    [ "$libdeflate" = yes ] || with=
    if ! "$make" -s "$build/hosts" "$build/gamemap.$SUFFIX" BUILD="$build" CC="$compiler" \
        CFLAGS="$options" LIBDEFLATE="$with" EXTENSION="$build/gamemap.$SUFFIX" \
        > "$build/log" 2>&1; then
        echo "$name: can't be built, see $build/log"
        failed=$((failed + 1))
        continue
    fi
    hash=$("$build/hosts" --extension "./$build/gamemap.$SUFFIX" --digest-all "$FIXTURES")
    echo "$name: $hash"
    [ -n "$first" ] || first=$hash
    if [ -n "$hash" ] && [ "$hash" = "$first" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done << END
gcc-O2 gcc yes -O2
gcc-O0 gcc yes -O0
gcc-O3 gcc yes -O3
gcc-zlib gcc no -O2
gcc-sanitized gcc yes -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
clang-O2 clang yes -O2
clang-O0 clang yes -O0
clang-O3 clang yes -O3
clang-sanitized clang yes -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
END
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
