#include "core/file_parts.h"

/* Reads a part of the file into the arena. */
static const uint8_t *read_part(FileParts *parts, uint64_t offset, uint64_t bytes, Error *error) {
    if (bytes > parts->bytes_most - parts->bytes_read) {
        return null_after(
            fail(error, ERROR_READ, "so much of it is wanted that it has to be read whole"));
    }
    uint8_t *part = arena_alloc(parts->arena, bytes, 1);
    if (!part) return null_after(fail_memory(error, parts->arena));
    if (!parts->read(parts->context, offset, bytes, part, error)) return NULL;
    parts->bytes_read += bytes;
    parts->newest = part;
    parts->newest_start = offset;
    parts->newest_bytes = bytes;
    return part;
}

bool parts_begin(FileParts *parts, Arena *arena, Error *error) {
    parts->arena = arena;
    if (parts->head_bytes > parts->size) parts->head_bytes = parts->size;
    parts->head = read_part(parts, 0, parts->head_bytes, error);
    return parts->head;
}

/* Returns the bytes if they lie in a part that begins at `start`, else NULL. */
static const uint8_t *find_in(const uint8_t *part, uint64_t start, uint64_t part_bytes,
                              uint64_t offset, uint64_t bytes) {
    bool lies_there =
        offset >= start && bytes <= part_bytes && offset - start <= part_bytes - bytes;
    return lies_there ? part + (offset - start) : NULL;
}

const uint8_t *parts_at(FileParts *parts, uint64_t offset, uint64_t bytes, Error *error) {
    const uint8_t *at = find_in(parts->head, 0, parts->head_bytes, offset, bytes);
    if (!at) {
        at = find_in(parts->newest, parts->newest_start, parts->newest_bytes, offset, bytes);
    }
    if (at) return at;
    uint64_t left = parts->size - offset;
    uint64_t wanted = bytes < parts->part_bytes ? parts->part_bytes : bytes;
    return read_part(parts, offset, wanted < left ? wanted : left, error);
}
