/* What session.c needs of the cache beside session.h. */
#ifndef GAMEMAP_CACHE_H
#define GAMEMAP_CACHE_H

#include "session.h"

/* The document of a BLOB, with a reference: a cached one at that address or with equal bytes, or a
** new one. Its Source is set, but for the number. */
CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size,
                           const Format *format, Error *error);
void cache_clear(Session *session);

#endif
