/* The cache of decoded documents. */
#ifndef GAMEMAP_CACHE_H
#define GAMEMAP_CACHE_H

#include "session.h"

/* The document of a BLOB, with a reference: a cached one at that address or with equal bytes, or a
** new one. Its Source is set, but for the number. */
CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size, Wanted wanted,
                           Error *error);
/* The decoded document of a file of a source, with a reference. Where any format is wanted, an
** Unreadable (unreadable.h) where it is none or broken. `scan` is NULL where the files behind it
** won't be wanted. */
CachedDocument *cache_document(Session *session, const Source *source, uint32_t file, Wanted wanted,
                               Scan *scan, Error *error);
/* The same of a file; `next` is a file that will be wanted soon, or NULL. */
CachedDocument *cache_file(Session *session, SpanFile *file, const char *next, Wanted wanted,
                           Error *error);
/* Is there a document of the file that was fresh when it was last looked at? */
bool cache_has(Session *session, const SpanFile *file, Wanted wanted);
void cache_clear(Session *session);
/* Lets the least recently used go until the rest fits the limit. */
void cache_trim(Session *session);
/* Follows the settings, which may have changed. */
void cache_settle(Session *session);
/* cache_trim, until as many bytes more fit, and even the newest goes: what is read next would push
** it out a moment later, and it can as well take the place that this leaves. */
void cache_make_room(Session *session, uint64_t bytes);

void document_retain(CachedDocument *cached);
void document_release(CachedDocument *cached); /* NULL is fine */

/* Frees what a value handed out by reference belonged to: the destructor of sqlite3_result_blob64
** for a block of a document's arena whose owner word is the CachedDocument. */
void release_block(void *block);

#endif
