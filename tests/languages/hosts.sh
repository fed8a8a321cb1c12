#!/bin/sh
# Asks each host the same five questions and prints a table: hosts.sh EXTENSION [HOST...]
# A host that isn't installed is skipped. MODULES is the folder where npm has installed those of
# JavaScript; JDBC and GOPATH may name other places than Debian's.
set -u
here=$(dirname "$0")
folder=$(cd "$(dirname "$1")" && pwd)
extension=$folder/$(basename "$1")
file=$(basename "$1")
shift
only=" $* "
passed=0 failed=0 skipped=0
MODULES=${MODULES:-.build/modules}
MODULES=$(cd "$MODULES" 2> /dev/null && pwd)
export MODULES
expected=$(cat "$here/expected.txt")
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT

# The lines that a host printed, compared with what is expected. A host may say more in an error.
judge() {
    printf '%s\n' "$expected" | while read -r name wanted; do
        found=$(sed -n "s/^$name //p" "$answers" | head -n 1)
        case $name$found in
        "$name$wanted") ;;
        error*"$wanted"*) ;;
        *) echo "$name: $found instead of $wanted" ;;
        esac
    done
}

# host NAME 'how to tell that it is there' COMMAND...
host() {
    name=$1 there=$2
    shift 2
    case $only in
    '  ' | *" $name "*) ;;
    *) return ;;
    esac
    if ! sh -c "$there" > /dev/null 2>&1; then
        skipped=$((skipped + 1))
        printf '%-20s %-10s %s\n' "$name" - 'skipped: it is not installed'
        return
    fi
    "$@" > "$answers" 2>&1
    version=$(sed -n 's/^sqlite //p' "$answers" | head -n 1)
    wrong=$(judge)
    if [ -z "$wrong" ]; then
        passed=$((passed + 1))
        printf '%-20s %-10s %s\n' "$name" "$version" 'five answers are right'
    else
        failed=$((failed + 1))
        printf '%-20s %-10s %s\n' "$name" "${version:--}" 'FAILED'
        printf '%s\n' "$wrong" | sed 's/^/    /'
        head -n 8 "$answers" | sed 's/^/    | /'
    fi
}

debian_python=/usr/bin/python3
jdbc=${JDBC:-/usr/share/java/sqlite-jdbc.jar}
GOPATH=${GOPATH:-/usr/share/gocode}
GO111MODULE=off
export GOPATH GO111MODULE

printf '%-20s %-10s %s\n' host SQLite answers
host sqlite3 'command -v sqlite3' sh "$here/shell.sh" "$extension"
host sqlite3-gamemap 'test -x sqlite3-gamemap' env SQLITE3=./sqlite3-gamemap sh "$here/shell.sh" ''
host C 'test -x .build/linked/linked' \
    env LD_LIBRARY_PATH="$PWD/.build/linked/lib" .build/linked/linked
host Python "$debian_python -c 'import sqlite3; sqlite3.Connection.load_extension'" \
    $debian_python "$here/python.py" "$extension"
host apsw "$debian_python -c 'import apsw'" $debian_python "$here/with_apsw.py" "$extension"
host Tcl 'echo "exit [catch {package require sqlite3}]" | tclsh' \
    tclsh "$here/tcl.tcl" "$extension"
host PHP 'php -r "new SQLite3(\":memory:\");"' \
    php -d "sqlite3.extension_dir=$folder" "$here/php.php" "$file"
host Perl 'perl -MDBD::SQLite -e 1' perl "$here/perl.pl" "$extension"
host Ruby 'ruby -rsqlite3 -e 1' ruby "$here/ruby.rb" "$extension"
host Java "command -v javac && test -f $jdbc" java -cp "$jdbc" "$here/Java.java" "$extension"
host Go "command -v go && test -d $GOPATH/src/github.com/mattn/go-sqlite3" \
    go run "$here/go.go" "$extension"
host R "Rscript -e 'library(RSQLite)'" Rscript "$here/r.R" "$extension"
modules=$MODULES/node_modules
host node:sqlite "$modules/.bin/node --version" "$modules/.bin/node" "$here/node.mjs" "$extension"
host better-sqlite3 "test -d $modules/better-sqlite3" node "$here/better_sqlite3.mjs" "$extension"
host node-sqlite3 "test -d $modules/sqlite3/build" node "$here/node_sqlite3.mjs" "$extension"
host libsql "test -d $modules/libsql" node "$here/libsql.mjs" "$extension"
host Bun "$modules/.bin/bun --version" "$modules/.bin/bun" "$here/bun.mjs" "$extension"
host Deno "$modules/.bin/deno --version" "$modules/.bin/deno" run -A "$here/node.mjs" "$extension"
host DB-Browser 'command -v sqlitebrowser && command -v xvfb-run && command -v import' \
    sh "$here/browser.sh" "$extension" .build/browser

[ $skipped = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
