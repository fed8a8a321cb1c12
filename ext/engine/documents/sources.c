#include "engine/documents/sources.h"
#include "engine/documents/find.h"
#include "engine/files/glob.h"
#include "engine/files/path.h"
#include "modules.h"

static void forget_calls(CallNumbers *calls) {
    arena_clear(&calls->arena);
    calls->map = (Map){0};
}

void sources_leave_span(Sources *sources) {
    for (Source *source = sources->list; source; source = source->next) {
        sqlite3_value_free(source->src);
    }
    forget_calls(&sources->calls);
    forget_calls(&sources->calls_before);
    *sources = (Sources){.documents = sources->documents};
}

/* Returns the memory of the span, in which sources live. */
static Arena *span_of(const Sources *sources) {
    return &sources->documents->span.arena;
}

static bool take_numbers(Sources *sources, uint32_t count, uint32_t *first, Error *error) {
    if (count > (uint32_t)INT32_MAX - sources->next_number) {
        return fail(error, ERROR_TOO_BIG, "more than 2147483647 files in one query");
    }
    *first = sources->next_number;
    sources->next_number += count;
    return true;
}

/* A number is stored in place of a map's pointer; an empty place is NULL. */
static void *value_of_number(uint32_t number) {
    return (void *)((uintptr_t)number + 1);
}

static uint32_t number_of_value(const void *value) {
    return (uint32_t)((uintptr_t)value - 1);
}

/* Fails because a source has to be an order and isn't. Returns false. */
static bool fail_missing_order(Error *error) {
    return fail(error, ERROR_ARGUMENT,
                "expected the game's order, a JSON array of folders and archives such as "
                "'[\"override\", \"hak/top.hak\", \"data\"]'");
}

/* Replaces the files that are found in an order by those that they hide. */
static bool take_hidden(Sources *sources, const Source *source, FileList *files, Error *error) {
    if (!source->order) return fail_missing_order(error);
    const OrderHidden *hidden = source->order->hidden.items;
    *files = (FileList){0};
    for (uint64_t i = 0; i < source->order->hidden.count; i++) {
        Span *span = &sources->documents->span;
        if (!file_list_add(span, files, hidden[i].file, error)) return false;
    }
    return true;
}

/* Finds the folder or archive that the source's text names before its files' own names. */
static bool find_folder(Sources *sources, Source *source, const OrderFound *found, Error *error) {
    if (found->is_one) {
        if (!source->order) source->folder_bytes = found->folder_bytes;
        source->is_pattern = source->order || source->folder_bytes;
        return true;
    }
    const char *path = source->path = path_given(span_of(sources), source->text);
    if (!path) return fail_memory(error, span_of(sources));
    bool is_a_name = source->file_count == 1 && !strcmp(source->files[0]->path, path);
    source->is_pattern = glob_wildcard(path) && !is_a_name; /* a file may be called "[1].gnd" */
    return !source->is_pattern ||
           find_folder_bytes(span_of(sources), path, &source->folder_bytes, error);
}

static Source *path_source(Sources *sources, sqlite3_value *src, const char *text, Wanted wanted,
                           Error *error) {
    Arena *span = span_of(sources);
    FileList files = {0};
    Source *source = arena_zeroed(span, 1, sizeof *source);
    if (!source) return null_after(fail_memory(error, span));
    OrderFound found = {.files = &files};
    if (!order_read(sources->documents, text, wanted, &found, error)) return NULL;
    source->order = found.order;
    source->is_found = found.is_one && !found.has_named;
    source->endings = wanted.endings;
    source->is_holder = found.is_one && !order_may_be(text);
    if (wanted.hidden) {
        if (!take_hidden(sources, source, &files, error)) return NULL;
    } else if (!found.is_one &&
               !find_files(sources->documents, text, wanted.may_be_none ? &found.unmatched : NULL,
                           &files, error)) {
        return NULL;
    }
    source->file_count = (uint32_t)files.count;
    source->files = files.items;
    source->src = sqlite3_value_dup(src);
    source->next = sources->list; /* from here on the span frees source->src */
    sources->list = source;
    source->text = source->src ? (const char *)sqlite3_value_text(source->src) : NULL;
    if (!source->text) return null_after(fail(error, ERROR_NO_MEMORY, "out of memory"));
    source->length = (size_t)sqlite3_value_bytes(source->src);
    source->unmatched = found.unmatched == text ? source->text : found.unmatched;
    if (!find_folder(sources, source, &found, error)) return NULL;
    return take_numbers(sources, source->file_count, &source->first_number, error) ? source : NULL;
}

