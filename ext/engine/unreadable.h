/* The document of a file that can't be decoded: what tables about any file show of it. */
#ifndef GAMEMAP_UNREADABLE_H
#define GAMEMAP_UNREADABLE_H

#include "../../src/core.h"

typedef struct Unreadable {
    Document document; /* size is 0 where the file couldn't even be read */
    const Format *detected;
    bool has_size;
    Error error;
} Unreadable;

extern const Format unreadable_format;

#endif
