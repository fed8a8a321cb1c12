# Makes a C file of the scripts of sql/ that the program has inside: each is a text of its lines. A
# page is a list of its headings of the third level: the names of the rules.
BEGIN { print "#include \"program.h\"" }
FNR == 1 && FILENAME ~ /\.md$/ {
    if (NR > 1) print "    ;"
    printf "\nconst char rule_names[] =\n"
}
FILENAME ~ /\.md$/ {
    if (/^### /) printf "    \"%s\\n\"\n", $2
    next
}
FNR == 1 {
    if (NR > 1) print "    ;"
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.sql$/, "", name)
    printf "\nconst char script_%s[] =\n", name
}
{
    gsub(/\\/, "&&")
    gsub(/["?]/, "\\\\&") # and no trigraphs
    printf "    \"%s\\n\"\n", $0
}
END { print "    ;" }
