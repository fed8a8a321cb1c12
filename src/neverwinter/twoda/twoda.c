/* 2DA decoder. twoda.h describes the format. */
#include "neverwinter/twoda/twoda.h"
#include "codec/text.h"
#include "codec/utf8.h"

#define BINARY_MAGIC "2DA V2.b\n"
enum {
    DEFAULT_BYTES = 8,
    BINARY_MAGIC_BYTES = sizeof BINARY_MAGIC - 1,
    OFFSET_BYTES = 2,
};

static bool is_gap(uint8_t byte) {
    return byte == ' ' || byte == '\t';
}

static bool ends_line(uint8_t byte) {
    return byte == '\n' || byte == '\r';
}

/* ---- Cells and lines ------------------------------------------------------------------------- */

static TwoDaText quoted_text(const uint8_t *at, const uint8_t *stop) {
    const uint8_t *end = at + 1;
    while (end < stop && *end != '"' && !ends_line(*end)) end++;
    bool is_open = end == stop || *end != '"';
    return (TwoDaText){at + 1, (uint32_t)(end - at - 1), true, is_open};
}

TwoDaText twoda_text(const TwoDa *twoda, uint32_t at) {
    const uint8_t *start = twoda->document.bytes + at;
    const uint8_t *stop = twoda->document.bytes + twoda->document.size, *end = start;
    if (twoda->is_binary) {
        while (end < stop && *end && !(at < twoda->texts && *end == '\t')) end++;
    } else if (*start == '"') {
        return quoted_text(start, stop);
    } else {
        while (end < stop && !is_gap(*end) && !ends_line(*end)) end++;
    }
    return (TwoDaText){start, (uint32_t)(end - start), false, false};
}

bool twoda_next_cell(TwoDaWalk *walk) {
    const uint8_t *bytes = walk->twoda->document.bytes;
    uint64_t size = walk->twoda->document.size;
    while (walk->at < size && is_gap(bytes[walk->at])) walk->at++;
    if (walk->at == size || ends_line(bytes[walk->at])) return false;
    walk->cell = walk->at;
    TwoDaText text = twoda_text(walk->twoda, walk->at);
    walk->at = (uint32_t)(text.bytes - bytes) + text.length + (text.is_quoted && !text.is_open);
    return true;
}

bool twoda_next_line(TwoDaWalk *walk) {
    const uint8_t *bytes = walk->twoda->document.bytes;
    uint64_t size = walk->twoda->document.size;
    while (walk->at < size && !ends_line(bytes[walk->at])) walk->at++;
    if (walk->at == size) return false;
    bool is_pair = bytes[walk->at] == '\r' && walk->at + 1 < size && bytes[walk->at + 1] == '\n';
    walk->at += is_pair ? 2 : 1;
    return walk->at < size;
}

/* ---- Opening text ---------------------------------------------------------------------------- */

static bool twoda_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    uint64_t at = utf8_mark_bytes(head, head_size);
    while (at < head_size && is_gap(head[at])) at++;
    return head_size - at >= 3 && memcmp(head + at, "2DA", 3) == 0;
}

static bool is_word(TwoDaText text, const char *word) {
    return text_is(text.bytes, text.length, word);
}

static bool read_header(TwoDa *twoda, TwoDaWalk *walk, Error *error) {
    walk->at = utf8_mark_bytes(twoda->document.bytes, twoda->document.size);
    bool is_known = twoda_next_cell(walk) && is_word(twoda_text(twoda, walk->cell), "2DA") &&
                    twoda_next_cell(walk) && is_word(twoda_text(twoda, walk->cell), "V2.0");
    if (!is_known) {
        return fail_at(
            error, ERROR_UNSUPPORTED, 0,
            "the header isn't \"2DA V2.0\" or \"2DA V2.b\", the versions that are known");
    }
    twoda->document.version = "V2.0";
    return true;
}

/* Reads "DEFAULT: value", with or without a blank behind the colon. */
static bool read_default(TwoDa *twoda, TwoDaWalk *walk) {
    TwoDaText word = twoda_text(twoda, walk->cell);
    TwoDaText head = {word.bytes, DEFAULT_BYTES, false, false};
    if (word.is_quoted || word.length < DEFAULT_BYTES || !is_word(head, "DEFAULT:")) return false;
    walk->at = walk->cell + DEFAULT_BYTES;
    if (twoda_next_cell(walk)) twoda->default_at = walk->cell;
    return true;
}

/* Lists where the further cells of the walk's line begin, `most` of them at most. */
static bool list_line(TwoDaWalk *walk, List *list, uint64_t most, Error *error) {
    Arena *arena = (Arena *)(uintptr_t)&walk->twoda->document.arena;
    for (uint64_t count = 0; twoda_next_cell(walk); count++) {
        if (arena_interrupted_at(arena, count + 1)) return fail_interrupted(error);
        if (count < most && !list_push(arena, list, &walk->cell, sizeof walk->cell, error))
            return false;
    }
    return true;
}

