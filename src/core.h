/*
** What every decoder stands on: memory, errors, a bounded reader, findings, and the document.
**
** A decoder turns the bytes of one file into a Document: checked counts, and pointers into the
** bytes. It does no I/O and knows nothing of SQLite. Everything that it allocates comes from the
** document's Arena, and goes with it: decoders free nothing on their error paths.
**
**     Format   says how to recognise and open one kind of file
**     Document the opened file; each format's own struct begins with one
**     Reader   walks bytes with checked bounds and writes the error that a bad count deserves
**     Findings what is readable but odd
*/
#ifndef GAMEMAP_CORE_H
#define GAMEMAP_CORE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Memory ------------------------------------------------------------------------------- */

/* Whoever hosts the decoders: where memory comes from and whether the user wants to stop. */
typedef struct Host {
    /* realloc with 64-bit sizes: a NULL block allocates, 0 bytes frees; NULL when out of memory. */
    void *(*resize)(void *context, void *block, uint64_t bytes);
    bool (*interrupted)(void *context); /* NULL: never */
    void *context;
} Host;

/* Blocks that are freed together. A plain value: `Arena a = {.host = host}` is an empty one. */
typedef struct Arena {
    const Host *host;
    struct ArenaBlock *blocks;
    uint64_t bytes;     /* held now, headers included */
    uint64_t limit;     /* 0: none; beyond it allocations fail as TOO_BIG instead of NO_MEMORY */
    bool over_limit;    /* the last failure was the limit's */
    bool failed;        /* an allocation failed since the last arena_clear */
} Arena;

/* `count` items of `size` bytes, not initialised; NULL when there is no memory (see fail_memory).
** Zero bytes give a valid pointer. Blocks are aligned to 8. */
void *arena_alloc(Arena *arena, uint64_t count, uint64_t size);
void *arena_zeroed(Arena *arena, uint64_t count, uint64_t size);
/* Grows or shrinks a block that arena_alloc gave (NULL: a new one). On failure the block stays. */
void *arena_resize(Arena *arena, void *block, uint64_t bytes);
void arena_release(Arena *arena, void *block); /* one block early; NULL is fine */
void arena_clear(Arena *arena);                /* all of them */
bool arena_interrupted(const Arena *arena);    /* to be asked every few thousand steps of a long loop */
/* A word in a block's header that the host may use to find out to whom the block belongs. */
void **arena_block_owner(const void *block);

/* ---- Errors ------------------------------------------------------------------------------- */

typedef enum ErrorKind {
    ERROR_NONE,
    ERROR_NOT_THIS_FORMAT, /* the bytes are something else: "not a GND file" */
    ERROR_UNSUPPORTED,     /* the format, but a version or variant that nobody has described */
    ERROR_CORRUPT,         /* the format, but broken */
    ERROR_ARGUMENT,        /* the caller's values make no sense */
    ERROR_TOO_BIG,
    ERROR_NO_MEMORY,
    ERROR_INTERRUPTED,
    ERROR_CANNOT_OPEN,
    ERROR_READ,
} ErrorKind;

/* One line, without table and file, which the host puts before it. Never holds bytes of a file. */
typedef struct Error {
    ErrorKind kind;
    char message[240];
} Error;

