/* text_lines, the table that reads any text, and text_field, which takes a line apart. */
#include "table/table.h"
#include "text/text_file.h"

static const TextLines *lines_of(const Row *row) {
    const char *starts = row->array->records;
    return (const void *)(starts - offsetof(TextLines, starts));
}

static bool take_encoding(const Opening *opening, FileEncoding *encoding) {
    Value name = opening->arguments->values[0];
    *encoding = ((const TextFile *)opening->document)->encoding;
    if (name.type == VALUE_NULL) return true;
    if (name.type == VALUE_TEXT && encoding_find(name.bytes, name.length, encoding)) return true;
    return fail(opening->error, ERROR_ARGUMENT,
                "as_encoding isn't a known encoding, expected " ENCODING_NAMES);
}

static bool line_rows(Opening *opening) {
    FileEncoding encoding;
    if (!take_encoding(opening, &encoding)) return false;
    TextLines *lines =
        text_list_lines(opening->document, encoding, opening->scratch, opening->error);
    if (!lines) return false;
    return opening_set_rows(opening, lines->starts, lines->count, sizeof lines->starts[0]);
}

static Value line_number(const Row *row) {
    return value_integer((int64_t)row->index + 1);
}

static Value line_text(const Row *row) {
    enum { CONVERTED_MOST = 1 << 30 }; /* SQLite refuses longer texts unconverted */
    const Document *document = row->document;
    const TextLines *lines = lines_of(row);
    const uint8_t *bytes = document->bytes + lines->starts[row->index];
    uint32_t length = text_line_length(document, lines, row->index);
    if (length >= CONVERTED_MOST || encoding_is_plain(lines->encoding, bytes, length)) {
        return value_text_of((const char *)bytes, length);
    }
    char *text = row_room(row, (uint64_t)length * TEXT_BYTES_MAX);
    if (!text) return value_null();
    size_t put = encoding_convert(lines->encoding, bytes, length, text, NULL);
    return value_text_of(text, (uint32_t)put);
}

static Value line_raw(const Row *row) {
    const Document *document = row->document;
    const TextLines *lines = lines_of(row);
    return value_blob(document->bytes + lines->starts[row->index],
                      text_line_length(document, lines, row->index));
}

static Value line_encoding(const Row *row) {
    return value_name(encoding_name(lines_of(row)->encoding));
}

static uint64_t line_offset(const Row *row) {
    return lines_of(row)->starts[row->index];
}

static void find_line(const Seek *seek, RowRange *range) {
    int64_t lo = seek->ranges[0].lo, hi = seek->ranges[0].hi;
    uint64_t first = lo > 1 ? (uint64_t)lo - 1 : 0, end = hi > 0 ? (uint64_t)hi : 0;
    range->first = first < range->end ? first : range->end;
    if (end < range->end) range->end = end > range->first ? end : range->first;
}

static const Column line_columns[] = {
    GET("line", INTEGER, NULL, "Number of the line, from 1", line_number),
    GET("text", TEXT, NULL,
        "The line without its line end (LF, CRLF or CR), as UTF-8; what the encoding doesn't "
        "define, and NUL, reads as U+FFFD",
        line_text, WRITTEN),
    GET("encoding", TEXT, NULL, "The encoding by which the whole file was read", line_encoding),
    GET("text_raw", BLOB, NULL, "The bytes of the line without its line end", line_raw,
        .hidden = true),
};

static const Table text_lines = {
    TABLE("text_lines", text_format, line_columns),
    .doc = "The lines of a text: a table of the client, a list, an .ini or a script. Together with "
           "text_field it reads whatever has a separator.",
    .example = "SELECT text_field(text, '#', 1) AS map, text_field(text, '#', 2) AS shown_name "
               "FROM text_lines('samples/mapnametable.txt')",
    ARGUMENTS(
        {.name = "as_encoding",
         .doc =
             "One of " ENCODING_NAMES
             "; without it, the encoding is guessed once for the whole file: by its byte order "
             "mark, else ASCII or UTF-8 if all of it is, else the one of cp949, cp932, cp936 and "
             "cp950 in which most characters are usual ones (those that stand alone among ASCII "
             "don't count), else windows-1252",
         .optional = true}),
    .typical_rows = 1000,
    .rows = line_rows,
    .indexes = {{.keys = {"line"}, .rows_per_key = 1, .find = find_line}},
    .byte_offset = line_offset,
    .identity = {"text"},
};

