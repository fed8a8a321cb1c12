# Writes what gamemap_help finds beside what the extension has: rules, headings of guides and reports.
# Each is a line of C, a Help: kind, name, table, documentation, example, and what its kind counts.
#
#     topics.awk ext/reference/rules.md ext/reference/mapper.md ... sql/*.sql > help_topics.inc

function literal(text) {
    gsub(/"/, "\\\"", text)
    gsub(/[?]/, "\\?", text) # and no trigraphs
    return text == "" ? "NULL" : "\"" text "\""
}

# Returns the first sentences of a text, without the marks of Markdown.
function sentences(text, count,    result) {
    gsub(/\\|\[|\]\([^)]*\)|`|^ +/, "", text)
    sub(/^Severity: [^.]*\. /, "", text)
    while (count-- && match(text, /[.:]( |$)/)) {
        result = result substr(text, 1, RSTART + RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
    }
    sub(/[: ]+$/, "", result)
    return result
}

function tell() {
    if (kind) {
        printf "{%s, %s, %s, %s, %s, {0}, %s},\n", literal(kind), literal(name),
               literal(kind == "rule" ? "gamemap_findings" : ""),
               literal(sentences(text, kind == "rule" ? 2 : 1)), literal(example),
               kind == "guide" ? 0.15 : 0.4
    }
    kind = text = example = ""
    is_read = 0
}

FNR == 1 {
    tell()
    file = FILENAME
    sub(/.*\//, "", file)
    if (file ~ /\.sql$/) {
        kind = "report"
        name = file
    }
}

file ~ /\.md$/ && /^##/ {
    tell()
    kind = file != "rules.md" ? "guide" : /^### / ? "rule" : ""
    example = kind == "guide" ? "ext/reference/" file : ""
    name = $0
    sub(/^#+ /, "", name)
    next
}

# The first paragraph, without code and tables
file ~ /\.md$/ {
    if (/^ *$/ || /^[ |]/) is_read = is_read || text != ""
    else if (!is_read) text = text " " $0
}

# The first comment and how it is run
file ~ /\.sql$/ {
    if (!/^--/) is_read = 1
    line = $0
    sub(/^-- */, "", line)
    if (is_read) next
    if (example ~ /\\$/ || line ~ /^sqlite3 /) {
        sub(/\\$/, "", example)
        example = example line
    } else if (!example) {
        text = text " " line
    }
}

END { tell() }
