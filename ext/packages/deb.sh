#!/bin/sh
# Makes a package for Debian from what `make install` gives: deb.sh VERSION FOLDER OUT
# FOLDER is where it was installed to (DESTDIR), OUT the folder that the package is written to. The
# time that it bears is that of the newest commit, or SOURCE_DATE_EPOCH.
set -eu
version=$1 root=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
name=libsqlite3-mod-gamemap
architecture=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-$(git log -1 --format='%an <%ae>' 2> /dev/null || echo "$(id -un) <$(id -un)@$(hostname -f)>")}
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date +%s)}
export SOURCE_DATE_EPOCH="$time"

strip --strip-unneeded "$root"/usr/lib/*/gamemap.so "$root/usr/bin/gamemap"
doc=$root/usr/share/doc/$name
mkdir -p "$doc" "$root/DEBIAN"
cp "$here/copyright" "$doc/copyright"
{
    echo "$name ($version) unstable; urgency=medium"
    echo
    echo "  * changes.md in this folder says what changed."
    echo
    echo " -- $maintainer  $(date -u -R -d "@$time")"
} | gzip -9n > "$doc/changelog.gz"
cp "$here/../../README.md" "$here/../reference/changes.md" "$doc/"
gzip -9n "$doc/README.md" "$root/usr/share/man/man1/gamemap.1"

# The packages that its libraries come from
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/debian"
printf 'Source: gamemap\n\nPackage: %s\nArchitecture: any\n' $name > "$scratch/debian/control"
depends=$(cd "$scratch" && dpkg-shlibdeps -O "$root"/usr/lib/*/gamemap.so "$root/usr/bin/gamemap" 2> "$scratch/errors" |
    sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || {
    cat "$scratch/errors" >&2
    exit 1
}

cat > "$root/DEBIAN/control" << CONTROL
Package: $name
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Depends: $depends
Recommends: sqlite3
Section: database
Priority: optional
Description: game-world files as tables of SQLite
 gamemap shows the structures of game-world files as SQL tables: ground and
 placement of Ragnarok Online maps, walkmeshes of Neverwinter Nights 2, models
 of Neverwinter Nights, navigation meshes of Silkroad Online, and terrain of
 Firefall, loose or in the archives in which they lie.
 .
 It is an extension that SQLite loads: .load gamemap in the sqlite3 shell; and a
 program of that name, which needs no shell.
CONTROL
echo 'activate-noawait ldconfig' > "$root/DEBIAN/triggers"
(cd "$root" && find usr -type f -exec md5sum {} + | sort -k 2 > DEBIAN/md5sums)
chmod -R u=rwX,go=rX "$root"
find "$root" -name gamemap.so -exec chmod 644 {} +
find "$root" -newermt "@$time" -exec touch -h -d "@$time" {} +

mkdir -p "$out"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/${name}_${version}_$architecture.deb"
