/* Several files that a decoder asks together: the regions of a world, the models among which
** supermodels are. */
#ifndef GAMEMAP_FILE_SET_H
#define GAMEMAP_FILE_SET_H

#include "document.h"

#define NO_FILE UINT32_MAX

/* The host of the decoders lists the files, and opens those that are asked for. */
typedef struct FileSet {
    uint32_t count;
    bool keeps_open; /* open files stay until the set ends; else until the next one is opened */
    void *context;
    /* The name of a file without folders, NULL where it has none, as a BLOB. */
    const char *(*name)(const struct FileSet *files, uint32_t file);
    /* NULL with the error set; without an error where the file is broken and is to be passed
    ** over. */
    Document *(*open)(const struct FileSet *files, uint32_t file, Error *error);
} FileSet;

#endif
