/* GAT decoder: opening, types and heights. gat.h describes the format. */
#include "ragnarok/gat.h"
#include "ragnarok/ro_version.h"

static const RoVersions versions = {{2, 3}, {1, 0}, "1.2 or 1.3"};

/* ---- Opening --------------------------------------------------------------------------------- */

/* Opens the cells of one map. They aren't unpacked yet. */
static bool open_cells(Gat *gat, Error *error) {
    const RoCells *cells = &gat->cells;
    if (!gat->document.bytes) return false; /* the file was opened by parts */
    if (!ro_cells_format.open(&gat->document, error)) return false;
    if (cells->layout == RO_MAP_CACHE) {
        return fail(error, ERROR_NOT_THIS_FORMAT,
                    "a map_cache.dat, which has many maps: 'map_cache.dat/prontera' is one of "
                    "them, 'map_cache.dat/*' all");
    }
    gat->width = cells->maps->width > 0 ? (uint32_t)cells->maps->width : 0;
    gat->height = cells->maps->height > 0 ? (uint32_t)cells->maps->height : 0;
    gat->tile_count = (uint64_t)gat->width * gat->height;
    return true;
}

/* Makes tiles of cells. What isn't there is a wall, and altitudes are no numbers. */
static bool gat_complete(Document *document, Error *error) {
    static const uint8_t no_heights[GAT_TILE_TYPE] = {0, 0, 0xC0, 0x7F, 0, 0, 0xC0, 0x7F,
                                                      0, 0, 0xC0, 0x7F, 0, 0, 0xC0, 0x7F};
    Gat *gat = (Gat *)document;
    if (!gat_is_of_cells(gat)) return true;
    if (!ro_cells_unpack(document, error)) return false;
    uint32_t wall = gat->cells.layout != RO_FLD2;
    uint8_t *tiles = arena_alloc(&document->arena, gat->tile_count, GAT_TILE_BYTES);
    if (!tiles && document->arena.over_limit) {
        return fail(error, ERROR_TOO_BIG,
                    "%u x %u cells, of which the file has %" PRIu64 ", need more memory than is "
                    "allowed",
                    gat->width, gat->height, gat->cells.cells.count);
    }
    if (!tiles) return fail_memory(error, &document->arena);
    for (uint64_t i = 0; i < gat->tile_count; i++) {
        uint8_t *tile = tiles + i * GAT_TILE_BYTES;
        memcpy(tile, no_heights, sizeof no_heights);
        store_u32(tile + GAT_TILE_TYPE, i < gat->cells.cells.count ? gat->cells.bytes[i] : wall);
    }
    gat->tiles = tiles;
    return true;
}

static bool gat_open(Document *document, Error *error) {
    Gat *gat = (Gat *)document;
    Reader reader = document_reader(document, error);
    uint64_t head_size;
    uint8_t major;
    const uint8_t *head = document_head(document, &head_size);
    if (!format_detects(&gat_format, head, head_size, document->size)) {
        return open_cells(gat, error);
    }
    if (!ro_read_version(document, &reader, &versions, &major, &gat->minor) ||
        !read_u32(&reader, "the width", &gat->width) ||
        !read_u32(&reader, "the height", &gat->height)) {
        return false;
    }
    gat->tile_count = (uint64_t)gat->width * gat->height;
    if (!read_records(&reader, "tiles", gat->tile_count, GAT_TILE_BYTES, &gat->tiles)) return false;
    gat->cells.trailing.size = reader_rest(&reader, &gat->cells.trailing.bytes);
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
    document_check_trailing(&gat->document, gat->cells.trailing, "after the end of the map",
                            findings);
}

static void check_type(const Gat *gat, uint64_t tile, uint64_t offset, Findings *findings) {
    uint32_t type = gat_tile_type(gat, tile);
    unsigned x = (unsigned)(tile % gat->width), y = (unsigned)(tile / gat->width);
    if (type >= GAT_TYPES) {
        finding_add(findings, SEVERITY_WARNING, "tile_type_unknown", offset,
                    "tile (%u, %u) has the unknown type %u, expected 0 to 6", x, y, type);
    } else if (!gat_type(RO_MAP_CACHE, type).name) {
        finding_add(
            findings, SEVERITY_INFO, "tile_type_disputed", offset,
            "tile (%u, %u) has type %u, on which servers let one walk and other programs don't", x,
            y, type);
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
    if (gat_is_of_cells(gat)) return ro_cells_format.check(document, findings, error);
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
    .also = &ro_cells_format,
    .other_endings = ".mcache .fld2 .fld2.gz",
    .open_decides = true,
    .document_bytes = sizeof(Gat),
    .open = gat_open,
    .complete = gat_complete,
    .inflates = true, /* cells */
    .opens_by_parts = READS_HEADER,
    .check = gat_check,
    .finds_no_errors = true,
    .check_beside = gat_check_beside,
};

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Returns what bits of OpenKore say. */
static GatType bot_cell(uint32_t bits) {
    enum { ALL_BITS = RO_FLD2_WALK | RO_FLD2_SNIPE | RO_FLD2_WATER | RO_FLD2_CLIFF };
    GatType cell = {.walkable = bits & RO_FLD2_WALK,
                    .shootable = bits & (RO_FLD2_WALK | RO_FLD2_SNIPE),
                    .water = bits & RO_FLD2_WATER};
    if (bits & ~(uint32_t)ALL_BITS) return cell;
    if (cell.walkable) cell.name = cell.water ? "water" : "ground";
    else if (bits & RO_FLD2_SNIPE) cell.name = bits & RO_FLD2_CLIFF ? "gap" : NULL;
    else cell.name = bits & RO_FLD2_CLIFF ? NULL : "wall";
    return cell;
}

GatType gat_type(RoLayout layout, uint32_t type) {
    static const GatType types[GAT_TYPES] = {
        {"ground", true, true, false}, {"wall", false, false, false}, {NULL, true, true, false},
        {"water", true, true, true},   {NULL, true, true, false},     {"gap", false, true, false},
        {NULL, true, true, false},
    };
    if (layout == RO_FLD2) return bot_cell(type);
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
