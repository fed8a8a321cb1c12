/* The cache of decoded documents. */
#ifndef GAMEMAP_CACHE_H
#define GAMEMAP_CACHE_H

#include "session.h"

/* Returns the document of a BLOB with a reference: a cached one at that address or with the same
** bytes, or a new one. Its Source is set except for the number. */
CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size, Wanted wanted,
                           Error *error);
/* Returns the decoded document of a file of a source with a reference. If any format is wanted, a
** file that is broken or has no known format gives an Unreadable (unreadable.h). `scan` is NULL if
** the files behind this one won't be needed. */
CachedDocument *cache_document(Session *session, const Source *source, uint32_t file, Wanted wanted,
                               Scan *scan, Error *error);
/* Does the same for a file of the span. */
CachedDocument *cache_file(Session *session, SpanFile *file, Wanted wanted, Error *error);
/* Tells whether the cache has a document of the file, without checking whether it is up to date. */
bool cache_has(Session *session, const SpanFile *file, Wanted wanted);
void cache_clear(Session *session);
/* Drops the least recently used documents until the rest fits the limit. */
void cache_trim(Session *session);
/* Adapts to the settings, which may have changed; with a limit of 0, nothing stays. */
void cache_settle(Session *session);
/* Works like cache_trim() with so many more bytes, and may drop even the newest document: what is
** read next would replace it anyway, and so can use its memory. */
void cache_make_room(Session *session, uint64_t bytes);

void document_retain(CachedDocument *cached);
void document_release(CachedDocument *cached); /* NULL is fine */

/* Frees the document to which a value passed by reference belongs. This is the destructor that
** sqlite3_result_blob64() gets for a block of a document's arena whose owner word is the
** CachedDocument. */
void release_block(void *block);

#endif
