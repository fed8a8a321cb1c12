/* What a `src` value means in a span: files, or the document of a BLOB. */
#pragma once

#include "engine/documents/lookup.h"
#include "engine/documents/order.h"
#include "engine/system/sqlite.h"

/* The meaning of a src value in a span. */
typedef struct Source {
    sqlite3_value *src; /* NULL for a BLOB, whose document provides it */
    const char *text;   /* of src */
    const char *path;   /* of src, unless the text is an order or a list; NULL for a BLOB */
    size_t length;
    CachedDocument *blob; /* NULL for paths */
    SpanFile **files;
    uint32_t file_count; /* 1 for a BLOB */
    uint32_t first_number;
    const char *endings; /* as in Wanted */
    Order *order;        /* if the text is one (order.h); else NULL */
    size_t folder_bytes; /* as in FileSet */
    bool is_pattern;
    const char *unmatched; /* as in OrderFound */
    bool is_holder;        /* the text is the path of the folder or archive that holds the files */
    bool is_found;         /* all files were found in folders and archives, by their endings */
    Lookup folders;        /* those that have its files, if is_found; made when needed */
    struct Source *next;
} Source;

/* A BLOB as a source, in its document's memory. */
typedef struct BlobSource {
    Source source;
    SpanFile *files[1]; /* &file */
    SpanFile file;
} BlobSource;

/* The file numbers of a table's calls, by their source and arguments. */
typedef struct CallNumbers {
    Arena arena;
    Map map;
} CallNumbers;

/* The sources of a span, and the numbers that their files have in rowids. It is empty if all but
** `documents` is zeroed. */
typedef struct Sources {
    Documents *documents;
    Map by_text, blobs;
    CallNumbers calls, calls_before;
    Source *list;
    uint32_t next_number;
} Sources;

/* Returns the meaning of `src` (TEXT or BLOB; anything else is an error) in the open span. For
** paths it is valid until the span ends; for a BLOB as long as its document is referenced, for
** which *held is a reference (NULL otherwise). A BLOB is decoded as `wanted`. */
Source *sources_find(Sources *sources, sqlite3_value *src, Wanted wanted, CachedDocument **held,
                     Error *error);

/* Returns the first of the numbers that files of `source` have in rowids, given these arguments of
** the table's own. Without arguments, they are the source's own numbers. */
bool sources_numbers(Sources *sources, const Source *source, const Table *table,
                     const Value *arguments, uint32_t *first, Error *error);

/* Tells whether a source leaves out a file that couldn't be opened as `format`: one of several that
** were found by their endings, which is a sound file of another format with that ending. Clears the
** error then. */
bool sources_leave_out(Documents *documents, const Source *source, uint32_t number,
                       const Format *format, Error *error);

/* Counts a file of a source (NULL: a BLOB) that a query passed over, once in a span. `is_read`: the
** file can be read, but has no rows of this table. */
void sources_skip(Documents *documents, const Source *source, SpanFile *file, Wanted wanted,
                  const Error *why, bool is_read);

/* Forgets the sources of a span that ends. */
void sources_leave_span(Sources *sources);
