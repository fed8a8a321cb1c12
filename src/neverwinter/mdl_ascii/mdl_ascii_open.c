/* The last step of compiling an ASCII model: nodes are numbered, and the image is whole. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Lists the nodes of each animation; the nodes of the geometry stand before these. */
static bool list_trees(Ascii *ascii, Children *trees) {
    const AsciiAnimation *all = ascii->animations.items;
    uint64_t count = ascii->animations.count, nodes = ascii->nodes.count;
    if (!children_begin(trees, &ascii->mdl->document.arena, count, ascii->error)) return false;
    trees->count = count ? all[0].first_node : nodes;
    trees->first[0] = (uint32_t)trees->count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t end = i + 1 < count ? all[i + 1].first_node : nodes;
        if (!children_add(trees, i, end - all[i].first_node, ascii->error)) return false;
    }
    return true;
}

/* Counts all nodes below each node, and writes its number of children. */
static void count_below(Ascii *ascii, uint32_t *below) {
    const AsciiNode *all = ascii->nodes.items;
    for (uint64_t i = ascii->nodes.count; i-- > 0;) {
        uint32_t parent = all[i].parent;
        if (parent == MDL_NONE) continue;
        uint8_t *used = MDL_USED(ascii_model(ascii, all[parent].start) + MDL_NODE_CHILDREN);
        store_u32(used, load_u32(used) + 1);
        below[parent] += below[i] + 1;
    }
}

/* Numbers the nodes in pre-order. In the text a parent stands before its children, and a tree's
** nodes stand together. So a node gets the first number behind its parent's that earlier children,
** and the nodes below them, don't need. */
static bool number_nodes(Ascii *ascii) {
    Mdl *mdl = ascii->mdl;
    Arena *arena = &mdl->document.arena;
    const AsciiNode *all = ascii->nodes.items;
    uint64_t count = ascii->nodes.count;
    Children trees;
    MdlNode *nodes = arena_alloc(arena, count, sizeof *nodes);
    uint64_t *starts = arena_alloc(arena, count, sizeof *starts);
    uint32_t *numbers = arena_alloc(&ascii->scratch, count, sizeof *numbers), next_root = 0;
    uint32_t *next = arena_zeroed(&ascii->scratch, count, sizeof *next); /* number below a node */
    if (!nodes || !starts) return fail_memory(ascii->error, arena);
    if (!numbers || !next) return fail_memory(ascii->error, &ascii->scratch);
    if (!list_trees(ascii, &trees)) return false;
    count_below(ascii, next);
    uint32_t tree = MDL_NONE; /* the animation of the nodes from trees.first[tree] on */
    for (uint32_t i = 0; i < count; i++) {
        while (tree + 1 < trees.parent_count && i >= trees.first[tree + 1]) {
            next_root = i;
            tree++;
        }
        uint32_t parent = all[i].parent == MDL_NONE ? MDL_NONE : numbers[all[i].parent];
        uint32_t depth = parent == MDL_NONE ? 0 : nodes[parent].depth + 1u;
        uint32_t *place = parent == MDL_NONE ? &next_root : &next[all[i].parent];
        if (depth >= MDL_DEPTH_MAX) {
            return ascii_fail(ascii, all[i].line, "more than %d levels of nodes", MDL_DEPTH_MAX);
        }
        if (ascii_interrupted_at(ascii, i)) return false;
        numbers[i] = *place;
        *place += next[i] + 1;
        next[i] = numbers[i] + 1;
        starts[numbers[i]] = all[i].start;
        nodes[numbers[i]] =
            (MdlNode){parent, tree, all[i].flags, (uint16_t)depth, (uint16_t)all[i].slots};
    }
    trees.starts = starts;
    ascii->numbers = numbers;
    mdl->geometry_count = trees.first[0];
    mdl->trees = trees;
    mdl->nodes = nodes;
    mdl->node_count = count;
    return true;
}

/* ---- The image ------------------------------------------------------------------------------- */

static bool list_animations(Ascii *ascii) {
    Mdl *mdl = ascii->mdl;
    Arena *arena = &mdl->document.arena;
    const AsciiAnimation *all = ascii->animations.items;
    uint64_t count = ascii->animations.count;
    uint64_t *starts = arena_alloc(arena, count, sizeof *starts);
    if (!starts) return fail_memory(ascii->error, arena);
    for (uint64_t i = 0; i < count; i++) starts[i] = all[i].start;
    mdl->animations = (Children){.count = count, .starts = starts};
    return true;
}

/* Gives the model its list of lines, without a copy. */
static bool keep_lines(Ascii *ascii) {
    Mdl *mdl = ascii->mdl;
    if (!list_trim(&mdl->document.arena, &ascii->lines, sizeof(MdlTextLine))) {
        return fail_memory(ascii->error, &mdl->document.arena);
    }
    mdl->lines = ascii->lines.items;
    mdl->line_count = ascii->lines.count;
    return true;
}

