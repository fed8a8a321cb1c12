#!/bin/sh
# Runs every script of sql/ on the sample files, as a user would: without an error, and with an
# answer. What they write lands in the folder SCRATCH.
#
#     tests/reports.sh EXTENSION SAMPLES SCRATCH
extension=$(realpath "$1") samples=$(realpath "$2") scratch=$3 passed=0 failed=0
scripts=$(realpath sql)
rm -rf "$scratch"
mkdir -p "$scratch" && cd "$scratch" && ln -s "$samples" samples || exit 1
for script in "$scripts"/*.sql; do
    name=$(basename "$script" .sql)
    "${SQLITE3:-sqlite3}" -bail :memory: -cmd ".load $extension" < "$script" > "$name.txt" 2> "$name.err"
    if [ $? -eq 0 ] && [ -s "$name.txt" ] && [ ! -s "$name.err" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/$name.sql: $(head -c 400 "$name.err")"
        [ -s "$name.txt" ] || echo "sql/$name.sql answers nothing"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
