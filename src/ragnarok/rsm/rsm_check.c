/* Checks for odd but readable data in an RSM file. */
#include "ragnarok/rsm/rsm.h"

#include "codec/text.h"

#define FAR      1e5 /* GND units: maps have thousands */
#define SHADINGS 3

static uint64_t offset_of(const Rsm *rsm, const uint8_t *at) {
    return document_offset(&rsm->document, at);
}

static void check_header(const Rsm *rsm, Findings *findings) {
    static const uint8_t zeros[RSM_RESERVED_BYTES];
    enum { MAGIC_END = 3 };
    if (rsm->document.bytes[MAGIC_END] != 'M') {
        finding_add(findings, SEVERITY_INFO, "magic_rare", 0,
                    "the file begins with GRSX, which only tools know, instead of GRSM");
    }
    if (rsm->shading < 0 || rsm->shading >= SHADINGS) {
        finding_add(findings, SEVERITY_INFO, "shading_unknown", RSM_SHADING,
                    "shading %d is unknown, expected 0 to 2", rsm->shading);
    }
    if (rsm->reserved && memcmp(rsm->reserved, zeros, sizeof zeros) != 0) {
        finding_add(findings, SEVERITY_INFO, "reserved_used", offset_of(rsm, rsm->reserved),
                    "the reserved part isn't zero, as it is in all known files");
    }
    if (!rsm->node_count) {
        finding_add(findings, SEVERITY_WARNING, "no_nodes", rsm->header_bytes,
                    "the model has no nodes, so nothing of it is drawn");
    }
}

static void check_layout(const Rsm *rsm, Findings *findings) {
    static const char *const texts[RSM_LAYOUTS] = {
        [RSM_USUAL] = "without the count behind the nodes that all known files of 1.5 have",
        [RSM_CLIENT] = "as a client of 2008 reads 1.5, which no known file needs",
        [RSM_SHORT_KEYS] = "with keys of the model of 16 bytes, which no known file has",
    };
    bool expected = rsm->layout == RSM_WITH_COUNT || (rsm->layout == RSM_USUAL && rsm->minor != 5);
    if (!expected) {
        finding_add(findings, SEVERITY_INFO, "layout_rare", rsm->header_bytes,
                    "the file can only be read %s", texts[rsm->layout]);
    }
}

static void check_end(const Rsm *rsm, Findings *findings) {
    static const uint8_t zeros[4];
    uint64_t end = rsm->document.size - rsm->trailing.size;
    /* a tenth of the game's own files of 1.4 end with one more number, 0 */
    bool is_usual = rsm->trailing.size == sizeof zeros && rsm->node_count &&
                    memcmp(rsm->trailing.bytes, zeros, sizeof zeros) == 0;
    if (rsm->trailing.size) {
        finding_add(findings, is_usual ? SEVERITY_INFO : SEVERITY_WARNING, "trailing_bytes", end,
                    "%" PRIu64 " bytes after the end of the model%s", rsm->trailing.size,
                    rsm->node_count ? ""
                                    : ", which has no nodes: a count before them may be wrong");
    }
    if (rsm->lacks_boxes) {
        finding_add(findings, SEVERITY_INFO, "boxes_missing", end,
                    "the file ends before the number of volume boxes");
    }
}

/* Names that CP949 doesn't define are shown with U+FFFD. */
static void check_encoding(const Rsm *rsm, RsmName name, const char *what, uint64_t number,
                           Findings *findings) {
    if (!text_is_defined(ENCODING_CP949, name.bytes, name.size)) {
        finding_add(findings, SEVERITY_INFO, "name_encoding", offset_of(rsm, name.bytes),
                    "the name of %s %" PRIu64 " has bytes that CP949 doesn't define", what, number);
    }
}

