/* Digests by which files tell whether their content is as it was: they guard against damage, not
** against forgery. Hercules keeps the MD5 (RFC 1321) of a map's packed cells in front of them, and
** E1.0 archives of Neverwinter Nights: Enhanced Edition the SHA-1 (FIPS 180-4) of each resource
** beside its name. */
#pragma once

#include "core/core.h"

enum { MD5_BYTES = 16, SHA1_BYTES = 20 };

/* Return false if the arena's host interrupts. */
bool md5(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[MD5_BYTES]);
bool sha1(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[SHA1_BYTES]);
