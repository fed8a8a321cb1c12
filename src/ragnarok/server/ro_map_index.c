/* map_index.txt: opening and its table. ro_map_index.h describes it. */
#include "ragnarok/server/ro_map_index.h"

static RoText next_word(const uint8_t **at, const uint8_t *end) {
    while (*at < end && ro_is_space(**at)) ++*at;
    const uint8_t *start = *at;
    while (*at < end && !ro_is_space(**at)) ++*at;
    return (RoText){start, (uint32_t)(*at - start)};
}

static bool is_digit(uint8_t byte) {
    return byte >= '0' && byte <= '9';
}

/* Reads a word that begins with a sensible number; servers ignore what follows the number. */
static bool read_number(RoText word, int64_t *number) {
    bool has_sign = word.length && (word.at[0] == '-' || word.at[0] == '+');
    uint32_t i = has_sign ? 1 : 0;
    if (i == word.length || !is_digit(word.at[i])) return false;
    int64_t value = 0;
    for (; i < word.length && is_digit(word.at[i]); i++) {
        if (value > INT32_MAX) return false;
        value = 10 * value + (word.at[i] - '0');
    }
    *number = has_sign && word.at[0] == '-' ? -value : value;
    return true;
}

/* Adds the map of a line, if it names one; *last is the number of the map before. */
static bool read_line(RoMapIndex *index, const uint8_t *at, const uint8_t *end, uint32_t line,
                      int64_t *last, Error *error) {
    RoIndexed map = {.line = line, .start = (uint32_t)document_offset(&index->document, at)};
    /* only at the beginning: behind a blank, slashes are the name of a map */
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') return true;
    map.name = next_word(&at, end);
    if (!map.name.length) return true;
    int64_t given;
    *last = read_number(next_word(&at, end), &given) ? given : *last + 1;
    map.map_id = *last;
    map.name = ro_without_gat(map.name);
    return list_push(&index->document.arena, &index->maps.list, &map, sizeof map, error);
}

static bool map_index_open(Document *document, Error *error) {
    RoMapIndex *index = (RoMapIndex *)document;
    const uint8_t *at = document->bytes, *end = at + document->size;
    int64_t last = -1;
    document->is_text = true;
    index->encoding = encoding_guess(at, document->size);
    document->version = encoding_name(index->encoding);
    for (uint32_t line = 1; at < end; line++) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        if (arena_interrupted_at(&document->arena, line)) return fail_interrupted(error);
        if (!read_line(index, at, line_end, line, &last, error)) return false;
        at = line_end < end ? line_end + 1 : end;
    }
    return list_trim(&document->arena, &index->maps.list, sizeof(RoIndexed)) ||
           fail_memory(error, &document->arena);
}

const Format ro_map_index_format = {
    .name = "RO-MAP-INDEX",
    .ending = ".txt",
    .doc = "map_index.txt of a Ragnarok Online server: the numbers of its maps.",
    .takes = encoding_takes_text,
    .document_bytes = sizeof(RoMapIndex),
    .open = map_index_open,
};

ROW_RECORD(RoIndexed, map_of)

static Value map_name(const Row *row) {
    const RoMapIndex *index = row->document;
    return ro_text_value(row, index->encoding, map_of(row)->name);
}

static const Column map_columns[] = {
    MEMBER(U32, "line", NULL, "Line of the file, from 1", RoIndexed, line),
    GET("name", TEXT, NULL, "Name of the map as written, without .gat", map_name, WRITTEN),
    MEMBER(I64, "map_id", NULL,
           "Its number: the one that the line gives, or that of the map before and one more",
           RoIndexed, map_id, WRITTEN),
};

const Table ro_map_index = {
    TABLE("ro_map_index", ro_map_index_format, map_columns),
    .doc = "The maps that a Ragnarok Online server knows, and their numbers, in map_index.txt.",
    .example = "SELECT line, name, map_id FROM ro_map_index('samples/map_index.txt')",
    .endings = "map_index.txt",
    .typical_rows = 1000,
    LIST_ROWS(RoMapIndex, maps),
    OFFSET_MEMBER(RoIndexed, start),
    .identity = {"name"},
};
