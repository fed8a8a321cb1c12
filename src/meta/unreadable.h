/* The document of a file that can't be decoded, which has rows in tables about any file; and a file
** as nothing but its bytes. */
#pragma once

#include "core/core.h"

typedef struct Unreadable {
    Document document; /* size is 0 if the file couldn't even be read */
    const Format *detected;
    bool has_size;
    Error error;
} Unreadable;

extern const Format unreadable_format;
/* Takes every file, and decodes nothing. */
extern const Format bytes_format;
/* Stands for the files of any format that could name others. No file has it. */
extern const Format naming_format;

/* Returns a document as one that can't be decoded; NULL: it could be. */
static inline const Unreadable *as_unreadable(const Document *document) {
    return document->format == &unreadable_format ? (const Unreadable *)document : NULL;
}

/* Returns the format to which a second file such as static.vgeo belongs, which is no file of its
** own. NULL: it belongs to none. */
const Format *unreadable_owner(const Unreadable *file);
/* Tells whether a file is of no known format, by its name and bytes. Texts may be empty. */
bool unreadable_is_of_no_format(const Unreadable *file);
/* Tells whether a file may name others: it is, by its bytes or its name, of a format that does. */
bool unreadable_may_name(const Unreadable *file);
/* What is said of a second file: a format whose argument is the ending of the other file. */
#define UNREADABLE_OWNED "read together with the %s file beside it, which is the one to name"
