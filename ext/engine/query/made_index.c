#include "engine/query/made_index.h"
#include "table/cell.h"

#define ROWS_LEAST  16 /* fewer rows are scanned as fast */
#define DENSE_RATIO 4  /* values are dense if there are at most so many numbers per row */
#define PIECE_BYTES 256
#define IN_VAIN     64 /* so many more rows may fit than are left out, before sifting stops */
#define RUN_MOST    64 /* rows that are found at once */
#define MOST_PART   4  /* a range has to leave out 1 / this of the rows to be listed */
#define TEXT_TIMES  4  /* texts of rows may have the bytes of their file so many times, */
#define TEXT_LEAST  (32 << 20) /* or so many bytes, before an index or sifting costs too much */

struct MadeIndex {
    MadeIndex *next; /* another index of the same document */
    const Table *table;
    int number;
    uint32_t questions; /* how often it was asked; 2 means two or more times */
    bool refused;       /* memory ran out when it was made */
    bool dense;         /* group g has the rows whose value is least + g */
    int64_t least;
    Children groups;          /* rows by group; `first` is NULL until they are made */
    const uint32_t *by_value; /* rows in the order of their values; NULL until they are sorted */
    const uint64_t *ranks;    /* ranks of the values, by row; NULL: by_value is groups.order */
    uint64_t ranked;          /* how many rows have a rank */
};

/* ---- Keys ------------------------------------------------------------------------------------ */

static MadeKey integer_key(int64_t integer) {
    return (MadeKey){.kind = KEY_INTEGER, .integer = integer};
}

static MadeKey real_key(double real) {
    if (real != real) return (MadeKey){.kind = KEY_NOTHING};
    if (real >= -0x1p63 && real < 0x1p63 && (double)(int64_t)real == real) {
        return integer_key((int64_t)real);
    }
    return (MadeKey){.kind = KEY_REAL, .real = real};
}

/* Returns the key of a text. Each piece of a long text is hashed with the hash of those before. */
static MadeKey text_key(const Host *host, const char *text, uint64_t length) {
    struct {
        uint64_t before;
        uint8_t folded[PIECE_BYTES];
    } piece = {0};
    while (length && text[length - 1] == ' ') length--;
    do {
        uint64_t bytes = length < PIECE_BYTES ? length : PIECE_BYTES;
        for (uint64_t i = 0; i < bytes; i++) piece.folded[i] = fold_byte((uint8_t)text[i]);
        piece.before = hash_bytes(host, &piece, sizeof piece.before + bytes);
        text += bytes;
        length -= bytes;
    } while (length);
    return (MadeKey){.kind = KEY_TEXT, .hash = piece.before};
}

MadeKey made_key(const Host *host, SqlType type, sqlite3_value *value) {
    if (type == TEXT) {
        const char *text = NULL;
        int given = sqlite3_value_type(value);
        if (given == SQLITE_NULL) return (MadeKey){.kind = KEY_NOTHING};
        if (given == SQLITE_TEXT) text = (const char *)sqlite3_value_text(value);
        if (!text) return (MadeKey){.kind = KEY_UNKNOWN};
        return text_key(host, text, (uint64_t)sqlite3_value_bytes(value));
    }
    /* as in any comparison, a number column converts text that looks like a number */
    switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_INTEGER: return integer_key(sqlite3_value_int64(value));
    case SQLITE_FLOAT: return real_key(sqlite3_value_double(value));
    default: return (MadeKey){.kind = KEY_NOTHING};
    }
}

/* Reads the keys of rows one after the other. Many rows of a hostile file may share one long text,
** so reading stops when the texts have more bytes than those of any sound file. */
typedef struct KeyReader {
    const Column *column;
    uint64_t text_left; /* bytes of text that may still be read */
    Arena cells;
    RowNotes notes;
    Row row;
} KeyReader;

static void key_reader_begin(KeyReader *reader, const CachedDocument *cached, const Column *column,
                             const Array *array) {
    uint64_t size = cached->document->size;
    *reader = (KeyReader){.column = column,
                          .text_left = TEXT_LEAST + TEXT_TIMES * size,
                          .cells = {.host = cached->document->arena.host},
                          .row = {.document = cached->document, .array = array}};
    reader->row.scratch = &reader->cells;
    reader->row.notes = &reader->notes;
}

static MadeKey key_of_row(KeyReader *reader, uint64_t index) {
    row_go_to(&reader->row, index);
    Value value = cell_value_inline(reader->column, &reader->row);
    switch (value.type) {
    case VALUE_INTEGER: return integer_key(value.integer);
    case VALUE_REAL: return real_key(value.real);
    case VALUE_TEXT:
        reader->text_left -= value.length < reader->text_left ? value.length : reader->text_left;
        return text_key(reader->cells.host, value.bytes, value.length);
    default: return (MadeKey){.kind = KEY_NOTHING}; /* a BLOB equals neither text nor a number */
    }
}

