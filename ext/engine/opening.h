/* How the bytes of a file, an entry of an archive or a BLOB become a document. */
#ifndef GAMEMAP_OPENING_H
#define GAMEMAP_OPENING_H

#include "archives.h"

/* A document with the identities that show whether it is still that of its file. */
typedef struct Opened {
    Document *document;
    FileIdentity identity;  /* of the file; for an entry, of the outermost archive */
    FileIdentity companion; /* of its neighbour, or of the sister file with the entry; or zeroed */
    bool young;             /* its identity proves nothing, even if it looks old by now */
} Opened;

/* Decodes a file of the span, which sees this version of the file from then on. If any format is
** wanted, a file that is broken or has no known format gives an Unreadable (unreadable.h). `next`
** is a file that will be needed soon, or NULL. */
bool open_span_file(Session *session, SpanFile *file, const SpanFile *next, Wanted wanted,
                    Opened *opened, Error *error);

/* The same on any thread: the session isn't touched, nor the span. `file` is the thread's own copy,
** into which the version goes that was read; `entry` tells how an entry is read (by
** archive_read_alone), NULL for a file of the system. An error that is final (is_final) leaves the
** file to the session, as do archives. */
bool open_ahead(const Host *host, SpanFile *file, const EntrySource *entry, Wanted wanted,
                Opened *opened, Error *error);

/* Checks that the neighbour that came with the document is the one that the span has seen before;
** the first one counts as seen. Otherwise fails and frees the document. */
bool accept_companion(SpanFile *file, Opened *opened, Error *error);

/* Tells whether an error isn't the file's fault. */
bool is_final(const Error *error);

/* Decodes bytes that lie in `arena` and takes over the arena. `file` and `name` are NULL for a
** BLOB. `companion` may be NULL. `session` is NULL on a thread that opens files ahead. */
Document *open_bytes(Session *session, Wanted wanted, Arena *arena, const uint8_t *bytes,
                     uint64_t size, const SpanFile *file, const char *name, FileIdentity *companion,
                     Error *error);

/* Fails because a file, or a BLOB (`file` is NULL), isn't of the wanted format. `head` is all of
** it, or its beginning if it is known not to be an archive. Always returns false. */
bool fail_other_format(Error *error, const Format *wanted, const SpanFile *file,
                       const uint8_t *head, uint64_t head_size, uint64_t size);

/* Tells whether files of the document's format have a neighbour. For an Unreadable, the format that
** it looks like counts. */
bool has_companion(const Document *document);
/* Identifies a file's neighbour; zeroed if it isn't there. */
bool identify_companion(Session *session, const Document *document, const SpanFile *file,
                        FileIdentity *identity, Error *error);

/* Tells whether the document is an Unreadable because the system refused something that it may
** allow later. */
bool is_refused(const Document *document);

#endif
