/* Reader of binary models: opening, and what is known of every node. The format stands in mdl.h. */
#include "neverwinter/mdl/mdl.h"
#include "codec/text.h"

#include <inttypes.h>

/* ---- Names ----------------------------------------------------------------------------------- */

const struct MdlKind mdl_kinds[MDL_KINDS] = {
    {"dummy", 0x001},     {"trimesh", 0x021}, {"aabb", 0x221},       {"light", 0x003},
    {"emitter", 0x005},   {"skin", 0x061},    {"danglymesh", 0x121}, {"animmesh", 0x0A1},
    {"reference", 0x011}, {"camera", 0x009},
};

const char *mdl_kind(uint32_t flags) {
    for (size_t i = 0; i < MDL_KINDS; i++) {
        if (mdl_kinds[i].flags == flags) return mdl_kinds[i].name;
    }
    return NULL;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct Compiler {
    uint32_t functions[2];
    const char *name, *layout;
} compilers[] = {
    {{0x0040BBC0, 0x0040BBD0}, "bioware", "1.69"},
    {{0x0046AB0C, 0x0046AB1C}, "nwnmdlcomp", "1.69"},
    {{4, 0}, "nwn:ee", "ee"},
};

static void find_compiler(Mdl *mdl) {
    const uint8_t *model = mdl->header + MDL_FILE_HEADER_BYTES;
    for (size_t i = 0; i < LENGTH(compilers); i++) {
        if (load_u32(model) != compilers[i].functions[0] ||
            load_u32(model + 4) != compilers[i].functions[1]) {
            continue;
        }
        mdl->compiler = compilers[i].name;
        mdl->layout = compilers[i].layout;
    }
}

static bool read_header(Mdl *mdl, Error *error) {
    const Document *document = &mdl->document;
    uint64_t model = load_u32(mdl->header + MDL_FILE_MODEL_SIZE);
    uint64_t raw = load_u32(mdl->header + MDL_FILE_RAW_SIZE);
    if (model < MDL_MODEL_BYTES) {
        return fail_at(error, ERROR_CORRUPT, MDL_FILE_MODEL_SIZE,
                       "the model header needs 232 bytes, the model data have %" PRIu64, model);
    }
    if (model + raw > document->size - MDL_FILE_HEADER_BYTES) {
        return fail_at(error, ERROR_CORRUPT, MDL_FILE_MODEL_SIZE,
                       "%" PRIu64 " bytes of model data and %" PRIu64 " of raw data, %" PRIu64
                       " left",
                       model, raw, document->size - MDL_FILE_HEADER_BYTES);
    }
    mdl->model_end = mdl->raw_start = MDL_FILE_HEADER_BYTES + model;
    mdl->raw_end = mdl->model_end + raw;
    return true;
}

static bool find_animations(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t at = MDL_FILE_HEADER_BYTES + MDL_MODEL_ANIMATIONS;
    Reader reader = document_reader(&mdl->document, error);
    MdlSpan list;
    const uint8_t *pointers;
    if (!mdl_read_array_of(mdl, mdl->header + at, at, "animations", 4, &list, error)) return false;
    reader.at = list.count ? list.start : 0;
    uint64_t *starts = arena_alloc(arena, list.count, sizeof *starts);
    if (!starts) return fail_memory(error, arena);
    if (!read_needed_records(&reader, "animations", list.count, 4, &pointers)) return false;
    for (uint64_t i = 0; i < list.count; i++) {
        starts[i] = (uint64_t)MDL_FILE_HEADER_BYTES + load_u32(pointers + 4 * i);
        if (starts[i] > mdl->model_end || mdl->model_end - starts[i] < MDL_ANIMATION_BYTES) {
            return fail_at(error, ERROR_CORRUPT, list.start + 4 * i,
                           "an animation at 0x%" PRIx64
                           " needs 196 bytes, the model data end at 0x%" PRIx64,
                           starts[i], mdl->model_end);
        }
    }
    mdl->animation_pointers = list.start;
    mdl->animations = (Children){.count = list.count, .starts = starts};
    return true;
}

/* Where the file is read by parts, the headers of animations are put beside each other. */
static bool gather_animations(Mdl *mdl, Error *error) {
    Document *document = &mdl->document;
    uint64_t count = mdl->animations.count;
    if (!document->parts) return true;
    if (count > document->size / MDL_ANIMATION_BYTES) {
        return fail(error, ERROR_CORRUPT, "animations overlap");
    }
    uint8_t *headers = arena_alloc(&document->arena, count, MDL_ANIMATION_BYTES);
    if (!headers) return fail_memory(error, &document->arena);
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *header =
            parts_at(document->parts, mdl->animations.starts[i], MDL_ANIMATION_BYTES, error);
        if (!header) return false;
        memcpy(headers + i * MDL_ANIMATION_BYTES, header, MDL_ANIMATION_BYTES);
    }
    mdl->animation_headers = headers;
    return true;
}

