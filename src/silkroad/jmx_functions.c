/* SQL functions of JMXVNVM: look-ups at a place of a region, and arithmetic with region ids. The
** list of everything that the format has is at the end. */
#include "silkroad/jmx.h"

static bool ground_argument(const Call *call, JmxGround *ground) {
    static const char *const names[] = {"fixed", "parity", "bilinear"};
    *ground =
        call->count < 3 ? JMX_FIXED : (JmxGround)value_word(call->values[2], names, LENGTH(names));
    return *ground < LENGTH(names) ||
           fail(call->error, ERROR_ARGUMENT,
                "the ground is neither 'fixed', 'parity' nor 'bilinear'");
}

static Value height_call(Call *call) {
    Point2 at;
    JmxGround ground;
    if (!value_take_point(call->values, "x", "z", &at, call->error) ||
        !ground_argument(call, &ground) || !jmx_is_inside(at.x, at.y)) {
        return value_null();
    }
    return value_real(jmx_height_at((const Jmx *)call->document, at.x, at.y, ground));
}

static Value cell_at_call(Call *call) {
    Point2 at;
    if (!value_take_point(call->values, "x", "z", &at, call->error)) return value_null();
    int64_t cell = jmx_cell_at((const Jmx *)call->document, at.x, at.y);
    return cell < 0 ? value_null() : value_integer(cell);
}

/* Reads a whole number from 0 to `most`. Another whole number isn't an error, but the function
** returns NULL. */
static bool number_within(const Call *call, int argument, const char *name, int64_t most,
                          uint32_t *number) {
    int64_t integer;
    if (!value_to_integer(call->values[argument], &integer)) {
        fail(call->error, ERROR_ARGUMENT, "%s isn't a whole number", name);
        return false;
    }
    *number = (uint32_t)integer;
    return integer >= 0 && integer <= most;
}

static Value region_id_call(Call *call) {
    uint32_t x, z;
    if (!number_within(call, 0, "x", UINT8_MAX, &x) || !number_within(call, 1, "z", INT8_MAX, &z)) {
        return value_null();
    }
    return value_integer(jmx_region_at((JmxSector){(int32_t)x, (int32_t)z}, false));
}

/* Reads a region; *sector is where it lies in the world. */
static bool sector_argument(const Call *call, uint32_t *region, JmxSector *sector) {
    if (!number_within(call, 0, "region_id", UINT16_MAX, region)) return false;
    *sector = jmx_sector(*region, false);
    return true;
}

static Value region_x_call(Call *call) {
    uint32_t region;
    JmxSector sector;
    return sector_argument(call, &region, &sector) ? value_integer(sector.x) : value_null();
}

static Value region_z_call(Call *call) {
    uint32_t region;
    JmxSector sector;
    return sector_argument(call, &region, &sector) ? value_integer(sector.z) : value_null();
}

static Value region_file_call(Call *call) {
    uint32_t region;
    JmxSector sector;
    if (!sector_argument(call, &region, &sector) || jmx_is_dungeon(region)) return value_null();
    char *name = text_printed(call->scratch, JMX_FILE_NAME, (unsigned)region);
    return name ? value_text(name) : value_null_after(fail_memory(call->error, call->scratch));
}

/* Returns what the game shows for a place along one axis of a region. */
static Value game_place(Call *call, bool is_x) {
    uint32_t region;
    JmxSector sector;
    double place;
    if (!sector_argument(call, &region, &sector) ||
        !value_take_real(call->values[1], is_x ? "x" : "z", &place, call->error)) {
        return value_null();
    }
    return value_real(
        jmx_game(region, is_x ? sector.x : sector.z, is_x ? JMX_GAME_X : JMX_GAME_Z, place));
}

static Value game_x_call(Call *call) {
    return game_place(call, true);
}

static Value game_y_call(Call *call) {
    return game_place(call, false);
}

static const Function jmx_functions[] = {
    {"jmx_height", "src, x, z [, ground]",
     .doc =
         "Height of the ground, or of the ice above it, at a place of the region in its units "
         "(0 to below 1920); NULL outside. The ground of a tile is two triangles, split from its "
         "south-west to its north-east corner ('fixed', where nearly all objects of real files "
         "stand); 'parity' alternates the split like the server's code, 'bilinear' interpolates "
         "between four corners like other programs. Objects have heights of their own, in .bms "
         "files.",
     .example = "SELECT jmx_height('samples/nv_61a8.nvm', 960, 960)", .format = &jmx_format,
     .call = height_call},
    {"jmx_cell_at", "src, x, z",
     .doc = "The cell at a place of the region in its units (0 to below 1920), the id of a row of "
            "jmx_cells; NULL outside.",
     .example = "SELECT jmx_cell_at('samples/nv_61a8.nvm', 960, 960)", .format = &jmx_format,
     .call = cell_at_call},
    {"jmx_region_id", "x, z",
     .doc =
         "The id of the region at a place of the world, whole numbers from 0 to 255 as x and from "
         "0 to 127 as z; NULL elsewhere.",
     .example = "SELECT jmx_region_id(168, 97)", .call = region_id_call},
    {"jmx_region_x", "region_id",
     .doc = "Place of a region in the world, counted to the east, in today's numbering; "
            "jmx_regions shows which files have the old one.",
     .example = "SELECT jmx_region_x(25000)", .call = region_x_call},
    {"jmx_region_z", "region_id",
     .doc = "Place of a region in the world, counted to the north, in today's numbering.",
     .example = "SELECT jmx_region_z(25000)", .call = region_z_call},
    {"jmx_region_file", "region_id",
     .doc = "The name of the file that describes a region; NULL for dungeons, which have none.",
     .example = "SELECT jmx_region_file(25000)", .call = region_file_call},
    {"jmx_game_x", "region_id, x",
     .doc =
         "The first coordinate that the game shows for x in a region. An object's x belongs to the "
         "region of the file that lists it, not to the region_id that owns it: jmx_objects has "
         "game_x itself.",
     .example = "SELECT jmx_game_x(25000, 960)", .call = game_x_call},
    {"jmx_game_y", "region_id, z",
     .doc = "The second coordinate that the game shows for z in a region. An object's z belongs to "
            "the region of the file that lists it, not to the region_id that owns it: jmx_objects "
            "has game_y itself.",
     .example = "SELECT jmx_game_y(25000, 960)", .call = game_y_call},
};

static const char jmx_client[] =
#include "silkroad/client.inc"
    ;

const Module jmx_module = {
    FORMATS(&jmx_format),
    TABLES(&jmx_regions, &jmx_objects, &jmx_object_links, &jmx_cells, &jmx_cell_objects, &jmx_edges,
           &jmx_tiles, &jmx_heights, &jmx_planes, &jmx_path, &jmx_world_links, &jmx_world_path,
           &jmx_world_path_status, &jmx_ray, &jmx_place_table),
    MODULE_PARTS(jmx_functions, function),
    .client = jmx_client,
};
