/* Scalar functions, which a single routine implements: see Function in table.h.
**
** A function of a source reads files, so it is DIRECTONLY: no view or trigger of a hostile database
** can call it. It is DETERMINISTIC as well, because SQLite lets a stored CHECK constraint run
** functions that are DIRECTONLY but not deterministic. Pure functions are innocuous. */
#include "engine/query/virtual_table.h"
#include "engine/query/functions.h"
#include "engine/query/arguments.h"
#include "engine/query/client.h"
#include "engine/documents/beside.h"
#include "modules.h"

#define VALUES_MAX 10

typedef struct FunctionClient {
    Session *session;
    const Function *function;
    int least, most; /* number of arguments, without 'skip' */
} FunctionClient;

static void release_document(void *cached) {
    store_release(cached);
}

/* Returns the document of the first argument with a reference. If the source is constant, it is
** remembered for the rest of the statement, so that calling the function for each row doesn't look
** at the file again. */
static CachedDocument *open_source(sqlite3_context *context, const FunctionClient *client,
                                   sqlite3_value *src, Error *error) {
    CachedDocument *cached = sqlite3_get_auxdata(context, 0);
    if (cached) {
        store_retain(cached);
        return cached;
    }
    cached = arguments_open(client->session, src, client->function->format, "src", error);
    if (cached) {
        store_retain(cached); /* one reference for the statement, one for the caller */
        store_retain(cached);
        sqlite3_set_auxdata(context, 0, cached, release_document);
        store_release(cached);
    }
    return cached;
}

/* Returns the name of the source for an error, or NULL if the error names an argument. An argument
** may be wrong for one file of many, so a file that was opened is named all the same. */
static const char *label_of(sqlite3_value *src, const CachedDocument *opened, const Error *error) {
    bool is_text = sqlite3_value_type(src) == SQLITE_TEXT;
    if (error->kind == ERROR_ARGUMENT && !(opened && is_text)) return NULL;
    return sqlite3_value_type(src) == SQLITE_BLOB ? "BLOB" : (const char *)sqlite3_value_text(src);
}

/* Makes the error the result; `label`, which may be NULL, says what the error is about. */
static void result_error(sqlite3_context *context, const FunctionClient *client, const char *label,
                         const Error *error) {
    char *text = error->kind == ERROR_NO_MEMORY
                     ? NULL
                     : sqlite_error_text(client->session, client->function->name, label, error);
    if (!text) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_error(context, text, -1);
    sqlite3_result_error_code(context, sqlite_error_code(error));
    sqlite3_free(text);
}

/* Ends a call that has failed: with NULL if 'skip' is given and the reason is a file. */
static void fail_call(sqlite3_context *context, const FunctionClient *client, const Call *call,
                      const char *label) {
    bool skips = call->skips && client->session->settings.file_access;
    if (!skips || !error_is_skippable(call->error)) {
        result_error(context, client, label, call->error);
    }
}

static void free_given(void *block) {
    Session *session = *arena_block_owner(block);
    arena_free_detached(&session->host, block);
    session_release(session);
}

/* Returns how many bytes the host takes as a BLOB. */
static uint64_t blob_most(sqlite3_context *context) {
    return (uint64_t)sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1);
}

/* Fails if the host takes no BLOB of this size: SQLite's own error wouldn't name the function. */
static bool fits_host(const Call *call, Value result) {
    return result.type < VALUE_BLOB || result.length <= call->blob_most ||
           fail(call->error, ERROR_TOO_BIG,
                "%u bytes, expected at most %llu, SQLite's limit of length", result.length,
                (unsigned long long)call->blob_most);
}

/* Makes a block of an arena the result; SQLite frees the block with the value. */
static void give_block(sqlite3_context *context, const FunctionClient *client, Arena *arena,
                       Value value) {
    void *block = (void *)(uintptr_t)value.bytes;
    arena_detach(arena, block);
    *arena_block_owner(block) = client->session;
    session_retain(client->session);
    sqlite3_result_blob64(context, block, value.length, free_given);
}

static void run_call(sqlite3_context *context, const FunctionClient *client, sqlite3_value *src,
                     const OwnArguments *own, CachedDocument *cached, Call *call) {
    const Function *function = client->function;
    if (function->ask) session_measure(client->session);
    Value result =
        function->ask ? function->ask(&client->session->settings, call) : function->call(call);
    if (function->sets) session_settle(client->session);
    if (call->error->kind != ERROR_NONE || !fits_host(call, result)) {
        const char *label = own ? arguments_failed(own) : NULL;
        if (!label && src) label = label_of(src, cached, call->error);
        fail_call(context, client, call, label);
    } else if (result.type == VALUE_GIVEN) {
        give_block(context, client, call->scratch, result);
    } else {
        sqlite_result(context, result, cached);
    }
}

