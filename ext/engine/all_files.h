/* The files of a source as a FileSet, for tables that speak about all of them together. */
#ifndef GAMEMAP_ALL_FILES_H
#define GAMEMAP_ALL_FILES_H

#include "cache.h"

/* A plain value; zeroed: of no source. */
typedef struct AllFiles {
    FileSet set;
    Session *session;
    const Source *source;
    Scan scan;
    const Format *format;
    bool skips_broken;
    CachedDocument *held; /* the file that was opened last */
    uint32_t last;        /* its number; also where it couldn't be opened */
    bool failed;
} AllFiles;

/* `files` must stay where it is while its set is used. */
void all_files_begin(AllFiles *files, Session *session, const Source *source, const Format *format,
                     bool skips_broken);
/* Lets the open file go. */
void all_files_end(AllFiles *files);

#endif
