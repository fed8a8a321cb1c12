/* What is odd between a world and the models that it places: files that are missing, and boxes
** under the ground, in the air or across the edge of the map. */
#include "ragnarok/rsw_check.h"

#include "ragnarok/ro_names.h"

#define FLOATING 5 /* GND units, a tile: much stands a little above the ground on purpose */

static uint64_t name_offset(const RswPlacing *placing, const RswModelFile *model) {
    return document_offset(&placing->rsw->document, model->name);
}

static bool check_files(const RswPlacing *placing, Arena *arena, Findings *findings, Error *error) {
    const RswModelFile *models = placing->models.items;
    for (uint64_t i = 0; i < placing->models.count; i++) {
        if (models[i].found.path && models[i].is_readable) continue;
        const char *name = text_shown(arena, ENCODING_CP949, models[i].name, RSW_NAME_BYTES);
        if (!name) return fail_memory(error, arena);
        if (!models[i].found.path) {
            finding_add(findings, SEVERITY_WARNING, "model_missing",
                        name_offset(placing, &models[i]),
                        "the file of model %u (%s) isn't found; it is placed %u time%s",
                        models[i].first, name, models[i].count, models[i].count == 1 ? "" : "s");
        } else {
            finding_add(findings, SEVERITY_WARNING, "model_unreadable",
                        name_offset(placing, &models[i]),
                        "the file of model %u (%s) can't be read: gamemap_files tells why",
                        models[i].first, name);
        }
    }
    return true;
}

typedef struct MissingTexture {
    uint32_t model; /* whose textures these are: number of a RswModelFile */
    uint64_t texture;
    const char *name;
} MissingTexture;

typedef struct Textures {
    const FilesBeside *beside;
    Arena *arena;
    Map seen;
    List missing;
    bool any_found;
} Textures;

/* Looks for those textures of a model that no earlier model has. */
static bool check_model_textures(Textures *textures, uint32_t number, const Rsm *rsm,
                                 Error *error) {
    const NameSearch search = {textures->beside, textures->arena, error};
    for (uint64_t i = 0; i < rsm->texture_count; i++) {
        RsmName texture = rsm->textures[i];
        FoundName found;
        void **place = map_place(&textures->seen, textures->arena, texture.bytes, texture.size);
        if (!place) return fail_memory(error, textures->arena);
        if (*place) continue;
        *place = textures;
        if (!names_find_korean(&search, &ro_texture, texture.bytes, texture.size, &found)) {
            return false;
        }
        textures->any_found = textures->any_found || found.file.path;
        if (found.file.path) continue;
        MissingTexture *missing = list_add(textures->arena, &textures->missing, sizeof *missing);
        const char *shown =
            text_shown(textures->arena, ENCODING_CP949, texture.bytes, texture.size);
        if (!missing || !shown) return fail_memory(error, textures->arena);
        *missing = (MissingTexture){number, i, shown};
        if (arena_interrupted_at(textures->arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* Reports missing textures, unless none is found at all: then they are absent on purpose. */
static bool check_textures(const RswPlacing *placing, const FilesBeside *beside, Arena *arena,
                           Findings *findings, Error *error) {
    Textures textures = {.beside = beside, .arena = arena};
    const RswModelFile *models = placing->models.items;
    for (uint32_t i = 0; i < placing->models.count; i++) {
        Rsm *rsm = NULL;
        if (!models[i].is_readable) continue;
        if (!rsw_open_model(beside, &models[i], &rsm, error)) return false;
        if (!rsm) continue;
        bool done = check_model_textures(&textures, i, rsm, error);
        beside->close(beside, &rsm->document);
        if (!done) return false;
    }
    const MissingTexture *missing = textures.missing.items;
    for (uint64_t i = 0; textures.any_found && i < textures.missing.count; i++) {
        finding_add(findings, SEVERITY_WARNING, "texture_missing",
                    name_offset(placing, &models[missing[i].model]),
                    "texture %" PRIu64 " (%s) of the file of model %u isn't found",
                    missing[i].texture, missing[i].name, models[missing[i].model].first);
    }
    return true;
}

static void check_height(const Gat *gat, uint64_t model, const RsmBox *box, uint64_t offset,
                         Findings *findings) {
    double middle_x = (box->low[0] + box->high[0]) / 2, middle_z = (box->low[2] + box->high[2]) / 2;
    double ground = gat_height_at(gat, middle_x / RSW_TILE_UNITS + (double)gat->width / 2,
                                  middle_z / RSW_TILE_UNITS + (double)gat->height / 2);
    if (box->low[1] > ground) {
        bool is_deep = box->low[1] > ground + RO_DEEP;
        finding_add(findings, is_deep ? SEVERITY_WARNING : SEVERITY_INFO, "model_buried", offset,
                    "the top of model %" PRIu64 " is %.1f GND units under the ground of the GAT "
                    "file",
                    model, box->low[1] - ground);
    } else if (box->high[1] < ground - FLOATING) {
        finding_add(findings, SEVERITY_INFO, "model_floating", offset,
                    "the lowest point of model %" PRIu64 " is %.1f GND units above the ground of "
                    "the GAT file",
                    model, ground - box->high[1]);
    }
}

static bool check_boxes(const RswPlacing *placing, const Gat *gat, Findings *findings,
                        Error *error) {
    const Rsw *rsw = placing->rsw;
    double half_x = (double)gat->width * RSW_TILE_UNITS / 2;
    double half_z = (double)gat->height * RSW_TILE_UNITS / 2;
    for (uint64_t i = 0; i < rsw->lists[RSW_MODEL].count; i++) {
        const RsmBox *box = &placing->placed[i].box;
        uint64_t offset = rsw->lists[RSW_MODEL].starts[i] + RSW_MODEL_POSITION;
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        if (!box->is_known) continue;
        check_height(gat, i, box, offset, findings);
        if (!(box->low[0] >= -half_x && box->high[0] <= half_x && box->low[2] >= -half_z &&
              box->high[2] <= half_z)) {
            finding_add(findings, SEVERITY_INFO, "model_across_edge", offset,
                        "model %" PRIu64 " reaches across the edge of the map", i);
        }
    }
    return true;
}

bool ro_check_models(const Rsw *rsw, const Gat *gat, const FilesBeside *beside, Arena *arena,
                     RswPlacing *placing, Findings *findings, Error *error) {
    if (!rsw_list_models(rsw, beside, arena, placing, error)) return false;
    uint64_t found = 0;
    while (found < placing->models.count && !placing->models.items[found].found.path) found++;
    if (found == placing->models.count) return true;
    if (!rsw_measure_models(placing, beside, arena, error)) return false;
    return check_files(placing, arena, findings, error) &&
           (!gat || check_boxes(placing, gat, findings, error)) &&
           check_textures(placing, beside, arena, findings, error);
}
