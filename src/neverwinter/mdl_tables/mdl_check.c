/* Checks for odd but readable data in an MDL file. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

enum {
    RESOURCE_NAME_MAX = 16, /* the longest name that the game looks for */
    NODE_NAME_MAX = 31,
    KNOWN_EMITTER_FLAGS = 0x7FF,
};
#define WEIGHT_SUM_ERROR 0.01f
#define FAR              1e5   /* metres */
#define MESH_BOX_ERROR   0.001 /* metres */

/* Checks a name in a field of `size` bytes at `at`; up to `most` characters are fine. */
static void check_name(const Mdl *mdl, uint64_t at, uint32_t size, uint32_t most, const char *code,
                       const char *what, uint64_t number, Findings *findings) {
    uint32_t length = field_length(mdl_bytes(mdl, at), size);
    if (length == size) {
        finding_add(findings, SEVERITY_WARNING, "name_unterminated", at,
                    "%s %" PRIu64 ": the name fills its %u bytes", what, number, size);
    }
    if (length > most) {
        finding_add(findings, SEVERITY_WARNING, code, at,
                    "%s %" PRIu64 ": the name has %u characters, the game knows %u", what, number,
                    length, most);
    }
}

/* Checks the names of textures and of a model to which a node refers. */
static void check_resources(const Mdl *mdl, uint64_t node, Findings *findings) {
    static const struct {
        MdlPart part;
        uint32_t at; /* of MDL_LONG_NAME bytes */
    } fields[] = {
        {MDL_MESH, MDL_MESH_TEXTURE0},      {MDL_MESH, MDL_MESH_TEXTURE1},
        {MDL_MESH, MDL_MESH_TEXTURE2},      {MDL_MESH, MDL_MESH_TEXTURE3},
        {MDL_EMITTER, MDL_EMITTER_TEXTURE}, {MDL_REFERENCE, MDL_REFERENCE_MODEL},
    };
    if (mdl->nodes[node].animation != MDL_NONE) return; /* nodes of animations have garbage there */
    for (size_t i = 0; i < LENGTH(fields); i++) {
        if (!(mdl->nodes[node].flags & mdl_part_fields[fields[i].part].flag)) continue;
        uint64_t at = mdl_part_start(mdl, node, fields[i].part) + fields[i].at;
        if (mdl_is_no_name(mdl_bytes(mdl, at))) continue;
        bool model = fields[i].part == MDL_REFERENCE;
        check_name(mdl, at, MDL_LONG_NAME, RESOURCE_NAME_MAX,
                   model ? "reference_name_long" : "texture_name_long",
                   model ? "reference of node" : "texture of node", node, findings);
    }
}

static bool check_duplicates(Mdl *mdl, Findings *findings, Error *error) {
    if (!mdl_sort_names(mdl, error)) return false;
    const uint32_t *sorted = mdl->by_name;
    for (uint64_t i = 1, first = 0; i < mdl->geometry_count; i++) {
        uint64_t start = mdl->trees.starts[sorted[i]] + MDL_NODE_NAME;
        const uint8_t *name = mdl_node(mdl, sorted[first]) + MDL_NODE_NAME;
        if (mdl_compare_names(name, mdl_bytes(mdl, start), MDL_NAME)) {
            first = i;
            continue;
        }
        finding_add(findings, SEVERITY_INFO, "node_name_duplicate", start,
                    "nodes %u and %u have the same name", sorted[first], sorted[i]);
    }
    return true;
}

/* Reports an array whose pointer and counts don't fit together or, if `empty`, that isn't empty. */
static void check_array(const Mdl *mdl, uint64_t at, bool empty, const char *what, uint64_t number,
                        Findings *findings) {
    const uint8_t *array = mdl_bytes(mdl, at);
    uint32_t used = load_u32(MDL_USED(array)), room = load_u32(MDL_ALLOCATED(array));
    if (used != room) {
        finding_add(findings, SEVERITY_INFO, "array_room", at,
                    "%s %" PRIu64 ": an array has %u entries and room for %u", what, number, used,
                    room);
    }
    if (used && empty) {
        finding_add(findings, SEVERITY_WARNING, "array_not_empty", at,
                    "%s %" PRIu64 ": an array that is always empty has %u entries", what, number,
                    used);
    }
}

