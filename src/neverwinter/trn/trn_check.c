/* Checks for odd but readable data in a TRN or TRX file: the container, the areas, ground and
** water. aswm_check.c checks the walkmesh. */
#include "neverwinter/trn/trn.h"

#define USUAL_MAJOR        2
#define USUAL_MINOR        3
#define TILES_PER_MEGATILE 4

/* A run of `count` floats from byte `at` of a record on. A list of runs ends with a count of 0. */
typedef struct FloatRun {
    uint16_t at, count;
} FloatRun;

#define SCROLLING(i) TRN_WATER_TEXTURES + TRN_SCROLLING_BYTES *i + TRN_SCROLLING_DIRECTION

static const FloatRun terrain_floats[] = {{TRN_TERRAIN_COLORS, 18}, {0, 0}};
static const FloatRun terrain_vertex_floats[] = {
    {TRN_VERTEX_POSITION, 6}, {TRN_VERTEX_UV, 4}, {0, 0}};
static const FloatRun blade_floats[] = {{TRN_BLADE_POSITION, 9}, {0, 0}};
static const FloatRun water_floats[] = {{TRN_WATER_COLOR, 10},    {SCROLLING(0), 4},
                                        {SCROLLING(1), 4},        {SCROLLING(2), 4},
                                        {TRN_WATER_UV_OFFSET, 2}, {0, 0}};
static const FloatRun water_vertex_floats[] = {{TRN_VERTEX_POSITION, 7}, {0, 0}};

static bool is_known(const uint8_t *type) {
    static const char *const known[] = {"TRWH", "TRRN", "WATR", "ASWM"};
    for (size_t i = 0; i < LENGTH(known); i++) {
        if (memcmp(type, known[i], 4) == 0) return true;
    }
    return false;
}

/* Checks that packets follow each other without gaps, in the order of the directory. */
static void check_packets(const Trn *trn, Findings *findings) {
    uint64_t expected = TRN_HEADER_BYTES + trn->packet_count * TRN_ENTRY_BYTES, end = expected;
    for (uint64_t i = 0; i < trn->packet_count; i++) {
        uint64_t offset = trn_packet_offset(trn, i);
        if (offset != expected) {
            finding_add(findings, SEVERITY_WARNING, "packet_gap", offset,
                        "packet %" PRIu64 " begins at 0x%" PRIx64
                        ", the one before ends at 0x%" PRIx64,
                        i, offset, expected);
        }
        if (!is_known(trn->directory + i * TRN_ENTRY_BYTES)) {
            finding_add(findings, SEVERITY_INFO, "packet_unknown", offset,
                        "packet %" PRIu64 " is of an unknown type", i);
        }
        expected = offset + TRN_PACKET_HEADER_BYTES + trn_packet_size(trn, i);
        if (expected > end) end = expected;
    }
    if (end < trn->document.size) {
        finding_add(findings, SEVERITY_WARNING, "trailing_bytes", end,
                    "%" PRIu64 " bytes lie behind the last packet", trn->document.size - end);
    }
}

static void check_container(const Trn *trn, Findings *findings) {
    if (trn->major != USUAL_MAJOR || trn->minor != USUAL_MINOR) {
        finding_add(findings, SEVERITY_WARNING, "version_unusual", 4,
                    "the version is %u.%u; all known files have 2.3", trn->major, trn->minor);
    }
    if (trn->areas.rows.count != 1) {
        finding_add(findings, SEVERITY_WARNING, "area_count", NO_OFFSET,
                    "there are %" PRIu64 " TRWH packets, expected one", trn->areas.rows.count);
    }
    if (trn->meshes.rows.count != 1) {
        finding_add(findings, SEVERITY_WARNING, "mesh_count", NO_OFFSET,
                    "there are %" PRIu64 " ASWM packets, expected one%s", trn->meshes.rows.count,
                    trn->meshes.rows.count ? "; the first is read" : "");
    }
    check_packets(trn, findings);
}

/* Compares areas with the walkmesh's grid: one of its tiles for an interior's, 4 x 4 outside. */
static void check_area(const Trn *trn, Findings *findings) {
    const Aswm *mesh = &trn->mesh;
    if (!trn->areas.rows.count) return;
    const uint8_t *area = trn->document.bytes + trn->areas.rows.starts[0];
    uint64_t width = load_u32(area), height = load_u32(area + 4);
    uint32_t size = trn_packet_size(trn, trn->areas.numbers[0]);
    if (size != TRN_AREA_BYTES) {
        finding_add(findings, SEVERITY_WARNING, "area_bytes", trn->areas.rows.starts[0],
                    "the TRWH packet has %u bytes, expected 12", size);
    }
    if (trn->terrains.packets.rows.count && trn->terrains.packets.rows.count != width * height) {
        finding_add(findings, SEVERITY_WARNING, "terrain_count", trn->areas.rows.starts[0],
                    "there are %" PRIu64 " TRRN packets in an area of %" PRIu64 " x %" PRIu64
                    " megatiles",
                    trn->terrains.packets.rows.count, width, height);
    }
    if (!mesh->layout) return;
    bool inside = mesh->grid_width == width && mesh->grid_height == height;
    bool outside = mesh->grid_width == width * TILES_PER_MEGATILE &&
                   mesh->grid_height == height * TILES_PER_MEGATILE;
    if (!inside && !outside) {
        finding_add(findings, SEVERITY_WARNING, "grid_size", trn->areas.rows.starts[0],
                    "an area of %" PRIu64 " x %" PRIu64 " and a grid of %u x %u tiles, expected as "
                    "many or 4 times as many",
                    width, height, mesh->grid_width, mesh->grid_height);
    }
}

