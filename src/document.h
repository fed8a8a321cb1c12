/* Documents: an opened file of a format. Each format's own struct begins with a Document. */
#ifndef GAMEMAP_DOCUMENT_H
#define GAMEMAP_DOCUMENT_H

#include "findings.h"
#include "reader.h"

struct Format;
struct FilesBeside;

/* The head of every format's document struct. */
typedef struct Document {
    const struct Format *format;
    Arena arena;          /* owns the bytes, this struct and everything that either points to */
    const uint8_t *bytes; /* the file, whole; NULL where it was read by parts */
    uint64_t size;
    FileParts *parts;         /* not NULL while it is opened by parts */
    bool is_part;             /* it was: nothing but what opening read is there */
    bool is_completed;        /* Format.complete has done its work */
    const char *name;         /* the file's name without folders, NUL-terminated; NULL for a BLOB */
    const char *version;      /* UTF-8 for users, NULL where the format tells none */
    const uint8_t *companion; /* the bytes of Format.companion, NULL where there is none */
    uint64_t companion_size;
    Findings *findings; /* filled on first use, see document_findings */
} Document;

/* Where bytes of the file stand in it. */
static inline uint64_t document_offset(const Document *document, const uint8_t *at) {
    return (uint64_t)(at - document->bytes);
}

typedef struct Format {
    const char *name; /* "GND", as in "not a GND file" */
    const char *doc;  /* one sentence */
    /* Could a file of `size` bytes that begins with these be this format? `head` holds the whole
    ** file or at least its first DETECT_BYTES. Cheap, no false negatives. */
    bool (*detect)(const uint8_t *head, uint64_t head_size, uint64_t size);
    size_t document_bytes; /* sizeof the format's struct */
    /* Fills the struct behind `document`, which is zeroed but for its Document head. Validates
    ** whatever later access relies on. NULL where nothing is to be done. */
    bool (*open)(Document *document, Error *error);
    /* NULL, or open() reads the header alone, and this the rest. Where it fails the header's part
    ** of the struct is as it was. */
    bool (*complete)(Document *document, Error *error);
    /* open() asks document_reader() for what it reads, and leaves it at that: where the bytes that
    ** it doesn't ask for aren't there, it opens a part of the document. It may fail then. */
    bool opens_by_parts;
    /* Adds what is odd in an open document. May need parts that are decoded on demand. */
    bool (*check)(Document *document, Findings *findings, Error *error);
    /* NULL, or adds what is odd between a document and the files beside it (file_set.h). What is
    ** wrong with one of those alone is no error here. */
    bool (*check_beside)(Document *document, const struct FilesBeside *beside, Findings *findings,
                         Error *error);
    /* FileParts of a file are compressed: what is made of it can be larger than the file, and byte
    ** offsets can count in inflated bytes. */
    bool inflates;
    /* NULL, or two file name endings {".vgeo_idx", ".vgeo"}: a file with the first ending is read
    ** together with its neighbour with the second, if that is there. */
    const char *const *companion;
} Format;

#define DETECT_BYTES 65536

/* What a document may take of memory: so much, and so much for each byte of its file, of the file
** beside it, and of what it inflated. Lists of small records need 2 to 3 bytes for each of
** theirs. */
#define DOCUMENT_BYTES_LEAST    ((uint64_t)64 << 20)
#define DOCUMENT_BYTES_PER_BYTE 4

/* Opens bytes that already lie in `arena`, which the document takes over: on failure, too, the
** caller's arena is empty afterwards. Less than 4 GiB, or of any size where there are no bytes
** (NULL: a file that couldn't be read). `name` may be NULL; it is copied. */
Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *companion, uint64_t companion_size,
                        Error *error);
/* The same as far as the header goes, for document_complete to go on with. */
Document *document_open_header(const Format *format, Arena *arena, const uint8_t *bytes,
                               uint64_t size, const char *name, const uint8_t *companion,
                               uint64_t companion_size, Error *error);
/* The same of a file that is read by parts, into the arena that the document takes over, of a
** format that can be opened so. Whatever the error, reading the whole file tells what is wrong. */
Document *document_open_part(const Format *format, Arena *arena, FileParts *parts, const char *name,
                             Error *error);
/* Reads what opening the header left. Where that fails, the document is good for nothing but its
** header, and shouldn't be asked again. Not for a part. */
bool document_complete(Document *document, Error *error);
/* Is there all of it? */
static inline bool document_is_complete(const Document *document) {
    bool done = document->is_completed || !document->format->complete;
    return done && !document->is_part;
}
/* From the start of the file, whole or by parts. */
Reader document_reader(const Document *document, Error *error);
/* The file's first bytes, as Format.detect wants them. */
const uint8_t *document_head(const Document *document, uint64_t *size);
void document_free(Document *document); /* NULL is fine */
/* The findings of the document, computed once and kept; NULL with the error set. */
const Findings *document_findings(Document *document, Error *error);
/* The same with those between it and the files beside it behind them. They lie in `arena`, and
** aren't kept: the other files may change. */
const Findings *document_findings_beside(Document *document, const struct FilesBeside *beside,
                                         Arena *arena, Error *error);

#endif
