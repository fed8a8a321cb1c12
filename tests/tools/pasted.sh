#!/bin/sh
# Pastes what README.md and ext/reference/tools.md show into the programs that they are for, as a
# reader would: pasted.sh EXTENSION PROGRAM SAMPLES SCRATCH
#
# Each block of a page is run whole. It has to end well and to answer something: at least a line for
# each statement, and whatever the page says that it answers. That is what stands behind a prompt of
# the shell, and elsewhere comments. Programs that aren't there are left out. NODE_PATH may name
# where npm has put DuckDB.
export LC_ALL=C.UTF-8
repository=$PWD passed=0 failed=0
extension=$(realpath "$1") program=$(realpath "$2") samples=$(realpath "$3") scratch=$4
modules=$(realpath "${NODE_PATH:-.build/npm/node_modules}" 2> /dev/null)

# Writes each block of a page to a file of its own: NUMBER.TOOL, where TOOL runs it.
split_page() {
    awk -v to="$2" '
        function tool(line) {
            if (line ~ /^sqlite> /) return "typed"
            if (line ~ /^(SELECT|WITH) /) return title == "DuckDB" ? "duckdb" : "sqlite3"
            if (line ~ /^import /) return title == "pandas" ? "pandas" : "python"
            if (line ~ /^sqlite-utils /) return "sqlite-utils"
            if (line ~ /^export OGR_/) return "ogr2ogr"
            if (line ~ /^\.\/gamemap /) return "sh"
            return "not-run"
        }
        /^#+ / { title = $0; sub(/^#+ /, "", title) }
        !/^    / { block = ""; next }
        { line = substr($0, 5) }
        block == "" { block = sprintf("%s/%02d.%s", to, ++count, tool(line)) }
        { print line > block }' "$1"
}

# What is typed behind prompts, and what has to be answered
typed() { sed -n 's/^\(sqlite\|   \.\.\.\)> //p' "$1"; }
answered() { grep -v '^\(sqlite\|   \.\.\.\)> ' "$1"; }

# Are the programs there that run a block of a tool: is_there TOOL FILE
is_there() {
    case $1 in
    typed | sqlite3) command -v sqlite3 ;;
    python) /usr/bin/python3 -c 'import sqlite3; sqlite3.Connection.load_extension' ;;
    pandas) /usr/bin/python3 -c 'import pandas' ;;
    duckdb) [ -d "$modules/@duckdb/node-api" ] && command -v node ;;
    sh) ! grep -q '^ogrinfo ' "$2" || command -v ogrinfo ;;
    *) command -v "$1" ;;
    esac > /dev/null 2>&1
}

# Runs a block: run TOOL FILE
run() {
    case $1 in
    typed) typed "$2" | sqlite3 -batch -cmd '.load ./gamemap' :memory: ;;
    sqlite3) sqlite3 -batch -bail -cmd '.load ./gamemap' :memory: < "$2" ;;
    python | pandas) /usr/bin/python3 "$2" ;;
    duckdb) node "$repository/tests/tools/duckdb.mjs" "$modules" "$2" ;;
    sh) sh -e "$2" && ls -l ./*.csv ./*.json ;;
    *) sh -e "$2" ;;
    esac
}

# Does the answer have what the page says, and a line for each statement?
is_answered() {
    case $1 in
    typed) answered "$2" | cmp - "$3" ;;
    *)
        grep -c ';$' "$2" | {
            read -r statements
            [ "$(wc -l < "$3")" -ge "$statements" ] || echo "fewer lines than statements"
        }
        sed -n -e 's/^# //p' -e 's/^-- //p' "$2" | while read -r wanted; do
            grep -qF -e "$wanted" "$3" || echo "not answered: $wanted"
        done
        ;;
    esac
}

rm -rf "$scratch"
mkdir -p "$scratch" || exit 1
cd "$scratch" || exit 1
ln -s "$extension" "gamemap.${extension##*.}"
ln -s "$program" gamemap
ln -s "$samples" samples
for page in README.md ext/reference/tools.md; do
    name=$(basename "$page" .md)
    mkdir "$name"
    split_page "$repository/$page" "$name"
    for block in "$name"/*; do
        tool=${block##*.}
        case $tool in
        not-run | answer | error) continue ;;
        esac
        if ! is_there "$tool" "$block"; then
            echo "$page: skipped, there isn't all that $block needs"
            continue
        fi
        if run "$tool" "$block" > "$block.answer" 2> "$block.error" && [ -s "$block.answer" ] &&
            told=$(is_answered "$tool" "$block" "$block.answer" 2>&1) && [ -z "$told" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$page: this block answers otherwise than it should: ${told:-}"
            cat "$block" "$block.answer" "$block.error"
        fi
    done
done
[ "$passed" -ge 5 ] || { failed=$((failed + 1)); echo "only $passed blocks were run"; }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