/* Calls a function that may look at the files that its source's file names. */
static void run_with_files(sqlite3_context *context, const FunctionClient *client,
                           sqlite3_value *src, const OwnArguments *own, CachedDocument *cached,
                           Call *call) {
    Session *session = client->session;
    CachedDocument *held = NULL;
    Beside beside = {0};
    if (client->function->names_files) {
        const Wanted wanted = wanted_whole(client->function->format);
        Source *source = sources_find(&session->sources, src, wanted, &held, call->error);
        if (!source || source->file_count != 1) {
            fail(call->error, ERROR_CANNOT_OPEN, "src isn't there any more");
            fail_call(context, client, call, label_of(src, NULL, call->error));
            store_release(held);
            return;
        }
        beside_begin(&beside, &session->documents, source, 0, client_order(session->client));
        call->beside = &beside.set;
    }
    run_call(context, client, src, own, cached, call);
    beside_end(&beside);
    store_release(held);
}

static void leave_span(void *session) {
    session_leave_span(session);
}

/* Lets the span last as long as the statement, if an argument is constant. */
static void stay_in_span(sqlite3_context *context, Session *session, int argument) {
    if (sqlite3_get_auxdata(context, argument)) return;
    session_enter_span(session); /* left at the statement's end, or in this call */
    sqlite3_set_auxdata(context, argument, session, leave_span);
}

/* Calls a function with described arguments, whose sources stay open meanwhile. */
static void run_with_arguments(sqlite3_context *context, const FunctionClient *client, int count,
                               sqlite3_value **values, CachedDocument *cached, Call *call) {
    const Function *function = client->function;
    OwnArguments own = {0};
    sqlite3_value *given[ARGUMENTS_MAX] = {NULL};
    const char *label;
    int skip = function->format ? 1 : 0;
    bool none;
    for (int i = skip; i < count; i++) given[i - skip] = values[i];
    session_enter_span(client->session);
    if (function->keeps) stay_in_span(context, client->session, skip);
    if (!arguments_take(&own, client->session, function->arguments, function->argument_count, given,
                        call->skips, &none, &label, call->error)) {
        fail_call(context, client, call, label);
    } else if (!none) {
        call->arguments = &own.read;
        arguments_skip(&own, call->skips);
        run_with_files(context, client, values[0], &own, cached, call);
    }
    arguments_forget(&own);
    session_leave_span(client->session);
}

/* ---- Files that a call asks for -------------------------------------------------------------- */

/* What Call.find_file needs: the call's first argument. A span is open as long as this is used. */
typedef struct FirstArgument {
    Session *session;
    sqlite3_value *value;
    bool is_order;
} FirstArgument;

static const char *find_file(Call *call, const char *name) {
    const FirstArgument *first = call->host;
    Documents *documents = &first->session->documents;
    CachedDocument *held = NULL;
    SpanFile *found = NULL;
    /* the first argument may name a file that doesn't exist, or is called "[1].git" */
    const Wanted wanted = {.may_be_none = true, .hidden = first->is_order};
    Source *source =
        sources_find(&first->session->sources, first->value, wanted, &held, call->error);
    if (source && first->is_order) {
        found = order_look_up(documents, source->order, name, call->error);
    } else if (source && source->file_count > 1) {
        arguments_fail_many(source, "file", call->error);
    } else if (source) {
        size_t ignored;
        SpanFile named = {.path = source->path}; /* NULL: a list, which has no path of its own */
        bool is_there = source->file_count && !source->files[0]->problem;
        if (!is_there && named.path) {
            named.archive = folder_known_archive(&documents->span, named.path, &ignored);
        }
        beside_find(documents, is_there ? source->files[0] : &named, name, &found, call->error);
    }
    store_release(held);
    return found ? found->shown : NULL;
}

/* Calls a function that asks for files by its first argument. A constant order of a game is read
** once in a statement. */
static void run_with_first(sqlite3_context *context, const FunctionClient *client,
                           sqlite3_value *value, Call *call) {
    Session *session = client->session;
    FirstArgument first = {session, value, client->function->looks_up};
    call->host = &first;
    call->find_file = find_file;
    session_enter_span(session);
    if (client->function->looks_up) stay_in_span(context, session, 0);
    run_call(context, client, value, NULL, NULL, call);
    session_leave_span(session);
}

