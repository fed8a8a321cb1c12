#!/bin/sh
# Prints one of N names, those that a seed chooses, and at least one; with N = 1 all of them:
# sampled.sh SEED N NAME...
seed=$1 every=$2
shift 2
[ "$every" != 1 ] || { echo "$@"; exit; }
for name; do
    printf '%s %s\n' "$(printf '%s' "$seed $name" | cksum | cut -d ' ' -f 1)" "$name"
done | sort -n | awk -v every="$every" '{ name[NR] = $2 }
    END { for (i = 1; i <= NR / every || i == 1; i++) print name[i] }'
