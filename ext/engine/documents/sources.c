/* Spans: what a source means from the first open cursor to the last close. See session.h. */
#include "ahead.h"
#include "archives.h"
#include "cache.h"
#include "paths.h"
#include "utf8.h"

#include <stdlib.h>

static void forget_calls(CallNumbers *calls) {
    arena_clear(&calls->arena);
    calls->map = (Map){0};
}

void session_enter_span(Session *session) {
    if (session->open_cursors++ == 0) session->span_serial++;
}

void session_leave_span(Session *session) {
    if (--session->open_cursors) return;
    ahead_end(session);
    for (Source *source = session->sources; source; source = source->next) {
        sqlite3_value_free(source->src);
    }
    archives_leave_span(session);
    arena_clear(&session->span);
    session->sources = NULL;
    session->span_files = session->span_sources = (Map){0};
    session->span_archives = session->span_folders = (Map){0};
    session->span_blobs = (Map){0};
    forget_calls(&session->calls);
    forget_calls(&session->calls_before);
    session->next_number = 0;
    session->reads_whole = false;
}

static bool take_numbers(Session *session, uint32_t count, uint32_t *first, Error *error) {
    if (count > (uint32_t)INT32_MAX - session->next_number) {
        return fail(error, ERROR_TOO_BIG, "more than 2147483647 files in one query");
    }
    *first = session->next_number;
    session->next_number += count;
    return true;
}

/* A number is stored in place of a map's pointer; an empty place is NULL. */
static void *value_of_number(uint32_t number) {
    return (void *)((uintptr_t)number + 1);
}

static uint32_t number_of_value(const void *value) {
    return (uint32_t)((uintptr_t)value - 1);
}

/* Gives a key its number; the same key has the same number as long as the span lasts. */
static bool take_lasting_number(Session *session, Map *taken, const void *key, size_t size,
                                uint32_t *number, Error *error) {
    void **place = map_place(taken, &session->span, key, size);
    if (!place) return fail_memory(error, &session->span);
    if (!*place) {
        if (!take_numbers(session, 1, number, error)) return false;
        *place = value_of_number(*number);
    }
    *number = number_of_value(*place);
    return true;
}

SpanFile *session_file(Session *session, const char *path) {
    size_t length = strlen(path);
    uint64_t hash = hash_bytes(&session->host, path, length);
    void **place = map_place_hashed(&session->span_files, &session->span, path, length, hash);
    if (!place || *place) return place ? *place : NULL;
    SpanFile *file = arena_piece(&session->span, sizeof *file + length + 1);
    if (!file) return NULL;
    *file = (SpanFile){.path = memcpy(file + 1, path, length + 1), .hash = hash};
    file->shown = clean_text(&session->span, file->path, false);
    if (!file->shown) return NULL;
    *place = file;
    return file;
}

static int compare_shown(const void *a, const void *b) {
    const SpanFile *one = *(SpanFile *const *)a, *other = *(SpanFile *const *)b;
    int order = strcmp(one->shown, other->shown);
    return order ? order : strcmp(one->path, other->path);
}

/* Rows come in the order of the column `file`. For paths that aren't UTF-8, this isn't the order of
** the paths. */
static void sort_files(Source *source) {
    bool as_they_are = true;
    for (uint32_t i = 0; i < source->file_count; i++) {
        as_they_are = as_they_are && source->files[i]->shown == source->files[i]->path;
    }
    if (!as_they_are) {
        qsort(source->files, source->file_count, sizeof *source->files, compare_shown);
    }
}

static Source *path_source(Session *session, sqlite3_value *src, const char *text, Error *error) {
    Arena *span = &session->span;
    FileList files = {0};
    Source *source = arena_zeroed(span, 1, sizeof *source);
    if (!source) {
        fail_memory(error, span);
        return NULL;
    }
    if (!find_files(session, text, &files, error)) return NULL;
    source->file_count = (uint32_t)files.count;
    source->files = files.items;
    source->src = sqlite3_value_dup(src);
    source->next = session->sources; /* from here on the span frees source->src */
    session->sources = source;
    source->text = source->src ? (const char *)sqlite3_value_text(source->src) : NULL;
    if (!source->text) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        return NULL;
    }
    source->length = (size_t)sqlite3_value_bytes(source->src);
    sort_files(source);
    return take_numbers(session, source->file_count, &source->first_number, error) ? source : NULL;
}

static Source *text_source(Session *session, sqlite3_value *src, Error *error) {
    const char *text = (const char *)sqlite3_value_text(src);
    size_t length = (size_t)sqlite3_value_bytes(src);
    if (!text) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        return NULL;
    }
    void **known = map_find(&session->span_sources, text, length);
    if (known && *known) return *known;
    if (!session->settings.file_access) {
        fail(error, ERROR_CANNOT_OPEN,
             "a source of type TEXT, expected a BLOB: gamemap was loaded without access to files");
        return NULL;
    }
    if (strlen(text) != length) {
        fail(error, ERROR_CANNOT_OPEN, "the path holds a NUL character");
        return NULL;
    }
    Source *source = path_source(session, src, text, error);
    if (!source) return NULL;
    void **place = map_place(&session->span_sources, &session->span, text, length);
    if (!place) {
        fail_memory(error, &session->span);
        return NULL;
    }
    *place = source;
    return source;
}

