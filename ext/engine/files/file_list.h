/* Files that a search has found. */
#ifndef GAMEMAP_FILE_LIST_H
#define GAMEMAP_FILE_LIST_H

#include "engine/files/span.h"

typedef List FileList; /* of SpanFile *, in the span's memory */

/* Adds a file; NULL: memory ran out when it was made. */
bool file_list_add(Span *span, FileList *files, SpanFile *file, Error *error);
/* Adds an item that stands for what is wrong at a path. */
bool file_list_add_problem(Span *span, FileList *files, const char *path, const Error *problem,
                           Error *error);
/* Sorts the files into byte order of their paths and removes those that were found twice. */
void file_list_sort(FileList *files);

#endif
