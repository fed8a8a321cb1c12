/* A reader that walks over bytes with checked bounds and sets the error if a count is too large. */
#pragma once

#include "core/file_parts.h"
#include "core/load.h"

/* Bytes that lie in a file, or in what was unpacked of it; NULL: there are none. */
typedef struct FileRun {
    const uint8_t *bytes;
    uint64_t size;
} FileRun;

/* Reads forward through `bytes`. If a read fails, the error is set and `at` doesn't change. */
typedef struct Reader {
    const uint8_t *bytes; /* NULL where the file is read by parts */
    uint64_t size;
    uint64_t at;
    Error *error;
    const char *place; /* NULL, or what offsets are relative to: " of the inflated walkmesh" */
    FileParts *parts;  /* NULL: all is there */
    Reads reads;       /* how much of the file there is; READS_BODY: with its records */
} Reader;

/* Fails as CORRUPT at `offset`, with the reader's place. */
bool reader_fail(Reader *reader, uint64_t offset, const char *format, ...) PRINTF_LIKE(3, 4);
/* Reads a field by parts, or fails because fewer than `bytes` bytes are left. */
bool reader_fetch(Reader *reader, const char *field, uint64_t bytes, const uint8_t **start);

static inline uint64_t reader_left(const Reader *reader) {
    return reader->size - reader->at;
}

/* Reads `count` records of `each` bytes, which errors call `what` (plural). The product is checked
** against the bytes that are left, so that the count is safe to allocate for and to multiply by
** `each` in 64 bits. If the file is read by parts without its body, the records aren't read and
** *records becomes NULL. */
bool read_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                  const uint8_t **records);
/* Works like read_records(), but always reads the records. */
bool read_needed_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                         const uint8_t **records);
/* Works like read_records(), but never reads the records if the file is read by parts. */
bool read_bulk_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                       const uint8_t **records);

/* Reads one field of `bytes` bytes; `field` in the error is singular, like "the image". */
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
bool read_f32(Reader *reader, const char *field, float *value);

/* Returns how many bytes follow. *rest points to them; it is NULL if the file is read by parts. */
uint64_t reader_rest(const Reader *reader, const uint8_t **rest);
