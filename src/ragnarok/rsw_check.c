/* Checks for odd but readable data in an RSW file. */
#include "ragnarok/rsw_check.h"

typedef struct RswNames {
    const Rsw *rsw;
    Sightings unterminated, garbage, undefined; /* odd names */
} RswNames;

/* Checks one name; `field` points into the file. */
static void check_name(RswNames *names, const uint8_t *field, uint32_t bytes) {
    uint64_t offset = document_offset(&names->rsw->document, field);
    uint32_t length = field_length(field, bytes);
    sightings_add(&names->unterminated, length == bytes, offset);
    sightings_add(&names->garbage, field_has_garbage(field, bytes), offset + length);
    /* bytes that CP949 doesn't define are shown as U+FFFD */
    sightings_add(&names->undefined, !text_is_defined(ENCODING_CP949, field, length), offset);
}

/* Adds one finding about all sightings, if there are any: an editor repeats its oddities thousands
** of times in a file. */
static void tell_sightings(const Sightings *sightings, const char *code, const char *what,
                           Findings *findings) {
    if (!sightings->count) return;
    finding_add_times(findings, sightings->count, SEVERITY_INFO, code, sightings->first,
                      "%s: %" PRIu64 ", this is the first", what, sightings->count);
}

static void check_version(const Rsw *rsw, Findings *findings) {
    bool models = rsw->major == 2 && rsw->minor == 6;
    const char *field = models ? "the byte of models" : "the cycle of sounds";
    bool is_seen =
        rsw->major == 1 ? rsw->minor == 9 : rsw->minor == 1 || rsw->minor == 2 || rsw->minor == 6;
    if (!is_seen) {
        finding_add(findings, SEVERITY_INFO, "version_unseen", 4,
                    "no real file of version %s is known: it is read as other programs write it",
                    rsw->document.version);
    }
    if (rsw->is_second_reading) {
        finding_add(findings, SEVERITY_INFO, "layout_unusual", NO_OFFSET,
                    "only %s %s does the file end where it should",
                    (models ? rsw->has_model_byte : rsw->has_sound_cycle) ? "with" : "without",
                    field);
    }
    if (rsw->is_ambiguous && rsw->lists[models ? RSW_MODEL : RSW_SOUND].count) {
        finding_add(findings, SEVERITY_INFO, "layout_ambiguous", NO_OFFSET,
                    "the file can be read with %s and without", field);
    }
    if (rsw->header[RSW_HEADER_FLAG] > 1) {
        finding_add(findings, SEVERITY_INFO, "flag", rsw->field_starts[RSW_FIELD_FLAG],
                    "the flag is %u, expected 0 or 1", rsw->header[RSW_HEADER_FLAG]);
    }
}

/* Returns the part of a name between its last folder and its last dot. */
static void find_stem(const char *name, size_t length, const char **stem, size_t *stem_length) {
    size_t start = text_folder_bytes(name, length), end = length;
    for (size_t i = start; i < length; i++) {
        if (name[i] == '.') end = i;
    }
    *stem = name + start;
    *stem_length = end - start;
}

static bool same_stem(const char *file_name, const char *named, size_t length) {
    const char *own, *other;
    size_t own_length, other_length;
    find_stem(file_name, strlen(file_name), &own, &own_length);
    find_stem(named, length, &other, &other_length);
    return text_same(own, own_length, other, other_length);
}

/* Tells whether a file has the stem of a name: of the name's bytes, or of its Korean text. */
static bool has_stem_of(const uint8_t *field, const char *file_name, bool *has, Arena *arena,
                        Error *error) {
    const char *text = text_string(arena, ENCODING_CP949, field, RSW_HEADER_NAME_BYTES);
    if (!text) return fail_memory(error, arena);
    *has = same_stem(file_name, text, strlen(text)) ||
           same_stem(file_name, (const char *)field, field_length(field, RSW_HEADER_NAME_BYTES));
    if (text != (const char *)field) arena_release(arena, (void *)(uintptr_t)text);
    return true;
}

