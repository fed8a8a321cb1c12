#!/bin/sh
# Runs the parts of a test run side by side, as many at a time as this machine has cores:
#
#     side_by_side.sh FOLDER [PATTERN]
#
# Each line of standard input is a part, `name: command`, the longest ones first; PATTERN (of
# grep -E) chooses some by their names. A command prints `N passed, N failed` as its last line. A
# part has also failed where it ends without such a line, or badly without having counted a failure:
# by a signal, for want of a program, with what a sanitizer found. A line tells of each part when it
# has ended, how long it took, and for how long it kept a processor busy. What it printed is kept in
# FOLDER and, if it failed, shown in full after all others. The last line is `N passed, N failed`;
# the exit status is 1 if anything failed.
set -u

# Runs the part whose command is in $1.command, and writes $1.log and $1.sum: what passed and
# failed, and why it counts as failed where it hasn't said so itself.
run_part() {
    began=$(date +%s)
    sh "$1.command" < /dev/null > "$1.log" 2>&1
    status=$?
    times > "$1.times"
    awk -v status=$status -v seconds=$(($(date +%s) - began)) '
        FILENAME ~ /times$/ { # user and system, 0m1.5s 0m0.5s, of what has ended in its second line
            if (FNR == 2 && split($0, time, /[ ms]+/))
                processor = 60 * (time[1] + time[3]) + time[2] + time[4]
            next
        }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; counted = 1 }
        /ERROR: .*Sanitizer:/ { failed++ }
        END {
            if (!counted) { failed++; why = " (died with status " status ")" }
            else if (status && !failed) { failed++; why = " (ended with status " status ")" }
            printf "%d passed, %d failed%s, %d s, %d s of processor\n",
                passed, failed, why, seconds, processor
        }' "$1.times" "$1.log" > "$1.part"
    mv "$1.part" "$1.sum"
    echo "$(cat "$1.name"): $(cat "$1.sum")"
}

if [ "$1" = --part ]; then
    run_part "$2"
    exit
fi

folder=$1 pattern=${2:-} count=0
rm -rf "$folder"
mkdir -p "$folder" || exit 1
while IFS= read -r line; do
    name=${line%%: *}
    [ -n "$line" ] || continue
    printf '%s\n' "$name" | grep -qE -e "$pattern" || continue
    count=$((count + 1))
    part=$folder/$(printf '%02d %s' $count "$name" | tr -c 'A-Za-z0-9' '-')
    printf '%s\n' "$name" > "$part.name"
    printf '%s\n' "${line#*: }" > "$part.command"
done

if [ $count = 0 ]; then
    echo "no part has a name that matches '$pattern'"
    echo '0 passed, 1 failed'
    exit 1
fi

cores=$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2)
echo "$count parts on $cores cores; what they print is kept in $folder"
for command in "$folder"/*.command; do
    printf '%s\n' "${command%.command}"
done | xargs -n 1 -P "$cores" sh "$0" --part

passed=0 failed=0
for command in "$folder"/*.command; do
    part=${command%.command}
    read -r one _ other _ < "$part.sum" || one=0 other=1 # it wasn't run to its end
    passed=$((passed + one))
    failed=$((failed + other))
    if [ "$other" != 0 ]; then
        printf '\n%s failed: %s\n' "$(cat "$part.name")" "$(cat "$part.command")"
        sed 's/^/    /' "$part.log"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
