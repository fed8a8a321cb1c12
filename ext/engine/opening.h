/* How the bytes of a file, an entry of an archive or a BLOB become a document. */
#ifndef GAMEMAP_OPENING_H
#define GAMEMAP_OPENING_H

#include "session.h"

/* A document, and what has to be looked at to see whether it is still that of its file. */
typedef struct Opened {
    Document *document;
    FileIdentity identity; /* of the file; of an entry: of the file that is the outermost archive */
    FileIdentity
        companion; /* of Format.companion, or of the sister file that holds the entry; zeroed
                            ** where there is none */
    bool young;    /* its identity proves nothing, even if it looks older by now */
} Opened;

/* Decodes a file of the span. Where any format is wanted, an Unreadable (unreadable.h) where it is
** none or broken. `next` is a file that will be wanted soon, or NULL. The span has seen its version
** then. */
bool open_span_file(Session *session, SpanFile *file, const char *next, Wanted wanted,
                    Opened *opened, Error *error);

/* The same of a file of the system, on any thread: the session isn't touched, nor the span. `file`
** is the thread's own copy, into which the version goes that was read. An error that is final
** (is_final) leaves the file to the session, as do archives. */
bool open_ahead(const Host *host, SpanFile *file, const Format *format, Opened *opened,
                Error *error);

/* Is the neighbour that came with the document the one that the span has seen before? Now it has
** seen it. Otherwise the document is freed. */
bool accept_companion(SpanFile *file, Opened *opened, Error *error);

/* Is it not the file's fault? */
bool is_final(const Error *error);

/* Decodes bytes that lie in `arena`, and takes the arena over. `file` and `name` are NULL for a
** BLOB. `companion` may be NULL. `session` is NULL on a thread that opens files ahead. */
Document *open_bytes(Session *session, Wanted wanted, Arena *arena, const uint8_t *bytes,
                     uint64_t size, const SpanFile *file, const char *name, FileIdentity *companion,
                     Error *error);

/* Says what is wrong with a file or BLOB (`file` NULL) that isn't of the wanted format; false.
** `head` is all of it, or the beginning of one that is known to be no archive. */
bool fail_other_format(Error *error, const Format *wanted, const SpanFile *file,
                       const uint8_t *head, uint64_t head_size, uint64_t size);

/* Does its format come with a neighbour? Looks through an Unreadable. */
bool has_companion(const Document *document);
/* The identity of that neighbour of a file; zeroed where it isn't there. */
bool identify_companion(Session *session, const Document *document, const SpanFile *file,
                        FileIdentity *identity, Error *error);

/* Is it unreadable because of what the system refuses now and may give later? */
bool is_refused(const Document *document);

#endif
