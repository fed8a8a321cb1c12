/* Counted memory, and documents opened in it: see checker.h. */
#include "checker.h"

#include <stdlib.h>

/* ---- Memory that counts and fails ------------------------------------------------------------ */

typedef struct Header {
    uint64_t size, padding;
} Header;

/* Blocks are exactly as long as requested, so that a sanitizer notices each byte beyond. */
static void *resize_counted(void *context, void *block, uint64_t bytes) {
    Memory *memory = context;
    Header *header = block ? (Header *)block - 1 : NULL;
    uint64_t held = header ? header->size : 0;
    if (!bytes) {
        memory->now -= held;
        memory->blocks -= header != NULL;
        free(header);
        return NULL;
    }
    memory->calls++;
    if (memory->fail_at && (memory->calls == memory->fail_at ||
                            (memory->fail_on && memory->calls > memory->fail_at))) {
        memory->failures++;
        return NULL;
    }
    Header *resized = bytes < (uint64_t)1 << 40 ? realloc(header, sizeof(Header) + bytes) : NULL;
    if (!resized) return NULL;
    if (bytes > held) memset((char *)(resized + 1) + held, 0xa5, bytes - held);
    resized->size = bytes;
    memory->now += bytes - held;
    memory->blocks += header == NULL;
    if (memory->now > memory->peak) memory->peak = memory->now;
    return resized + 1;
}

Host memory_host(Memory *memory) {
    return (Host){.resize = resize_counted, .context = memory};
}

/* ---- Opening --------------------------------------------------------------------------------- */

bool is_archive(const Format *format, const uint8_t *bytes, uint64_t size) {
    const ArchiveFormat *archive = archive_format_of(format);
    uint64_t tail = size < ARCHIVE_TAIL_BYTES ? size : ARCHIVE_TAIL_BYTES;
    if (!archive || format_detects(format, bytes, size, size)) return archive;
    return size && archive->detect_tail && archive->detect_tail(bytes + size - tail, tail, size);
}

Document *open_copy(const Format *format, const Host *host, const uint8_t *bytes, uint64_t size,
                    const char *name, const uint8_t *second, uint64_t second_size, Error *error) {
    Arena arena = {.host = host};
    uint8_t *copy = arena_alloc(&arena, size, 1);
    uint8_t *second_copy = second ? arena_alloc(&arena, second_size, 1) : NULL;
    if (!copy || (second && !second_copy)) {
        fail_memory(error, &arena);
        arena_clear(&arena);
        return NULL;
    }
    if (size) memcpy(copy, bytes, size);
    if (second_size) memcpy(second_copy, second, second_size);
    const ArchiveFormat *archive = archive_format_of(format);
    const Ranges ranges = ranges_of_bytes(copy, size);
    Document *document = NULL;
    if (!archive) {
        document = document_open(format, &arena, copy, size, name, second_copy, second_size, error);
    } else if (is_archive(format, copy, size)) {
        document = (Document *)archive_open(archive, &arena, &ranges, NULL, name, error);
    } else {
        format_fail_other(format, error);
        arena_clear(&arena);
    }
    if (!document && arena.blocks) complain("the arena isn't empty after a failed open");
    return document;
}