/* Returns the key under which a span remembers a text; NULL if memory runs out. The files of an
** order or a folder depend on the table, so their key names the table, too, in a block *made. */
static const void *key_of(Sources *sources, const char *text, size_t *length, Wanted wanted,
                          void **made) {
    const void *of_table[] = {wanted.format, wanted.endings, wanted.hidden ? sources : NULL,
                              wanted.contents ? sources : NULL,
                              wanted.may_be_empty ? sources : NULL};
    *made = NULL;
    if (!order_may_be(text) && !order_may_hold(wanted, text)) return text;
    char *key = *made = arena_alloc(span_of(sources), *length + sizeof of_table, 1);
    if (!key) return NULL;
    memcpy(key, text, *length); /* no path is such a key: addresses hold NULs */
    memcpy(key + *length, of_table, sizeof of_table);
    *length += sizeof of_table;
    return key;
}

static Source *new_text_source(Sources *sources, sqlite3_value *src, const char *text,
                               Wanted wanted, const void *key, size_t key_length, Error *error) {
    if (!sources->documents->settings->file_access) {
        return null_after(fail(
            error, ERROR_CANNOT_OPEN,
            "a source of type TEXT, expected a BLOB: gamemap was loaded without access to files"));
    }
    if (strlen(text) != (size_t)sqlite3_value_bytes(src)) {
        return null_after(fail(error, ERROR_CANNOT_OPEN, "the path holds a NUL character"));
    }
    Source *source = path_source(sources, src, text, wanted, error);
    if (!source) return NULL;
    void **place = map_place(&sources->by_text, span_of(sources), key, key_length);
    if (!place) return null_after(fail_memory(error, span_of(sources)));
    *place = source;
    return source;
}

static Source *text_source(Sources *sources, sqlite3_value *src, Wanted wanted, Error *error) {
    const char *text = (const char *)sqlite3_value_text(src);
    size_t length = (size_t)sqlite3_value_bytes(src);
    void *made = NULL;
    const void *key = text ? key_of(sources, text, &length, wanted, &made) : NULL;
    if (!key) return null_after(fail(error, ERROR_NO_MEMORY, "out of memory"));
    void **known = map_find(&sources->by_text, key, length);
    Source *source = known ? *known : NULL;
    if (!source || (source->unmatched && !wanted.may_be_none))
        source = new_text_source(sources, src, text, wanted, key, length, error);
    arena_release(span_of(sources), made);
    return source;
}

/* Makes the source of a BLOB's document, once. */
static Source *source_of_blob(CachedDocument *cached, Error *error) {
    Arena *arena = &cached->document->arena;
    BlobSource *blob = cached->blob;
    if (!blob) {
        arena_allow(arena, arena_block_bytes(sizeof *blob)); /* not what its limit is for */
        blob = arena_zeroed(arena, 1, sizeof *blob);
        if (!blob) return null_after(fail_memory(error, arena));
        blob->files[0] = &blob->file;
        blob->source = (Source){.blob = cached, .files = blob->files, .file_count = 1};
        cached->blob = blob;
    }
    return &blob->source;
}

