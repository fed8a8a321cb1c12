#!/bin/sh
# Runs every script of sql/ as a user would: without an error, and with an answer. First on the
# sample files, then where each of them lies twice, then where a cut one of every kind lies among
# them. Where there are no files they say so once. What they write lands in the folder SCRATCH.
#
#     tests/tools/reports.sh EXTENSION SAMPLES SCRATCH
extension=$(realpath "$1") samples=$(realpath "$2") scratch=$3 passed=0 failed=0
repository=$PWD scripts=$(realpath sql) library=../gamemap

# Asks which tables a script leaves behind. `known` is its user's, as mdl_missing.sql says, the
# views of views.sql are what it is for, and the program asks the tables of its own scripts.
left_behind="SELECT 'leaves the table ' || name FROM sqlite_temp_master
WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'all!_%' ESCAPE '!' AND name <> 'known';"

# ask FOLDER NAME: runs the script in the folder, its answer is NAME.txt there, its errors NAME.err.
# NAME.left tells what it leaves behind, at which a second script in the same session would fail.
ask() {
    case $2 in lint | textconv | difference | export) tables= ;; *) tables=$left_behind ;; esac
    (cd "$1" && { cat "$scripts/$2.sql" && printf '\n.once %s.left\n%s\n' "$2" "$tables"; } \
        > "$2.asked" && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
        < "$2.asked" > "$2.txt" 2> "$2.err")
}

# $1: a folder that holds samples/; then the scripts that aren't run: they are right to stop there
run_all() {
    folder=$1 stopping=" $* "
    for script in "$scripts"/*.sql; do
        name=${script##*/} name=${name%.sql}
        case $stopping in *" $name "*) continue ;; esac
        if ask "$folder" "$name" && [ -s "$folder/$name.txt" ] && [ ! -s "$folder/$name.err" ] &&
            [ -f "$folder/$name.left" ] && [ ! -s "$folder/$name.left" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql, $folder:" \
                "$(cat "$folder/$name.err" "$folder/$name.left" | head -c 400)"
            [ -s "$folder/$name.txt" ] || echo "sql/$name.sql, $folder: answers nothing"
        fi
    done
}

# A report about several files that passes over one says so in its last line. gt_* reads what is
# left of a cut file, gnd_findings shows it as a finding, and texts can be cut anywhere.
run_skipping() {
    for script in "$scripts"/*.sql; do
        name=${script##*/} name=${name%.sql}
        grep -q "'skip'" "$script" || continue
        case $name in
        lint | textconv | difference | export | gt_* | gnd_findings) continue ;;
        ro_map_index_holes | ro_names | ro_npcs_reached) continue ;;
        nwn_reached | ro_reached | ro_route* | ro_warp_loops) continue ;;
        esac
        files=$(grep -o "'samples/[^']*'" "$script" | head -n 1 | tr -d "'")
        case $files in *'*'*) ;; *) files="samples/*.${files##*.}" ;; esac
        [ "$name" != ro_cache_against_gat ] || files=samples/map_cache.dat
        if (cd cut && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
            -cmd ".param set :files '$files'" < "$script" 2>&1) | tail -n 1 |
            grep -q '^[1-9][0-9]* files\{0,1\} w[aser]* skipped: SELECT '; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql doesn't say in its last line which files it skipped"
        fi
    done
}