static void check_node_arrays(const Mdl *mdl, uint64_t node, Findings *findings) {
    for (size_t i = 0; i < MDL_POINTERS; i++) {
        const struct MdlPointer *pointer = &mdl_pointers[i];
        bool is_array = pointer->kind <= MDL_EMPTY_ARRAY;
        if (!is_array || !mdl_has_pointer(mdl->nodes[node].flags, pointer)) continue;
        check_array(mdl, mdl_pointer_place(mdl, node, pointer), pointer->kind == MDL_EMPTY_ARRAY,
                    "node", node, findings);
    }
}

/* Checks what the headers of the model and of animations begin with. `may_count_more`: the number
** of nodes also counts those of a supermodel. */
static void check_geometry(const Mdl *mdl, uint64_t header, uint64_t found, bool may_count_more,
                           const char *what, uint64_t number, Findings *findings) {
    uint32_t declared = load_u32(mdl_bytes(mdl, header) + MDL_HEADER_NODE_COUNT);
    check_array(mdl, header + MDL_HEADER_RUNTIME0, true, what, number, findings);
    check_array(mdl, header + MDL_HEADER_RUNTIME1, true, what, number, findings);
    if (!load_u32(mdl_bytes(mdl, header) + MDL_HEADER_ROOT)) {
        finding_add(findings, SEVERITY_WARNING, "root_missing", header + MDL_HEADER_ROOT,
                    "%s %" PRIu64 " has no root node", what, number);
    }
    if (may_count_more ? declared >= found : declared == found) return;
    finding_add(findings, SEVERITY_INFO, "node_count", header + MDL_HEADER_NODE_COUNT,
                "%s %" PRIu64 " says %u nodes and has %" PRIu64, what, number, declared, found);
}

/* Checks the names of the model and its supermodel, which are names of files. */
static void check_model_names(const Mdl *mdl, Findings *findings) {
    const uint64_t header = MDL_FILE_HEADER_BYTES;
    check_name(mdl, header + MDL_HEADER_NAME, MDL_LONG_NAME, RESOURCE_NAME_MAX, "model_name_long",
               "model", 0, findings);
    if (mdl_is_no_name(mdl_bytes(mdl, header + MDL_MODEL_SUPERMODEL))) return;
    check_name(mdl, header + MDL_MODEL_SUPERMODEL, MDL_LONG_NAME, RESOURCE_NAME_MAX,
               "model_name_long", "supermodel of model", 0, findings);
}

static void check_header(const Mdl *mdl, Findings *findings) {
    const uint64_t header = MDL_FILE_HEADER_BYTES;
    bool has_supermodel = !mdl_is_no_name(mdl_bytes(mdl, header + MDL_MODEL_SUPERMODEL));
    check_geometry(mdl, header, mdl->geometry_count, has_supermodel, "model", 0, findings);
    check_model_names(mdl, findings);
    check_array(mdl, header + MDL_MODEL_ANIMATIONS, false, "model", 0, findings);
    uint64_t end = mdl->document.size; /* without the empty line at the end of shipped files */
    while (end > mdl->raw_end && (mdl->image[end - 1] == '\r' || mdl->image[end - 1] == '\n'))
        end--;
    if (mdl->raw_end < end) {
        finding_add(findings, SEVERITY_WARNING, "trailing_bytes", mdl->raw_end,
                    "%" PRIu64 " bytes after the end of the model",
                    mdl->document.size - mdl->raw_end);
    }
}

static void check_events(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 0; i < mdl->events.count; i++) {
        check_name(mdl, mdl->events.starts[i] + MDL_EVENT_NAME, MDL_NAME, MDL_NAME, "", "event", i,
                   findings);
        float time = load_f32(mdl_bytes(mdl, mdl->events.starts[i]));
        uint64_t header = mdl->animations.starts[mdl->events.parents[i]];
        float length = load_f32(mdl_bytes(mdl, header + MDL_ANIMATION_LENGTH));
        if (time >= 0 && time <= length + 0.001f) continue;
        finding_add(findings, SEVERITY_INFO, "event_time", mdl->events.starts[i],
                    "event %" PRIu64 " is outside of its animation %u", i, mdl->events.parents[i]);
    }
}