/* All return false, so that a check reads `return fail(...)`. The first failure is kept. */
bool fail(Error *error, ErrorKind kind, const char *format, ...) PRINTF_LIKE(3, 4);
/* "offset 0x1a4: ..." */
bool fail_at(Error *error, ErrorKind kind, uint64_t offset, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* After a NULL from arena_alloc: NO_MEMORY, or TOO_BIG when the arena's limit was the reason. */
bool fail_memory(Error *error, const Arena *arena);
bool fail_interrupted(Error *error);

/* ---- Little-endian loads, unaligned ------------------------------------------------------- */

static inline uint16_t load_u16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}
static inline uint32_t load_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t load_u64(const uint8_t *p) {
    return (uint64_t)load_u32(p) | (uint64_t)load_u32(p + 4) << 32;
}
static inline int16_t load_i16(const uint8_t *p) {
    return (int16_t)load_u16(p);
}
static inline int32_t load_i32(const uint8_t *p) {
    return (int32_t)load_u32(p);
}
static inline float load_f32(const uint8_t *p) {
    uint32_t bits = load_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Bounded reader ----------------------------------------------------------------------- */

/* Reads forward through `bytes`. After a failed read the error is set and `at` stays where it was. */
typedef struct Reader {
    const uint8_t *bytes;
    uint64_t size;
    uint64_t at;
    Error *error;
    const char *place; /* NULL, or what offsets are relative to: " of the inflated walkmesh" */
} Reader;

/* `count` records of `each` bytes, called `what` (plural) in the error. The product is checked
** against the bytes left, so a count that passed is safe to allocate for and to multiply by
** `each` in 64 bits. */
bool read_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                  const uint8_t **records);
/* One field of `bytes` bytes; `field` in the error is singular, "the image". */
bool read_bytes(Reader *reader, const char *field, uint64_t bytes, const uint8_t **start);
bool read_u8(Reader *reader, const char *field, uint8_t *value);
bool read_u16(Reader *reader, const char *field, uint16_t *value);
bool read_u32(Reader *reader, const char *field, uint32_t *value);
bool read_i32(Reader *reader, const char *field, int32_t *value);
bool read_u64(Reader *reader, const char *field, uint64_t *value);
bool read_f32(Reader *reader, const char *field, float *value);
uint64_t reader_left(const Reader *reader);
/* Fails as CORRUPT at `offset`, with the reader's place. */
bool reader_fail(Reader *reader, uint64_t offset, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- Findings ----------------------------------------------------------------------------- */

typedef enum Severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

#define NO_OFFSET UINT64_MAX

typedef struct Finding {
    Severity severity;
    const char *code; /* static: "surface_texture_range" */
    uint64_t offset;  /* in the file, or NO_OFFSET */
    const char *message;
} Finding;

/* More than this many of one code become one last row that tells how many there were. */
#define FINDINGS_PER_CODE 1000
#define FINDING_CODES_MAX 128

typedef struct Findings {
    Arena *arena;
    Finding *items;
    uint64_t count, capacity;
    struct FindingTally {
        const char *code;
        Severity severity;
        uint64_t seen;
    } tallies[FINDING_CODES_MAX];
    int tally_count;
    bool no_memory;
} Findings;

/* `code` is a string literal; one code has one severity. The message holds no bytes of the file. */
void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) PRINTF_LIKE(5, 6);
/* Adds the rows of codes that were cut; false when memory ran out at any time. */
bool findings_finish(Findings *findings);

/* ---- Documents ---------------------------------------------------------------------------- */

struct Format;

/* The head of every format's document struct. */
typedef struct Document {
    const struct Format *format;
    Arena arena;          /* owns the bytes, this struct and everything that either points to */
    const uint8_t *bytes; /* the file, whole */
    uint64_t size;
    const char *name;    /* the file's name without folders, NUL-terminated; NULL for a BLOB */
    const char *version; /* UTF-8 for users, NULL where the format tells none */
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
    ** whatever later access relies on. */
    bool (*open)(Document *document, Error *error);
    /* Adds what is odd in an open document. May need parts that are decoded on demand. */
    bool (*check)(Document *document, Findings *findings, Error *error);
    /* NULL, or two file name endings {".vgeo_idx", ".vgeo"}: a file with the first ending is read
    ** together with its neighbour with the second, if that is there. */
    const char *const *companion;
} Format;

#define DETECT_BYTES 65536

/* Opens bytes that already lie in `arena`, which the document takes over: on failure, too, the
** caller's arena is empty afterwards. Less than 4 GiB, or of any size where there are no bytes (NULL:
** a file that couldn't be read). `name` may be NULL; it is copied. */
Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *companion, uint64_t companion_size,
                        Error *error);
void document_free(Document *document); /* NULL is fine */
/* The findings of the document, computed once and kept; NULL with the error set. */
const Findings *document_findings(Document *document, Error *error);

#endif
