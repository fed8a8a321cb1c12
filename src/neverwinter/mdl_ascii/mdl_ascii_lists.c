/* Lists of ASCII models: rows by a count, up to endlist, or both. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* A list that is being read. */
typedef struct Rows {
    Ascii *ascii;
    AsciiList *list;
    const char *name;
    uint64_t want; /* announced rows; UINT64_MAX: up to endlist */
    uint32_t width, least;
    uint32_t shortest; /* how many numbers the shortest row has */
    bool surplus;      /* a row has more than `width` */
} Rows;

/* What a line is for the list that is being read. */
typedef enum Next { NEXT_ROW, NEXT_END, NEXT_FAILED } Next;

/* ---- Values ---------------------------------------------------------------------------------- */

/* Reads up to `width` numbers and returns how many there are; -1: an error is set. */
static inline int read_floats(Rows *rows, uint32_t *values) {
    const uint8_t *at = rows->ascii->at;
    uint32_t count = 0;
    while (count < rows->width) {
        while (mdl_ascii_class[*at] == ASCII_BLANK) at++;
        if (mdl_ascii_class[*at] == ASCII_LINE_END) break;
        float value = 0;
        AsciiNumber kind = mdl_ascii_number(&at, &value);
        if (kind == ASCII_NOT_FINITE) {
            ascii_fail(rows->ascii, rows->ascii->line,
                       "a row of %s has a number that isn't finite as float32", rows->name);
            return -1;
        }
        if (kind == ASCII_NO_NUMBER) break;
        if (kind == ASCII_ODD_NUMBER) ascii_note_odd_number(rows->ascii, rows->name);
        values[count++] = ascii_bits(value);
    }
    rows->ascii->at = at;
    return (int)count;
}

/* Reads an integer: mostly digits alone. Any other number has to be whole, too. */
static inline bool read_whole(const uint8_t **at, uint32_t *value, AsciiNumber *kind) {
    const uint8_t *start = *at, *first = start + (*start == '-');
    uint64_t number = 0;
    const uint8_t *end = mdl_ascii_digits(first, &number);
    float real = 0;
    *kind = ASCII_NUMBER;
    if (end != first && end - first <= 10 && mdl_ascii_class[*end] != ASCII_WORD) {
        *value = *start == '-' ? (uint32_t) - (int64_t)number : (uint32_t)number;
        *at = end;
        return number <= UINT32_MAX;
    }
    *kind = mdl_ascii_number(at, &real);
    if (*kind == ASCII_ODD_NUMBER) *kind = ASCII_NO_NUMBER;
    if (*kind == ASCII_NO_NUMBER) return true;
    bool whole = *kind == ASCII_NUMBER && real == floorf(real) && fabsf(real) < 4294967296.0f;
    *value = whole ? (uint32_t)(int64_t)real : 0;
    return whole;
}

