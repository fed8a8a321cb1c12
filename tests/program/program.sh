#!/bin/sh
# Tries gamemap, the program, as people call it: program.sh PROGRAM SAMPLES SCRATCH
# Its answers in a pipe, its exit status, names that strangers give to files, and what a terminal
# gets. The last line is `N passed, N failed`.
# What stands in single quotes there is SQL and names, which no shell is to touch.
# shellcheck disable=SC2016
set -u
program=$(realpath "$1") samples=$(realpath "$2") scratch=$3 passed=0 failed=0
rm -rf "$scratch"
mkdir -p "$scratch/hostile" "$scratch/old" "$scratch/new"
cd "$scratch" || exit 1
ln -s "$samples" samples

# expect STATUS WHAT ARGUMENT...: the status, and WHAT is the whole output, '~text' a part of it, or
# '' if it doesn't matter
expect() {
    wanted=$1 what=$2
    shift 2
    "$program" "$@" < "${input:-/dev/null}" > output 2> errors
    status=$?
    fits=yes
    case $what in
    '') ;;
    '~'*) grep -qF -e "${what#\~}" output errors || fits= ;;
    *) [ "$(cat output)" = "$what" ] || fits= ;;
    esac
    if [ "$status" = "$wanted" ] && [ -n "$fits" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "gamemap $*: status $status, expected $wanted and: $what"
        head -c 600 output errors
    fi
}

# check WHAT EXPECTED FOUND
check() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s\nexpected: %s\nfound:    %s\n' "$1" "$2" "$3"
    fi
}

tab=$(printf '\t')
line='
'

# ---- Help, and what is wrong with a call
expect 0 '~gamemap lint mymod/' --help
expect 2 '~gamemap lint mymod/'
expect 0 '~aswm_glb(:files)' --help
expect 0 '~gamemap ' --version
check 'what is built in' 2 "$(grep -c '^    SQLite 3\|^    zlib ' output)"
expect 2 '~no option --nonsense' samples/town.gnd --nonsense
expect 2 '~no option --jsn; near it are: --json; ' samples --jsn
expect 2 '~no option --formt=sarif; near it are: --format; ' lint samples --formt=sarif
expect 2 '~gamemap: lnit is no command; near it are: lint' lnit samples
expect 2 '~--fail needs a value' lint samples --fail
expect 2 '~--info is an option of lint' samples --info
expect 2 '~two statements are given' samples/town.gnd 'SELECT 1' 'SELECT 2'
expect 0 '1
2' samples/town.gnd 'SELECT 1; SELECT 2'
expect 2 '~lint which files?' lint
expect 2 '~diff compares two' diff samples/town.gnd
expect 2 '~there is no table nothing; gamemap tables lists them' tables nothing
expect 2 '~no table Triangle; in the public note aswm_triangles is called Triangle' tables Triangle
expect 2 '~there is no table gnd_cube; near it are: gnd_cubes' tables gnd_cube
expect 0 '~linked_edges' tables aswm_triangles
expect 2 '~no such file' nothing.gnd
expect 2 '~no such file' samples/town.gnd nothing.gnd
expect 2 '~no such file' samples nothing
mkdir -p broken && head -c 99 samples/town.gnd > broken/cut.gnd
expect 0 '~texture paths need' broken # what lies in a folder needn't be a map
expect 2 '~texture paths need' broken/cut.gnd
expect 2 '~texture paths need' broken broken/cut.gnd
expect 2 '~nothing: can' samples nothing 'SELECT count(*) FROM gnd_maps($files)'
expect 2 '~no such column' samples/town.gnd 'SELECT nosuch FROM gnd_maps($files)'
expect 2 '~no such table: gnd_cubse; near it are: gnd_cubes' samples/town.gnd \
    'SELECT * FROM gnd_cubse($files)'
expect 2 '~no such column: m.widht; near it are: ' samples/town.gnd \
    'SELECT m.widht FROM gnd_maps($files) m'
expect 2 '~no such column: name; gnd_textures has file, id, path, ' samples/town.gnd \
    'SELECT name FROM gnd_textures($files)'
