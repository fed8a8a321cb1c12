/* Opens a model or a walkmesh, by the reader for binary files or the one for texts. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

enum {
    TYPE_BITS = 0x7F, /* the other bit tells that the model is loaded */
    KOTOR_HEADER_TYPE = 76,
    KOTOR_MODEL_BYTES = 196,
};

typedef enum Look { LOOKS_BINARY, LOOKS_ASCII, LOOKS_KOTOR, LOOKS_OTHER } Look;

static Look look_of(const uint8_t *head, uint64_t head_size, uint64_t size) {
    const uint8_t *model = head + MDL_FILE_HEADER_BYTES;
    if (head_size < 4 || load_u32(head) != 0) {
        return mdl_ascii_detect(head, head_size) ? LOOKS_ASCII : LOOKS_OTHER;
    }
    /* a KotOR model has its vertices in another file, whose size is the third number */
    bool kotor = head_size >= MDL_FILE_HEADER_BYTES + KOTOR_MODEL_BYTES &&
                 MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(head + 4) == size &&
                 (model[KOTOR_HEADER_TYPE] & TYPE_BITS) == MDL_TYPE_MODEL;
    bool binary = head_size >= MDL_FILE_HEADER_BYTES + MDL_MODEL_BYTES &&
                  (model[MDL_HEADER_TYPE] & TYPE_BITS) == MDL_TYPE_MODEL;
    if (binary && !(kotor && load_u32(head + 8))) return LOOKS_BINARY;
    if (kotor) return LOOKS_KOTOR;
    return LOOKS_OTHER;
}

/* Tells whether bytes begin a model, even of KotOR, so that the error can name that game. */
static bool mdl_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return look_of(head, head_size, size) != LOOKS_OTHER;
}

static bool mdl_open(Document *document, Error *error) {
    Mdl *mdl = (Mdl *)document;
    uint64_t head_size;
    mdl->image = document_head(document, &head_size);
    switch (look_of(mdl->image, head_size, document->size)) {
    case LOOKS_BINARY: return mdl_open_binary(mdl, error);
    case LOOKS_ASCII: return mdl_ascii_open(mdl, error);
    case LOOKS_KOTOR:
        return fail(error, ERROR_NOT_THIS_FORMAT, "KotOR model: not a Neverwinter Nights MDL");
    case LOOKS_OTHER: break;
    }
    return mdl_ascii_is_empty(document) ? mdl_ascii_open(mdl, error)
                                        : fail(error, ERROR_NOT_THIS_FORMAT, "not an MDL file");
}

static bool mdl_complete(Document *document, Error *error) {
    Mdl *mdl = (Mdl *)document;
    if (!mdl->is_binary) return true;
    if (!mdl_walk_trees(mdl, error)) return false;
    uint64_t skin = 0;
    while (skin < mdl->node_count && !mdl->nodes[skin].slots) skin++;
    if (skin < mdl->node_count) { /* it tells better than the writer */
        mdl->layout = mdl->nodes[skin].slots == MDL_SLOTS_EE ? "ee" : "1.69";
    }
    document->version = mdl->layout;
    return true;
}

const Format mdl_format = {
    .name = "MDL",
    .ending = ".mdl",
    .open_decides = true, /* an empty walkmesh is told by its name alone */
    .doc = "Neverwinter Nights model, binary or text, and walkmesh (.wok, .pwk, .dwk): nodes, "
           "meshes, skins, animations.",
    .other_endings = ".wok .pwk .dwk",
    .found_by_name = true,
    .detect = mdl_detect,
    .detects_by_lines = true,
    .document_bytes = sizeof(Mdl),
    .open = mdl_open,
    .complete = mdl_complete,
    .make_children = mdl_list_children,
    .opens_by_parts = READS_HEADER,
    .check = mdl_check,
};
