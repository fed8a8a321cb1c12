/*
** Memory as a function of input: files whose lists are as long as their bytes allow.
**
**     worst [--whole | --sample SEED/N] FOLDER [LONG]
**
** Each file below FOLDER that opens (the fixtures), and each compressed part of one, gets longer: at
** a number that the fixtures' writer knows (field_map.h), behind it or at the end, bytes are added,
** zeros or the records that stand there once more, and the number becomes as large as records of one
** size or another fit into them; so do offsets and counts that stand together. What opens is read
** whole: every table, every function, the findings. Whatever comes of it, the memory held at any
** time stays within the limit of documents, LEAST + 4 x (file + what it inflated), here with LEAST
** made small, so that small files come close to it. What streams within streams inflate is as much
** as the document says. What a cell decodes comes on top, the findings as they are counted, and what
** is as large for every region of JMX (206 KB): the 64 MiB of real documents have room for it, LEAST
** hasn't. Files below LONG, whose lists are long already, are read as they are; of vertex pages no
** more than VGEO_DECODED_BYTES_MAX are kept. Prints how many rows the tables got to at most; with
** LONG each must have grown that can. Of the fixtures a sample takes one of N, and of the others
** those that tables need to grow. The last line is `N passed, N failed`.
*/
#include "archive/archive.h"
#include "firefall/vgeo.h"
#include "../checker/checker.h"
#include "modules.h"
#include "complaints.h"
#include "field_map.h"
#include "repack.h"
#include "../sample/sample.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST         (1 << 20) /* instead of DOCUMENT_BYTES_LEAST */
#define ADDED         (512 << 10)
#define CELL          (1 << 20)   /* what a cell decodes may come on top */
#define BLOCK         64          /* what a block takes beside its bytes */
#define FILE_MOST     (200 << 10) /* larger fixtures aren't made longer */
#define LONG_MOST     (8 << 20)   /* what is larger is there for its size alone */
#define FIELDS_AHEAD  5           /* a list may stand behind as many more fields */
#define ROWS_GROWN    100
#define SAMPLED       30 /* changes of one file */
#define SAMPLED_WHOLE 600
#define TABLES_MAX    256

static char **paths;
static size_t path_count;
static size_t fixture_count;       /* of the paths; those behind them are read unchanged */
static uint64_t opened, most_part; /* most_part: of the limit, in thousandths */
static uint64_t rows_most[TABLES_MAX];
static uint64_t state = 1;

static uint64_t chance(uint64_t of) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % of;
}

/* ---- One file -------------------------------------------------------------------------------- */

/* Counts the rows of the tables that need no arguments. */
static void note_rows(Document *document) {
    int number = 0;
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count; t++, number++) {
            const Table *table = modules[m]->tables[t];
            if (!table->format || !format_serves(table->format, document->format)) continue;
            if (table->argument_count || table->row_file || number >= TABLES_MAX) continue;
            Arena scratch = {.host = document->arena.host};
            Array array;
            Error error = {0};
            Opening opening = {
                .document = document, .scratch = &scratch, .array = &array, .error = &error};
            if (table_rows(table, &opening) && array.count > rows_most[number]) {
                rows_most[number] = array.count;
            }
            arena_clear(&scratch);
        }
    }
}

/* Returns what the findings take while their list grows. */
static uint64_t findings_size(Document *document) {
    Arena scratch = {.host = document->arena.host};
    Error error = {0};
    const Findings *findings = checked_findings(document, &scratch, &error);
    uint64_t sum = 0;
    for (uint64_t i = 0; findings && i < findings->list.count; i++) {
        const Finding *finding = (const Finding *)findings->list.items + i;
        sum += 2 * sizeof *finding + strlen(finding->message) + BLOCK;
    }
    arena_clear(&scratch);
    return sum;
}

/* Returns what the parts inflate to, as repack.c reads it. */
static uint64_t inflated_size(const uint8_t *bytes, uint64_t size) {
    static Parts parts;
    uint64_t sum = 0;
    find_parts(bytes, (size_t)size, &parts);
    for (size_t i = 0; i < parts.count; i++) sum += parts.items[i].raw;
    return sum;
}

typedef struct Content {
    uint8_t *bytes;
    size_t size;
} Content;

/* Beside the list of their vertices no more than so many bytes of decoded pages are held. */
static void check_pages(const Document *document, const Memory *memory, uint64_t files) {
    const Vgeo *vgeo = (const Vgeo *)document;
    uint64_t lists = vgeo->vertex_count * sizeof *vgeo->vertices +
                     vgeo->page_count * sizeof *vgeo->pages + files;
    if (memory->peak > lists + VGEO_DECODED_BYTES_MAX + LEAST) {
        complain("%" PRIu64 " bytes at the peak, of which %" PRIu64 " aren't pages", memory->peak,
                 lists);
    }
}

