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
    uint64_t start = mdl->trees.starts[node] + MDL_NODE_BYTES;
    for (MdlPart before = MDL_LIGHT; before < part; before++) {
        if (mdl->nodes[node].flags & mdl_part_fields[before].flag) {
            start += mdl_part_bytes(before, mdl->nodes[node].slots);
        }
    }
    return start;
}

bool mdl_has_many_slots(const Mdl *mdl, uint64_t start, uint32_t flags) {
    static const uint16_t of_node[] = {MDL_NODE_CHILDREN, MDL_NODE_CONTROLLERS, MDL_NODE_DATA};
    static const uint16_t of_mesh[] = {MDL_MESH_FACES, MDL_MESH_INDEX_COUNTS, MDL_MESH_INDEX_LISTS};
    static const uint16_t of_skin[] = {MDL_SKIN_MAP, MDL_SKIN_ROTATIONS, MDL_SKIN_TRANSLATIONS,
                                       MDL_SKIN_CONSTANTS};
    uint64_t mesh = start + MDL_NODE_BYTES, lowest = UINT64_MAX;
    for (MdlPart part = MDL_LIGHT; part < MDL_MESH; part++) {
        if (flags & mdl_part_fields[part].flag) mesh += mdl_part_fields[part].bytes;
    }
    uint64_t skin = mesh + (flags & MDL_FLAG_MESH ? mdl_part_fields[MDL_MESH].bytes : 0);
    const struct {
        uint64_t start;
        const uint16_t *fields;
        size_t count;
    } places[] = {
        {start, of_node, LENGTH(of_node)},
        {mesh, of_mesh, flags & MDL_FLAG_MESH ? LENGTH(of_mesh) : 0},
        {skin, of_skin, LENGTH(of_skin)},
    };
    for (size_t i = 0; i < LENGTH(places); i++) {
        for (size_t k = 0; k < places[i].count; k++) {
            uint64_t target = (uint64_t)MDL_FILE_HEADER_BYTES +
                              load_u32(mdl_bytes(mdl, places[i].start + places[i].fields[k]));
            if (target > skin && target < lowest) lowest = target;
        }
    }
    if (lowest < UINT64_MAX) return lowest >= skin + mdl_part_bytes(MDL_SKIN, MDL_SLOTS_EE);
    return mdl->layout && strcmp(mdl->layout, "ee") == 0; /* nothing follows: the writer decides */
}

static bool place_parts(Mdl *mdl, MdlPart part, Children *list, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, list->count, sizeof *starts);
    uint32_t *parents = arena_alloc(arena, list->count, sizeof *parents);
    list->starts = starts;
    list->parents = parents;
    if (!starts || !parents) return fail_memory(error, arena);
    for (uint64_t node = 0, i = 0; node < mdl->node_count; node++) {
        if (!child_count(list, node)) continue;
        starts[i] = mdl_part_start(mdl, node, part);
        parents[i++] = (uint32_t)node;
    }
    return true;
}

bool mdl_list_parts(Mdl *mdl, MdlPart part, Error *error) {
    Arena *arena = &mdl->document.arena;
    Children list = {0};
    if (mdl->parts[part].first) return true;
    bool done = children_begin(&list, arena, mdl->node_count, error);
    for (uint64_t i = 0; done && i < mdl->node_count; i++) {
        bool has = mdl->nodes[i].flags & mdl_part_fields[part].flag;
        done = children_add(&list, i, has, error);
    }
    if (!done || !place_parts(mdl, part, &list, error)) return children_discard(&list, arena);
    mdl->parts[part] = list;
    return true;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool count_records(Mdl *mdl, const char *what, MdlLocate *locate, Children *list,
                          Error *error) {
    uint64_t bytes = 0;
    for (uint64_t parent = 0; parent < list->parent_count; parent++) {
        MdlSpan span = {.each = 1};
        if (!locate(mdl, parent, &span, error)) return false;
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

static bool place_records(Mdl *mdl, MdlLocate *locate, Children *list, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, list->count, sizeof *starts);
    uint32_t *parents = arena_alloc(arena, list->count, sizeof *parents);
    list->starts = starts;
    list->parents = parents;
    if (!starts || !parents) return fail_memory(error, arena);
    for (uint64_t parent = 0, place = 0; place < list->count; parent++) {
        MdlSpan span = {.each = 1};
        if (!child_count(list, parent)) continue;
        if (!locate(mdl, parent, &span, error)) return false;
        for (uint64_t i = 0; i < span.count; i++, place++) {
            starts[place] = span.start + i * span.each;
            parents[place] = (uint32_t)parent;
        }
    }
    return true;
}

bool mdl_make_list(Mdl *mdl, Children *list, const char *what, uint64_t parent_count,
                   MdlLocate *locate, Error *error) {
    Arena *arena = &mdl->document.arena;
    Children made = {0};
    if (list->first) return true;
    if (!children_begin(&made, arena, parent_count, error) ||
        !count_records(mdl, what, locate, &made, error) ||
        !place_records(mdl, locate, &made, error)) {
        return children_discard(&made, arena);
    }
    *list = made;
    return true;
}

static bool locate_events(Mdl *mdl, uint64_t animation, MdlSpan *span, Error *error) {
    return mdl_read_array(mdl, mdl->animations.starts[animation] + MDL_ANIMATION_EVENTS, "events",
                          MDL_EVENT_BYTES, span, error);
}

bool mdl_list_events(Mdl *mdl, Error *error) {
    return mdl_make_list(mdl, &mdl->events, "events", mdl->animations.count, locate_events, error);
}

static bool locate_controllers(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    return mdl_read_array(mdl, mdl->trees.starts[node] + MDL_NODE_CONTROLLERS, "controllers",
                          MDL_CONTROLLER_BYTES, span, error);
}

bool mdl_list_controllers(Mdl *mdl, Error *error) {
    return mdl_make_list(mdl, &mdl->controllers, "controllers", mdl->node_count, locate_controllers,
                         error);
}

static bool locate_keys(Mdl *mdl, uint64_t controller, MdlSpan *span, Error *error) {
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
           mdl_make_list(mdl, &mdl->keys, "times", mdl->controllers.count, locate_keys, error);
}

/* Adds a row for each flare that any of a light's four arrays has. */
static bool locate_flares(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    static const struct {
        uint16_t at;
        uint8_t each;
        const char *what;
    } arrays[] = {
        {MDL_FLARE_SIZES, 4, "flare sizes"},
        {MDL_FLARE_POSITIONS, 4, "flare positions"},
        {MDL_FLARE_SHIFTS, 12, "flare colour shifts"},
        {MDL_FLARE_TEXTURES, 4, "flare textures"},
    };
    if (!(mdl->nodes[node].flags & MDL_FLAG_LIGHT)) return true;
    uint64_t light = mdl_part_start(mdl, node, MDL_LIGHT);
    for (size_t i = 0; i < LENGTH(arrays); i++) {
        MdlSpan array;
        if (!mdl_read_array(mdl, light + arrays[i].at, arrays[i].what, arrays[i].each, &array,
                            error)) {
            return false;
        }
        if (array.count > span->count) *span = array;
    }
    return true;
}

bool mdl_list_flares(Mdl *mdl, Error *error) {
    return mdl_list_parts(mdl, MDL_LIGHT, error) &&
           mdl_make_list(mdl, &mdl->flares, "flares", mdl->node_count, locate_flares, error);
}
