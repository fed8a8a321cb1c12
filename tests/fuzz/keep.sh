#!/bin/sh
# Keeps what fuzzing found: keep.sh FOLDER SEEDS. For each format whose inputs fuzz.sh left in
# FOLDER, SEEDS/FORMAT.tar.xz becomes the fewest of them that reach all places which they reach
# together. The same inputs give the same bytes.
set -eu
folder=$1 seeds=$2
mkdir -p "$seeds"
"$folder/fuzzing" > "$folder/formats"
while read -r format; do
    inputs=$folder/inputs-$format
    [ -d "$inputs" ] || continue
    fewest=$folder/fewest
    rm -rf "$fewest"
    mkdir "$fewest"
    FUZZ_FORMAT=$format "$folder/fuzzing" -set_cover_merge=1 -timeout=60 -rss_limit_mb=2048 \
        -max_len=1000000 "$fewest" "$inputs" > "$folder/keep.log" 2>&1 || {
        tail -n 20 "$folder/keep.log"
        exit 1
    }
    kept=$seeds/$(echo "$format" | tr ' ' -).tar.xz
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 --format=ustar \
        -C "$fewest" -cf - . | xz -9e -T1 > "$kept"
    echo "$format: $(find "$fewest" -type f | wc -l) inputs, $(wc -c < "$kept") bytes packed"
done < "$folder/formats"
rm -rf "$folder/fewest"
