/* See asking.h. */
#include "asking.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define FAILURES_SHOWN 20

long passed, failed;

char *text_of(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (!text) exit(2);
    return text;
}

void check(bool good, const char *format, ...) {
    if (good) {
        passed++;
        return;
    }
    if (failed++ >= FAILURES_SHOWN) return;
    va_list arguments;
    va_start(arguments, format);
    char *text = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    printf("%s\n", text ? text : "");
    sqlite3_free(text);
}

void stop(sqlite3 *db, const char *what) {
    printf("%s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) stop(db, sql);
    return statement;
}

void run(sqlite3 *db, char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) stop(db, sql);
    sqlite3_free(sql);
}

int64_t number(sqlite3 *db, char *sql) {
    sqlite3_stmt *statement = prepare(db, sql);
    int64_t result = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return result;
}

char *answer(sqlite3 *db, char *sql) {
    sqlite3_stmt *statement = prepare(db, sql);
    char *text = sqlite3_step(statement) == SQLITE_ROW
                     ? text_of("%lld %s", sqlite3_column_int64(statement, 0),
                               sqlite3_column_text(statement, 1))
                     : text_of("%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return text;
}
