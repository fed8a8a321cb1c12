/* Several files that a decoder needs together, as the regions of a world. */
#pragma once

#include "core/document.h"
#include "core/hash_map.h"

#define NO_FILE UINT32_MAX

/* A file of a set. A BLOB has neither path nor name. */
typedef struct SetFile {
    const char *path;    /* as the column `file` shows it */
    const char *name;    /* without its folder */
    bool is_deletion;    /* it is a patch's order to delete the file of that name */
    bool is_found;       /* a folder or archive has it; else a user named it */
    size_t number_bytes; /* of the "#2" behind the name of an archive's second entry of that name */
} SetFile;

/* A file that another one hides in a game's order. */
typedef struct HiddenFile {
    const char *name; /* by which it would be found, in its own case and UTF-8 */
    const char *by;   /* the path of the file that is found instead */
} HiddenFile;

/* The decoders' host lists the files and opens those that are needed. */
typedef struct FileSet {
    uint32_t count;
    bool keeps_open; /* files stay open until the set ends; else until the next one is opened */
    void *context;
    SetFile (*file)(const struct FileSet *files, uint32_t file);
    /* Opens a file as a format; NULL: the set's. Returns NULL with the error set, or, without an
    ** error, if the file is broken and to be skipped. */
    Document *(*open)(const struct FileSet *files, uint32_t file, const Format *format,
                      Error *error);
    /* Describes a file of the set of those that are hidden in a game's order. */
    HiddenFile (*hidden)(const struct FileSet *files, uint32_t file);
    /* Opens the file with the same stem and another ending, ".wok", or of another name, "hall.set",
    ** in the folder of that file, as a format; NULL: the set's. It stays open until the next but
    ** one is. Returns NULL with the error set, or, without an error, if there is none, or it is
    ** broken and to be skipped. */
    Document *(*open_beside)(const struct FileSet *files, uint32_t file, const char *ending,
                             const Format *format, Error *error);
    /* How many bytes of each path stand before the first part with a wildcard, or name the folder
    ** or archive that was asked for with all that it holds; 0, with is_pattern false, if neither is
    ** so. */
    size_t folder_bytes;
    bool is_pattern;
    bool is_list; /* the files of {"files": [...]} */
    /* Returns folder_bytes for one file of a game's order; NULL for other sets. */
    size_t (*own_bytes)(const struct FileSet *files, uint32_t file);
} FileSet;

/* The name by which one file refers to another. */
typedef struct FileName {
    const char *above;  /* "/data": beside a root that is called so, or its archive; NULL: in it */
    const char *folder; /* below that, where the file is to be found: "model"; NULL: there */
    const char *text;   /* the name in UTF-8, with '\\' or '/' between its parts */
    size_t length;
    /* Endings to add to the name, with blanks between them, of which the first that a root has
    ** counts; NULL: nothing. */
    const char *endings;
} FileName;

/* A file that was found by a name. */
typedef struct FoundFile {
    const char *path; /* as users write it, as valid UTF-8; NULL: there is none */
    void *file;       /* the host's */
} FoundFile;

/* What a file can find: those in its folder, of the system or of an archive, and those that it
** names, which are looked up in an order of roots (ext/engine/documents/lookup.h). A BLOB has none
** beside it. */
typedef struct FilesBeside {
    void *context;
    /* Opens the file of that name beside it, without regard to the case of ASCII letters; the file
    ** stays open until the next one is opened. `header`: what Format.open reads of it is enough.
    ** Returns NULL with the error set; without an error if there is none. */
    Document *(*open)(const struct FilesBeside *beside, const char *name, const Format *format,
                      bool header, Error *error);
    /* Adds to the roots in which find() looks: those that a text names, a path or a JSON array of
    ** paths, and behind each its folders that people may have meant, which `below` lists with
    ** blanks between them (or NULL), for "/texture" the folder that holds such a folder. Without a
    ** text, what gamemap_open() has opened counts as it, or, if nothing is, the folder of the file
    ** itself, or, with `within`, the folder that holds the last folder of this name in its path.
    ** `within` is "": behind the file's own folder all those that have files of the source, if that
    ** is a folder or an archive. */
    bool (*add_roots)(const struct FilesBeside *beside, const char *text, const char *below,
                      const char *within, Error *error);
    /* Finds the first file of that name; case is ignored in ASCII letters. found->path is NULL if
    ** there is none. What is found is valid as long as `beside`. */
    bool (*find)(const struct FilesBeside *beside, const FileName *name, FoundFile *found,
                 Error *error);
    /* Opens a found file, which stays open until close(), which must be called. NULL: the error is
    ** set. Where error_is_not_its_own(), the file doesn't count as broken or missing: the answer
    ** would be another one the next time. */
    Document *(*open_found)(const struct FilesBeside *beside, const FoundFile *found,
                            const Format *format, Error *error);
    void (*close)(const struct FilesBeside *beside, Document *document);
} FilesBeside;

/* A file that belongs with another one. */
typedef struct FileBeside {
    const char *name;
    const FoundFile *found; /* what the name has led to, for close(); NULL: not looked up yet */
    const Format *format;
    bool header;      /* what Format.open reads of it is enough */
    bool is_named;    /* the other file names it: that there is none is a finding */
    const char *what; /* for findings: "the GAT file that the world names" */
    uint64_t offset;  /* for findings: where it is named, or NO_OFFSET */
} FileBeside;

/* Opens a file beside another. *document is NULL if there is none or it is broken, a finding of the
** other. Returns false, with the error set, if memory ran out or it was interrupted. */
bool open_beside(const FilesBeside *beside, const FileBeside *file, Document **document,
                 Findings *findings, Error *error);