expect 2 '~u_sw (also called bottomLeftU)' samples/town.gnd \
    'SELECT bottomLeftU FROM gnd_surfaces($files)'
expect 2 '~no such function: gnd_gbl; near it are: gnd_glb' samples/town.gnd \
    'SELECT gnd_gbl($files)'
expect 2 '~nothing is given for $typo' samples/town.gnd 'SELECT * FROM gnd_maps($typo)'

# ---- Statements from the input, about a folder or an archive that is opened
input=statements
printf 'SELECT file,\n width FROM gnd_maps;\n' > statements
echo "SELECT path FROM gnd_textures WHERE id = 2 AND file LIKE '%town.gnd'" >> statements
expect 0 "samples/data.grf/data/lake.gnd${tab}12
samples/data.grf/data/town.gnd${tab}24
ground\\\\stone.bmp" samples/data.grf
echo 'SELECT count(DISTINCT texture_path), $files FROM gnd_textures' > statements
expect 0 "4${tab}samples" samples
expect 2 '~no such file' nothing
expect 0 "~samples/town.gnd${tab}GND" samples/town.gnd
echo 'SELECT nosuch; SELECT 1' > statements
expect 2 '~no such column: nosuch' samples
printf ' \n' > statements
expect 0 "~samples/town.gnd${tab}GND" samples
input=
expect 0 "~gnd_textures${tab}table" help missing textures
expect 0 '~gamemap lint mymod/' help
expect 2 '~nothing is found for xyzzy' help xyzzy

# ---- Questions
expect 0 "samples/town.gnd${tab}GND${tab}1.7${tab}28590${tab}0${tab}" samples/town.gnd
expect 0 "samples/lake.gnd${tab}120${line}samples/town.gnd${tab}384" \
    samples/town.gnd samples/lake.gnd \
    'SELECT file, count(*) FROM gnd_cubes($files) GROUP BY file'
expect 0 3 samples/models.hak 'SELECT count(*) FROM mdl_models($files)'
# a pattern that the shell leaves to the program
expect 0 3 'samples/*.hak' 'SELECT count(*) FROM mdl_models($files)'
expect 0 4 samples 'SELECT count(*) FROM gnd_maps(:files)'
expect 0 2 'samples/[tl]*.gnd' 'SELECT count(*) FROM gnd_maps($files)'
# a game's order, or a list of files
expect 0 samples/lake.gnd '["samples/lake.gnd", "samples/models.hak"]' \
    'SELECT file FROM gnd_maps($files)'
expect 0 "~samples/models.hak/windmill.mdl${tab}MDL" '["samples/models.hak", "samples"]'
expect 0 2 '{"files": ["samples/[tl]*.gnd"]}' 'SELECT count(*) FROM gnd_maps($files)'
expect 0 '~files: 0 errors' lint '["samples/models.hak"]' --fail error
expect 2 '~no such file or folder: the member nothing' '["samples", "nothing"]'
expect 0 '' '["broken"]'
expect 2 '' '["broken/cut.gnd"]'
cp broken/cut.gnd 123
expect 2 "" 123
expect 0 1 samples/lake.gnd samples/town.gnd 'SELECT count(*) FROM gnd_maps($2)'
expect 0 1 samples/lake.gnd samples/town.gnd 'SELECT count(*) FROM gnd_maps(?1)'
expect 0 42 'SELECT 42'
expect 0 7 '-- a comment
    SELECT 7'
expect 0 "a\\tb\\nc\\\\${tab}${tab}0102${tab}0.1" \
    "SELECT 'a' || char(9) || 'b' || char(10) || 'c\\', NULL, x'0102', 0.1"
expect 0 "a,b${line}\"x,\"\"y\"\"\"," "SELECT 'x,\"y\"' AS a, NULL AS b" --csv
expect 0 '~"x' "SELECT 'x' || char(0) || ',y' AS a" --csv
expect 0 "[${line} {\"a\":\"\\u0001\\\"\",\"b\":null,\"c\":1.5,\"d\":\"ff\"}${line}]" \
    "SELECT char(1) || '\"' AS a, NULL AS b, 1.5 AS c, x'FF' AS d" --json
