# Makes the lines of an AsciiWord[] of ascii_words.txt.
function flag(where) {
    if (where ~ /^(ANYWHERE)$/) return "ASCII_" where
    return (where ~ /^(MODEL|ANIMATION)$/ ? "ASCII_IN_" : "MDL_FLAG_") where
}
/^#/ || !NF { next }
{
    count = split($2, places, "+")
    where = flag(places[1])
    for (i = 2; i <= count; i++) where = where " | " flag(places[i])
    printf "{%s, %s, ASCII_%s, %s, %s, %s},\n", $1 == "-" ? "NULL" : "\"" $1 "\"", where, toupper($3),
        $5 == "" ? 0 : $5, $6 == "" ? 0 : $6, $4 == "" ? 0 : $4
}
