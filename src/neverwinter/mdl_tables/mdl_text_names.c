/* Which nodes need another name in the text of a model: see mdl_text.c. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* Compares the names of two nodes as words, without regard to case. */
static int compare_words(const void *mdl, uint32_t a, uint32_t b) {
    const uint8_t *left = mdl_node(mdl, a) + MDL_NODE_NAME,
                  *right = mdl_node(mdl, b) + MDL_NODE_NAME;
    uint32_t left_length = field_length(left, MDL_NAME),
             right_length = field_length(right, MDL_NAME);
    int order = 0;
    for (uint32_t i = 0; i < MDL_NAME && !order; i++) { /* an empty name counts as "_" */
        int l = i < left_length || !i ? fold_byte(mdl_ascii_in_word(left[i])) : 0;
        int r = i < right_length || !i ? fold_byte(mdl_ascii_in_word(right[i])) : 0;
        order = l - r;
    }
    return order;
}

/* Marks the nodes in `order`, which is sorted by name, that stand between a node of the same name
** and one of its children, and bones that aren't the first of their name. */
static void mark_namesakes(const Mdl *mdl, const uint32_t *order, const uint32_t *last_child,
                           const uint8_t *is_bone, uint8_t *renamed) {
    uint32_t reach = 0; /* the last child of earlier nodes of the same name */
    for (uint64_t i = 0; i < mdl->geometry_count; i++) {
        uint32_t node = order[i];
        bool is_first = !i || compare_words(mdl, order[i - 1], node) != 0;
        if (is_first) reach = 0;
        bool is_null = mdl_is_no_name(mdl_node(mdl, node) + MDL_NODE_NAME) && last_child[node];
        renamed[node] = is_null || (!is_first && (reach > node || is_bone[node]));
        if (!renamed[node] && last_child[node] > reach) reach = last_child[node];
    }
}

const uint8_t *mdl_text_renamed(const Mdl *mdl, Arena *arena, Error *error) {
    uint64_t count = mdl->geometry_count;
    uint32_t *order = arena_alloc(arena, count, sizeof *order);
    uint32_t *last_child = arena_zeroed(arena, count, sizeof *last_child);
    uint8_t *is_bone = arena_zeroed(arena, count, 1);
    uint8_t *renamed = arena_zeroed(arena, count, 1);
    if (!order || !last_child || !is_bone || !renamed) {
        return null_after(fail_memory(error, arena));
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
        if (mdl->nodes[i].parent != MDL_NONE) last_child[mdl->nodes[i].parent] = i;
    }
    for (uint64_t i = 0; i < mdl->slots.count; i++) {
        uint32_t skin = mdl->slots.parents[i];
        int64_t bone = mdl_slot_node(mdl, skin, (int64_t)(i - mdl->slots.first[skin]));
        if (bone >= 0) is_bone[bone] = 1;
    }
    if (!sort_records(arena, order, count, compare_words, mdl)) {
        return null_after(fail_interrupted(error));
    }
    mark_namesakes(mdl, order, last_child, is_bone, renamed);
    return renamed;
}
