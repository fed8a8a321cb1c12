#include "engine/files/path.h"
#include "codec/text.h"
#include "codec/utf8.h"

/* Byte b is shown as the character BYTE_CHARACTERS + b. */
enum { BYTE_CHARACTERS = 0xEF00 };

/* Tells whether a character from U+EF80 to U+EFFF begins here, in a text that ends with a NUL. */
static bool stands_for_byte(const char *at) {
    const uint8_t *bytes = (const uint8_t *)at;
    return bytes[0] == 0xEE && (bytes[1] == 0xBE || bytes[1] == 0xBF) && (bytes[2] & 0xC0) == 0x80;
}

/* Returns the length of the character at a place of a path if it is shown unchanged; 0: its first
** byte is shown as a character of its own. */
static size_t plain_length(const char *at) {
    return stands_for_byte(at) ? 0 : utf8_length_of((const uint8_t *)at, 4);
}

size_t path_shown_bytes(const char *path, size_t length) {
    size_t bytes = 0, at = 0;
    for (size_t next; at < length && path[at]; at += next ? next : 1) {
        next = plain_length(path + at);
        bytes += next ? next : 3;
    }
    return bytes + length - at;
}

const char *path_shown(Arena *arena, const char *path) {
    const char *at = path;
    size_t length = 1;
    while (*at && (length = (uint8_t)*at < 0x80 ? 1 : plain_length(at))) at += length;
    if (length) return path;
    char *shown = arena_alloc(arena, path_shown_bytes(path, strlen(path)) + 1, 1), *out = shown;
    for (at = path; shown && *at; at += length ? length : 1) {
        length = plain_length(at);
        if (!length) out += utf8_write(BYTE_CHARACTERS + (uint8_t)*at, out);
        memcpy(out, at, length);
        out += length;
    }
    if (shown) *out = '\0';
    return shown;
}

bool path_is_itself(const char *path) {
    while ((path = strchr(path, 0xEE)) && !stands_for_byte(path)) path++;
    return !path;
}

const char *path_given(Arena *arena, const char *text) {
    const char *path = system_path(arena, text), *at;
    if (!path || path_is_itself(path)) return path;
    char *bytes = text_copy(arena, path, strlen(path)), *out = bytes;
    for (at = path; bytes && *at; at++) {
        bool is_byte = stands_for_byte(at);
        *out++ = is_byte ? (char)((at[1] & 1) << 6 | 0x80 | (at[2] & 0x3F)) : *at;
        if (is_byte) at += 2;
    }
    if (bytes) *out = '\0';
    return bytes;
}

char *path_plain(Arena *arena, const char *text) {
    const char *path = path_given(arena, text);
    size_t length = path ? strlen(path) : 0;
    while (length > 1 && path[length - 1] == '/') length--;
    return path ? text_copy(arena, path, length) : NULL;
}

const char *path_name(const char *path) {
    return path + path_folder_length(path);
}

size_t path_folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

size_t path_slashed_length(const char *folder) {
    size_t length = strlen(folder);
    return length + (length && folder[length - 1] != '/');
}

void *path_join(Arena *arena, size_t header, const char *folder, const char *name, size_t length) {
    size_t slashed = path_slashed_length(folder);
    char *block = arena_alloc(arena, header + slashed + length + 1, 1);
    if (!block) return NULL;
    char *at = block + header;
    memcpy(at, folder, slashed);
    if (slashed) at[slashed - 1] = '/'; /* perhaps in place of the folder's NUL */
    memcpy(at + slashed, name, length);
    at[slashed + length] = 0;
    return block;
}
