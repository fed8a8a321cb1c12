#!/bin/sh
# Builds gamemap from the tarball of dist/ in a folder of its own, where no git says which commit it
# is: tarball.sh DIST. One question is asked of it, so that the compiler needn't optimize.
set -u
tarball=$(find "$1" -name 'gamemap-*.tar.gz')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tar xzf "$tarball" -C "$work" || exit 1
commit=$(cat "$work"/gamemap-*/.commit)
if (cd "$work"/gamemap-* && GIT_DIR=/nonexistent make -s ONE_FILE=1 CFLAGS=-O0 > ../log 2>&1 &&
    sqlite3 :memory: '.load ./gamemap' 'SELECT gamemap_debug()') > "$work/found" 2>&1 &&
    grep -q "commit $commit" "$work/found"; then
    echo "the tarball builds and is of commit $commit"
    echo '1 passed, 0 failed'
else
    cat "$work/log" "$work/found"
    echo '0 passed, 1 failed'
    exit 1
fi