static Source *blob_source(Session *session, sqlite3_value *src, Wanted wanted,
                           CachedDocument **held, Error *error) {
    const void *bytes = sqlite3_value_blob(src);
    uint64_t size = (uint64_t)sqlite3_value_bytes(src);
    CachedDocument *cached = cache_blob(session, bytes, size, wanted, error);
    if (!cached) return NULL;
    if (cached->span_serial != session->span_serial) {
        const uint64_t key[2] = {cached->hash, size}; /* it may be dropped and made anew */
        if (!take_lasting_number(session, &session->span_blobs, key, sizeof key,
                                 &cached->source.first_number, error)) {
            document_release(cached);
            return NULL;
        }
        cached->span_serial = session->span_serial;
    }
    *held = cached;
    return &cached->source;
}

Source *session_source(Session *session, sqlite3_value *src, Wanted wanted, CachedDocument **held,
                       Error *error) {
    *held = NULL;
    switch (sqlite3_value_type(src)) {
    case SQLITE_TEXT: return text_source(session, src, error);
    case SQLITE_BLOB: return blob_source(session, src, wanted, held, error);
    default:
        fail(error, ERROR_ARGUMENT,
             "a source of type %s, expected TEXT (a path or a pattern), a BLOB (the content of a "
             "file) or NULL",
             sqlite3_value_type(src) == SQLITE_INTEGER ? "INTEGER" : "REAL");
        return NULL;
    }
}

/* ---- Numbers of calls ------------------------------------------------------------------------ */

/* Returns how many bytes (*bytes) distinguish an argument from others, besides its type and their
** number. */
static uint32_t bytes_of_argument(const Value *value, const void **bytes) {
    bool is_number = value->type == VALUE_INTEGER || value->type == VALUE_REAL;
    *bytes = is_number ? &value->integer : (const void *)value->bytes;
    return is_number ? sizeof value->integer : value->type == VALUE_NULL ? 0 : value->length;
}

/* 1 and 1.0 are equal in SQL, so calls with them are the same call. */
static Value as_integer_if_whole(Value value) {
    int64_t integer;
    bool is_whole = value.type == VALUE_REAL && value_to_integer(value, &integer);
    return is_whole ? value_integer(integer) : value;
}

static uint8_t *write_argument(uint8_t *at, const Value *argument) {
    const void *bytes;
    Value value = as_integer_if_whole(*argument);
    uint32_t size = bytes_of_argument(&value, &bytes);
    *at++ = (uint8_t)value.type;
    memcpy(at, &size, sizeof size);
    at += sizeof size;
    if (size) memcpy(at, bytes, size);
    return at + size;
}

/* A query may call a table a million times, each time with other arguments. Its last calls are
** remembered in two halves: when the later half is full, it takes the place of the earlier one,
** whose calls are forgotten. So SQLite meets the same rowids again in all branches of an OR, unless
** one row of the outer tables makes more different calls than fit into a half. */
#define CALL_BYTES_LEAST ((uint64_t)1 << 20)
#define CALLS_OF_CACHE   16 /* as much of the cache's limit may each half take */

static bool calls_are_full(const Session *session) {
    uint64_t limit = (uint64_t)session->settings.cache_limit / CALLS_OF_CACHE;
    return session->calls.arena.bytes > (limit > CALL_BYTES_LEAST ? limit : CALL_BYTES_LEAST);
}

/* Returns the numbers of a call: those that it had before, if it is remembered. */
static bool take_call_numbers(Session *session, const void *key, size_t size, uint32_t count,
                              uint32_t *first, Error *error) {
    if (calls_are_full(session)) {
        forget_calls(&session->calls_before);
        session->calls_before = session->calls;
        session->calls = (CallNumbers){0};
    }
    session->calls.arena.host = &session->host;
    void **place = map_place(&session->calls.map, &session->calls.arena, key, size);
    if (!place) return fail_memory(error, &session->calls.arena);
    if (!*place) {
        void **before = map_find(&session->calls_before.map, key, size);
        if (!before && !take_numbers(session, count, first, error)) return false;
        *place = before ? *before : value_of_number(*first);
    }
    *first = number_of_value(*place);
    return true;
}

bool session_numbers(Session *session, const Source *source, const Table *table,
                     const Value *arguments, uint32_t *first, Error *error) {
    *first = source->first_number;
    if (!table->argument_count) return true;
    uint64_t size = sizeof table + sizeof *first;
    const void *bytes;
    for (int i = 0; i < table->argument_count; i++) {
        size += 1 + sizeof(uint32_t) + bytes_of_argument(&arguments[i], &bytes);
    }
    uint8_t *key = arena_alloc(&session->span, size, 1), *at = key;
    if (!key) return fail_memory(error, &session->span);
    memcpy(at, &table, sizeof table);
    at += sizeof table;
    memcpy(at, first, sizeof *first);
    at += sizeof *first;
    for (int i = 0; i < table->argument_count; i++) at = write_argument(at, &arguments[i]);
    bool done =
        take_call_numbers(session, key, (size_t)(at - key), source->file_count, first, error);
    arena_release(&session->span, key);
    return done;
}