# $1: a folder without files
run_none() {
    for script in "$scripts"/*.sql; do
        name=${script##*/} name=${name%.sql}
        [ "$name" != textconv ] || continue # it reads the standard input
        # pictures of several files go on where one can't be read, and name it
        if { ! ask "$1" "$name" && [ "$(wc -l < "$1/$name.err")" -eq 1 ]; } ||
            tail -n 1 "$1/$name.txt" | grep -q "^no file matches '" ||
            head -n 1 "$1/$name.err" | grep -q 'gamemap_open: samples: can.t open' ||
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
        name=${script##*/} name=${name%.sql} other=samples/town.gnd
        case $name in
        demo | jmx_difference | difference | textconv | lint | export | views) continue ;;
        gnd_*) other=samples/town.gat ;;
        nwn_seams | nwn_area_*) other=samples/cellar.git ;; # the other one of an area's files
        nwn_blueprints | nwn_off_walkmesh | nwn_reached | nwn_transitions | nwn_unusable)
            other=samples/cellar.are
            ;;
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
        name=${script##*/} name=${name%.sql}
        case $name in
        demo | jmx_difference | difference | textconv | lint | export) continue ;;
        esac
        case $name in
        gnd_*) sample='samples/town.gnd' ;;
        gt_*) sample='samples/5_0001_0002.gtchunk' ;;
        jmx_*) sample='samples/nv_61a8.nvm' ;;
        mdl_*) sample='samples/windmill.mdl' ;;
        ro_floors | ro_way_picture) sample='samples/town.gat' ;;
        ro_spawns_in_walls) sample='samples/npc/mobs.txt' ;;
        ro_route | ro_warp*) sample='samples/npc/warps.txt' ;;
        ro_cache_against_gat) sample='samples/map_cache.dat' ;;
        ro_map_index_holes) sample='samples/map_index.txt' ;;
        ro_names) sample='samples/mapnametable.txt' ;;
        ro_*) sample='samples/town.rsw' ;;
        nwn_area_pictures | nwn_area_way | nwn_seams) sample='samples/cellar.are' ;;
        nwn_*) sample='samples/house.git' ;;
        *) sample='samples/house.tr[nx]' ;;
        esac
        case $name in aswm_svg | aswm_way_picture) sample='samples/house.trx' ;; esac
        expect "$name" :file "$sample" whole
        expect "$name" :files "$sample" whole
        case $name in # what stands on maps is asked of the game's own order, too
        ro_models | nwn_area_way | nwn_reached) ;;
        ro_route | ro_warp* | ro_spawns*) expect "$name" :files '["samples/npc"]' whole ;;
        ro_[cmn]* | nwn_*) expect "$name" :files '["samples"]' whole ;;
        esac
        case $name in
        *_obj | *_svg | aswm_way_picture)
            expect "$name" :file "${sample%/*}/*.${sample##*.}" refused
            ;;
        esac
        if head -n 1 "once/$name.txt" | grep -q 'given, so'; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql doesn't say that it runs on samples: $(head -n 1 "once/$name.txt")"
        fi
    done
}

# The steps of SQLite's machine that a script takes in the folder $1
count_steps() {
    (cd "$1" && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" -cmd '.stats vmstep' \
        < "$scripts/$2.sql" 2> /dev/null) | awk '/^VM-steps: / { sum += $2 } END { print sum + 0 }'
}

# Twice as many files take twice as many steps, not four times. All copies of a region of Silkroad
# are one place, so that reports which compare what is there compare each with each.
run_growth() {
    for script in "$scripts"/*.sql; do
        name=${script##*/} name=${name%.sql}
        case $name in
        demo | lint | textconv | export | jmx_difference) continue ;;
        *_obj | *_picture | *_pictures | nwn_area_way) continue ;;
        esac
        few=$(count_steps few "$name")
        many=$(count_steps many "$name")
        if [ "$few" -gt 0 ] && [ "$many" -lt $((few * 5 / 2)) ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql: $few steps, and $many for twice as many files"
        fi
    done
}

