/* Reader of binary models: opening, and what is known of every node. See mdl_format.h. */
#include "neverwinter/mdl/mdl.h"

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

const Name mdl_class_names[] = {
    {MDL_CLASS_NONE, "none"},           {MDL_CLASS_EFFECT, "effect"}, {MDL_CLASS_TILE, "tile"},
    {MDL_CLASS_CHARACTER, "character"}, {MDL_CLASS_DOOR, "door"},     {0, NULL},
};

static const struct Compiler {
    uint32_t functions[2];
    const char *name, *layout;
} compilers[] = {
    {{0x0040BBC0, 0x0040BBD0}, "bioware", "1.69"},
    {{0x0046AB0C, 0x0046AB1C}, "nwnmdlcomp", "1.69"},
    {{4, 0}, "nwn:ee", "ee"},
};

static void find_compiler(Mdl *mdl) {
    const uint8_t *model = mdl->image + MDL_FILE_HEADER_BYTES;
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
    uint64_t model = load_u32(mdl->image + MDL_FILE_MODEL_SIZE);
    uint64_t raw = load_u32(mdl->image + MDL_FILE_RAW_SIZE);
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
    Reader reader = document_reader(&mdl->document, error);
    MdlSpan list;
    const uint8_t *pointers;
    if (!mdl_read_array(mdl, MDL_FILE_HEADER_BYTES + MDL_MODEL_ANIMATIONS, "animations", 4, &list,
                        error)) {
        return false;
    }
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

/* Puts the headers of animations side by side if the file is read by parts. */
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
    mdl->image_size = document->size;
    mdl->encoding = "binary";
    mdl->container = "mdl";
    mdl->is_binary = mdl->has_name = mdl->has_fog = mdl->has_part_numbers = true;
    if (!read_header(mdl, error)) return false;
    find_compiler(mdl);
    document->version = mdl->layout;
    return find_animations(mdl, error) && gather_animations(mdl, error);
}

const char *mdl_path(const Mdl *mdl, uint64_t node, Arena *arena, uint32_t *length) {
    uint32_t size = (mdl->nodes[node].depth + 1u) * (MDL_NAME + 1), at = size;
    uint8_t *path = arena_alloc(arena, size, 1);
    if (!path) return NULL;
    for (uint64_t up = node; up != MDL_NONE; up = mdl->nodes[up].parent) {
        const uint8_t *name = mdl_node(mdl, up) + MDL_NODE_NAME;
        uint32_t part = field_length(name, MDL_NAME);
        path[--at] = '/';
        at -= part;
        memcpy(path + at, name, part);
    }
    return text_convert(arena, ENCODING_CP1252, path + at, size - 1 - at, length);
}
