/*
** Every pair of bytes in code page 949 and every byte in Windows-1252, as text.h converts them.
**
**     encodings          compares a checksum of all answers with that of Python's codecs
**     encodings --list   prints the answers, for encodings.py, which asks Python's codecs itself
*/
#include "../../src/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#define CHECKSUM_949  0x817e6896UL
#define CHECKSUM_1252 0x89e7c571UL

static void *resize(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (bytes) return realloc(block, (size_t)bytes);
    free(block);
    return NULL;
}

static const Host host = {.resize = resize};

/* Writes a line: the bytes and their text, in hexadecimal. */
static int write_line(TextEncoding encoding, const uint8_t *bytes, size_t count, char line[64]) {
    Arena arena = {.host = &host};
    uint32_t length = 0;
    const char *text = text_convert(&arena, encoding, bytes, count, &length);
    int used = snprintf(line, 64, "%s ", encoding == ENCODING_CP949 ? "cp949" : "cp1252");
    for (size_t i = 0; i < count; i++) used += snprintf(line + used, 8, "%02x", bytes[i]);
    used += snprintf(line + used, 8, " ");
    for (uint32_t i = 0; text && i < length; i++) {
        used += snprintf(line + used, 8, "%02x", (unsigned char)text[i]);
    }
    used += snprintf(line + used, 8, "\n");
    arena_clear(&arena);
    return used;
}

/* Prints or sums up all lines of an encoding. */
static unsigned long walk(TextEncoding encoding, bool list) {
    unsigned long checksum = crc32(0, NULL, 0);
    unsigned last = encoding == ENCODING_CP949 ? 0xFF : 0;
    for (unsigned first = 1; first <= 0xFF; first++) {
        for (unsigned second = 0; second <= last; second++) {
            char line[64];
            const uint8_t bytes[] = {(uint8_t)first, (uint8_t)second};
            int length = write_line(encoding, bytes, last ? 2 : 1, line);
            if (list) fputs(line, stdout);
            checksum = crc32(checksum, (const unsigned char *)line, (unsigned)length);
        }
    }
    return checksum;
}

int main(int count, char **arguments) {
    bool list = count > 1 && !strcmp(arguments[1], "--list");
    unsigned long korean = walk(ENCODING_CP949, list), western = walk(ENCODING_CP1252, list);
    if (list) return 0;
    int failed = (korean != CHECKSUM_949) + (western != CHECKSUM_1252);
    if (failed) printf("checksums are %08lx and %08lx\n", korean, western);
    printf("%d passed, %d failed\n", 2 - failed, failed);
    return failed != 0;
}
