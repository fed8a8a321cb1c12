/*
** Looking up the files that other files name: the textures of a model, the models of a map.
**
** A game looks for a name in several places, its roots, one after the other; the first that has the
** name wins. A root is a folder of the system, an archive, or a folder in an archive. Names are
** compared as text without regard to the case of ASCII letters. What folders of the system have may
** be Korean text, its bytes in CP949, or those bytes taken for Latin-1, as unpackers that don't know
** about CP949 leave them: all of these are the same name. No name leads out of its root.
**
** A folder that this user may not list has no names. One that can't be listed for another reason,
** because too many files are open perhaps, is an error: its files would seem to be missing.
*/
#ifndef GAMEMAP_LOOKUP_H
#define GAMEMAP_LOOKUP_H

#include "engine/documents/documents.h"
#include "core/file_set.h"

/* The places in their order. Zeroed, it has none. All lies in the span's memory. */
typedef struct Lookup {
    List roots; /* of SpanFolder */
    Map *known; /* what was looked up in such roots by any Lookup; NULL: not asked yet */
} Lookup;

/* Adds the folder in which a file lies; with `within`, the one that holds the last folder of this
** name in the file's path, if there is such a folder. */
bool lookup_add_beside(Documents *documents, Lookup *lookup, const SpanFile *file,
                       const char *within, Error *error);
/* Adds the roots that a text names: a path, which may end with "{}", or a JSON array of paths.
** Behind each follow those of its folders that `below` lists, with a blank between two, where they
** exist, and for "/texture" the folder that holds it, if it is a folder of that name; NULL: none.
** That none of the text's roots exists is an error, and so is any where files may not be read. */
bool lookup_add_text(Documents *documents, Lookup *lookup, const char *text, const char *below,
                     Error *error);

/* Finds the first file of that name below `folder` of a root; *found is NULL if none is. */
bool lookup_find(Documents *documents, Lookup *lookup, const FileName *name, SpanFile **found,
                 Error *error);

#endif