static void check_node(const Mdl *mdl, uint64_t node, Findings *findings) {
    uint64_t start = mdl->trees.starts[node];
    uint32_t flags = mdl->nodes[node].flags;
    check_name(mdl, start + MDL_NODE_NAME, MDL_NAME, NODE_NAME_MAX, "node_name_long", "node", node,
               findings);
    if (!mdl_kind(flags)) {
        finding_add(findings, SEVERITY_WARNING, "node_flags", start + MDL_NODE_FLAGS,
                    "node %" PRIu64 ": flags 0x%x aren't those of a known kind of node", node,
                    flags);
    }
    if (node >= mdl->geometry_count && mdl->namesakes[node] == MDL_NONE) {
        finding_add(findings, SEVERITY_INFO, "animates_nothing", start,
                    "node %" PRIu64 " of an animation has a name that no node of the geometry has",
                    node);
    }
    if (flags & MDL_FLAG_EMITTER && mdl->nodes[node].animation == MDL_NONE) {
        uint64_t at = mdl_part_start(mdl, node, MDL_EMITTER) + MDL_EMITTER_FLAGS;
        uint32_t emitter = load_u32(mdl_bytes(mdl, at));
        if (emitter & ~(uint32_t)KNOWN_EMITTER_FLAGS) {
            finding_add(findings, SEVERITY_WARNING, "emitter_flags", at,
                        "node %" PRIu64 ": unknown emitter flags 0x%x", node, emitter);
        }
    }
    check_resources(mdl, node, findings);
    if (mdl->is_binary) check_node_arrays(mdl, node, findings);
}

static void check_keys(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 1; i < mdl->keys.count; i++) {
        uint32_t controller = mdl->keys.parents[i];
        if (controller != mdl->keys.parents[i - 1]) continue;
        float before = load_f32(mdl_bytes(mdl, mdl->keys.starts[i - 1]));
        float time = load_f32(mdl_bytes(mdl, mdl->keys.starts[i]));
        if (time >= before) continue;
        finding_add(findings, SEVERITY_WARNING, "key_order", mdl->keys.starts[i],
                    "key %" PRIu64 " of controller %u is earlier than the one before", i,
                    controller);
    }
}

static void check_mesh(const Mdl *mdl, uint64_t number, Findings *findings) {
    uint64_t start = mdl->parts[MDL_MESH].starts[number];
    uint32_t node = mdl->parts[MDL_MESH].parents[number];
    const uint8_t *mesh = mdl_bytes(mdl, start);
    uint16_t vertices = load_u16(mesh + MDL_MESH_VERTEX_COUNT);
    bool placed = mdl_vertex_array(mdl, node, MDL_POSITIONS) != 0;
    if (vertices && !placed) {
        finding_add(findings, SEVERITY_WARNING, "vertices_missing", start + MDL_MESH_VERTEX_COUNT,
                    "node %u has %u vertices without positions", node, vertices);
    }
    bool drawn = load_u32(mesh + MDL_MESH_RENDER) && !mdl_is_no_name(mesh + MDL_MESH_TEXTURE0);
    bool is_mapped = load_u32(mesh + MDL_MESH_RENDER_HINT) == MDL_HINT_NORMAL_MAPS;
    if (is_mapped && drawn && placed && !mdl_vertex_array(mdl, node, MDL_TANGENTS)) {
        finding_add(findings, SEVERITY_INFO, "tangents_missing", start,
                    "node %u is drawn with normal maps and has no tangents", node);
    }
    const char *merged = mdl_merged(mdl, mesh);
    if (!merged) return;
    bool holder = strcmp(merged, "holder") == 0;
    finding_add(
        findings, SEVERITY_INFO, holder ? "mesh_merged" : "index_count_zero", start,
        holder ? "node %u holds the vertices and indices of other meshes, too"
               : "node %u has indices, but says that it has none: it is merged into another mesh",
        node);
}