static bool check_header_names(const Rsw *rsw, RswNames *names, Findings *findings, Error *error) {
    static const struct {
        RswField field;
        const char *kind;
        bool is_map;
    } files[] = {
        {RSW_FIELD_INI, "ini", false},
        {RSW_FIELD_GND, "GND", true},
        {RSW_FIELD_GAT, "GAT", true},
        {RSW_FIELD_SCR, "scr", false},
    };
    for (size_t i = 0; i < LENGTH(files); i++) {
        if (!rsw_has(rsw, files[i].field)) continue;
        uint64_t offset = rsw->field_starts[files[i].field];
        const uint8_t *field = rsw->document.bytes + offset;
        bool is_own = !rsw->document.name;
        check_name(names, field, RSW_HEADER_NAME_BYTES);
        if (!is_own && !has_stem_of(field, rsw->document.name, &is_own, findings->arena, error)) {
            return false;
        }
        if (!files[i].is_map && field[0]) {
            finding_add(findings, SEVERITY_INFO, "name_unexpected", offset,
                        "the world names an %s file, which known worlds don't", files[i].kind);
        } else if (files[i].is_map && !field[0]) {
            finding_add(findings, SEVERITY_WARNING, "name_empty", offset,
                        "the world names no %s file", files[i].kind);
        } else if (files[i].is_map && !is_own) {
            finding_add(findings, SEVERITY_INFO, "name_differs", offset,
                        "the world uses the %s file of another map", files[i].kind);
        }
    }
    return true;
}

static void check_numbers(const Rsw *rsw, const uint8_t *numbers, unsigned count, const char *what,
                          Findings *findings) {
    for (unsigned i = 0; i < count; i++) {
        if (isfinite(load_f32(numbers + 4 * i))) continue;
        finding_add(findings, SEVERITY_WARNING, "number_not_finite",
                    document_offset(&rsw->document, numbers) + 4 * i, "%s has a non-finite number",
                    what);
    }
}

static void check_header_numbers(const Rsw *rsw, Findings *findings) {
    static const struct {
        RswField field;
        uint8_t start, count;
        const char *what;
    } numbers[] = {
        {RSW_FIELD_WATER_LEVEL, 0, 1, "the water level"},
        {RSW_FIELD_WATER, RSW_HEADER_WAVE_HEIGHT - RSW_HEADER_WATER_TYPE, 3, "the water"},
        {RSW_FIELD_LIGHT, RSW_HEADER_DIFFUSE - RSW_HEADER_LONGITUDE, 6, "the light"},
        {RSW_FIELD_SHADOW, 0, 1, "the opacity of shadows"},
    };
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        if (!rsw_has(rsw, numbers[i].field)) continue;
        uint64_t start = rsw->field_starts[numbers[i].field] + numbers[i].start;
        check_numbers(rsw, rsw->document.bytes + start, numbers[i].count, numbers[i].what,
                      findings);
    }
}

static void check_end(const Rsw *rsw, Findings *findings) {
    enum { VECTOR_BYTES = 12 };
    /* some editors write the last vector of the tree twice */
    bool repeats =
        rsw->node_count == RSW_TREE_NODES && rsw->trailing.size == VECTOR_BYTES &&
        memcmp(rsw->trailing.bytes, rsw->trailing.bytes - VECTOR_BYTES, VECTOR_BYTES) == 0;
    uint64_t end = document_offset(&rsw->document, rsw->trailing.bytes);
    if (rsw->node_count && rsw->node_count < RSW_TREE_NODES) {
        finding_add(findings, SEVERITY_WARNING, "tree_cut", end,
                    "the tree ends after %" PRIu64 " of 1365 nodes", rsw->node_count);
    } else if (!rsw->node_count && rsw_since(rsw, 2, 1)) {
        finding_add(findings, SEVERITY_INFO, "tree_missing", end,
                    "the world has no tree, which version %s usually has", rsw->document.version);
    }
    const char *where = repeats
                            ? "after the end of the world: they repeat the last centre of the tree"
                            : "after the end of the world";
    document_check_trailing(&rsw->document, rsw->trailing, where, findings);
}

/* Some editors write whole trees of boxes whose half size or centre doesn't match the box. */
typedef struct TreeCheck {
    const Rsw *rsw;
    Sightings halves, centers;
} TreeCheck;

static void check_box(TreeCheck *tree, uint64_t node, const uint8_t *record, Findings *findings) {
    uint64_t offset = document_offset(&tree->rsw->document, record);
    bool center = true, half = true, order = true;
    for (unsigned axis = 0; axis < 3; axis++) {
        double max = (double)load_f32(record + RSW_NODE_MAXIMUM + 4 * axis);
        double min = (double)load_f32(record + RSW_NODE_MINIMUM + 4 * axis);
        order &= min <= max;
        half &=
            rsw_is_near((double)load_f32(record + RSW_NODE_HALF_SIZE + 4 * axis), (max - min) / 2);
        center &=
            rsw_is_near((double)load_f32(record + RSW_NODE_CENTER + 4 * axis), (max + min) / 2);
    }
    if (!order) {
        finding_add(findings, SEVERITY_WARNING, "node_inverted", offset,
                    "node %" PRIu64 ": its minimum isn't below its maximum", node);
    }
    sightings_add(&tree->halves, !half, offset + RSW_NODE_HALF_SIZE);
    sightings_add(&tree->centers, !center, offset + RSW_NODE_CENTER);
}