bool mdl_open_binary(Mdl *mdl, Error *error) {
    Document *document = &mdl->document;
    mdl->image = document->bytes;
    mdl->image_size = document->size;
    mdl->encoding = "binary";
    mdl->container = "mdl";
    mdl->is_binary = mdl->has_name = mdl->has_fog = mdl->has_part_numbers = true;
    if (!read_header(mdl, error)) return false;
    find_compiler(mdl);
    document->version = mdl->layout;
    return find_animations(mdl, error) && gather_animations(mdl, error);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static uint32_t node_name_length(const Mdl *mdl, uint64_t node) {
    return field_length(mdl_node(mdl, node) + MDL_NODE_NAME, MDL_NAME);
}

const char *mdl_path(const Mdl *mdl, uint64_t node, Arena *arena, uint32_t *length) {
    if (mdl->paths) {
        *length = (uint32_t)(mdl->path_starts[node + 1] - mdl->path_starts[node]);
        return mdl->paths + mdl->path_starts[node];
    }
    uint32_t size = (mdl->nodes[node].depth + 1u) * (MDL_NAME + 1), at = size;
    uint8_t *path = arena_alloc(arena, size, 1);
    if (!path) return NULL;
    for (uint64_t up = node; up != MDL_NONE; up = mdl->nodes[up].parent) {
        uint32_t part = node_name_length(mdl, up);
        path[--at] = '/';
        at -= part;
        memcpy(path + at, mdl_node(mdl, up) + MDL_NODE_NAME, part);
    }
    return text_convert(arena, ENCODING_CP1252, path + at, size - 1 - at, length);
}

/* Continues the hash of a path. Case doesn't count, and a run of bytes beyond ASCII counts as one
** byte, so that the file's Windows-1252 and the user's UTF-8 have the same hash. */
static uint32_t hash_text(uint32_t hash, const uint8_t *text, uint32_t length) {
    bool beyond = false;
    for (uint32_t i = 0; i < length; i++) {
        bool ascii = text[i] < 0x80;
        if (ascii || !beyond) hash = (hash ^ (ascii ? fold_byte(text[i]) : 0x80)) * 0x01000193u;
        beyond = !ascii;
    }
    return hash;
}

#define HASH_START 0x811C9DC5u

/* Only the upper bits of such a hash are well mixed. */
static uint32_t mixed(uint32_t hash) {
    return hash ^ hash >> 15;
}

uint32_t mdl_path_group(const Mdl *mdl, const char *path, uint32_t length) {
    return mixed(hash_text(HASH_START, (const uint8_t *)path, length)) & mdl->path_mask;
}

/* Computes where each path begins if all paths are stored one after the other. Returns false if
** this isn't worth it: there are names beyond ASCII, or the text is longer than the file. */
static bool measure_paths(const Mdl *mdl, uint64_t *starts) {
    uint8_t bits = 0;
    starts[0] = 0;
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        const uint8_t *name = mdl_node(mdl, i) + MDL_NODE_NAME;
        uint32_t parent = mdl->nodes[i].parent, length = node_name_length(mdl, i);
        for (uint32_t k = 0; k < length; k++) bits |= name[k];
        uint64_t above = parent == MDL_NONE ? 0 : starts[parent + 1] - starts[parent] + 1;
        starts[i + 1] = starts[i] + above + length;
        if (starts[i + 1] > mdl->image_size) return false;
    }
    return bits < 0x80;
}

/* Stores all paths, because a look-up by path compares many of them. */
static bool gather_paths(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, mdl->node_count + 1, sizeof *starts);
    if (!starts) return fail_memory(error, arena);
    if (!measure_paths(mdl, starts)) {
        arena_release(arena, starts);
        return true;
    }
    char *paths = arena_alloc(arena, starts[mdl->node_count], 1);
    if (!paths) {
        arena_release(arena, starts);
        return fail_memory(error, arena);
    }
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        char *at = paths + starts[i];
        if (parent != MDL_NONE) {
            uint64_t above = starts[parent + 1] - starts[parent];
            memcpy(at, paths + starts[parent], (size_t)above);
            at += above;
            *at++ = '/';
        }
        memcpy(at, mdl_node(mdl, i) + MDL_NODE_NAME, (size_t)(paths + starts[i + 1] - at));
    }
    mdl->path_starts = starts;
    mdl->paths = paths;
    return true;
}

static uint32_t number_at(const void *numbers, uint64_t index) {
    return ((const uint32_t *)numbers)[index];
}

bool mdl_group_by_path(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->by_path.first) return true;
    if (!mdl->paths && !gather_paths(mdl, error)) return false;
    uint32_t *hashes = arena_alloc(arena, mdl->node_count, sizeof *hashes);
    uint32_t *groups = arena_alloc(arena, mdl->node_count, sizeof *groups);
    bool done = hashes && groups;
    if (!done) fail_memory(error, arena);
    uint32_t mask = 1;
    while (mask < mdl->node_count) mask = mask << 1 | 1;
    for (uint64_t i = 0; done && i < mdl->node_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        uint32_t hash =
            parent == MDL_NONE ? HASH_START : hash_text(hashes[parent], (const uint8_t *)"/", 1);
        hashes[i] = hash_text(hash, mdl_node(mdl, i) + MDL_NODE_NAME, node_name_length(mdl, i));
        groups[i] = mixed(hashes[i]) & mask;
    }
    mdl->path_mask = mask;
    done = done && children_sort(&mdl->by_path, arena, (uint64_t)mask + 1, mdl->node_count,
                                 number_at, groups, error);
    arena_release(arena, hashes);
    arena_release(arena, groups);
    return done;
}

static uint32_t parent_of(const void *nodes, uint64_t node) {
    return ((const MdlNode *)nodes)[node].parent;
}

bool mdl_group_by_parent(Mdl *mdl, Error *error) {
    return mdl->by_parent.first ||
           children_sort(&mdl->by_parent, &mdl->document.arena, mdl->node_count, mdl->node_count,
                         parent_of, mdl->nodes, error);
}
