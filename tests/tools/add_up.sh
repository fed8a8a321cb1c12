#!/bin/sh
# Adds up the lines `N passed, N failed` of the parts of a test run, which come on standard input.
# A part begins with `== name`, and has failed if it ends without such a line. What parts with
# failures printed last is repeated before the sum. How long each part took is printed behind it,
# `== name: N s`, which another add_up.sh lets through. What that one printed begins with
# `=== name`, and only its sum counts. (Not awk: some read a pipe only in large blocks, and
# whoever watches a run wants its lines as they come.)
total_passed=0 total_failed=0 trouble='' part='' lines='' counted='' stopped='' added='' failures=0
began=$(date +%s)

end_part() {
    now=$(date +%s)
    [ -z "$part" ] || printf '== %s: %s s\n' "$part" $((now - began))
    began=$now
    if [ -n "$part" ] && [ -z "$counted" ]; then
        lines="$lines$part: died
"
        failures=$((failures + 1))
    fi
    # make says that it stopped before the sum or after it, and mostly because of what has failed
    [ "$failures" != 0 ] || [ -z "$stopped" ] || failures=1
    total_failed=$((total_failed + failures))
    if [ "$failures" != 0 ]; then
        trouble="$trouble$(printf %s "$lines" | tail -n 24)
"
    fi
    lines='' counted='' stopped='' added='' failures=0
}

while IFS= read -r line; do
    case $line in
    '== '*': '*[0-9]' s')
        printf '%s\n' "$line"
        continue ;;
    '== '*)
        end_part
        part=${line#== }
        continue ;;
    '=== '*)
        end_part
        part=${line#=== } added=yes
        continue ;;
    [0-9]*' passed, '[0-9]*' failed')
        counted=yes
        total_passed=$((total_passed + ${line%% *}))
        failed=${line% failed}
        failures=$((failures + ${failed##* }))
        line="$part: $line" ;;
    # a leak shows when all is counted, and so may a crash; the suite indents what it has counted
    [!\ ]*"ERROR: "*Sanitizer:* | 'Segmentation fault'* | Aborted* | 'Bus error'*)
        [ -n "$added" ] || failures=$((failures + 1)) ;;
    make*': *** '*) stopped=yes ;; # and what could not be run to its end
    esac
    printf '%s\n' "$line"
    lines="$lines$line
"
done
end_part
[ -z "$trouble" ] || printf '\nWhat failed:\n%s\n' "$trouble"
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" = 0 ] && [ "$total_passed" != 0 ]