# Names that mean something to a shell, to SQL, to patterns or to printf: what is said of each file
# with a plain name is said of the one with an odd name, too.
run_odd() {
    for name in aswm_dead_tiles aswm_node_budget aswm_unreachable_islands trn_against_trx \
        gnd_findings ro_models ro_walkable ro_triples nwn_area_pictures mdl_animations \
        gnd_contact_sheet; do
        plain=$(grep 'samples/[a-zA-Z0-9]' "odd/$name.txt" | grep -vc 'samples/two$\|samples/two ')
        odd_ones=$(grep -cF "samples/$odd" "odd/$name.txt")
        if [ "$plain" -gt 0 ] && [ "$odd_ones" -eq "$plain" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql: $plain lines about plain names, $odd_ones about odd ones"
        fi
    done
}

# A mesh has the lines of its format only, whatever the file and the names in it are called.
run_meshes() {
    (cd odd/samples && "${SQLITE3:-sqlite3}" :memory: -cmd ".load ../../${library#../}" \
        "SELECT writefile('names.gnd', gamemap_edit('town.gnd', 'gnd_textures', id, 'path',
                                                    'a' || char(10) || 'b' || char(13, 10) || id))
         FROM gnd_textures('town.gnd')" \
        "SELECT writefile('names.mdl', gamemap_edit('windmill.mdl', 'mdl_nodes', id, 'name',
                                                    'a' || char(10) || 'b' || char(13, 10) || id))
         FROM mdl_nodes('windmill.mdl')" > /dev/null)
    for pair in gnd_obj:names.gnd mdl_obj:names.mdl "gnd_obj:two
lines town.gnd" "gt_obj:two
lines 5_0001_0002.gtchunk" "mdl_obj:two
lines windmill.mdl"; do
        printf "INSERT INTO temp.sqlite_parameters VALUES (':file', 'samples/%s');" "${pair#*:}" |
            (cd odd && cat - "$scripts/${pair%%:*}.sql" | "${SQLITE3:-sqlite3}" :memory: \
                -cmd ".load $library" -cmd '.param init') > "odd/mesh.txt" 2>&1
        if grep -q '^f ' odd/mesh.txt &&
            ! grep -qv '^\(#\|o\|usemtl\|v\|vn\|vt\|f\) [^[:cntrl:]]*$' odd/mesh.txt; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/${pair%%:*}.sql of ${pair#*:}: $(head -n 3 odd/mesh.txt)"
        fi
    done
}

# expect_text FILE LINE: the text of a sample has this line
expect_text() {
    if (cd once && "${SQLITE3:-sqlite3}" :memory: ".load $library" ".read $scripts/textconv.sql" \
        < "samples/$1") 2>&1 | grep -qxF -e "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/textconv.sql of $1 has no line: $2"
    fi
}

# expect_row NAME FILES ROW: the script about the files has a row with this in it, where a bar
# stands for what is between words
expect_row() {
    (cd partners && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
        -cmd ".param set :files '$2'" < "$scripts/$1.sql" 2>&1) |
        sed 's/[│ ][│ ]*/|/g' > partners/row.txt
    if grep -qF -e "$3" partners/row.txt; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/$1.sql about $2 lacks $3: $(head -c 400 partners/row.txt)"
    fi
}

# The GAT and the GND of a world are found whatever the case of their names, and where none of the
# files has one, that is said.
run_partners() {
    mkdir -p partners/upper partners/alone
    for ending in rsw gat gnd; do
        upper=$(echo "$ending" | tr '[:lower:]' '[:upper:]')
        cp once/samples/town.$ending "partners/upper/TOWN.$upper"
    done
    cp once/samples/town.rsw partners/alone/
    for files in 'upper/*.RSW' upper/TOWN.RSW '{"files":["upper"]}'; do
        expect_row ro_triples "$files" fits
        expect_row ro_walkable "$files" '|upper/TOWN.RSW|2.1|'
        expect_row ro_models "$files" '|upper/TOWN.RSW|8|2|1|1|1|'
    done
    expect_row ro_floors 'upper/*.GAT' '|upper/TOWN.GAT|'
    expect_row ro_triples 'alone/*.rsw' 'town.gat|and|town.gnd|are|missing'
    expect_row ro_models 'alone/*.rsw' '|alone/town.rsw|8|2|1|'
    expect_row ro_walkable 'alone/*.rsw' '|alone/town.rsw|alone/town.gat|'
    cp once/samples/town.gat partners/alone/
    expect_row ro_triples 'alone/*.rsw' 'town.gnd|is|missing'
    head -c 99 once/samples/town.gnd > partners/alone/town.gnd
    expect_row ro_triples 'alone/*.rsw' "town.gnd|can't|be|read"
    rm partners/alone/town.gnd
    "${SQLITE3:-sqlite3}" :memory: -cmd ".load ./${library#../}" \
        "SELECT writefile('partners/alone/town.rsw', gamemap_edit('once/samples/town.rsw',
                'rsw_worlds', 0, 'gat_file', '../a/b.gat'))" > /dev/null
    expect_row ro_triples 'alone/*.rsw' '../a/b.gat|and|town.gnd|are|missing'
}