/* Finds the line with the names of columns: the first one that isn't blank or a default. */
static bool read_columns(TwoDa *twoda, TwoDaWalk *walk, Error *error) {
    List columns = {0};
    bool is_first = true;
    while (twoda_next_line(walk)) {
        TwoDaWalk line = *walk;
        if (!twoda_next_cell(&line)) continue;
        if (is_first && read_default(twoda, &line)) {
            is_first = false;
            continue;
        }
        if (!list_line(walk, &columns, UINT32_MAX, error)) return false;
        twoda->columns = columns.items;
        twoda->column_count = columns.count;
        return true;
    }
    return fail_at(error, ERROR_CORRUPT, twoda->document.size, "no line with the names of columns");
}

static bool read_rows(TwoDa *twoda, TwoDaWalk *walk, Error *error) {
    Arena *arena = &twoda->document.arena;
    List rows = {0}, cells = {0}, ends = {0};
    for (uint64_t line = 1; twoda_next_line(walk); line++) {
        if (arena_interrupted_at(arena, line)) return fail_interrupted(error);
        if (!twoda_next_cell(walk)) continue;
        if (!list_push(arena, &rows, &walk->cell, sizeof walk->cell, error) ||
            !list_line(walk, &cells, twoda->column_count, error) ||
            !list_push(arena, &ends, &cells.count, sizeof cells.count, error)) {
            return false;
        }
    }
    if (!list_trim(arena, &cells, sizeof(uint32_t)) || !list_trim(arena, &rows, sizeof(uint32_t))) {
        return fail_memory(error, arena);
    }
    twoda->rows = rows.items;
    twoda->row_count = rows.count;
    twoda->cells = cells.items;
    if (!children_begin(&twoda->row_cells, arena, rows.count, error)) return false;
    const uint64_t *end = ends.items;
    for (uint64_t row = 0, first = 0; row < rows.count; first = end[row++]) {
        if (!children_add(&twoda->row_cells, row, end[row] - first, error)) return false;
    }
    children_end(&twoda->row_cells);
    arena_release(arena, ends.items);
    return true;
}

/* ---- Opening a binary file ------------------------------------------------------------------- */

/* Lists names, each of which ends with a TAB: all before a NUL (to_nul), or `count` of them. */
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
        const uint32_t place = (uint32_t)*at;
        if (!list_push(arena, names, &place, sizeof place, error)) return false;
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
    while (last_nul > at && bytes[last_nul - 1]) last_nul--; /* the place behind the NUL */
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

/* Reads the number of rows, behind the NUL. A row takes at least a byte, for its label. */
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
                   "%u rows need as many labels, %" PRIu64 " bytes left", *rows, size - *at);
}

static bool open_binary(TwoDa *twoda, Error *error) {
    List columns = {0}, rows = {0};
    uint64_t at = BINARY_MAGIC_BYTES, size = twoda->document.size;
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
    /* both factors are below 2^32, so the product doesn't wrap */
    uint64_t count = twoda->row_count * twoda->column_count;
    if (size - at < OFFSET_BYTES || count > (size - at - OFFSET_BYTES) / OFFSET_BYTES) {
        return fail_at(error, ERROR_CORRUPT, at,
                       "%" PRIu64 " cells need %" PRIu64 " bytes of offsets and 2 more, %" PRIu64
                       " left",
                       count, count * OFFSET_BYTES, size - at);
    }
    return read_cells(twoda, at, error);
}

/* ---- The format ------------------------------------------------------------------------------ */

static bool twoda_open(Document *document, Error *error) {
    TwoDa *twoda = (TwoDa *)document;
    TwoDaWalk walk = {.twoda = twoda};
    bool is_binary = document->size >= BINARY_MAGIC_BYTES &&
                     memcmp(document->bytes, BINARY_MAGIC, BINARY_MAGIC_BYTES) == 0;
    if (is_binary) return open_binary(twoda, error);
    document->is_text = true;
    if (!read_header(twoda, &walk, error)) return false;
    twoda->header_end = walk.at;
    return read_columns(twoda, &walk, error) && read_rows(twoda, &walk, error);
}

const Format twoda_format = {
    .name = "2DA",
    .ending = ".2da",
    .found_by_name = true,
    .doc = "Neverwinter Nights tables of rules: appearances, feats, spells and whatever else is "
           "numbered by row.",
    .detect = twoda_detect,
    .document_bytes = sizeof(TwoDa),
    .open = twoda_open,
    .check = twoda_check,
};

