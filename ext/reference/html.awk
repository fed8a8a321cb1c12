# Makes a page of HTML of a page of Markdown, as far as ext/reference/ uses it: headings, paragraphs,
# lists, tables, code, pictures and links. An example about the samples that the page beside has, one path
# a line in SAMPLES, has a link that runs it there. PAGES has a line `group|file|title` for each page, of
# which all pages have a list.
#
#     SAMPLES=$(...) PAGES=$(...) awk -f html.awk gnd.md > gnd.html
BEGIN {
    state = ""
    sample_count = split(ENVIRON["SAMPLES"], samples, "\n")
    page_count = split(ENVIRON["PAGES"], pages, "\n")
    for (i = 1; i <= page_count; i++) {
        split(pages[i], parts, "|")
        group_of[i] = parts[1]
        file_of[i] = parts[2]
        title_of[parts[2]] = parts[3]
    }
    this_file = ARGV[1]
    sub(/.*\//, "", this_file)
}
/^<!--/ { next }
/^    / && state != "list" { code_line(substr($0, 5)); next }
{ if (state == "code" && !/^$/) close_state() }
/^#+ / { heading(); next }
/^\|/ { table_line(); next }
/^[-*] / { if (state != "list") { close_state(); body = body "<ul>\n"; state = "list" } body = body "<li>" inline(substr($0, 3)) "\n"; next }
/^  / && state == "list" { body = body inline(substr($0, 3)) "\n"; next }
/^$/ { if (state == "code") code = code "\n"; else close_state(); next }
{ if (state != "text") { close_state(); body = body "<p>"; state = "text" } body = body inline($0) "\n" }
END { close_state(); page() }

function escaped(text) {
    gsub(/&lt;/, "\001", text)
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/\001/, "\\&lt;", text)
    return text
}

# Code, links, pictures and bold words; a backslash takes a sign its meaning.
function inline(text,    made, part, at) {
    text = escaped(text)
    while (match(text, /`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]*\*\*|\\./)) {
        made = made substr(text, 1, RSTART - 1)
        part = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (part ~ /^`/) made = made "<code>" substr(part, 2, length(part) - 2) "</code>"
        else if (part ~ /^\*\*/) made = made "<strong>" substr(part, 3, length(part) - 4) "</strong>"
        else if (part ~ /^\\/) made = made substr(part, 2)
        else made = made link(part)
    }
    return made text
}

function link(part,    at, title, address, is_picture) {
    is_picture = part ~ /^!/
    sub(/^!?\[/, "", part)
    at = index(part, "](")
    title = substr(part, 1, at - 1)
    address = substr(part, at + 2, length(part) - at - 2)
    if (title in title_of) title = inline(title_of[title]) # a file's name tells less than what it is called
    if (is_picture) return "<img src=\"" address "\" alt=\"" title "\">"
    sub(/README\.md/, "index.html", address)
    if (address !~ /^https?:/) sub(/\.md/, ".html", address)
    sub(/^\.\.\/\.\.\/sql\//, "../sql/", address) # the page has the reports beside the reference
    return "<a href=\"" address "\">" title "</a>"
}

function anchor(text) {
    text = tolower(text)
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/ /, "-", text)
    gsub(/[^a-z0-9_-]/, "", text)
    return text
}

function heading(    level, text) {
    close_state()
    match($0, /^#+/)
    level = RLENGTH
    text = substr($0, level + 2)
    if (level == 1 && title == "") title = escaped(text)
    body = body "<h" level " id=\"" anchor(text) "\">" inline(text) "</h" level ">\n"
}

function table_line(    cells, count, i, tag) {
    if ($0 ~ /^\|[-|: ]*\|$/ && $0 ~ /-/) return
    gsub(/\\\|/, "\002")
    count = split($0, cells, "|")
    tag = state == "table" ? "td" : "th"
    if (state != "table") { close_state(); body = body "<div class=\"wide\"><table>\n"; state = "table" }
    if (tag == "th" && $0 ~ /^\|[ |]*$/) return
    body = body "<tr>"
    for (i = 2; i < count; i++) {
        gsub(/^ +| +$/, "", cells[i])
        gsub(/\002/, "|", cells[i])
        body = body "<" tag ">" inline(cells[i]) "</" tag ">"
    }
    body = body "</tr>\n"
}

function code_line(line) {
    if (state != "code") { close_state(); state = "code"; code = "" }
    code = code (code == "" ? "" : "\n") line
}

function close_state() {
    if (state == "text") body = body "</p>\n"
    if (state == "list") body = body "</ul>\n"
    if (state == "table") body = body "</table></div>\n"
    if (state == "code") close_code()
    state = ""
}

function close_code() {
    sub(/\n+$/, "", code)
    body = body "<pre tabindex=\"0\">" escaped(code) "</pre>\n"
    if (code ~ /^(SELECT|WITH) / && code ~ /'samples\// && has_samples(code))
        body = body "<p><a class=\"run\" href=\"../index.html#q=" in_address(code) "\">Run</a></p>\n"
}

# Is each path in a statement one of the samples, a pattern that one of them fits, or within one?
function has_samples(text,    path) {
    gsub(/--[^\n]*/, "", text)
    while (match(text, /'[^']*'/)) {
        path = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        if (path ~ /\// && !is_sample(path)) return 0
    }
    return 1
}

function is_sample(path,    i, pattern) {
    pattern = path
    gsub(/[.+(){}|^$]/, ".", pattern)
    gsub(/\?/, "[^/]", pattern)
    gsub(/\*\*\//, "\001", pattern)
    gsub(/\*/, "[^/]*", pattern)
    gsub(/\001/, "(.*/)?", pattern)
    for (i = 1; i <= sample_count; i++) {
        if (samples[i] ~ "^" pattern "$" || index(path, samples[i] "/") == 1) return 1
    }
    return 0
}

function in_address(text,    i, sign, made) {
    for (i = 1; i <= length(text); i++) {
        sign = substr(text, i, 1)
        made = made (sign ~ /[A-Za-z0-9_.~-]/ ? sign : sprintf("%%%02X", code_of(sign)))
    }
    return made
}

function code_of(sign,    i) {
    if (!coded) for (i = 1; i < 256; i++) codes[sprintf("%c", i)] = i
    coded = 1
    return codes[sign]
}

function page() {
    print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
    print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    print "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' data:; style-src 'self'\">"
    print "<title>" title "</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"reference.css\">"
    print "</head>\n<body>\n<header><a href=\"../index.html\">gamemap</a> <a href=\"index.html\">Reference</a>"
    print "<form action=\"../index.html\"><label>Search <input type=\"search\" name=\"help\" required></label> <button>Find</button></form></header>"
    print "<div class=\"page\">\n<nav aria-label=\"Pages\">"
    page_list()
    print "</nav>\n<main>"
    printf "%s", body
    print "</main>\n</div>\n</body>\n</html>"
}

# All pages by group; a title is as long as it is to a colon.
function page_list(    i, name, short) {
    for (i = 1; i <= page_count; i++) {
        if (group_of[i] != group_of[i - 1]) print (i > 1 ? "</ul>\n" : "") "<h2>" group_of[i] "</h2>\n<ul>"
        name = file_of[i]
        short = title_of[name]
        sub(/:.*/, "", short)
        sub(/README/, "index", name)
        sub(/\.md$/, ".html", name)
        print "<li><a href=\"" name "\"" (file_of[i] == this_file ? " aria-current=\"page\"" : "") ">" inline(short) "</a></li>"
    }
    print "</ul>"
}