/* ---- Options in JSON ------------------------------------------------------------------------- */

/* The first row has the type of the whole value, to tell an empty object from another type. */
static const char members_text[] =
    "SELECT NULL, json_type(?1) UNION ALL SELECT key, value FROM json_each(?1)";

static bool each_member(Call *call, Value json, const char *example,
                        bool (*take)(void *target, const char *key, Value value, Error *error),
                        void *target) {
    sqlite3 *database = sqlite3_context_db_handle(call->host);
    sqlite3_stmt *members = NULL;
    bool is_text = json.type == VALUE_TEXT, done = is_text, is_object = false;
    int code = sqlite3_prepare_v2(database, members_text, -1, &members, NULL);
    if (code != SQLITE_OK && code != SQLITE_NOMEM && code != SQLITE_INTERRUPT) {
        return fail(call->error, ERROR_UNSUPPORTED, "the options can't be read: %.150s",
                    sqlite3_errmsg(database));
    }
    if (code == SQLITE_OK && is_text) {
        code = sqlite3_bind_text(members, 1, json.bytes, (int)json.length, SQLITE_STATIC);
    }
    while (code == SQLITE_OK && done && (code = sqlite3_step(members)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(members, 0);
        Value value = sqlite_value_of(sqlite3_column_value(members, 1));
        code = SQLITE_OK;
        if (is_object) done = key && take(target, key, value, call->error);
        else done = is_object = value_is_text(value, "object");
    }
    sqlite3_finalize(members);
    if (code == SQLITE_NOMEM) return fail(call->error, ERROR_NO_MEMORY, "out of memory");
    if (code == SQLITE_INTERRUPT) return fail_interrupted(call->error);
    if (code == SQLITE_DONE && done) return true;
    return fail(call->error, ERROR_ARGUMENT,
                "the options aren't a JSON object, expected for example '%s'", example);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Takes the last argument off if it is 'skip', or a NULL in its place, which functions of files
** allow. Returns false if something else stands there. */
static bool take_skip(const FunctionClient *client, int *count, sqlite3_value **arguments,
                      Call *call) {
    if (!takes_skip(client->function) || *count <= client->least) return true;
    sqlite3_value *last = arguments[*count - 1];
    call->skips = value_is_text(sqlite_value_of(last), "skip");
    *count -= call->skips || (*count > client->most && sqlite3_value_type(last) == SQLITE_NULL);
    return *count <= client->most ||
           fail(call->error, ERROR_ARGUMENT, "the last argument isn't 'skip'");
}

static void call_function(sqlite3_context *context, int count, sqlite3_value **arguments) {
    const FunctionClient *client = sqlite3_user_data(context);
    const Function *function = client->function;
    Value values[VALUES_MAX];
    int skip = function->format ? 1 : 0;
    Error error = {0};
    Arena scratch = {.host = &client->session->host};
    Call call = {.values = values + skip,
                 .scratch = &scratch,
                 .error = &error,
                 .each_member = each_member,
                 .blob_most = blob_most(context),
                 .host = context};
    bool may_go_on = take_skip(client, &count, arguments, &call);
    /* as if it weren't given; where more arguments than names are taken, their number says what
    ** they mean */
    bool has_optional = skip && !function->arguments && !function->most && count > client->least;
    count -= has_optional && sqlite3_value_type(arguments[count - 1]) == SQLITE_NULL;
    for (int i = 0; i < count; i++) {
        bool may_be_null = (function->arguments || function->takes_null) && i >= skip;
        if (!may_be_null && sqlite3_value_type(arguments[i]) == SQLITE_NULL) return;
        values[i] = sqlite_value_of(arguments[i]);
    }
    sqlite3_value *src = skip ? arguments[0] : NULL;
    CachedDocument *cached = src && may_go_on ? open_source(context, client, src, &error) : NULL;
    call.document = cached ? cached->document : NULL;
    call.count = count - skip;
    if (src && !cached) fail_call(context, client, &call, label_of(src, NULL, &error));
    else if (function->arguments)
        run_with_arguments(context, client, count, arguments, cached, &call);
    else if (function->finds_beside || function->looks_up)
        run_with_first(context, client, arguments[0], &call);
    else if (!function->opens) run_call(context, client, src, NULL, cached, &call);
    else {
        const char *source = client_open(client->session, arguments[0], &error);
        if (!error.kind) sqlite3_result_text(context, source, -1, SQLITE_TRANSIENT);
        else result_error(context, client, NULL, &error);
    }
    store_release(cached);
    arena_clear(&scratch);
}

/* ---- Aggregates ------------------------------------------------------------------------------ */

/* What an aggregate keeps from row to row: the first error, and the descriptor's own state. */
typedef struct Aggregate {
    Error error;
    bool begun;
    Call call;
    CachedDocument *cached; /* of a function of_source */
    sqlite3_value *source;  /* its first argument; NULL: the document's own bytes */
    /* the descriptor's state follows at an aligned address */
} Aggregate;

#define STATE_OFFSET ((sizeof(Aggregate) + 15) / 16 * 16)

static void *state_of(Aggregate *aggregate) {
    return (char *)aggregate + STATE_OFFSET;
}

/* Tells whether a row has the same source as the rows before. */
static bool is_same_group(const Aggregate *aggregate, sqlite3_value *source) {
    if (aggregate->source) return arguments_same_value(source, aggregate->source);
    const Document *document = aggregate->cached->document;
    const void *bytes = sqlite3_value_blob(source);
    return sqlite3_value_type(source) == SQLITE_BLOB &&
           (uint64_t)sqlite3_value_bytes(source) == document->size &&
           (bytes == document->bytes || !memcmp(bytes, document->bytes, (size_t)document->size));
}

/* Opens the source of the first row, and checks that all others have the same. */
static bool use_group_source(const FunctionClient *client, Aggregate *aggregate,
                             sqlite3_value *value, Error *error) {
    if (sqlite3_value_type(value) == SQLITE_NULL) {
        return fail(error, ERROR_ARGUMENT,
                    "the source is NULL, expected TEXT (a path or a pattern) or a BLOB (the "
                    "content of a file)");
    }
    if (aggregate->cached) {
        return is_same_group(aggregate, value) ||
               fail(error, ERROR_ARGUMENT,
                    "the rows are of several files; GROUP BY file makes one result for each");
    }
    aggregate->cached = arguments_open(client->session, value, NULL, "the source", error);
    if (!aggregate->cached) return false;
    bool is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
    return is_blob || sqlite_keep_value(&aggregate->source, value) == SQLITE_OK ||
           fail(error, ERROR_NO_MEMORY, "out of memory");
}

static const char *label_of_group(const Aggregate *aggregate) {
    return aggregate->source ? (const char *)sqlite3_value_text(aggregate->source) : NULL;
}

static void forget_group(Aggregate *aggregate) {
    store_release(aggregate->cached);
    aggregate->cached = NULL;
    sqlite_keep_value(&aggregate->source, NULL);
}

/* Returns the statement that runs the function: the first busy one that names it. */
static const char *statement_text(sqlite3 *database, const char *name) {
    for (sqlite3_stmt *statement = NULL; (statement = sqlite_next_busy(database, statement));) {
        const char *text = sqlite3_sql(statement);
        if (text && strstr(text, name)) return text;
    }
    return NULL;
}

/* Works like sqlite_value_of(), but without a call for the usual values of an aggregate's rows. */
static inline Value value_of_row(sqlite3_value *value) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return value_integer(sqlite3_value_int64(value));
    case SQLITE_FLOAT: return value_real(sqlite3_value_double(value));
    default: return sqlite_value_of(value);
    }
}

