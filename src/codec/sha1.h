/*
** SHA-1 as FIPS 180-4 has it. E1.0 archives of Neverwinter Nights: Enhanced Edition keep the
** digest of each resource beside its name; here it tells whether a content is what the table
** says. It guards against damage, not against forgery.
*/
#ifndef GAMEMAP_SHA1_H
#define GAMEMAP_SHA1_H

#include "core/core.h"

enum { SHA1_BYTES = 20 };

/* Returns false if the arena's host interrupts. */
bool sha1(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[SHA1_BYTES]);

#endif