/* Compares a mesh's stored box, in which many compilers include the origin, with its vertices. */
static void check_mesh_box(const Mdl *mdl, uint64_t number, Findings *findings) {
    uint64_t start = mdl->parts[MDL_MESH].starts[number];
    uint32_t node = mdl->parts[MDL_MESH].parents[number];
    const uint8_t *mesh = mdl_bytes(mdl, start);
    MdlShape shape = mdl_shape(mdl, node);
    MdlBounds bounds = mdl_no_bounds;
    Vector corners[3];
    for (uint64_t face = 0; face < shape.face_count; face++) {
        if (!mdl_shape_face(&shape, face, corners)) continue;
        for (int k = 0; k < 3; k++) mdl_widen_bounds(&bounds, corners[k]);
    }
    const double own[] = {bounds.min.x, bounds.min.y, bounds.min.z,
                          bounds.max.x, bounds.max.y, bounds.max.z};
    double off = 0;
    if (!mdl_bounds_hold(&bounds)) return;
    for (uint32_t i = 0; i < LENGTH(own); i++) {
        double stored = (double)load_f32(mesh + MDL_MESH_MIN + 4 * i);
        double joined = i < 3 ? fmin(own[i], 0) : fmax(own[i], 0); /* with the origin */
        off = fmax(off, fmin(fabs(stored - own[i]), fabs(stored - joined)));
    }
    if (!(off > MESH_BOX_ERROR)) return;
    finding_add(findings, SEVERITY_INFO, "mesh_box", start + MDL_MESH_MIN,
                "the stored box of node %u is %.3f metres off the vertices of its faces", node,
                off);
}

static void check_vertices(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 0; i < mdl->vertices.count; i++) {
        Vector v = load_vector(mdl_bytes(mdl, mdl->vertices.starts[i]));
        if (!vector_is_finite(v)) {
            finding_add(findings, SEVERITY_WARNING, "vertex_not_finite", mdl->vertices.starts[i],
                        "vertex %" PRIu64 " of node %u: its position isn't finite", i,
                        mdl->vertices.parents[i]);
        } else if (fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z)) >= FAR) {
            finding_add(findings, SEVERITY_WARNING, "vertex_far", mdl->vertices.starts[i],
                        "vertex %" PRIu64 " of node %u: it lies over 100 kilometres away", i,
                        mdl->vertices.parents[i]);
        }
    }
}

static void check_faces(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 0; i < mdl->faces.count; i++) {
        uint64_t start = mdl->faces.starts[i];
        uint32_t node = mdl->faces.parents[i];
        uint32_t count = (uint32_t)child_count(&mdl->faces, node);
        for (uint32_t k = 0; k < 3; k++) {
            int16_t neighbor = load_i16(mdl_bytes(mdl, start + MDL_FACE_NEIGHBOR0 + 2 * k));
            uint64_t at = start + MDL_FACE_VERTEX0 + 2 * k;
            uint16_t vertex = load_u16(mdl_bytes(mdl, at));
            if (mdl_vertex(mdl, node, vertex) < 0) {
                finding_add(findings, SEVERITY_WARNING, "face_vertex_range", at,
                            "face %" PRIu64 " of node %u has vertex %u, which isn't there", i, node,
                            vertex);
            }
            if (neighbor >= -1 && (neighbor < 0 || (uint32_t)neighbor < count)) continue;
            finding_add(findings, SEVERITY_WARNING, "face_neighbor_range",
                        start + MDL_FACE_NEIGHBOR0 + 2 * k,
                        "face %" PRIu64 " of node %u has neighbour %d of %u", i, node, neighbor,
                        count);
        }
    }
}

static void check_indices(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 0; i < mdl->indices.count; i++) {
        uint32_t node = mdl->index_lists.parents[mdl->indices.parents[i]];
        uint16_t vertex = load_u16(mdl_bytes(mdl, mdl->indices.starts[i]));
        if (mdl_vertex(mdl, node, vertex) >= 0) continue;
        finding_add(findings, SEVERITY_WARNING, "index_vertex_range", mdl->indices.starts[i],
                    "index %" PRIu64 " of node %u is vertex %u, which isn't there", i, node,
                    vertex);
    }
}

