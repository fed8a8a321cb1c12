/* A reader that walks bytes with checked bounds and writes the error that a bad count deserves. */
#ifndef GAMEMAP_READER_H
#define GAMEMAP_READER_H

#include "file_parts.h"
#include "load.h"

/* Reads forward through `bytes`. After a failed read the error is set and `at` stays where it
** was. */
typedef struct Reader {
    const uint8_t *bytes; /* NULL where the file is read by parts */
    uint64_t size;
    uint64_t at;
    Error *error;
    const char *place; /* NULL, or what offsets are relative to: " of the inflated walkmesh" */
    FileParts *parts;  /* NULL: all is there */
} Reader;

/* Fails as CORRUPT at `offset`, with the reader's place. */
bool reader_fail(Reader *reader, uint64_t offset, const char *format, ...) PRINTF_LIKE(3, 4);
/* A field of a file that is read by parts, or for which fewer than `bytes` bytes are left, which
** fails. */
bool reader_fetch(Reader *reader, const char *field, uint64_t bytes, const uint8_t **start);

static inline uint64_t reader_left(const Reader *reader) {
    return reader->size - reader->at;
}

/* `count` records of `each` bytes, called `what` (plural) in the error. The product is checked
** against the bytes left, so a count that passed is safe to allocate for and to multiply by
** `each` in 64 bits. Of a file that is read by parts *records becomes NULL: they aren't read. */
bool read_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                  const uint8_t **records);
/* The same, but these records are read in any case. */
bool read_needed_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                         const uint8_t **records);

/* One field of `bytes` bytes; `field` in the error is singular, "the image". */
static inline bool read_bytes(Reader *reader, const char *field, uint64_t bytes,
                              const uint8_t **start) {
    if (reader->parts || reader_left(reader) < bytes) {
        return reader_fetch(reader, field, bytes, start);
    }
    *start = reader->bytes + reader->at;
    reader->at += bytes;
    return true;
}

static inline bool read_u32(Reader *reader, const char *field, uint32_t *value) {
    const uint8_t *at;
    if (!read_bytes(reader, field, sizeof *value, &at)) return false;
    *value = load_u32(at);
    return true;
}

bool read_u8(Reader *reader, const char *field, uint8_t *value);
bool read_u16(Reader *reader, const char *field, uint16_t *value);
bool read_i32(Reader *reader, const char *field, int32_t *value);
bool read_u64(Reader *reader, const char *field, uint64_t *value);
bool read_f32(Reader *reader, const char *field, float *value);

/* How many bytes follow, and, unless the file is read by parts, which: else *rest becomes NULL. */
uint64_t reader_rest(const Reader *reader, const uint8_t **rest);

#endif
