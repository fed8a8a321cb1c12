/* The files of a source as a FileSet, for tables about all files of their source together and for
** arguments that name many files. */
#ifndef GAMEMAP_SOURCE_FILES_H
#define GAMEMAP_SOURCE_FILES_H

#include "engine/documents/scan.h"

/* If it is zeroed, it has no source. It must not move while its set is used. */
typedef struct SourceFiles {
    FileSet set;
    Ahead *ahead;
    const Source *source;
    Scan scan;
    const Format *format;
    bool skips_broken;
    uint8_t *skipped; /* by number of the file: it was passed over; made when needed */
    uint32_t why_of;  /* the number of the first that was passed over, and why it was */
    Error why;
    Arena arena;    /* holds the list */
    List opened;    /* CachedDocument *, with a reference each; one at most unless they are kept */
    Arena *limited; /* see source_files_limit; or NULL */
    uint8_t *counted; /* by number of the file: it has added to that limit; made when needed */
    uint32_t last;    /* the number of the file that was asked for last; also where it is broken */
    bool failed;      /* and the error is of that file */
} SourceFiles;

/* Sets *files up for the files of a source, to be opened as `format` (NULL: any). */
void source_files_begin(SourceFiles *files, Ahead *ahead, const Source *source,
                        const Format *format);
/* What is made of the files lies in `arena`, whose limit grows with each file that is opened. */
void source_files_limit(SourceFiles *files, Arena *arena);
/* Lets the open files go. */
void source_files_end(SourceFiles *files);

#endif