/* Compares a node's box with its parent's, in x and z only; real trees agree within 0.5. */
static void check_parent(const Rsw *rsw, uint64_t node, const uint8_t *record, Findings *findings) {
    const double slack = 0.5;
    uint32_t parent = rsw->places[node].parent;
    if (parent == UINT32_MAX) return;
    const uint8_t *around = rsw->tree + (uint64_t)parent * RSW_NODE_BYTES;
    for (unsigned axis = 0; axis < 3; axis += 2) {
        double max = (double)load_f32(record + RSW_NODE_MAXIMUM + 4 * axis);
        double min = (double)load_f32(record + RSW_NODE_MINIMUM + 4 * axis);
        if (max <= (double)load_f32(around + RSW_NODE_MAXIMUM + 4 * axis) + slack &&
            min >= (double)load_f32(around + RSW_NODE_MINIMUM + 4 * axis) - slack) {
            continue;
        }
        finding_add(findings, SEVERITY_WARNING, "node_outside_parent",
                    document_offset(&rsw->document, record),
                    "node %" PRIu64 " reaches out of its parent, node %u", node, parent);
        return;
    }
}

static void check_tree(const Rsw *rsw, Findings *findings) {
    TreeCheck tree = {.rsw = rsw};
    for (uint64_t node = 0; node < rsw->node_count; node++) {
        const uint8_t *record = rsw->tree + node * RSW_NODE_BYTES;
        bool finite = true;
        for (unsigned i = 0; i < RSW_NODE_BYTES / 4; i++) {
            finite &= (bool)isfinite(load_f32(record + 4 * i));
        }
        if (!finite) {
            finding_add(findings, SEVERITY_WARNING, "node_not_finite",
                        document_offset(&rsw->document, record),
                        "node %" PRIu64 " of the tree has a non-finite number", node);
            continue;
        }
        check_box(&tree, node, record, findings);
        check_parent(rsw, node, record, findings);
    }
    tell_sightings(&tree.halves, "node_half_size", "nodes whose half size isn't half of their box",
                   findings);
    tell_sightings(&tree.centers, "node_center", "nodes whose centre isn't the middle of their box",
                   findings);
}

static const char *const kind_names[] = {NULL, "model", "light", "sound", "effect"};

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
                "object %" PRIu64 " (%s %u) lies outside of the map", object,
                kind_names[rsw->objects[object].kind], rsw->objects[object].index);
}

static void check_object_numbers(const Rsw *rsw, uint64_t object, const uint8_t *numbers,
                                 unsigned count, Findings *findings) {
    char what[40];
    print_text(what, sizeof what, "%s %u", kind_names[rsw->objects[object].kind],
               rsw->objects[object].index);
    check_numbers(rsw, numbers, count, what, findings);
}

static void check_animation(const Rsw *rsw, uint32_t model, const uint8_t *head,
                            Findings *findings) {
    const float fastest = 100;
    int32_t animation = load_i32(head + RSW_MODEL_ANIMATION);
    float speed = load_f32(head + RSW_MODEL_SPEED);
    uint64_t offset = document_offset(&rsw->document, head);
    if (animation < 0 || animation > 2) {
        finding_add(findings, SEVERITY_INFO, "model_animation", offset + RSW_MODEL_ANIMATION,
                    "model %u has the unknown animation %d, expected 0 to 2", model, animation);
    }
    if (isfinite(speed) && !(speed > 0 && speed <= fastest)) {
        finding_add(findings, SEVERITY_INFO, "model_animation_speed", offset + RSW_MODEL_SPEED,
                    "model %u: the speed of its animation isn't above 0 and at most 100", model);
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
                    "model %u names no model file", model);
    }
    check_object_numbers(rsw, object, body + RSW_MODEL_POSITION, 9, findings);
    for (unsigned axis = 0; axis < 3; axis++) {
        float scale = load_f32(body + RSW_MODEL_SCALE + 4 * axis);
        if (scale < 0 || scale > 0 || isnan(scale)) continue;
        finding_add(findings, SEVERITY_INFO, "model_scale_zero",
                    offset + RSW_MODEL_SCALE + 4 * axis, "model %u has a scale of 0", model);
        break; /* a model that is flat in several directions is one finding */
    }
    check_name(names, body + RSW_MODEL_FILE, RSW_NAME_BYTES);
    check_name(names, body + RSW_MODEL_NODE, RSW_NAME_BYTES);
}

