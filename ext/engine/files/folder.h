/*
** Folders, in which files are found by their names: a folder of the system, an archive, or a folder
** in an archive. Case is ignored in ASCII letters, as in the games; the exact name comes first, then
** the first of several in byte order.
*/
#ifndef GAMEMAP_FOLDER_H
#define GAMEMAP_FOLDER_H

#include "archive/archive.h"
#include "engine/files/span.h"

typedef struct SpanFolder {
    SpanFile *archive; /* in which it lies, or which it is; NULL: a folder of the system */
    const char *path;  /* the system's, "" is the current one; or in the archive, "" is all of it */
    bool is_exact;     /* a folder of the system isn't listed: names are found as they stand */
} SpanFolder;

/* Returns the archive through which the path leads, if one was found in an earlier path, without
** asking the system; else NULL. */
SpanFile *folder_known_archive(const Span *span, const char *path, size_t *end);
/* Finds the archive to which a path leads, or through which: the first part of it that is a file,
** before *end; NULL: there is none. *number becomes the system's error if it doesn't tell. */
bool folder_walk(Span *span, const char *path, SpanFile **archive, size_t *end, int *number,
                 Error *error);

/* Returns the whole path of a folder; NULL: memory ran out. */
const char *folder_path(Span *span, const SpanFolder *folder);

/* Sets *folder to the one in which a file lies. Fails if memory runs out. */
bool folder_of_file(Span *span, const SpanFile *file, SpanFolder *folder, Error *error);

/* Finds a name, which may have '/' between its parts in an archive; *found is NULL if there is
** none. In an archive, `table` is its table of entries, and what is found may be a patch's order to
** delete the file of that name. */
bool folder_find(Span *span, const SpanFolder *folder, Archive *table, const char *name,
                 SpanFile **found, Error *error);

/* Returns the span's file for the entry at a place in the order of names; NULL: memory ran out. */
SpanFile *folder_entry(Span *span, SpanFile *archive, const Archive *table, uint32_t place);

/* Finds the name in a folder of the system that differs from `name` at most in case; *found is NULL
** if there is none. It lives as long as the span, in which a folder is listed once. */
bool folder_names_find(Span *span, const char *folder, const char *name, const char **found,
                       Error *error);

#endif
