/* GAT decoder: opening, types and heights. gat.h describes the format. */
#include "ragnarok/gat.h"

#include <math.h>

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