static bool keep_dependency(Ascii *ascii) {
    const AsciiToken *name = &ascii->dependency;
    Mdl *mdl = ascii->mdl;
    if (!name->length) return true;
    uint64_t offset = (uint64_t)(name->start - ascii->text);
    mdl->file_dependency = text_string(&mdl->document.arena, ENCODING_CP1252,
                                       mdl->document.bytes + offset, name->length);
    return mdl->file_dependency || fail_memory(ascii->error, &mdl->document.arena);
}

/* Gives the model its image, without a copy. */
static bool make_image(Ascii *ascii, uint8_t **image) {
    Mdl *mdl = ascii->mdl;
    Arena *arena = &mdl->document.arena;
    if (!list_trim(arena, &ascii->model, 1)) return fail_memory(ascii->error, arena);
    *image = ascii->model.items;
    mdl->image = mdl->document.records = *image;
    mdl->image_size = mdl->model_end = mdl->raw_end = ascii->model.count;
    return true;
}

/* Sets part numbers: a node of an animation has the number of the geometry's node that it moves. */
static bool number_parts(Mdl *mdl, uint8_t *image, Error *error) {
    const uint8_t *supermodel = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + MDL_MODEL_SUPERMODEL);
    mdl->has_part_numbers = mdl_is_no_name(supermodel);
    if (!mdl->has_part_numbers || mdl->node_count == mdl->geometry_count) return true;
    if (!mdl_find_namesakes(mdl, error)) return false;
    for (uint64_t i = mdl->geometry_count; i < mdl->node_count; i++) {
        uint32_t same = mdl->namesakes[i];
        uint8_t *part = image + mdl->trees.starts[i] + MDL_NODE_PART_NUMBER;
        if (same == MDL_NONE) store_u32(part, UINT32_MAX);
        else memcpy(part, mdl_node(mdl, same) + MDL_NODE_PART_NUMBER, 4);
    }
    return true;
}

static bool finish(Ascii *ascii) {
    uint8_t *image = NULL;
    return number_nodes(ascii) && ascii_reserve_bones(ascii) && list_animations(ascii) &&
           keep_lines(ascii) && keep_dependency(ascii) && make_image(ascii, &image) &&
           number_parts(ascii->mdl, image, ascii->error) && ascii_finish_skins(ascii, image);
}

/* ---- Opening --------------------------------------------------------------------------------- */

bool mdl_ascii_read(Mdl *mdl, Findings *findings, Error *error) {
    Arena *arena = &mdl->document.arena;
    AsciiBeginning begins = mdl_ascii_beginning(mdl->document.bytes, mdl->document.size);
    Ascii *ascii = arena_zeroed(arena, 1, sizeof *ascii);
    if (!ascii) return fail_memory(error, arena);
    ascii->mdl = mdl;
    ascii->error = error;
    ascii->findings = findings;
    ascii->scratch = ascii->names = ascii->work = arena_scratch(arena);
    ascii->waits = begins > ASCII_BEGINS_NODES;
    bool done =
        ascii_begin(ascii) && ascii_read(ascii) && (findings ? ascii_check_bones : finish)(ascii);
    arena_clear(&ascii->work);
    arena_clear(&ascii->names);
    arena_clear(&ascii->scratch);
    if (findings) {
        arena_release(arena, ascii->model.items);
        arena_release(arena, ascii->lines.items);
    }
    arena_release(arena, ascii);
    return done;
}

/* Returns the kind of a file. If the file's name doesn't tell, names of nodes show a door. */
static const char *container_of(const Document *document) {
    const char *ending = mdl_ascii_ending(document);
    switch (mdl_ascii_beginning(document->bytes, document->size)) {
    case ASCII_BEGINS_MODEL: return "mdl";
    case ASCII_BEGINS_WALKMESH: return "wok";
    default: break;
    }
    if (ending) return ending;
    for (uint64_t i = 0; i < document->size; i++) {
        const uint8_t *at = document->bytes + i;
        size_t left = (size_t)(document->size - i);
        if (text_begins(at, left, "_dwk_wg") || text_begins(at, left, "_dwk_dp")) return "dwk";
    }
    return "pwk";
}

bool mdl_ascii_open(Mdl *mdl, Error *error) {
    const Document *document = &mdl->document;
    if (!document->bytes) {
        return fail(error, ERROR_UNSUPPORTED, "a text, which isn't read by parts");
    }
    mdl->encoding = "ascii";
    mdl->document.is_text = true;
    mdl->container = container_of(document);
    mdl->is_walkmesh = mdl->container[0] == 'p' || mdl->container[0] == 'd';
    mdl->document.version = "ascii";
    return mdl_ascii_read(mdl, NULL, error);
}

uint64_t mdl_ascii_offset(const Mdl *mdl, uint64_t start) {
    uint64_t next;
    BISECT(next, 0, mdl->line_count, mdl->lines[next].start <= start);
    return next && start < mdl->model_end ? mdl->lines[next - 1].offset : NO_OFFSET;
}
