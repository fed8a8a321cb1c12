/* See rsw_place.h. */
#include "ragnarok/rsw_place.h"

#include "ragnarok/ro_names.h"

static const uint8_t *body_of(const Rsw *rsw, uint64_t model) {
    return rsw->document.bytes + rsw->lists[RSW_MODEL].starts[model];
}

/* Returns the transform of a model's centred vertices to the world. */
static Affine model_transform(const Rsw *rsw, uint64_t model) {
    const uint8_t *body = body_of(rsw, model);
    double position[3], turn[3], scale[3];
    load_floats(body + RSW_MODEL_POSITION, 3, position);
    load_floats(body + RSW_MODEL_ROTATION, 3, turn);
    load_floats(body + RSW_MODEL_SCALE, 3, scale);
    const Affine parts[] = {
        affine_turn(0, 0, 1, turn[2] * RSW_DEGREE), affine_turn(1, 0, 0, turn[0] * RSW_DEGREE),
        affine_turn(0, 1, 0, turn[1] * RSW_DEGREE), affine_scale(scale[0], scale[1], scale[2])};
    Affine result = affine_move(position[0], position[1], position[2]);
    for (size_t i = 0; i < LENGTH(parts); i++) result = affine_product(&result, &parts[i]);
    return result;
}

/* Returns the model of a name, which is added to the list if it is new. */
static RswModelFile *model_of(RswPlacing *placing, Map *names, const uint8_t *name, Arena *arena,
                              uint32_t *number) {
    void **place = map_place(names, arena, name, field_length(name, RSW_NAME_BYTES));
    if (!place) return NULL;
    if (!*place) {
        RswModelFile *model = list_add(arena, &placing->models.list, sizeof *model);
        if (!model) return NULL;
        *model = (RswModelFile){.name = name};
        *place = (void *)(uintptr_t)placing->models.count;
    }
    *number = (uint32_t)((uintptr_t)*place - 1);
    return &placing->models.items[*number];
}

/* Links the placements of each model in rising order. */
static bool list_placements(RswPlacing *placing, Arena *arena, Error *error) {
    Map names = {0};
    const Rsw *rsw = placing->rsw;
    uint64_t count = rsw->lists[RSW_MODEL].count;
    placing->placed = arena_zeroed(arena, count, sizeof *placing->placed);
    if (!placing->placed) return fail_memory(error, arena);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t number;
        const uint8_t *name = body_of(rsw, i) + RSW_MODEL_FILE;
        RswModelFile *model = model_of(placing, &names, name, arena, &number);
        if (!model) return fail_memory(error, arena);
        placing->placed[i] = (RswPlaced){.model = number, .next = RSM_NONE};
        *(model->count++ ? &placing->placed[model->last].next : &model->first) = (uint32_t)i;
        model->last = (uint32_t)i;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

bool rsw_list_models(const Rsw *rsw, const FilesBeside *beside, Arena *arena, RswPlacing *placing,
                     Error *error) {
    const NameSearch search = {beside, arena, error};
    *placing = (RswPlacing){.rsw = rsw};
    if (!list_placements(placing, arena, error)) return false;
    for (uint64_t i = 0; i < placing->models.count; i++) {
        RswModelFile *model = &placing->models.items[i];
        FoundName found;
        if (!names_find_korean(&search, &ro_model, model->name, RSW_NAME_BYTES, &found)) {
            return false;
        }
        model->found = found.file;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

bool rsw_open_model(const FilesBeside *beside, const RswModelFile *model, Rsm **rsm, Error *error) {
    Error problem = {0};
    Document *document = beside->open_found(beside, &model->found, &rsm_format, &problem);
    *rsm = (Rsm *)document;
    if (document && rsm_make_pose(document, &problem)) return true;
    if (document) beside->close(beside, document);
    *rsm = NULL;
    return !error_is_not_its_own(&problem) || fail_as(error, &problem);
}

/* Lists the vertices of drawn nodes around the centre, in a block of the arena. */
static double *list_points(const Rsm *rsm, Arena *arena, uint64_t *count) {
    double *points = arena_alloc(arena, rsm->vertices.count, 3 * sizeof *points), *at = points;
    for (uint64_t i = 0; points && i < rsm->drawn_count; i++) {
        ChildRange range = children_of(&rsm->vertices, rsm->order[i]);
        for (uint64_t vertex = range.first; vertex < range.end; vertex++, at += 3) {
            rsm_place_vertex(rsm, vertex, &rsm->pose->nodes[rsm->order[i]], at);
        }
    }
    *count = points ? (uint64_t)(at - points) / 3 : 0;
    return points;
}

static bool measure_model(RswPlacing *placing, RswModelFile *model, const Rsm *rsm, Arena *arena,
                          Error *error) {
    uint64_t count;
    double *points = list_points(rsm, arena, &count);
    if (!points) return fail_memory(error, arena);
    bool done = true;
    model->is_readable = true;
    model->face_count = rsm->faces.count;
    const RsmBox *box = &rsm->pose->box;
    for (uint32_t i = model->first; done && i != RSM_NONE; i = placing->placed[i].next) {
        RswPlaced *placed = &placing->placed[i];
        Affine transform = model_transform(placing->rsw, i);
        for (int corner = 0; box->is_known && corner < 8; corner++) {
            double point[3], at[3];
            for (int k = 0; k < 3; k++) point[k] = corner >> k & 1 ? box->high[k] : box->low[k];
            affine_apply(&transform, point, at);
            rsm_box_add(&placed->corners, at);
        }
        for (uint64_t k = 0; done && k < count; k++) {
            double point[3];
            affine_apply(&transform, points + 3 * k, point);
            rsm_box_add(&placed->box, point);
            if (arena_interrupted_at(arena, k)) done = fail_interrupted(error);
        }
    }
    arena_release(arena, points);
    return done;
}

bool rsw_measure_models(RswPlacing *placing, const FilesBeside *beside, Arena *arena,
                        Error *error) {
    for (uint64_t i = 0; i < placing->models.count; i++) {
        RswModelFile *model = &placing->models.items[i];
        Rsm *rsm;
        if (!model->found.path) continue;
        if (!rsw_open_model(beside, model, &rsm, error)) return false;
        if (!rsm) continue;
        bool done = measure_model(placing, model, rsm, arena, error);
        beside->close(beside, &rsm->document);
        if (!done) return false;
    }
    return true;
}
