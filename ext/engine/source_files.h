/* The files of a source that a table's argument names: see Files in table.h. */
#ifndef GAMEMAP_SOURCE_FILES_H
#define GAMEMAP_SOURCE_FILES_H

#include "virtual_table.h"

typedef struct SourceFiles SourceFiles;

/* Within the open span. NULL with the error set. */
SourceFiles *source_files_open(Session *session, sqlite3_value *src, const Format *format,
                               Error *error);
void source_files_close(SourceFiles *files); /* and the documents; NULL is fine */
Files *source_files_of(SourceFiles *files);

#endif
