/* Opens binary 2DA files. twoda.h describes them. */
#include "neverwinter/twoda/twoda_binary.h"

#include <inttypes.h>

#define MAGIC "2DA V2.b\n"
enum { MAGIC_BYTES = sizeof MAGIC - 1, OFFSET_BYTES = 2 };

bool twoda_is_binary(const Document *document) {
    return document->size >= MAGIC_BYTES && memcmp(document->bytes, MAGIC, MAGIC_BYTES) == 0;
}

/* Lists names that end with a TAB each: all before a NUL, or `count` of them. */
static bool list_names(TwoDa *twoda, uint64_t *at, uint64_t count, bool to_nul, List *names,
                       Error *error) {
    Arena *arena = &twoda->document.arena;
    const uint8_t *bytes = twoda->document.bytes, *end;
    uint64_t size = twoda->document.size;
    while (to_nul ? *at < size && bytes[*at] : names->count < count) {
        end = *at < size ? memchr(bytes + *at, '\t', (size_t)(size - *at)) : NULL;
        if (!end) {
            return fail_at(error, ERROR_CORRUPT, *at, "name %" PRIu64 " doesn't end with a TAB",
                           names->count);
        }
        uint32_t *place = list_add(arena, names, sizeof *place);
        if (!place) return fail_memory(error, arena);
        *place = (uint32_t)*at;
        *at = (uint64_t)(end - bytes) + 1;
        if (arena_interrupted_at(arena, names->count)) return fail_interrupted(error);
    }
    return true;
}

static bool read_cells(TwoDa *twoda, uint64_t at, Error *error) {
    Arena *arena = &twoda->document.arena;
    const uint8_t *bytes = twoda->document.bytes;
    uint64_t size = twoda->document.size, count = twoda->row_count * twoda->column_count;
    uint64_t last_nul = size;
    while (last_nul > at && bytes[last_nul - 1]) last_nul--; /* one behind it */
    twoda->texts = (uint32_t)(at + count * OFFSET_BYTES + OFFSET_BYTES);
    twoda->cells = arena_alloc(arena, count, sizeof(uint32_t));
    if (!twoda->cells) return fail_memory(error, arena);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t text = (uint64_t)twoda->texts + load_u16(bytes + at + i * OFFSET_BYTES);
        if (text >= last_nul) {
            return fail_at(error, ERROR_CORRUPT, at + i * OFFSET_BYTES,
                           "cell %" PRIu64 " has a text that doesn't end within the file", i);
        }
        twoda->cells[i] = (uint32_t)text;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    if (!children_begin(&twoda->row_cells, arena, twoda->row_count, error)) return false;
    for (uint64_t row = 0; row < twoda->row_count; row++) {
        if (!children_add(&twoda->row_cells, row, twoda->column_count, error)) return false;
    }
    children_end(&twoda->row_cells);
    return true;
}

/* Reads the number of rows behind the NUL. A row takes a byte at least, for its label. */
static bool read_row_count(const TwoDa *twoda, uint64_t *at, uint32_t *rows, Error *error) {
    uint64_t size = twoda->document.size;
    if (*at >= size || size - *at < 1 + sizeof *rows) {
        return fail_at(error, ERROR_CORRUPT, *at,
                       "the names of columns don't end with a NUL and a number of rows");
    }
    *rows = load_u32(twoda->document.bytes + *at + 1);
    *at += 1 + sizeof *rows;
    if (*rows <= size - *at) return true;
    return fail_at(error, ERROR_CORRUPT, *at - sizeof *rows,
                   "%" PRIu32 " rows need as many labels, %" PRIu64 " bytes left", *rows,
                   size - *at);
}

bool twoda_open_binary(TwoDa *twoda, Error *error) {
    List columns = {0}, rows = {0};
    uint64_t at = MAGIC_BYTES, size = twoda->document.size;
    uint32_t row_count = 0;
    twoda->is_binary = true;
    twoda->texts = (uint32_t)size; /* names end with a TAB */
    twoda->document.version = "V2.b";
    if (!list_names(twoda, &at, 0, true, &columns, error) ||
        !read_row_count(twoda, &at, &row_count, error) ||
        !list_names(twoda, &at, row_count, false, &rows, error)) {
        return false;
    }
    twoda->columns = columns.items;
    twoda->column_count = columns.count;
    twoda->rows = rows.items;
    twoda->row_count = rows.count;
    /* both are below 2^32, so that this doesn't wrap */
    uint64_t count = twoda->row_count * twoda->column_count;
    if (size - at < OFFSET_BYTES || count > (size - at - OFFSET_BYTES) / OFFSET_BYTES) {
        return fail_at(error, ERROR_CORRUPT, at,
                       "%" PRIu64 " cells need %" PRIu64 " bytes of offsets and 2 more, %" PRIu64
                       " left",
                       count, count * OFFSET_BYTES, size - at);
    }
    return read_cells(twoda, at, error);
}