static void step_aggregate(sqlite3_context *context, int count, sqlite3_value **arguments) {
    const FunctionClient *client = sqlite3_user_data(context);
    const Function *function = client->function;
    Aggregate *aggregate =
        sqlite3_aggregate_context(context, (int)(STATE_OFFSET + function->state_bytes));
    if (!aggregate) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (aggregate->error.kind != ERROR_NONE) return;
    Arena *arena = state_of(aggregate);
    Call *call = &aggregate->call;
    if (aggregate->begun) {
        if (count > function->row_values) count = function->row_values;
    } else {
        *arena = (Arena){.host = &client->session->host};
        *call = (Call){.count = count,
                       .scratch = arena,
                       .error = &aggregate->error,
                       .skips = function->of_source && count > client->least &&
                                value_is_text(sqlite_value_of(arguments[count - 1]), "skip"),
                       .each_member = each_member,
                       .blob_most = blob_most(context)};
        aggregate->begun = true;
    }
    Value values[VALUES_MAX];
    for (int i = 0; i < count; i++) values[i] = value_of_row(arguments[i]);
    int skip = function->of_source ? 1 : 0;
    call->values = values + skip;
    call->host = context;
    call->count = count - skip;
    bool done = !skip || use_group_source(client, aggregate, arguments[0], &aggregate->error);
    call->document = aggregate->cached ? aggregate->cached->document : NULL;
    if (done && function->step(state_of(aggregate), call)) return;
    fail_call(context, client, call, label_of_group(aggregate));
    arena_clear(arena); /* the state isn't used any more */
    forget_group(aggregate);
}

