/* SET decoder: sections, keys, and the tiles and doors among them. set.h describes the format. */
#include "neverwinter/set/set.h"
#include "codec/text.h"
#include "core/decimal.h"

static const uint8_t *bytes_of(const Set *set, SetText text) {
    return set->document.bytes + text.at;
}

/* Tells whether a text begins with a word, without regard to case. */
static bool begins_with(const Set *set, SetText text, const char *word) {
    return text_begins(bytes_of(set, text), text.length, word);
}

static bool is_word(const Set *set, SetText text, const char *word) {
    return text_is(bytes_of(set, text), text.length, word);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Returns the text between two offsets without blanks at its ends. */
static SetText trimmed(const uint8_t *bytes, uint64_t first, uint64_t end) {
    while (first < end && (bytes[first] == ' ' || bytes[first] == '\t')) first++;
    while (end > first && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) end--;
    return (SetText){(uint32_t)first, (uint32_t)(end - first)};
}

/* Takes the line that begins at *at and moves *at behind it. */
static SetText next_line(const uint8_t *bytes, uint64_t size, uint64_t *at) {
    uint64_t first = *at, end = first;
    while (end < size && bytes[end] != '\n' && bytes[end] != '\r') end++;
    *at = end + (end < size);
    return trimmed(bytes, first, end);
}

static bool add_section(Set *set, SetText line, List *sections, List *keys, Error *error) {
    const uint8_t *bytes = bytes_of(set, line), *end = memchr(bytes, ']', line.length);
    uint64_t length = end ? (uint64_t)(end - bytes) - 1 : line.length - 1;
    const SetSection section = {.name =
                                    trimmed(set->document.bytes, line.at + 1, line.at + 1 + length),
                                .first_key = (uint32_t)keys->count,
                                .end_key = (uint32_t)keys->count};
    return list_push(&set->document.arena, sections, &section, sizeof section, error);
}

static bool add_key(Set *set, SetText line, List *sections, List *keys, Error *error) {
    const uint8_t *file = set->document.bytes, *bytes = file + line.at;
    const uint8_t *equals = memchr(bytes, '=', line.length);
    if (!equals || !sections->count) return true; /* the line means nothing */
    uint64_t middle = (uint64_t)(equals - file);
    const SetKey key = {.name = trimmed(file, line.at, middle),
                        .value = trimmed(file, middle + 1, (uint64_t)line.at + line.length)};
    ((SetSection *)sections->items)[sections->count - 1].end_key = (uint32_t)keys->count + 1;
    return list_push(&set->document.arena, keys, &key, sizeof key, error);
}

static bool read_lines(Set *set, Error *error) {
    const uint8_t *bytes = set->document.bytes;
    uint64_t size = set->document.size, at = 0, lines = 0;
    List sections = {0}, keys = {0};
    while (at < size) {
        SetText line = next_line(bytes, size, &at);
        bool done =
            !line.length || bytes[line.at] == ';' ||
            (bytes[line.at] == '[' ? add_section : add_key)(set, line, &sections, &keys, error);
        if (!done) return false;
        if (arena_interrupted_at(&set->document.arena, ++lines)) return fail_interrupted(error);
    }
    set->sections = sections.items;
    set->section_count = sections.count;
    set->keys = keys.items;
    set->key_count = keys.count;
    return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

const SetText *set_value(const Set *set, uint32_t section, const char *key) {
    if (section == SET_NO_SECTION) return NULL;
    for (uint32_t i = set->sections[section].first_key; i < set->sections[section].end_key; i++) {
        if (is_word(set, set->keys[i].name, key)) return &set->keys[i].value;
    }
    return NULL;
}

/* Reads digits, at most 15, so that a double holds them exactly. Returns how many there are. */
static uint32_t read_digits(const uint8_t *bytes, uint32_t length, uint64_t *number) {
    uint32_t count = 0;
    while (count < length && count < 15 && bytes[count] >= '0' && bytes[count] <= '9') {
        *number = *number * 10 + (uint64_t)(bytes[count++] - '0');
    }
    return count;
}

/* Reads a value as far as it is a whole number, and returns how many bytes that are. */
static uint32_t integer_of(const Set *set, SetText text, int64_t *number) {
    const uint8_t *bytes = bytes_of(set, text);
    bool is_negative = text.length && *bytes == '-';
    uint32_t sign = is_negative || (text.length && *bytes == '+');
    uint64_t size = 0;
    uint32_t count = read_digits(bytes + sign, text.length - sign, &size);
    *number = is_negative ? -(int64_t)size : (int64_t)size;
    return count ? count + sign : 0;
}

bool set_integer(const Set *set, uint32_t section, const char *key, int64_t *number) {
    const SetText *text = set_value(set, section, key);
    return text && integer_of(set, *text, number);
}

bool set_real(const Set *set, uint32_t section, const char *key, double *number) {
    const SetText *text = set_value(set, section, key);
    return text && decimal_read(bytes_of(set, *text), text->length, number) && isfinite(*number);
}

bool set_is_number(const Set *set, SetText text, bool is_whole) {
    int64_t integer;
    double real;
    return text.length == (is_whole ? integer_of(set, text, &integer)
                                    : decimal_read(bytes_of(set, text), text.length, &real));
}

/* ---- Tiles and doors ------------------------------------------------------------------------- */

/* Reads "TILE5" or "TILE5DOOR0"; *number is SET_NO_SECTION for a tile. */
static bool read_name(const Set *set, SetText name, uint64_t *tile, uint64_t *number) {
    const uint8_t *bytes = bytes_of(set, name);
    uint32_t at = 4, digits;
    *tile = *number = 0;
    if (!begins_with(set, name, "TILE")) return false;
    digits = read_digits(bytes + at, name.length - at, tile);
    at += digits;
    if (!digits) return false;
    if (at == name.length) {
        *number = SET_NO_SECTION;
        return true;
    }
    SetText rest = {name.at + at, name.length - at};
    if (!begins_with(set, rest, "DOOR")) return false;
    digits = read_digits(bytes + at + 4, rest.length - 4, number);
    return digits && digits == rest.length - 4;
}

static bool find_tiles(Set *set, List *doors, Error *error) {
    for (uint32_t i = 0; i < set->section_count; i++) {
        uint64_t tile, number;
        SetText name = set->sections[i].name;
        if (is_word(set, name, "GENERAL")) set->general = i;
        if (is_word(set, name, "TILES")) set->tile_list = i;
        if (!read_name(set, name, &tile, &number)) continue;
        bool is_tile = number == SET_NO_SECTION;
        if (tile >= SET_TILES_MAX || (!is_tile && number >= SET_TILES_MAX)) {
            if (!set->stray_count++) set->first_stray = i;
            continue;
        }
        uint64_t door = tile << 48 | number << 32 | i; /* each number fits into its bits */
        if (!is_tile && !list_push(&set->document.arena, doors, &door, sizeof door, error))
            return false;
        if (tile >= set->tile_count) set->tile_count = tile + 1; /* a door makes its tile exist */
    }
    return true;
}

static bool list_tiles(Set *set, Error *error) {
    set->tiles = arena_alloc(&set->document.arena, set->tile_count, sizeof *set->tiles);
    if (!set->tiles) return fail_memory(error, &set->document.arena);
    memset(set->tiles, 0xFF, (size_t)set->tile_count * sizeof *set->tiles);
    for (uint32_t i = 0; i < set->section_count; i++) {
        uint64_t tile, number;
        bool is_tile = read_name(set, set->sections[i].name, &tile, &number) &&
                       number == SET_NO_SECTION && tile < set->tile_count;
        if (is_tile && set->tiles[tile].section == SET_NO_SECTION) set->tiles[tile].section = i;
    }
    return true;
}

static bool list_doors(Set *set, const List *doors, Error *error) {
    Arena *arena = &set->document.arena;
    uint64_t *numbers = doors->items, *spare = arena_alloc(arena, doors->count, sizeof *spare);
    set->doors = arena_alloc(arena, doors->count, sizeof *set->doors);
    if (!spare || !set->doors) return fail_memory(error, arena);
    sort_numbers(numbers, doors->count, spare);
    set->door_count = doors->count;
    for (uint64_t i = 0; i < doors->count; i++) {
        set->doors[i] = (SetDoor){.tile = (uint32_t)(numbers[i] >> 48),
                                  .number = (uint32_t)(numbers[i] >> 32) & 0xFFFF,
                                  .section = (uint32_t)numbers[i]};
    }
    arena_release(arena, spare);
    return true;
}

/* ---- The format ------------------------------------------------------------------------------ */

/* The first line that says something is [GENERAL], and in its section stands Type=SET. */
static bool set_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    if (head_size > DETECT_BYTES) head_size = DETECT_BYTES;
    const Set looked_at = {.document = {.bytes = head, .size = head_size}};
    bool is_general = false;
    for (uint64_t at = 0; at < head_size;) {
        SetText line = next_line(head, head_size, &at);
        if (!line.length || head[line.at] == ';') continue;
        if (!is_general) {
            is_general = is_word(&looked_at, line, "[GENERAL]");
            if (!is_general) return false;
        } else if (head[line.at] == '[') {
            return false;
        } else if (begins_with(&looked_at, line, "Type")) {
            SetText rest = trimmed(head, line.at + 4, (uint64_t)line.at + line.length);
            if (!rest.length || head[rest.at] != '=') continue;
            rest = trimmed(head, rest.at + 1, (uint64_t)rest.at + rest.length);
            return is_word(&looked_at, rest, "SET");
        }
    }
    return false;
}

static bool set_open(Document *document, Error *error) {
    Set *set = (Set *)document;
    List doors = {0};
    document->is_text = true;
    set->general = set->tile_list = SET_NO_SECTION;
    return read_lines(set, error) && find_tiles(set, &doors, error) && list_tiles(set, error) &&
           list_doors(set, &doors, error);
}

const Format set_format = {
    .name = "SET",
    .ending = ".set",
    .found_by_name = true,
    .doc = "Neverwinter Nights tilesets: the model and the doors of each tile.",
    .detect = set_detect,
    .document_bytes = sizeof(Set),
    .open = set_open,
    .check = set_check,
};
