/* The files of a source as a FileSet, for tables about all files of their source together and for
** arguments that name many files. */
#pragma once

#include "engine/documents/scan.h"

/* If this is zeroed, it has no source. It must not move while its set is used. */
typedef struct SourceFiles {
    FileSet set;
    Ahead *ahead;
    const Source *source;
    Scan scan;
    const Format *format;
    bool may_lack; /* skips_broken may be set; see Argument */
    bool skips_broken;
    Arena arena; /* holds the list `opened` */
    List opened; /* CachedDocument *, with a reference each; one at most unless they are kept */
    CachedDocument *beside[2]; /* the files beside others that were opened last, or NULL */
    Arena *limited;            /* see source_files_limit; or NULL */
    uint8_t *counted; /* by number of the file: it has raised the limit; made when needed */
    uint32_t last;    /* the number of the file that was asked for last, broken or not */
    bool failed;      /* the file `last` couldn't be opened */
    bool compares;    /* files were opened as bytes */
} SourceFiles;

/* Sets *files up for the files of a source, to be opened as `format` (NULL: any). */
void source_files_begin(SourceFiles *files, Ahead *ahead, const Source *source,
                        const Format *format);
/* Makes the limit of `arena` grow with each file that is opened, for what is made of the files. */
void source_files_limit(SourceFiles *files, Arena *arena);
/* Releases the open files. */
void source_files_end(SourceFiles *files);