expect 0 '[]' --json 'SELECT 1 WHERE 0'
expect 0 'a     b
-  ----
x  NULL' --table "SELECT 'x' AS a, NULL AS b"
expect 0 '~gnd_cubes' tables
expect 0 '~height_sw' tables gnd_cubes
expect 0 '~height_sw' tables GND_Cubes
expect 0 9 "SELECT writefile('out.bin', 'some text')"
check 'writefile' 'some text' "$(cat out.bin)"
expect 0 1 "SELECT writefile('made/of two/out.bin', 'x')"
expect 2 '~the content is NULL' "SELECT writefile('out.bin', NULL)"
check 'writefile of NULL' 'some text' "$(cat out.bin)"

# Names of columns with tabs, and Markdown, in which nothing is a mark. A formula in CSV is a text.
expect 0 "a${tab}b${line}x${tab}1" --header --tabs "SELECT 'x' AS a, 1 AS b"
expect 0 'a\tb' --header "SELECT 1 AS \"a${tab}b\" WHERE 0"
expect 0 '| a | b |
|---|---|
| x\|y<br>\*z\* | -1.5 |' --markdown "SELECT 'x|y' || char(10) || '*z*' AS a, -1.5 AS b"
expect 0 "a,b,c,d,e,f
\"'=1+1\",\"'-x\",\"'+x\",\"'@x\",-5,x=1" --csv \
    "SELECT '=1+1' AS a, '-x' AS b, '+x' AS c, '@x' AS d, -5 AS e, 'x=1' AS f"

# ---- What shells complete: every command and option that --help names, and nothing else
"$program" completion bash > completion.bash
# completed WORDS...: what bash offers for the last of them
completed() {
    PATH="$(dirname "$program"):$PATH" bash -c 'compopt() { :; }; . ./completion.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _gamemap; echo "${COMPREPLY[*]}"' - "$@"
}
check 'commands' 'lint' "$(completed gamemap li)"
check 'options of lint' '--fail --format' "$(completed gamemap lint samples --f)"
check 'options of diff' '--rows' "$(completed gamemap diff --r)"
check 'values' 'warning' "$(completed gamemap lint --fail w)"
check 'tables' 'gat_maps' "$(completed gamemap tables gat_m)"
check 'files' 'samples' "$(completed gamemap lint sam)"
for word in $("$program" completion bash | grep -o 'compgen -W "[-a-z ]*' | sed 's/.*"//'); do
    case $word in
    --fail | --format | --ignore | --baseline | --rule | --rows | --tables | --pictures)
        expect 2 "~$word needs a value" samples "$word"
        ;;
    --*) expect 2 '~no option --no-such-option' samples "$word" --no-such-option ;;
    esac
done
expect 0 '~#compdef gamemap' completion zsh
expect 0 "~complete -c gamemap -n '__fish_seen_subcommand_from lint' -l fail -x" completion fish
expect 2 '~completion is for bash, zsh or fish' completion csh
expect 2 '~completion is for bash, zsh or fish' completion

# ---- export
expect 2 '~export to which file?' export
expect 2 '~export which files?' export made.db
expect 0 '~gnd_cubes|' export made.db samples
expect 2 '~made.db is there already' export made.db samples
expect 2 '~no file matches' export none.db 'nowhere/*'
printf 'no map' > broken.gnd
expect 2 '~none of the tables that are asked for has rows there' export none.db broken.gnd
check 'no database where nothing could be exported' '' "$(ls none.db 2> errors)"
expect 2 "~nosuch: can't open: no such file" export none.db nosuch
expect 0 '~ro_map_index|' export named.db samples/map_index.txt
expect 0 'gnd_maps|2' export packed.db samples/data.grf --tables 'gnd_maps'
# The cells of one map are read as a GAT, too.
expect 0 8 "SELECT writefile('bot.fld2', x'0200020001010101')"
expect 0 '~gat_tiles|4' export bot.db bot.fld2
expect 0 '~gnd_triangles|848' export made.gpkg samples/town.gnd --tables 'gnd_[tv]*'
# A triangle from above, with its height: y in the file. (A database has no -0.0.)
expect 0 848 "ATTACH 'made.gpkg' AS m; SELECT count(*) FROM m.gnd_triangles t
    WHERE geometry = CAST(x'47500001FFFFFFFF' || (
        SELECT gamemap_wkb(v.x, v.z, v.y + 0.0)
        FROM json_each(json_array(vertex0, vertex1, vertex2)) corner
        JOIN temp.gnd_vertices v ON v.src = 'samples/town.gnd' AND v.id = corner.value) AS BLOB)"
