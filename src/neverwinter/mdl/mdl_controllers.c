/* MDL: names of controllers and the nodes to which they belong. See mdl_format.h. */
#include "neverwinter/mdl/mdl_part.h"

const uint8_t *mdl_bind_value(const Mdl *mdl, uint64_t node, int32_t type, uint32_t width) {
    uint64_t at = mdl->trees.starts[node];
    MdlSpan keys, data;
    mdl_find_array(mdl, at + MDL_NODE_CONTROLLERS, MDL_CONTROLLER_BYTES, &keys);
    for (uint64_t i = 0; i < keys.count && i < MDL_CONTROLLERS_SEARCHED; i++) {
        const uint8_t *key = mdl_bytes(mdl, keys.start + i * MDL_CONTROLLER_BYTES);
        uint64_t time = load_u16(key + MDL_CONTROLLER_TIMES);
        uint64_t values = load_u16(key + MDL_CONTROLLER_VALUES);
        if (load_i32(key) != type) continue;
        mdl_find_array(mdl, at + MDL_NODE_DATA, 4, &data);
        if (load_u16(key + MDL_CONTROLLER_ROWS) != 1 || mdl_controller_width(key) != width ||
            time >= data.count || values + width > data.count ||
            load_f32(mdl_bytes(mdl, data.start + 4 * time)) != 0) {
            return NULL;
        }
        return mdl_bytes(mdl, data.start + 4 * values);
    }
    return NULL;
}

int mdl_compare_names(const uint8_t *a, const uint8_t *b, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        uint8_t x = fold_byte(a[i]), y = fold_byte(b[i]);
        if (x != y) return x < y ? -1 : 1;
        if (!x) break;
    }
    return 0;
}

static int compare_nodes(const void *mdl, uint32_t a, uint32_t b) {
    return mdl_compare_names(mdl_node(mdl, a) + MDL_NODE_NAME, mdl_node(mdl, b) + MDL_NODE_NAME,
                             MDL_NAME);
}

bool mdl_sort_names(Mdl *mdl, Error *error) {
    if (mdl->by_name) return true;
    mdl->by_name =
        sorted_order(&mdl->document.arena, mdl->geometry_count, compare_nodes, mdl, error);
    return mdl->by_name;
}

uint32_t mdl_find_name(const Mdl *mdl, const uint8_t *name) {
    uint64_t first;
    BISECT(first, 0, mdl->geometry_count,
           mdl_compare_names(mdl_node(mdl, mdl->by_name[first]) + MDL_NODE_NAME, name, MDL_NAME) <
               0);
    if (first == mdl->geometry_count) return MDL_NONE;
    const uint8_t *found = mdl_node(mdl, mdl->by_name[first]) + MDL_NODE_NAME;
    return mdl_compare_names(found, name, MDL_NAME) ? MDL_NONE : mdl->by_name[first];
}

bool mdl_find_namesakes(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->namesakes) return true;
    if (!mdl_sort_names(mdl, error)) return false;
    uint32_t *namesakes = arena_alloc(arena, mdl->node_count, sizeof *namesakes);
    if (!namesakes) return fail_memory(error, arena);
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        bool animated = i >= mdl->geometry_count;
        namesakes[i] = animated ? mdl_find_name(mdl, mdl_node(mdl, i) + MDL_NODE_NAME) : MDL_NONE;
    }
    mdl->namesakes = namesakes;
    return true;
}

/* Tells whether a number occurs only in the game's own numbering (-1) or only in nwnmdlcomp's
** (1). */
static int numbering_of(int32_t type, uint32_t width) {
    bool is_game = type == 448 || type == 452 || type == 465 || type == 466 || type == 472;
    bool is_other = type == 480 || type == 481 || type == 482 || type == 484 || type == 488 ||
                    (type == 468 && width == 3); /* nwnmdlcomp's colormid, the game's sizemid */
    return is_game ? -1 : is_other;
}

/* Finds a file's numbering: from its controllers, else from its writer, else from how wide
** controller 468 is. */
static bool uses_nwnmdlcomp(const Mdl *mdl) {
    bool game = false, other = false, wide = false;
    for (uint64_t i = 0; i < mdl->controllers.count; i++) {
        uint32_t node = mdl->controllers.parents[i], namesake = mdl->namesakes[node];
        uint32_t flags = mdl->nodes[node].flags;
        if (namesake != MDL_NONE) flags |= mdl->nodes[namesake].flags;
        if (!(flags & MDL_FLAG_EMITTER)) continue;
        const uint8_t *key = mdl_bytes(mdl, mdl->controllers.starts[i]);
        int32_t type = load_i32(key);
        int numbering = numbering_of(type, mdl_controller_width(key));
        game = game || numbering < 0;
        if (numbering > 0 && type == 468) wide = true;
        else other = other || numbering > 0;
    }
    if (game != other) return other;
    if (mdl->compiler) return strcmp(mdl->compiler, "nwnmdlcomp") == 0;
    return wide;
}

bool mdl_name_controllers(Mdl *mdl, Error *error) {
    if (mdl->names_controllers) return true;
    if (!mdl_list(mdl, MDL_CONTROLLERS, error) || !mdl_find_namesakes(mdl, error)) return false;
    mdl->names_controllers = true;
    mdl->midlife_nwnmdlcomp = uses_nwnmdlcomp(mdl);
    return true;
}
