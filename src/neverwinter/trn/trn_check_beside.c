/* What is odd between a TRX and the TRN of its name, of which it was baked. */
#include "codec/text.h"
#include "core/file_set.h"
#include "neverwinter/aswm/aswm_removed.h"
#include "neverwinter/trn/trn.h"

/* A bake only takes ground away, except for placed bridges and stairs, which lie where the TRN has
** no ground at that height. Cutting float32 triangles anew may add as much. */
#define MORE_GROUND  1.001
#define GROUND_SLACK 0.1 /* square metres */

/* Sets *area to that of the walkable ground in square metres, seen from above. */
static bool measure_ground(const Aswm *mesh, Arena *arena, double *area, Error *error) {
    *area = 0;
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        Vector corners[3];
        bool counts = aswm_walkable(mesh, i) && aswm_corners(mesh, i, corners);
        double part = counts ? walk_area(corners) : 0;
        if (isfinite(part)) *area += part;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

static void note_misfit(const char *what, uint64_t offset, Findings *findings) {
    finding_add(findings, SEVERITY_WARNING, "trx_misfits_trn", offset,
                "it doesn't fit the TRN beside it, so the area must be baked again: %s", what);
}

static bool has_other_size(const Trn *trx, const Trn *trn) {
    if (!trx->areas.rows.count || !trn->areas.rows.count)
        return trx->areas.rows.count != trn->areas.rows.count;
    return memcmp(trx->document.bytes + trx->areas.rows.starts[0],
                  trn->document.bytes + trn->areas.rows.starts[0], 8) != 0;
}

/* Sets *area to that of the walkable ground which lies where the TRN has none at that height. */
static bool measure_added(const Aswm *baked, const Aswm *source, Arena *arena, double *area,
                          Error *error) {
    List added = {0};
    *area = 0;
    bool done = aswm_find_removed(baked, source, arena, &added, error);
    const AswmPart *parts = added.items;
    for (uint64_t i = 0; i < added.count; i++) {
        if (parts[i].walkable) *area += parts[i].area;
    }
    arena_release(arena, added.items);
    return done;
}

static bool compare_ground(const Trn *trx, const Trn *trn, uint64_t offset, Findings *findings,
                           Error *error) {
    double before, after, added;
    if (!measure_ground(&trn->mesh, findings->arena, &before, error) ||
        !measure_ground(&trx->mesh, findings->arena, &after, error)) {
        return false;
    }
    if (after <= before * MORE_GROUND + GROUND_SLACK) return true;
    if (!measure_added(&trx->mesh, &trn->mesh, findings->arena, &added, error)) return false;
    if (after - added > before * MORE_GROUND + GROUND_SLACK || added > before) {
        char what[100];
        print_text(what, sizeof what, "%.1f square metres can be walked on, in the TRN %.1f", after,
                   before);
        note_misfit(what, offset, findings);
    }
    return true;
}

static bool compare_meshes(const Trn *trx, const Trn *trn, uint64_t offset, Findings *findings,
                           Error *error) {
    const Aswm *baked = &trx->mesh, *source = &trn->mesh;
    if (has_other_size(trx, trn)) {
        note_misfit("the area has another size", offset, findings);
    } else if (baked->grid_width != source->grid_width ||
               baked->grid_height != source->grid_height || baked->tile_size != source->tile_size) {
        note_misfit("the walkmesh has another grid", offset, findings);
    } else if (trx->terrains.packets.rows.count &&
               trx->terrains.packets.rows.count != trn->terrains.packets.rows.count) {
        note_misfit("the ground has another number of megatiles", offset, findings);
    } else {
        return compare_ground(trx, trn, offset, findings, error);
    }
    return true;
}

bool trn_check_beside(Document *document, const FilesBeside *beside, Findings *findings,
                      Error *error) {
    const Trn *trx = (const Trn *)document;
    bool has_ending = document->name && strchr(document->name, '.');
    if (!has_ending || !trx->mesh.layout || !trx->mesh.baked) return true;
    const char *name = text_with_ending(findings->arena, document->name, ".trn");
    if (!name) return fail_memory(error, findings->arena);
    const FileBeside file = {.name = name,
                             .format = &trn_format,
                             .what = "the TRN file of the same area",
                             .offset = NO_OFFSET};
    Document *trn;
    if (!open_beside(beside, &file, &trn, findings, error)) return false;
    const Trn *source = (const Trn *)trn;
    if (!source || !source->mesh.layout || source->mesh.baked) return true;
    uint64_t offset = trx->areas.rows.count ? trx->areas.rows.starts[0] : NO_OFFSET;
    return compare_meshes(trx, source, offset, findings, error);
}
