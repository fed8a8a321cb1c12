/* Folders, in which files are found by their names: a folder of the system, an archive, or a folder
** in an archive. Case is ignored in ASCII letters, as in the games; the exact name comes first, then
** the first of several in byte order. */
#pragma once

#include "archive/archive.h"
#include "engine/files/span.h"

typedef struct SpanFolder {
    SpanFile *archive; /* that the folder is or lies in; NULL: a folder of the system */
    const char *path;  /* begins with that of the archive; "" is the system's current folder */
    bool is_exact;     /* a folder of the system isn't listed: names are found as they stand */
} SpanFolder;

/* Returns the archive through which a path leads if an earlier path did, too; else NULL. */
SpanFile *folder_known_archive(const Span *span, const char *path, size_t *end);
/* Finds the first part of a path that is a file, and so perhaps an archive; it ends before *end.
** *archive is NULL if there is none; *number becomes the error if the system doesn't tell. */
bool folder_walk(Span *span, const char *path, SpanFile **archive, size_t *end, int *number,
                 Error *error);

/* Returns how many bytes of paths in a folder stand before what its archive has, if it has one. */
size_t folder_outer_bytes(const SpanFolder *folder);

/* Sets *folder to the folder in which a file lies. Fails if memory runs out. */
bool folder_of_file(Span *span, const SpanFile *file, SpanFolder *folder, Error *error);

/* Finds a name, which may have '/' between its parts in an archive; *found is NULL if it isn't
** there. In an archive, `table` is its table of entries, and what is found may be a patch's order
** to delete the file of that name. */
bool folder_find(Span *span, const SpanFolder *folder, Archive *table, const char *name,
                 SpanFile **found, Error *error);

/* Replaces a folder by the one that holds the last folder called `name` in its path, if there is
** such a folder. Fails if memory runs out. */
bool folder_around(Span *span, const char *name, SpanFolder *folder, Error *error);

/* Finds the entry of any kind with a name of `length` bytes; *found is NULL if there is none. */
bool folder_find_entry(Span *span, SpanFile *archive, Archive *table, const char *name,
                       size_t length, SpanFile **found, Error *error);
/* Returns the span's file for the entry at a place in the order of names; NULL: memory ran out. */
SpanFile *folder_entry(Span *span, SpanFile *archive, const Archive *table, uint32_t place);

/* Returns a map of the names of a folder of the system, to which add() adds each name and fails if
** memory runs out. `lists` keeps the maps, so that a folder is listed once in a span. With
** `may_be_none` a folder that isn't there or may not be listed is empty; any other error returns
** NULL and says `what` can't be listed. */
Map *folder_names(Span *span, Map *lists, const char *folder,
                  bool (*add)(Span *span, Map *names, const char *name), const char *what,
                  bool may_be_none, Error *error);

/* Finds the path of a name in a folder of the system: as it stands, or as the folder has it, in
** other case. *path is NULL if there is none. */
bool folder_spell(Span *span, const char *folder, const char *name, char **path, Error *error);
/* Does so with the last part of a path, which stays as it is if there is none. */
bool folder_spell_last(Span *span, char **path, Error *error);
