#include "engine/query/arguments.h"
#include "engine/documents/advice.h"
#include "engine/query/sqlite_values.h"

bool arguments_same_value(sqlite3_value *a, sqlite3_value *b) {
    if (sqlite3_value_type(a) != sqlite3_value_type(b)) return false;
    const void *one = sqlite3_value_blob(a), *other = sqlite3_value_blob(b);
    int length = sqlite3_value_bytes(a);
    if (length != sqlite3_value_bytes(b)) return false;
    return !length || (one && other && memcmp(one, other, (size_t)length) == 0);
}

static bool is_null(sqlite3_value *value) {
    return !value || sqlite3_value_type(value) == SQLITE_NULL;
}

/* Tells whether an optional argument is really on_error, as in aswm_path(src, 0, 80, 'skip'). */
static bool is_on_error(const Argument *argument, sqlite3_value *value) {
    if (!argument->optional || argument->any_text || !value) return false;
    if (sqlite3_value_type(value) != SQLITE_TEXT) return false;
    const char *text = (const char *)sqlite3_value_text(value);
    return text && (strcmp(text, "skip") == 0 || strcmp(text, "fail") == 0);
}

sqlite3_value *arguments_on_error(const Table *table, sqlite3_value *const *values) {
    for (int i = 0; i < table->argument_count; i++) {
        if (is_on_error(&table->arguments[i], values[i])) return values[i];
    }
    return NULL;
}

Value arguments_given(const OwnArguments *own, int i) {
    return own->given[i] ? sqlite_value_of(own->given[i]) : own->read.values[i];
}

bool arguments_same(const OwnArguments *own, const Table *table, sqlite3_value *const *values) {
    for (int i = 0; i < table->argument_count; i++) {
        sqlite3_value *held = own->given[i];
        Value number = held ? value_null() : own->read.values[i];
        bool is_held = held || number.type != VALUE_NULL;
        if (is_null(values[i]) && !is_held) continue;
        if (is_null(values[i]) || !is_held) return false;
        Value given = sqlite_value_of(values[i]); /* a REAL's bits are compared as an integer's */
        bool is_same = held ? arguments_same_value(held, values[i])
                            : number.type == given.type && number.integer == given.integer;
        if (!is_same) return false;
    }
    return true;
}

void arguments_forget(OwnArguments *own) {
    if (!own->count) return;
    for (int i = 0; i < own->count; i++) {
        sqlite3_value_free(own->given[i]);
        if (own->files[i]) source_files_end(own->files[i]);
        sqlite3_free(own->files[i]);
        store_release(own->documents[i]);
    }
    *own = (OwnArguments){0};
}

void arguments_skip(OwnArguments *own, bool skips) {
    for (int i = 0; i < own->count; i++) {
        SourceFiles *files = own->files[i];
        if (files) files->skips_broken = skips && files->may_lack;
    }
}

const char *arguments_failed(const OwnArguments *own) {
    for (int i = 0; i < own->count; i++) {
        const SourceFiles *files = own->files[i];
        if (!files || !files->failed) continue;
        const char *path = files->set.file(&files->set, files->last).path;
        return path ? path : "BLOB";
    }
    return NULL;
}

/* Tells whether a file exists, if it was named and not listed; a path with a problem doesn't. */
static bool is_there(const SpanFile *file, Error *error) {
    int number;
    PathType type = span_type(file, &number);
    if (file->problem) *error = *file->problem;
    else if (number) fail_system(error, ERROR_CANNOT_OPEN, "can't open", number);
    else if (type >= PATH_FOLDER) advice_on_path(file->path, error);
    return error->kind == ERROR_NONE;
}

