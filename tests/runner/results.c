/* See results.h. */
#include "results.h"
#include "md5.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text and lists of lines ----------------------------------------------------------------- */

void *check_memory(void *block) {
    if (block) return block;
    fprintf(stderr, "runner: out of memory\n");
    exit(2);
}

void text_add(Text *text, const char *data, size_t size) {
    if (text->capacity - text->size < size + 1) {
        text->capacity = (text->size + size) * 2 + 64;
        text->data = check_memory(realloc(text->data, text->capacity));
    }
    if (size) memcpy(text->data + text->size, data, size);
    text->size += size;
    text->data[text->size] = 0;
}

void lines_add(Lines *lines, const char *data, size_t size) {
    if (lines->count == lines->capacity) {
        lines->capacity = lines->capacity * 2 + 16;
        lines->items = check_memory(realloc(lines->items, lines->capacity * sizeof(char *)));
    }
    char *line = check_memory(malloc(size + 1));
    if (size) memcpy(line, data, size);
    line[size] = 0;
    lines->items[lines->count++] = line;
}

void lines_clear(Lines *lines) {
    for (size_t i = 0; i < lines->count; i++) free(lines->items[i]);
    free(lines->items);
    *lines = (Lines){0};
}

bool is_blank(const char *line) {
    return line[strspn(line, " \t")] == 0;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Tells whether a reader can't see this character, or can't distinguish it from a blank. */
static bool is_invisible(uint32_t character) {
    static const uint32_t ranges[][2] = {{0, 0x1f},        {0x7f, 0xa0},     {0xad, 0xad},
                                         {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
                                         {0x3000, 0x3000}, {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},
                                         {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0x1fffff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (character >= ranges[i][0] && character <= ranges[i][1]) return true;
    }
    return false;
}

/* Returns the length of the visible character at `text`; 0: there is none. */
static size_t visible_length(const char *text, size_t size) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = *at < 0x80       ? 1
                    : *at >> 5 == 6  ? 2
                    : *at >> 4 == 14 ? 3
                    : *at >> 3 == 30 ? 4
                                     : 0;
    if (!length || length > size) return 0;
    uint32_t character = length == 1 ? *at : *at & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (at[i] >> 6 != 2) return 0;
        character = character << 6 | (at[i] & 0x3f);
    }
    bool is_surrogate = character >> 11 == 0x1b;
    return character < least[length] || is_surrogate || is_invisible(character) ? 0 : length;
}

static bool is_misread(const char *text, size_t size) {
    if (*text == '"' || *text == ' ' || text[size - 1] == ' ') return true;
    if (size == 4 && !memcmp(text, "NULL", 4)) return true;
    if (size == 7 && !memcmp(text, "(empty)", 7)) return true;
    for (size_t at = 0, length; at < size; at += length) {
        length = visible_length(text + at, size - at);
        if (!length) return true;
        if (text[at] == '$' && at + 1 < size && text[at + 1] == '{') return true;
    }
    return false;
}

static void add_quoted(Text *line, const char *text, size_t size) {
    text_add(line, "\"", 1);
    for (size_t at = 0, length; at < size; at += length) {
        static const char plain[] = "\"\\\t\n\r", letters[] = "\"\\tnr";
        const char *escaped = text[at] ? strchr(plain, text[at]) : NULL;
        bool is_variable = text[at] == '$' && at + 1 < size && text[at + 1] == '{';
        length = visible_length(text + at, size - at);
        char code[5];
        if (escaped) {
            snprintf(code, sizeof code, "\\%c", letters[escaped - plain]);
            length = 1;
        } else if (!length || is_variable) {
            snprintf(code, sizeof code, "\\x%02x", (unsigned char)text[at]);
            length = 1;
        } else {
            text_add(line, text + at, length);
            continue;
        }
        text_add(line, code, strlen(code));
    }
    text_add(line, "\"", 1);
}

static void add_text(Lines *values, const char *text, size_t size) {
    if (!size) {
        lines_add(values, "(empty)", 7);
    } else if (!is_misread(text, size)) {
        lines_add(values, text, size);
    } else {
        Text line = {0};
        add_quoted(&line, text, size);
        lines_add(values, line.data, line.size);
        free(line.data);
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

void result_clear(Result *result) {
    lines_clear(&result->values);
    lines_clear(&result->lines);
    sqlite3_free(result->error);
}

void add_cell(Lines *values, sqlite3_stmt *statement, int column, char type) {
    char number[400];
    if (sqlite3_column_type(statement, column) == SQLITE_NULL) {
        lines_add(values, "NULL", 4);
    } else if (type == 'I') {
        int length = snprintf(number, sizeof number, "%lld",
                              (long long)sqlite3_column_int64(statement, column));
        lines_add(values, number, (size_t)length);
    } else if (type == 'R') {
        int length =
            snprintf(number, sizeof number, "%.3f", sqlite3_column_double(statement, column));
        lines_add(values, number, (size_t)length);
    } else {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        add_text(values, text, (size_t)sqlite3_column_bytes(statement, column));
    }
}

/* Returns the first column to show. Of a query plan asked as T this is the last column, which is
** made for people; the numbers before it differ between versions of SQLite. */
static int first_column(sqlite3_stmt *statement, const char *types) {
    return types && !strcmp(types, "T") && sqlite3_stmt_isexplain(statement) == 2 ? 3 : 0;
}

/* Runs one statement, keeps its rows if `types` isn't NULL, and moves *sql behind it. */
static bool run_statement(sqlite3 *db, const char **sql, const char *types, Result *result) {
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db, *sql, -1, &statement, sql);
    int first = first_column(statement, types);
    int columns = sqlite3_column_count(statement) - first;
    if (status == SQLITE_OK && types && columns != (int)strlen(types)) {
        result->error = sqlite3_mprintf("the query has %d columns, the test %d types", columns,
                                        (int)strlen(types));
        sqlite3_finalize(statement);
        return false;
    }
    while (status == SQLITE_OK && statement) {
        status = sqlite3_step(statement);
        if (status != SQLITE_ROW) break;
        for (int i = 0; types && types[i]; i++) {
            add_cell(&result->values, statement, first + i, types[i]);
        }
        status = SQLITE_OK;
    }
    bool good = status == SQLITE_OK || status == SQLITE_DONE;
    if (!good) result->error = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    return good;
}

void run_sql(sqlite3 *db, const char *sql, const char *types, Result *result) {
    while (!is_blank(sql) && run_statement(db, &sql, types, result)) {
        while (isspace((unsigned char)*sql)) sql++;
        if (types && *sql) {
            result->error = sqlite3_mprintf("a query record holds one statement");
            return;
        }
    }
}

static int compare_values(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct SortRow {
    char **values;
    size_t columns;
} SortRow;

static int compare_rows(const void *a, const void *b) {
    const SortRow *left = a, *right = b;
    for (size_t i = 0; i < left->columns; i++) {
        int order = strcmp(left->values[i], right->values[i]);
        if (order) return order;
    }
    return 0;
}

static void sort_rows(Lines *values, size_t columns) {
    size_t count = values->count / columns;
    SortRow *rows = check_memory(malloc((count + 1) * sizeof *rows));
    char **sorted = check_memory(malloc((values->count + 1) * sizeof *sorted));
    for (size_t i = 0; i < count; i++) rows[i] = (SortRow){values->items + i * columns, columns};
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++) {
        memcpy(sorted + i * columns, rows[i].values, columns * sizeof *sorted);
    }
    memcpy(values->items, sorted, values->count * sizeof *sorted);
    free(sorted);
    free(rows);
}

void sort_result(Result *result, const char *sort) {
    if (!result->values.count) return;
    if (!strcmp(sort, "rowsort")) sort_rows(&result->values, result->columns);
    if (!strcmp(sort, "valuesort")) {
        qsort(result->values.items, result->values.count, sizeof(char *), compare_values);
    }
}

void add_row(Lines *lines, const Lines *values, size_t first, size_t count) {
    Text line = {0};
    for (size_t i = first; i < first + count; i++) {
        if (i > first) text_add(&line, "\t", 1);
        text_add(&line, values->items[i], strlen(values->items[i]));
    }
    lines_add(lines, line.data, line.size);
    free(line.data);
}

void result_lines(Result *result, const char *sort) {
    size_t columns = strcmp(sort, "valuesort") ? result->columns : 1;
    for (size_t i = 0; i < result->values.count; i += columns) {
        add_row(&result->lines, &result->values, i, columns);
    }
}

void hash_result(Result *result) {
    Md5 md5;
    md5_start(&md5);
    for (size_t i = 0; i < result->values.count; i++) {
        md5_add(&md5, result->values.items[i], strlen(result->values.items[i]));
        md5_add(&md5, "\n", 1);
    }
    md5_finish(&md5, result->hash);
}

void hash_line(const Result *result, char line[80]) {
    snprintf(line, 80, "%zu values hashing to %s", result->values.count, result->hash);
}

bool same_lines(const Lines *a, const Lines *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->items[i], b->items[i])) return false;
    }
    return true;
}
