#!/bin/sh
# Writes the pages that derive from the descriptors and from the headers of src/ into a folder. It runs
# in the folder of the repository, where samples/ lies.
#
#     sh ext/reference/reference.sh EXTENSION FOLDER
export LC_ALL=C
library=$(realpath "$1") to=$2 work=.build/reference here=ext/reference
ask() { "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" < "$1"; }

# Which headers describe the formats of a page; most are named as their format.
headers() {
    case $1 in
    gt) echo src/firefall/gt.h src/firefall/gt_nodes.h src/firefall/gt_layers.h ;;
    text) echo src/text/text_file.h ;;
    ro-server) find src/ragnarok/server -name "ro_script.h" -o -name "ro_map_index.h" -o -name "ro_cells.h" | sort -r ;;
    mdl) echo src/neverwinter/mdl/mdl_format.h ;;
    trn) echo src/neverwinter/trn/trn.h src/neverwinter/aswm/aswm.h ;;
    archives)
        for name in grf thor pk2 erf key bif zip map_cache; do echo "src/archive/$name.h"; done
        echo src/codec/xres.h
        ;;
    *) find src -name "$1.h" ;;
    esac
}

title() {
    case $1 in
    archives) echo '# Archives' ;;
    ro-server) echo "# Ragnarok Online servers" ;;
    extension) echo '# Files of any format, pictures, and gamemap itself' ;;
    esac
}

write_layout() {
    mark='#'
    title "$1"
    [ -z "$(title "$1")" ] || mark='##'
    for header in $(headers "$1"); do
        awk -v mark="$mark" -f "$here/layout.awk" "$header"
        mark='##'
    done
}

rm -rf "$work"
mkdir -p "$work" "$to" || exit 1
ask "$here/facts.sql" > "$work/facts" || exit 1
ask "$work/examples.sql" > "$work/answers" 2> "$work/errors"
if [ -s "$work/errors" ]; then
    cat "$work/errors"
    exit 1
fi
awk -f "$here/reference.awk" "$work/facts" > "$work/pages"
while read -r page; do
    write_layout "$page" | sed '1{/^$/d}' > "$work/$page.md"
    if [ ! -s "$work/$page.md" ]; then
        echo "no header of src/ describes the format of the page $page (ext/reference/reference.sh)"
        exit 1
    fi
done < "$work/pages"
awk -v to="$to" -v gathered="$work/index.md" -v layouts="$work" -f "$here/reference.awk" \
    "$work/facts" "$work/answers"

# The index keeps what stands before its mark, and so does the page of reports.
keep() { sed '/^<!-- From here on/q' "$here/$1"; }

reports() {
    printf '\n| report | what it shows |\n|---|---|\n'
    for script in sql/*.sql; do
        name=${script#sql/}
        case $name in demo.sql) continue ;; esac
        printf '| [%s](../../sql/%s) | %s |\n' "$name" "$name" "$(purpose "$script")"
    done
}

# The first sentence of a script's first comment
purpose() {
    awk '!/^-- / { exit } { sub(/^-- /, ""); text = text " " $0 }
         END { sub(/^ /, "", text); if (match(text, /[.:]( |$)/)) text = substr(text, 1, RSTART - 1)
               gsub(/\|/, "\\|", text); print text }' "$1"
}

{ keep README.md && cat "$work/index.md"; } > "$work/README.md"
{ keep reports.md && reports; } > "$work/reports.md"
mv "$work/README.md" "$work/reports.md" "$to"
