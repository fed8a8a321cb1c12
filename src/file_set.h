/* Several files that a decoder needs together: the regions of a world, or the models among which
** supermodels are. */
#ifndef GAMEMAP_FILE_SET_H
#define GAMEMAP_FILE_SET_H

#include "document.h"

#define NO_FILE UINT32_MAX

/* The decoders' host lists the files and opens those that are needed. */
typedef struct FileSet {
    uint32_t count;
    bool keeps_open; /* files stay open until the set ends; else until the next one is opened */
    void *context;
    /* Returns the name of a file without its folder; NULL if it has none, like a BLOB. */
    const char *(*name)(const struct FileSet *files, uint32_t file);
    /* NULL: the error is set, or, without an error, the file is broken and to be skipped. */
    Document *(*open)(const struct FileSet *files, uint32_t file, Error *error);
} FileSet;

/* The files beside one: in the same folder, of the system or of an archive. A BLOB has none. */
typedef struct FilesBeside {
    void *context;
    /* Opens the one of that name, without regard to the case of ASCII letters; it stays open until
    ** the next one is opened. `header`: what Format.open reads of it is enough. Returns NULL with
    ** the error set; without an error if there is none. */
    Document *(*open)(const struct FilesBeside *beside, const char *name, const Format *format,
                      bool header, Error *error);
} FilesBeside;

/* A file that belongs with another one. */
typedef struct FileBeside {
    const char *name;
    const Format *format;
    bool header;      /* as above */
    bool is_named;    /* the other one names it: that there is none is a finding */
    const char *what; /* for findings: "the GAT file that the world names" */
    uint64_t offset;  /* for findings: where it is named, or NO_OFFSET */
} FileBeside;

/* Opens it. *document is NULL if there is none, or if it is broken, which is a finding of the other
** one, too. Returns false, with the error set, if memory ran out or the user interrupted. */
bool open_beside(const FilesBeside *beside, const FileBeside *file, Document **document,
                 Findings *findings, Error *error);

#endif
