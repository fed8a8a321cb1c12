/* Checks for odd but readable data in the objects of an RSW file. */
#include "ragnarok/rsw_check.h"
#include "core/sort.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const kind_names[] = {NULL, "model", "light", "sound", "effect"};

/* ---- One object ------------------------------------------------------------------------------ */

/* The extent is that of the tree's root, whose maximum is one unit short. */
RswExtent rsw_tree_extent(const Rsw *rsw) {
    RswExtent extent = {0};
    if (!rsw->node_count) return extent;
    const uint8_t *max = rsw->tree + RSW_NODE_MAXIMUM, *min = rsw->tree + RSW_NODE_MINIMUM;
    extent = (RswExtent){(double)load_f32(min), (double)load_f32(max) + 1,
                         (double)load_f32(min + 8), (double)load_f32(max + 8) + 1, true};
    extent.known = extent.min_x < extent.max_x && extent.min_z < extent.max_z;
    return extent;
}

void rsw_check_place(const Rsw *rsw, uint64_t object, const RswExtent *extent, Findings *findings) {
    const uint8_t *position = rsw->objects[object].position;
    double x = (double)load_f32(position), z = (double)load_f32(position + 8);
    if (!extent->known || !isfinite(x) || !isfinite(z)) return;
    bool inside_x = x >= extent->min_x && x <= extent->max_x;
    bool inside_z = z >= extent->min_z && z <= extent->max_z;
    if (inside_x && inside_z) return;
    finding_add(findings, SEVERITY_INFO, "object_outside",
                document_offset(&rsw->document, position),
                "object %" PRIu64 " (%s %" PRIu32 ") lies outside of the map", object,
                kind_names[rsw->objects[object].kind], rsw->objects[object].index);
}

