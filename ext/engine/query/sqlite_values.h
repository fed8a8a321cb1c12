/* Conversion between SQLite's values and ours, and errors as SQLite shows them. */
#pragma once

#include "engine/documents/session.h"

/* Frees what *place holds and puts a copy of `value` there, or NULL for NULL. */
int sqlite_keep_value(sqlite3_value **place, sqlite3_value *value);

/* Returns an SQLite value as the descriptors know it, which points into `value`. */
Value sqlite_value_of(sqlite3_value *value);
/* Hands a number or NULL to SQLite. */
static inline void sqlite_result_number(sqlite3_context *context, Value value) {
    if (value.type == VALUE_INTEGER) sqlite3_result_int64(context, value.integer);
    else if (value.type == VALUE_REAL) sqlite3_result_double(context, value.real);
}
void sqlite_result_text(sqlite3_context *context, Value text);
/* Hands a block to SQLite by reference; `cached` owns the block. */
void sqlite_result_block(sqlite3_context *context, Value value, CachedDocument *cached);
/* Hands a value to SQLite. `cached` owns blocks that are handed out by reference. Inline, so that
** the kind of a column leads straight to the right call. */
static inline void sqlite_result(sqlite3_context *context, Value value, CachedDocument *cached) {
    switch (value.type) {
    case VALUE_NULL: return; /* a result is NULL unless set */
    case VALUE_INTEGER: sqlite3_result_int64(context, value.integer); return;
    case VALUE_REAL: sqlite3_result_double(context, value.real); return;
    case VALUE_NAME: /* SQLite unloads this program with the connection's last statement */
        sqlite3_result_text(context, value.bytes, -1, SQLITE_STATIC);
        return;
    case VALUE_TEXT: sqlite_result_text(context, value); return;
    case VALUE_GIVEN: /* never shown: it lies in a scratch arena */
    case VALUE_BLOB:
        if (!value.length) sqlite3_result_zeroblob(context, 0);
        else sqlite3_result_blob64(context, value.bytes, value.length, SQLITE_TRANSIENT);
        return;
    case VALUE_BLOCK: sqlite_result_block(context, value, cached); return;
    }
}

#define LABEL_MOST 1000 /* characters of a path in an error */

/* Returns "table: file: message", for sqlite3_free(); NULL: no memory. `file` may be NULL. */
char *sqlite_error_text(const Session *session, const char *name, const char *file,
                        const Error *error);

/* Returns the SQLite result code for an error. */
int sqlite_error_code(const Error *error);
