/* Looking up the files that other files name: the textures of a model, the models of a map.
**
** A game looks for a name in several places, its roots, one after the other; the first that has the
** name wins. A root is a folder of the system, an archive, or a folder in an archive. Names are
** compared as text without regard to the case of ASCII letters. In folders of the system, Korean
** text, its bytes in CP949, and those bytes taken for Latin-1, as unpackers that don't know about
** CP949 leave them, are the same name. No name leads out of its root.
**
** A folder that this user may not list has no names. One that can't be listed for another reason,
** because too many files are open perhaps, is an error: its files would seem to be missing. */
#pragma once

#include "engine/documents/documents.h"

/* The roots of a look-up in their order; none if it is zeroed. All lies in the span's memory. */
typedef struct Lookup {
    List roots; /* of SpanFolder */
    Map *known; /* what any Lookup with the same roots has found; NULL: not asked for yet */
} Lookup;

bool lookup_add(Documents *documents, Lookup *lookup, SpanFolder root, Error *error);
/* Adds the folder in which a file lies; with `within`, the one that holds the last folder of this
** name in the file's path, if there is such a folder. */
bool lookup_add_beside(Documents *documents, Lookup *lookup, const SpanFile *file,
                       const char *within, Error *error);
/* Adds the roots that a text names: a path, which may end with "{}", or a JSON array of paths.
** `below` (or NULL) lists names with blanks between them: "data" adds the folder data of each root
** behind it, if it exists; "/texture" adds the folder that holds a root called texture. It is an
** error if none of the text's roots exists, or if files may not be read. */
bool lookup_add_text(Documents *documents, Lookup *lookup, const char *text, const char *below,
                     Error *error);

/* Finds a file by its name, in the first root that has it; *found is NULL if none has. */
bool lookup_find(Documents *documents, Lookup *lookup, const FileName *name, SpanFile **found,
                 Error *error);
