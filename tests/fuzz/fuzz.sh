#!/bin/sh
# Runs the fuzz target of every format, and of queries: fuzz.sh FOLDER FIXTURES SECONDS [FORMAT...]
# FOLDER holds the program `fuzzing` and keeps the inputs of each format from run to run. They begin
# with the fixtures and, where xz is there, with what tests/fuzz/seeds keeps (keep.sh). Prints for
# each format how many inputs were tried and what became of them; a crash ends the run.
set -eu
folder=$1 fixtures=$2 seconds=$3
shift 3
program=$folder/fuzzing
export ASAN_OPTIONS=quarantine_size_mb=4:malloc_context_size=4
if [ $# -eq 0 ]; then
    "$program" > "$folder/formats" # a line for each, since names have blanks
    while read -r format; do set -- "$@" "$format"; done < "$folder/formats"
    set -- "$@" SQL
fi
share=$((seconds / $#))
[ $share -gt 0 ] || share=1
for format in "$@"; do
    export FUZZ_FORMAT="$format"
    inputs=$folder/inputs-$format
    mkdir -p "$inputs"
    if [ "$format" = SQL ]; then
        program=$folder/fuzzing-sql
    else
        FUZZ_SEEDS=$fixtures FUZZ_INTO=$inputs "$program" > /dev/null
        kept=tests/fuzz/seeds/$(echo "$format" | tr ' ' -).tar.xz
        ! [ -f "$kept" ] || tar -xJf "$kept" -C "$inputs" || echo "$format: without $kept"
    fi
    # room for half more than the largest seed
    largest=$(find "$inputs" -type f -exec wc -c {} + |
        awk '$2 != "total" && $1 > most { most = $1 } END { print most + 0 }')
    room=$((largest * 3 / 2 + 4096))
    dictionary=tests/fuzz/$format.dict
    [ -f "$dictionary" ] || dictionary=''
    if ! "$program" -max_total_time=$share -max_len=$room -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix="$folder/$format-" ${dictionary:+"-dict=$dictionary"} "$inputs" \
        > "$folder/$format.log" 2>&1; then
        tail -n 40 "$folder/$format.log"
        echo "$format: failed, see $folder/$format.log"
        exit 1
    fi
    tail -n 1 "$folder/$format.log"
done
