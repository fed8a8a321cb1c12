# Writes the pages of ext/reference/ that derive from the descriptors: one a format, and their index.
#
#     awk -v to=FOLDER -v gathered=FILE -v layouts=FOLDER -f reference.awk FACTS ANSWERS
#     awk -f reference.awk FACTS                 only names the pages
#
# FACTS is what facts.sql says, ANSWERS what the examples answer. A page begins with the format's
# layout, which layout.awk has taken from the headers of src/ to LAYOUTS/format.md.
BEGIN {
    RS = "\036"
    FS = "\037"
    # Formats whose tables have another page than one of the format's name
    page_of["GTCHUNK"] = "gt"
    page_of["JMXVNVM"] = "jmx"
    page_of["RO-SCRIPT"] = page_of["RO-MAP-INDEX"] = page_of["RO-CELLS"] = "ro-server"
    page_of["JMX asset list"] = page_of["JMX name list"] = page_of["JMX tile list"] = "jmx_lists"
    page_of["JMXVMFO"] = "jmx_lists"
    page_of["2DA"] = "twoda"
    page_of["archive"] = "archives"
    page_of[""] = "extension"
    column_head = "| column | type | unit | what it is |\n|---|---|---|---|\n"
    rows_most = 8
    cell_most = 72
}

{ sub(/^\n/, "") }

$1 == "table" || $1 == "function" {
    kind[++count] = $1
    name[count] = $2
    format[count] = $3
    call[count] = $4
    doc[count] = $5
    example[count] = $6
    reads[count] = $1 == "table" ? $7 : ""
    called[count] = $1 == "table" ? $8 : ""
    if ($3 != "") page_exists[page_named($3)] = 1
    next
}

$1 == "column" {
    column[++column_count] = column_line()
    table_of[column_count] = $2
    if (!column_uses[column[column_count]]++) first_uses[++uses_count] = column[column_count]
    next
}

$1 == "example" {
    asked = $2
    next
}

NF && $0 != "" { answer(asked) }

function page_named(of) {
    return of in page_of ? page_of[of] : tolower(of)
}

# What is about no format is told where its name belongs: vgeo_texture_hash on the page of VGEO.
function page_for(number,    prefix) {
    prefix = name[number]
    sub(/_.*/, "", prefix)
    return format[number] == "" && prefix in page_exists ? prefix : page_named(format[number])
}

function cell(text) {
    gsub(/\|/, "\\|", text)
    gsub(/</, "\\&lt;", text)
    gsub(/\n/, " ", text)
    return text
}

function column_line(    told) {
    told = $8 == "hidden" ? "Hidden. " : $8 == "argument" && $6 !~ /^Argument/ ? "Argument. " : ""
    told = told $6
    if ($9 == 1) told = told ". Needs the whole file"
    told = cell(told)
    if ($7 != "") told = told ". Refers to " link_to($7)
    if ($10 != "") told = told ". In the public note: " as_code($10)
    return "| `" $3 "` | " $4 " | " cell($5) " | " told " |\n"
}

# A list of names, as code.
function as_code(names) {
    gsub(/, /, "`, `", names)
    return "`" names "`"
}

# A table can be described before its page is known: a mark that becomes a link in the end.
function link_to(table) { return "\001" table "\002" }

function with_links(text,    table, before) {
    while (match(text, /\001[^\002]*\002/)) {
        before = substr(text, 1, RSTART - 1)
        table = substr(text, RSTART + 1, RLENGTH - 2)
        text = before link[table] substr(text, RSTART + RLENGTH)
    }
    return text
}

function first_sentence(text,    end) {
    end = index(text, ". ")
    return cell(end ? substr(text, 1, end) : text)
}

# A cell of an answer, not longer than is pleasant to read and not cut within a letter.
function short(text) {
    if (length(text) > cell_most) {
        text = substr(text, 1, cell_most - 3)
        sub(/[\200-\277]*$/, "", text)
        sub(/[\300-\377]$/, "", text)
        text = text "..."
    }
    return cell(text)
}

function answer(of,    i, line, rule) {
    line = rule = "|"
    for (i = 1; i <= NF; i++) {
        line = line " " short($i) " |"
        rule = rule "---|"
    }
    if (!(of in answers)) answers[of] = line "\n" rule "\n"
    else if (++rows[of] <= rows_most) answers[of] = answers[of] line "\n"
}

function section(number,    text, of) {
    of = name[number]
    text = "\n### " of "\n\n`" call[number] "`\n\n" doc[number]
    if (reads[number] == "header") text = text " No more of a file is read and checked than its header."
    if (reads[number] == "body") text = text " Lightmaps are neither read nor checked."
    if (called[number] != "") text = text " In the public note: " as_code(called[number]) "."
    text = text "\n"
    if (kind[number] == "table") text = text "\n" column_head columns[of]
    return text "\n    " example[number] ";\n" result(of)
}

function result(of,    more) {
    if (of == "gamemap_debug") return "\nThe answer is another on each machine.\n"
    if (!(of in answers)) return "\nThat has no rows.\n"
    more = rows[of] - rows_most
    return "\n" answers[of] (more > 0 ? "\nand " more " more row" (more > 1 ? "s" : "") ".\n" : "")
}

function opening(page,    line, text, file) {
    file = layouts "/" page ".md"
    RS = "\n"
    while ((getline line < file) > 0) text = text line "\n"
    close(file)
    return text
}

# What nearly every table has is told once, in the index.
function is_common(line) {
    return column_uses[line] > count / 4
}

END {
    for (i = 1; i <= column_count; i++) {
        if (!is_common(column[i])) columns[table_of[i]] = columns[table_of[i]] column[i]
    }
    for (i = 1; i <= count; i++) {
        page[i] = page_for(i)
        if (!(page[i] in seen)) order[++page_count] = page[i]
        seen[page[i]] = 1
        link[name[i]] = "[" name[i] "](" page[i] ".md#" name[i] ")"
        body[page[i], kind[i]] = body[page[i], kind[i]] section(i)
        listed[page[i], kind[i]] = listed[page[i], kind[i]] \
            "| [" name[i] "](" page[i] ".md#" name[i] ") | " first_sentence(doc[i]) " |\n"
    }
    if (pages_only()) exit
    for (p = 1; p <= page_count; p++) write_page(order[p])
    write_index()
}

function pages_only(    p) {
    if (to != "") return 0
    for (p = 1; p <= page_count; p++) print order[p]
    return 1
}

function write_page(page,    file) {
    file = to "/" page ".md"
    printf "%s", opening(page) > file
    print "\n<!-- From here on `make reference` writes this page. -->" > file
    if ((page, "table") in body) printf "\n## Tables\n%s", with_links(body[page, "table"]) > file
    if ((page, "function") in body) printf "\n## Functions\n%s", body[page, "function"] > file
    close(file)
}

function write_index(    file, p, first) {
    file = gathered
    print "\n## Columns that every table has\n" > file
    print "Tables about gamemap itself have none of them, and some have only a few.\n" > file
    printf "%s", column_head > file
    for (p = 1; p <= uses_count; p++) if (is_common(first_uses[p])) printf "%s", first_uses[p] > file
    print "\n## Tables and functions" > file
    for (p = 1; p <= page_count; p++) {
        first = opening(order[p])
        sub(/\n.*/, "", first)
        sub(/^# */, "", first)
        print "\n### [" first "](" order[p] ".md)\n" > file
        print "| | |\n|---|---|" > file
        printf "%s%s", listed[order[p], "table"], listed[order[p], "function"] > file
    }
    close(file)
}