static bool number_blob(Sources *sources, CachedDocument *cached, uint64_t size, Source *source,
                        Error *error) {
    uint64_t span = sources->documents->store.span_serial;
    if (cached->span_serial == span) return true;
    const uint64_t key[2] = {cached->hash, size}; /* no address: it may be made anew */
    void **place = map_place(&sources->blobs, span_of(sources), key, sizeof key);
    if (!place) return fail_memory(error, span_of(sources));
    if (!*place) {
        if (!take_numbers(sources, 1, &source->first_number, error)) return false;
        *place = value_of_number(source->first_number);
    }
    source->first_number = number_of_value(*place);
    cached->span_serial = span;
    return true;
}

static Source *blob_source(Sources *sources, sqlite3_value *src, Wanted wanted,
                           CachedDocument **held, Error *error) {
    if (wanted.hidden) return null_after(fail_missing_order(error));
    const void *bytes = sqlite3_value_blob(src);
    uint64_t size = (uint64_t)sqlite3_value_bytes(src);
    CachedDocument *cached = documents_blob(sources->documents, bytes, size, wanted, error);
    Source *source = cached ? source_of_blob(cached, error) : NULL;
    if (!source || !number_blob(sources, cached, size, source, error)) {
        store_release(cached);
        return NULL;
    }
    *held = cached;
    return source;
}

Source *sources_find(Sources *sources, sqlite3_value *src, Wanted wanted, CachedDocument **held,
                     Error *error) {
    *held = NULL;
    switch (sqlite3_value_type(src)) {
    case SQLITE_TEXT: return text_source(sources, src, wanted, error);
    case SQLITE_BLOB: return blob_source(sources, src, wanted, held, error);
    default:
        fail(error, ERROR_ARGUMENT,
             "a source of type %s, expected TEXT (a path or a pattern), a BLOB (the content of a "
             "file) or NULL",
             sqlite3_value_type(src) == SQLITE_INTEGER ? "INTEGER" : "REAL");
        return NULL;
    }
}

bool sources_leave_out(Documents *documents, const Source *source, uint32_t number,
                       const Format *format, Error *error) {
    bool may_be = error->kind == ERROR_NOT_THIS_FORMAT && format && source->is_found;
    if (!may_be || source->file_count < 2) return false;
    Error problem = {0};
    const char *path = source->files[number]->path;
    const Wanted any = {.reads = READS_HEADER};
    CachedDocument *cached = documents_file(documents, source->files[number], any, &problem);
    if (error_ends(&problem, error) || !cached) return false;
    const Format *found = cached->document->format;
    bool is_other = found != format && format_has_ending(found, path, strlen(path));
    store_release(cached);
    if (is_other) *error = (Error){0};
    return is_other;
}

/* Notes why a file was skipped, in one line: gamemap_skipped() ends its statement with it, as a
** comment. */
static void note_refusal(Settings *settings, const SpanFile *file, const Error *refusal) {
    const char *shown = file && file->path ? file->shown : "";
    bool fits = *shown && strlen(shown) + strlen(refusal->message) + 3 < sizeof settings->refusal;
    sqlite3_snprintf(sizeof settings->refusal, settings->refusal, "%s%s%s", fits ? shown : "",
                     fits ? ": " : "", refusal->message);
    for (char *at = settings->refusal; *at; at++) {
        if ((unsigned char)*at < ' ') *at = ' ';
    }
}

/* Notes the source of a skipped file and what was wanted of it, unless it is noted or there are too
** many. */
static void note_skipped_as(Settings *settings, const Source *source, Wanted wanted) {
    const char *given = source && source->text ? source->text : "";
    SkippedAs as = {.format = wanted.format,
                    .reads = wanted.reads,
                    .endings = source ? source->endings : NULL,
                    .of_list = (source && source->is_holder) || text_is_list(given)};
    if (strlen(given) < sizeof as.source) memcpy(as.source, given, strlen(given));
    for (int i = 0; i < settings->skipped_as_count; i++) {
        const SkippedAs *known = &settings->skipped_as[i];
        bool is_same =
            known->format == as.format && known->reads == as.reads && known->endings == as.endings;
        if (is_same && known->of_list == as.of_list && !strcmp(known->source, as.source)) return;
    }
    settings->skipped_as_more = settings->skipped_as_count == (int)LENGTH(settings->skipped_as);
    if (!settings->skipped_as_more) settings->skipped_as[settings->skipped_as_count++] = as;
}

