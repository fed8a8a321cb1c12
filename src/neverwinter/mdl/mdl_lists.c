/* MDL: pointers, and the lists that are made on demand. See mdl_format.h. */
#include "neverwinter/mdl/mdl_part.h"

const struct MdlPartField mdl_part_fields[MDL_PARTS] = {
    [MDL_LIGHT] = {MDL_FLAG_LIGHT, 92},         [MDL_EMITTER] = {MDL_FLAG_EMITTER, 216},
    [MDL_REFERENCE] = {MDL_FLAG_REFERENCE, 68}, [MDL_MESH] = {MDL_FLAG_MESH, 512},
    [MDL_SKIN] = {MDL_FLAG_SKIN, 100},          [MDL_ANIM] = {MDL_FLAG_ANIM, 56},
    [MDL_DANGLY] = {MDL_FLAG_DANGLY, 24},       [MDL_AABB] = {MDL_FLAG_AABB, 4},
};

const struct MdlPointer mdl_pointers[MDL_POINTERS] = {
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_CHILDREN, 4, 0, "children", 0, 0},
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_CONTROLLERS, MDL_CONTROLLER_BYTES, MDL_CONTROLLERS,
     "controllers", 0, 0},
    {MDL_PARTS, MDL_ARRAY, MDL_NODE_DATA, 4, 0, "floats of controllers", 0, 0},
    {MDL_LIGHT, MDL_EMPTY_ARRAY, MDL_LIGHT_UNUSED, 0, 0, "", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_SIZES, 4, MDL_FLARES, "flare sizes", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_POSITIONS, 4, MDL_FLARES, "flare positions", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_SHIFTS, 12, MDL_FLARES, "flare colour shifts", 0, 0},
    {MDL_LIGHT, MDL_ARRAY, MDL_FLARE_TEXTURES, 4, MDL_FLARES, "flare textures", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_FACES, MDL_FACE_BYTES, MDL_FACES, "faces", 0, 0},
    {MDL_MESH, MDL_EMPTY_ARRAY, MDL_MESH_VERTEX_INDICES, 0, 0, "", 0, 0},
    {MDL_MESH, MDL_EMPTY_ARRAY, MDL_MESH_LEFT_OVER_FACES, 0, 0, "", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_INDEX_COUNTS, 4, 0, "index counts", 0, 0},
    {MDL_MESH, MDL_ARRAY, MDL_MESH_INDEX_LISTS, 4, 0, "index lists", 0, 0},
    {MDL_SKIN, MDL_EMPTY_ARRAY, MDL_SKIN_UNUSED, 0, 0, "", 0, 0},
    {MDL_SKIN, MDL_RAW_POINTER, MDL_SKIN_WEIGHTS, 4, MDL_WEIGHTS, "weights", 0, MDL_LANES},
    {MDL_SKIN, MDL_RAW_POINTER, MDL_SKIN_VERTEX_SLOTS, 2, MDL_WEIGHTS, "bone slots of vertices", 0,
     MDL_LANES},
    {MDL_SKIN, MDL_MODEL_POINTER, MDL_SKIN_MAP, 2, MDL_BONES, "bone slots of nodes",
     MDL_SKIN_MAP_COUNT, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_ROTATIONS, 16, MDL_BONES, "bind rotations", 0, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_TRANSLATIONS, 12, MDL_BONES, "bind translations", 0, 0},
    {MDL_SKIN, MDL_ARRAY, MDL_SKIN_CONSTANTS, 4, MDL_BONES, "bone constants", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED0, 0, 0, "", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED1, 0, 0, "", 0, 0},
    {MDL_ANIM, MDL_EMPTY_ARRAY, MDL_ANIM_UNUSED2, 0, 0, "", 0, 0},
    {MDL_ANIM, MDL_MODEL_POINTER, MDL_ANIM_SETS, 12, MDL_ANIMATED, "animated positions",
     MDL_ANIM_SET_COUNT, 1},
    {MDL_ANIM, MDL_MODEL_POINTER, MDL_ANIM_UV_SETS, 8, MDL_ANIMATED, "animated texture coordinates",
     MDL_ANIM_UV_SET_COUNT, 1},
    {MDL_DANGLY, MDL_ARRAY, MDL_DANGLY_CONSTRAINTS, 4, MDL_CONSTRAINTS, "constraints", 0, 0},
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

