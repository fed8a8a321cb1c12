#!/bin/sh
# Writes the sources as .clang-format has it, and rulers as long as lines are: tests/tools/format.sh
set -eu
cd "$(dirname "$0")/../.."
find src ext tests -name '*.[ch]' | while IFS= read -r file; do
    clang-format -i "$file"
    awk 'match($0, /^\/\* ---- .*[^-] -+ ?\*\/$/) {
             sub(/ -* ?\*\/$/, " ")
             while (length($0) < 97) $0 = $0 "-"
             $0 = $0 " */"
         }
         { print }' "$file" > "$file.new"
    cmp -s "$file" "$file.new" || cat "$file.new" > "$file"
    rm "$file.new"
done
