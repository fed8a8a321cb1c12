/*
** Work as a function of size: a file that is twice as large may cost twice as much, not four times.
**
**     scaling FOLDER
**
** FOLDER contains series, one in each folder: 1.*, 2.*, 4.* and 8.*, whose contents grow in one
** respect (tests/fixtures/scaled.c). Each file is opened, and every row and cell of every table is
** read; what archives contain is unpacked. No clock is used: the decoders and tables are built so
** that each basic block that runs calls the counter below (-fsanitize-coverage=trace-pc), and
** allocations are counted, too. Apart from work that doesn't grow, work may grow as n^1.15, which
** leaves space for sorting, and so may memory. The last line is "N passed, N failed".
*/
#include "../checker/checker.h"
#include "modules.h"
#include "complaints.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZES          4
#define EXPONENT_MAX   1.15
#define ALLOCATED_COST 16 /* blocks of work for which an allocation counts */

static uint64_t blocks_run;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    blocks_run++;
}

typedef struct Cost {
    uint64_t work, peak;
    bool opened;
} Cost;

static uint8_t *read_file(const char *path, uint64_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (uint64_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) *bytes = 0;
    fclose(file);
    return bytes;
}

typedef struct Content {
    uint8_t *bytes;
    uint64_t size;
} Content;

static void add_cost(const Format *format, const Content *file, const Content *beside, Cost *cost) {
    Memory memory = {0};
    Host host = memory_host(&memory);
    Error error = {0};
    Walk walk = {.argument_tuples = 2};
    blocks_run = 0;
    static const Content none;
    const Content *second = format->second_ending ? beside : &none;
    Document *document =
        open_copy(format, &host, file->bytes, file->size, "n", second->bytes, second->size, &error);
    if (!document) return;
    check_document(document, &walk);
    check_by_ranges(document, &host, file->bytes, file->size, NULL, 0);
    document_free(document);
    cost->opened = true;
    cost->work += blocks_run + ALLOCATED_COST * memory.calls;
    if (memory.peak > cost->peak) cost->peak = memory.peak;
}

/* The file PATH.ending, and PATH.vgeo if there is one. */
static Cost cost_of(const char *path, const char *ending) {
    char name[1100];
    Content file = {0}, beside = {0};
    Cost cost = {0};
    snprintf(name, sizeof name, "%s.%s", path, ending);
    file.bytes = read_file(name, &file.size);
    snprintf(name, sizeof name, "%s.vgeo", path);
    beside.bytes = read_file(name, &beside.size);
    for (int m = 0; file.bytes && m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            add_cost(modules[m]->formats[f], &file, &beside, &cost);
        }
    }
    free(file.bytes);
    free(beside.bytes);
    return cost;
}

/* Returns the greatest exponent by which values grow from one size to the next, not counting
** `base`. */
static double check_growth(const char *what, const uint64_t *values, uint64_t base) {
    double worst = 0;
    for (int i = 1; i < SIZES; i++) {
        double before = (double)values[i - 1] - (double)base,
               after = (double)values[i] - (double)base;
        if (after > before && log2(after / before) > worst) worst = log2(after / before);
    }
    if (worst > EXPONENT_MAX) {
        complain("%s grows as n^%.2f: %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64, what, worst,
                 values[0], values[1], values[2], values[3]);
    } else {
        passed++;
    }
    return worst;
}

static void check_series(const char *folder, const char *series, const char *ending) {
    uint64_t work[SIZES], peak[SIZES];
    char path[1024];
    snprintf(current, sizeof current, "%s", series);
    for (int i = 0; i < SIZES; i++) {
        snprintf(path, sizeof path, "%s/%s/%d", folder, series, 1 << i);
        Cost cost = cost_of(path, ending);
        if (!cost.opened || !cost.work) {
            complain("%s can't be opened, or no work is counted", path);
            return;
        }
        work[i] = cost.work;
        peak[i] = cost.peak;
    }
    uint64_t fixed = 2 * work[0] > work[1] ? 2 * work[0] - work[1] : 0; /* as if it were linear */
    double work_grows = check_growth("work", work, fixed);
    double memory_grows = check_growth("memory", peak, 0);
    printf("%-16s %9" PRIu64 " to %9" PRIu64 " blocks run: n^%.2f; %4" PRIu64 " to %4" PRIu64
           " KiB: n^%.2f\n",
           series, work[0], work[SIZES - 1], work_grows, peak[0] >> 10, peak[SIZES - 1] >> 10,
           memory_grows);
}

int main(int count, char **arguments) {
    static const struct {
        const char *series, *ending;
    } all[] = {
        {"gnd_cubes", "gnd"},
        {"gnd_lightmaps", "gnd"},
        {"trn_open", "trx"},
        {"jmx_ring", "nvm"},
        {"jmx_cells", "nvm"},
        {"mdl_names", "mdl"},
        {"mdl_names_alike", "mdl"},
        {"mdl_chains", "mdl"},
        {"mdl_band", "mdl"},
        {"mdl_animations", "mdl"},
        {"gt_triangles", "gtchunk"},
        {"gt_parts", "gtchunk"},
        {"gt_boxes", "gtchunk"},
        {"gt_nodes", "gtchunk"},
        {"vgeo_pages", "vgeo_idx"},
        {"rsw_models", "rsw"},
        {"zone_chunks", "zone"},
        {"grf_content", "grf"},
        {"grf_old", "grf"},
        {"grf_entries", "grf"},
        {"pk2_blocks", "pk2"},
        {"zip_entries", "zip"},
        {"erf_content", "hak"},
        {"ro_script", "txt"},
        {"ro_cells", "fld2"},
        {"jmx_assets", "ifo"},
        {"jmx_names", "ifo"},
        {"jmx_tiles", "ifo"},
        {"twoda", "2da"},
        {"set_tiles", "set"},
        {"gff_objects", "git"},
        {"gff_tiles", "are"},
        {"mdl_text", "mdl"},
        {"rsm_mesh", "rsm"},
    };
    if (count != 2) {
        fprintf(stderr, "usage: scaling FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < LENGTH(all); i++) {
        check_series(arguments[1], all[i].series, all[i].ending);
    }
    return finish_checks();
}
