/* How the bytes of a file, an entry of an archive or a BLOB become a document.
**
** Everything that this takes stands in an OpenRequest, which documents.c has resolved; what comes
** of it, in an Opened. So any thread can open files: nothing here knows a connection, span or
** store. opening_look() opens the file and tells how large it is, so that there can be room for it;
** opening_read() reads it and decodes it. Archives that are files of their own aren't read whole:
** opening_look() says so, and opening_archive() opens them by ranges, which their span keeps. */
#pragma once

#include "engine/files/ranges.h"
#include "table/table.h"

/* What is wanted of a file. */
typedef struct Wanted {
    const Format *format; /* NULL: any format */
    Reads reads;          /* how much of it (Table.reads) */
    const char *endings;  /* of a table's files in an order, if not the format's (Table.endings) */
    bool hidden;          /* of an order, the files that others hide (Table.of_hidden) */
    bool contents;        /* of a folder or archive, the files in it (Table.of_contents) */
    bool holds;        /* of a folder, and of an archive if `format` isn't one of archives, too */
    bool may_be_none;  /* it is no error if no file matches */
    bool checks;       /* its findings are made, too (Table.checks) */
    bool may_be_empty; /* a folder, an archive or a list may have no file */
} Wanted;

static inline Wanted wanted_whole(const Format *format) {
    return (Wanted){.format = format};
}

/* Everything that opening a file takes. */
typedef struct OpenRequest {
    Wanted wanted;
    FileSource own;
    FileSource second;             /* of Format.second_ending; has no path if there is none */
    struct CachedDocument *holder; /* the archive in which they lie, or NULL */
    ArchiveOptions archives;
    uint64_t kept_bytes;          /* how much more the document's memory needs room for */
    const ArchiveFormat *archive; /* what opening_look() has found, to be opened by ranges */
} OpenRequest;

/* A document with the identities that show whether it is still that of its file. */
typedef struct Opened {
    Document *document;
    FileIdentity identity; /* FileSource.version */
    FileIdentity other;    /* FileSource.other */
    bool young;            /* too young when it was opened for its identity to prove anything */
    bool is_unpacked;      /* of an archive, or a packed entry: dearer to make than to read */
} Opened;

/* Finds the file that a request is for. */
bool opening_look(OpenRequest *request, const Host *host, Error *error);
/* Reads what was found, unless it is an archive, into memory of `host`. */
bool opening_read(OpenRequest *request, const Host *host, Opened *opened, Error *error);
/* Opens the archive that was found. */
bool opening_archive(OpenRequest *request, const Host *host, const Ranges *ranges, Opened *opened,
                     Error *error);
/* Ends a request that has failed. If any format is wanted and the error is the file's own, *opened
** becomes an Unreadable (unreadable.h), and the result is true. */
bool opening_fail(const OpenRequest *request, const Host *host, Opened *opened, Error *error);

/* Opens a BLOB, of which a copy is made. */
Document *opening_blob(const Host *host, Wanted wanted, const ArchiveOptions *archives,
                       const void *bytes, uint64_t size, Error *error);

/* Tells whether the document is an Unreadable because the system refused access to the file. */
bool opening_was_refused(const Document *document);
