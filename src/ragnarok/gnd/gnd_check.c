/* Checks for odd but readable data in a GND file. */
#include "ragnarok/gnd/gnd.h"

#define USUAL_SCALE           10.0f
#define USUAL_PATH_BYTES      80
#define USUAL_LIGHTMAP_FORMAT 1
#define FAR                   1e5 /* GND units: the ground has hundreds */

static void check_header(const Gnd *gnd, Findings *findings) {
    if (gnd->layout_is_ambiguous) {
        finding_add(findings, SEVERITY_INFO, "layout_ambiguous", NO_OFFSET,
                    "more than one layout ends at the end of the file, read as %s",
                    gnd->layout->name);
    }
    document_check_trailing(&gnd->document, gnd->trailing, "after the end of the map", findings);
    if (!gnd->has_header) return;
    if (!(gnd->scale >= USUAL_SCALE && gnd->scale <= USUAL_SCALE)) {
        finding_add(findings, SEVERITY_INFO, "scale", 14, "the scale is not 10");
    }
    if (gnd->texture_path_length != USUAL_PATH_BYTES) {
        finding_add(findings, SEVERITY_INFO, "path_length", 22,
                    "texture paths of %" PRIu64 " bytes, usually 80", gnd->texture_path_length);
    }
    uint64_t lightmap_header = document_offset(&gnd->document, gnd->lightmaps) - 12;
    if (gnd->stored_lightmap_width == 0) {
        finding_add(findings, SEVERITY_INFO, "lightmap_size_zero", lightmap_header,
                    "lightmaps of 0 x 0 texels, read as 8 x 8");
    } else if (gnd->lightmap_width != GND_LIGHTMAP_SIDE ||
               gnd->lightmap_height != GND_LIGHTMAP_SIDE) {
        finding_add(findings, SEVERITY_INFO, "lightmap_size", lightmap_header,
                    "lightmaps of %u x %u texels, usually 8 x 8", gnd->lightmap_width,
                    gnd->lightmap_height);
    }
    if (gnd->lightmap_format != USUAL_LIGHTMAP_FORMAT) {
        finding_add(findings, SEVERITY_INFO, "lightmap_format", lightmap_header + 8,
                    "lightmap format %d, usually 1", gnd->lightmap_format);
    }
    if (gnd->water && !gnd->water_plane_count) {
        finding_add(findings, SEVERITY_INFO, "water_without_planes",
                    document_offset(&gnd->document, gnd->water) + GND_WATER_BYTES,
                    "%u x %u water planes: the default block is the only one", gnd->water_planes_u,
                    gnd->water_planes_v);
    }
}

static void check_paths(const Gnd *gnd, Findings *findings) {
    uint64_t length = gnd->texture_path_length;
    for (uint64_t i = 0; i < gnd->texture_count; i++) {
        const uint8_t *field = gnd->textures + i * length;
        uint64_t offset = document_offset(&gnd->document, field);
        uint32_t used = field_length(field, (size_t)length);
        if (used == length) {
            finding_add(findings, SEVERITY_INFO, "path_unterminated", offset,
                        "the path of texture %" PRIu64 " fills its %" PRIu64 " bytes", i, length);
            continue;
        }
        if (field_has_garbage(field, (size_t)length)) {
            finding_add(findings, SEVERITY_INFO, "path_garbage", offset + used,
                        "bytes after the end of the path of texture %" PRIu64, i);
        }
        if (!used) {
            finding_add(findings, SEVERITY_WARNING, "path_empty", offset,
                        "texture %" PRIu64 " has no path", i);
        }
    }
}