# Layers of a map lie on each other: a cube at its tile, the box of a tile around it. Counts and
# quaternions are no places.
expect 0 '~gnd_cubes|' export all.gpkg samples
expect 0 1 "ATTACH 'all.gpkg' AS m; SELECT min(
    geometry IS CAST(x'47500001FFFFFFFF' || gamemap_wkb_point(tile_x, tile_y) AS BLOB))
    FROM m.gnd_cubes"
expect 0 1 "ATTACH 'all.gpkg' AS m; SELECT min(geometry IS CAST(x'47500001FFFFFFFF' || (
        SELECT gamemap_wkb(x, y) FROM (
            SELECT min_x AS x, min_y AS y UNION ALL SELECT max_x + 1, min_y
            UNION ALL SELECT max_x + 1, max_y + 1 UNION ALL SELECT min_x, max_y + 1)) AS BLOB))
    FROM m.gat_components"
expect 0 'jmx_cells
jmx_objects' "ATTACH 'all.gpkg' AS m; SELECT table_name FROM m.gpkg_geometry_columns
    WHERE table_name IN ('jmx_cells', 'jmx_objects', 'jmx_tiles', 'jmx_heights', 'jmx_planes',
                         'aswm_tiles', 'rsm_keys', 'gnd_texels') ORDER BY 1"
expect 0 '~nwn_tiles|6' export area.gpkg samples/cellar.are samples/cellar.git
expect 0 '' "ATTACH 'area.gpkg' AS m; PRAGMA m.foreign_key_check"
expect 0 6 "ATTACH 'area.gpkg' AS m; SELECT count(geometry) FROM m.nwn_tiles"
if command -v ogrinfo > there; then
    check 'a GeoPackage in GDAL' 'Geometry: 3D Polygon
Feature Count: 848
Extent: (0.000000, 0.000000) - (48.000000, 32.000000)' "$(ogrinfo -so made.gpkg gnd_triangles 2>&1 |
        grep -i 'geometry:\|count\|extent\|warning\|error')"
fi
expect 0 1 "ATTACH 'made.db' AS m; SELECT count(*) > 0 FROM m.names('gras*')"
expect 0 3 "ATTACH 'made.db' AS m; SELECT count(*) FROM m.names('poring OR gone*')"
expect 0 '' "ATTACH 'made.db' AS m; PRAGMA m.foreign_key_check"
# Each table has the rows and the values that gamemap shows. A process writes a statement about
# each, and others answer 30 each, since a process takes long to start under sanitizers.
"$program" "ATTACH 'made.db' AS m;
    WITH cells(name, list) AS (
        SELECT table_name,
               group_concat(printf('quote(t.\"%w\")', column_name), ' || char(10) || ')
        FROM m.documentation WHERE column_name <> '' GROUP BY table_name),
    pairs AS (
        SELECT name, printf('SELECT file, id, %s FROM temp.%s t WHERE src = %Q AND on_error = %Q',
                            list, name, '{\"files\":[\"samples\"]}', 'skip') AS there,
               printf('SELECT file, id, %s FROM m.%s t JOIN m.files USING (file_id)',
                      list, name) AS made
        FROM cells)
    SELECT printf('SELECT %Q, (SELECT count(*) FROM (%s)) - (SELECT count(*) FROM (%s)), '
                  || '(SELECT count(*) FROM (%s EXCEPT %s));', name, there, made, there, made)
    FROM pairs" | split -l 30 - statements.
for part in statements.*; do
    "$program" "ATTACH 'made.db' AS m; $(cat "$part")"
done > tables
check 'tables that are compared' "$(wc -l < tables)" "$("$program" "ATTACH 'made.db' AS m;
    SELECT count(*) FROM m.documentation WHERE column_name = ''")"
