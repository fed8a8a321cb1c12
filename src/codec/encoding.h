/* The encoding of a whole text file: guessed once, since a guess for each line would give mixed
** text.
**
** The guess takes the first that fits: a byte order mark (UTF-8, UTF-16), nothing but ASCII, valid
** UTF-8, and then the code page of Korea (CP949), Japan (CP932) or China (CP936, CP950) in which most
** characters are usual ones of the language. Nearly any Korean text is valid in the others, too, so
** that validity alone would say nothing. Where there are few characters or none of these fits, it is
** CP949 if every byte beyond ASCII is part of a pair that it defines, else Windows-1252, which any
** bytes are. Pairs that stand alone among ASCII, of which "it's" with a curly apostrophe is full, are
** no evidence. In Windows-1252 the five bytes that Microsoft's table leaves out (81 8D 8F 90 9D) are
** the control characters of the same number, as in the WHATWG's table. */
#pragma once

#include "core/core.h"

typedef enum FileEncoding {
    FILE_ASCII,
    FILE_UTF8,
    FILE_UTF16LE,
    FILE_UTF16BE,
    FILE_CP949,
    FILE_CP1252,
    FILE_CP932,
    FILE_CP936,
    FILE_CP950,
    FILE_ENCODINGS
} FileEncoding;

#define ENCODING_NAMES "ascii, utf-8, utf-16le, utf-16be, cp949, windows-1252, cp932, cp936, cp950"

/* Returns a name like "utf-16le". */
const char *encoding_name(FileEncoding encoding);
/* Finds an encoding by its name, without regard to case. */
bool encoding_find(const char *name, size_t length, FileEncoding *encoding);

/* Returns the encoding of a file's content. */
FileEncoding encoding_guess(const uint8_t *bytes, uint64_t size);
/* Returns how many bytes the encoding's own byte order mark takes at the beginning; 0: none. */
uint64_t encoding_mark_bytes(FileEncoding encoding, const uint8_t *bytes, uint64_t size);
static inline bool encoding_is_wide(FileEncoding encoding) {
    return encoding == FILE_UTF16LE || encoding == FILE_UTF16BE;
}

/* Converts text to UTF-8 at `out`, which has room for TEXT_BYTES_MAX (text.h) bytes for each byte.
** What the encoding doesn't define becomes U+FFFD, and so does NUL, which no text of SQLite should
** have. *wrong, unless it is NULL, is raised by the number of these. Returns the length. */
size_t encoding_convert(FileEncoding encoding, const uint8_t *bytes, size_t size, char *out,
                        uint64_t *wrong);
/* Tells whether text is the same in UTF-8: ASCII without NUL, in an encoding of bytes. */
bool encoding_is_plain(FileEncoding encoding, const uint8_t *bytes, size_t size);

/* A Format.takes of texts: tells whether few of these bytes are control characters, or whether they
** begin with the byte order mark of UTF-16. */
bool encoding_takes_text(const uint8_t *head, uint64_t size, uint64_t file_size);
/* Tells whether these bytes look like UTF-16 without such a mark. */
bool encoding_looks_wide(const uint8_t *head, uint64_t size);