static void check_surface(const Gnd *gnd, uint64_t surface, Findings *findings) {
    const uint8_t *record = gnd->surfaces + surface * GND_SURFACE_BYTES;
    uint64_t offset = document_offset(&gnd->document, record);
    int32_t texture = gnd_stored_texture(gnd, surface);
    uint16_t lightmap = load_u16(record + GND_SURFACE_LIGHTMAP);
    if (texture == -1) {
        finding_add(findings, SEVERITY_INFO, "surface_without_texture",
                    offset + GND_SURFACE_TEXTURE, "surface %" PRIu64 " has no texture", surface);
    } else if (texture < 0 || (uint64_t)texture >= gnd->texture_count) {
        finding_add(findings, SEVERITY_WARNING, "surface_texture_range",
                    offset + GND_SURFACE_TEXTURE, "surface %" PRIu64 " has texture %d of %" PRIu64,
                    surface, texture, gnd->texture_count);
    }
    if (lightmap == GND_NO_LIGHTMAP) {
        finding_add(findings, SEVERITY_INFO, "surface_without_lightmap",
                    offset + GND_SURFACE_LIGHTMAP, "surface %" PRIu64 " has no lightmap", surface);
    } else if (lightmap >= gnd->lightmap_count) {
        finding_add(findings, SEVERITY_WARNING, "surface_lightmap_range",
                    offset + GND_SURFACE_LIGHTMAP,
                    "surface %" PRIu64 " has lightmap %u of %" PRIu64, surface, lightmap,
                    gnd->lightmap_count);
    }
    for (unsigned i = 0; i < 8; i++) {
        float value = load_f32(record + 4 * i);
        if (value >= 0 && value <= 1) continue;
        bool number = isfinite(value);
        finding_add(findings, number ? SEVERITY_INFO : SEVERITY_WARNING,
                    number ? "texture_coordinate_range" : "texture_coordinate_not_finite",
                    offset + 4 * i, "surface %" PRIu64 ": %s of corner %u is %s", surface,
                    i < 4 ? "u" : "v", i % 4, number ? "outside of 0 to 1" : "not finite");
    }
}

/* Checks a surface of a file without a header, whose only possible fault is a missing texture. */
static void check_cell_texture(const Gnd *gnd, uint64_t surface, Findings *findings) {
    int32_t texture = gnd_stored_texture(gnd, surface);
    if (texture >= -1 && (texture < 0 || (uint64_t)texture < gnd->texture_count)) return;
    finding_add(findings, SEVERITY_WARNING, "surface_texture_range",
                document_offset(&gnd->document, gnd_cell_texture(gnd, surface)),
                "cube %" PRIu64 ", %s: texture %d of %" PRIu64, surface / GND_FACES,
                gnd_face_names[surface % GND_FACES], texture, gnd->texture_count);
}

/* Returns the lightmap of a cube's top surface, or -1. */
static int64_t lightmap_of(const Gnd *gnd, uint64_t cube) {
    int64_t surface = gnd_surface(gnd, cube, GND_TOP);
    if (surface < 0 || !gnd->has_header) return -1;
    uint16_t lightmap =
        load_u16(gnd->surfaces + (uint64_t)surface * GND_SURFACE_BYTES + GND_SURFACE_LIGHTMAP);
    return lightmap < gnd->lightmap_count ? lightmap : -1;
}

/* The outermost row or column of a lightmap repeats the first visible one of its neighbour to the
** north or east. Counts the shadow texels that differ. */
static unsigned seam_mismatches(const Gnd *gnd, int64_t own, int64_t other, bool north) {
    enum { SIDE = GND_LIGHTMAP_SIDE };
    unsigned mismatches = 0;
    for (unsigned i = 1; i + 1 < SIDE; i++) {
        unsigned last = north ? i + SIDE * (SIDE - 1) : SIDE * i + SIDE - 1;
        unsigned second = north ? i + SIDE : SIDE * i + 1;
        const uint8_t *one = gnd_texel(gnd, (uint64_t)own, last, GND_SHADOW);
        const uint8_t *its = gnd_texel(gnd, (uint64_t)other, second, GND_SHADOW);
        mismatches += one && its ? *one != *its : one != its;
    }
    return mismatches;
}

static void check_seam(const Gnd *gnd, uint64_t cube, bool north, Findings *findings) {
    uint64_t neighbor = north ? cube + gnd->width : cube + 1;
    if (north ? neighbor >= gnd->cube_count : neighbor % gnd->width == 0) return;
    int64_t own = lightmap_of(gnd, cube), other = lightmap_of(gnd, neighbor);
    if (own < 0 || other < 0) return;
    unsigned mismatches = seam_mismatches(gnd, own, other, north);
    if (!mismatches) return;
    finding_add(findings, SEVERITY_INFO, "lightmap_seam",
                document_offset(&gnd->document, gnd->lightmaps) +
                    (uint64_t)own * gnd->lightmap_bytes,
                "cubes %" PRIu64 " and %" PRIu64 ": the %s edge of lightmap %" PRId64
                " differs from lightmap %" PRId64 " in %u texels",
                cube, neighbor, north ? "north" : "east", own, other, mismatches);
}