static void check_image(const Trn *trn, const char *what, uint64_t index, const TrnImage *image,
                        Findings *findings) {
    if (image->size >= 4 && memcmp(image->bytes, "DDS ", 4) == 0) return;
    finding_add(findings, SEVERITY_WARNING, "image_not_dds",
                document_offset(&trn->document, image->bytes),
                "%s %" PRIu64 ": it has an image that isn't DDS", what, index);
}

static void check_floats(const Trn *trn, const uint8_t *record, const FloatRun *runs,
                         const char *what, uint64_t index, Findings *findings) {
    for (const FloatRun *run = runs; run->count; run++) {
        for (unsigned at = run->at; at < run->at + 4u * run->count; at += 4) {
            if (isfinite(load_f32(record + at))) continue;
            finding_add(findings, SEVERITY_ERROR, "ground_not_finite",
                        document_offset(&trn->document, record + at),
                        "%s %" PRIu64 ": the float at its byte %u isn't a finite number", what,
                        index, at);
        }
    }
}

static bool check_list(const Trn *trn, const TrnRuns *list, const FloatRun *runs, const char *what,
                       Findings *findings, Error *error) {
    for (uint64_t parent = 0; parent < list->children.parent_count; parent++) {
        const uint8_t *record = trn->document.bytes + list->starts[parent];
        ChildRange range = children_of(&list->children, parent);
        for (uint64_t i = range.first; i < range.end; i++, record += list->record_bytes) {
            check_floats(trn, record, runs, what, i, findings);
            if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        }
    }
    return true;
}

static void check_surface(const Trn *trn, const TrnSurfaces *surfaces, const char *what,
                          uint64_t index, Findings *findings) {
    const TrnSurface *surface = &surfaces->items[index];
    const uint8_t *record = trn->document.bytes + surfaces->triangles.starts[index];
    uint32_t vertices = (uint32_t)child_count(&surfaces->vertices.children, index);
    uint32_t triangles = (uint32_t)child_count(&surfaces->triangles.children, index);
    if (surface->trailing_bytes) {
        finding_add(findings, SEVERITY_WARNING, "packet_trailing_bytes",
                    surfaces->packets.rows.starts[index],
                    "%s %" PRIu64 ": %" PRIu64 " bytes are left at the end of its packet", what,
                    index, surface->trailing_bytes);
    }
    for (uint32_t i = 0; i < triangles; i++, record += TRN_TRIANGLE_BYTES) {
        for (unsigned corner = 0; corner < 3; corner++) {
            uint16_t vertex = load_u16(record + 2 * corner);
            if (vertex < vertices) continue;
            finding_add(findings, SEVERITY_ERROR, "ground_vertex_range",
                        document_offset(&trn->document, record + 2 * corner),
                        "%s %" PRIu64
                        ": its triangle %u refers to vertex %u, but there are only %u",
                        what, index, i, vertex, vertices);
        }
        if (surface->flags && load_u32(surface->flags + 4 * (uint64_t)i) > 1) {
            finding_add(findings, SEVERITY_WARNING, "water_flags",
                        document_offset(&trn->document, surface->flags + 4 * (uint64_t)i),
                        "%s %" PRIu64 ": its triangle %u has flags 0x%x, expected 0 or 1", what,
                        index, i, load_u32(surface->flags + 4 * (uint64_t)i));
        }
    }
    check_floats(trn, trn->document.bytes + surfaces->packets.rows.starts[index],
                 surface->flags ? water_floats : terrain_floats, what, index, findings);
    check_image(trn, what, index, &surface->images[0], findings);
    if (!surface->flags) check_image(trn, what, index, &surface->images[1], findings);
}

static bool check_surfaces(const Trn *trn, const TrnSurfaces *surfaces, const char *what,
                           Findings *findings, Error *error) {
    for (uint64_t i = 0; i < surfaces->packets.rows.count; i++) {
        check_surface(trn, surfaces, what, i, findings);
        if (arena_interrupted(findings->arena)) return fail_interrupted(error);
    }
    return true;
}

bool trn_check(Document *document, Findings *findings, Error *error) {
    Trn *trn = (Trn *)document;
    if (trn->is_container) check_container(trn, findings);
    check_area(trn, findings);
    return check_list(trn, &trn->terrains.vertices, terrain_vertex_floats, "terrain vertex",
                      findings, error) &&
           check_list(trn, &trn->blades, blade_floats, "blade", findings, error) &&
           check_list(trn, &trn->waters.vertices, water_vertex_floats, "water vertex", findings,
                      error) &&
           check_surfaces(trn, &trn->terrains, "terrain", findings, error) &&
           check_surfaces(trn, &trn->waters, "water", findings, error) &&
           (!trn->mesh.layout || aswm_check(&trn->mesh, &document->arena, findings, error));
}
