# Writes the table of code_page.c: table.awk 437.txt 932.txt ... > code_pages.inc
#
# Each file describes the code page of its name. Its lines:
#
#     # a comment
#     second 40 7E 80 FC          the bytes that may be second in a pair: 40 to 7E and 80 to FC
#     B0A1 가각간                 the characters of B0A1 and of the codes behind it
#     FD U+F8F1 U+F8F3            the same, by the number of the first and the last character
#     A1A1 U+3000                 the same for one character
#     8141 A0FE rest U+AC00 U+D7A3    the characters of this range, in its order, that the page has
#                                 no code for so far: for pairs from 81 to A0 and 41 to FE
#
# awks read UTF-8 in different ways, and od reads it in one.

function hex(digits,    i, value) {
    for (i = 1; i <= length(digits); i++) {
        value = value * 16 + index("123456789ABCDEF", substr(digits, i, 1))
    }
    return value + 0
}

function give(code, character) {
    if (code in characters || (code > 255 && !is_second[code % 256])) {
        print FILENAME ": no character can be given to code " code > "/dev/stderr"
        exit 1
    }
    characters[code] = character
    codes[character] = code
}

function next_code(code) {
    if (code < 256) return code + 1
    do code++
    while (!is_second[code % 256])
    return code
}

# Gives codes of a rectangle to the characters that have none.
function give_rest(from, to, character, last,    first, second) {
    for (first = int(from / 256); first <= int(to / 256); first++) {
        for (second = from % 256; second <= to % 256; second++) {
            while (character in codes) character++
            if (is_second[second] && character <= last) give(first * 256 + second, character)
        }
    }
}

function read_seconds(count, words,    i, second) {
    for (i = 2; i < count; i += 2) {
        for (second = hex(words[i]); second <= hex(words[i + 1]); second++) is_second[second] = 1
    }
}

# Takes a line in two forms: its text, in which other characters than those of ASCII are blanks, and the
# numbers of its `length_of` characters.
function read_line(text, line, length_of,    words, count, code, character, i) {
    count = split(text, words, " ")
    code = hex(words[1])
    if (words[1] == "second") {
        read_seconds(count, words)
    } else if (words[3] == "rest") {
        give_rest(code, hex(words[2]), hex(substr(words[4], 3)), hex(substr(words[5], 3)))
    } else if (count > 1) {
        for (character = hex(substr(words[2], 3)); character <= hex(substr(words[count], 3)); character++) {
            give(code, character)
            code = next_code(code)
        }
    } else {
        for (i = length(words[1]) + 2; i <= length_of; i++) {
            give(code, line[i])
            code = next_code(code)
        }
    }
}

# Reads a file's lines, from the bytes as od prints them.
function read_page(file,    od, i, line, size, text) {
    split("", characters)
    split("", codes)
    split("", is_second)
    od = "od -A n -v -t u1 " file
    while ((od | getline) > 0) {
        for (i = 1; i <= NF; i++) {
            if ($i == 10) {
                if (text !~ /^(#|$)/) read_line(text, line, size)
                size = 0
                text = ""
            } else if ($i >= 128 && $i < 192) {
                line[size] = line[size] * 64 + $i % 64
            } else {
                line[++size] = $i < 128 ? $i : $i < 224 ? $i % 32 : $i % 16
                text = text ($i < 128 ? sprintf("%c", $i + 0) : " ")
            }
        }
    }
    close(od)
}

# Returns numbers of an array as C has them; nothing if all are 0.
function row(name, array, first, count,    i, numbers, any) {
    for (i = first; i < first + count; i++) {
        numbers = numbers (array[i] + 0) ","
        if (array[i]) any = 1
    }
    return any ? "    " name " = {" numbers "},\n" : ""
}

BEGIN {
    for (i = 1; i < ARGC; i++) {
        page = ARGV[i]
        sub(/.*\//, "", page)
        sub(/[.].*/, "", page)
        read_page(ARGV[i])
        name = "[ENCODING_CP" page "]"
        bytes = bytes row(name, characters, 128, 128)
        for (first = 128; first < 256; first++) {
            pairs = pairs row(name "[" first - 128 "]", characters, first * 256 + 64, 192)
        }
        if (page == 949) syllables = row("[0]", codes, 44032, 11172)
    }
    print "/* Made by src/codec/code_pages/table.awk from the files beside it. */"
    print "const uint16_t code_page_bytes[][128] = {\n" bytes "};"
    print "const uint16_t code_page_pairs[][128][192] = {\n" pairs "};"
    sub(/ *\[0\] = /, "", syllables)
    sub(/,\n$/, ";", syllables)
    print "static const uint16_t korean_syllables[] = " syllables
}
