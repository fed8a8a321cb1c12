#!/bin/sh
# What a self-contained gamemap.so asks of the system that loads it: floor.sh FILE GLIBC
# It needs the C library alone, none of its symbols newer than GLIBC, and gives the entry
# points.
set -u
passed=0 failed=0

check() { # what, whether
    if [ "$2" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1"
    fi
}

for library in $(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    case $library in
    libc.so.6 | libm.so.6 | libpthread.so.0 | ld-linux*.so.*) good=yes ;;
    *) good=no ;;
    esac
    check "needs $library" "$good"
done

for version in $(readelf -W --dyn-syms "$1" | grep -o '@GLIBC_[0-9.]*' | sort -u); do
    version=${version#@GLIBC_}
    newest=$(printf '%s\n%s\n' "$version" "$2" | sort -V | tail -n 1)
    [ "$newest" = "$2" ] && good=yes || good=no
    check "takes symbols of glibc $version: $(readelf -W --dyn-syms "$1" |
        sed -n "s/.* \([^ ]*\)@GLIBC_$version.*/\1/p" | tr "\n" " ")" "$good"
done

given=$(readelf -W --dyn-syms "$1" | awk '$7 != "UND" && $5 == "GLOBAL" { print $8 }' |
    sort | tr '\n' ' ')
entries='sqlite3_extension_init sqlite3_gamemap_init sqlite3_gamemap_nofs_init '
[ "$given" = "$entries" ] && good=yes || good=no
check "gives $given" "$good"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
