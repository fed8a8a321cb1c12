# Makes Markdown of the comment with which a header of src/ describes a format: its first sentence
# becomes a heading, other text paragraphs, and what is indented stays as it stands.
#
#     awk -v mark='#' -f layout.awk src/ragnarok/gat.h
/^\/\*/ && !done { inside = 1; sub(/^\/\*+ ?/, ""); if ($0 == "") next }
!inside || done { next }
/\*\/$/ { done = 1; sub(/ *\*\/$/, ""); if ($0 == "") next }
{ sub(/^\*\* ?/, "") }
!titled && /^[^ ]/ { first = first (first == "" ? "" : " ") $0; next }
!titled { heading() }
{ show($0) }
END { if (!titled) heading() }

function plain(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/[*_]/, "\\\\&", text)
    gsub(/</, "\\&lt;", text)
    return text
}

function show(line,    is_code) {
    is_code = line ~ /^    /
    if (line != "" && is_code != code && !blank) print ""
    print is_code ? line : plain(line)
    code = is_code
    blank = line == ""
}

# The paragraph "GAT: where one can walk on a map. Little-endian, packed:" is a heading and a rest.
function heading(    end) {
    titled = 1
    end = index(first " ", ". ")
    if (!end) end = length(first)
    print "\n" mark " " plain(substr(first, 1, end - 1)) "\n"
    if (end < length(first)) print plain(substr(first, end + 2))
    code = 0
    blank = end >= length(first)
}
