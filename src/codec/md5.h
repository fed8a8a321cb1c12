/* MD5 (RFC 1321). Hercules keeps the digest of a map's packed cells in front of them; it guards
** against damage, not against forgery. */
#ifndef GAMEMAP_MD5_H
#define GAMEMAP_MD5_H

#include "core/core.h"

enum { MD5_BYTES = 16 };

/* Returns false if the arena's host interrupts. */
bool md5(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[MD5_BYTES]);

#endif
