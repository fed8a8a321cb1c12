/* What is odd between the files of a Ragnarok Online map: a world (RSW), the ground that it names
** (GND), and where one can walk on that (GAT). */
#include "ragnarok/gnd/gnd.h"
#include "ragnarok/ro_names.h"
#include "ragnarok/rsw_check.h"

#define UNDER_GROUND 10 /* GND units, two tiles: many models are sunk a little on purpose */

static void check_sizes(const Gat *gat, const Gnd *gnd, uint64_t offset, Findings *findings) {
    uint64_t width = gnd->width, height = gnd->height;
    if (gat->width == 2 * width && gat->height == 2 * height) return;
    finding_add(
        findings, SEVERITY_WARNING, "gat_not_twice_gnd", offset,
        "the GAT file has %u x %u tiles, which isn't twice the %u x %u cubes of the GND file",
        gat->width, gat->height, gnd->width, gnd->height);
}

/* A GAT names no GND: a GND with the GAT's name is that of the same map. */
bool gat_check_beside(Document *document, const FilesBeside *beside, Findings *findings,
                      Error *error) {
    enum { SIZE_OFFSET = 6 };
    if (!document->name) return true;
    const char *name = text_with_ending(findings->arena, document->name, ".gnd");
    if (!name) return fail_memory(error, findings->arena);
    const FileBeside file = {.name = name,
                             .format = &gnd_format,
                             .header = true,
                             .what = "the GND file of the same map",
                             .offset = SIZE_OFFSET};
    Document *gnd;
    if (!open_beside(beside, &file, &gnd, findings, error)) return false;
    if (gnd) check_sizes((const Gat *)document, (const Gnd *)gnd, SIZE_OFFSET, findings);
    return true;
}

/* Opens the file that the world names in a field. *document is NULL if the field is empty, or if
** the file is missing, which is a finding. */
static bool open_named(const Rsw *rsw, const FilesBeside *beside, RswField field,
                       const NameKind *kind, FileBeside file, Document **document,
                       Findings *findings, Error *error) {
    Arena *arena = findings->arena;
    const NameSearch search = {beside, arena, error};
    FoundName found;
    char what[TEXT_SHOWN_BYTES + 40];
    *document = NULL;
    if (!rsw_has(rsw, field)) return true;
    file.offset = rsw->field_starts[field];
    const uint8_t *bytes = rsw->document.bytes + file.offset;
    const char *shown = text_shown(arena, ENCODING_CP949, bytes, RSW_HEADER_NAME_BYTES);
    if (!shown) return fail_memory(error, arena);
    print_text(what, sizeof what, "%s (%s)", file.what, shown);
    file.what = what;
    file.is_named = true;
    file.found = &found.file;
    return !*bytes || (names_find_korean(&search, kind, bytes, RSW_HEADER_NAME_BYTES, &found) &&
                       open_beside(beside, &file, document, findings, error));
}

static void check_model(const Rsw *rsw, const Gat *gat, uint64_t object, Findings *findings) {
    const uint8_t *position = rsw->objects[object].position;
    double x = (double)load_f32(position + RSW_X) / RSW_TILE_UNITS + (double)gat->width / 2;
    double y = (double)load_f32(position + RSW_Z) / RSW_TILE_UNITS + (double)gat->height / 2;
    double depth = (double)load_f32(position + RSW_Y) - gat_height_at(gat, x, y);
    if (!(depth > UNDER_GROUND) || !isfinite(depth)) return;
    finding_add(findings, depth > RO_DEEP ? SEVERITY_WARNING : SEVERITY_INFO, "model_under_ground",
                document_offset(&rsw->document, position),
                "model %u stands %.1f GND units under the ground of the GAT file",
                rsw->objects[object].index, depth);
}

/* Checks all objects. With a tree, rsw_check() has compared places with the tree's extent. */
static bool check_objects(const Rsw *rsw, const Gat *gat, const RswPlacing *placing,
                          Findings *findings, Error *error) {
    double half_width = (double)gat->width * RSW_TILE_UNITS / 2;
    double half_height = (double)gat->height * RSW_TILE_UNITS / 2;
    const RswExtent map = {-half_width, half_width, -half_height, half_height,
                           .known = !rsw_tree_extent(rsw).known};
    for (uint64_t object = 0; object < rsw->object_count; object++) {
        /* ro_check_models() has compared the boxes that are known with the ground */
        bool is_model = rsw->objects[object].kind == RSW_MODEL;
        if (is_model && !placing->placed[rsw->objects[object].index].box.is_known) {
            check_model(rsw, gat, object, findings);
        }
        rsw_check_place(rsw, object, &map, findings);
        if (arena_interrupted_at(findings->arena, object)) return fail_interrupted(error);
    }
    return true;
}

static bool check_named(const Rsw *rsw, const FilesBeside *beside, Findings *findings,
                        Error *error) {
    const FileBeside ground = {.format = &gnd_format, .what = "the GND file that the world names"};
    const FileBeside tiles = {.format = &gat_format, .what = "the GAT file that the world names"};
    Document *gnd = NULL, *gat = NULL;
    Arena scratch = {.host = findings->arena->host};
    RswPlacing placing;
    bool done =
        names_begin(&(NameSearch){beside, &scratch, error}, &ro_ground, NULL) &&
        open_named(rsw, beside, RSW_FIELD_GND, &ro_ground, ground, &gnd, findings, error) &&
        open_named(rsw, beside, RSW_FIELD_GAT, &ro_altitude, tiles, &gat, findings, error) &&
        ro_check_models(rsw, (const Gat *)gat, beside, &scratch, &placing, findings, error);
    if (done && gat) {
        uint64_t offset = rsw->field_starts[RSW_FIELD_GAT];
        if (gnd) check_sizes((const Gat *)gat, (const Gnd *)gnd, offset, findings);
        done = check_objects(rsw, (const Gat *)gat, &placing, findings, error);
    }
    if (gnd) beside->close(beside, gnd);
    if (gat) beside->close(beside, gat);
    arena_clear(&scratch);
    return done;
}

bool rsw_check_beside(Document *document, const FilesBeside *beside, Findings *findings,
                      Error *error) {
    Error problem = {0};
    if (check_named((const Rsw *)document, beside, findings, &problem)) return true;
    if (error_ends(&problem, error)) return false;
    finding_add(findings, SEVERITY_WARNING, "file_beside_unreadable", NO_OFFSET,
                "not all files that the world names could be checked: %s", problem.message);
    return true;
}
