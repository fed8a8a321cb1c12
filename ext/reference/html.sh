#!/bin/sh
# Makes pages of HTML of ext/reference/: html.sh FOLDER. Examples about samples/ can be run in the page beside,
# which has all of them but the town.
export LC_ALL=C
SAMPLES=$(find samples -type f ! -path 'samples/rivertown/*') || exit 1
export SAMPLES
to=$1 here=ext/reference
mkdir -p "$to" || exit 1
for page in "$here"/*.md; do
    name=$(basename "$page" .md)
    [ "$name" != README ] || name=index
    awk -f "$here/html.awk" "$page" > "$to/$name.html" || exit 1
done
cp "$here/reference.css" "$to"
