/* Checks for odd but readable data in a GAT file. */
#include "ragnarok/gat.h"

#include <inttypes.h>
#include <math.h>

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

bool gat_check(Document *document, Findings *findings, Error *error) {
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