while read -r table differences; do
    check "$table as it was exported" "0${tab}0" "$differences"
done < tables

# ---- lint and diff
expect 1 '~errors' lint samples
expect 0 '~errors' lint samples --fail error
expect 1 '~1 file: 0 errors, 1 warning, 4 of severity info' lint samples/448.zone
mkdir alone && cp samples/town.rsw alone/
# Numbers and tags of a module, kept as text, that lead beyond what is there
mkdir module
cp samples/TCellar.set samples/appearance.2da module/
cp samples/dialog.tlk module/mine.tlk
cat > module/hall.are.json << 'END'
{"__data_type": "ARE ", "Tileset": {"type": "resref", "value": "tcellar"},
 "Width": {"type": "int", "value": 2}, "Height": {"type": "int", "value": 1},
 "Tile_List": {"type": "list", "value": [
  {"__struct_id": 1, "Tile_ID": {"type": "int", "value": 0}},
  {"__struct_id": 1, "Tile_ID": {"type": "int", "value": 99}}]}}
END
cat > module/hall.git.json << 'END'
{"__data_type": "GIT ", "Door List": {"type": "list", "value": [
  {"__struct_id": 8, "Tag": {"type": "cexostring", "value": "gate"},
   "X": {"type": "float", "value": 1.0}, "Y": {"type": "float", "value": 1.0},
   "LinkedTo": {"type": "cexostring", "value": "elsewhere"},
   "LinkedToFlags": {"type": "byte", "value": 2}}]}}
END
cat > module/module.ifo.json << 'END'
{"__data_type": "IFO ", "Mod_CustomTlk": {"type": "cexostring", "value": "mine"},
 "Mod_Name": {"type": "cexolocstring", "value": {"id": 16777999}}}
END
cat > module/guard.utc.json << 'END'
{"__data_type": "UTC ", "TemplateResRef": {"type": "resref", "value": "guard"},
 "Appearance_Type": {"type": "word", "value": 5000}}
END
expect 1 '~the area has tile 99, which its tileset "TCellar.set" hasn' lint module/
expect 1 '~the door "gate" leads to "elsewhere", and no door or waypoint' lint module/
expect 1 '~: Mod_Name has StrRef 16777999, string 783 of "mine.tlk", which has ' lint module/
expect 1 '~row 5000, which appearance.2da hasn'"'"'t [row_not_in_2da]' lint module/
# The ground of tiles whose models lie in a folder of an archive
mkdir steps && cp samples/cellar.are samples/cellar.git samples/TCellar.set steps/
expect 0 '' "SELECT writefile('steps/models.zip',
        gamemap_pack('zip', 'tiles/' || gamemap_name(file), gamemap_read(file)))
    FROM gamemap_files('samples/tc_*.mdl')"
expect 1 '~ 2 x tile_step, first: the ground of tile 0 and that of the tile north of it are 3.0' \
    lint '{"files":["steps","steps/models.zip"]}'
expect 0 '' "SELECT writefile('whole.zip',
        gamemap_pack('zip', 'hall/' || gamemap_name(file), gamemap_read(file)))
    FROM gamemap_files('samples/*')
    WHERE file GLOB 'samples/tc_*' OR file GLOB 'samples/cellar*' OR file GLOB '*.set'"
expect 1 '~ 2 x tile_step, first: the ground of tile 0' lint 'whole.zip/**'
# What lies below the working folder is found as it is by any other path to it.
check 'missing files, by path' "$("$program" lint 'samples/**' --fail never | grep _missing)" \
    "$(cd samples && "$program" lint '**' --fail never | sed -n 's,^,samples/,; /_missing/p')"
expect 0 '~ x model_missing, first: the model "' lint alone/town.rsw --fail never
expect 1 '~[model_missing]' lint alone/town.rsw --complete
expect 0 '' lint --fail never samples/town.gnd samples/lake.gnd
expect 1 '~"rule":"chunk_out_of_range"' lint samples/448.zone --json
expect 1 '~::warning file=samples/448.zone' lint samples/448.zone --format github
echo "SELECT file, 3 AS row, 'error' AS severity, 'not ours' AS message
      FROM gamemap_files(\$files)" > house.sql
