/* What other files a file names, and where the game finds them. */
#pragma once

#include "meta/unreadable.h"
#include "table/naming.h"

/* A name that is looked for once, however often the file has it. */
typedef struct ReferenceName {
    const NameKind *kind;
    const char *text; /* `length` bytes of UTF-8 */
    uint32_t length;
    const char *path; /* where it is found; NULL: it is missing, or nobody asked */
    const char *rule;
} ReferenceName;

typedef struct Reference {
    const char *table, *column;
    uint64_t row;
    uint64_t offset; /* of the cell in the file; NO_OFFSET: it has no place */
    const ReferenceName *name;
    bool is_needed;
} Reference;

/* Lists what the document of an opening names, as Reference in its scratch memory, and looks the
** names up unless the opening is plain: in `places`, a path or a JSON array of paths, or, if that
** is NULL, where the game has it by the place of the file. */
bool references_list(const Opening *opening, const char *places, List *references);

/* Tells whether a file that can't be decoded may name others: it is, by its bytes or its name, of a
** format whose files do. */
bool references_may_be_in(const Unreadable *file);

extern const Table gamemap_references, gamemap_textures;