/* The fields of a text, one after the other. */
typedef struct Fields {
    const char *at, *end;
    const char *separator; /* NULL: runs of blanks and tabs */
    size_t length;
    bool is_over;
} Fields;

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Finds the separator; NULL: there is none. */
static const char *find_separator(const Fields *fields) {
    const char *at = fields->at;
    if (!fields->length) return NULL;
    while ((size_t)(fields->end - at) >= fields->length) {
        at = memchr(at, fields->separator[0], (size_t)(fields->end - at) - fields->length + 1);
        if (!at || memcmp(at, fields->separator, fields->length) == 0) return at;
        at++;
    }
    return NULL;
}

static bool next_run(Fields *fields, Value *field) {
    const char *at = fields->at, *end;
    while (at < fields->end && is_blank(*at)) at++;
    for (end = at; end < fields->end && !is_blank(*end);) end++;
    fields->at = end;
    *field = value_text_of(at, (uint32_t)(end - at));
    return end > at;
}

/* Takes the next field; returns false if there is none. */
static bool next_field(Fields *fields, Value *field) {
    if (!fields->separator) return next_run(fields, field);
    if (fields->is_over) return false;
    const char *end = find_separator(fields);
    fields->is_over = !end;
    *field = value_text_of(fields->at, (uint32_t)((end ? end : fields->end) - fields->at));
    if (end) fields->at = end + fields->length;
    return true;
}

static Fields fields_of(Value text, Value separator) {
    const char *start = text.bytes;
    return (Fields){.at = start,
                    .end = start + text.length,
                    .separator = separator.type == VALUE_TEXT ? separator.bytes : NULL,
                    .length = separator.type == VALUE_TEXT ? separator.length : 0};
}

enum { SEPARATOR_MOST = 1000 }; /* so that finding it takes no longer than reading the text */

static Value text_field_call(Call *call) {
    Value text = call->values[0], separator = call->values[1], field;
    int64_t number, count = 0;
    if (text.type == VALUE_NULL || call->values[2].type == VALUE_NULL) return value_null();
    bool is_right = text.type == VALUE_TEXT && value_to_integer(call->values[2], &number) &&
                    (separator.type == VALUE_TEXT || separator.type == VALUE_NULL);
    if (!is_right) {
        return call_fail(
            call,
            "expected a text, a separator (a text, or NULL for blanks and tabs) and the number "
            "of a field");
    }
    if (separator.type == VALUE_TEXT && separator.length > SEPARATOR_MOST) {
        return call_fail(call, "the separator has %u bytes, expected at most %d", separator.length,
                         SEPARATOR_MOST);
    }
    Fields fields = fields_of(text, separator);
    if (number < 0) {
        while (next_field(&fields, &field)) count++;
        number += count + 1;
        fields = fields_of(text, separator);
    }
    for (count = 0; number > 0 && next_field(&fields, &field);) {
        if (++count == number) return field;
    }
    return value_null();
}

static const Function text_functions[] = {
    {
        "text_field",
        "text, separator, n",
        .doc = "The nth field of a text, from 1 at the beginning or from -1 at the end; NULL where "
               "there are fewer. The separator is any text; NULL means runs of blanks and tabs, of "
               "which those at the beginning and the end don't count.",
        .example = "SELECT text_field('prontera.rsw#bgm\\\\08.mp3#', '#', 2)",
        .call = text_field_call,
        .takes_null = true,
    },
};

const Module text_module = {
    FORMATS(&text_format),
    TABLES(&text_lines),
    MODULE_PARTS(text_functions, function),
};