/* The limit is that of a document, with a smaller constant. */
static void try_file(const Format *format, const uint8_t *bytes, uint64_t size,
                     const Content *second) {
    Memory memory = {0};
    Host host = memory_host(&memory);
    Arena arena = {.host = &host};
    Error error = {0};
    uint64_t inflated = format->inflates ? inflated_size(bytes, size) : 0;
    uint64_t limit = LEAST + DOCUMENT_BYTES_PER_BYTE * (size + inflated), before = failed;
    if (inflated > (uint64_t)16 << 20) return; /* the number is false */
    uint8_t *copy = arena_alloc(&arena, size, 1);
    uint8_t *copied = second->bytes ? arena_alloc(&arena, second->size, 1) : NULL;
    if (!copy || !copied != !second->bytes) return;
    memcpy(copy, bytes, (size_t)size);
    if (copied) memcpy(copied, second->bytes, second->size);
    arena.limit = LEAST + DOCUMENT_BYTES_PER_BYTE * (size + second->size);
    Document *document =
        document_open(format, &arena, copy, size, "n", copied, second->size, &error);
    uint64_t findings = 0;
    if (document) {
        Walk walk = {.rows_per_table = 8, .argument_tuples = 1};
        note_rows(document);
        findings = findings_size(document);
        check_document(document, &walk);
        opened++;
        if (format->inflates && document->arena.limit > limit) limit = document->arena.limit;
        if (format == &vgeo_format) check_pages(document, &memory, size + second->size);
    }
    document_free(document);
    limit += findings;
    if (memory.peak > limit + CELL) {
        complain("%" PRIu64 " bytes at the peak, %" PRIu64 " are allowed", memory.peak, limit);
    }
    if (memory.now) complain("%" PRIu64 " bytes are left", memory.now);
    if (memory.peak * 1000 / limit > most_part) most_part = memory.peak * 1000 / limit;
    passed += failed == before;
}

/* ---- Longer files ---------------------------------------------------------------------------- */

typedef struct Subject {
    const Format *format;
    const char *path;
    const uint8_t *file;
    size_t file_size;
    const uint8_t *content; /* the file itself, or the inflated content of one of its parts */
    size_t size;
    const Parts *parts; /* NULL: the file */
    size_t part;
} Subject;

static void put_number(uint8_t *bytes, const MapField *field, uint64_t value) {
    for (size_t i = 0; i < field->size; i++) bytes[field->at + i] = (uint8_t)(value >> 8 * i);
}

static void try_content(const Subject *subject, const uint8_t *content, size_t size) {
    static const Content none;
    if (!subject->parts) {
        try_file(subject->format, content, size, &none);
        return;
    }
    size_t packed_size;
    uint8_t *packed = repack_part(subject->file, subject->file_size, subject->parts, subject->part,
                                  content, size, (size_t)16 << 20, &packed_size);
    if (packed) try_file(subject->format, packed, packed_size, &none);
    free(packed);
}

/* Inserts bytes at a place: zeros, or copies of the `record` bytes before it. */
static void add_bytes(const Subject *subject, uint8_t *longer, size_t at, size_t record,
                      bool repeats) {
    memcpy(longer, subject->content, at);
    memset(longer + at, 0, ADDED);
    bool behind = at + record <= subject->size;
    const uint8_t *from = behind ? subject->content + at : subject->content + at - record;
    for (size_t i = 0; repeats && (behind || at >= record) && i < ADDED; i++) {
        longer[at + i] = from[i % record];
    }
    memcpy(longer + at + ADDED, subject->content + at, subject->size - at);
}

static uint64_t number_at(const Subject *subject, const MapField *field) {
    uint64_t value = 0;
    for (size_t i = 0; i < field->size; i++) {
        value |= (uint64_t)subject->content[field->at + i] << 8 * i;
    }
    return value;
}

/* Increases lengths of structures that contain the place, and offsets of what is behind it. */
static void stretch(const Subject *subject, const FieldList *list, uint8_t *longer, size_t at) {
    for (size_t i = 0; i < list->count; i++) {
        const MapField *field = &list->fields[i];
        uint64_t value = number_at(subject, field), end = field->at + field->size + value;
        bool encloses = field->at < at && end >= at && end <= subject->size + 16;
        bool points = value + 16 >= at && value <= subject->size;
        if (field->size != 4 || field->at + field->size > at || value < 8) continue;
        if (encloses || points) put_number(longer, field, value + ADDED);
    }
}