static inline int read_integers(Rows *rows, uint32_t *values) {
    const uint8_t *at = rows->ascii->at;
    uint32_t count = 0;
    AsciiNumber kind;
    while (count < rows->width) {
        while (mdl_ascii_class[*at] == ASCII_BLANK) at++;
        if (mdl_ascii_class[*at] == ASCII_LINE_END) break;
        if (!read_whole(&at, &values[count], &kind)) {
            ascii_fail(rows->ascii, rows->ascii->line,
                       "a row of %s has a number that isn't a whole number of 32 bits", rows->name);
            return -1;
        }
        if (kind == ASCII_NO_NUMBER) break;
        count++;
    }
    rows->ascii->at = at;
    return (int)count;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Finds the next row of a list, at its first word. It is an error if the text ends, or an endlist
** stands, before as many rows as the list announces. */
static Next next_line(Rows *rows) {
    Ascii *ascii = rows->ascii;
    const AsciiList *list = rows->list;
    if (list->rows == rows->want) return NEXT_END;
    bool there = ascii_next_line(ascii);
    if (!there && ascii->error->kind) return NEXT_FAILED;
    if (there && (*ascii->at | 0x20) == 'e') {
        const uint8_t *before = ascii->at;
        if (ascii_token_is(ascii_token(ascii), "endlist")) {
            if (rows->want != UINT64_MAX) there = false;
            else ascii_end_line(ascii);
            if (there) return NEXT_END;
        }
        ascii->at = before;
    }
    if (there) return NEXT_ROW;
    ascii_fail(ascii, list->line, "%s announces %" PRIu64 " rows, found %u", rows->name, rows->want,
               list->rows);
    return NEXT_FAILED;
}

/* Fails because a line isn't a row of the list. */
static bool fail_short(const Rows *rows) {
    const Ascii *ascii = rows->ascii;
    if (rows->want == UINT64_MAX) {
        return ascii_fail(ascii, rows->list->line,
                          "%s has neither a count nor an endlist: line %u is no row of it",
                          rows->name, ascii->line);
    }
    return ascii_fail(ascii, rows->list->line,
                      "%s announces %" PRIu64 " rows, but line %u is no row: found %u", rows->name,
                      rows->want, ascii->line, rows->list->rows);
}

/* Makes room for a row of the list, and writes the offset of its line. */
static inline uint32_t *new_row(Rows *rows) {
    Ascii *ascii = rows->ascii;
    List *all = &ascii->rows;
    uint32_t stride = rows->list->stride;
    if (all->count + stride > all->capacity &&
        !list_reserve(&ascii->scratch, all, stride, sizeof(uint32_t))) {
        return null_after(fail_memory(ascii->error, &ascii->scratch));
    }
    uint32_t *row = (uint32_t *)all->items + all->count;
    row[ASCII_ROW_OFFSET] = ascii_line_offset(ascii);
    return row;
}

static inline void keep_row(Rows *rows) {
    rows->ascii->rows.count += rows->list->stride;
    rows->list->rows++;
}

static bool read_numbers(Rows *rows, int (*read)(Rows *rows, uint32_t *values)) {
    Ascii *ascii = rows->ascii;
    uint32_t *row = new_row(rows);
    if (!row) return false;
    int count = read(rows, row + ASCII_ROW_VALUES);
    if (count <= 0) return count < 0 ? false : fail_short(rows);
    if ((uint32_t)count < rows->least) {
        return ascii_fail(ascii, ascii->line, "a row of %s has %d number%s, expected %u",
                          rows->name, count, count == 1 ? "" : "s", rows->least);
    }
    for (uint32_t i = (uint32_t)count; i < rows->width; i++) row[ASCII_ROW_VALUES + i] = 0;
    if ((uint32_t)count < rows->shortest) rows->shortest = (uint32_t)count;
    if (ascii_token(ascii).length) rows->surplus = true;
    keep_row(rows);
    return true;
}

static bool read_floats_row(Rows *rows) {
    return read_numbers(rows, read_floats);
}

static bool read_integers_row(Rows *rows) {
    return read_numbers(rows, read_integers);
}

/* Reads a row of weights: up to four pairs of a bone's name and its weight. */
static bool read_weights(Rows *rows) {
    Ascii *ascii = rows->ascii;
    uint32_t *row = new_row(rows), count = 0;
    const uint8_t *before = ascii->at;
    if (!row) return false;
    for (AsciiToken name; (name = ascii_token(ascii)).length;) {
        float weight;
        if (count == MDL_LANES) {
            ASCII_NOTE(ascii, WARNING, "weights_surplus", "a vertex has more than four weights");
            break;
        }
        if (!count && !ascii_is_number(ascii)) {
            ascii->at = before;
            return fail_short(rows);
        }
        if (!ascii_need_float(ascii, "a row of weights", &weight)) return false;
        uint32_t *pair = row + ASCII_WEIGHT_PAIRS + ASCII_WEIGHT_WORDS * count++;
        pair[0] = (uint32_t)(name.start - ascii->text);
        pair[1] = name.length;
        pair[2] = ascii_bits(weight);
    }
    row[ASCII_WEIGHT_COUNT] = count;
    keep_row(rows);
    return true;
}

/* Tells whether a line ends a list of texts, by a first word that can't be a text of the list. */
static bool ends_texts(const Ascii *ascii, AsciiToken token) {
    char word[ASCII_WORD_LONGEST + 1];
    if (ascii_token_is(token, "endnode") || ascii_token_is(token, "node")) return true;
    return ascii_fold(token, word) && mdl_ascii_find_word(&ascii->words, word) &&
           ascii_is_number(ascii);
}

static bool read_text(Rows *rows) {
    Ascii *ascii = rows->ascii;
    AsciiToken token = ascii_token(ascii);
    if (ends_texts(ascii, token)) return fail_short(rows);
    uint32_t *row = new_row(rows);
    if (!row) return false;
    row[ASCII_ROW_VALUES] = (uint32_t)(token.start - ascii->text);
    row[ASCII_ROW_VALUES + 1] = token.length;
    keep_row(rows);
    return true;
}

/* Skips a row of a list that nobody uses; it only has to begin with a number. */
static bool skip_numbers(Rows *rows) {
    if (!ascii_is_number(rows->ascii)) return fail_short(rows);
    rows->list->rows++;
    return true;
}

static bool skip_text(Rows *rows) {
    if (ends_texts(rows->ascii, ascii_token(rows->ascii))) return fail_short(rows);
    rows->list->rows++;
    return true;
}

static bool read_rows(Rows *rows, bool (*read)(Rows *rows)) {
    Next next;
    while ((next = next_line(rows)) == NEXT_ROW) {
        if (!read(rows)) return false;
        ascii_end_line(rows->ascii);
    }
    return next == NEXT_END;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool read_count(Rows *rows) {
    Ascii *ascii = rows->ascii;
    uint32_t count;
    const uint8_t *before = ascii->at;
    rows->want = UINT64_MAX;
    if (!ascii_token(ascii).length) return true;
    ascii->at = before;
    if (!ascii_need_count(ascii, rows->name, &count)) return false;
    rows->want = count;
    uint64_t left = (uint64_t)(ascii->end - ascii->at);
    bool negative = memchr(before, '-', (size_t)(ascii->at - before));
    if (!negative && count <= left / 2) return true;
    return ascii_fail(ascii, ascii->line,
                      negative ? "%s announces fewer than 0 rows"
                               : "%s announces %u rows, %" PRIu64 " bytes are left",
                      rows->name, count, left);
}

/* Goes behind the line if it is an endlist; else the line is still to be read. */
static void pass_endlist(Ascii *ascii) {
    const uint8_t *before = ascii->at;
    ascii->pending = !ascii_token_is(ascii_token(ascii), "endlist");
    ascii->at = before;
    if (!ascii->pending) ascii_end_line(ascii);
}

/* Passes over the endlist that may follow even a list with a count. */
static bool skip_endlist(Rows *rows) {
    if (rows->want == UINT64_MAX) return true;
    if (!ascii_next_line(rows->ascii)) return !rows->ascii->error->kind;
    pass_endlist(rows->ascii);
    return true;
}

/* Begins a list, without rows so far, at the line that is being read. */
static AsciiList list_here(const Ascii *ascii, uint32_t stride) {
    return (AsciiList){.first = ascii->rows.count,
                       .stride = stride,
                       .line = ascii->line,
                       .offset = ascii_line_offset(ascii)};
}

static bool begin_list(Rows *rows, uint32_t stride) {
    Ascii *ascii = rows->ascii;
    *rows->list = list_here(ascii, stride);
    if (!read_count(rows)) return false;
    ascii_end_line(ascii);
    return true;
}

static bool end_list(Rows *rows) {
    const AsciiList *list = rows->list;
    if (rows->surplus) {
        ascii_note(rows->ascii, SEVERITY_INFO, "surplus_words", list->line, list->offset,
                   "rows of %s have more than %u numbers", rows->name, rows->width);
    }
    return skip_endlist(rows);
}

static bool read_rows_of(Rows *rows, uint32_t list) {
    switch (list) {
    case ASCII_FACES:
    case ASCII_TEXINDICES:
    case ASCII_TEXINDICES + 1:
    case ASCII_TEXINDICES + 2: return read_rows(rows, read_integers_row);
    case ASCII_WEIGHTS: return read_rows(rows, read_weights);
    case ASCII_FLARE_TEXTURES: return read_rows(rows, read_text);
    case ASCII_UNUSED_TEXTS: return read_rows(rows, skip_text);
    case ASCII_UNUSED_NUMBERS: return read_rows(rows, skip_numbers);
    default: return read_rows(rows, read_floats_row);
    }
}

bool ascii_read_list(Ascii *ascii, const AsciiWord *word, AsciiList *list, const char *name) {
    Rows rows = {.ascii = ascii, .list = list, .name = name, .width = word->width};
    uint32_t stride = ASCII_ROW_VALUES + word->width;
    rows.least = word->least;
    if (word->place == ASCII_WEIGHTS) stride = ASCII_WEIGHT_PAIRS + ASCII_WEIGHT_WORDS * MDL_LANES;
    if (word->place == ASCII_FLARE_TEXTURES) stride = ASCII_ROW_VALUES + 2;
    if (!begin_list(&rows, stride) || !read_rows_of(&rows, word->place)) return false;
    /* rows of texture coordinates may have a third number, which nobody uses */
    bool is_tverts = word->place >= ASCII_TVERTS && word->place < ASCII_TVERTS + 4;
    if (is_tverts || word->place == ASCII_ANIMTVERTS) rows.surplus = false;
    return end_list(&rows);
}

bool ascii_read_keys(Ascii *ascii, uint32_t width, bool bezier, AsciiList *list, uint32_t *shortest,
                     const char *name) {
    uint32_t widest = 1 + (bezier ? ASCII_KEY_WIDEST : width);
    Rows rows = {.ascii = ascii,
                 .list = list,
                 .name = name,
                 .width = widest,
                 .least = 1 + width,
                 .shortest = widest};
    if (!begin_list(&rows, ASCII_ROW_VALUES + widest) || !read_rows(&rows, read_floats_row)) {
        return false;
    }
    *shortest = rows.shortest - 1;
    return end_list(&rows);
}

bool ascii_read_value(Ascii *ascii, uint32_t width, AsciiList *list, const char *name) {
    Rows rows = {.ascii = ascii, .list = list};
    *list = list_here(ascii, ASCII_ROW_VALUES + 1 + width);
    uint32_t *row = new_row(&rows);
    if (!row) return false;
    row[ASCII_ROW_VALUES] = 0;
    for (uint32_t i = 0; i < width; i++) {
        float value;
        if (!ascii_need_float(ascii, name, &value)) return false;
        row[ASCII_ROW_VALUES + 1 + i] = ascii_bits(value);
    }
    keep_row(&rows);
    return true;
}

bool ascii_read_detonate(Ascii *ascii) {
    AsciiList skipped = {0};
    Rows rows = {.ascii = ascii, .list = &skipped, .name = "detonatekey"};
    if (!begin_list(&rows, ASCII_ROW_VALUES)) return false;
    while (skipped.rows < rows.want) {
        if (!ascii_next_line(ascii)) return !ascii->error->kind;
        if (!ascii_is_number(ascii)) break;
        ascii_end_line(ascii);
        skipped.rows++;
    }
    if (skipped.rows == rows.want) return skip_endlist(&rows);
    pass_endlist(ascii);
    return true;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* The first row stands behind the word aabb or on the next line; the rows end before a line that
** doesn't begin with a number. */
bool ascii_read_boxes(Ascii *ascii, AsciiList *list) {
    enum { NUMBERS = 8, LEAST = 7 }; /* box, face and, in few texts, the plane */
    Rows rows = {.ascii = ascii, .list = list, .name = "aabb", .width = NUMBERS};
    *list = list_here(ascii, ASCII_ROW_VALUES + NUMBERS + 1);
    if (!ascii_is_number(ascii)) {
        ascii_end_line(ascii);
        if (!ascii_next_line(ascii)) return !ascii->error->kind;
    }
    while (ascii_is_number(ascii)) {
        uint32_t *row = new_row(&rows);
        int count = row ? read_floats(&rows, row + ASCII_ROW_VALUES) : -1;
        if (count < 0) return false;
        if (count < LEAST) {
            return ascii_fail(ascii, ascii->line, "a row of aabb has %d number%s, expected %d",
                              count, count == 1 ? "" : "s", LEAST);
        }
        row[ASCII_ROW_VALUES + NUMBERS] = (uint32_t)count;
        ascii_end_line(ascii);
        keep_row(&rows);
        if (!ascii_next_line(ascii)) return !ascii->error->kind;
    }
    ascii->pending = true;
    return true;
}
