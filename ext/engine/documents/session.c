/* What one connection remembers: see session.h. */
#include "engine/documents/session.h"
#include "engine/documents/crew.h"

/* The cache's limit is the memory that the process may use, divided by CACHE_PART, within bounds. A
** host that keeps SQL away from files gets a fixed limit, since it expects no more. */
#define CACHE_PART     64
#define CACHE_LEAST    ((uint64_t)64 << 20)
#define CACHE_MOST     ((uint64_t)1 << 30)
#define CACHE_OF_BLOBS ((int64_t)256 << 20)
#define NOT_MEASURED   (-1)

static void *resize_block(void *context, void *block, uint64_t bytes) {
    Session *session = context;
    return regions_resize(&session->regions, block, bytes);
}

/* sqlite3_is_interrupted() came with SQLite 3.41; with an older host, an interruption is noticed
** between two rows. The host's version is checked at run time, whatever the header at build time
** was: the list of routines only ever grows, and this one is five places behind
** sqlite3_vtab_in_next(), the last one of 3.38. If SQLite is compiled into the same program, its
** version is that of the header. */
static bool is_interrupted(void *context) {
    sqlite3 *database = ((const Session *)context)->database;
#ifdef SQLITE_CORE
#if SQLITE_VERSION_NUMBER >= 3041000
    return sqlite3_is_interrupted(database);
#else
    (void)database;
    return false;
#endif
#else
    if (sqlite3_libversion_number() < 3041000) return false;
    int (*routine)(sqlite3 *);
    const char *routines = (const char *)sqlite3_api;
    size_t place = offsetof(sqlite3_api_routines, vtab_in_next) + 5 * sizeof routine;
    memcpy(&routine, routines + place, sizeof routine);
    return routine(database);
#endif
}

Session *session_new(sqlite3 *database, bool file_access) {
    Session *session = sqlite3_malloc64(sizeof *session);
    if (!session) return NULL;
    memset(session, 0, sizeof *session);
    session->database = database;
    session->host = (Host){resize_block, is_interrupted, session, {0, 0}};
    sqlite3_randomness(sizeof session->host.key, session->host.key);
    session->settings = (Settings){.cache_limit = file_access ? NOT_MEASURED : CACHE_OF_BLOBS,
                                   .file_access = file_access,
                                   .sqlite_version = sqlite3_libversion(),
                                   .sqlite_built_for = SQLITE_VERSION};
    crew_settings(&session->settings);
    documents_begin(&session->documents, &session->host, &session->regions, &session->settings);
    session->sources.documents = &session->documents;
    ahead_begin(&session->ahead, &session->documents);
    session->references = 1;
    return session;
}

void session_retain(Session *session) {
    session->references++;
}

void session_release(void *context) {
    Session *session = context;
    if (--session->references) return;
    client_release(session->client);
    ahead_end(&session->ahead);
    documents_end(&session->documents);
    regions_trim(&session->regions, 0);
    sqlite3_free(session);
}

void session_free_client(void *client) {
    session_release(*(Session **)client);
    sqlite3_free(client);
}

Client *client_new(const Host *host) {
    Client *client = sqlite3_malloc64(sizeof *client);
    if (client) *client = (Client){.references = 1, .arena = {.host = host}};
    return client;
}

static Client *client_retain(Client *client) {
    if (client) client->references++;
    return client;
}

void client_release(Client *client) {
    if (!client || --client->references) return;
    sqlite3_value_free(client->source);
    arena_clear(&client->arena);
    sqlite3_free(client);
}

/* Tells whether no more than one statement runs. */
static bool runs_one(sqlite3 *database) {
    sqlite3_stmt *first = sqlite_next_busy(database, NULL);
    return !first || !sqlite_next_busy(database, first);
}

/* A subquery's cursor may open when a later statement has opened another client. */
Client *session_client(Session *session) {
    if (session->client != session->span_client && !runs_one(session->database)) {
        client_release(session->span_client);
        session->span_client = client_retain(session->client);
    }
    return client_retain(session->span_client);
}

/* Setting the limit to 0 gives all memory back. What later queries take is kept as with any other
** limit: asking the system anew for a file of 1 MB takes as long as reading it. */
void session_settle(Session *session) {
    store_settle(&session->documents.store);
    regions_trim(&session->regions, session->settings.cache_limit ? REGIONS_KEPT : 0);
}

void session_measure(Session *session) {
    Settings *settings = &session->settings;
    if (settings->cache_limit != NOT_MEASURED) return;
    const MemoryBound bound = system_memory();
    uint64_t part = bound.bytes / CACHE_PART;
    settings->cache_limit = (int64_t)(part < CACHE_LEAST  ? CACHE_LEAST
                                      : part > CACHE_MOST ? CACHE_MOST
                                                          : part);
    sqlite3_snprintf(sizeof settings->cache_reason, settings->cache_reason, ", by the %llu MiB %s",
                     bound.bytes >> 20, bound.of);
}

void session_enter_span(Session *session) {
    if (session->open_cursors++) return;
    session_measure(session);
    session->documents.store.span_serial++;
    session->settings.skipped = session->settings.refused = 0;
    session->settings.refusal[0] = session->settings.unmatched[0] = 0;
    session->settings.skipped_as_count = 0;
    session->settings.skipped_as_more = false;
    session->span_client = client_retain(session->client);
}

void session_leave_span(Session *session) {
    if (--session->open_cursors) return;
    client_release(session->span_client);
    ahead_end(&session->ahead);
    sources_leave_span(&session->sources);
    documents_leave_span(&session->documents);
    regions_trim(&session->regions, REGIONS_KEPT);
}
