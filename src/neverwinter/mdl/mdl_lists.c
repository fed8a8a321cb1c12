/* MDL: pointers, and the lists that are made on demand. mdl.h describes the format. */
#include "neverwinter/mdl/mdl_part.h"

#include <inttypes.h>

const struct MdlPartField mdl_part_fields[MDL_PARTS] = {
    [MDL_LIGHT] = {MDL_FLAG_LIGHT, 92, "lights"},
    [MDL_EMITTER] = {MDL_FLAG_EMITTER, 216, "emitters"},
    [MDL_REFERENCE] = {MDL_FLAG_REFERENCE, 68, "references"},
    [MDL_MESH] = {MDL_FLAG_MESH, 512, "meshes"},
    [MDL_SKIN] = {MDL_FLAG_SKIN, 100, "skins"},
    [MDL_ANIM] = {MDL_FLAG_ANIM, 56, "animmeshes"},
    [MDL_DANGLY] = {MDL_FLAG_DANGLY, 24, "danglies"},
    [MDL_AABB] = {MDL_FLAG_AABB, 4, "trees of boxes"},
};

const struct MdlPointer mdl_pointers[MDL_POINTERS] = {
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_CHILDREN, 4, MDL_ROWS_NONE, "children", 0, 0},
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_CONTROLLERS, MDL_CONTROLLER_BYTES, MDL_ROWS_CONTROLLERS,
     "controllers", 0, 0},
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_DATA, 4, MDL_ROWS_NONE, "floats of controllers", 0, 0},
    {MDL_LIGHT, MDL_EMPTY_ARRAY, MDL_LIGHT_UNUSED, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_SIZES, 4, MDL_ROWS_FLARES, "flare sizes", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_POSITIONS, 4, MDL_ROWS_FLARES, "flare positions", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_SHIFTS, 12, MDL_ROWS_FLARES, "flare colour shifts", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_TEXTURES, 4, MDL_ROWS_FLARES, "flare textures", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_FACES, MDL_FACE_BYTES, MDL_ROWS_FACES, "faces", 0, 0},
    {MDL_MESH, MDL_EMPTY_ARRAY, MDL_MESH_VERTEX_INDICES, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_MESH, MDL_EMPTY_ARRAY, MDL_MESH_LEFT_OVER_FACES, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_INDEX_COUNTS, 4, MDL_ROWS_NONE, "index counts", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_INDEX_LISTS, 4, MDL_ROWS_NONE, "index lists", 0, 0},
    {MDL_SKIN, MDL_EMPTY_ARRAY, MDL_SKIN_UNUSED, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_SKIN, MDL_RAW_POINTER, MDL_SKIN_WEIGHTS, 4, MDL_ROWS_WEIGHTS, "weights", 0, MDL_LANES},
    {MDL_SKIN, MDL_RAW_POINTER, MDL_SKIN_VERTEX_SLOTS, 2, MDL_ROWS_WEIGHTS,
     "bone slots of vertices", 0, MDL_LANES},
    {MDL_SKIN, MDL_MODEL_POINTER, MDL_SKIN_MAP, 2, MDL_ROWS_BONES, "bone slots of nodes",
     MDL_SKIN_MAP_COUNT, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_ROTATIONS, 16, MDL_ROWS_BONES, "bind rotations", 0, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_TRANSLATIONS, 12, MDL_ROWS_BONES, "bind translations", 0, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_CONSTANTS, 4, MDL_ROWS_BONES, "bone constants", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED0, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED1, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED2, 0, MDL_ROWS_NONE, "", 0, 0},
    {MDL_ANIM, MDL_MODEL_POINTER, MDL_ANIM_SETS, 12, MDL_ROWS_ANIMATED, "animated positions",
     MDL_ANIM_SET_COUNT, 1},
    {MDL_ANIM, MDL_MODEL_POINTER, MDL_ANIM_UV_SETS, 8, MDL_ROWS_ANIMATED,
     "animated texture coordinates", MDL_ANIM_UV_SET_COUNT, 1},
    {MDL_DANGLY, MDL_ARRAY, MDL_DANGLY_CONSTRAINTS, 4, MDL_ROWS_CONSTRAINTS, "constraints", 0, 0},
};

