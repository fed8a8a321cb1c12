/* See results.h. */
#include "results.h"
#include "md5.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_LINES   24 /* of each side of a difference */
#define CONTEXT_LINES 2

/* ---- Text and lists of lines ---------------------------------------------------------------- */

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

/* ---- Running -------------------------------------------------------------------------------- */

void result_clear(Result *result) {
    lines_clear(&result->values);
    sqlite3_free(result->error);
}

static void add_value(Lines *values, sqlite3_stmt *statement, int column, char type) {
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
        size_t size = (size_t)sqlite3_column_bytes(statement, column);
        if (!text || !size) text = "(empty)", size = 7;
        lines_add(values, text, size);
        char *line = values->items[values->count - 1];
        for (size_t i = 0; i < size; i++) {
            if (line[i] < ' ' || line[i] > '~') line[i] = '@';
        }
    }
}

/* The first column that is wanted: of a query plan asked as T only the last, which is for people;
** the numbers before it are other ones in other versions of SQLite. */
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
            add_value(&result->values, statement, first + i, types[i]);
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

/* ---- Comparing ------------------------------------------------------------------------------ */

static void show_lines(const Lines *lines, size_t from, size_t to, char mark) {
    for (size_t i = from; i < to; i++) {
        if (i - from == SHOWN_LINES) {
            printf("  %c ... %zu more\n", mark, to - i);
            break;
        }
        printf("  %c %s\n", mark, lines->items[i]);
    }
}

void show_difference(const Lines *expected, const Lines *actual) {
    size_t head = 0, tail = 0;
    size_t least = expected->count < actual->count ? expected->count : actual->count;
    while (head < least && !strcmp(expected->items[head], actual->items[head])) head++;
    while (tail < least - head && !strcmp(expected->items[expected->count - 1 - tail],
                                          actual->items[actual->count - 1 - tail])) {
        tail++;
    }
    size_t before = head > CONTEXT_LINES ? head - CONTEXT_LINES : 0;
    size_t after = tail > CONTEXT_LINES ? CONTEXT_LINES : tail;
    printf("  (from line %zu of the result; - expected, + actual)\n", before + 1);
    show_lines(actual, before, head, ' ');
    show_lines(expected, head, expected->count - tail, '-');
    show_lines(actual, head, actual->count - tail, '+');
    show_lines(actual, actual->count - tail, actual->count - tail + after, ' ');
}

bool same_lines(const Lines *a, const Lines *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->items[i], b->items[i])) return false;
    }
    return true;
}
