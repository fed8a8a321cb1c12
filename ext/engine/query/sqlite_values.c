#include "engine/query/sqlite_values.h"
#include "codec/utf8.h"

Value sqlite_value_of(sqlite3_value *value) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return value_integer(sqlite3_value_int64(value));
    case SQLITE_FLOAT: return value_real(sqlite3_value_double(value));
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_value_text(value);
        return text ? value_text_of(text, (uint32_t)sqlite3_value_bytes(value)) : value_null();
    }
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_value_blob(value);
        return value_blob(bytes, (uint64_t)sqlite3_value_bytes(value));
    }
    default: return value_null();
    }
}

void sqlite_result_text(sqlite3_context *context, Value text) {
    char ended[128]; /* SQLite allocates each text without a NUL again where something reads it */
    if (text.length >= sizeof ended || (text.length && memchr(text.bytes, 0, text.length))) {
        sqlite3_result_text64(context, text.bytes, text.length, SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
    }
    if (text.length) memcpy(ended, text.bytes, text.length);
    ended[text.length] = 0;
    sqlite3_result_text(context, ended, -1, SQLITE_TRANSIENT);
}

void sqlite_result_block(sqlite3_context *context, Value value, CachedDocument *cached) {
    *arena_block_owner(value.bytes) = cached;
    store_retain(cached);
    sqlite3_result_blob64(context, value.bytes, value.length, store_release_block);
}

int sqlite_keep_value(sqlite3_value **place, sqlite3_value *value) {
    sqlite3_value *copy = value ? sqlite3_value_dup(value) : NULL;
    if (value && !copy) return SQLITE_NOMEM;
    sqlite3_value_free(*place);
    *place = copy;
    return SQLITE_OK;
}

char *sqlite_error_text(const Session *session, const char *name, const char *file,
                        const Error *error) {
    if (!file) return sqlite3_mprintf("%s: %s", name, error->message);
    Arena scratch = {.host = &session->host};
    const char *label = clean_text(&scratch, file, true);
    const char *cut = label && strlen(label) > LABEL_MOST ? "..." : "";
    char *text =
        label ? sqlite3_mprintf("%s: %!.*s%s: %s", name, LABEL_MOST, label, cut, error->message)
              : NULL;
    arena_clear(&scratch);
    return text;
}

int sqlite_error_code(const Error *error) {
    switch (error->kind) {
    case ERROR_NONE: return SQLITE_OK;
    case ERROR_NOT_THIS_FORMAT: return SQLITE_NOTADB;
    case ERROR_CORRUPT: return SQLITE_CORRUPT_VTAB;
    case ERROR_TOO_BIG: return SQLITE_TOOBIG;
    case ERROR_NO_MEMORY: return SQLITE_NOMEM;
    case ERROR_INTERRUPTED: return SQLITE_INTERRUPT;
    case ERROR_CANNOT_OPEN: return SQLITE_CANTOPEN;
    case ERROR_READ: return SQLITE_IOERR_READ;
    case ERROR_UNSUPPORTED:
    case ERROR_ARGUMENT: break;
    }
    return SQLITE_ERROR;
}
