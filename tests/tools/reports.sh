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
        if ! ask "$1" "$name" && [ "$(wc -l < "$1/$name.err")" -eq 1 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql without files: $(head -c 400 "$1/$name.err")"
        fi
    done
}

rm -rf "$scratch"
for folder in once none twice/samples cut/samples; do mkdir -p "$scratch/$folder" || exit 1; done
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
run_all cut demo jmx_difference
run_none none

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
