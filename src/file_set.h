/* Several files that are asked together, as the regions of a world are. */
#ifndef GAMEMAP_FILE_SET_H
#define GAMEMAP_FILE_SET_H

#include "document.h"

#define NO_FILE UINT32_MAX

/* Whoever hosts the decoders says which files there are, and opens those that are wanted. */
typedef struct FileSet {
    uint32_t count;
    void *context;
    /* The name of a file without folders, NULL where it has none. */
    const char *(*name)(const struct FileSet *files, uint32_t file);
    /* The open file, which stays until the next call. NULL with the error set; without an error
    ** where it is broken and is to be passed over. */
    Document *(*open)(const struct FileSet *files, uint32_t file, Error *error);
} FileSet;

#endif
