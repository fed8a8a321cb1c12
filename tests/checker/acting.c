/* Cells of a document that may come from a damaged file: searched, changed and compared. */
#include "checker.h"
#include "meta/compare.h"
#include "meta/edit.h"

enum { CELLS_TRIED = 3 };

/* Values of every type, sound ones and others. */
static Value value_number(uint64_t number) {
    static const char long_text[] =
        "a text that is longer than nearly every field of a file, which have 16, 32, 40, 64 or 80 "
        "bytes, so that it has to be refused wherever it isn't the whole of something larger";
    static const uint8_t bytes[64] = {0xFF, 0, 0x80, 0x7F};
    switch (number % 14) {
    case 0: return value_null();
    case 1: return value_integer(0);
    case 2: return value_integer(1);
    case 3: return value_integer(-1);
    case 4: return value_integer(0xFFFF);
    case 5: return value_integer(INT64_MAX);
    case 6: return value_integer(INT64_MIN);
    case 7: return value_real(0.5);
    case 8: return value_real(1e300);
    case 9: return value_text_of("", 0);
    case 10: return value_text("q");
    case 11: return value_text(long_text);
    case 12: return value_text("\xEA\xB0\x80\xF0\x9F\x98\x80");
    default: return value_blob(bytes, number / 14 % (sizeof bytes + 1));
    }
}

static bool count_difference(void *context, const Difference *difference) {
    (void)difference;
    ++*(uint64_t *)context;
    return true;
}

/* The edited file has to open. Comparing it may fail with an error where the file is so damaged
** that something else lies over the cell. */
static void check_result(Document *document, const FilePart *result, bool is_same) {
    Arena rows = {.host = document->arena.host};
    Error error = {0};
    uint64_t count = 0;
    Document *made = open_copy(document->format, document->arena.host, result->bytes, result->size,
                               document->name, document->second, document->second_size, &error);
    if (!made) complain("an edited file can't be opened: %s", error.message);
    else if (!compare_documents(document, made, NULL, &rows, count_difference, &count, &error)) {
        check_error_text(&error);
    } else if (is_same && count) {
        complain("a file differs from itself");
    }
    arena_clear(&rows);
    document_free(made);
}

static void edit_cell(Document *document, const CellTable *table, uint64_t number) {
    Arena arena = {.host = document->arena.host};
    Edit edit = {.document = document, .arena = &arena};
    const Column *column = table->columns[number % table->column_count];
    Error error = {0};
    FilePart result = {0};
    int64_t row = (int64_t)(number / 7 % table->array.count);
    arena_share_limit(&document->arena, &arena);
    bool done = edit_add(&edit, value_text(table->table->name), value_integer(row),
                         value_text(column->name), value_number(number / 3), &error) &&
                edit_finish(&edit, true, &arena, &result, &error);
    if (done) check_result(document, &result, result.bytes == document->bytes);
    else check_error_text(&error);
    arena_clear(&arena);
}

void check_acting(Document *document, uint64_t number) {
    Arena arena = {.host = document->arena.host};
    CellTables cells;
    Error error = {0};
    if (!document->bytes) return;
    if (!cells_open(&cells, document, NULL, CELLS_STORED, NULL, &arena, &error)) {
        check_error_text(&error);
        cells.count = 0;
    }
    for (uint32_t i = 0; i < CELLS_TRIED && cells.count; i++) {
        uint64_t mixed = (number * CELLS_TRIED + i) * UINT64_C(0x9E3779B97F4A7C15) >> 16;
        const CellTable *table = &cells.tables[mixed % cells.count];
        if (table->array.count) edit_cell(document, table, mixed / cells.count);
    }
    arena_clear(&arena);
}

void check_comparing(Document *first, Document *second) {
    for (int way = 0; way < 2; way++) {
        Arena rows = {.host = first->arena.host};
        Error error = {0};
        uint64_t count = 0;
        if (!compare_documents(way ? second : first, way ? first : second, NULL, &rows,
                               count_difference, &count, &error)) {
            check_error_text(&error);
        }
        arena_clear(&rows);
    }
}