bool mdl_read_array(const Mdl *mdl, uint64_t at, const char *what, uint32_t each, MdlSpan *span,
                    Error *error) {
    const uint8_t *field = mdl_bytes(mdl, at);
    if (mdl_find_array(mdl, at, each, span)) return true;
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
    return mdl->layout && strcmp(mdl->layout, "ee") == 0; /* no pointer tells: the writer decides */
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool locate_part(Mdl *mdl, uint32_t list, uint64_t node, MdlSpan *span, Error *error) {
    MdlPart part = MDL_LIGHT;
    (void)error; /* opening has checked that all lie in the file */
    while (MDL_HAVING(part) != list) part++;
    if (!(mdl->nodes[node].flags & mdl_part_fields[part].flag)) return true;
    /* a part counts no bytes of its own, since in broken files parts overlap */
    *span = (MdlSpan){mdl_part_start(mdl, node, part), 1, 0};
    return true;
}

static bool locate_events(Mdl *mdl, uint32_t list UNUSED, uint64_t animation, MdlSpan *span,
                          Error *error) {
    return mdl_read_array(mdl, mdl->animations.starts[animation] + MDL_ANIMATION_EVENTS, "events",
                          MDL_EVENT_BYTES, span, error);
}

static bool locate_rows(Mdl *mdl, uint32_t list, uint64_t node, MdlSpan *span, Error *error) {
    for (size_t i = 0; i < MDL_POINTERS; i++) {
        const struct MdlPointer *pointer = &mdl_pointers[i];
        MdlSpan found;
        if (pointer->rows != list || !mdl_has_pointer(mdl->nodes[node].flags, pointer)) continue;
        if (!mdl_follow(mdl, node, pointer, &found, error)) return false;
        if (found.count > span->count) *span = found;
    }
    return true;
}

static bool locate_keys(Mdl *mdl, uint32_t list UNUSED, uint64_t controller, MdlSpan *span,
                        Error *error) {
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

#define OF_NODES(List, Needs, Member, What, Locate)                                                \
    { List, Needs, offsetof(Mdl, Member), offsetof(Mdl, node_count), What, Locate, NULL }
#define PART(Part) OF_NODES(MDL_HAVING(Part), 0, parts[Part], "parts", locate_part)

/* The lists, each behind those that it needs. */
static const struct ListKind {
    uint32_t list, needs;
    size_t children, owner_count; /* offsets in Mdl: of the Children, and of the number of owners */
    const char *what;
    MdlLocate *locate;                     /* NULL: begin() makes the list */
    bool (*begin)(Mdl *mdl, Error *error); /* NULL, or makes what locate() needs */
} list_kinds[] = {
    PART(MDL_LIGHT),
    PART(MDL_EMITTER),
    PART(MDL_REFERENCE),
    PART(MDL_MESH),
    PART(MDL_SKIN),
    PART(MDL_ANIM),
    PART(MDL_DANGLY),
    {MDL_EVENTS, 0, offsetof(Mdl, events), offsetof(Mdl, animations.count), "events", locate_events,
     NULL},
    OF_NODES(MDL_CONTROLLERS, 0, controllers, "controllers", locate_rows),
    {MDL_KEYS, MDL_CONTROLLERS, offsetof(Mdl, keys), offsetof(Mdl, controllers.count), "times",
     locate_keys, NULL},
    OF_NODES(MDL_FLARES, MDL_HAVING(MDL_LIGHT), flares, "flares", locate_rows),
    {MDL_VERTICES, MDL_HAVING(MDL_MESH), offsetof(Mdl, vertices), offsetof(Mdl, node_count),
     "vertices", mdl_locate_vertices, mdl_find_vertex_arrays},
    OF_NODES(MDL_FACES, MDL_VERTICES, faces, "faces", locate_rows),
    OF_NODES(MDL_INDEX_LISTS, MDL_HAVING(MDL_MESH), index_lists, "index lists",
             mdl_locate_index_lists),
    {MDL_INDICES, MDL_VERTICES | MDL_INDEX_LISTS, offsetof(Mdl, indices),
     offsetof(Mdl, index_lists.count), "indices", mdl_locate_indices, NULL},
    OF_NODES(MDL_BONES, MDL_HAVING(MDL_SKIN), bones, "bones", locate_rows),
    OF_NODES(MDL_WEIGHTS, MDL_VERTICES | MDL_BONES, weights, "weights", locate_rows),
    OF_NODES(MDL_BONE_SLOTS, MDL_BONES, slots, "slots", mdl_locate_slots),
    OF_NODES(MDL_CONSTRAINTS, MDL_VERTICES | MDL_HAVING(MDL_DANGLY), constraints, "constraints",
             locate_rows),
    OF_NODES(MDL_ANIMATED, MDL_VERTICES | MDL_HAVING(MDL_ANIM), animated, "sets of animmeshes",
             locate_rows),
    {MDL_BOXES, 0, offsetof(Mdl, boxes), offsetof(Mdl, node_count), "boxes", NULL, mdl_find_boxes},
};

/* Counts records: all of them fit into the file, since no byte belongs to two owners. */
static bool count_records(Mdl *mdl, const struct ListKind *kind, Children *list, Error *error) {
    uint64_t bytes = 0;
    for (uint64_t owner = 0; owner < list->parent_count; owner++) {
        MdlSpan span = {.each = 1};
        if (!kind->locate(mdl, kind->list, owner, &span, error)) return false;
        bytes += span.count * span.each;
        if (bytes > mdl->image_size) {
            return fail(error, ERROR_CORRUPT,
                        "the %s of the first %" PRIu64 " owners need %" PRIu64
                        " bytes, the file has %" PRIu64,
                        kind->what, owner + 1, bytes, mdl->image_size);
        }
        if (span.count && !children_add(list, owner, span.count, error)) return false;
        if (arena_interrupted_at(&mdl->document.arena, owner)) return fail_interrupted(error);
    }
    children_end(list);
    return true;
}

static bool place_records(Mdl *mdl, const struct ListKind *kind, Children *list, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, list->count, sizeof *starts);
    if (!starts) return fail_memory(error, arena);
    list->starts = starts;
    if (!children_list_parents(list, arena, error)) return false;
    for (uint64_t owner = 0, place = 0; place < list->count; owner++) {
        MdlSpan span = {.each = 1};
        if (!child_count(list, owner)) continue;
        if (!kind->locate(mdl, kind->list, owner, &span, error)) return false;
        for (uint64_t i = 0; i < span.count; i++) starts[place++] = span.start + i * span.each;
    }
    return true;
}

static bool make_list(Mdl *mdl, const struct ListKind *kind, Children *list, Error *error) {
    Arena *arena = &mdl->document.arena;
    Children made = {0};
    uint64_t owners = *(const uint64_t *)(const void *)((const char *)mdl + kind->owner_count);
    if (!children_begin(&made, arena, owners, error) || !count_records(mdl, kind, &made, error) ||
        !place_records(mdl, kind, &made, error)) {
        return children_discard(&made, arena);
    }
    *list = made;
    return true;
}

bool mdl_list(Mdl *mdl, uint32_t lists, Error *error) {
    for (size_t i = 0; i < LENGTH(list_kinds); i++) {
        const struct ListKind *kind = &list_kinds[i];
        Children *list = (Children *)(void *)((char *)mdl + kind->children);
        if (!(kind->list & lists) || list->first) continue;
        if (!mdl_list(mdl, kind->needs, error) || (kind->begin && !kind->begin(mdl, error)) ||
            (kind->locate && !make_list(mdl, kind, list, error))) {
            return false;
        }
    }
    return true;
}

bool mdl_list_children(Document *document, size_t offset, Error *error) {
    size_t i = 0;
    while (i < LENGTH(list_kinds) && list_kinds[i].children != offset) i++;
    return i == LENGTH(list_kinds) || mdl_list((Mdl *)document, list_kinds[i].list, error);
}