/* Makes one number a count of records that are inserted near it or at the end. */
static void lengthen(const Subject *subject, const FieldList *list, size_t number) {
    static const uint8_t sizes[] = {1,   2,   3,   4,   6,   8,   10,  12,  14,  16,  18, 20, 24,
                                    28,  32,  36,  40,  44,  48,  52,  56,  64,  72,  80, 88, 96,
                                    100, 108, 112, 116, 128, 144, 160, 180, 188, 192, 240};
    const MapField *count = &list->fields[number];
    size_t record = sizes[chance(LENGTH(sizes))], added = ADDED / record;
    size_t ahead = number + (size_t)chance(FIELDS_AHEAD);
    bool at_end = chance(3) == 0, repeats = chance(2), has_offset = chance(2);
    size_t at = subject->size;
    if (chance(4) == 0) at = list->fields[chance(list->count)].at;
    else if (!at_end && ahead < list->count) at = list->fields[ahead].at + list->fields[ahead].size;
    if (at > subject->size || count->size < 2) return;
    uint8_t *longer = malloc(subject->size + ADDED);
    if (!longer) return;
    add_bytes(subject, longer, at, record, repeats);
    if (chance(3)) stretch(subject, list, longer, at);
    if (count->at + count->size <= at) {
        uint64_t most = count->size == 2 ? 0xffff : UINT32_MAX;
        uint64_t value = added - (chance(3) == 0);
        put_number(longer, count, value < most ? value : most);
        if (has_offset && count->at >= 4 && count->at + 8 <= at) { /* pointer, count and capacity */
            static const uint8_t bases[] = {0, 12, 24};
            MapField before = {.at = count->at - 4, .size = 4}, behind = {count->at + 4, 4, ""};
            put_number(longer, &before, at - bases[chance(LENGTH(bases))]);
            put_number(longer, &behind, value);
        }
    }
    snprintf(current, sizeof current, "%s%s: %s at 0x%zx is %zu, at 0x%zx %s", subject->path,
             subject->parts ? ", inflated" : "", count->name, count->at, added, at,
             repeats ? "records" : "zeros");
    try_content(subject, longer, subject->size + ADDED);
    free(longer);
}

static void lengthen_all(const Subject *subject, uint64_t tries) {
    const FieldList *list = fields_of(subject->content, subject->size);
    if (!list || !list->count) return;
    for (uint64_t i = 0; i < tries; i++) {
        lengthen(subject, list, (size_t)(i < list->count ? i : chance(list->count)));
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) *size = 0;
    fclose(file);
    return bytes;
}

static bool opens(const Format *format, const uint8_t *bytes, size_t size) {
    Memory memory = {0};
    Host host = memory_host(&memory);
    Error error = {0};
    Document *document = open_copy(format, &host, bytes, size, "n", NULL, 0, &error);
    document_free(document);
    return document != NULL;
}

/* What is tried with a file depends on its name alone, so that other fixtures change nothing. */
static void draw_anew(const char *path) {
    state = 2;
    for (const char *at = strrchr(path, '/') + 1; *at; at++) state = state * 31 + (uint8_t)*at;
}

static void grow_as(const Format *format, const char *path, uint64_t tries) {
    static Parts parts;
    size_t size = 0;
    draw_anew(path);
    uint8_t *bytes = read_file(path, &size);
    if (bytes && size && size <= FILE_MOST && opens(format, bytes, size)) {
        Subject subject = {format, path, bytes, size, bytes, size, NULL, 0};
        lengthen_all(&subject, tries);
        find_parts(bytes, size, &parts);
        for (size_t p = 0; p < parts.count && p < 3; p++) {
            size_t raw;
            uint8_t *content = unpack_part(bytes, size, &parts.items[p], FILE_MOST, &raw);
            Subject inner = {format, path, bytes, size, content, raw, &parts, p};
            if (content) lengthen_all(&inner, tries);
            free(content);
        }
    }
    free(bytes);
}

/* The file beside it that belongs to it, if there is one. */
static Content second_of(const Format *format, const char *path) {
    Content second = {0};
    char beside[700];
    size_t length = strlen(path), ending = format->second_ending ? strlen(format->ending) : 0;
    if (!ending || length < ending || strcmp(path + length - ending, format->ending) != 0) {
        return second;
    }
    snprintf(beside, sizeof beside, "%.*s%s", (int)(length - ending), path, format->second_ending);
    second.bytes = read_file(beside, &second.size);
    return second;
}