static void check_place(const Rsm *rsm, uint64_t number, Findings *findings) {
    const RsmNode *node = &rsm->nodes[number];
    if (node->depth == RSM_NONE) {
        finding_add(findings, SEVERITY_WARNING,
                    node->parent == RSM_NONE ? "node_orphan" : "node_unreachable", node->start,
                    "node %" PRIu64 " isn't drawn: %s", number,
                    node->parent != RSM_NONE ? "no root reaches its parents"
                    : node->parent_name.size ? "no other node has its parent's name"
                                             : "it isn't a root and has no parent");
    }
    if (node->is_root && node->parent_name.size) {
        finding_add(findings, SEVERITY_INFO, "root_with_parent", node->start,
                    "node %" PRIu64 " is a root, but names a parent", number);
    }
}

static void check_transform(const Rsm *rsm, uint64_t number, Findings *findings) {
    const RsmNode *node = &rsm->nodes[number];
    unsigned count = (RSM_TRANSFORM_BYTES + (rsm->is_old ? RSM_PLACE_BYTES : 0)) / 4;
    for (unsigned i = 0; i < count; i++) {
        if (isfinite(load_f32(node->transform + 4 * i))) continue;
        finding_add(findings, SEVERITY_WARNING, "transform_not_finite",
                    offset_of(rsm, node->transform + 4 * i),
                    "node %" PRIu64 ": its transform has a non-finite number", number);
        return;
    }
}

/* Counts names that more than one node has: only the first of them is found by its name. */
static bool check_doubles(const Rsm *rsm, Findings *findings, Error *error) {
    Arena scratch = arena_scratch(findings->arena);
    Map map = {0};
    bool done = true;
    for (uint64_t i = 0; done && i < rsm->node_count; i++) {
        const RsmNode *node = &rsm->nodes[i];
        void **place = map_place(&map, &scratch, node->name.bytes, node->name.size);
        if (!place) {
            done = fail_memory(error, &scratch);
        } else if (*place) {
            finding_add(findings, SEVERITY_INFO, "node_name_double", node->start,
                        "node %" PRIu64 " has the name of node %" PRIu64
                        ", which its children would hang on",
                        i, (uint64_t)((const RsmNode *)*place - rsm->nodes));
        } else {
            *place = (void *)(uintptr_t)node;
        }
        if (arena_interrupted_at(findings->arena, i)) done = fail_interrupted(error);
    }
    arena_clear(&scratch);
    return done;
}

static bool check_vertices(const Rsm *rsm, Findings *findings, Error *error) {
    for (uint64_t i = 0; i < rsm->vertices.count; i++) {
        const uint8_t *record = rsm_at(rsm, &rsm->vertices, i);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        double x = fabs((double)load_f32(record)), y = fabs((double)load_f32(record + 4));
        double z = fabs((double)load_f32(record + 8));
        bool is_finite = isfinite(x) && isfinite(y) && isfinite(z);
        if (is_finite && x < FAR && y < FAR && z < FAR) continue;
        finding_add(findings, SEVERITY_WARNING, is_finite ? "vertex_far" : "vertex_not_finite",
                    offset_of(rsm, record), "vertex %" PRIu64 " of node %" PRIu64 " %s",
                    children_number(&rsm->vertices, i), children_parent(&rsm->vertices, i),
                    is_finite ? "lies 100000 GND units away or farther"
                              : "has a non-finite number");
    }
    return true;
}

static void check_face(const Rsm *rsm, uint64_t face, Findings *findings) {
    const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
    uint64_t node = children_parent(&rsm->faces, face), offset = offset_of(rsm, record);
    uint64_t number = children_number(&rsm->faces, face);
    uint64_t vertices = child_count(&rsm->vertices, node);
    uint64_t places = child_count(&rsm->texture_vertices, node);
    uint32_t slot = load_u16(record + RSM_FACE_SLOT);
    for (unsigned corner = 0; corner < 3; corner++) {
        uint32_t vertex = load_u16(record + RSM_FACE_VERTICES + 2 * corner);
        uint32_t place = load_u16(record + RSM_FACE_TEXTURE_VERTICES + 2 * corner);
        if (vertex >= vertices) {
            finding_add(findings, SEVERITY_WARNING, "face_vertex_range", offset,
                        "face %" PRIu64 " of node %" PRIu64
                        " has vertex %u, but the node has %" PRIu64,
                        number, node, vertex, vertices);
        }
        if (place >= places) {
            finding_add(findings, SEVERITY_WARNING, "face_texture_vertex_range", offset,
                        "face %" PRIu64 " of node %" PRIu64
                        " has texture vertex %u, but the node has %" PRIu64,
                        number, node, place, places);
        }
    }
    if (slot >= child_count(&rsm->node_slots, node)) {
        finding_add(findings, SEVERITY_WARNING, "face_texture_range", offset + RSM_FACE_SLOT,
                    "face %" PRIu64 " of node %" PRIu64
                    " has texture %u of the node, which isn't there",
                    number, node, slot);
    }
}