/* ---- Pointers -------------------------------------------------------------------------------- */

static bool check_span(uint64_t at, const char *what, const MdlSpan *span, uint64_t end,
                       Error *error) {
    if (mdl_fits(span, end)) return true;
    return fail_at(error, ERROR_CORRUPT, at,
                   "%" PRIu64 " %s at 0x%" PRIx64 " need %" PRIu64
                   " bytes, their section ends at 0x%" PRIx64,
                   span->count, what, span->start, span->count * span->each, end);
}

bool mdl_read_model(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                    MdlSpan *span, Error *error) {
    uint32_t pointer = load_u32(mdl_bytes(mdl, at));
    *span = (MdlSpan){(uint64_t)MDL_FILE_HEADER_BYTES + pointer, pointer ? count : 0, each};
    return !span->count || check_span(at, what, span, mdl->model_end, error);
}

bool mdl_read_raw(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                  MdlSpan *span, Error *error) {
    uint32_t pointer = load_u32(mdl_bytes(mdl, at));
    *span = (MdlSpan){mdl->raw_start + pointer, pointer != UINT32_MAX ? count : 0, each};
    return !span->count || check_span(at, what, span, mdl->raw_end, error);
}

bool mdl_read_array_of(const Mdl *mdl, const uint8_t *field, uint64_t at, const char *what,
                       uint32_t each, MdlSpan *span, Error *error) {
    if (mdl_find_array_of(mdl, field, each, span)) return true;
    span->count = load_u32(MDL_USED(field));
    if (load_u32(field)) return check_span(at, what, span, mdl->model_end, error);
    return fail_at(error, ERROR_CORRUPT, at, "%" PRIu64 " %s at a null pointer", span->count, what);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

uint64_t mdl_part_start(const Mdl *mdl, uint64_t node, MdlPart part) {
    const MdlNode *own = &mdl->nodes[node];
    return mdl->trees.starts[node] + mdl_part_offset(own->flags, own->slots, part);
}

uint64_t mdl_pointer_place(const Mdl *mdl, uint64_t node, const struct MdlPointer *pointer) {
    bool is_node = pointer->part == MDL_PARTS;
    return pointer->at +
           (is_node ? mdl->trees.starts[node] : mdl_part_start(mdl, node, (MdlPart)pointer->part));
}

uint32_t mdl_declared_vertices(const Mdl *mdl, uint64_t node) {
    if (!(mdl->nodes[node].flags & MDL_FLAG_MESH)) return 0;
    return load_u16(mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_MESH)) + MDL_MESH_VERTEX_COUNT);
}

bool mdl_follow(const Mdl *mdl, uint64_t node, const struct MdlPointer *pointer, MdlSpan *span,
                Error *error) {
    uint64_t at = mdl_pointer_place(mdl, node, pointer), count = 1;
    uint32_t each = pointer->each;
    if (pointer->kind <= MDL_EMPTY_ARRAY) {
        return mdl_read_array(mdl, at, pointer->what, each, span, error);
    }
    if (pointer->count_at) count = load_u32(mdl_bytes(mdl, at - pointer->at + pointer->count_at));
    if (pointer->per_vertex) count *= pointer->per_vertex * mdl_declared_vertices(mdl, node);
    return (pointer->kind == MDL_RAW_POINTER ? mdl_read_raw : mdl_read_model)(
        mdl, at, pointer->what, count, each, span, error);
}

