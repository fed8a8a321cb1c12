#!/bin/sh
# Says what is missing before the first file is compiled, and what to do then:
# needs.sh COMPILER [OPTION...]
set -u

if ! command -v "$1" > /dev/null; then
    cat << END
There is no C compiler: $1

Who is root on Debian or Ubuntu installs one:
    apt-get install gcc
Without root: gamemap.so that was built on another machine of the same kind (make dist) works here.
END
    exit 1
fi

packages=''
while read -r header package; do
    printf '#include <stdio.h>\n#include <%s>\n' "$header" | "$@" -E - > /dev/null 2>&1 && continue
    echo "There is no $header, which $package has"
    packages="$packages $package"
done << END
sqlite3ext.h libsqlite3-dev
zlib.h zlib1g-dev
lzma.h liblzma-dev
END
[ -n "$packages" ] || exit 0

cat << END

Who is root on Debian or Ubuntu installs it:
    apt-get install$packages
Without root, but with a network, it can lie in this folder:
    apt-get download$packages
    for package in *.deb; do dpkg -x \$package libraries; done
    make CFLAGS='-O2 -isystem libraries/usr/include' LDFLAGS="-L\$(echo libraries/usr/lib/*-linux-gnu)"
Without a network, the packages can be fetched elsewhere, from packages.debian.org, and copied here.
END
exit 1