/* Ends each step, when its key has been used. Returns false if reading can't go on. */
static inline bool key_reader_goes_on(KeyReader *reader, uint64_t step, Error *error) {
    if (reader->cells.failed) return fail_memory(error, &reader->cells);
    if (reader->cells.blocks) arena_reset(&reader->cells);
    return !arena_interrupted_at(&reader->cells, step) || fail_interrupted(error);
}

/* ---- Sorting --------------------------------------------------------------------------------- */

/* Returns an unsigned number in the order of signed ones: integers, or bounds_order_of_real(). */
static inline uint64_t rank_of(int64_t number) {
    return (uint64_t)number ^ UINT64_C(1) << 63;
}

/* Returns the rank of a row, which is its number if there are no ranks. */
static inline uint64_t rank_of_row(const uint64_t *ranks, uint32_t row) {
    return ranks ? ranks[row] : row;
}

/* Copies rows sorted by one byte of their ranks; rows with the same byte keep their order. */
static bool sort_by_byte(const uint32_t *rows, uint64_t count, const uint64_t *ranks,
                         unsigned shift, uint32_t *sorted, const Arena *scratch, Error *error) {
    uint64_t first[256] = {0}, before = 0;
    for (uint64_t i = 0; i < count; i++) first[rank_of_row(ranks, rows[i]) >> shift & 0xFF]++;
    for (size_t byte = 0; byte < LENGTH(first); byte++) {
        uint64_t here = first[byte];
        first[byte] = before;
        before += here;
    }
    for (uint64_t i = 0; i < count; i++) {
        sorted[first[rank_of_row(ranks, rows[i]) >> shift & 0xFF]++] = rows[i];
        if (arena_interrupted_at(scratch, i)) return fail_interrupted(error);
    }
    return true;
}

/* Sorts rows by the bytes in which their ranks differ. `room` takes twice as many rows. Returns the
** sorted rows, or NULL with the error set if this is interrupted. */
static const uint32_t *sort_by_rank(const uint32_t *rows, uint64_t count, const uint64_t *ranks,
                                    uint32_t *room, const Arena *scratch, Error *error) {
    uint64_t differing = 0;
    uint32_t *sorted = room, *other = room + count;
    for (uint64_t i = 1; i < count; i++) {
        differing |= rank_of_row(ranks, rows[i]) ^ rank_of_row(ranks, rows[0]);
    }
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!(differing >> shift & 0xFF)) continue;
        if (!sort_by_byte(rows, count, ranks, shift, sorted, scratch, error)) return NULL;
        uint32_t *next = other;
        rows = sorted;
        other = sorted;
        sorted = next;
    }
    return rows;
}

/* ---- Making ---------------------------------------------------------------------------------- */

MadeIndex *made_index(CachedDocument *cached, const Table *table, int number, bool asked_again) {
    MadeIndex *index = cached->made;
    while (index && (index->table != table || index->number != number)) index = index->next;
    if (!index) {
        index = arena_zeroed(&cached->document->arena, 1, sizeof *index);
        if (!index) return NULL;
        *index = (MadeIndex){.next = cached->made, .table = table, .number = number};
        cached->made = index;
    }
    if (asked_again && !index->questions) index->questions = 1;
    return index;
}

/* The keys of all rows, and their common properties. */
typedef struct Keys {
    MadeKey *items;
    uint64_t count;
    bool whole; /* all values are whole numbers */
    int64_t least, most;
} Keys;

/* Returns how far the least and the largest number are apart; 1 if there are none. */
static inline uint64_t span_of(const Keys *keys) {
    return (uint64_t)keys->most - (uint64_t)keys->least;
}

static bool read_keys(Keys *keys, const CachedDocument *cached, const Column *column,
                      const Array *array, Arena *scratch, Error *error) {
    KeyReader reader;
    bool done = true;
    *keys = (Keys){.items = arena_alloc(scratch, array->count, sizeof *keys->items),
                   .count = array->count,
                   .whole = true,
                   .least = INT64_MAX,
                   .most = INT64_MIN};
    if (!keys->items) return fail_memory(error, scratch);
    key_reader_begin(&reader, cached, column, array);
    for (uint64_t i = 0; done && i < array->count; i++) {
        MadeKey key = key_of_row(&reader, i);
        keys->items[i] = key;
        if (key.kind == KEY_INTEGER) {
            if (key.integer < keys->least) keys->least = key.integer;
            if (key.integer > keys->most) keys->most = key.integer;
        } else if (key.kind != KEY_NOTHING) {
            keys->whole = false;
        }
        done = key_reader_goes_on(&reader, i, error) && reader.text_left;
    }
    arena_clear(&reader.cells);
    return done;
}

