/*
** A session is what one connection remembers, a struct for each layer: the files of the span and the
** store of documents (documents.h), what sources mean in the span, and what is opened ahead.
**
** A span lasts from the first open cursor to the last close. Within a span, a source is resolved
** once, a file has one version, and a source has its file numbers (the upper half of rowid). The
** store outlives spans: a document is used again as long as one stat() shows that the file hasn't
** changed.
*/
#pragma once

#include "engine/documents/scan.h"

/* What gamemap_open() has opened. A query keeps what it began with, so cursors share it. */
typedef struct Client {
    uint32_t references;
    sqlite3_value *source; /* of tables that are asked without one */
    const char *text;      /* of that */
    bool is_order;         /* names are looked up in it, too */
    Arena arena;
    List places; /* of OpenedPlace */
} Client;

Client *client_new(const Host *host); /* with one reference; NULL: no memory */
void client_release(Client *client);
/* Returns where names are looked up that have no other place, as a text; NULL: nowhere else. */
static inline const char *client_order(const Client *client) {
    return client && client->is_order ? client->text : NULL;
}

typedef struct Session {
    sqlite3 *database;
    Host host;
    Regions regions; /* the host's memory */
    Settings settings;
    Documents documents;
    Sources sources;
    Ahead ahead;
    Client *client;      /* that is open, or NULL */
    Client *span_client; /* that the last statement of the span began with */
    uint32_t references; /* modules and functions that refer to it */
    uint32_t open_cursors;
} Session;

Session *session_new(sqlite3 *database, bool file_access); /* with one reference; NULL: no memory */
void session_retain(Session *session);
void session_release(void *session);
/* Frees what SQLite keeps of a table or a function, a struct that begins with its session. */
void session_free_client(void *client);

/* Returns what a cursor reads where its table has no source, with a reference, or NULL. The span is
** open. */
Client *session_client(Session *session);

/* Finds out how large the cache may be, when it is first needed. */
void session_measure(Session *session);

/* A span is open as long as it was entered more often than left. Ending it stops the threads and
** forgets what the span knows of files; documents stay in the store. */
void session_enter_span(Session *session);
void session_leave_span(Session *session);
/* Adapts to the settings, which may have changed. */
void session_settle(Session *session);
