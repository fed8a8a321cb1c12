/* Which tables, joins and seeks each format is measured with: see bench.h. */
#include "bench.h"

#include <string.h>
#include <unistd.h>

const BenchFormat bench_formats[] = {
    {
        .name = "GND",
        .file = {"gnd/real/prontera.gnd", "city.gnd"},
        .small = {"gnd/real/flat_ba_chess.gnd", "village.gnd"},
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
        .openings = {{{"gnd/real/prontera.gnd", "city.gnd"},
                      "SELECT height_sw FROM gnd_cubes(?1) LIMIT 1", "read 3 MB", floor_read, 1.15},
                     {{NULL, "country.gnd"},
                      "SELECT height_sw FROM gnd_cubes(?1) LIMIT 1", "read 20 MB", floor_read,
                      1.15}},
        .script_table = "gnd_cubes",
        .script_columns = "id, x, y, height_sw, height_se, height_nw, height_ne, surface_top, "
                          "surface_north, surface_east",
    },
    {
        .name = "GAT",
        .file = {"gat/payon.gat", "city.gat"},
        .small = {"gat/ba_chess.gat", "town.gat"},
        .tables = {{"gat_tiles", "sum(height_sw)", NULL}},
        .seeks = {{"gat_tiles", {"id"}, "sum(height_sw)"},
                  {"gat_tiles", {"y", "x"}, "sum(height_sw)"}},
        .openings = {{{"gat/payon.gat", "city.gat"},
                      "SELECT height_sw FROM gat_tiles(?1) LIMIT 1", "read 2 MB", floor_read, 1.15}},
    },
    {
        .name = "RSW",
        .file = {"rsw/payon.rsw", "city.rsw"},
        .small = {"rsw/v0205.rsw", "town.rsw"},
        .tables = {{"rsw_models", "sum(x)", NULL},
                   {"rsw_quadtree", "sum(max_y)", NULL}},
        .joins = {{"rsw_models", "object_id", "rsw_objects", "sum(b.x)", NULL, NULL, NULL}},
        .seeks = {{"rsw_models", {"id"}, "sum(x)"},
                  {"rsw_quadtree", {"id"}, "sum(max_y)"}},
        .openings = {{{"rsw/payon.rsw", "city.rsw"},
                      "SELECT x FROM rsw_models(?1) LIMIT 1", "read 0.3 MB", floor_read, 1.5}},
    },
    {
        .name = "TRN, ASWM",
        .file = {"aswm/real/alfa003_tsm/7d_int_silverwood1_ancient_maze.TRX", "hall.trx"},
        .small = {"aswm/synthetic/ext_6x5_server.trx", "meadow.trx"},
        .tables = {{"aswm_triangles", "sum(center_x)", NULL},
                   {"aswm_tile_paths", "sum(next_triangle)", NULL},
                   {"aswm_island_paths", "sum(weight)", NULL}},
        .joins = {{"aswm_tile_paths", "next_triangle", "aswm_triangles", "sum(b.center_x)",
                   "vertex0", "aswm_vertices", "sum(c.x)"}},
        .seeks = {{"aswm_triangles", {"id"}, "sum(center_x)"},
                  {"aswm_triangles", {"tile_id"}, "sum(center_x)"},
                  {"aswm_tiles", {"y", "x"}, "sum(triangle_count)"},
                  {"aswm_island_paths", {"from_island", "to_island"}, "sum(weight)"}},
        .openings = {{{"aswm/real/alfa003_tsm/7d_int_silverwood1_ancient_maze.TRX", "hall.trx"},
                      "SELECT center_x FROM aswm_triangles(?1) LIMIT 1", "inflate", floor_inflate,
                      1.15},
                     {{"aswm/synthetic/big_ext_16x16.trx"},
                      "SELECT count(*) FROM aswm_triangles(?1) WHERE walkable", "inflate 75 MB",
                      floor_inflate, 1.15}},
        .pairs = {{"steps of aswm_path, against rows of aswm_tile_paths", "row",
                   "CREATE TABLE ways AS SELECT a.triangle_id AS start, b.triangle_id AS goal FROM ("
                   "SELECT id AS triangle_id, row_number() OVER () AS n FROM aswm_triangles(?1) "
                   "WHERE walkable AND id % 37 = 1 LIMIT 200) a JOIN (SELECT id AS triangle_id, "
                   "row_number() OVER () AS n FROM aswm_triangles(?1) WHERE walkable AND "
                   "id % 61 = 5 LIMIT 200) b USING (n)",
                   "SELECT sum(p.triangle_id) FROM ways CROSS JOIN aswm_path(?1, start, goal) p",
                   "SELECT count(*) FROM ways CROSS JOIN aswm_path(?1, start, goal)",
                   "SELECT sum(next_triangle) FROM aswm_tile_paths(?1)",
                   "SELECT count(*) FROM aswm_tile_paths(?1)", 1}},
        .script_table = "aswm_triangles",
        .script_columns = "id, vertex0, vertex1, vertex2, edge0, edge1, edge2, neighbor0, "
                          "neighbor1, neighbor2, center_x, center_y, normal_x, normal_y, "
                          "normal_z, plane_d, island_id, flags",
    },
    {
        .name = "JMX",
        .file = {"jmx/nv_61a8.nvm", "nv_61a8.nvm"},
        .small = {"jmx/nv_61a9.nvm", "nv_61a9.nvm"},
        .tables = {{"jmx_tiles", "sum(texture_id)", NULL},
                   {"jmx_heights", "sum(height)", NULL},
                   {"jmx_edges", "sum(x0)", NULL}},
        .joins = {{"jmx_tiles", "cell_id", "jmx_cells", "sum(b.min_x)", NULL, NULL,
                   NULL},
                  {"jmx_edges", "cell0", "jmx_cells", "sum(b.min_x)", NULL, NULL,
                   NULL}},
        .seeks = {{"jmx_tiles", {"id"}, "sum(texture_id)"},
                  {"jmx_tiles", {"z", "x"}, "sum(texture_id)"},
                  {"jmx_heights", {"z", "x"}, "sum(height)"},
                  {"jmx_edges", {"cell0"}, "sum(x0)"},
                  {"jmx_cell_objects", {"cell_id"}, "sum(object_id)"}},
        .openings = {{{"jmx/*.nvm", "*.nvm"}, "SELECT count(*) FROM jmx_regions(?1)",
                      "read 0.2 MB each", floor_read, 1.15}},
        .script_table = "jmx_tiles",
        .script_columns = "id, x, z, cell_id, flags, texture_id",
    },
    {
        .name = "MDL",
        .file = {"mdl/real/must/c_halaster.mdl", "crowd.mdl"},
        .small = {"mdl/real/mintarn/plc_nat70.mdl", "windmill.mdl"},
        .tables = {{"mdl_nodes", "sum(position_x)", NULL},
                   {"mdl_vertices", "sum(x)", NULL},
                   {"mdl_faces", "sum(normal_x)", NULL},
                   {"mdl_keys", "sum(time)", NULL}},
        .joins = {{"mdl_faces", "vertex0", "mdl_vertices", "sum(b.x)", "node_id", "mdl_nodes",
                   "sum(c.depth)"},
                  {"mdl_keys", "controller_id", "mdl_controllers", "sum(b.row_count)", NULL,
                   NULL, NULL}},
        .seeks = {{"mdl_vertices", {"id"}, "sum(x)"},
                  {"mdl_vertices", {"node_id"}, "sum(x)"},
                  {"mdl_keys", {"controller_id"}, "sum(time)"},
                  {"mdl_nodes", {"path"}, "sum(depth)"}},
        .openings = {{{"mdl/real/must/c_halaster.mdl", "crowd.mdl"},
                      "SELECT x FROM mdl_vertices(?1) LIMIT 1", "read", floor_read, 1.15},
                     {{"mdl/real/**/*.mdl", "*.mdl"}, "SELECT count(*) FROM mdl_nodes(?1)", "read all",
                      floor_read, 1.5}},
        .script_table = "mdl_vertices",
        .script_columns = "id, node_id, vertex_index, x, y, z",
    },
    {
        .name = "GT",
        .file = {"gt/5_0001_0002.gtchunk", "5_0001_0002.gtchunk"},
        .small = {"gt/all.payload.dat", NULL},
        .tables = {{"gt_triangles", "sum(vertex0)", NULL},
                   {"gt_vertices", "sum(unique_id)", NULL},
                   {"gt_unique_vertices", "sum(page)", NULL}},
        .joins = {{"gt_triangles", "vertex0", "gt_vertices", "sum(b.unique_id)", "unique_id",
                   "gt_unique_vertices", "sum(c.slot)"}},
        .seeks = {{"gt_vertices", {"id"}, "sum(unique_id)"},
                  {"gt_triangles", {"part_id"}, "sum(vertex0)"}},
        .openings = {{{"gt/5_0001_0002.gtchunk", "5_0001_0002.gtchunk"},
                      "SELECT vertex0 FROM gt_triangles(?1) LIMIT 1", "unpack", floor_unpack,
                      1.15}},
    },
};

const int bench_format_count = sizeof bench_formats / sizeof *bench_formats;

const char *bench_path(const char *const file[2]) {
    if (options.corpus && file[0]) return text_of("%s/%s", options.corpus, file[0]);
    if (!file[1]) return NULL;
    char *path = text_of("%s/%s", options.large, file[1]);
    return strchr(path, '*') || access(path, R_OK) == 0 ? path : NULL;
}
