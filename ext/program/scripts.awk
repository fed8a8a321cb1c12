# Makes a C file of the texts that the program has inside: each is the lines of a file. A page is a
# list of its headings of the third level: the names of the rules. statements.sql has a text behind
# each line "-- @NAME", which is called sql_NAME. help.txt also is two lists of names.
BEGIN { print "#include \"program.h\"" }
FILENAME ~ /help\.txt$/ && /^Examples:/ { is_example = 1 }
FILENAME ~ /help\.txt$/ && /^  gamemap [a-z]+ / && !is_example { commands = commands "    \"" $2 "\\n\"\n" }
FILENAME ~ /help\.txt$/ && /^  --[a-z]/ {
    for (line = $0; match(line, /--[a-z]+/); line = substr(line, RSTART + RLENGTH)) {
        options = options "    \"" substr(line, RSTART, RLENGTH) "\\n\"\n"
        if (substr(line, RSTART + RLENGTH, 1) != ",") break
    }
}
FNR == 1 && FILENAME ~ /\.md$/ {
    if (NR > 1) print "    ;"
    printf "\nconst char rule_names[] =\n"
}
FILENAME ~ /\.md$/ {
    if (/^### /) printf "    \"%s\\n\"\n", $2
    next
}
FILENAME ~ /statements\.sql$/ && /^--/ {
    if (!sub(/^-- @/, "")) next
    print "    ;"
    printf "\nconst char sql_%s[] =\n", $0
    next
}
FILENAME ~ /statements\.sql$/ && /^$/ { next }
FNR == 1 {
    if (NR > 1) print "    ;"
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.(sql|txt)$/, "", name)
    printf "\nconst char script_%s[] =\n", name
}
{
    gsub(/\\/, "&&")
    gsub(/["?]/, "\\\\&") # and no trigraphs
    printf "    \"%s\\n\"\n", $0
}
END {
    print "    ;"
    printf "\nconst char command_names[] =\n%s    ;\n", commands
    printf "\nconst char option_names[] =\n%s    ;\n", options
}
