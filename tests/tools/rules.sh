#!/bin/sh
# Checks that ext/reference/rules.md tells of every rule, with the severity that it has, and of none
# that doesn't exist. Rules are the codes of findings in src/, and what sql/lint.sql adds to them:
# for each kind of file that others need one that such a file is missing.
#
#     tests/tools/rules.sh EXTENSION FOLDER...
#
# The folders have files to try: some codes stand in tables in src/, so they are only seen at work.
export LC_ALL=C
page=ext/reference/rules.md extension=$(realpath "$1") passed=0 failed=0
shift

# A line for each rule and severity in the page
told() {
    awk '/^### / { rule = $2 }
         /^Severity: / {
             split($0, parts, /[:.] */)
             count = split(parts[2], severities, " or ")
             for (i = 1; i <= count; i++) print rule, severities[i]
         }' "$page"
}

# A line for each code and severity that a call in src/ names; `? ... : ...` gives one of two.
in_source() {
    find src -name '*.c' -exec cat {} + | tr '\n' ' ' |
        sed -e 's/ASCII_NOTE(ascii, /SEVERITY_/g' -e 's/SEVERITY_/\n&/g' | awk '
        function text(at,    part) { split(rest, part, "\""); return part[at] }
        /^SEVERITY_[A-Z]+ : $/ { first = $1; next }
        /^SEVERITY_[A-Z]+, / {
            second = rest = $0
            sub(/,.*/, "", second)
            sub(/^[A-Z_]+, */, "", rest)
            one = first == "" ? second : first
            if (rest ~ /^"/ || rest ~ /^[^",;]*\? *"[a-z_0-9]+" *: *"/) {
                print text(2), one
                print text(rest ~ /^"/ ? 2 : 4), second
            }
        }
        { first = "" }' | sed 's/SEVERITY_//' | tr '[:upper:]' '[:lower:]' | grep -v '^ '
}

in_lint() {
    printf 'house %s\n' error warning info
    sed -n -e "s/.*'warning', '\([a-z0-9_]*_not_in_[a-z0-9]*\)',.*/\1 warning/p" \
        -e "s/.*'info', '\([a-z_]*\)',.*/\1 info/p" \
        -e "s/.*a.missing, '\([a-z_]*\)',.*/\1 info\n\1 warning/p" sql/lint.sql
    for folder in "$@"; do
        printf "SELECT DISTINCT replace(kind, ' ', '_') || '_missing ' || column1
                FROM gamemap_references('%s/**', NULL, 'skip')
                JOIN (VALUES ('info'), ('warning')) WHERE needed;\n" "$folder"
    done | "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension"
}

seen() {
    for folder in "$@"; do
        printf "SELECT DISTINCT code || ' ' || severity FROM gamemap_findings('%s/**');\n" "$folder"
    done | "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension"
}

# In tables and arguments a code stands apart from its severity: that it is there is enough, or that
# there is such a kind of name, which no file of the folders may have.
stands_apart() {
    while read -r rule severity; do
        kind=$(echo "${rule%_missing}" | tr _ ' ')
        find src -name '*_check*.c' -exec grep -qF "\"$rule\"" {} + ||
            find src -name '*_rules.txt' -exec grep -qF " $rule " {} + ||
            find src -name '*names*.[ch]' -exec grep -qF "\"$kind\"" {} + || echo "$rule $severity"
    done
}

# none WHAT: passes if $work/found is empty
none() {
    if [ ! -s "$work/found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1:"
        cat "$work/found"
    fi
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
told | sort > "$work/told"
seen "$@" > "$work/seen" || exit 1
{ in_source && in_lint "$@" && cat "$work/seen"; } | sort -u > "$work/there"
cut -d ' ' -f 1 "$work/told" | uniq > "$work/rules"
sed -n 's/^### //p' "$page" | sort > "$work/headings"

comm -13 "$work/told" "$work/there" > "$work/found"
none "$page doesn't tell of these rules, or not that they are so severe"
comm -23 "$work/told" "$work/there" | stands_apart > "$work/found"
none "$page tells of rules, or severities, that nothing reports"
uniq -d "$work/headings" > "$work/found"
none "$page tells twice of these"
comm -3 "$work/rules" "$work/headings" > "$work/found"
none "$page doesn't say how severe these are"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
