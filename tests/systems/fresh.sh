#!/bin/sh
# Runs README.md's two commands on a fresh minimal system:
# fresh.sh SUITE [user] [demo | test | deb]...
#
# SUITE is one of Debian (bookworm, trixie), which debootstrap gets from where this machine has its
# packages, or of Ubuntu (jammy, noble), from where debootstrap itself knows. Without further words:
# demo, test, and deb where dist/ has a package. With `user` nobody is root there: an ordinary user
# whose sudo asks for no password types them, without a locale, as Ubuntu's images have it. Needs
# root.
set -u
suite=$1
shift
user=root
if [ "${1:-}" = user ]; then
    user=player
    shift
fi
parts=${*:-demo test deb}
root=$PWD/.build/fresh/$suite-$user
passed=0 failed=0
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources \
    /etc/apt/sources.list.d/*.list 2> /dev/null |
    sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' \
        -e 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' |
    grep '/debian/*$' | head -n 1)
components=main
case $suite in
jammy | noble) mirror='' components=main,universe ;;
esac

skip() {
    echo "$suite: skipped: $1"
    echo "0 passed, 0 failed"
    exit 0
}

command -v debootstrap > /dev/null || skip 'debootstrap is not there'
[ "$(id -u)" = 0 ] || skip 'it needs root'

unmount() {
    umount "$root/proc" 2> /dev/null
}
trap unmount EXIT

start=$(date +%s)
# Runs a part, whose output is shown where it fails, and tells how long it took.
part() {
    name=$1
    shift
    began=$(date +%s)
    if "$@" > "$root.log" 2>&1; then
        passed=$((passed + 1))
        result=well
    else
        failed=$((failed + 1))
        result='with a FAILURE'
        tail -n 30 "$root.log" | sed 's/^/    | /'
    fi
    seconds=$(($(date +%s) - began))
    echo "$suite: $name ended $result after $((seconds / 60)) min $((seconds % 60)) s"
}

inside() {
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive sh -c "cd /root/gamemap && $1" < /dev/null
}

# The same for the user who sits there
typed() {
    if [ $user = root ]; then
        inside "$1"
    else
        chroot "$root" su - $user -c "cd gamemap && $1" < /dev/null
    fi
}

add_user() {
    inside "apt-get update && apt-get install -y sudo && useradd -m -s /bin/bash $user &&
        echo '$user ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/$user &&
        cp -r /root/gamemap /home/$user/ && chown -R $user: /home/$user"
}

rm -rf "$root"
mkdir -p "$root"
# shellcheck disable=SC2086
debootstrap --variant=minbase --components=$components "$suite" "$root" $mirror \
    > "$root.log" 2>&1 || {
    rm -rf "$root"
    skip "debootstrap can't get it: $(grep '^[EW]:' "$root.log" | tail -n 1)"
}
echo "$suite: the system was made after $(($(date +%s) - start)) s"
mount -t proc proc "$root/proc"

mkdir "$root/root/gamemap"
git archive HEAD | tar x -C "$root/root/gamemap"
[ $user = root ] || part "making $user, who has sudo," add_user
for word in demo test; do
    case " $parts " in *" $word "*)
        command=$(sed -n "s/^    \(.* && make $word\)\$/\1/p" README.md)
        part "make $word" typed "$command"
        grep -E '^[0-9]+ passed' "$root.log" | tail -n 1 | sed "s/^/$suite: /" ;;
    esac
done

case " $parts " in *" deb "*)
    package=$(find dist -name '*.deb' 2> /dev/null | head -n 1)
    if [ -z "$package" ]; then
        echo "$suite: skipped: make deb has not been run"
    else
        mkdir -p "$root/root/gamemap/samples"
        cp "$package" "$root/root/"
        cp samples/* "$root/root/gamemap/samples/"
        part 'the package for Debian' inside "apt-get update &&
            apt-get install -y sqlite3 /root/*.deb &&
            sh tests/languages/shell.sh gamemap | sed -e 1d -e 's/error .*\(gnd_maps\)/error \1/' \
                -e 's/\(no such file\).*/\1/' | diff - tests/languages/expected.txt"
    fi ;;
esac
umount "$root/proc" && rm -rf "$root"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
