/*
** Once more what fuzzing kept, without libFuzzer.
**
**     replay [--sample SEED/N] FOLDER
**
** For each format FOLDER may hold an archive FORMAT.tar.xz, with `-` for the blanks of its name: few
** inputs that reach together what long runs of fuzzing reached (make fuzz-seeds). Each is opened,
** walked and held against the promises of checker.h, as when it was found; with --sample one of N is
** (sample.h). A complaint ends the run and names the input. The last line is `N passed, N failed`.
*/
#include "../sample/sample.h"
#include "fuzz_decoders.h"

#include "modules.h"

#include <lzma.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PACKED_MAX   ((size_t)4 << 20)
#define UNPACKED_MAX ((size_t)64 << 20)
#define BLOCK_BYTES  512 /* of a tar, as POSIX describes it */
#define NAME_BYTES   100
#define SIZE_AT      124
#define TYPE_AT      156

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

/* The target changes inputs with that, which isn't done here. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most) {
    (void)bytes, (void)most;
    return size;
}

static char current[2048]; /* the input that is tried */

static void name_input(int number) {
    ssize_t written = write(STDERR_FILENO, current, strlen(current));
    (void)written;
    signal(number, SIG_DFL);
}

/* ---- Archives -------------------------------------------------------------------------------- */

/* Reads and unpacks a file; NULL if there is none. What isn't an .xz ends the program. */
static uint8_t *unpack(const char *path, size_t *size) {
    uint64_t memory = UINT64_MAX;
    size_t at = 0;
    *size = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    uint8_t *packed = malloc(PACKED_MAX), *bytes = malloc(UNPACKED_MAX);
    if (!packed || !bytes) exit(2);
    size_t packed_size = fread(packed, 1, PACKED_MAX, file);
    fclose(file);
    lzma_ret code = lzma_stream_buffer_decode(&memory, 0, NULL, packed, &at, packed_size, bytes,
                                              size, UNPACKED_MAX);
    free(packed);
    if (code == LZMA_OK) return bytes;
    fprintf(stderr, "%s: not an .xz of less than %zu bytes\n", path, UNPACKED_MAX);
    exit(2);
}

/* Tries each file of a tar, or those of the sample; returns how many it tried. One without files
** ends the program. */
static size_t try_files(const uint8_t *bytes, size_t size, const char *path) {
    size_t tried = 0, files = 0;
    for (size_t at = 0; at + BLOCK_BYTES <= size && bytes[at];) {
        char octal[12] = {0};
        memcpy(octal, bytes + at + SIZE_AT, sizeof octal - 1);
        size_t length = strtoul(octal, NULL, 8);
        const uint8_t *content = bytes + at + BLOCK_BYTES;
        if (length > size - at - BLOCK_BYTES) {
            fprintf(stderr, "%s: ends in a file\n", path);
            exit(2);
        }
        files += bytes[at + TYPE_AT] == '0';
        if (bytes[at + TYPE_AT] == '0' && sample_holds(path, at)) {
            snprintf(current, sizeof current, "%s: %.*s\n", path, NAME_BYTES,
                     (const char *)bytes + at);
            LLVMFuzzerTestOneInput(content, length);
            tried++;
        }
        at += BLOCK_BYTES + (length + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    }
    if (!files) {
        fprintf(stderr, "%s: has no files\n", path);
        exit(2);
    }
    return tried;
}

static size_t try_format(const char *folder, const char *name) {
    char path[1024];
    size_t size, length = (size_t)snprintf(path, sizeof path, "%s/", folder);
    snprintf(path + length, sizeof path - length, "%s.tar.xz", name);
    for (char *at = path + length; *at; at++) {
        if (*at == ' ') *at = '-';
    }
    uint8_t *bytes = choose_format(name) ? unpack(path, &size) : NULL;
    size_t tried = bytes ? try_files(bytes, size, path) : 0;
    if (!bytes) printf("%s: no inputs\n", name);
    free(bytes);
    return tried;
}

int main(int count, char **arguments) {
    size_t tried = 0;
    bool is_sample = count == 4 && !strcmp(arguments[1], "--sample");
    if ((count != 2 && !is_sample) || (is_sample && !sample_read(arguments[2]))) {
        fprintf(stderr, "usage: replay [--sample SEED/N] FOLDER\n");
        return 2;
    }
    signal(SIGABRT, name_input);
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            tried += try_format(arguments[count - 1], modules[m]->formats[f]->name);
        }
    }
    sample_print();
    printf("%zu passed, %d failed\n", tried, !tried);
    return !tried;
}