static void check_slots(const Rsm *rsm, Findings *findings) {
    for (uint64_t i = 0; !rsm_since(rsm, 2, 3) && i < rsm->node_slots.count; i++) {
        if (rsm->slots[i] != RSM_NONE) continue;
        const uint8_t *record = rsm_at(rsm, &rsm->node_slots, i);
        finding_add(findings, SEVERITY_WARNING, "node_texture_range", offset_of(rsm, record),
                    "node %" PRIu64 " has texture %d, but the model has %" PRIu64,
                    children_parent(&rsm->node_slots, i), load_i32(record), rsm->texture_count);
    }
}

static void check_key(const Rsm *rsm, uint64_t number, Findings *findings) {
    const RsmKey *key = &rsm->keys[number];
    const RsmKey *before = number ? key - 1 : key;
    bool follows = before < key && before->node == key->node && before->kind == key->kind &&
                   before->slot == key->slot && before->operation == key->operation;
    if (follows && load_i32(before->record) >= load_i32(key->record)) {
        finding_add(findings, SEVERITY_WARNING, "key_order", offset_of(rsm, key->record),
                    "key %" PRIu64 " is at frame %d, not after the one before it", number,
                    load_i32(key->record));
    }
    double length = 0;
    for (unsigned i = 0; i < key->width; i++) {
        double value = (double)load_f32(key->record + RSM_KEY_VALUES + 4 * i);
        length += value * value;
    }
    if (!isfinite(length)) {
        finding_add(findings, SEVERITY_WARNING, "key_not_finite", offset_of(rsm, key->record),
                    "key %" PRIu64 " has a non-finite number", number);
    } else if (key->kind == RSM_ROTATIONS && !(length > 0)) {
        finding_add(findings, SEVERITY_WARNING, "key_zero", offset_of(rsm, key->record),
                    "key %" PRIu64 " has a quaternion of length 0: it is no rotation", number);
    }
}

bool rsm_check(Document *document, Findings *findings, Error *error) {
    const Rsm *rsm = (const Rsm *)document;
    check_header(rsm, findings);
    check_layout(rsm, findings);
    if (rsm->missing_root_count && rsm->node_count) {
        finding_add(
            findings, SEVERITY_WARNING, "root_missing",
            offset_of(rsm, rsm->roots[rsm->missing_root].bytes), "no node has the name of %s%s",
            rsm->root_count > 1 ? "one of the roots, or of several" : "the root",
            rsm->missing_root_count == rsm->root_count ? ": the first node is taken for it" : "");
    }
    for (uint64_t i = 0; i < rsm->texture_count; i++) {
        check_encoding(rsm, rsm->textures[i], "texture", i, findings);
    }
    for (uint64_t i = 0; i < rsm->node_count; i++) {
        check_place(rsm, i, findings);
        check_transform(rsm, i, findings);
        check_encoding(rsm, rsm->nodes[i].name, "node", i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    if (!check_doubles(rsm, findings, error) || !check_vertices(rsm, findings, error)) return false;
    check_slots(rsm, findings);
    for (uint64_t i = 0; i < rsm->faces.count; i++) {
        check_face(rsm, i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    for (uint64_t i = 0; i < rsm->key_count; i++) {
        check_key(rsm, i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    check_end(rsm, findings);
    return true;
}
