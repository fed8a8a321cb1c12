#!/bin/sh
# Fetches a SQLite amalgamation that an npm package carries: sqlite.sh VERSION FOLDER
# VERSION is one of those below, `newest`, or `shell` for one with the sqlite3 shell beside it.
set -eu
version=$1 folder=$2

case $version in
3.38) package=better-sqlite3@7.5.1 ;;
3.40) package=better-sqlite3@8.0.0 ;;
3.44) package=better-sqlite3@9.2.0 ;;
3.47) package=better-sqlite3@11.7.0 ;;
3.51) package=better-sqlite3@12.5.0 ;;
# npm would take an older one that suits this machine's Node
newest) package='better-sqlite3@>=13.2.0' ;;
shell) package=sqlite3@6.0.1 ;;
*)
    echo "no package is known that carries SQLite $version" >&2
    exit 1 ;;
esac
if ! command -v npm > /dev/null; then
    echo "SQLite $version comes from an npm package, and npm isn't there" >&2
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(cd "$scratch" && npm pack --silent "$package" > name && tar xzf ./*.tgz) 2> "$scratch/errors" || {
    cat "$scratch/errors" >&2
    exit 1
}
# older packages hold an archive of it
for archive in "$scratch"/package/deps/*.tar.gz; do
    [ ! -f "$archive" ] || tar xzf "$archive" -C "$scratch"
done
mkdir -p "$folder"
for file in sqlite3.c sqlite3.h sqlite3ext.h shell.c; do
    found=$(find "$scratch" -name $file -type f | head -n 1)
    [ -z "$found" ] || cp "$found" "$folder/"
done
[ -f "$folder/sqlite3.c" ] || {
    echo "$package carries no amalgamation" >&2
    exit 1
}