/* Returns the group of a key; NO_PARENT if no row has the key. */
static inline uint32_t group_of(const MadeIndex *index, const Host *host, const MadeKey *key) {
    if (key->kind == KEY_NOTHING) return NO_PARENT;
    if (index->dense) {
        if (key->kind != KEY_INTEGER || key->integer < index->least) return NO_PARENT;
        uint64_t group = (uint64_t)key->integer - (uint64_t)index->least;
        return group < index->groups.parent_count ? (uint32_t)group : NO_PARENT;
    }
    uint64_t hash = key->kind == KEY_TEXT   ? key->hash
                    : key->kind == KEY_REAL ? hash_bytes(host, &key->real, sizeof key->real)
                                            : hash_bytes(host, &key->integer, sizeof key->integer);
    return (uint32_t)(hash & (index->groups.parent_count - 1));
}

static uint32_t listed_group(const void *groups, uint64_t row) {
    return ((const uint32_t *)groups)[row];
}

/* Sorts rows by value if the groups aren't in the order of values. */
static bool sort_by_value(MadeIndex *index, Arena *arena, const Keys *keys, SqlType type,
                          Arena *scratch, Error *error) {
    uint64_t *ranks = arena_alloc(arena, keys->count, sizeof *ranks), count = 0;
    uint32_t *rows = arena_alloc(arena, keys->count, sizeof *rows);
    uint32_t *room = arena_alloc(scratch, keys->count, 2 * sizeof *room);
    bool has_room = ranks && rows && room;
    for (uint64_t i = 0; has_room && i < keys->count; i++) {
        const MadeKey *key = &keys->items[i];
        if (key->kind == KEY_NOTHING) continue;
        double real = key->kind == KEY_REAL ? key->real : (double)key->integer;
        ranks[i] = rank_of(type == REAL ? bounds_order_of_real(real) : key->integer);
        rows[count++] = (uint32_t)i;
    }
    const uint32_t *sorted = NULL;
    if (!has_room) fail_memory(error, arena);
    else sorted = sort_by_rank(rows, count, ranks, room, scratch, error);
    if (!sorted) {
        arena_release(arena, ranks);
        arena_release(arena, rows);
        return false;
    }
    memmove(rows, sorted, (size_t)count * sizeof *rows);
    index->by_value = rows;
    index->ranks = ranks;
    index->ranked = count;
    return true;
}

