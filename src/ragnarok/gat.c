/* GAT decoder: opening, types and heights. gat.h describes the format. */
#include "ragnarok/gat.h"

#include <math.h>
#include <inttypes.h>

enum {
    MAGIC_BYTES = 4,
    OLDEST_MINOR = 2,
    NEWEST_MINOR = 3,
};

static const char *const minor_versions[] = {"1.2", "1.3"};

/* ---- Opening --------------------------------------------------------------------------------- */

static bool read_version(Gat *gat, Reader *reader) {
    uint8_t major = 0, minor = 0;
    if (!read_u8(reader, "the major version", &major) ||
        !read_u8(reader, "the minor version", &minor)) {
        return false;
    }
    if (major != 1 || minor < OLDEST_MINOR || minor > NEWEST_MINOR) {
        return fail_at(reader->error, ERROR_UNSUPPORTED, MAGIC_BYTES,
                       "version %u.%u, expected 1.2 or 1.3", major, minor);
    }
    gat->minor = minor;
    gat->document.version = minor_versions[minor - OLDEST_MINOR];
    return true;
}

static bool gat_open(Document *document, Error *error) {
    Gat *gat = (Gat *)document;
    Reader reader = document_reader(document, error);
    reader.at = MAGIC_BYTES;
    if (!read_version(gat, &reader) || !read_u32(&reader, "the width", &gat->width) ||
        !read_u32(&reader, "the height", &gat->height)) {
        return false;
    }
    gat->tile_count = (uint64_t)gat->width * gat->height;
    if (!read_records(&reader, "tiles", gat->tile_count, GAT_TILE_BYTES, &gat->tiles)) return false;
    gat->trailing.size = reader_rest(&reader, &gat->trailing.bytes);
    return true;
}

/* ---- Checking: odd but readable data --------------------------------------------------------- */

#define FLAG_MINOR 3   /* the first version with the water bit */
#define FAR        1e5 /* GND units: the ground has hundreds */

static const char *const corner_names[] = {"south-west", "south-east", "north-west", "north-east"};

static void check_header(const Gat *gat, Findings *findings) {
    if (gat->width % 2 || gat->height % 2) {
        finding_add(findings, SEVERITY_WARNING, "size_odd", 6,
                    "%u x %u tiles can't be twice the cubes of a GND file", gat->width,
                    gat->height);
    }
    if (!gat->tile_count) {
        finding_add(findings, SEVERITY_INFO, "no_tiles", 6, "the map has no tiles: it is %u x %u",
                    gat->width, gat->height);
    }
    document_check_trailing(&gat->document, gat->trailing, "after the end of the map", findings);
}

static void check_type(const Gat *gat, uint64_t tile, uint64_t offset, Findings *findings) {
    uint32_t type = gat_tile_type(gat, tile);
    unsigned x = (unsigned)(tile % gat->width), y = (unsigned)(tile / gat->width);
    if (type >= GAT_TYPES) {
        finding_add(findings, SEVERITY_WARNING, "tile_type_unknown", offset,
                    "tile (%u, %u) has the unknown type %" PRIu32 ", expected 0 to 6", x, y, type);
    } else if (!gat_type(type).name) {
        finding_add(findings, SEVERITY_INFO, "tile_type_disputed", offset,
                    "tile (%u, %u) has type %" PRIu32
                    ", on which servers let one walk and other programs don't",
                    x, y, type);
    }
    if (gat->minor < FLAG_MINOR && load_u32(gat->document.bytes + offset) & GAT_WATER_BIT) {
        finding_add(findings, SEVERITY_INFO, "water_bit_early", offset,
                    "tile (%u, %u) has the water bit, which version 1.%u isn't known to have", x, y,
                    gat->minor);
    }
}

static void check_heights(const Gat *gat, uint64_t tile, uint64_t offset, Findings *findings) {
    for (unsigned corner = 0; corner < LENGTH(corner_names); corner++) {
        uint64_t at = offset + 4 * corner;
        double altitude = load_f32(gat->document.bytes + at);
        unsigned x = (unsigned)(tile % gat->width), y = (unsigned)(tile / gat->width);
        if (!isfinite(altitude)) {
            finding_add(findings, SEVERITY_WARNING, "height_not_finite", at,
                        "tile (%u, %u): the altitude of the %s corner is not finite", x, y,
                        corner_names[corner]);
        } else if (fabs(altitude) >= FAR) {
            finding_add(findings, SEVERITY_WARNING, "height_far", at,
                        "tile (%u, %u): the altitude of the %s corner is %.9g", x, y,
                        corner_names[corner], altitude);
        }
    }
}

static bool gat_check(Document *document, Findings *findings, Error *error) {
    const Gat *gat = (const Gat *)document;
    check_header(gat, findings);
    for (uint64_t tile = 0; tile < gat->tile_count; tile++) {
        uint64_t offset = GAT_HEADER_BYTES + tile * GAT_TILE_BYTES;
        check_heights(gat, tile, offset + GAT_TILE_HEIGHTS, findings);
        check_type(gat, tile, offset + GAT_TILE_TYPE, findings);
        if (arena_interrupted_at(findings->arena, tile)) return fail_interrupted(error);
    }
    return true;
}

const Format gat_format = {
    .name = "GAT",
    .ending = ".gat",
    .doc = "Ragnarok Online altitudes: where one can walk on a map, and how high.",
    .magic = "GRAT",
    .document_bytes = sizeof(Gat),
    .open = gat_open,
    .opens_by_parts = true,
    .check = gat_check,
    .check_beside = gat_check_beside,
};

/* ---- Tiles ----------------------------------------------------------------------------------- */

GatType gat_type(uint32_t type) {
    static const GatType types[GAT_TYPES] = {
        {"ground", true, true}, {"wall", false, false}, {NULL, true, true}, {"water", true, true},
        {NULL, true, true},     {"gap", false, true},   {NULL, true, true},
    };
    return type < GAT_TYPES ? types[type] : (GatType){0};
}

bool gat_tile_at(const Gat *gat, double x, double y, uint64_t *tile) {
    if (!(x >= 0 && x < gat->width && y >= 0 && y < gat->height)) return false;
    *tile = (uint64_t)y * gat->width + (uint64_t)x;
    return true;
}

double gat_height_at(const Gat *gat, double x, double y) {
    uint64_t tile;
    if (!gat_tile_at(gat, x, y, &tile)) return (double)NAN;
    const uint8_t *record = gat->tiles + tile * GAT_TILE_BYTES;
    double sw = (double)load_f32(record + GAT_TILE_SW), se = (double)load_f32(record + GAT_TILE_SE);
    double nw = (double)load_f32(record + GAT_TILE_NW), ne = (double)load_f32(record + GAT_TILE_NE);
    double east = x - floor(x), north = y - floor(y);
    double south_edge = sw + (se - sw) * east, north_edge = nw + (ne - nw) * east;
    return south_edge + (north_edge - south_edge) * north;
}
