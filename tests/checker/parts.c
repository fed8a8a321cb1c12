/* Files that are opened by parts: see checker.h. */
#include "checker.h"
#include "checker_values.h"
#include "modules.h"

#include <inttypes.h>

#define ROWS_MOST 100

typedef struct Bytes {
    const uint8_t *bytes;
    uint64_t size;
} Bytes;

static bool read_bytes_of(void *context, uint64_t offset, uint64_t bytes, uint8_t *into,
                          Error *error) {
    const Bytes *file = context;
    (void)error;
    if (offset > file->size || bytes > file->size - offset) {
        complain("a part of %" PRIu64 " bytes at %" PRIu64 " is read", bytes, offset);
        return false;
    }
    if (bytes) memcpy(into, file->bytes + offset, bytes);
    return true;
}

/* Returns how many bytes of the beginning show what format the file has. */
static uint64_t bytes_to_detect(const Format *format, const Bytes *file) {
    uint64_t bytes = 16;
    while (bytes < file->size && !format_detects(format, file->bytes, bytes, file->size))
        bytes *= 2;
    return bytes;
}

/* Reads as little as possible behind the head: each field by itself. */
static Document *open_part(const Format *format, const Host *host, Bytes *file, uint64_t head_bytes,
                           Reads reads, const char *name) {
    Arena arena = {.host = host};
    Error error = {0};
    FileParts parts = {.read = read_bytes_of,
                       .context = file,
                       .size = file->size,
                       .head_bytes = head_bytes,
                       .bytes_most = UINT64_MAX,
                       .reads = reads};
    Document *document = document_open_part(format, &arena, &parts, name, &error);
    if (!document && arena.blocks) complain("the arena isn't empty after a part failed to open");
    return document;
}

static Document *open_header(const Format *format, const Host *host, const Bytes *file,
                             const char *name) {
    Arena arena = {.host = host};
    Error error = {0};
    uint8_t *copy = arena_alloc(&arena, file->size, 1);
    if (!copy) return NULL;
    if (file->size) memcpy(copy, file->bytes, file->size);
    return document_open_header(format, &arena, copy, file->size, name, NULL, 0, &error);
}

static uint64_t hash_cell(const Column *column, const Document *document, const Array *array,
                          uint64_t index, Arena *scratch) {
    bool no_memory = false;
    RowNotes notes;
    Row row = {.document = document, .array = array, .notes = &notes, .scratch = scratch};
    row_go_to(&row, index);
    uint64_t hash = mix_value(0, cell_value(column, &row, &no_memory));
    arena_reset(scratch);
    return hash;
}

/* Makes a column ready in a document, since rows that are plain don't. */
static bool prepare_column(const Column *column, Document *document) {
    Error error = {0};
    return !column->prepare || column->prepare(document, &error);
}

static void compare_columns(const Table *table, const Column *columns, int count, Document *part,
                            const Array *part_array, Document *header, const Array *header_array,
                            Arena *scratch) {
    for (int c = 0; c < count; c++) {
        if (columns[c].of_whole || !prepare_column(&columns[c], part) ||
            !prepare_column(&columns[c], header)) {
            continue;
        }
        for (uint64_t i = 0; i < part_array->count && i < ROWS_MOST; i++) {
            if (hash_cell(&columns[c], part, part_array, i, scratch) !=
                hash_cell(&columns[c], header, header_array, i, scratch)) {
                complain("%s.%s of row %" PRIu64 " is another by parts", table->name,
                         columns[c].name, i);
            }
        }
    }
}

static void compare_table(const Table *table, Document *part, Document *header) {
    Arena scratch = {.host = part->arena.host}, rows = scratch;
    Array part_array, header_array;
    Error error = {0}, other_error = {0};
    bool done = table_rows(table, &(Opening){.document = part,
                                             .is_plain = true,
                                             .scratch = &rows,
                                             .array = &part_array,
                                             .error = &error});
    bool other_done = table_rows(table, &(Opening){.document = header,
                                                   .is_plain = true,
                                                   .scratch = &rows,
                                                   .array = &header_array,
                                                   .error = &other_error});
    if (done != other_done || (done && part_array.count != header_array.count)) {
        complain("%s has other rows by parts: %s, %s", table->name, error.message,
                 other_error.message);
    } else if (done) {
        compare_columns(table, table->columns, table->column_count, part, &part_array, header,
                        &header_array, &scratch);
    }
    arena_clear(&scratch);
    arena_clear(&rows);
}

/* Compares the tables for which so much of a file is enough. */
static void compare_tables(const Format *format, Reads reads, Document *part, Document *header) {
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count; t++) {
            const Table *table = modules[m]->tables[t];
            if (table->format == format && table->reads >= reads) {
                compare_table(table, part, header);
            }
        }
    }
}

static void check_with_head(const Format *format, const Host *host, Bytes *file,
                            uint64_t head_bytes, Reads reads, const char *name) {
    Error error = {0};
    Document *part = open_part(format, host, file, head_bytes, reads, name);
    Document *header = part ? open_header(format, host, file, name) : NULL;
    if (part && !header) complain("opens by parts only");
    if (header) compare_tables(format, reads, part, header);
    if (header && document_complete(header, &error)) compare_tables(format, reads, part, header);
    document_free(part);
    document_free(header);
}

void check_by_parts(const Format *format, const Host *host, const uint8_t *bytes, uint64_t size,
                    const char *name) {
    Bytes file = {bytes, size};
    if (!format->opens_by_parts) return;
    uint64_t least = bytes_to_detect(format, &file);
    for (Reads reads = format->opens_by_parts; reads <= READS_HEADER; reads++) {
        check_with_head(format, host, &file, least, reads, name);
        if (least < size / 2) check_with_head(format, host, &file, size / 2, reads, name);
    }
}
