#!/bin/sh
# Prints one of N names, those that a seed chooses, and at least one; with N = 1 all of them:
# sampled.sh SEED N NAME...
seed=$1 every=$2
shift 2
[ "$every" != 1 ] || { echo "$@"; exit; }
# Each name gets a number that depends on all letters of the seed and of it; squares stay exact.
printf '%s\n' "$@" | LC_ALL=C awk -v seed="$seed" '
    BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
    {
        text = seed " " $0
        number = 12345
        for (i = 1; i <= length(text); i++)
            number = (number * number + code[substr(text, i, 1)] + i) % 67108859
        print number, $0
    }' | sort -n | awk -v every="$every" '{ name[NR] = $2 }
    END { for (i = 1; i <= NR / every || i == 1; i++) print name[i] }'
