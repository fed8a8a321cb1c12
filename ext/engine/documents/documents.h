/* The documents of files: what is wanted of a file is in the store, or it is resolved, opened and
** kept there.
**
**     documents_file     finds the file's document in the store, if it is still that of the file;
**                        else documents_resolve() finds out everything that opening it takes,
**                        opening.c opens it, and store.c keeps it
**     documents_archive  finds or opens the archive in which an entry lies
**
** Archives from which entries are read are held for the span, whatever else the store needs room
** for: at each depth the one that was used last, and of others those that are asked for again and
** again, as where two archives are compared, while all together take no more than the store's limit.
** Four are held even if they take more: opening one anew for each entry would take hours. */
#pragma once

#include "engine/documents/store.h"
#include "engine/files/folder.h"
#include "engine/system/regions.h"

enum { HELD_LEAST = 4, HELD_MOST = 16 };

/* Archives of one depth from which entries are being read. */
typedef struct HeldArchives {
    struct HeldArchive {
        SpanFile *file;
        CachedDocument *cached; /* with a reference */
    } items[HELD_MOST];         /* the one that was used last first */
    uint32_t count;
    uint32_t wanted; /* how many may be held: one more each time that one was let go too early */
} HeldArchives;

/* The files and documents of a connection. */
typedef struct Documents {
    const Host *host;
    Regions *regions; /* the host's memory */
    Settings *settings;
    Span span;
    Store store;
    Reads reads_anyway; /* how much is read of any file, since less of one wasn't enough */
    HeldArchives held[ARCHIVE_DEPTH_MAX + 1]; /* by depth */
} Documents;

/* Sets up *documents, which is zeroed. The other arguments must outlive it. */
void documents_begin(Documents *documents, const Host *host, Regions *regions, Settings *settings);
/* Ends the span and empties the store. */
void documents_end(Documents *documents);
/* Ends the span: closes its files, and forgets its paths and archives. */
void documents_leave_span(Documents *documents);

/* Notes that 'skip' found no file for a source or a member of a list, for gamemap_skipped(). */
void documents_match_none(Documents *documents, const char *text);

/* Returns the document of a file with a reference. If any format is wanted, a file that is broken
** or has no known format gives an Unreadable (unreadable.h). */
CachedDocument *documents_file(Documents *documents, SpanFile *file, Wanted wanted, Error *error);
/* Returns an up-to-date document from the store, with a reference; NULL: there is none. */
CachedDocument *documents_find(Documents *documents, SpanFile *file, Wanted wanted);
/* Opens a file that isn't in the store. */
CachedDocument *documents_open(Documents *documents, SpanFile *file, Wanted wanted, Error *error);
/* Takes a document that was opened elsewhere into the store; if this fails, it is freed. */
CachedDocument *documents_accept(Documents *documents, SpanFile *file, Opened *opened,
                                 Error *error);
/* Tells whether the store has a document of the file, without checking whether it is up to date. */
bool documents_have(Documents *documents, const SpanFile *file, Wanted wanted);

/* Returns the document of a BLOB with a reference: one that is stored, if it has the same bytes. */
CachedDocument *documents_blob(Documents *documents, const void *bytes, uint64_t size,
                               Wanted wanted, Error *error);
/* Completes a BLOB's document if all of it is wanted. */
bool documents_complete_blob(CachedDocument *cached, Wanted wanted, Error *error);

/* Finds out everything that opening a file takes. */
bool documents_resolve(Documents *documents, SpanFile *file, Wanted wanted, OpenRequest *request,
                       Error *error);

/* Returns the archive that a file of the span is; NULL with ERROR_NOT_THIS_FORMAT if it isn't an
** archive. The archive stays valid until another one of the same depth is asked for. */
CachedDocument *documents_archive(Documents *documents, SpanFile *file, Error *error);
/* Opens an archive as documents_archive() does; NULL: *cached is NULL, too. */
bool documents_around(Documents *documents, SpanFile *archive, CachedDocument **cached,
                      Error *error);
/* Finds out whether a folder or archive exists, in an archive without regard to case. */
bool documents_has_folder(Documents *documents, const SpanFolder *folder, bool *exists,
                          Error *error);
/* Finds a name in a folder: see folder_find(). */
bool documents_find_in(Documents *documents, const SpanFolder *folder, const char *name,
                       SpanFile **found, Error *error);
/* Finds the file with a name in the folder of another file; *found is NULL if there is none. `name`
** is NULL if memory ran out when it was made; `is_exact`: as in SpanFolder. */
bool documents_find_beside(Documents *documents, const SpanFile *file, const char *name,
                           bool is_exact, SpanFile **found, Error *error);
