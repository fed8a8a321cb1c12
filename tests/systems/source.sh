#!/bin/sh
# Fetches and unpacks the source of a Debian package, as the system's own package lists have it,
# while apt's state stays as it is: source.sh PACKAGE FOLDER
set -eu
package=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
apt=$folder.apt

command -v apt-get > /dev/null || {
    echo "the source of $package comes from Debian's packages, and apt-get isn't there" >&2
    exit 1
}
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/lists/partial" "$apt/sources" "$apt/archives/partial" "$apt/download"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed -e 's/^deb /deb-src /' -e 's/^Types:.*/Types: deb-src/' "$list" \
        > "$apt/sources/$(basename "$list" | sed 's/^sources.list$/main.list/')"
done
get() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources" \
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache::archives=$apt/archives" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root "$@"
}
get update || true # a list that can't be had now may not be needed
(cd "$apt/download" && get --download-only source "$package" > /dev/null)
tar xf "$apt"/download/*.orig.tar.* -C "$folder" --strip-components 1