bool mdl_has_many_slots(const Mdl *mdl, uint64_t start, uint32_t flags) {
    uint64_t skin = start + mdl_part_offset(flags, MDL_SLOTS, MDL_SKIN), lowest = UINT64_MAX;
    for (size_t i = 0; i < MDL_POINTERS; i++) {
        const struct MdlPointer *pointer = &mdl_pointers[i];
        bool is_node = pointer->part == MDL_PARTS, is_behind = !is_node && pointer->part > MDL_SKIN;
        if (is_behind || pointer->kind == MDL_EMPTY_ARRAY || pointer->kind == MDL_RAW_POINTER ||
            !mdl_has_pointer(flags, pointer)) {
            continue;
        }
        uint64_t part =
            start + (is_node ? 0 : mdl_part_offset(flags, MDL_SLOTS, (MdlPart)pointer->part));
        uint64_t target =
            (uint64_t)MDL_FILE_HEADER_BYTES + load_u32(mdl_bytes(mdl, part + pointer->at));
        if (target > skin && target < lowest) lowest = target;
    }
    if (lowest < UINT64_MAX) return lowest >= skin + mdl_part_bytes(MDL_SKIN, MDL_SLOTS_EE);
    return mdl->layout && strcmp(mdl->layout, "ee") == 0; /* nothing follows: the writer decides */
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool count_records(Mdl *mdl, const char *what, MdlLocate *locate, int which, Children *list,
                          Error *error) {
    uint64_t bytes = 0;
    for (uint64_t parent = 0; parent < list->parent_count; parent++) {
        MdlSpan span = {.each = 1};
        if (!locate(mdl, which, parent, &span, error)) return false;
        bytes += span.count * span.each;
        if (bytes > mdl->image_size) {
            return fail(error, ERROR_CORRUPT,
                        "the %s of the first %" PRIu64 " owners need %" PRIu64
                        " bytes, the file has %" PRIu64,
                        what, parent + 1, bytes, mdl->image_size);
        }
        if (span.count && !children_add(list, parent, span.count, error)) return false;
        if (arena_interrupted_at(&mdl->document.arena, parent)) return fail_interrupted(error);
    }
    children_end(list);
    return true;
}

static bool place_records(Mdl *mdl, MdlLocate *locate, int which, Children *list, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, list->count, sizeof *starts);
    uint32_t *parents = arena_alloc(arena, list->count, sizeof *parents);
    list->starts = starts;
    list->parents = parents;
    if (!starts || !parents) return fail_memory(error, arena);
    for (uint64_t parent = 0, place = 0; place < list->count; parent++) {
        MdlSpan span = {.each = 1};
        if (!child_count(list, parent)) continue;
        if (!locate(mdl, which, parent, &span, error)) return false;
        for (uint64_t i = 0; i < span.count; i++, place++) {
            starts[place] = span.start + i * span.each;
            parents[place] = (uint32_t)parent;
        }
    }
    return true;
}

bool mdl_make_list(Mdl *mdl, Children *list, const char *what, uint64_t parent_count,
                   MdlLocate *locate, int which, Error *error) {
    Arena *arena = &mdl->document.arena;
    Children made = {0};
    if (list->first) return true;
    if (!children_begin(&made, arena, parent_count, error) ||
        !count_records(mdl, what, locate, which, &made, error) ||
        !place_records(mdl, locate, which, &made, error)) {
        return children_discard(&made, arena);
    }
    *list = made;
    return true;
}

/* A part begins nothing that counts: in broken files parts overlap. */
static bool locate_part(Mdl *mdl, int part, uint64_t node, MdlSpan *span, Error *error) {
    (void)error; /* opening has found room for each */
    if (!(mdl->nodes[node].flags & mdl_part_fields[part].flag)) return true;
    *span = (MdlSpan){mdl_part_start(mdl, node, (MdlPart)part), 1, 0};
    return true;
}

bool mdl_list_parts(Mdl *mdl, MdlPart part, Error *error) {
    return mdl_make_list(mdl, &mdl->parts[part], mdl_part_fields[part].name, mdl->node_count,
                         locate_part, (int)part, error);
}

static bool locate_events(Mdl *mdl, int which, uint64_t animation, MdlSpan *span, Error *error) {
    (void)which;
    return mdl_read_array(mdl, mdl->animations.starts[animation] + MDL_ANIMATION_EVENTS, "events",
                          MDL_EVENT_BYTES, span, error);
}

bool mdl_list_events(Mdl *mdl, Error *error) {
    return mdl_make_list(mdl, &mdl->events, "events", mdl->animations.count, locate_events, 0,
                         error);
}

