#!/bin/sh
# The libraries that gamemap and its tests need, for another machine, unpacked into a folder, as
# Debian has them: sysroot.sh ARCHITECTURE FOLDER. This system's own packages stay as they are.
set -eu
architecture=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
state=$folder/apt

for tool in apt-get dpkg-deb; do
    command -v $tool > /dev/null || {
        echo "libraries for $architecture come from Debian's packages, and $tool isn't there" >&2
        exit 1
    }
done
mkdir -p "$state/lists/partial" "$state/archives/partial" "$state/packages"
: > "$state/status"
get() {
    apt-get -qq -o "APT::Architecture=$architecture" -o "APT::Architectures::=$architecture" \
        -o "Dir::State::Lists=$state/lists" -o "Dir::State::status=$state/status" \
        -o "Dir::Cache::archives=$state/archives" -o Dir::Cache::pkgcache= \
        -o Dir::Cache::srcpkgcache= \
        -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
get update || true # a list that can't be had now may not be needed
(cd "$state/packages" &&
    get download libsqlite3-dev zlib1g-dev liblzma-dev libdeflate-dev libzstd-dev libbz2-dev)
for package in "$state"/packages/*.deb; do
    dpkg-deb -x "$package" "$folder"
done
rm -rf "$state"