static bool take_files(OwnArguments *own, Session *session, const Argument *argument, int i,
                       bool skips, const char **label, Error *error) {
    const Wanted wanted = {.format = argument->source,
                           .endings = argument->endings,
                           .may_be_none = skips && argument->of_contents,
                           .contents = argument->of_contents,
                           .may_be_empty = argument->of_contents,
                           .holds = argument->source};
    Source *source =
        sources_find(&session->sources, own->given[i], wanted, &own->documents[i], error);
    if (!source) return false;
    if (source->unmatched) documents_match_none(&session->documents, source->unmatched);
    /* Where names are looked up in it, only files of the right name are opened, so that otherwise
    ** nothing would tell that the source is wrong. */
    for (uint32_t k = 0; argument->source && k < source->file_count; k++) {
        *label = source->files[k]->shown;
        if (!is_there(source->files[k], error)) return false;
    }
    SourceFiles *files = own->files[i] = sqlite3_malloc64(sizeof *files);
    if (!files) return fail(error, ERROR_NO_MEMORY, "out of memory");
    source_files_begin(files, &session->ahead, source, argument->source);
    files->set.keeps_open = !argument->one_open;
    files->may_lack = argument->may_lack;
    own->read.files[i] = &files->set;
    return true;
}

bool arguments_fail_many(const Source *source, const char *what, Error *error) {
    return fail(error, ERROR_ARGUMENT, "%s names %u files, expected one", what, source->file_count);
}

CachedDocument *arguments_open(Session *session, sqlite3_value *value, const Format *format,
                               const char *what, Error *error) {
    const Wanted wanted = wanted_whole(format);
    CachedDocument *held = NULL, *cached = NULL;
    session_enter_span(session);
    Source *source = sources_find(&session->sources, value, wanted, &held, error);
    if (source && source->file_count != 1) arguments_fail_many(source, what, error);
    else if (source) cached = scan_document(&session->ahead, source, 0, wanted, NULL, error);
    store_release(held);
    session_leave_span(session);
    return cached;
}

static bool open_source(OwnArguments *own, Session *session, const Argument *argument, int i,
                        bool skips, const char **label, Error *error) {
    if (argument->many) return take_files(own, session, argument, i, skips, label, error);
    own->documents[i] =
        arguments_open(session, own->given[i], argument->source, argument->name, error);
    if (!own->documents[i]) return false;
    own->read.documents[i] = own->documents[i]->document;
    return true;
}

bool arguments_take(OwnArguments *own, Session *session, const Argument *arguments, int count,
                    sqlite3_value *const *values, bool skips, bool *none, const char **label,
                    Error *error) {
    *none = false;
    *label = NULL;
    arguments_forget(own);
    own->count = count;
    own->read.span = session->documents.store.span_serial;
    for (int i = 0; i < count; i++) {
        const Argument *argument = &arguments[i];
        if (!values[i] && !argument->optional) {
            return fail(error, ERROR_ARGUMENT,
                        "the argument %s is missing; a column %s of another table is written with "
                        "that table's name, as t.%s",
                        argument->name, argument->name, argument->name);
        }
        if (is_null(values[i])) {
            *none = *none || !argument->optional || (values[i] && argument->of_place);
            continue;
        }
        int type = sqlite3_value_type(values[i]);
        bool is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
        if (is_number && !argument->source && !argument->of_any) {
            own->read.values[i] = sqlite_value_of(values[i]);
            continue;
        }
        if (sqlite_keep_value(&own->given[i], values[i]) != SQLITE_OK) {
            return fail(error, ERROR_NO_MEMORY, "out of memory");
        }
        if (is_on_error(argument, values[i])) continue;
        own->read.values[i] = sqlite_value_of(own->given[i]);
        if ((argument->source || argument->of_any) &&
            !open_source(own, session, argument, i, skips, label, error)) {
            bool is_path = own->read.values[i].type == VALUE_TEXT && error->kind != ERROR_ARGUMENT;
            if (!is_path || !*label) *label = is_path ? own->read.values[i].bytes : argument->name;
            return false;
        }
        *label = NULL;
    }
    return true;
}
