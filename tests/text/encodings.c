/*
** Every pair of bytes in code pages 949, 932, 936 and 950, and every byte in 1252, 1250 and 437, as
** text.h converts them. All texts come back: each is written as bytes of the same text.
**
**     encodings          compares a checksum of all answers with that of Python's codecs
**     encodings --list   prints the answers, for encodings.py, which asks Python's codecs itself
*/
#include "codec/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

static const struct {
    TextEncoding encoding;
    const char *codec; /* Python's name of it */
    bool has_pairs;
    unsigned long checksum;
} encodings[] = {
    {ENCODING_CP949, "cp949", true, 0x817e6896UL},
    {ENCODING_CP932, "cp932", true, 0xff641a15UL},
    {ENCODING_CP936, "cp936", true, 0x23f05817UL},
    {ENCODING_CP950, "cp950", true, 0x68dcc101UL},
    {ENCODING_CP1252, "cp1252", false, 0x89e7c571UL},
    {ENCODING_CP1250, "cp1250", false, 0x89e899caUL},
    {ENCODING_CP437, "cp437", false, 0x6db68b61UL},
};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static void *resize(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (bytes) return realloc(block, (size_t)bytes);
    free(block);
    return NULL;
}

static const Host host = {.resize = resize};

/* Writes a line: the bytes and their text, in hexadecimal. */
static int write_line(int e, const uint8_t *bytes, size_t count, char line[64]) {
    Arena arena = {.host = &host};
    uint32_t length = 0;
    const char *text = text_convert(&arena, encodings[e].encoding, bytes, count, &length);
    int used = snprintf(line, 64, "%s ", encodings[e].codec);
    for (size_t i = 0; i < count; i++) used += snprintf(line + used, 8, "%02x", bytes[i]);
    used += snprintf(line + used, 8, " ");
    for (uint32_t i = 0; text && i < length; i++) {
        used += snprintf(line + used, 8, "%02x", (unsigned char)text[i]);
    }
    used += snprintf(line + used, 8, "\n");
    arena_clear(&arena);
    return used;
}

/* Writes the text of some bytes, and reads it again. A text with U+FFFD has no bytes. */
static bool comes_back(int e, const uint8_t *bytes, size_t count) {
    TextEncoding encoding = encodings[e].encoding;
    Arena arena = {.host = &host};
    uint32_t length = 0, again = 0;
    uint64_t used = 0;
    uint8_t written[2];
    const char *text = text_convert(&arena, encoding, bytes, count, &length), *read = NULL;
    bool is_whole = true;
    for (uint32_t i = 0; text && i + 3 <= length; i++) {
        if (!memcmp(text + i, "\xEF\xBF\xBD", 3)) is_whole = false;
    }
    if (text && is_whole && text_encode(encoding, text, length, written, count, &used) &&
        used <= count) {
        read = text_convert(&arena, encoding, written, (size_t)used, &again);
    }
    bool same = read && again == length && !memcmp(read, text, length);
    arena_clear(&arena);
    return same || !is_whole;
}

/* Prints or sums up all lines of an encoding. *lost counts those that don't come back. */
static unsigned long walk(int e, bool list, int *lost) {
    unsigned long checksum = crc32(0, NULL, 0);
    unsigned last = encodings[e].has_pairs ? 0xFF : 0;
    for (unsigned first = 1; first <= 0xFF; first++) {
        for (unsigned second = 0; second <= last; second++) {
            char line[64];
            const uint8_t bytes[] = {(uint8_t)first, (uint8_t)second};
            int length = write_line(e, bytes, last ? 2 : 1, line);
            if (list) fputs(line, stdout);
            checksum = crc32(checksum, (const unsigned char *)line, (unsigned)length);
            *lost += !comes_back(e, bytes, last ? 2 : 1);
        }
    }
    return checksum;
}

int main(int count, char **arguments) {
    bool list = count > 1 && !strcmp(arguments[1], "--list");
    int failed = 0;
    for (int e = 0; e < ENCODINGS; e++) {
        int lost = 0;
        unsigned long checksum = walk(e, list, &lost);
        if (list || (checksum == encodings[e].checksum && !lost)) continue;
        failed++;
        printf("the checksum of %s is %08lx, %d texts don't come back\n", encodings[e].codec,
               checksum, lost);
    }
    if (!list) printf("%d passed, %d failed\n", ENCODINGS - failed, failed);
    return failed != 0;
}