static void check_skin(const Mdl *mdl, uint64_t number, Findings *findings) {
    uint64_t start = mdl->parts[MDL_SKIN].starts[number];
    uint32_t node = mdl->parts[MDL_SKIN].parents[number];
    const uint8_t *skin = mdl_bytes(mdl, start);
    uint32_t mapped = load_u32(skin + MDL_SKIN_MAP_COUNT);
    uint32_t rotations = load_u32(skin + MDL_USED(MDL_SKIN_ROTATIONS));
    uint32_t translations = load_u32(skin + MDL_USED(MDL_SKIN_TRANSLATIONS));
    if (mdl->nodes[node].animation != MDL_NONE) return;
    if (mapped != mdl->geometry_count || rotations != mapped || translations != mapped) {
        finding_add(findings, SEVERITY_WARNING, "skin_map_count", start + MDL_SKIN_MAP_COUNT,
                    "the skin of node %u has %u nodes, %u rotations and %u translations, but the "
                    "model has %" PRIu64 " nodes",
                    node, mapped, rotations, translations, mdl->geometry_count);
    }
}

/* Checks the four weights of a vertex, the first of which is row `row`. */
static void check_weights_of(const Mdl *mdl, uint64_t row, Findings *findings) {
    uint32_t node = mdl->weights.parents[row];
    uint64_t vertex = (row - mdl->weights.first[node]) / 4;
    const uint8_t *skin = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_SKIN));
    uint32_t weights = load_u32(skin + MDL_SKIN_WEIGHTS);
    uint32_t slots = load_u32(skin + MDL_SKIN_VERTEX_SLOTS);
    float sum = 0;
    if (weights == UINT32_MAX || slots == UINT32_MAX) return;
    for (uint64_t lane = 4 * vertex; lane < 4 * vertex + 4; lane++) {
        uint64_t at = mdl->raw_start + weights + 4 * lane;
        float weight = load_f32(mdl_bytes(mdl, at));
        int16_t slot = load_i16(mdl_bytes(mdl, mdl->raw_start + slots + 2 * lane));
        sum += weight;
        if (!(weight > 0) || mdl_slot_node(mdl, node, slot) >= 0) continue;
        finding_add(findings, SEVERITY_WARNING, "weight_slot", at,
                    "vertex %" PRIu64 " of node %u has weight on slot %d, which no node has",
                    vertex, node, slot);
    }
    if (fabsf(sum - 1) <= WEIGHT_SUM_ERROR) return;
    finding_add(findings, SEVERITY_WARNING, "weight_sum", mdl->weights.starts[row],
                "the weights of vertex %" PRIu64 " of node %u don't sum to 1", vertex, node);
}

static void check_danglies(const Mdl *mdl, Findings *findings) {
    const Children *danglies = &mdl->parts[MDL_DANGLY];
    for (uint64_t i = 0; i < danglies->count; i++) {
        uint32_t node = danglies->parents[i];
        uint32_t count = (uint32_t)child_count(&mdl->constraints, node);
        uint32_t vertices = (uint32_t)child_count(&mdl->vertices, node);
        if (count == vertices) continue;
        finding_add(findings, SEVERITY_WARNING, "constraint_count", danglies->starts[i],
                    "node %u has %u constraints for %u vertices", node, count, vertices);
    }
}

static void check_boxes(const Mdl *mdl, Findings *findings) {
    for (uint64_t i = 0; i < mdl->boxes.count; i++) {
        const MdlBox *box = &mdl->box_links[i];
        uint32_t node = mdl->boxes.parents[i];
        bool leaf = box->left == MDL_NONE && box->right == MDL_NONE;
        bool inner = box->left != MDL_NONE && box->right != MDL_NONE;
        int32_t face = load_i32(mdl_bytes(mdl, mdl->boxes.starts[i] + MDL_BOX_FACE));
        uint32_t faces = (uint32_t)child_count(&mdl->faces, node);
        if (!leaf && !inner) {
            finding_add(
                findings, SEVERITY_WARNING, "box_one_child", mdl->boxes.starts[i] + MDL_BOX_LEFT,
                "box %" PRIu64 " of node %u has one box in it, expected two or none", i, node);
        }
        if (leaf ? face >= 0 && (uint32_t)face < faces : face == -1) continue;
        finding_add(findings, SEVERITY_WARNING, "box_face", mdl->boxes.starts[i] + MDL_BOX_FACE,
                    "box %" PRIu64 " of node %u, %s, has face %d of %u", i, node,
                    leaf ? "a leaf" : "no leaf", face, faces);
    }
}

