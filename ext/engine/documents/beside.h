/* The files beside a file of the span, for findings between them (FilesBeside). */
#pragma once

#include "engine/documents/sources.h"

/* A plain value. It must stay where it is while its set is used. */
typedef struct Beside {
    FilesBeside set;
    Documents *documents;
    Source *source;
    SpanFile *file;                /* of the source */
    const char *order;             /* where names are looked up by default, or NULL: by the file */
    struct CachedDocument *opened; /* the file that was opened last, with a reference; or NULL */
    Lookup lookup;
    bool in_folders; /* what that doesn't find is looked for in source->folders */
    List found; /* of CachedDocument *: the documents of files that were found, with references */
} Beside;

/* Sets *beside up for the files beside one of a source, in the open span; its look-up has no roots
** yet. `order`: what gamemap_open() has opened, or NULL. */
void beside_begin(Beside *beside, Documents *documents, Source *source, uint32_t file,
                  const char *order);
/* Releases the open files. */
void beside_end(Beside *beside);

/* Finds the file of a name that a file gives, in the folder of this one. */
bool beside_find_name(Documents *documents, const SpanFile *file, const char *name,
                      SpanFile **found, Error *error);
/* Finds the file with the same stem as this one and another ending, "trx" or ".trx", in the same
** folder; *found stays NULL if there is none. */
bool beside_find(Documents *documents, const SpanFile *file, const char *ending, SpanFile **found,
                 Error *error);
