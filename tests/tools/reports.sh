#!/bin/sh
# Runs every script of sql/ as a user would: without an error, and with an answer. First on the
# sample files, then where each of them lies twice, then where a cut one of every kind lies among
# them. Where there are no files they say so once. What they write lands in the folder SCRATCH.
#
#     tests/tools/reports.sh EXTENSION SAMPLES SCRATCH
extension=$(realpath "$1") samples=$(realpath "$2") scratch=$3 passed=0 failed=0
scripts=$(realpath sql) library=../gamemap

# ask FOLDER NAME: runs the script in the folder, its answer is NAME.txt there, its errors NAME.err
ask() {
    (cd "$1" && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
        < "$scripts/$2.sql" > "$2.txt" 2> "$2.err")
}

# $1: a folder that holds samples/; then the scripts that aren't run: they are right to stop there
run_all() {
    folder=$1 stopping=" $* "
    for script in "$scripts"/*.sql; do
        name=$(basename "$script" .sql)
        case $stopping in *" $name "*) continue ;; esac
        if ask "$folder" "$name" && [ -s "$folder/$name.txt" ] && [ ! -s "$folder/$name.err" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql, $folder: $(head -c 400 "$folder/$name.err")"
            [ -s "$folder/$name.txt" ] || echo "sql/$name.sql, $folder: answers nothing"
        fi
    done
}

# $1: a folder without files
run_none() {
    for script in "$scripts"/*.sql; do
        name=$(basename "$script" .sql)
        case $name in reference | tables) continue ;; esac # they read none
        # pictures of several files go on where one can't be read, and name it
        if { ! ask "$1" "$name" && [ "$(wc -l < "$1/$name.err")" -eq 1 ]; } ||
            grep -q unreadable "$1/$name.txt"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql without files: $(head -c 400 "$1/$name.err")"
        fi
    done
}

# $1: a folder with samples/. A report about files of another format than it reads says so, if it
# isn't refused.
run_other_format() {
    for script in "$scripts"/*.sql; do
        name=$(basename "$script" .sql) other=samples/town.gnd
        case $name in
        demo | front | reference | tables | jmx_difference) continue ;;
        gnd_*) other=samples/town.gat ;;
        esac
        if (cd "$1" && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
                -cmd ".param set :files '$other'" < "$script" > other.txt 2> other.err); then
            told=$(head -n 1 "$1/other.txt")
        else
            told=$(cat "$1/other.err")
        fi
        case $told in
        'None of the files '* | *": not a"*) passed=$((passed + 1)) ;;
        *)
            failed=$((failed + 1))
            echo "sql/$name.sql about $other says: $told"
            ;;
        esac
    done
}

# expect NAME PARAMETER VALUE WHAT: the script with that parameter in the folder once; WHAT is
# 'whole' where it is to answer without a word about samples, 'refused' where it is to fail
expect() {
    (cd once && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" -cmd ".param set $2 '$3'" \
        < "$scripts/$1.sql" > with.txt 2> with.err)
    status=$?
    if [ "$4" = refused ] && [ $status -ne 0 ] && [ "$(wc -l < once/with.err)" -eq 1 ]; then
        passed=$((passed + 1))
    elif [ "$4" = whole ] && [ $status -eq 0 ] && [ -s once/with.txt ] &&
        ! grep -q 'given, so' once/with.txt; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/$1.sql with $2 '$3' isn't $4: $(head -c 200 once/with.txt once/with.err)"
    fi
}

# Every script takes :file as well as :files, and says in its first line when it has neither; one
# that is about one file refuses a pattern.
run_parameters() {
    for script in "$scripts"/*.sql; do
        name=$(basename "$script" .sql)
        case $name in demo | front | reference | tables | jmx_difference) continue ;; esac
        case $name in
        gnd_*) sample='samples/town.gnd' ;;
        gt_*) sample='samples/5_0001_0002.gtchunk' ;;
        jmx_*) sample='samples/nv_61a8.nvm' ;;
        mdl_*) sample='samples/windmill.mdl' ;;
        ro_floors) sample='samples/town.gat' ;;
        ro_*) sample='samples/town.rsw' ;;
        *) sample='samples/house.tr[nx]' ;;
        esac
        [ "$name" != aswm_svg ] || sample='samples/house.trx'
        expect "$name" :file "$sample" whole
        expect "$name" :files "$sample" whole
        case $name in
        *_obj | *_svg) expect "$name" :file "${sample%/*}/*.${sample##*.}" refused ;;
        esac
        if head -n 1 "once/$name.txt" | grep -q 'given, so'; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql doesn't say that it runs on samples: $(head -n 1 "once/$name.txt")"
        fi
    done
}

rm -rf "$scratch"
for folder in once/sql none twice/samples twice/sql cut/samples cut/sql; do
    mkdir -p "$scratch/$folder" || exit 1
done
cd "$scratch" || exit 1
# The shell's .load takes no name with a blank
ln -s "$extension" "gamemap.${extension##*.}"
ln -s "$samples" once/samples
for file in once/samples/*; do
    name=$(basename "$file")
    cp "$file" twice/samples/ && cp "$file" "twice/samples/${name%.*} again.${name##*.}"
    cp "$file" cut/samples/ && head -c 40 "$file" > "cut/samples/cut.${name##*.}"
done
run_all once
run_all twice
run_all cut demo front jmx_difference
run_none none
run_other_format once
run_parameters

# The demo's last line can be typed as it stands, with one's own path: here each file's own name has
# to come back.
line=$(tail -n 1 once/demo.txt | sed -e 's|path/to/maps|samples|' -e "s|\./gamemap|$library|")
told=$(cd once && sh -c "$line" | cut -d '|' -f 1 | LC_ALL=C sort)
if [ -n "$told" ] && [ "$told" = "$(cd once && find -L samples -type f | LC_ALL=C sort)" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "the demo's last line names other files than there are: $line"
fi

# README.md tells of every report.
for script in "$scripts"/*.sql; do
    name=$(basename "$script")
    case $name in demo.sql | front.sql | tables.sql) continue ;; esac
    if grep -q "^| \`$name\` | " "$scripts/../README.md"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "README.md doesn't tell of sql/$name"
    fi
done

# Every statement of README.md's recipes about the samples has an answer; maps/ is the reader's.
awk '/^### Recipes/ { on = 1 } /^## An hour/ { on = 0 }
     on && /^    [A-Z]/ { statement = statement " " substr($0, 5) }
     on && /;$/ { if (statement ~ /samples/) print statement; statement = "" }' \
    "$scripts/../README.md" > recipes.sql
while read -r statement; do
    if answer=$(cd once &&
        "${SQLITE3:-sqlite3}" :memory: -cmd ".load ../gamemap" "$statement" 2>&1) &&
        [ -n "$answer" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "README.md: $statement: ${answer:-no answer}"
    fi
done < recipes.sql

# The reference has a heading for each table and function, and no cell of its tables is torn.
described=$("${SQLITE3:-sqlite3}" :memory: -cmd ".load ./gamemap" \
    "SELECT (SELECT count(*) FROM gamemap_tables) + (SELECT count(*) FROM gamemap_functions)")
torn=$(sed 's/\\|//g' once/reference.txt | awk -F '|' '/^\|/ && NF != 6' | wc -l)
if [ "$(grep -c '^## ' once/reference.txt)" -eq "$described" ] && [ "$torn" -eq 0 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "sql/reference.sql doesn't show all $described tables and functions, or tears $torn lines"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
