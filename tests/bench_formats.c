/* Which tables, joins and seeks each format is measured with: see bench.h. */
#include "bench.h"

#include <unistd.h>

const BenchFormat bench_formats[] = {
    {
        .name = "GND",
        .file = {"gnd/real/prontera.gnd", "town.gnd"},
        .small = {"gnd/real/flat_ba_chess.gnd", "small.gnd"},
        .tables = {{"gnd_cubes", "sum(height_sw)", NULL},
                   {"gnd_surfaces", "sum(u_sw)", NULL},
                   {"gnd_texels", "sum(red)", NULL},
                   {"gnd_vertices", "sum(y)", NULL}},
        .joins = {{"gnd_cubes", "surface_top", "gnd_surfaces", "sum(b.u_sw)", "lightmap_id",
                   "gnd_lightmaps", "sum(length(c.shadow))"}},
        .seeks = {{"gnd_cubes", {"id"}, "sum(height_sw)"},
                  {"gnd_cubes", {"y", "x"}, "sum(height_sw)"},
                  {"gnd_texels", {"lightmap_id"}, "sum(red)"},
                  {"gnd_vertices", {"cube_id"}, "sum(x)"}},
        .first_row = "SELECT height_sw FROM gnd_cubes(?1) LIMIT 1",
        .floor_name = "reading the file",
        .floor = floor_read,
        .script_table = "gnd_cubes",
    },
};

const int bench_format_count = sizeof bench_formats / sizeof *bench_formats;

const char *bench_path(const char *const file[2]) {
    if (options.corpus && file[0]) return text_of("%s/%s", options.corpus, file[0]);
    if (!file[1]) return NULL;
    char *path = text_of("%s/%s", options.large, file[1]);
    return access(path, R_OK) == 0 ? path : NULL;
}