static void read_as(const Format *format, const char *path) {
    size_t size = 0;
    uint8_t *bytes = read_file(path, &size);
    Content second = second_of(format, path);
    snprintf(current, sizeof current, "%s", path);
    if (bytes && size && opens(format, bytes, size)) try_file(format, bytes, size, &second);
    free(second.bytes);
    free(bytes);
}

static int collect(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)walk;
    if (kind != FTW_F || strstr(path, "/bad") || status->st_size > LONG_MOST) return 0;
    char **more = realloc(paths, (path_count + 1) * sizeof *paths);
    char *copy = malloc(strlen(path) + 1);
    if (!more || !copy) exit(2);
    paths = more;
    paths[path_count++] = strcpy(copy, path);
    return 0;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Of these a file has one row, or so many of each part as the format says. Links between the files
** of a world need several, and archives are not what this program is about. */
static bool stays_short(const char *name) {
    static const char *const names[] = {
        "gnd_maps",        "gat_maps",        "rsw_worlds",    "gt_chunks",       "vgeo_files",
        "zone_files",      "jmx_regions",     "jmx_planes",    "jmx_world_links", "mdl_models",
        "trn_files",       "aswm_meshes",     "archive_files", "archive_entries", "rsm_models",
        "ro_script_files", "jmx_region_maps", "gff_files",     "nwn_areas",       "nwn_blueprints",
        "nwn_transitions", "twoda_files",     "tlk_files",     "set_files",       "gamemap_images"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (!strcmp(names[i], name)) return true;
    }
    return false;
}

/* Tells whether a table of a format can still grow to more rows than it had in any file. */
static bool can_grow(const Format *format) {
    int number = 0;
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count && number < TABLES_MAX; t++, number++) {
            const Table *table = modules[m]->tables[t];
            if (!table->format || table->argument_count || !format_serves(table->format, format))
                continue;
            if (rows_most[number] < ROWS_GROWN && !stays_short(table->name)) return true;
        }
    }
    return false;
}

/* What a sample leaves out is grown while tables are short. Archives have tables instead of
** contents, and a different limit. */
static void grow_files(uint64_t tries, bool left_out) {
    for (size_t i = 0; i < (left_out ? fixture_count : path_count); i++) {
        if (left_out == (i >= fixture_count || sample_holds(paths[i], 0))) continue;
        for (int m = 0; m < module_count; m++) {
            for (int f = 0; f < modules[m]->format_count; f++) {
                const Format *format = modules[m]->formats[f];
                if (archive_format_of(format)) continue;
                if (i >= fixture_count) read_as(format, paths[i]);
                else if (!left_out || can_grow(format)) grow_as(format, paths[i], tries);
            }
        }
    }
}

static void tell_rows(bool must_grow) {
    int number = 0;
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count && number < TABLES_MAX; t++, number++) {
            const Table *table = modules[m]->tables[t];
            if (!table->format || table->argument_count || archive_format_of(table->format))
                continue;
            bool is_short = rows_most[number] < ROWS_GROWN;
            printf("%s%s %" PRIu64 "%s", number ? " " : "", table->name, rows_most[number],
                   is_short ? " (short)" : "");
            if (!must_grow || stays_short(table->name)) continue;
            snprintf(current, sizeof current, "%s", table->name);
            if (is_short) complain("no file has %d rows", ROWS_GROWN);
            passed += !is_short;
        }
    }
    printf("\n");
}

int main(int count, char **arguments) {
    bool whole = count > 2 && !strcmp(arguments[1], "--whole");
    bool sampled = count > 3 && !strcmp(arguments[1], "--sample") && sample_read(arguments[2]);
    arguments += whole + 2 * sampled;
    count -= whole + 2 * sampled;
    if (count != 2 && count != 3) {
        fprintf(stderr, "usage: worst [--whole | --sample SEED/N] FOLDER [LONG]\n");
        return 2;
    }
    const char *folder = arguments[1];
    if (nftw(folder, collect, 16, FTW_PHYS) != 0 || !load_field_map(folder)) {
        fprintf(stderr, "no fixtures in %s\n", folder);
        return 2;
    }
    qsort(paths, path_count, sizeof *paths, compare_paths);
    fixture_count = path_count;
    if (count == 3 && nftw(arguments[2], collect, 16, FTW_PHYS) != 0) {
        fprintf(stderr, "no files in %s\n", arguments[2]);
        return 2;
    }
    grow_files(whole ? SAMPLED_WHOLE : SAMPLED, false);
    grow_files(whole ? SAMPLED_WHOLE : SAMPLED, true);
    tell_rows(count == 3);
    sample_print();
    printf("%" PRIu64 " of %" PRIu64 " opened; at most %" PRIu64
           " thousandths of what is allowed\n",
           opened, passed + failed, most_part);
    return finish_checks();
}
