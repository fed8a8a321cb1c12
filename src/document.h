/* Documents: an opened file of a format. Each format's own struct begins with a Document. */
#ifndef GAMEMAP_DOCUMENT_H
#define GAMEMAP_DOCUMENT_H

#include "findings.h"
#include "reader.h"

struct Format;

/* The head of every format's document struct. */
typedef struct Document {
    const struct Format *format;
    Arena arena;          /* owns the bytes, this struct and everything that either points to */
    const uint8_t *bytes; /* the file, whole */
    uint64_t size;
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
    /* Adds what is odd in an open document. May need parts that are decoded on demand. */
    bool (*check)(Document *document, Findings *findings, Error *error);
    /* Parts of a file are compressed: what is made of it can be larger than the file, and byte
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
void document_free(Document *document); /* NULL is fine */
/* The findings of the document, computed once and kept; NULL with the error set. */
const Findings *document_findings(Document *document, Error *error);

#endif
