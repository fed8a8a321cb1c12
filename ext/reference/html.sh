#!/bin/sh
# Makes pages of HTML of ext/reference/: html.sh FOLDER. Examples about samples/ can be run in the page beside,
# which has all of them but the town.
export LC_ALL=C
SAMPLES=$(find samples -type f ! -path 'samples/rivertown/*') || exit 1
export SAMPLES
to=$1 here=ext/reference
# What people read comes first; then what `make reference` writes: a page for each format
PAGES=$(for page in "$here"/*.md; do
    group=Guides
    grep -q '^<!-- From here on' "$page" && group=Formats
    case $page in */README.md | */reports.md | */rules.md) group=Everything ;; esac
    printf '%s|%s|%s\n' $group "$(basename "$page")" "$(sed -n '/^# /{s/^# //p;q;}' "$page")"
done | sort -t '|' -k 1,1r -k 3)
export PAGES
mkdir -p "$to" || exit 1
for page in "$here"/*.md; do
    name=$(basename "$page" .md)
    [ "$name" != README ] || name=index
    awk -f "$here/html.awk" "$page" > "$to/$name.html" || exit 1
done
cp "$here/reference.css" "$to"
