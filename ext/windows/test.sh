#!/bin/sh
# Runs gamemap.dll under wine: test.sh FOLDER SCRIPT...
# FOLDER holds sqlite3.exe and runner.exe; wine's own folder is made there, so that no one's settings
# and drives are touched. The last line is `N passed, N failed`.
set -u
folder=$(cd "$1" && pwd) || exit 1
there=$(echo "$1" | sed 's|/|\\|g') # the same folder, from here
shift
passed=0 failed=0

wine=/usr/lib/wine/wine64
[ -x $wine ] || wine=$(command -v wine64 || command -v wine) || {
    echo "skipped: wine isn't installed"
    exit 0
}
export WINEPREFIX="$folder/wine" WINEDEBUG=-all
# Nothing that wine would offer to install is needed, and there is no menu to be built
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
if ! $wine wineboot --init > "$folder/wineboot.log" 2>&1; then
    tail -n 5 "$folder/wineboot.log"
    echo "0 passed, 1 failed"
    exit 1
fi

# What wine takes for the server \\gamemap and its folder
mkdir -p "$WINEPREFIX/dosdevices/unc/gamemap"
ln -sfn "$(cd "$FIXTURES" && pwd)" "$WINEPREFIX/dosdevices/unc/gamemap/fixtures"
export UNC='\\gamemap\fixtures'

check() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'SQL:      %s\nexpected: %s\nfound:    %s\n' "$1" "$2" "$3"
    fi
}

# The shell as a newcomer has it: SQL, and what it prints
shell() {
    check "$1" "$2" "$($wine "$folder/sqlite3.exe" :memory: '.load ./gamemap' "$1" 2>&1 | tr -d '\r')"
}

echo "== the sqlite3 shell"
shell "SELECT count(*) FROM gnd_maps('$SAMPLES\\*.gnd')" "$(find "$SAMPLES" -maxdepth 1 -name '*.gnd' | wc -l | tr -d ' ')"
shell "SELECT length(readfile('$SAMPLES\\town.gnd')) = size FROM gamemap_files('$SAMPLES\\town.gnd')" 1
shell "SELECT count(*) FROM gnd_cubes(readfile('$SAMPLES\\town.gnd')) b JOIN gnd_cubes('$SAMPLES\\town.gnd') f
       ON b.id = f.id AND b.height_sw = f.height_sw" \
    "$(sqlite3 :memory: '.load ./gamemap' "SELECT count(*) FROM gnd_cubes('$SAMPLES/town.gnd')")"
shell "SELECT count(*) FROM gnd_maps(readfile('typo'))" \
    "Error: gnd_maps: readfile() gave NULL, as it does for a file that it can't read; \
write gnd_maps('file') with the path itself"

# The demo, and its last line as it is typed there
demo=$($wine "$folder/sqlite3.exe" :memory: -cmd '.load ./gamemap' < sql/demo.sql 2>&1 | tr -d '\r')
check 'sql/demo.sql, errors' 0 "$(echo "$demo" | grep -c '^Error\|error near')"
line=$(echo "$demo" | tail -n 1 | sed -e 's/^ *sqlite3//' -e "s|path/to/maps|$SAMPLES|")
line="@$there\\sqlite3$line"
echo "$line" > "$folder/line.bat"
check "$line" "$(find "$SAMPLES" -type f | LC_ALL=C sort)" \
    "$($wine cmd /c "$there\\line.bat" 2>&1 | tr -d '\r' | cut -d '|' -f 1 | LC_ALL=C sort)"
echo "$passed passed, $failed failed"

echo "== the same answers"
sqlite3 :memory: -cmd '.load ./gamemap' < ext/windows/answers.sql > "$folder/ask.sql"
sqlite3 :memory: -cmd '.load ./gamemap' < "$folder/ask.sql" > "$folder/here.txt" 2>&1
$wine "$folder/sqlite3.exe" :memory: -cmd '.load ./gamemap' < "$folder/ask.sql" 2>&1 |
    tr -d '\r' > "$folder/there.txt"
rows=$(wc -l < "$folder/here.txt")
if [ "$rows" -gt 10000 ] && cmp "$folder/here.txt" "$folder/there.txt"; then
    echo "1 passed, 0 failed"
else
    echo "$rows rows of all tables differ on Windows"
    echo "0 passed, 1 failed"
fi

echo "== scripts under wine"
$wine "$folder/runner.exe" "$@"