static void check_object_numbers(const Rsw *rsw, uint64_t object, const uint8_t *numbers,
                                 unsigned count, Findings *findings) {
    char what[40];
    bool finite = true;
    for (unsigned i = 0; i < count; i++) finite &= (bool)isfinite(load_f32(numbers + 4 * i));
    if (finite) return;
    snprintf(what, sizeof what, "%s %" PRIu32, kind_names[rsw->objects[object].kind],
             rsw->objects[object].index);
    rsw_check_numbers(rsw, numbers, count, what, findings);
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static void check_animation(const Rsw *rsw, uint32_t model, const uint8_t *head,
                            Findings *findings) {
    const float fastest = 100;
    int32_t animation = load_i32(head + RSW_MODEL_ANIMATION);
    float speed = load_f32(head + RSW_MODEL_SPEED);
    uint64_t offset = document_offset(&rsw->document, head);
    if (animation < 0 || animation > 2) {
        finding_add(findings, SEVERITY_INFO, "model_animation", offset + RSW_MODEL_ANIMATION,
                    "model %" PRIu32 " has the unknown animation %" PRId32 ", expected 0 to 2",
                    model, animation);
    }
    if (isfinite(speed) && !(speed > 0 && speed <= fastest)) {
        finding_add(findings, SEVERITY_INFO, "model_animation_speed", offset + RSW_MODEL_SPEED,
                    "model %" PRIu32 ": the speed of its animation isn't above 0 and at most 100",
                    model);
    }
}

static void check_model(const Rsw *rsw, uint64_t object, const uint8_t *body, RswNames *names,
                        Findings *findings) {
    uint32_t model = rsw->objects[object].index;
    const uint8_t *head = rsw->document.bytes + rsw->objects[object].start + RSW_OBJECT_BODY;
    uint64_t offset = document_offset(&rsw->document, body);
    if (rsw_model_head_bytes(rsw)) {
        check_animation(rsw, model, head, findings);
        check_object_numbers(rsw, object, head + RSW_MODEL_SPEED, 1, findings);
    }
    if (!body[RSW_MODEL_FILE]) {
        finding_add(findings, SEVERITY_WARNING, "model_without_file", offset,
                    "model %" PRIu32 " names no model file", model);
    }
    check_object_numbers(rsw, object, body + RSW_MODEL_POSITION, 9, findings);
    for (unsigned axis = 0; axis < 3; axis++) {
        float scale = load_f32(body + RSW_MODEL_SCALE + 4 * axis);
        if (scale < 0 || scale > 0 || isnan(scale)) continue;
        finding_add(findings, SEVERITY_INFO, "model_scale_zero",
                    offset + RSW_MODEL_SCALE + 4 * axis, "model %" PRIu32 " has a scale of 0",
                    model);
        break; /* a model that is flat in several directions is one finding */
    }
    rsw_check_name(names, body + RSW_MODEL_FILE, RSW_NAME_BYTES);
    rsw_check_name(names, body + RSW_MODEL_NODE, RSW_NAME_BYTES);
}

static void check_sound(const Rsw *rsw, uint64_t object, const uint8_t *body, RswNames *names,
                        Findings *findings) {
    check_object_numbers(rsw, object, body + RSW_SOUND_POSITION, 4, findings);
    check_object_numbers(rsw, object, body + RSW_SOUND_RANGE, rsw->has_sound_cycle ? 2 : 1,
                         findings);
    if (rsw->has_sound_cycle && load_f32(body + RSW_SOUND_CYCLE) <= 0) {
        finding_add(findings, SEVERITY_INFO, "sound_cycle",
                    document_offset(&rsw->document, body) + RSW_SOUND_CYCLE,
                    "sound %" PRIu32 " has no cycle above 0 seconds", rsw->objects[object].index);
    }
    rsw_check_name(names, body + RSW_SOUND_FILE, RSW_NAME_BYTES);
}

static void check_body(const Rsw *rsw, uint64_t object, RswNames *names, Findings *findings) {
    const RswObject *at = &rsw->objects[object];
    const uint8_t *body = rsw->document.bytes + rsw->lists[at->kind].starts[at->index];
    switch ((RswKind)at->kind) {
    case RSW_MODEL: check_model(rsw, object, body, names, findings); break;
    case RSW_SOUND: check_sound(rsw, object, body, names, findings); break;
    case RSW_LIGHT:
        check_object_numbers(rsw, object, body + RSW_LIGHT_POSITION, 7, findings);
        break;
    case RSW_EFFECT:
        check_object_numbers(rsw, object, body + RSW_EFFECT_POSITION, 3, findings);
        check_object_numbers(rsw, object, body + RSW_EFFECT_EMIT_SPEED, 5, findings);
        break;
    case RSW_KINDS: break;
    }
}

/* ---- Models that are in one place twice ------------------------------------------------------ */

/* Compares two models by position, rotation, scale and file: negative, 0 or positive. */
static int compare_models(const Rsw *rsw, uint32_t a, uint32_t b) {
    const Children *models = &rsw->lists[RSW_MODEL];
    const uint8_t *left = rsw->document.bytes + models->starts[a];
    const uint8_t *right = rsw->document.bytes + models->starts[b];
    int order = memcmp(left + RSW_MODEL_POSITION, right + RSW_MODEL_POSITION,
                       RSW_MODEL_BYTES - RSW_MODEL_POSITION);
    if (order) return order;
    return strncmp((const char *)left + RSW_MODEL_FILE, (const char *)right + RSW_MODEL_FILE,
                   RSW_NAME_BYTES);
}

static bool is_before(const void *context, uint32_t a, uint32_t b) {
    int order = compare_models(context, a, b);
    return order < 0 || (order == 0 && a < b);
}

static bool check_doubles(const Rsw *rsw, Findings *findings, Error *error) {
    const Children *list = &rsw->lists[RSW_MODEL];
    uint32_t *models = arena_alloc(findings->arena, list->count, sizeof *models);
    if (!models) return fail_memory(error, findings->arena);
    for (uint64_t i = 0; i < list->count; i++) models[i] = (uint32_t)i;
    bool done = sort_records(findings->arena, models, list->count, is_before, rsw) ||
                fail_interrupted(error);
    for (uint64_t i = 1; done && i < list->count; i++) {
        if (compare_models(rsw, models[i - 1], models[i]) != 0) continue;
        finding_add(findings, SEVERITY_INFO, "model_doubled",
                    rsw->objects[list->parents[models[i]]].start,
                    "model %" PRIu32 " repeats model %" PRIu32
                    ": the same file, position, rotation and scale",
                    models[i], models[i - 1]);
    }
    arena_release(findings->arena, models);
    return done;
}

/* ---- Lights whose colours aren't floats ------------------------------------------------------ */

static void check_lights(const Rsw *rsw, Findings *findings) {
    const Children *lights = &rsw->lists[RSW_LIGHT];
    Sightings integers = {0};
    for (uint64_t i = 0; i < lights->count; i++) {
        const uint8_t *body = rsw->document.bytes + lights->starts[i];
        sightings_add(&integers, rsw_light_is_integer(body),
                      document_offset(&rsw->document, body) + RSW_LIGHT_COLOR);
    }
    rsw_tell_sightings(&integers, "light_color_integer",
                       "lights whose colour is whole numbers up to 255 instead of floats up to 1",
                       findings);
}

/* ---- All ------------------------------------------------------------------------------------- */

bool rsw_check_objects(const Rsw *rsw, RswNames *names, Findings *findings, Error *error) {
    RswExtent extent = rsw_tree_extent(rsw);
    for (uint64_t object = 0; object < rsw->object_count; object++) {
        uint32_t bytes;
        const uint8_t *name = rsw_name(rsw, object, &bytes);
        if (name) rsw_check_name(names, name, bytes);
        check_body(rsw, object, names, findings);
        rsw_check_place(rsw, object, &extent, findings);
        if (arena_interrupted_at(findings->arena, object)) return fail_interrupted(error);
    }
    check_lights(rsw, findings);
    return check_doubles(rsw, findings, error);
}
