#include "engine/documents/json_strings.h"
#include "codec/text.h"
#include "codec/utf8.h"

static bool read_unit(const char **at, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(*(*at)++);
        if (digit < 0) return false;
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return *unit != 0; /* no path holds a NUL */
}

/* Reads what stands behind "\u". A character beyond U+FFFF is written as two such units. */
static bool read_character(const char **at, char **out) {
    uint32_t unit, low;
    if (!read_unit(at, &unit)) return false;
    if (unit >= 0xD800 && unit < 0xDC00 && !strncmp(*at, "\\u", 2)) {
        *at += 2;
        if (!read_unit(at, &low) || low < 0xDC00 || low >= 0xE000) return false;
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    if (unit >= 0xD800 && unit < 0xE000) return false;
    *out += utf8_write(unit, *out);
    return true;
}

static bool read_escape(const char **at, char **out) {
    static const char names[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    char name = *(*at)++;
    if (name == 'u') return read_character(at, out);
    const char *place = name ? strchr(names, name) : NULL;
    if (!place) return false;
    *(*out)++ = characters[place - names];
    return true;
}

/* Reads a string in quotes to `out`, which has room for it. */
static bool read_string(const char **at, char *out) {
    if (*(*at)++ != '"') return false;
    while (**at != '"') {
        if ((unsigned char)**at < ' ') return false; /* the end, too */
        if (**at != '\\') {
            *out++ = *(*at)++;
            continue;
        }
        ++*at;
        if (!read_escape(at, &out)) return false;
    }
    ++*at;
    *out = '\0';
    return true;
}

/* Returns how many bytes the string in quotes at `at` has at most, with a NUL. */
static size_t string_room(const char *at) {
    size_t bytes = *at == '"';
    while (at[bytes] && at[bytes] != '"') bytes += at[bytes] == '\\' && at[bytes + 1] ? 2 : 1;
    return bytes + 1;
}

bool json_read_strings(Arena *arena, const char **at, List *members, bool *is_array, Error *error) {
    *at = text_skip_blanks(*at);
    *is_array = false;
    if (**at != '[') return true;
    *at = text_skip_blanks(*at + 1);
    *is_array = **at == ']';
    for (; !*is_array; ++*at) {
        *at = text_skip_blanks(*at);
        if (arena_interrupted_at(arena, members->count)) return fail_interrupted(error);
        char **member = list_add(arena, members, sizeof *member);
        if (member) *member = arena_alloc(arena, string_room(*at), 1);
        if (!member || !*member) return fail_memory(error, arena);
        if (!read_string(at, *member)) return true;
        *member = arena_resize(arena, *member, strlen(*member) + 1);
        if (!*member) return fail_memory(error, arena);
        *at = text_skip_blanks(*at);
        *is_array = **at == ']';
        if (**at != ',') break;
    }
    if (*is_array) *at = text_skip_blanks(*at + 1);
    return true;
}