# A server's maps are compared with the same water however the client's are named.
run_water() {
    for maps in 'samples/*.gat' '["samples"]' '{"files":["samples"]}'; do
        (cd once && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
            -cmd ".param set :maps '$maps'" -cmd ".param set :names samples/resnametable.txt" \
            < "$scripts/ro_cache_against_gat.sql" > with.txt 2>&1)
        [ "$maps" != 'samples/*.gat' ] || cp once/with.txt once/water.txt
        if grep -q 'field' once/water.txt && cmp -s once/water.txt once/with.txt; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/ro_cache_against_gat.sql with $maps: $(head -c 300 once/with.txt)"
        fi
    done
}

# The report that ran last says what it lacks beside one's own file:
# expect_none_of_samples NAME WORDS
expect_none_of_samples() {
    if grep -q "$2" once/with.txt && ! grep -q samples once/with.txt; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/$1.sql of one's own file takes what it needs from the samples"
    fi
}

# What a report on one's own files takes beside them isn't taken from the samples.
run_own() {
    mkdir -p once/own
    for name in house.git cellar.are cellar.git TCellar.set 5_0001_0002.gtchunk; do
        cp "once/samples/$name" once/own/
    done
    expect gt_obj :file own/5_0001_0002.gtchunk refused
    expect nwn_area_pictures :file own/cellar.are whole
    expect_none_of_samples nwn_area_pictures 'no model of its tiles'
    expect nwn_blueprints :file own/house.git whole
    expect_none_of_samples nwn_blueprints 'no blueprint'
    cp once/samples/static.vgeo* once/own/ && cp once/samples/tc_*.mdl once/own/
    expect gt_obj :file own/5_0001_0002.gtchunk whole
    expect nwn_area_pictures :file own/cellar.are whole
}

# Pictures of files that have one name in two folders don't overwrite each other.
run_pictures() {
    mkdir -p named/a named/b && for folder in a b; do cp once/samples/*.* named/$folder/; done
    for script in "$scripts"/*_picture.sql "$scripts"/*_pictures.sql; do
        name=${script##*/} name=${name%.sql}
        case $name in
        aswm_*) files='?/house.trx' ;;
        gnd_*) files='?/town.gnd' ;;
        nwn_*) files='?/cellar.are' ;;
        *) files='?/nv_61a8.nvm' ;;
        esac
        grep -q ' || .*\.png' "$script" || continue # it makes one picture of all files
        rm -f named/*.png
        (cd named && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
            -cmd ".param set :files '$files'" -cmd ".param set :models 'a/tc_*.mdl'" \
            < "$script" > /dev/null)
        count=$(find named -name '*.png' | wc -l) seconds=$(find named -name '*.2.*.png' | wc -l)
        if [ "$seconds" -gt 0 ] && [ "$count" -eq $((2 * seconds)) ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql, two files of one name: $count pictures, $seconds of the second"
        fi
    done
}

# How many files are opened for the picture of a route over the maps in the folder $1
count_opened() {
    (cat "$scripts/ro_route_picture.sql" && echo 'SELECT gamemap_debug();') |
        "${SQLITE3:-sqlite3}" :memory: -cmd ".load ./${library#../}" -cmd ".param set :cells '$1'" \
            -cmd ".param set :ending .gat" -cmd ".param set :files 'once/samples/npc/*.txt'" \
            -cmd ".param set :picture 'named/route.png'" |
        sed -n 's/.*files opened \([0-9]*\),.*/\1/p'
}

