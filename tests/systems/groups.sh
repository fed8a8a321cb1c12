#!/bin/sh
# How large the cache is where a control group limits the memory of the process:
# groups.sh EXTENSION. In a namespace of its own an empty folder is mounted where control groups
# are, and files of version 2 are written there. Needs root.
set -u
extension=$(realpath "$1") passed=0 failed=0

skip() {
    echo "groups: skipped: $1"
    echo '0 passed, 0 failed'
    exit 0
}

if [ "${2:-}" != inside ]; then
    unshare -m true 2> /dev/null || skip 'no namespace can be made'
    exec unshare -m sh "$0" "$1" inside
fi

groups=/sys/fs/cgroup
group=$(sed -n 's/^0:://p' /proc/self/cgroup)
mount -t tmpfs none $groups 2> /dev/null || skip 'nothing can be mounted'
mkdir -p "$groups$group"
group=${group%/}

# The limit and its reason
ask() {
    ${SQLITE3:-sqlite3} :memory: ".load $extension" "SELECT gamemap_cache_limit(),
        substr(gamemap_debug(), instr(gamemap_debug(), ', by the ') + 9)"
}

# expect ANSWER WHAT
expect() {
    answer=$(ask)
    if [ "$answer" = "$1" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: expected %s, found %s\n' "$2" "$1" "$answer"
    fi
}

whole=$(ask)
echo max > "$groups$group/memory.max"
expect "$whole" 'a group without a limit'
echo 8589934592 > "$groups$group/memory.max"
expect '134217728|8192 MiB that the control group may use' 'a group of 8 GiB'
echo 104857600 > "$groups$group/memory.max"
expect '67108864|100 MiB that the control group may use' 'a group of 100 MiB: the least cache'
printf 'no number' > "$groups$group/memory.max"
expect "$whole" 'a file that holds no number'
if [ -n "$group" ]; then
    echo max > "$groups$group/memory.max"
    echo 8589934592 > $groups/memory.max
    expect '134217728|8192 MiB that the control group may use' 'the group around it'
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
