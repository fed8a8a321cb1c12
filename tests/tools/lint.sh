#!/bin/sh
# What tools say of the sources: their format, lines and files that are too long, rulers that don't
# end where lines do, and the few checks of clang-tidy and cppcheck that pay. A tool that isn't
# there is left out. The last line is `N passed, N failed`.
#
#     tests/tools/lint.sh [layers|format|length|tidy|cppcheck|shell]...
#
# clang-tidy and cppcheck, which take longest, look at one of EVERY files, which SEED chooses;
# without EVERY at all.
set -u
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
sources=$(find src ext tests -name '*.[ch]' | LC_ALL=C sort)
chosen=$(printf '%s\n' "$sources" | grep '\.c$' |
    xargs sh tests/tools/sampled.sh "${SEED:-} lint" "${EVERY:-1}" | tr ' ' '\n')
scripts=$(find .ci tests -name '*.sh' -o -path '.ci/*' -type f | LC_ALL=C sort)

# Left out: what is meant so here (parameters of one type, sizes widened on purpose, strings joined
# over lines, padding compared), and conversions, which the compilers' warnings cover.
tidy="-*,bugprone-*,misc-redundant-expression,misc-static-assert\
,readability-misleading-indentation,readability-duplicate-include\
,-bugprone-easily-swappable-parameters,-bugprone-implicit-widening-of-multiplication-result\
,-bugprone-macro-parentheses,-bugprone-suspicious-string-compare,-bugprone-integer-division\
,-bugprone-incorrect-roundings,-bugprone-narrowing-conversions\
,-bugprone-signed-char-misuse,-bugprone-sizeof-expression\
,-bugprone-suspicious-missing-comma,-bugprone-reserved-identifier,-bugprone-signal-handler\
,-bugprone-not-null-terminated-result,-bugprone-suspicious-memory-comparison"

# Counts a check that said nothing as passed, and prints what it said.
count() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s\n%s\n' "$1:" "$2"
    fi
}

there() {
    command -v "$1" > /dev/null && return
    echo "$1 isn't installed"
    false
}

lint_format() {
    there clang-format || return
    # shellcheck disable=SC2086 # no path of the sources has a blank
    count clang-format "$(clang-format --dry-run $sources 2>&1 | head -n 40)"
}

# Who may include whom
lint_layers() {
    # shellcheck disable=SC2046 # no path of the sources has a blank
    count layers "$(awk -f tests/tools/layers.awk \
        $(find src ext/engine ext/*.c ext/*.h -name '*.[ch]'))"
}

lint_length() {
    # shellcheck disable=SC2086 # no path of the sources has a blank
    count length "$(LC_ALL=C awk '
        function end_file() { if (lines > 650) print path ": " lines " lines" }
        FNR == 1 { end_file(); path = FILENAME }
        { lines = FNR; gsub(/[\200-\277]/, "") } # a character of UTF-8 is its first byte
        # a layout in a comment is a table, which may be wider
        length($0) > (/^\*\*/ ? 110 : 100) { print path ":" FNR ": " length($0) " columns" }
        path ~ /[.][ch]$/ && /^\/\* ----.*-- ?\*\/$/ && length($0) != 100 {
            print path ":" FNR ": a ruler of " length($0) " columns, not 100"
        }
        END { end_file() }' $sources $scripts | head -n 40)"
}

lint_tidy() {
    there clang-tidy || return
    # shellcheck disable=SC2016 # the inner shell expands it
    said=$(printf '%s\n' "$chosen" | grep -v '_windows\.c$\|^ext/web/' |
        xargs -n 4 -P 2 sh -c '
        clang-tidy --quiet --checks="$0" "$@" -- -std=c11 -D_GNU_SOURCE -Isrc -Iext \
            $(pkg-config --cflags sqlite3 zlib liblzma) 2> /dev/null' "$tidy")
    count clang-tidy "$said"
}

# Suppressed: what it takes for granted wrongly about hexadecimal numbers, callers and loops. A file
# is checked once for each macro that it asks for, except __GNUC__, which every file asks for and
# which decides nothing but attributes.
lint_cppcheck() {
    there cppcheck || return
    # shellcheck disable=SC2046 # no path of the sources has a blank
    count cppcheck "$(cppcheck --quiet --std=c11 --enable=warning,portability,performance -j 2 \
        --suppress=incorrectLogicOperator --suppress=identicalInnerCondition \
        --suppress=shiftTooManyBits --suppress=autoVariables --suppress=uninitvar \
        --suppress=arrayIndexThenCheck --suppress=returnDanglingLifetime \
        --suppress=nullPointerArithmeticRedundantCheck --suppress=negativeIndex \
        -U__GNUC__ -Isrc -Iext --template='{file}:{line}: {id}: {message}' \
        $(printf '%s\n' "$chosen" | grep -v '^ext/web/') 2>&1)"
}

lint_shell() {
    there shellcheck || return
    # shellcheck disable=SC2086 # no path of the scripts has a blank
    count shellcheck "$(shellcheck --format=gcc $scripts)"
}

[ $# -gt 0 ] || set -- layers format length tidy cppcheck shell
for part in "$@"; do "lint_$part"; done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
