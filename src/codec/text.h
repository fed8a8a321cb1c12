/* Text of game files as UTF-8. */
#pragma once

#include "codec/code_page.h"

enum { TEXT_BYTES_MAX = 3 }; /* of UTF-8 for each byte */
enum { TEXT_SHOWN_BYTES = 100 };

/* Tells whether the text of a field, up to its first NUL, is plain ASCII; it has *length bytes. */
bool text_is_ascii(const uint8_t *field, size_t size, uint32_t *length);
/* Returns the text of a field of `size` bytes, up to its first NUL, as UTF-8 of *length bytes: the
** field itself if it is plain ASCII, else a new block of `arena` with a NUL at the end. Bytes that
** the encoding doesn't define become U+FFFD. NULL: memory ran out. */
const char *text_convert(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size,
                         uint32_t *length);
/* Returns the text of a field as UTF-8, always NUL-terminated; NULL: memory ran out. */
const char *text_string(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size);
/* Returns the text of a field for a message: in one line, of at most TEXT_SHOWN_BYTES; what is
** longer ends with "...". NULL: memory ran out. */
const char *text_shown(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size);
/* Converts `length` bytes among which there is no NUL into `out`, which has room for TEXT_BYTES_MAX
** bytes for each of them. Returns the length of what it wrote, which ends without a NUL. */
size_t text_convert_into(TextEncoding encoding, const uint8_t *field, size_t length, char *out);

/* Tells whether the encoding defines all characters of a text. */
bool text_is_defined(TextEncoding encoding, const uint8_t *bytes, uint64_t size);
/* Returns the first byte beyond ASCII from `at` on; `size` if there is none. */
uint64_t text_skip_ascii(const uint8_t *bytes, uint64_t at, uint64_t size);

/* Tells whether bytes are valid UTF-8. Text whose encoding a file doesn't say is UTF-8 if it is
** valid, else Windows-1252, in which the five undefined bytes stand for U+0081 and so on. NUL is a
** character like others. */
bool text_is_utf8(const uint8_t *bytes, uint64_t size);
/* Converts bytes that aren't UTF-8; `out` has room for TEXT_BYTES_MAX bytes for each of them.
** Returns the length of what was written. */
size_t text_mixed_into(const uint8_t *bytes, size_t size, char *out);
/* Returns bytes as text in UTF-8: themselves, or a new block of `arena`; NULL: memory ran out. */
const char *text_mixed(Arena *arena, const uint8_t *bytes, size_t size, uint32_t *length);

/* Writes UTF-8 text in an encoding to `out`, as far as its `room` bytes go, and sets *used to how
** many bytes it takes. Returns false if the encoding lacks a character, or the text isn't UTF-8. */
bool text_encode(TextEncoding encoding, const char *text, uint64_t length, uint8_t *out,
                 uint64_t room, uint64_t *used);

/* Tells whether a name ends with one of the endings, ".trn .trx", without regard to the case of
** ASCII letters. NULL: with none. */
bool text_has_ending(const char *name, const char *endings);
/* Tells whether the name's first `length` bytes end with one of the endings. */
bool text_part_has_ending(const char *name, size_t length, const char *endings);

/* Compare text of `length` bytes without regard to the case of ASCII letters: it is the same as
** another one; it is `word`; it begins with `word`, or ends with it. */
bool text_same(const void *text, size_t length, const void *other, size_t other_length);
bool text_is(const void *text, size_t length, const char *word);
bool text_begins(const void *text, size_t length, const char *word);
bool text_ends(const void *text, size_t length, const char *word);

/* Returns how many bytes the folders of a file's name have, with the last '\\' or '/'. */
size_t text_folder_bytes(const void *name, size_t length);

/* Returns a copy of a file's name with this ending instead of its own; NULL: memory ran out. */
char *text_with_ending(Arena *arena, const char *name, const char *ending);

/* Return a NUL-terminated copy of `length` bytes, as they are or with ASCII letters in lower case;
** NULL: memory ran out. */
char *text_copy(Arena *arena, const void *text, size_t length);
char *text_folded(Arena *arena, const void *text, size_t length);
/* Returns what print_text() prints (print.h); NULL: memory ran out. */
char *text_printed(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
/* Returns the FNV-1a hash of a text without regard to the case of ASCII letters. Whoever forges a
** text can give it any hash. */
uint64_t text_hash(const char *text);

/* Returns the value of a hexadecimal digit of either case, or -1. */
static inline int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/* Returns what follows the blanks of JSON and SQL at the beginning of a text. */
static inline const char *text_skip_blanks(const char *text) {
    return text + strspn(text, " \t\r\n");
}
/* Tells whether a source begins like a list of files or a game's order. */
static inline bool text_is_list(const char *source) {
    source = text_skip_blanks(source);
    return (*source == '[' || *source == '{') && *text_skip_blanks(source + 1) == '"';
}
