#!/bin/sh
# Unpacks the source of a Debian package: debian_source.sh PACKAGE FOLDER
#
# apt-get takes it from where this machine has its packages from; apt's own lists and sources stay as
# they are. Where there is no apt-get, unpack the source into the folder by hand.
set -eu
package=$1
mkdir -p "$2/apt/lists/partial" "$2/apt/sources"
folder=$(cd "$2" && pwd)
apt=$folder/apt

for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" > "$apt/sources/$(basename "$list" .list).list"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" > "$apt/sources/$(basename "$list")"
done
set -- -q -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources" \
    -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt" -o APT::Sandbox::User=
# Packages of others may have no source: whether this one has, the download tells.
apt-get "$@" update 2> "$apt/update" || true
# A mirror may not have the newest one, which its own list names, while it still has the one before.
: > "$apt/errors"
for version in $(apt-cache "$@" showsrc "$package" | sed -n 's/^Version: //p' | sort -urV); do
    (cd "$apt" && apt-get "$@" --download-only source "$package=$version") 2>> "$apt/errors" && break
done
if ! ls "$apt"/*.dsc > /dev/null 2>&1; then
    cat "$apt/update" "$apt/errors" >&2
    exit 1
fi
rm -f "$apt"/*.asc # signatures
tar -xf "$apt/${package}"_*.orig.tar.* --strip-components 1 -C "$folder"
rm -rf "$apt"
