/* gamemap_open(): a folder or archive becomes the source of tables that are asked without one.
**
** How a game's folder is known, and in which order the game looks for its files, each game says as
** a query (Module.client), since all that it takes are questions that the tables answer: which
** archives does DATA.INI list, which haks does module.ifo name? The first game whose query has rows
** wins; where none has, what is opened is what was given. */
#include "engine/query/client.h"
#include "engine/documents/lookup.h"
#include "engine/files/glob.h"
#include "modules.h"

/* The rows of a game's query in their order, each with the whole order as a JSON array. */
static const char rows_sql[] =
    "SELECT name, path, taken_as, place IS NOT NULL AND path IS NOT NULL, "
    "json_group_array(path) FILTER (WHERE place IS NOT NULL AND path IS NOT NULL) "
    "OVER (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) "
    "FROM (%s) ORDER BY place";

/* What was given, as the rows of such a query: its members where it is an order or a list. */
static const char given_sql[] =
    "SELECT NULL, value, 'member of the ' || iif(json_type(?1) = 'array', 'order', 'list'), "
    "1, ?1 FROM json_tree(iif(json_valid(?1), ?1, '[]')) WHERE type = 'text' "
    "UNION ALL SELECT NULL, path, 'as it is', 1, path "
    "FROM (SELECT iif(rtrim(?1, '/') = '', ?1, rtrim(?1, '/')) AS path) "
    "WHERE NOT (json_valid(?1) AND ltrim(?1) GLOB '[[{\"]*')";

/* Fails where there is no such file. */
static const char read_sql[] = "SELECT length(gamemap_read(?1))";
/* Fails where a pattern matches nothing, or a list or an order has a member that isn't there. */
static const char list_sql[] = "SELECT 1 FROM gamemap_paths(?1) LIMIT 1";

static bool fail_statement(sqlite3 *database, int code, Error *error) {
    if (code == SQLITE_NOMEM) return fail(error, ERROR_NO_MEMORY, "out of memory");
    if (code == SQLITE_INTERRUPT) return fail_interrupted(error);
    ErrorKind kind = code == SQLITE_CANTOPEN ? ERROR_CANNOT_OPEN
                     : code == SQLITE_IOERR  ? ERROR_READ
                                             : ERROR_ARGUMENT;
    const char *message = sqlite3_errmsg(database), *behind = strstr(message, ": ");
    return fail(error, kind, "%.400s", behind ? behind + 2 : message); /* without whom it asked */
}

/* Copies a column's text; *text is NULL if it is NULL. */
static bool take_text(Arena *arena, sqlite3_stmt *rows, int column, const char **text) {
    const char *value = (const char *)sqlite3_column_text(rows, column);
    *text = value ? text_copy(arena, value, strlen(value)) : NULL;
    return *text || !value;
}

static bool take_row(Client *client, sqlite3_stmt *rows, int64_t *number, Error *error) {
    OpenedPlace place = {0};
    Arena *arena = &client->arena;
    if (sqlite3_column_int(rows, 3)) place.number = ++*number;
    if (!take_text(arena, rows, 0, &place.name) || !take_text(arena, rows, 1, &place.path) ||
        !take_text(arena, rows, 2, &place.taken_as)) {
        return fail_memory(error, arena);
    }
    if (!client->source) {
        client->source = sqlite3_value_dup(sqlite3_column_value(rows, 4));
        client->text = client->source ? (const char *)sqlite3_value_text(client->source) : NULL;
        if (!client->text) return fail(error, ERROR_NO_MEMORY, "out of memory");
    }
    return list_push(arena, &client->places, &place, sizeof place, error);
}

/* Runs a query whose ?1 is the text, and takes its rows; without a client, only to see it fail. */
static bool run(sqlite3 *database, const char *sql, const char *text, Client *client,
                Error *error) {
    sqlite3_stmt *rows = NULL;
    int64_t number = 0;
    bool done = true;
    int code = sqlite3_prepare_v2(database, sql, -1, &rows, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(rows, 1, text, -1, SQLITE_STATIC);
    while (code == SQLITE_OK && done && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        if (client) done = take_row(client, rows, &number, error);
        code = SQLITE_OK;
    }
    if (done && code != SQLITE_DONE) done = fail_statement(database, code, error);
    sqlite3_finalize(rows);
    return done;
}

/* Asks the games whether a folder or an archive is a client. */
static bool ask_games(sqlite3 *database, const char *text, Client *client, Error *error) {
    char *folder = sqlite3_mprintf("%s%s", text, text[strlen(text) - 1] == '/' ? "" : "/");
    bool done = folder || fail(error, ERROR_NO_MEMORY, "out of memory");
    for (int m = 0; done && m < module_count && !client->source; m++) {
        if (!modules[m]->client) continue;
        char *sql = sqlite3_mprintf(rows_sql, modules[m]->client);
        done = sql ? run(database, sql, folder, client, error)
                   : fail(error, ERROR_NO_MEMORY, "out of memory");
        sqlite3_free(sql);
    }
    sqlite3_free(folder);
    return done;
}

/* Finds out whether names can be looked up in a text: in folders, archives and orders. */
static bool find_places(Session *session, const char *text, bool *is_order, Error *error) {
    Lookup lookup = {0};
    Error problem = {0};
    session_enter_span(session);
    *is_order = lookup_add_text(&session->documents, &lookup, text, NULL, &problem);
    session_leave_span(session);
    if (!*is_order && problem.kind != ERROR_ARGUMENT) *error = problem;
    return !error->kind;
}

static bool open_text(Session *session, const char *text, Client *client, Error *error) {
    sqlite3 *database = session->database;
    if (!find_places(session, text, &client->is_order, error)) return false;
    bool is_one = !order_may_be(text), is_file = is_one && !client->is_order;
    const char *check = is_file && !glob_wildcard(text) ? read_sql : list_sql;
    return run(database, check, text, NULL, error) &&
           (!is_one || is_file || ask_games(database, text, client, error)) &&
           (client->source || run(database, given_sql, text, client, error));
}

const char *client_open(Session *session, sqlite3_value *value, Error *error) {
    Client *client = NULL;
    if (!session->settings.file_access) {
        fail(error, ERROR_CANNOT_OPEN, "gamemap was loaded without access to files");
        return NULL;
    }
    if (sqlite3_value_type(value) != SQLITE_NULL) {
        bool is_text = sqlite3_value_type(value) == SQLITE_TEXT;
        const char *text = is_text ? (const char *)sqlite3_value_text(value) : NULL;
        if (!text || !*text) {
            fail(error, ERROR_ARGUMENT, "expected a path, such as 'client/', or NULL");
            return NULL;
        }
        client = client_new(&session->host);
        if (!client) return null_after(fail(error, ERROR_NO_MEMORY, "out of memory"));
        if (!open_text(session, text, client, error)) {
            client_release(client);
            return NULL;
        }
    }
    client_release(session->client);
    session->client = client;
    session_enter_span(session); /* what its queries passed over isn't told */
    session_leave_span(session);
    return client ? client->text : NULL;
}
