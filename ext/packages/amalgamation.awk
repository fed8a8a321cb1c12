# Writes all sources as one file that a C compiler takes:
#
#     awk -v commit=COMMIT -f amalgamation.awk HEADER... TABLE.inc SOURCE...
#
# Each header comes once, behind those that it includes, then the sources. What several sources have of
# their own by one name gets a number there, and their macros end with them. Names behind `.` and `->`,
# and names of members, are left alone.
FNR == 1 {
    file = FILENAME
    is_header = file ~ /\.h$/
    files[++file_count] = file
    in_enum = 0
}
{
    text[file, ++lines[file]] = $0
    if (is_header) note_header($0)
    else note_names()
}
END {
    print "/*"
    print "** gamemap: the structures of game-world files as SQLite tables, all sources in one file. It needs the"
    print "** headers of SQLite, zlib and liblzma:"
    print "**"
    print "**     cc -O2 -shared -fPIC -fvisibility=hidden -ffp-contract=off -D_FILE_OFFSET_BITS=64 -o gamemap.so gamemap.c -lz -llzma -lm -lpthread"
    print "**"
    print "** -DGAMEMAP_LIBDEFLATE -ldeflate, -DGAMEMAP_ZSTD -lzstd and -DGAMEMAP_BZIP2 -lbz2 add what these libraries read."
    print "*/"
    print "#define _GNU_SOURCE\n#define GAMEMAP_COMMIT \"" commit "\"\n#include <zlib.h>\n#undef FAR"
    for (i = 1; i <= file_count; i++) if (files[i] ~ /\.h$/) write_header(files[i])
    for (i = 1; i <= file_count; i++) if (files[i] !~ /\.h$/) write_source(files[i], i)
}

function note_header(line) {
    if (line ~ /^typedef (struct|union|enum) [A-Za-z]+ \{/) {
        match(line, /[A-Za-z]+ \{/)
        typed[substr(line, RSTART, RLENGTH - 2)] = 1
    }
    if (match(line, /struct [A-Za-z]+ \*/)) opaque[substr(line, RSTART + 7, RLENGTH - 9)] = without_ending(file)
    if (line ~ /^(\/\*|\*\*)/) return
    is_member = line ~ /^ /
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(line, RSTART, RLENGTH)
        if (!is_member || word ~ /^[A-Z][A-Z_0-9]*$/) in_headers[word] = 1
        line = substr(line, RSTART + RLENGTH)
    }
}

# What a line at the left margin of a source defines
function note_names(    line, count, parts, j) {
    if (/^(typedef )?enum.*\{/) in_enum = 1
    if (in_enum) {
        line = $0
        sub(/\/\*.*/, "", line)
        sub(/^[^{]*\{/, "", line)
        count = split(line, parts, ",")
        for (j = 1; j <= count; j++) if (match(parts[j], /[A-Z][A-Z_0-9]*/)) note(substr(parts[j], RSTART, RLENGTH), "name")
        if (/\}/) in_enum = 0
    }
    if (/^#define /) {
        sub(/\(.*/, "", $2)
        macros[file] = macros[file] " " $2
    } else if (/^[A-Z_]+\([a-z_]+, / || /^[A-Z_]+\([A-Z][A-Za-z]+, [a-z_]+\)/) { # a function that a macro makes
        match($0, /[a-z_]+[,)]/)
        while (substr($0, RSTART - 1, 1) ~ /[A-Za-z]/) {
            $0 = substr($0, RSTART + 1)
            if (!match($0, /[a-z_]+[,)]/)) return
        }
        note(substr($0, RSTART, RLENGTH - 1), "name")
    } else if (/^(static const |typedef |)(struct|union|enum) [A-Za-z]+ \{/ || /^ +struct [A-Za-z]+ \{/) {
        match($0, /[A-Za-z]+ \{/)
        note(substr($0, RSTART, RLENGTH - 2), "type")
    } else if (/^\} [a-z_]+\[/) {
        match($0, /[a-z_]+\[/)
        note(substr($0, RSTART, RLENGTH - 1), "name")
    } else if (/^static /) {
        line = $0
        sub(/ \(\*(const )?/, " ", line) # a pointer to a function
        sub(/[(\[=;].*/, "", line)
        if (match(line, /[A-Za-z_0-9]+ *$/)) note(substr(line, RSTART, RLENGTH), "name")
    } else if (/^\} [A-Za-z]+;/) {
        note(substr($0, 3, length($0) - 3), "type")
    } else if (/^typedef .*\(\*[A-Za-z]+\)/) {
        match($0, /\(\*[A-Za-z]+\)/)
        note(substr($0, RSTART + 2, RLENGTH - 3), "type")
    }
}

function note(name, kind) {
    gsub(/ /, "", name)
    if ((file, name) in defined) return
    defined[file, name] = kind
    times[name]++
}

# Has something else this name, too, in another source, a header or the system? A struct that a header
# leaves open has its own in the source of that header.
function is_renamed(name, file) {
    if (!((file, name) in defined) || (name in opaque && opaque[name] == without_ending(file))) return 0
    if (times[name] > 1) return 1
    if (defined[file, name] == "type") return name in typed
    return name in in_headers || name ~ /^(index|read|link|remove|signal|y[01n]|j[01n]|gamma|wait|time|select|access|close|open)$/
}

function without_ending(path) {
    sub(/\.[a-z]+$/, "", path)
    return path
}

# The file that an include names: from src/, ext/ or the folder of the one that includes it
function found(name, from,    folder) {
    folder = from
    sub(/[^\/]*$/, "", folder)
    if (("src/" name, 1) in text) return "src/" name
    if (("ext/" name, 1) in text) return "ext/" name
    return folder name
}

function included(line) {
    return line ~ /^#include "/ ? substr(line, 11, length(line) - 11) : ""
}

function write_header(file,    j, name) {
    if (file in written) return
    written[file] = 1
    for (j = 1; j <= lines[file]; j++) {
        name = included(text[file, j])
        if (name != "") write_header(found(name, file))
        else if (text[file, j] != "#pragma once") print text[file, j]
    }
}

function write_source(file, number,    j, count, names) {
    if (file ~ /\.inc$/) return
    in_comment = in_struct = 0
    count = split(macros[file], names, " ")
    for (j = 1; j <= count; j++) print "#pragma push_macro(\"" names[j] "\")\n#undef " names[j]
    print "#line 1 \"" file "\""
    for (j = 1; j <= lines[file]; j++) {
        name = included(text[file, j])
        if (name == "") print with_numbers(text[file, j], file, number)
        else if (name ~ /\.inc$/) write_whole(found(name, file))
        else print ""
    }
    for (j = 1; j <= count; j++) print "#undef " names[j] "\n#pragma pop_macro(\"" names[j] "\")"
}

function write_whole(file,    j) {
    for (j = 1; j <= lines[file]; j++) print text[file, j]
}

function with_numbers(line, file, number,    made, token, rest) {
    if (line ~ /^(typedef )?(struct|union).*\{$/) in_struct = 1
    if (line ~ /^\}/) in_struct = 0
    made = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//)) return made line
            made = made substr(line, 1, RSTART + 1)
            line = substr(line, RSTART + 2)
            in_comment = 0
            continue
        }
        if (!match(line, /(\.|->)?[A-Za-z_][A-Za-z_0-9]*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|\/\*|\/\/.*/)) return made line
        made = made substr(line, 1, RSTART - 1)
        token = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (token == "/*") in_comment = 1
        else if (is_renamed(token, file) && !(in_struct && line ~ /^ *[;,:\[]/)) token = token "__" number
        made = made token
    }
    return made
}
