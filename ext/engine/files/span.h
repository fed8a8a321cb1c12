/* The files of a span. A span lasts from a connection's first open cursor to its last close; in it
** a path is looked at once, and a file has one version.
**
** All that the span remembers lies in its arena: files by their paths, the names in folders, and the
** files that are read by ranges, with their descriptors. */
#pragma once

#include "engine/files/file.h"

struct ArchiveReader;

/* A file as the span sees it: a file of the system or an entry of an archive. */
typedef struct SpanFile {
    const char *path;        /* NULL for a BLOB; for an entry: the archive's path, '/', its name */
    const char *shown;       /* what path_shown() makes of the path */
    uint64_t hash;           /* of the path */
    const Error *problem;    /* why the path is unusable (a folder that can't be listed), or NULL */
    FileIdentity identity;   /* zeroed, or that of the regular file that was found at the path */
    bool identified;         /* it is that of the version that the span has seen */
    struct SpanFile *second; /* the file read with it (Format.second_ending), or NULL */
    uint64_t skipped_in;     /* the span in which a query passed over it: see sources_skip() */
    bool is_regular;         /* a look or a listing said so: opened without another look */
    struct SpanFile *archive;     /* whose entry this is, or NULL */
    uint32_t entry;               /* see archive_entry() */
    uint8_t number_bytes;         /* of the "#2" at the end of its path, see ArchiveEntry */
    bool is_deletion;             /* the entry is a patch's order to delete the file of that name */
    uint32_t depth;               /* the number of archives around it */
    bool was_held;                /* held as an archive in this span: see documents_archive() */
    uint64_t unpacked;            /* for an outermost archive: bytes of entries of inner ones */
    uint8_t *counted;             /* for an inner archive: a bit for each entry in `unpacked` */
    struct ArchiveReader *reader; /* for an archive file that has been opened in this span */
} SpanFile;

/* A file that is read by ranges: an archive, or a sister file of one. */
typedef struct RangeFile {
    const char *path;
    FileIdentity identity;
    int descriptor; /* -1: not open at the moment */
} RangeFile;

/* A buffer through which ranges that follow one another are read many at once (ranges.c). */
typedef struct ReadWindow {
    const RangeFile *file;  /* from which was read last */
    uint64_t start, next;   /* where that read began and ended */
    uint32_t run;           /* how many reads followed the one before */
    uint64_t offset, bytes; /* the part of the file in the buffer */
    uint8_t *buffer;        /* in the span's arena; NULL until it is needed */
} ReadWindow;

enum { OPEN_FILES_MAX = 32 }; /* descriptors that a span keeps open */

/* What a connection knows of files in a span. It is empty if all but the arena's host is zeroed. */
typedef struct Span {
    Arena arena;
    Map files;                       /* SpanFile by path */
    Map archives;                    /* SpanFile by path: those in the middle of a path */
    Map folders;                     /* a Map of the names in each folder (folder.c) */
    Map meanings;                    /* what names in folders mean (lookup.c) */
    Map looked_up;                   /* for the roots of look-ups, a Map of names (lookup.c) */
    RangeFile *open[OPEN_FILES_MAX]; /* those that are read by ranges, in the order of opening */
    uint32_t open_count;
    ReadWindow window;
} Span;

/* Returns the span's only entry for a path, which is copied; NULL: memory ran out. */
SpanFile *span_file(Span *span, const char *path);

/* Returns the file of the system that is, or contains, a file. */
SpanFile *span_outermost(const SpanFile *file);

/* Returns what lies at a file's path: entries, and what the span has seen or found in a listing,
** are regular files; else the answer is that of system_path_type(). */
PathType span_type(const SpanFile *file, int *number);

/* Notes that this version of the file was read. Fails if the span has seen another one. */
bool span_see_version(SpanFile *file, const FileIdentity *identity, Error *error);

/* Forgets everything. No file may be open (ranges_close_all). */
void span_clear(Span *span);

typedef List FileList; /* files that a search has found: SpanFile *, in the span's memory */

/* Adds a file; NULL: memory ran out when it was made. */
bool file_list_add(Span *span, FileList *files, SpanFile *file, Error *error);
/* Adds a file that stands for a problem at a path. */
bool file_list_add_problem(Span *span, FileList *files, const char *path, const Error *problem,
                           Error *error);
/* Sorts the files into byte order of their shown paths and removes those that were found twice. */
void file_list_sort(FileList *files);
/* Tells whether a sorted list has a file. */
bool file_list_has(const FileList *files, SpanFile *file);
