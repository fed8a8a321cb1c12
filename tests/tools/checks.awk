# Which failing checks of the decoders are reached? First the errors that `hostile --errors` met and
# the test scripts (for the texts that they expect), then the .c files of src/. Every text that a decoder can fail
# with is turned into a pattern; those that no error fits are listed.

function literal_at(text, start,    i, c, out) { # the string literals from `start` on, joined
    out = ""
    i = start
    while (i <= length(text)) {
        c = substr(text, i, 1)
        if (c == "\"") {
            for (i++; i <= length(text) && (c = substr(text, i, 1)) != "\""; i++) {
                if (c == "\\") c = substr(text, ++i, 1)
                out = out c
            }
            i++
        } else if (c ~ /[ \t]/) {
            i++
        } else if (substr(text, i, 3) == "PRI") {
            out = out "d"
            while (substr(text, i, 1) ~ /[A-Za-z0-9]/) i++
        } else {
            break
        }
    }
    return out
}

function pattern_of(text) {
    gsub(/%%/, "PERCENT", text)
    gsub(/%[-+ #0-9.*]*(hh|h|ll|l|z)?[a-zA-Z]/, "\001", text)
    gsub(/[0-9]+/, "#", text)
    gsub(/[][(){}.*+?^$|\\\/]/, "[&]", text)
    gsub(/\[\^\]/, "\\^", text)
    gsub(/\001/, ".*", text)
    gsub(/PERCENT/, "%", text)
    return text
}

function check(call, text, suffix,    pattern, i, how) {
    pattern = pattern_of(text) suffix
    if (text == "" || (FILENAME, pattern) in known) return
    known[FILENAME, pattern]
    total++
    how = ""
    for (i = 1; i <= seen_count; i++) {
        if (seen[i] !~ pattern) continue
        if (kind[i] == "S") { how = "S"; break }
        if (how != "C") how = kind[i]
    }
    reached[how]++
    if (how != "S" && how != "C") missing[++missing_count] = FILENAME ": " text (how == "D" ? " (by damage only)" : "")
}

FNR == 1 { is_source = FILENAME ~ /\.c$/; statement = "" }

!is_source {
    line = $0
    how = "S"
    if (line ~ /^[SCD] /) { how = substr(line, 1, 1); line = substr(line, 3) }
    gsub(/[0-9]+/, "#", line)
    if ((how, line) in noted) next
    noted[how, line]
    seen[++seen_count] = line
    kind[seen_count] = how
    next
}

# Statements are gathered up to their semicolon.
{
    statement = statement " " $0
    if ($0 !~ /;[ \t]*(\/[*].*)?$/ && $0 !~ /[{}][ \t]*$/) next
    rest = statement
    while (match(rest, /[a-z_]*(fail|fail_at|reader_fail|fail_tail)\(|read_(u8|u16|u32|u64|i32|f32|records|bytes|field)\(/)) {
        call = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        start = index(rest, "\"")
        stop = match(rest, /;/) ? RSTART : length(rest)
        if (!start || start > stop) continue
        text = literal_at(rest, start)
        if (call ~ /fail/) check(call, text, "")
        else check(call, text, ".* (need|of|don't|doesn't)")
    }
    statement = ""
}

END {
    for (i = 1; i <= missing_count; i++) print "not reached: " missing[i]
    stored = reached["S"] + reached["C"]
    printf "%d failing checks: %d reached by stored files and scripts, %d more by cutting them, %d more by other damage, %d not: %.1f %%\n",
        total, reached["S"], reached["C"], reached["D"], reached[""], total ? 100 * stored / total : 0
}