expect 1 '~samples/448.zone: error: not ours (row 3) [house]' lint samples/448.zone \
    --rule house.sql
expect 0 '' lint samples/448.zone --rule house.sql --ignore '["house", "chunk_out_of_range"]'
expect 2 '~--rule: can'"'"'t read nowhere.sql' lint samples/448.zone --rule nowhere.sql
expect 2 '~syntax error' lint samples/448.zone --rule samples/town.gnd
expect 0 '' lint samples/448.zone --ignore '["chunk_out_of_range"]'
expect 2 '~no rule chunk_out_of_rang; near it are: chunk_out_of_range' lint samples/448.zone \
    --ignore '["companion", "chunk_out_of_rang"]'
expect 2 '~no rule modle_missing; near it are: model_missing' lint samples \
    --ignore '["modle_missing@*"]'
expect 2 '~no rule nonsense; ext/reference/rules.md has all' lint samples --ignore '["nonsense"]'
expect 2 '~no rule ' lint samples --ignore '["", 7]'
expect 2 '~:ignore isn' lint samples --ignore companion
expect 2 '~--fail is an option of lint' samples --fail error
expect 2 '~--complete is an option of lint' diff samples samples --complete
expect 2 '~--rows is an option of diff' lint samples --rows 5
expect 2 "~--rows isn't a number" diff samples samples --rows all
expect 0 '~failures="0"' lint samples/old.gnd --format junit
expect 1 '~<failure type="info"' lint samples/old.gnd --format junit --fail info
expect 1 '~"version":"2.1.0"' lint samples --format sarif
cp output before.sarif
printf '{"__data_type":"ARE ","A":{"type":"int","value":1},"A":{"type":"int","value":2}}' \
    > twice.are.json
# What is an error in a text is a warning in its binary.
expect 0 '' twice.are.json "SELECT writefile('twice.are', gff_binary(:files))"
expect 1 '~"id":"label_twice_in_struct","defaultConfiguration":{"level":"error"}' lint \
    twice.are twice.are.json --format sarif
expect 0 '~0 warnings' lint samples --baseline before.sarif
head -c 500 samples/town.rsw > cut.rsw
expect 1 '~cut.rsw: error' lint cut.rsw samples/town.rsw
expect 2 '~neither' lint samples --fail nonsense
expect 2 "~gamemap: nope: can't open: no such file" lint nope
expect 2 "~gamemap: samples/data.grf/data: a folder of the GRF archive; add" lint \
    samples/data.grf/data
expect 2 '~[unreadable]' lint samples/town.gnd nope.gnd --fail never
expect 2 '' lint samples/data.grf/data/nope.gnd --json
expect 0 '' lint samples/data.grf/data/town.gnd
expect 2 '~:baseline' lint samples --baseline nothing.sarif
expect 0 '' diff samples/town.gnd samples/town.gnd
expect 1 '~texture' diff samples/town.gnd samples/lake.gnd
expect 0 '' diff samples/models.hak samples/models.hak
cp samples/town.gnd old/ && cp samples/town.gnd new/ && cp samples/lake.gnd new/
expect 1 "new/lake.gnd${tab}${tab}${tab}${tab}${tab}9038${tab}added" diff old new
expect 1 "new/lake.gnd${tab}${tab}${tab}${tab}9038${tab}${tab}removed" diff new old/
expect 2 '~no such file' diff samples/town.gnd nothing.gnd
# What a pull request shows: files, findings that are new, pictures of what looks different
cp samples/town.gat old/ && cp samples/town.gat new/ && cp samples/lake.gnd new/town.gnd
printf 'GRGN' > "new/cut \`|.gnd"
expect 1 "~### 3 files differ

| file | change |
|---|---|
| \`cut '\\|.gnd\` | added |
| \`lake.gnd\` | added |
| \`town.gnd\` | " diff --markdown old new
check 'no pictures unless they are wanted' 0 "$(grep -c '!\[' output)"
check 'a broken file is new' 1 "$(grep -c '^- error: `unreadable cut' output)"
check 'so is a finding' 1 "$(grep -c '^- warning: `gat_not_twice_gnd town.gat`' output)"
expect 1 '~| ![before](shown/2_town.gnd.heights.old.png) | ![after](shown/2_town.gnd' \
    diff --markdown --pictures shown/ old new
