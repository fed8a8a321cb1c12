/* Documents: an opened file of a format. Each format's own struct begins with a Document. */
#ifndef GAMEMAP_DOCUMENT_H
#define GAMEMAP_DOCUMENT_H

#include "findings.h"
#include "reader.h"

struct Format;
struct FilesBeside;

/* The beginning of every format's document struct. */
typedef struct Document {
    const struct Format *format;
    Arena arena;          /* owns the bytes, this struct and everything that either points to */
    const uint8_t *bytes; /* the whole file; NULL if it was read by parts */
    uint64_t size;
    FileParts *parts;         /* not NULL while it is opened by parts */
    bool is_part;             /* it has only what opening read */
    bool is_completed;        /* Format.complete has run */
    const char *name;         /* the file's name without folders, NUL-terminated; NULL for a BLOB */
    const char *version;      /* UTF-8 for users; NULL if the format has none */
    const uint8_t *companion; /* the bytes of Format.companion; NULL if there is none */
    uint64_t companion_size;
    Findings *findings; /* made when they are needed, see document_findings */
} Document;

/* Returns the offset of bytes in the file. */
static inline uint64_t document_offset(const Document *document, const uint8_t *at) {
    return (uint64_t)(at - document->bytes);
}

typedef struct Format {
    const char *name;   /* "GND", as in "not a GND file" */
    const char *ending; /* of its files' names, ".gnd"; of archives NULL: they have several */
    const char *doc;    /* one sentence */
    /* Tells whether a file of `size` bytes with this beginning could be of this format. `head` has
    ** the whole file or at least its first DETECT_BYTES. It is cheap and has no false negatives. */
    bool (*detect)(const uint8_t *head, uint64_t head_size, uint64_t size);
    size_t document_bytes; /* sizeof the format's struct */
    /* Fills the struct behind `document`, which is zeroed except for its Document head. Validates
    ** everything that later access relies on. NULL: there is nothing to do. */
    bool (*open)(Document *document, Error *error);
    /* If this isn't NULL, open() reads only the header, and this reads the rest. If it fails, the
    ** header's part of the struct is unchanged. */
    bool (*complete)(Document *document, Error *error);
    /* open() reads the file only through document_reader(). If the bytes that it doesn't read
    ** aren't there, it opens a part of the document, and may fail. */
    bool opens_by_parts;
    /* Adds what is odd in an open document. It may need parts that are decoded on demand. */
    bool (*check)(Document *document, Findings *findings, Error *error);
    /* NULL, or adds what is odd between a document and the files beside it (file_set.h). A fault of
    ** one of those files alone isn't an error here. */
    bool (*check_beside)(Document *document, const struct FilesBeside *beside, Findings *findings,
                         Error *error);
    /* Parts of a file are compressed: data made from it can be larger than the file, and byte
    ** offsets can count in inflated bytes. */
    bool inflates;
    /* NULL, or two file name extensions {".vgeo_idx", ".vgeo"}: a file with the first extension is
    ** read together with its neighbour with the second one, if that exists. */
    const char *const *companion;
} Format;

#define DETECT_BYTES 65536

/* The memory that a document may take: so much, plus so much for each byte of its file, of the
** neighbour file, and of what it inflated. Lists of small records need 2 to 3 bytes for each byte
** of their records. */
#define DOCUMENT_BYTES_LEAST    ((uint64_t)64 << 20)
#define DOCUMENT_BYTES_PER_BYTE 4

/* Opens bytes that already lie in `arena`, which the document takes over; the caller's arena is
** empty afterwards, even if it fails. The size must be less than 4 GiB, unless there are no bytes
** (NULL: a file that couldn't be read). `name` may be NULL; it is copied. */
Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *companion, uint64_t companion_size,
                        Error *error);
/* Does the same, but only opens the header; document_complete() does the rest. */
Document *document_open_header(const Format *format, Arena *arena, const uint8_t *bytes,
                               uint64_t size, const char *name, const uint8_t *companion,
                               uint64_t companion_size, Error *error);
/* Does the same for a file that is read by parts, of a format that can be opened that way; the
** document takes over the arena. If it fails for any reason, reading the whole file gives the right
** error. */
Document *document_open_part(const Format *format, Arena *arena, FileParts *parts, const char *name,
                             Error *error);
/* Reads what opening the header left out. If this fails, only the header of the document is usable,
** and this must not be called again. Not for a part. */
bool document_complete(Document *document, Error *error);
/* Tells whether the document is complete. */
static inline bool document_is_complete(const Document *document) {
    bool done = document->is_completed || !document->format->complete;
    return done && !document->is_part;
}
/* Returns a reader from the start of the file, which may be whole or read by parts. */
Reader document_reader(const Document *document, Error *error);
/* Returns the file's first bytes, as Format.detect needs them. */
const uint8_t *document_head(const Document *document, uint64_t *size);
void document_free(Document *document); /* NULL is fine */
/* Returns the findings of the document, which are computed once and kept; NULL: the error is
** set. */
const Findings *document_findings(Document *document, Error *error);
/* Returns these findings followed by those between the document and the files beside it. They lie
** in `arena` and aren't kept, because the other files may change. */
const Findings *document_findings_beside(Document *document, const struct FilesBeside *beside,
                                         Arena *arena, Error *error);

#endif
