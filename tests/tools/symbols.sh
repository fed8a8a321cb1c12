#!/bin/sh
# What the built library takes from the system, gives away and may write to: symbols.sh EXTENSION
# Nothing that writes files, starts programs or opens connections is among what it takes.
set -u
passed=0 failed=0

taken=$(nm -D --undefined-only "$1" | awk '$(NF - 1) == "U" { sub(/@.*/, "", $NF); print $NF }')
for symbol in $taken; do
    case $symbol in
    open | open64 | read | pread | pread64 | close | stat | fstat | lstat | opendir | readdir | \
    closedir | stat64 | fstat64 | lstat64 | readdir64 | dirfd | __errno_location | clock_gettime | \
    qsort | mem* | str* | snprintf | vsnprintf | \
    __snprintf_chk | __vsnprintf_chk | __mem*_chk | __stack_chk_fail | __assert_fail | \
    floor* | ceil* | sqrt* | fabs* | atan2* | cos* | sin* | acos* | fmod* | hypot* | remainder | \
    round* | fmax* | fmin* | madvise | bcmp | \
    pthread_* | __register_atfork | sched_getaffinity | __sched_cpucount | sysconf | getpid | \
    getrlimit | getrlimit64 | __isoc23_strtoull | \
    sigfillset | lround* | llround | pow* | exp* | log* | trunc* | crc32* | inflate* | deflate* | \
    zlibVersion | lzma_* | libdeflate_* | ZSTD_* | BZ2_bzDecompress* | BZ2_bzlibVersion)
        passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "takes $symbol" ;;
    esac
done

for symbol in $(nm -D --defined-only "$1" | awk '{ print $NF }'); do
    case $symbol in
    sqlite3_extension_init | sqlite3_gamemap_init | sqlite3_gamemap_nofs_init)
        passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); echo "gives $symbol" ;;
    esac
done

# A file that somebody has renamed loads, too.
if command -v sqlite3 > /dev/null; then
    renamed=$(mktemp -d)
    cp "$1" "$renamed/maps.so"
    if sqlite3 :memory: -cmd ".load $renamed/maps" 'SELECT gamemap_version()' > /dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "a copy that is called maps.so isn't loaded"
    fi
    rm -r "$renamed"
fi

# Data that stay writable; constants with addresses lie in .data.rel.ro, which doesn't
writable=$(nm -f sysv "$1" | awk -F'|' '$NF ~ /\.(data|bss)$/ { gsub(/ /, "", $1); print $1 }')
for symbol in $writable; do
    case $symbol in
    sqlite3_api | completed.* | __dso_handle | __TMC_END__ | __bss_start | _edata | _end)
        passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); echo "may write to $symbol" ;;
    esac
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
