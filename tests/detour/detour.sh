#!/bin/sh
# Meshes for Detour in the programs that read them: detour.sh EXTENSION OUT MODULES FILE...
#
# Writes the mesh of each TRN, TRX and GAT, and of a made map that is too large for one tile, and
# 200 pairs of places or more with what gamemap says of them. libDetour (Debian's librecast-dev, by
# detour.cpp) and recast-navigation (npm, by detour.mjs) have to say the same. What isn't there is
# left out, and a line says so. The last line is `N passed, N failed`.
set -u
extension=$1 out=$2 modules=$3
shift 3
here=$(dirname "$0")
passed=0 failed=0

ask() {
    "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension" -cmd ".param set :file '$file'" "$@"
}

# Runs a program that ends with `N passed, N failed`, and adds that up: `part NAME COMMAND...`
part() {
    name=$1
    shift
    timeout 300 "$@" > "$out/log" 2>&1
    last=$(grep -a '^[0-9]* passed, [0-9]* failed$' "$out/log" | tail -n 1)
    grep -a '^failed: ' "$out/log" | head -n 5
    [ -n "$last" ] || { tail -n 5 "$out/log"; last='0 passed, 1 failed'; }
    echo "$name: $last"
    passed=$((passed + ${last%% *}))
    last=${last% failed}
    failed=$((failed + ${last##* }))
}

mkdir -p "$out"
detour='' recast=''
if "${CXX:-c++}" -O1 -I/usr/include/recastnavigation -o "$out/detour" "$here/detour.cpp" -lDetour \
    > "$out/compile.log" 2>&1; then
    detour=yes
elif [ -e /usr/include/recastnavigation/DetourNavMesh.h ]; then
    tail -n 5 "$out/compile.log"
    failed=1
else
    echo "librecast-dev isn't there: skipped"
fi
if [ -e "$modules/@recast-navigation/core" ] && command -v node > /dev/null; then
    recast=yes
else
    echo "node or npm's @recast-navigation/core isn't there: skipped"
fi

file=$out/large.fld2
ask "SELECT writefile(:file, CAST(x'01020102' ||
         group_concat(char(iif(x % 4 OR y % 8, 1, 8)), '') AS BLOB))
     FROM (SELECT value / 513 AS y, value % 513 AS x FROM generate_series(0, 513 * 513 - 1))" \
    > "$out/log"
for file in "$file" "$@"; do
    case $file in
    *.gat|*.fld2) mesh=gat_navmesh before='' ;;
    *) mesh=aswm_navmesh before='NULL, ' ;;
    esac
    ask < "$here/pairs_${mesh%_navmesh}.sql" > "$out/pairs"
    ask "SELECT writefile('$out/set', $mesh(:file, ${before}1))" > "$out/log"
    [ -z "$detour" ] || part "libDetour, $file" "$out/detour" "$out/set" "$out/pairs"
    [ -z "$recast" ] ||
        part "recast-navigation, $file" node "$here/detour.mjs" "$modules" "$out/set" "$out/pairs"
    [ "$file" != "$out/large.fld2" ] || continue
    ask "SELECT writefile('$out/tile', $mesh(:file))" > "$out/log"
    [ -z "$detour" ] || part "libDetour, the tile alone" "$out/detour" "$out/tile" "$out/pairs"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
