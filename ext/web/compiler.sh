#!/bin/sh
# Writes a compiler for WebAssembly: compiler.sh PATH. emcc is a program in Python that starts clang with a
# score of options. That start takes longer than most of our files take to compile, so PATH starts
# clang itself, as emcc says that it would; where emcc says nothing that works, PATH starts emcc.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo 'int main(void) { return 0; }' > "$folder/empty.c"

command=$(emcc -v -c "$folder/empty.c" -o "$folder/empty.o" 2>&1 |
    sed -n "s|^ *\\(\"*/[^ ]*clang.* --sysroot=.*\\) $folder/empty\\.c.*|\\1|p" | sed -n '1s/ -v -c$//p')
printf '#!/bin/sh\nexec %s "$@"\n' "${command:-emcc}" > "$1"
chmod +x "$1"
"$1" -c "$folder/empty.c" -o "$folder/again.o" 2> /dev/null &&
    cmp -s "$folder/empty.o" "$folder/again.o" || printf '#!/bin/sh\nexec emcc "$@"\n' > "$1"
