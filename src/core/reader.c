#include "core/reader.h"

bool reader_fail(Reader *reader, uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_in_place(reader->error, ERROR_CORRUPT, offset, reader->place, format, arguments);
    va_end(arguments);
    return false;
}

bool read_bulk_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                       const uint8_t **records) {
    uint64_t left = reader_left(reader);
    if (each && count > left / each) {
        if (count > UINT64_MAX / each) {
            return reader_fail(reader, reader->at,
                               "%" PRIu64 " %s of %" PRIu64 " bytes don't fit, %" PRIu64 " left",
                               count, what, each, left);
        }
        return reader_fail(reader, reader->at,
                           "%" PRIu64 " %s need %" PRIu64 " bytes, %" PRIu64 " left", count, what,
                           count * each, left);
    }
    *records = reader->parts ? NULL : reader->bytes + reader->at;
    reader->at += count * each;
    return true;
}

bool read_needed_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                         const uint8_t **records) {
    uint64_t start = reader->at;
    if (!read_bulk_records(reader, what, count, each, records)) return false;
    if (!reader->parts) return true;
    *records = parts_at(reader->parts, start, count * each, reader->error);
    return *records;
}

bool read_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                  const uint8_t **records) {
    bool (*read)(Reader *, const char *, uint64_t, uint64_t, const uint8_t **) =
        reader->reads == READS_BODY ? read_needed_records : read_bulk_records;
    return read(reader, what, count, each, records);
}

bool reader_fetch(Reader *reader, const char *field, uint64_t bytes, const uint8_t **start) {
    uint64_t left = reader_left(reader);
    if (left < bytes) {
        reader_fail(reader, reader->at, "%s needs %" PRIu64 " byte%s, %" PRIu64 " left", field,
                    bytes, bytes == 1 ? "" : "s", left);
        return false;
    }
    *start = parts_at(reader->parts, reader->at, bytes, reader->error);
    if (!*start) return false;
    reader->at += bytes;
    return true;
}

#define READ_NUMBER(Name, Type)                                                                    \
    bool read_##Name(Reader *reader, const char *field, Type *value) {                             \
        const uint8_t *at;                                                                         \
        if (!read_bytes(reader, field, sizeof *value, &at)) return false;                          \
        *value = load_##Name(at);                                                                  \
        return true;                                                                               \
    }
READ_NUMBER(u8, uint8_t)
READ_NUMBER(u16, uint16_t)
READ_NUMBER(i32, int32_t)
READ_NUMBER(f32, float)

uint64_t reader_rest(const Reader *reader, const uint8_t **rest) {
    *rest = reader->parts ? NULL : reader->bytes + reader->at;
    return reader_left(reader);
}
