# Who may include whom: reads the sources of src/ and ext/ and prints each #include that breaks a
# rule, and each header that is named without its folder.
#
#     src/   core <- codec <- table <- archive, picture, text <- scene <- a game, meta <- modules.c
#            (modules.h, which only names the list of modules, stands on the floor of table)
#     ext/   system <- files <- documents <- query <- gamemap.c; all of it may include src/
#
# A folder includes itself and those that stand below it, so never one beside it: no game includes
# another one. Nothing in src/ includes ext/ or SQLite.

function floor_of(path) {
    if (path ~ /^ext\/[^\/]*$/) return 14
    if (path ~ /^ext\/engine\//) {
        sub(/^ext\/engine\//, "", path)
        sub(/\/.*/, "", path)
        return path in engine ? engine[path] : 0
    }
    if (path == "src/modules.h") return floors["table"]
    if (path ~ /^src\/[^\/]*$/) return 9
    sub(/^src\//, "", path)
    sub(/\/.*/, "", path)
    return path in floors ? floors[path] : 0
}

# src/neverwinter of src/neverwinter/mdl/mdl.c, ext/engine/query of ext/engine/query/plan.c
function house_of(path,    parts) {
    if (path == "src/modules.h") return "src/table"
    split(path, parts, "/")
    return parts[1] == "ext" && parts[2] == "engine" ? "ext/engine/" parts[3] : parts[1] "/" parts[2]
}

function complain(why) {
    print FILENAME ":" FNR ": " why
}

BEGIN {
    floors["core"] = 1
    floors["codec"] = 2
    floors["table"] = 3
    floors["archive"] = floors["picture"] = floors["text"] = 4
    floors["scene"] = 5
    floors["ragnarok"] = floors["neverwinter"] = floors["silkroad"] = floors["firefall"] = 6
    floors["meta"] = 6
    engine["system"] = 10
    engine["files"] = 11
    engine["documents"] = 12
    engine["query"] = 13
}

FNR == 1 {
    from = floor_of(FILENAME)
    if (!from) complain("no rule says who may include this folder: see tests/tools/layers.awk")
}

/^#include <sqlite3/ && FILENAME ~ /^src\// { complain("src/ doesn't know SQLite") }

/^#include "/ {
    name = $2
    gsub(/"/, "", name)
    if (name == "sqlite3_gamemap.h" || name ~ /\.inc$/) next # .inc: made when it is compiled
    path = ""
    for (i = 1; i <= 2 && path == ""; i++) {
        candidate = (i == 1 ? "src/" : "ext/") name
        if ((getline line < candidate) >= 0) path = candidate
        close(candidate)
    }
    if ((name !~ /\// && name != "modules.h") || path == "") {
        complain(name ": name the header with its folder, from src/ or ext/")
    } else if (house_of(path) != house_of(FILENAME) && floor_of(path) >= from) {
        complain(name " stands above " house_of(FILENAME) ", or beside it")
    }
}