/* The lists of MdlRows. */
static const struct RowList {
    MdlPart part;
    uint32_t list; /* a Children of Mdl */
    const char *what;
} row_lists[MDL_ROW_LISTS] = {
    [MDL_ROWS_CONTROLLERS] = {MDL_PARTS, offsetof(Mdl, controllers), "controllers"},
    [MDL_ROWS_FLARES] = {MDL_LIGHT, offsetof(Mdl, flares), "flares"},
    [MDL_ROWS_FACES] = {MDL_MESH, offsetof(Mdl, faces), "faces"},
    [MDL_ROWS_WEIGHTS] = {MDL_SKIN, offsetof(Mdl, weights), "weights"},
    [MDL_ROWS_BONES] = {MDL_SKIN, offsetof(Mdl, bones), "bones"},
    [MDL_ROWS_ANIMATED] = {MDL_ANIM, offsetof(Mdl, animated), "sets of animmeshes"},
    [MDL_ROWS_CONSTRAINTS] = {MDL_DANGLY, offsetof(Mdl, constraints), "constraints"},
};

static bool locate_rows(Mdl *mdl, int rows, uint64_t node, MdlSpan *span, Error *error) {
    MdlPart part = row_lists[rows].part;
    if (part != MDL_PARTS && !(mdl->nodes[node].flags & mdl_part_fields[part].flag)) return true;
    for (size_t i = 0; i < MDL_POINTERS; i++) {
        MdlSpan found;
        if (mdl_pointers[i].rows != (unsigned)rows) continue;
        if (!mdl_follow(mdl, node, &mdl_pointers[i], &found, error)) return false;
        if (found.count > span->count) *span = found;
    }
    return true;
}

static bool list_rows(Mdl *mdl, MdlRows rows, Error *error) {
    const struct RowList *list = &row_lists[rows];
    Children *children = (Children *)(void *)((char *)mdl + list->list);
    return (list->part == MDL_PARTS || mdl_list_parts(mdl, list->part, error)) &&
           mdl_make_list(mdl, children, list->what, mdl->node_count, locate_rows, (int)rows, error);
}

bool mdl_list_controllers(Mdl *mdl, Error *error) {
    return list_rows(mdl, MDL_ROWS_CONTROLLERS, error);
}

bool mdl_list_flares(Mdl *mdl, Error *error) {
    return list_rows(mdl, MDL_ROWS_FLARES, error);
}

bool mdl_list_faces(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && list_rows(mdl, MDL_ROWS_FACES, error);
}

bool mdl_list_bones(Mdl *mdl, Error *error) {
    return list_rows(mdl, MDL_ROWS_BONES, error);
}

bool mdl_list_weights(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && mdl_list_bones(mdl, error) &&
           list_rows(mdl, MDL_ROWS_WEIGHTS, error);
}

bool mdl_list_animated(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && list_rows(mdl, MDL_ROWS_ANIMATED, error);
}

bool mdl_list_constraints(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && list_rows(mdl, MDL_ROWS_CONSTRAINTS, error);
}

static bool locate_keys(Mdl *mdl, int which, uint64_t controller, MdlSpan *span, Error *error) {
    (void)which;
    uint64_t start = mdl->controllers.starts[controller];
    uint32_t node = mdl->controllers.parents[controller];
    const uint8_t *key = mdl_bytes(mdl, start);
    uint32_t rows = load_u16(key + MDL_CONTROLLER_ROWS),
             times = load_u16(key + MDL_CONTROLLER_TIMES);
    uint32_t values = load_u16(key + MDL_CONTROLLER_VALUES);
    if (key[MDL_CONTROLLER_COLUMNS] == MDL_NO_DATA || rows == UINT16_MAX) return true;
    MdlSpan data;
    if (!mdl_read_array(mdl, mdl->trees.starts[node] + MDL_NODE_DATA, "floats", 4, &data, error)) {
        return false;
    }
    uint64_t end = values + (uint64_t)rows * mdl_controller_width(key);
    if (rows && (times + rows > data.count || end > data.count)) {
        return fail_at(error, ERROR_CORRUPT, start,
                       "controller %" PRIu64 " has %u times from %u on and values up to %" PRIu64
                       ", node %u has %" PRIu64 " floats",
                       controller, rows, times, end, node, data.count);
    }
    *span = (MdlSpan){data.start + 4 * (uint64_t)times, rows, 4};
    return true;
}

bool mdl_list_keys(Mdl *mdl, Error *error) {
    return mdl_list_controllers(mdl, error) &&
           mdl_make_list(mdl, &mdl->keys, "times", mdl->controllers.count, locate_keys, 0, error);
}