static void check_sound(const Rsw *rsw, uint64_t object, const uint8_t *body, RswNames *names,
                        Findings *findings) {
    check_object_numbers(rsw, object, body + RSW_SOUND_POSITION, 4, findings);
    check_object_numbers(rsw, object, body + RSW_SOUND_RANGE, rsw->has_sound_cycle ? 2 : 1,
                         findings);
    if (rsw->has_sound_cycle && load_f32(body + RSW_SOUND_CYCLE) <= 0) {
        finding_add(findings, SEVERITY_INFO, "sound_cycle",
                    document_offset(&rsw->document, body) + RSW_SOUND_CYCLE,
                    "sound %u has no cycle above 0 seconds", rsw->objects[object].index);
    }
    check_name(names, body + RSW_SOUND_FILE, RSW_NAME_BYTES);
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

/* Compares two models by position, rotation, scale and file: negative, 0 or positive. */
static int compare_models(const void *context, uint32_t a, uint32_t b) {
    const Rsw *rsw = context;
    const Children *models = &rsw->lists[RSW_MODEL];
    const uint8_t *left = rsw->document.bytes + models->starts[a];
    const uint8_t *right = rsw->document.bytes + models->starts[b];
    int order = memcmp(left + RSW_MODEL_POSITION, right + RSW_MODEL_POSITION,
                       RSW_MODEL_BYTES - RSW_MODEL_POSITION);
    if (order) return order;
    return strncmp((const char *)left + RSW_MODEL_FILE, (const char *)right + RSW_MODEL_FILE,
                   RSW_NAME_BYTES);
}

static bool check_doubles(const Rsw *rsw, Findings *findings, Error *error) {
    const Children *list = &rsw->lists[RSW_MODEL];
    uint32_t *models = sorted_order(findings->arena, list->count, compare_models, rsw, error);
    if (!models) return false;
    for (uint64_t i = 1; i < list->count; i++) {
        if (compare_models(rsw, models[i - 1], models[i]) != 0) continue;
        finding_add(findings, SEVERITY_INFO, "model_doubled",
                    rsw->objects[list->parents[models[i]]].start,
                    "model %u repeats model %u: the same file, position, rotation and scale",
                    models[i], models[i - 1]);
    }
    arena_release(findings->arena, models);
    return true;
}

static void check_lights(const Rsw *rsw, Findings *findings) {
    const Children *lights = &rsw->lists[RSW_LIGHT];
    Sightings integers = {0};
    for (uint64_t i = 0; i < lights->count; i++) {
        const uint8_t *body = rsw->document.bytes + lights->starts[i];
        sightings_add(&integers, rsw_light_is_integer(body),
                      document_offset(&rsw->document, body) + RSW_LIGHT_COLOR);
    }
    tell_sightings(&integers, "light_color_integer",
                   "lights whose colour is whole numbers up to 255 instead of floats up to 1",
                   findings);
}

static bool check_objects(const Rsw *rsw, RswNames *names, Findings *findings, Error *error) {
    RswExtent extent = rsw_tree_extent(rsw);
    for (uint64_t object = 0; object < rsw->object_count; object++) {
        uint32_t bytes;
        const uint8_t *name = rsw_name(rsw, object, &bytes);
        if (name) check_name(names, name, bytes);
        check_body(rsw, object, names, findings);
        rsw_check_place(rsw, object, &extent, findings);
        if (arena_interrupted_at(findings->arena, object)) return fail_interrupted(error);
    }
    check_lights(rsw, findings);
    return check_doubles(rsw, findings, error);
}

bool rsw_check(Document *document, Findings *findings, Error *error) {
    const Rsw *rsw = (const Rsw *)document;
    RswNames names = {.rsw = rsw};
    check_version(rsw, findings);
    if (!check_header_names(rsw, &names, findings, error)) return false;
    check_header_numbers(rsw, findings);
    if (!check_objects(rsw, &names, findings, error)) return false;
    tell_sightings(&names.unterminated, "name_unterminated",
                   "names that fill their field without a NUL", findings);
    tell_sightings(&names.garbage, "name_garbage", "names followed by left-over bytes", findings);
    tell_sightings(&names.undefined, "name_encoding", "names with bytes that CP949 doesn't define",
                   findings);
    if (!rsw_place_nodes(document, error)) return false;
    check_tree(rsw, findings);
    check_end(rsw, findings);
    return true;
}