static bool sort_rows(MadeIndex *index, CachedDocument *cached, const Column *column,
                      const Array *array, bool for_range, Arena *scratch, Error *error) {
    Keys keys;
    Arena *arena = &cached->document->arena;
    if (!read_keys(&keys, cached, column, array, scratch, error)) return false;
    uint64_t group_count = 1;
    index->dense = keys.whole && span_of(&keys) < DENSE_RATIO * keys.count;
    index->least = keys.least;
    bool in_order = index->dense && column->type == INTEGER;
    if (for_range && !in_order) {
        return sort_by_value(index, arena, &keys, column->type, scratch, error);
    }
    if (index->dense) group_count = span_of(&keys) + 1;
    while (!index->dense && group_count < keys.count) group_count *= 2;
    uint32_t *groups = arena_alloc(scratch, keys.count, sizeof *groups);
    if (!groups) return fail_memory(error, scratch);
    index->groups.parent_count = group_count;
    for (uint64_t i = 0; i < keys.count; i++) {
        groups[i] = group_of(index, scratch->host, &keys.items[i]);
    }
    bool done =
        children_sort(&index->groups, arena, group_count, keys.count, listed_group, groups, error);
    if (in_order) index->by_value = index->groups.order;
    return done;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Counts a question and, at the second one, makes the index, unless memory runs out. */
static bool make_in_time(MadeIndex *index, CachedDocument *cached, const Column *column,
                         const Array *array, bool for_range, Error *error) {
    if (array->count < ROWS_LEAST || !index || index->refused) return true;
    if (for_range ? index->by_value : index->groups.first) return true;
    if (++index->questions < 2) return true;
    Arena scratch = {.host = cached->document->arena.host};
    Error problem = {0};
    bool done = sort_rows(index, cached, column, array, for_range, &scratch, &problem);
    arena_clear(&scratch);
    if (done) cached->store->settings->indexes_made++;
    if (!done && problem.kind == ERROR_INTERRUPTED) return fail_as(error, &problem);
    index->refused = !done;
    return true;
}

bool made_index_find(const MadeIndex *index, const Host *host, const MadeKey *key, RowRange *range,
                     bool *sifts) {
    if (!index->groups.first || key->kind == KEY_UNKNOWN) return false;
    uint32_t group = group_of(index, host, key);
    ChildRange found = {0, 0};
    if (group != NO_PARENT) found = children_of(&index->groups, group);
    *range = (RowRange){found.first, found.end, index->groups.order};
    *sifts = !index->dense && key->kind != KEY_TEXT;
    return true;
}

bool made_index_ask(MadeIndex *index, CachedDocument *cached, const Column *column,
                    const Array *array, const MadeKey *key, RowRange *range, bool *sifts,
                    Error *error) {
    *sifts = true;
    if (key->kind == KEY_NOTHING) {
        range->end = range->first;
        return true;
    }
    if (key->kind == KEY_UNKNOWN) return true;
    if (!make_in_time(index, cached, column, array, false, error)) return false;
    if (index) made_index_find(index, cached->document->arena.host, key, range, sifts);
    return true;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Returns the place of the first value that isn't below a number, by bisection. */
static uint64_t place_of(const MadeIndex *index, int64_t number) {
    uint64_t place, rank = rank_of(number);
    BISECT(place, 0, index->ranked, index->ranks[index->by_value[place]] < rank);
    return place;
}

/* Returns the places of the values within bounds. */
static ChildRange places_within(const MadeIndex *index, const Bounds *within) {
    if (within->lo > within->hi) return (ChildRange){0, 0};
    if (index->ranks) {
        bool ends = within->hi < INT64_MAX;
        return (ChildRange){place_of(index, within->lo),
                            ends ? place_of(index, within->hi + 1) : index->ranked};
    }
    const Children *groups = &index->groups;
    uint64_t first = 0, last = (uint64_t)within->hi - (uint64_t)index->least;
    if (within->lo > index->least) first = (uint64_t)within->lo - (uint64_t)index->least;
    if (within->hi < index->least || first >= groups->parent_count) return (ChildRange){0, 0};
    if (last >= groups->parent_count) last = groups->parent_count - 1;
    return (ChildRange){groups->first[first], groups->first[last + 1]};
}

bool made_index_ask_range(MadeIndex *index, CachedDocument *cached, const Column *column,
                          const Array *array, const Bounds *within, RowRange *range,
                          ChildRange *listed, Error *error) {
    *listed = (ChildRange){0, 0};
    if (!make_in_time(index, cached, column, array, true, error)) return false;
    if (!index || !index->by_value) return true;
    ChildRange found = places_within(index, within);
    uint64_t count = found.end - found.first;
    if (!count) range->end = range->first;
    else if (count <= array->count - array->count / MOST_PART) *listed = found;
    return true;
}

bool made_index_list(const MadeIndex *index, ChildRange listed, Arena *scratch, RowList *list,
                     RowRange *range, Error *error) {
    const uint32_t *rows = index->by_value + listed.first;
    uint64_t count = listed.end - listed.first;
    bool is_rising = true;
    for (uint64_t i = 1; i < count && is_rising; i++) is_rising = rows[i - 1] <= rows[i];
    if (!is_rising) {
        if (list->capacity < count) {
            uint32_t *more = arena_resize(scratch, list->rows, 2 * count * sizeof *more);
            if (!more) return true;
            *list = (RowList){more, count};
        }
        rows = sort_by_rank(rows, count, NULL, list->rows, scratch, error);
        if (!rows) return false;
    }
    uint64_t first = bounds_skip_below(rows, 0, count, range->first);
    *range = (RowRange){first, bounds_skip_below(rows, first, count, range->end), rows};
    return true;
}

/* ---- Sifting --------------------------------------------------------------------------------- */

bool made_key_sift(const MadeKey *key, const CachedDocument *cached, const Column *column,
                   const Array *array, int64_t *saved, RowRange *range, Error *error) {
    if (key->kind == KEY_UNKNOWN || (key->kind == KEY_TEXT && *saved < -IN_VAIN)) return true;
    KeyReader reader;
    uint64_t at = range->first, first = at, found = 0;
    bool done = true;
    key_reader_begin(&reader, cached, column, array);
    for (; done && at < range->end && found < RUN_MOST && reader.text_left; at++) {
        MadeKey cell = key_of_row(&reader, range->order ? range->order[at] : at);
        bool is_equal =
            key->kind == KEY_REAL ? cell.real == key->real : cell.integer == key->integer;
        bool fitting = cell.kind == key->kind && is_equal;
        done = key_reader_goes_on(&reader, at, error);
        if (found && !fitting) break;
        if (fitting && !found++) first = at;
    }
    arena_clear(&reader.cells);
    if (!found) first = at;
    if (!found && !reader.text_left) {
        *saved = INT64_MIN / 2; /* sifting costs too much: it never begins again */
        range->first = first;
        return done;
    }
    *saved += (int64_t)(first - range->first) - (int64_t)found;
    *range = (RowRange){first, first + found, range->order};
    return done;
}