/* Computes the result of the rows so far, which a window asks for again and again. */
static void show_aggregate(sqlite3_context *context, bool is_last) {
    const FunctionClient *client = sqlite3_user_data(context);
    const Function *function = client->function;
    Aggregate *aggregate = sqlite3_aggregate_context(context, 0);
    if (!aggregate || !aggregate->begun || aggregate->error.kind != ERROR_NONE) return;
    Arena scratch = {.host = &client->session->host};
    Call call = {.scratch = &scratch,
                 .giver = &scratch,
                 .error = &aggregate->error,
                 .blob_most = aggregate->call.blob_most,
                 .host = context,
                 .statement = statement_text(sqlite3_context_db_handle(context), function->name)};
    Value result = function->finish(state_of(aggregate), &call);
    if (aggregate->error.kind != ERROR_NONE || !fits_host(&call, result)) {
        result_error(context, client, label_of_group(aggregate), &aggregate->error);
    } else if (result.type == VALUE_GIVEN && is_last) {
        give_block(context, client, call.giver, result);
    } else {
        sqlite_result(context, result, NULL);
    }
    arena_clear(&scratch);
}

static void value_of_aggregate(sqlite3_context *context) {
    show_aggregate(context, false);
}

static void finish_aggregate(sqlite3_context *context) {
    Aggregate *aggregate = sqlite3_aggregate_context(context, 0);
    show_aggregate(context, true);
    if (!aggregate || !aggregate->begun) return;
    arena_clear(state_of(aggregate));
    forget_group(aggregate);
}

/* Fails because a row leaves a window's frame: nobody knows the state without it any more. */
static void refuse_inverse(sqlite3_context *context, int count UNUSED,
                           sqlite3_value **arguments UNUSED) {
    const FunctionClient *client = sqlite3_user_data(context);
    Aggregate *aggregate =
        sqlite3_aggregate_context(context, (int)(STATE_OFFSET + client->function->state_bytes));
    if (!aggregate || aggregate->error.kind != ERROR_NONE) return;
    fail(
        &aggregate->error, ERROR_ARGUMENT,
        "rows can't be taken out again, so the window's frame must begin with UNBOUNDED PRECEDING");
    result_error(context, client, NULL, &aggregate->error);
}

static int register_function(Session *session, const Function *function) {
    bool has_source = function->format || function->of_source || function->finds_beside ||
                      function->looks_up || function->tells_files;
    bool reads = has_source && session->settings.file_access;
    int kind = SQLITE_UTF8 | (reads || function->sets ? SQLITE_DIRECTONLY : SQLITE_INNOCUOUS);
    int least, most;
    count_arguments(function, &least, &most);
    for (int count = least; count <= most + takes_skip(function); count++) {
        FunctionClient *client = sqlite3_malloc64(sizeof *client);
        if (!client) return SQLITE_NOMEM;
        *client = (FunctionClient){session, function, least, most};
        session_retain(session);
        bool may_change = (function->sets || function->varies) && count == 0;
        int flags = kind | (may_change ? 0 : SQLITE_DETERMINISTIC);
        int code = function->step
                       ? sqlite3_create_window_function(session->database, function->name, count,
                                                        flags, client, step_aggregate,
                                                        finish_aggregate, value_of_aggregate,
                                                        refuse_inverse, session_free_client)
                       : sqlite3_create_function_v2(session->database, function->name, count, flags,
                                                    client, call_function, NULL, NULL,
                                                    session_free_client);
        if (code != SQLITE_OK) return code; /* SQLite has freed the client */
    }
    return SQLITE_OK;
}

int functions_register(Session *session) {
    const Function *function;
    for (ModulePlace at = {0}; (function = next_function(&at));) {
        int code = register_function(session, function);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