static bool check_trees(Mdl *mdl, Findings *findings, Error *error) {
    if (!mdl_find_namesakes(mdl, error)) return false;
    for (uint64_t i = 0; mdl->is_binary && i < mdl->animations.count; i++) {
        uint64_t header = mdl->animations.starts[i], found = child_count(&mdl->trees, i);
        check_geometry(mdl, header, found, true, "animation", i, findings);
        check_name(mdl, header + MDL_HEADER_NAME, MDL_LONG_NAME, MDL_LONG_NAME, "", "animation", i,
                   findings);
        check_name(mdl, header + MDL_ANIMATION_ROOT, MDL_LONG_NAME, MDL_LONG_NAME, "",
                   "root of animation", i, findings);
        check_array(mdl, header + MDL_ANIMATION_EVENTS, false, "animation", i, findings);
    }
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        check_node(mdl, i, findings);
        if (arena_interrupted_at(&mdl->document.arena, i)) return fail_interrupted(error);
    }
    return check_duplicates(mdl, findings, error);
}

/* Checks the lists, which texts have, too. Lists that couldn't be made are empty. */
static bool check_lists(Mdl *mdl, Findings *findings, Error *error) {
    check_events(mdl, findings);
    if (mdl->controllers.first) {
        if (!mdl_name_controllers(mdl, error)) return false;
        for (uint64_t i = 0; i < mdl->controllers.count; i++) {
            uint64_t at = mdl->controllers.starts[i];
            if (mdl_controller_name(mdl, i)) continue;
            finding_add(findings, SEVERITY_INFO, "controller_type", at,
                        "controller %" PRIu64 " of node %u has type %d, which isn't known for it",
                        i, mdl->controllers.parents[i], load_i32(mdl_bytes(mdl, at)));
        }
    }
    check_keys(mdl, findings);
    for (uint64_t i = 0; mdl->is_binary && mdl->vertex_arrays && i < mdl->parts[MDL_MESH].count;
         i++) {
        check_mesh(mdl, i, findings);
        if (mdl->faces.first) check_mesh_box(mdl, i, findings);
    }
    check_vertices(mdl, findings);
    check_faces(mdl, findings);
    check_indices(mdl, findings);
    for (uint64_t i = 0; i < mdl->parts[MDL_SKIN].count; i++) check_skin(mdl, i, findings);
    for (uint64_t i = 0; i < mdl->weights.count; i += 4) check_weights_of(mdl, i, findings);
    if (mdl->constraints.first) check_danglies(mdl, findings);
    if (!mdl->faces.first) return true;
    check_boxes(mdl, findings);
    return mdl_check_walkmeshes(mdl, findings, error) && mdl_check_rules(mdl, findings, error);
}

/* mdl_check_bytes() makes the lists of a binary model and reports those that can't be made. */
bool mdl_check(Document *document, Findings *findings, Error *error) {
    Mdl *mdl = (Mdl *)document;
    if (mdl->is_binary) {
        check_header(mdl, findings);
        return check_trees(mdl, findings, error) && mdl_check_bytes(mdl, findings, error) &&
               check_lists(mdl, findings, error);
    }
    if (!mdl_ascii_read(mdl, findings, error)) return false;
    uint64_t first = findings->list.count;
    check_model_names(mdl, findings);
    return mdl_ascii_check_image(mdl, findings, error) && check_trees(mdl, findings, error) &&
           check_lists(mdl, findings, error) &&
           mdl_ascii_place_findings(mdl, findings, first, error);
}