# Where there is a way, the cells of a map that it doesn't cross aren't looked through for damage.
run_route() {
    mkdir -p named/crossed named/more
    for map in crossed/town crossed/field more/town more/field more/elsewhere; do
        cp once/samples/town.gat named/$map.gat
    done
    crossed=$(count_opened named/crossed) more=$(count_opened named/more)
    if [ "${crossed:-0}" -gt 0 ] && [ "$more" -eq "$crossed" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/ro_route_picture.sql opens $crossed files, and $more where one more lies beside"
    fi
}

# Packs the samples, without those in folders
pack() {
    zip=$PWD/packed/all.zip
    (cd once/samples/ && "${SQLITE3:-sqlite3}" :memory: \
        "CREATE VIRTUAL TABLE temp.z USING zipfile('$zip')" \
        "INSERT INTO z(name, data) SELECT substr(name, 3), data FROM fsdir('.')
         WHERE data IS NOT NULL AND name NOT LIKE './%/%'")
}

# Views of what is open show what the tables do.
run_views() {
    shown=$(cd once && "${SQLITE3:-sqlite3}" :memory: -cmd ".load $library" \
        "SELECT gamemap_open('samples') IS NULL" ".read $scripts/views.sql" \
        'SELECT count(*) - (SELECT count(*) FROM all_gnd_cubes) FROM gnd_cubes' \
        "SELECT count(*) FROM all_gnd_maps WHERE file LIKE '%grf%'" '.tables all_rsw_w%' 2>&1)
    if echo "$shown" | tr '\n' ' ' | grep -q '^0 1[0-9]* views 0 2 temp.all_rsw_worlds *$'; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/views.sql shows: $shown"
    fi
}

# Reports on what lies in an archive say what they say on a folder, but for the paths. What a
# client has in archives differs from what a server has in a folder where the files differ.
run_packed() {
    pack
    for pair in gnd_findings:gnd gnd_textures:gnd gnd_versions:gnd ro_triples:rsw ro_models:rsw \
        ro_walkable:rsw ro_floors:gat aswm_dead_tiles:tr? aswm_node_budget:tr? aswm_totals:tr? \
        aswm_unreachable_islands:trx trn_against_trx:tr? mdl_animations:mdl mdl_compilers:mdl \
        mdl_drawing:mdl mdl_limits:mdl mdl_tile_edges:mdl mdl_walkmesh:mdl \
        nwn_off_walkmesh:git nwn_transitions:git gt_damage:gtchunk gt_materials:gtchunk \
        jmx_assets:nvm jmx_blocked:nvm jmx_borders:nvm jmx_links:nvm jmx_odd_edges:nvm \
        jmx_reachable:nvm; do
        name=${pair%%:*}
        for where in once/samples packed/all.zip; do
            "${SQLITE3:-sqlite3}" :memory: -cmd ".load ./${library#../}" \
                -cmd ".param set :files '$where/*.${pair#*:}'" < "$scripts/$name.sql" 2>&1 |
                sed -e "s|$where/||g" -e 's/[─ ]//g' > "packed/$name.${where%%/*}"
        done
        if ! grep -q Error "packed/$name.once" &&
            cmp -s "packed/$name.once" "packed/$name.packed"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "sql/$name.sql says of an archive: $(head -c 400 "packed/$name.packed")"
        fi
    done
    mkdir -p packed/server
    cp once/samples/*.nvm packed/server/ && cp packed/server/nv_61a9.nvm packed/server/nv_61a8.nvm
    for where in once/samples packed/all.zip; do
        "${SQLITE3:-sqlite3}" :memory: -cmd ".load ./${library#../}" \
            -cmd ".param set :client '$where/*.nvm'" \
            -cmd ".param set :server 'packed/server/*.nvm'" < "$scripts/jmx_difference.sql" \
            > "packed/jmx_difference.${where%%/*}" 2>&1
    done
    if grep -q 'nv_61a8.nvm' packed/jmx_difference.once &&
        cmp -s packed/jmx_difference.once packed/jmx_difference.packed; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sql/jmx_difference.sql says of an archive: $(cat packed/jmx_difference.packed)"
    fi
}

rm -rf "$scratch"
for folder in once/sql none twice/samples twice/sql cut/samples cut/sql few/samples many/samples \
    odd/samples packed; do
    mkdir -p "$scratch/$folder" || exit 1
done
cd "$scratch" || exit 1
odd="-it's \"x\" #1 100%d %s [set] st*r ;-- "
# The shell's .load takes no name with a blank
ln -s "$extension" "gamemap.${extension##*.}"
ln -s "$samples" once/samples
for folder in twice cut odd; do cp -r once/samples/. $folder/samples/; done
for folder in once/samples/*/; do
    cp -r "${folder%/}" few/samples/ && cp -r "${folder%/}" many/samples/
done
# by one process: a thousand copies by cp take as long as a tenth of the reports
"${SQLITE3:-sqlite3}" :memory: > /dev/null << END
WITH plain AS MATERIALIZED (
         SELECT substr(name, 16) AS name, data FROM fsdir('once/samples/.')
         WHERE data IS NOT NULL AND name NOT LIKE 'once/samples/./%/%'
         ORDER BY name),
     file AS (
         SELECT *, replace(name, rtrim(name, replace(name, '.', '')), '') AS ending FROM plain),
     made(path, data) AS (
         SELECT 'twice/samples/' || substr(name, 1, length(name) - length(ending) - 1)
                    || ' again.' || ending, data
         FROM file
         UNION ALL SELECT 'cut/samples/cut.' || ending, substr(data, 1, 40) FROM file
         UNION ALL SELECT 'odd/samples/$(echo "$odd" | sed "s/'/''/g")' || name, data FROM file
         UNION ALL SELECT 'odd/samples/two' || char(10) || 'lines ' || name, data FROM file
         UNION ALL SELECT 'many/samples/' || value || '-' || name, data
         FROM file, json_each('[1,2,3,4,5,6,7,8]')
         UNION ALL SELECT 'few/samples/' || value || '-' || name, data
         FROM file, json_each('[1,2,3,4]'))
SELECT count(writefile(path, data)) FROM made;
END
run_all once lint
run_all twice lint
run_all cut demo jmx_difference lint
run_skipping
run_all odd demo lint
run_odd
run_meshes
run_growth
run_packed
run_views
run_partners
run_own
run_water
run_pictures
run_route
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

# Every statement about the samples in README.md and the prose of the reference has an answer; maps/
# and the like are the reader's. (What `make reference` writes is compared below.)
for page in "$repository/README.md" "$repository"/ext/reference/*.md; do
    awk '/^<!-- From here on/ { exit }
         /^    [A-Z]/ { statement = statement " " substr($0, 5) }
         /^    / && !/^    [A-Z]/ && statement != "" { statement = statement " " substr($0, 5) }
         !/^    / { statement = "" }
         /;$/ { if (statement ~ /samples\//) print statement; statement = "" }' "$page"
done > recipes.sql
while read -r statement; do
    case $statement in
    'CREATE TABLE '*) # whose answer is its rows
        table=${statement#CREATE TABLE }
        statement="$statement SELECT 1 FROM ${table%% *} LIMIT 1;"
        ;;
    esac
    if answer=$(cd once &&
        "${SQLITE3:-sqlite3}" :memory: -cmd ".load ../gamemap" "$statement" 2>&1) &&
        [ -n "$answer" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$statement: ${answer:-no answer}"
    fi
done < recipes.sql

# A field of a GFF and a cell of a 2DA tell by their names what they are.
expect_text data.grf 'data/lake.gnd: 9038 bytes e965fb4941d7add4'
expect_text cellar.git 'gff_fields  type=CExoString  Tag=guard  strref=-'
expect_text appearance.2da 'twoda_cells  LABEL=Elf  quoted=0'
expect_text town.gnd 'gnd_textures  path=wall\\brick.bmp'

# The reference is what `make reference` would write.
made=$PWD/reference
if told=$(cd "$repository" && sh ext/reference/reference.sh "$extension" "$made" &&
    for page in "$made"/*.md; do diff "ext/reference/$(basename "$page")" "$page"; done); then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "ext/reference/ isn't what \`make reference\` writes: $told" | head -n 20
fi

# Every link to a file or a heading in it works.
broken=$(cd "$repository" && awk '
    function headings_of(page, line) {
        while ((getline line < page) > 0) {
            if (line !~ /^##* /) continue
            sub(/^##* /, "", line)
            gsub(/ /, "-", line)
            line = tolower(line)
            gsub(/[^a-z0-9_-]/, "", line)
            heading[page "#" line] = 1
        }
        close(page)
    }
    {
        rest = $0
        while (match(rest, /\]\([^)#:]*(#[^)]*)?\)/)) {
            link = substr(rest, RSTART + 2, RLENGTH - 3)
            rest = substr(rest, RSTART + RLENGTH)
            folder = FILENAME
            if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
            to = link
            sub(/#.*/, "", to)
            file = to == "" ? FILENAME : folder "/" to
            at = substr(link, length(to) + 2)
            if (!(file in known)) {
                known[file] = system("test -e \047" file "\047") == 0
                if (known[file] && file ~ /\.md$/) headings_of(file)
            }
            if (!known[file] || (at != "" && !((file "#" at) in heading)))
                print FILENAME ": " link
        }
    }' README.md ext/*.md ext/reference/*.md)
if [ -z "$broken" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "links that lead nowhere: $broken"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