void sources_skip(Documents *documents, const Source *source, SpanFile *file, Wanted wanted,
                  const Error *why, bool is_read) {
    Settings *settings = documents->settings;
    uint64_t span = documents->store.span_serial;
    if (file && file->skipped_in == span) return; /* a BLOB's file outlives the span */
    if (file) file->skipped_in = span;
    if (is_read ? !settings->refused : !settings->skipped) note_refusal(settings, file, why);
    settings->refused += is_read;
    settings->skipped++;
    note_skipped_as(settings, source, wanted);
}

/* Adds what distinguishes an argument from others to a key. 1 and 1.0 are equal in SQL, so calls
** with them are the same call. */
static bool add_argument(Arena *arena, List *key, Value value, Error *error) {
    int64_t integer;
    if (value.type == VALUE_REAL && value_to_integer(value, &integer)) {
        value = value_integer(integer);
    }
    bool is_number = value.type == VALUE_INTEGER || value.type == VALUE_REAL;
    const void *bytes = is_number ? &value.integer : (const void *)value.bytes;
    const uint32_t of_bytes = value.type == VALUE_NULL ? 0 : value.length;
    const uint32_t head[2] = {(uint32_t)value.type, is_number ? sizeof value.integer : of_bytes};
    return list_append(arena, key, head, sizeof head, 1, error) &&
           list_append(arena, key, bytes, head[1], 1, error);
}

/* A query may call a table a million times, each time with other arguments. Its last calls are
** remembered in two halves: when the later half is full, it takes the place of the earlier one,
** whose calls are forgotten. So SQLite meets the same rowids again in all branches of an OR, unless
** one row of the outer tables makes more different calls than fit into a half. */
#define CALL_BYTES_LEAST ((uint64_t)1 << 20)
#define CALLS_OF_CACHE   16 /* each half may take the cache's limit divided by this */

/* Returns the numbers of a call: those that it had before, if it is remembered. */
static bool take_call_numbers(Sources *sources, const void *key, size_t size, uint32_t count,
                              uint32_t *first, Error *error) {
    uint64_t limit = (uint64_t)sources->documents->settings->cache_limit / CALLS_OF_CACHE;
    if (limit < CALL_BYTES_LEAST) limit = CALL_BYTES_LEAST;
    if (sources->calls.arena.bytes > limit) {
        forget_calls(&sources->calls_before);
        sources->calls_before = sources->calls;
        sources->calls = (CallNumbers){0};
    }
    sources->calls.arena.host = sources->documents->host;
    void **place = map_place(&sources->calls.map, &sources->calls.arena, key, size);
    if (!place) return fail_memory(error, &sources->calls.arena);
    if (!*place) {
        void **before = map_find(&sources->calls_before.map, key, size);
        if (!before && !take_numbers(sources, count, first, error)) return false;
        *place = before ? *before : value_of_number(*first);
    }
    *first = number_of_value(*place);
    return true;
}

bool sources_numbers(Sources *sources, const Source *source, const Table *table,
                     const Value *arguments, uint32_t *first, Error *error) {
    *first = source->first_number;
    if (!table->argument_count) return true;
    Arena *arena = span_of(sources);
    List key = {0};
    bool done = list_append(arena, &key, &table, sizeof table, 1, error) &&
                list_append(arena, &key, first, sizeof *first, 1, error);
    for (int i = 0; done && i < table->argument_count; i++) {
        done = add_argument(arena, &key, arguments[i], error);
    }
    done = done && take_call_numbers(sources, key.items, (size_t)key.count, source->file_count,
                                     first, error);
    arena_release(arena, key.items);
    return done;
}