static void check_heights(const Gnd *gnd, uint64_t cube, uint64_t offset, Findings *findings) {
    for (unsigned corner = 0; corner < 4; corner++) {
        double altitude = gnd_altitude(gnd, cube, corner);
        if (!isfinite(altitude)) {
            finding_add(findings, SEVERITY_WARNING, "height_not_finite", offset + 4 * corner,
                        "cube %" PRIu64 ": the altitude of corner %u is not finite", cube, corner);
        } else if (fabs(altitude) >= FAR) {
            finding_add(findings, SEVERITY_WARNING, "height_far", offset + 4 * corner,
                        "cube %" PRIu64 ": the altitude of corner %u is %.9g", cube, corner,
                        altitude);
        }
    }
}

/* Reports a wall that joins two equal edges, or that stands on the edge of the map. */
static void check_wall(const Gnd *gnd, uint64_t cube, GndFace face, uint64_t offset,
                       Findings *findings) {
    if (!gnd_has_neighbor(gnd, cube, face)) {
        finding_add(findings, SEVERITY_INFO, "wall_on_edge", offset,
                    "cube %" PRIu64 ": the %s wall stands on the edge of the map", cube,
                    gnd_face_names[face]);
    } else if (gnd_wall_is_flat(gnd, (uint32_t)(4 * cube + face))) {
        finding_add(findings, SEVERITY_INFO, "wall_without_height", offset,
                    "cube %" PRIu64 ": the %s wall has no height", cube, gnd_face_names[face]);
    }
}

static void check_cube(const Gnd *gnd, uint64_t cube, Findings *findings) {
    uint64_t offset = document_offset(&gnd->document, gnd->cubes + cube * gnd->cube_bytes);
    check_heights(gnd, cube, offset, findings);
    for (GndFace face = GND_TOP; face < GND_FACES; face++) {
        int64_t surface = gnd_stored_surface(gnd, cube, face);
        uint64_t at = offset + GND_CUBE_SURFACES + face * gnd->cube_number_bytes;
        if (!gnd->has_header) at = offset - GND_CELL_HEIGHTS + 4 * face;
        if (surface < -1) {
            finding_add(findings, SEVERITY_WARNING, "cube_surface_negative", at,
                        "cube %" PRIu64 ": the %s surface is %" PRId64 ", expected -1 for none",
                        cube, gnd_face_names[face], surface);
        } else if (surface >= 0 && (uint64_t)surface >= gnd->surface_count) {
            finding_add(findings, SEVERITY_WARNING, "cube_surface_range", at,
                        "cube %" PRIu64 ": the %s surface is %" PRId64 " of %" PRIu64, cube,
                        gnd_face_names[face], surface, gnd->surface_count);
        } else if (surface >= 0 && face != GND_TOP) {
            check_wall(gnd, cube, face, at, findings);
        }
    }
}

static bool check_cubes(const Gnd *gnd, Findings *findings, Error *error) {
    /* the seams of lightmaps of other sizes aren't documented */
    bool seams =
        gnd->lightmap_width == GND_LIGHTMAP_SIDE && gnd->lightmap_height == GND_LIGHTMAP_SIDE;
    for (uint64_t cube = 0; cube < gnd->cube_count; cube++) {
        check_cube(gnd, cube, findings);
        if (seams) {
            check_seam(gnd, cube, true, findings);
            check_seam(gnd, cube, false, findings);
        }
        if (arena_interrupted_at(findings->arena, cube)) return fail_interrupted(error);
    }
    return true;
}

static void check_planes(const Gnd *gnd, Findings *findings) {
    static const char *const channels[] = {"shadow", "red", "green", "blue"};
    for (uint64_t i = 0; gnd->is_indexed && i < gnd->lightmap_count; i++) {
        const uint8_t *record = gnd->lightmaps + i * GND_INDEXED_LIGHTMAP_BYTES;
        for (unsigned channel = 0; channel < 4; channel++) {
            int32_t plane = load_i32(record + 4 * channel);
            if (plane >= 0 && (uint64_t)plane < gnd->plane_count) continue;
            finding_add(findings, SEVERITY_WARNING, "lightmap_plane_range",
                        document_offset(&gnd->document, record) + 4 * channel,
                        "lightmap %" PRIu64 ": the %s plane is %d of %" PRIu64, i,
                        channels[channel], plane, gnd->plane_count);
        }
    }
}

bool gnd_check(Document *document, Findings *findings, Error *error) {
    Gnd *gnd = (Gnd *)document;
    if (!gnd_decode_planes(document, error)) return false;
    check_header(gnd, findings);
    check_paths(gnd, findings);
    check_planes(gnd, findings);
    for (uint64_t i = 0; i < gnd->surface_count; i++) {
        if (gnd->has_header) check_surface(gnd, i, findings);
        else check_cell_texture(gnd, i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    return check_cubes(gnd, findings, error);
}