/* ---- Asking ---------------------------------------------------------------------------------- */

uint64_t twoda_written_cells(const TwoDa *twoda, uint64_t row) {
    if (twoda->is_binary) return twoda->column_count;
    TwoDaWalk walk = {.twoda = twoda, .at = twoda->rows[row]};
    uint64_t count = 0;
    twoda_next_cell(&walk); /* passes the row's label */
    while (twoda_next_cell(&walk)) count++;
    return count;
}

const char *twoda_name(const TwoDa *twoda, uint64_t column, Arena *scratch, uint32_t *length) {
    enum { NUMBER_BYTES = 12 };
    const TwoDaText text = twoda_text(twoda, twoda->columns[column]);
    const uint32_t number = twoda->name_numbers[column];
    const char *name = text_mixed(scratch, text.bytes, text.length, length);
    if (!name || !number) return name;
    char *numbered = arena_alloc(scratch, (uint64_t)*length + NUMBER_BYTES, 1);
    if (!numbered) return NULL;
    memcpy(numbered, name, *length);
    *length += (uint32_t)print_text(numbered + *length, NUMBER_BYTES, "#%u", (unsigned)number + 1);
    return numbered;
}

bool twoda_find(TwoDa *twoda, int64_t row, const void *column, uint32_t length, Arena *scratch,
                TwoDaText *text, Error *error) {
    if (row < 0 || (uint64_t)row >= twoda->row_count) return false;
    if (!twoda_number_names(&twoda->document, error)) return false;
    ChildRange cells = children_of(&twoda->row_cells, (uint64_t)row);
    uint64_t found = twoda->column_count;
    for (uint64_t i = 0; i < twoda->column_count; i++) {
        uint32_t size;
        const char *name = twoda_name(twoda, i, scratch, &size);
        if (!name) return fail_memory(error, scratch);
        bool is_it = size == length && !memcmp(name, column, length);
        if (is_it || (found > i && text_same(name, size, column, length))) found = i;
        if (is_it) break;
    }
    if (found >= cells.end - cells.first) return false;
    *text = twoda_text(twoda, twoda->cells[cells.first + found]);
    return !twoda_is_null(text);
}

/* ---- What is made when it is asked for ------------------------------------------------------- */

static bool count_filled(TwoDa *twoda, Error *error) {
    for (uint64_t row = 0; row < twoda->row_count; row++) {
        ChildRange range = children_of(&twoda->row_cells, row);
        for (uint64_t cell = range.first; cell < range.end; cell++) {
            const TwoDaCell found = {twoda->cells[cell], (uint32_t)row,
                                     (uint32_t)(cell - range.first)};
            TwoDaText text = twoda_text(twoda, found.at);
            if (arena_interrupted_at(&twoda->document.arena, cell)) return fail_interrupted(error);
            if (twoda_is_null(&text)) continue;
            twoda->filled_of_column[found.column]++;
            twoda->filled[twoda->filled_count++] = found;
        }
    }
    return true;
}

bool twoda_list_filled(Document *document, Error *error) {
    TwoDa *twoda = (TwoDa *)document;
    Arena *arena = &document->arena;
    if (twoda->filled) return true;
    twoda->filled_count = 0;
    twoda->filled_of_column = arena_zeroed(arena, twoda->column_count, sizeof(uint32_t));
    if (!twoda->filled_of_column) return fail_memory(error, arena);
    twoda->filled = arena_alloc(arena, twoda->row_cells.count, sizeof(TwoDaCell));
    if (twoda->filled && count_filled(twoda, error)) return true;
    if (!twoda->filled) fail_memory(error, arena);
    arena_release(arena, twoda->filled);
    arena_release(arena, twoda->filled_of_column);
    twoda->filled = NULL;
    return false;
}

bool twoda_number_names(Document *document, Error *error) {
    TwoDa *twoda = (TwoDa *)document;
    Arena *arena = &document->arena;
    Arena scratch = arena_scratch(arena);
    Map names = {0};
    if (twoda->name_numbers) return true;
    uint32_t *numbers = arena_alloc(arena, twoda->column_count, sizeof *numbers);
    bool done = numbers || fail_memory(error, arena);
    for (uint64_t i = 0; done && i < twoda->column_count; i++) {
        TwoDaText text = twoda_text(twoda, twoda->columns[i]);
        void **place = map_place(&names, &scratch, text.bytes, text.length);
        done = place || fail_memory(error, &scratch);
        if (!done) break;
        numbers[i] = (uint32_t)(uintptr_t)*place;
        *place = (void *)((uintptr_t)*place + 1);
    }
    arena_clear(&scratch);
    if (done) twoda->name_numbers = numbers;
    else arena_release(arena, numbers);
    return done;
}
