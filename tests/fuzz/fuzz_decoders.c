/*
** The fuzz target of every decoder, for libFuzzer. The environment selects what it does:
**
**     FUZZ_FORMAT   name of the format, e.g. GND
**     FUZZ_SEEDS    a folder: the files in it that look like the format are written to FUZZ_INTO
**                   as seeds, and the program ends
**
** An input is a file. For formats whose files come in pairs, the second file and its size (u32) may
** follow it. An input that opens is walked and held against the promises of checker.h; a complaint
** is a crash. Inputs are changed by libFuzzer, by numbers that break careless arithmetic, and
** within the compression of containers (repack.h). At the end, a line tells how many inputs there
** were, and how many of them the decoder took for its format, opened, and walked.
*/
#include "fuzz_decoders.h"

#include "../checker/checker.h"
#include "modules.h"
#include "../hostile/repack.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define INFLATED_MAX ((size_t)1 << 20)
#define SEED_MAX     ((size_t)256 << 10)
#define LARGE        ((size_t)64 << 10) /* larger inputs are walked less, so more can be tried */

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

static const Format *format;
static uint64_t executions, recognised, past_container, opened;

void complain(const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    fprintf(stderr, "%s: ", format->name);
    vfprintf(stderr, text, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    abort();
}

void error_seen(const Error *error) {
    (void)error;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

typedef struct Input {
    const uint8_t *file, *second;
    size_t file_size, second_size;
} Input;

/* Formats whose files come in pairs, and KEYs, which need a BIF. */
static bool has_second(void) {
    return format->second_ending || !strcmp(format->name, "KEY");
}

static Input split(const uint8_t *bytes, size_t size) {
    Input input = {.file = bytes, .file_size = size};
    if (!has_second() || size < 4) return input;
    uint32_t second = load_u32(bytes + size - 4);
    if (second > size - 4) return input;
    input.file_size = size - 4 - second;
    input.second = second ? bytes + input.file_size : NULL;
    input.second_size = second;
    return input;
}

static bool detects(const uint8_t *bytes, size_t size) {
    if (archive_format_of(format)) return is_archive(format, bytes, size);
    return format_takes(format, bytes, size, size) || format->open_decides;
}

static bool is_past_container(const Document *document, const Error *error) {
    if (document) return true;
    if (error->kind == ERROR_NOT_THIS_FORMAT || error->kind == ERROR_UNSUPPORTED) return false;
    if (!format->inflates || format->second_ending) return true;
    /* for compressed parts: the first failure is in inflated bytes */
    return strstr(error->message, "inflated") || strstr(error->message, "payload");
}

/* A hash of some of the bytes, so that equal inputs are treated alike. */
static unsigned checksum(const uint8_t *bytes, size_t size) {
    unsigned sum = (unsigned)size;
    for (size_t i = 0; i < size; i += 1 + size / 256) sum = sum * 31 + bytes[i];
    return sum >> 4;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Memory memory = {0};
    Host host = memory_host(&memory);
    Error error = {0};
    Input input = split(bytes, size);
    bool detected = detects(input.file, input.file_size);
    check_by_parts(format, &host, input.file, input.file_size, "5_0001_0002.gtchunk");
    Document *document = open_copy(format, &host, input.file, input.file_size,
                                   "5_0001_0002.gtchunk", input.second, input.second_size, &error);
    executions++;
    recognised += detected;
    past_container += is_past_container(document, &error);
    if (document) {
        Walk walk = {.rows_per_table = 6, .argument_tuples = 1};
        walk.one_in = size < LARGE ? 4 : 16; /* libFuzzer repeats what is similar to new inputs */
        walk.which = checksum(bytes, size);
        if (!detected) complain("opens, but isn't detected");
        check_document(document, &walk);
        check_by_ranges(document, &host, input.file, input.file_size, input.second,
                        input.second_size);
        document_free(document);
        opened++;
    } else {
        check_error_text(&error);
    }
    if (memory.now || memory.blocks) complain("%" PRIu64 " bytes are left", memory.now);
    return 0;
}

/* ---- Changes --------------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Replaces a number by one that is a limit of something. */
static size_t change_number(uint8_t *bytes, size_t size, uint32_t *state) {
    static const uint32_t values[] = {0,          1,          2,          3,          0x7f,
                                      0xff,       0x7fff,     0x8000,     0xffff,     0x10000,
                                      0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x04924925,
                                      0x40000001, 0x7fc00000, 0x7f800000, 0xff7fffff, 0x3f800000};
    if (size < 4) return size;
    size_t end = size - 3; /* counts are at the beginning of files more often than at the end */
    if (next_random(state) % 2) end = 1 + next_random(state) % end;
    size_t at = next_random(state) % end;
    if (next_random(state) % 2) at &= ~(size_t)3;
    uint32_t was = load_u32(bytes + at), value = was;
    switch (next_random(state) % 4) {
    case 0: value = was + 1 - 2 * (next_random(state) % 2); break;
    case 1: value = (uint32_t)(size - at - next_random(state) % 8); break;
    default: value = values[next_random(state) % LENGTH(values)];
    }
    size_t width = next_random(state) % 3 ? 4 : 2;
    for (size_t i = 0; i < width; i++) bytes[at + i] = (uint8_t)(value >> 8 * i);
    return size;
}

static size_t change_plain(uint8_t *bytes, size_t size, size_t most, uint32_t *state) {
    size_t times = 1 + next_random(state) % 3;
    for (size_t i = 0; i < times; i++) {
        size = next_random(state) % 3 ? change_number(bytes, size, state)
                                      : LLVMFuzzerMutate(bytes, size, most);
    }
    return size;
}

/* Changes the content of a compressed part; returns 0 if no part can be changed. */
static size_t change_part(uint8_t *bytes, size_t size, size_t most, uint32_t *state) {
    Parts parts;
    size_t raw_size, new_size = 0;
    find_parts(bytes, size, &parts);
    if (!parts.count) return 0;
    size_t which = next_random(state) % parts.count;
    uint8_t *raw = unpack_part(bytes, size, &parts.items[which], INFLATED_MAX, &raw_size);
    if (!raw) return 0;
    size_t room = raw_size + 256;
    uint8_t *larger = realloc(raw, room);
    if (larger) raw = larger;
    raw_size = change_plain(raw, raw_size, larger ? room : raw_size, state);
    uint8_t *changed = repack_part(bytes, size, &parts, which, raw, raw_size, most, &new_size);
    if (changed) memcpy(bytes, changed, new_size);
    free(changed);
    free(raw);
    return new_size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
    uint32_t state = seed;
    bool behind = next_random(&state) % 8 != 0;
    size_t changed = behind ? change_part(bytes, size, most, &state) : 0;
    return changed ? changed : change_plain(bytes, size, most, &state);
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

static const char *into;
static unsigned long seed_number;

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file ? malloc(SEED_MAX + 1) : NULL;
    *size = bytes ? fread(bytes, 1, SEED_MAX + 1, file) : 0;
    if (file) fclose(file);
    return bytes;
}

/* Appends the second file of a pair and its size. */
static void append_second(const char *path, FILE *seed) {
    bool is_pair = format->second_ending;
    const char *first = is_pair ? format->ending : "chitin.key";
    size_t length = strlen(path), ending = strlen(first), size;
    if (!has_second() || length < ending || strcmp(path + length - ending, first)) return;
    char neighbour[1024];
    snprintf(neighbour, sizeof neighbour, "%.*s%s", (int)(length - ending), path,
             is_pair ? format->second_ending : "data/models.bif");
    uint8_t *bytes = read_file(neighbour, &size);
    if (bytes && size <= SEED_MAX) {
        uint8_t field[4] = {(uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), 0};
        fwrite(bytes, 1, size, seed);
        fwrite(field, 1, 4, seed);
    }
    free(bytes);
}

static int write_seed(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    size_t size;
    (void)status, (void)walk;
    if (kind != FTW_F) return 0;
    uint8_t *bytes = read_file(path, &size);
    if (bytes && size && size <= SEED_MAX && detects(bytes, size)) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%04lu", into, seed_number++);
        FILE *seed = fopen(name, "wb");
        if (seed) {
            fwrite(bytes, 1, size, seed);
            append_second(path, seed);
            fclose(seed);
        }
    }
    free(bytes);
    return 0;
}

/* ---- Begin and end --------------------------------------------------------------------------- */

static void print_counts(void) {
    double each = executions ? 100.0 / (double)executions : 0;
    fprintf(stderr,
            "%s: %" PRIu64 " executions, %.1f %% recognised, %.1f %% past the container, "
            "%.1f %% opened and walked\n",
            format->name, executions, (double)recognised * each, (double)past_container * each,
            (double)opened * each);
}

bool choose_format(const char *name) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            if (strcmp(modules[m]->formats[f]->name, name) != 0) continue;
            format = modules[m]->formats[f];
            return true;
        }
    }
    return false;
}

static void print_formats(void) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) puts(modules[m]->formats[f]->name);
    }
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    const char *name = getenv("FUZZ_FORMAT"), *seeds = getenv("FUZZ_SEEDS");
    (void)count, (void)arguments;
    if (!name) {
        print_formats();
        exit(0);
    }
    if (!choose_format(name)) {
        fprintf(stderr, "FUZZ_FORMAT: no format %s\n", name);
        exit(2);
    }
    if (seeds) {
        into = getenv("FUZZ_INTO");
        if (into) nftw(seeds, write_seed, 16, FTW_PHYS);
        printf("%lu seeds\n", seed_number);
        exit(0);
    }
    atexit(print_counts);
    return 0;
}