expect 1 '~| none | ![after](shown/1_lake.gnd.textures.new.png) |' \
    diff old new --pictures=shown --markdown
check 'pictures' "$(grep -o 'shown/[^)]*' output | LC_ALL=C sort)" \
    "$(find shown -name '*.png' | LC_ALL=C sort)"
expect 0 '### Nothing differs' diff --markdown old old
# Files are the same ones however their folder is written, and though their names have its letters
cp -R new ut
expect 0 '' ut "SELECT writefile('equal.zip', gamemap_pack('zip', name, gamemap_read(file)))
    FROM gamemap_paths(:files)"
expect 0 '### Nothing differs' diff --markdown new ut/
expect 0 '### Nothing differs' diff --markdown ./ut new
expect 0 '### Nothing differs' diff --markdown 'new/*' 'ut/*'
expect 0 '### Nothing differs' diff --markdown ut equal.zip
rm -r ut equal.zip
expect 2 '~--pictures is an option of diff --markdown' diff old new --pictures shown

# ---- What is written has the mode that the umask leaves; a file that is there keeps its own
for mode in 077:600 027:640 022:644; do
    umask "${mode%:*}"
    expect 0 1 "SELECT writefile('${mode#*:}.bin', 'x')"
    check "umask ${mode%:*}" "./${mode#*:}.bin" \
        "$(find . -name "${mode#*:}.bin" -perm "${mode#*:}")"
done
chmod 604 out.bin
expect 0 3 "SELECT writefile('out.bin', 'new')"
check 'a file that is written again' ./out.bin "$(find . -name out.bin -perm 604)"

# ---- A reader that goes away: SIGPIPE ends the program without a word; where the caller ignores
# that signal, one line says that rows are missing

# go_away STATUS LINES ARGUMENT...: its status and lines of errors, where one line of output is read
go_away() {
    wanted="$1 $2"
    shift 2
    { "$program" "$@" 2> errors; echo "$? $(grep -c . errors)" > status; } | head -n 1 > output
    check "a reader that goes away: $*" "$wanted" "$(cat status)"
    check "the line that it has read: $*" 1 "$(grep -c . output)"
}
pairs='SELECT a.* FROM gnd_cubes($files) a JOIN gnd_cubes($files) b'
ended=$(sh -c 'kill -s PIPE $$; exit 2' 2> errors; echo $?) # 2 if whoever calls this ignores it
for form in --csv --json --table; do
    go_away "$ended" $((ended == 2)) samples/town.gnd "$form" "$pairs"
done
trap '' PIPE
for form in --csv --json --table; do
    go_away 2 1 samples/town.gnd "$form" "$pairs"
done
trap - PIPE

# ---- Names of strangers: none is an option, SQL or a command of a shell
cd hostile || exit 1
count=0
for name in '-x.gnd' '--help' "a'b.gnd" 'a;b$(id)`id`.gnd' 'SELECT 1.gnd' 'x*[y]?.gnd' '"q\.gnd' \
    "new${line}line.gnd" '["town.gnd"]' '{"files":["x"]}' '$files' ':fail'; do
    cp ../samples/town.gnd "./$name" && count=$((count + 1))
    expect 0 384 -- "$name" 'SELECT count(*) FROM gnd_cubes($files)'
    expect 0 "~${tab}GND${tab}1.7${tab}28590" -- "$name"
    expect 0 '' diff -- "$name" ../samples/town.gnd
done
expect 0 "$count${tab}$count" -- * \
    'SELECT count(*), count(DISTINCT file) 
     FROM gamemap_files($files) WHERE format IS NOT NULL'
cp ../samples/town.gnd lint
expect 0 "~lint${tab}GND${tab}1.7${tab}28590" -- lint
printf 'GRGN' > "$(printf 'cut\n: \033[31m.gnd')"
expect 1 '~unreadable' lint .
check 'a line for each finding' 0 "$(grep -c '^: ' output)"
expect 1 "~: $(printf '\357\277\275')[31m.gnd" lint . --format junit
check 'XML without control characters' 0 "$(tr -cd '\001-\010\013\014\016-\037' < output | wc -c)"
cd ..

# ---- A terminal: aligned, and nothing of a name moves the cursor
if command -v script > /dev/null && script -qec true /dev/null > /dev/null 2>&1; then
    export PROGRAM="$program"
    shown=$(script -qec '"$PROGRAM" hostile samples' /dev/null < /dev/null | tr -d '\r')
    check 'escapes on a terminal' 0 "$(printf '%s' "$shown" | grep -c "$(printf '\033')")"
    check 'a head on a terminal' 1 \
        "$(printf '%s\n' "$shown" | grep -c '^file  *format  *version')"
    one=$(script -qec '"$PROGRAM" samples/town.gnd' /dev/null < /dev/null | tr -d '\r')
    check 'the tables of one file' 1 "$(printf '%s\n' "$one" | grep -c '^gnd_cubes *384 ')"
    # on_terminal COLUMNS ARGUMENTS: what a terminal of that width gets; the shell splits ARGUMENTS
    on_terminal() {
        script -qec "stty cols $1; \"\$PROGRAM\" $2" /dev/null < /dev/null | tr -d '\r'
    }
    # Rows and findings fit the terminal, unless they are wanted whole.
    for width in 80 110 200; do
        for asked in 'lint samples' 'lint --info samples' samples tables; do
            widest=$(on_terminal "$width" "$asked" | LC_ALL=C.UTF-8 wc -L)
            check "gamemap $asked fits $width columns: $widest" yes \
                "$([ "$widest" -le "$width" ] && [ "$widest" -gt 40 ] && echo yes)"
        done
    done
    maps="samples/town.gnd 'SELECT * FROM gnd_maps(:files)'"
    check 'columns that do not fit are counted' 1 \
        "$(on_terminal 60 "$maps" | grep -c '^([1-9][0-9]* more columns: --wide)')"
    check 'whole cells' 1 \
        "$(on_terminal 60 '--wide tables' | grep -c '^gnd_maps .*one row for a file\.')"
    groups=$(on_terminal 80 'lint samples')
    check 'findings by rule' 1 \
        "$(printf '%s\n' "$groups" | grep -c '^2 x walkmesh_drawn, warning:$')"
    check 'nothing of severity info' 0 "$(printf '%s\n' "$groups" | grep -c ', info:$')"
    check 'three places of a rule' 1 "$(on_terminal 80 'lint --info samples' |
        grep -A 4 '^[0-9]* x texture_missing, info:$' | grep -c '^    and [0-9]* more$')"
    printf 'SELECT nosuch;\nSELECT count(*)\nFROM gnd_maps;\n.quit\n' > input
    asked=$(script -qec '"$PROGRAM" samples' /dev/null < input | tr -d '\r')
    late=$({
        sleep 4
        cat input
    } | timeout 20 script -qec '"$PROGRAM" samples' /dev/null | tr -d '\r')
    check 'progress is that of a statement' 0 "$(printf '%s\n' "$late" | grep -c 'seconds so far')"
    check 'an answer to lines that come at once' 1 "$(printf '%s\n' "$late" | grep -c '^ *6$')"
    check 'the tables of a client' 1 "$(printf '%s\n' "$asked" | grep -c '^gnd_maps  *6  ')"
    check 'an error at the prompt' 1 "$(printf '%s\n' "$asked" | grep -c 'no such column: nosuch')"
    check 'an answer behind it' 1 "$(printf '%s\n' "$asked" | grep -c '^ *6$')"
    endless="WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    export endless
    check 'progress' 1 "$(script -qec 'timeout 5 "$PROGRAM" "$endless"' /dev/null < /dev/null |
        tr '\r' '\n' | grep -c 'gamemap: 3 seconds so far')"
    help=$(script -qec '"$PROGRAM" help missing texture' /dev/null < /dev/null | tr -d '\r')
    check 'help on a terminal' 'gamemap_textures (table)' "$(printf '%s\n' "$help" | head -n 1)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
