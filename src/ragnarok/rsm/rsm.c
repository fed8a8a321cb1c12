/* RSM decoder: opening, and what every table reads. rsm.h describes the format. */
#include "ragnarok/rsm/rsm.h"
#include "ragnarok/ro_version.h"

enum {
    LEAST_NODE_BYTES = 2 * RSM_NAME_BYTES + RSM_TRANSFORM_BYTES + RSM_PLACE_BYTES + 5 * 4,
    LEAST_NEW_NODE_BYTES = 2 * 4 + RSM_TRANSFORM_BYTES + 7 * 4,
    VALUES_KEY_BYTES = 20,
    SHORT_KEY_BYTES = 16,
    CLIENT_SCALE_BYTES = 32,
    TEXTURE_KEY_BYTES = 8,
};

/* ---- Recognising ----------------------------------------------------------------------------- */

static bool rsm_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= RO_MAGIC_BYTES && memcmp(head, "GRS", RO_MAGIC_BYTES - 1) == 0 &&
           (head[RO_MAGIC_BYTES - 1] == 'M' || head[RO_MAGIC_BYTES - 1] == 'X');
}

static const RoVersions versions = {{1, 5}, {2, 3}, "1.1 to 1.5, 2.2 or 2.3"};

/* ---- Counts and names ------------------------------------------------------------------------ */

/* Reads a count of things that errors call `what`, each of which takes at least `each` bytes. */
static bool read_count(Reader *reader, const char *what, uint64_t each, uint64_t *count) {
    uint64_t start = reader->at;
    int32_t stored = 0;
    if (reader_left(reader) < sizeof stored) {
        return reader_fail(reader, start, "the number of %s needs 4 bytes, %" PRIu64 " left", what,
                           reader_left(reader));
    }
    if (!read_i32(reader, what, &stored)) return false;
    uint64_t left = reader_left(reader);
    if (stored < 0) {
        return reader_fail(reader, start, "%d %s, expected 0 or more", stored, what);
    }
    *count = (uint64_t)stored;
    if (*count <= left / each) return true;
    return reader_fail(reader, start, "%" PRIu64 " %s need %s%" PRIu64 " bytes, %" PRIu64 " left",
                       *count, what, each > 1 ? "at least " : "", *count * each, left);
}

/* Returns the name that a field holds up to its first NUL. */
static RsmName name_in(const uint8_t *field, uint64_t size) {
    return (RsmName){field, field_length(field, (size_t)size), (uint32_t)size};
}

/* Reads a name, which is a field of 40 bytes, or from 2.2 on a text behind its length. */
static bool read_name(const Rsm *rsm, Reader *reader, const char *what, RsmName *name) {
    uint64_t size = RSM_NAME_BYTES, start = reader->at;
    if (rsm_is_new(rsm)) {
        int32_t length = 0;
        if (!read_i32(reader, what, &length)) return false;
        if (length < 0 || (uint64_t)length > reader_left(reader)) {
            return reader_fail(reader, start,
                               "%s has %d bytes, expected 0 to %" PRIu64 ", which are left", what,
                               length, reader_left(reader));
        }
        size = (uint64_t)length;
    }
    const uint8_t *field;
    if (!read_bytes(reader, what, size, &field)) return false;
    *name = name_in(field, size);
    return true;
}

static bool read_names(Rsm *rsm, Reader *reader, const char *what, const char *one, RsmName **names,
                       uint64_t **starts, uint64_t *count) {
    Arena *arena = &rsm->document.arena;
    if (!read_count(reader, what, rsm_is_new(rsm) ? 4 : RSM_NAME_BYTES, count)) return false;
    *names = arena_alloc(arena, *count, sizeof **names);
    if (starts) *starts = arena_alloc(arena, *count, sizeof **starts);
    if (!*names || (starts && !*starts)) return fail_memory(reader->error, arena);
    for (uint64_t i = 0; i < *count; i++) {
        if (starts) (*starts)[i] = reader->at;
        if (!read_name(rsm, reader, one, &(*names)[i])) return false;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(reader->error);
    }
    return true;
}

/* ---- The header ------------------------------------------------------------------------------ */

static bool read_roots(Rsm *rsm, Reader *reader) {
    if (rsm_is_new(rsm)) {
        return read_names(rsm, reader, "names of roots", "the name of a root", &rsm->roots, NULL,
                          &rsm->root_count);
    }
    rsm->roots = arena_alloc(&rsm->document.arena, 1, sizeof *rsm->roots);
    if (!rsm->roots) return fail_memory(reader->error, &rsm->document.arena);
    rsm->root_count = 1;
    return read_name(rsm, reader, "the name of the root", rsm->roots);
}

static bool read_header(Rsm *rsm, Reader *reader) {
    rsm->alpha = 255;
    if (!ro_read_version(&rsm->document, reader, &versions, &rsm->major, &rsm->minor) ||
        !read_i32(reader, "the length of the animation", &rsm->length) ||
        !read_i32(reader, "the shading", &rsm->shading) ||
        (rsm_since(rsm, 1, 4) && !read_u8(reader, "the opacity", &rsm->alpha)) ||
        (rsm_is_new(rsm) && !read_f32(reader, "the frames a second", &rsm->frames_per_second))) {
        return false;
    }
    rsm->is_old = !rsm_is_new(rsm);
    uint64_t end = reader->at; /* the header again, in one piece, for the columns */
    reader->at = 0;
    if (!read_bytes(reader, "the header", end, &rsm->header)) return false;
    if (!rsm_is_new(rsm) &&
        !read_bytes(reader, "the reserved part", RSM_RESERVED_BYTES, &rsm->reserved)) {
        return false;
    }
    if (!rsm_since(rsm, 2, 3) &&
        !read_names(rsm, reader, "textures", "the name of a texture", &rsm->textures,
                    &rsm->texture_starts, &rsm->texture_count)) {
        return false;
    }
    return read_roots(rsm, reader) &&
           read_count(reader, "nodes", rsm_is_new(rsm) ? LEAST_NEW_NODE_BYTES : LEAST_NODE_BYTES,
                      &rsm->node_count);
}

static bool rsm_open(Document *document, Error *error) {
    Rsm *rsm = (Rsm *)document;
    Reader reader = document_reader(document, error);
    if (!read_header(rsm, &reader)) return false;
    rsm->header_bytes = reader.at;
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* The lists that all nodes share. The first walk over a file counts, the second one fills. */
typedef enum RsmListKind { VERTICES, TEXTURE_VERTICES, FACES, SLOTS, KEYS, LISTS } RsmListKind;

typedef struct Walk {
    Rsm *rsm;
    Reader reader;
    RsmLayout layout;
    bool fills;
    uint64_t counts[LISTS];
    uint64_t *starts[LISTS]; /* of the lists that are Children */
    Children *children[LISTS];
} Walk;

static bool stops(Walk *walk, uint64_t step) {
    return arena_interrupted_at(&walk->rsm->document.arena, step);
}

static bool add_children(Walk *walk, RsmListKind kind, uint64_t node, uint64_t count) {
    walk->counts[kind] += count;
    return !walk->fills || children_add(walk->children[kind], node, count, walk->reader.error);
}

/* Reads records of one size behind their count. */
static bool walk_records(Walk *walk, RsmListKind kind, const char *what, uint64_t node,
                         uint64_t bytes) {
    uint64_t count = 0;
    const uint8_t *records;
    if (!read_count(&walk->reader, what, bytes, &count)) return false;
    uint64_t start = walk->reader.at, first = walk->counts[kind];
    for (uint64_t i = 0; walk->fills && i < count; i++) {
        walk->starts[kind][first + i] = start + i * bytes;
    }
    return read_records(&walk->reader, what, count, bytes, &records) &&
           add_children(walk, kind, node, count);
}

static bool read_face_length(Walk *walk, uint64_t *bytes) {
    Reader *reader = &walk->reader;
    uint64_t start = reader->at;
    int32_t length = 0;
    if (!read_i32(reader, "the length of a face", &length)) return false;
    if (length < RSM_FACE_BYTES || length % 4) {
        return reader_fail(reader, start, "a face of %d bytes, expected a multiple of 4 from %d on",
                           length, RSM_FACE_BYTES);
    }
    *bytes = (uint64_t)length;
    return true;
}

/* Reads faces, each of which says its length. */
static bool walk_new_faces(Walk *walk, uint64_t node) {
    uint64_t count = 0, first = walk->counts[FACES], bytes = 0;
    const uint8_t *face;
    if (!read_count(&walk->reader, "faces", 4 + RSM_FACE_BYTES, &count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!read_face_length(walk, &bytes)) return false;
        if (walk->fills) walk->starts[FACES][first + i] = walk->reader.at;
        if (!read_bytes(&walk->reader, "a face", bytes, &face)) return false;
        if (stops(walk, i)) return fail_interrupted(walk->reader.error);
    }
    return add_children(walk, FACES, node, count);
}

/* ---- Textures of nodes ----------------------------------------------------------------------- */

/* Reads the textures of a node: numbers, in 2.3 names. */
static bool walk_slots(Walk *walk, uint64_t node) {
    Rsm *rsm = walk->rsm;
    Reader *reader = &walk->reader;
    uint64_t count = 0, first = walk->counts[SLOTS];
    bool named = rsm_since(rsm, 2, 3);
    if (!read_count(reader, "textures of a node", 4, &count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        int32_t number = 0;
        RsmName name;
        if (walk->fills) walk->starts[SLOTS][first + i] = reader->at;
        if (named ? !read_name(rsm, reader, "the name of a texture", &name)
                  : !read_i32(reader, "the number of a texture", &number)) {
            return false;
        }
        bool exists = !named && number >= 0 && (uint64_t)number < rsm->texture_count;
        if (walk->fills) rsm->slots[first + i] = exists ? (uint32_t)number : RSM_NONE;
        if (stops(walk, i)) return fail_interrupted(reader->error);
    }
    return add_children(walk, SLOTS, node, count);
}

/* Lists each name of the nodes' textures once, and gives each slot the number of its name. */
static bool number_textures(Rsm *rsm, Arena *scratch, uint64_t *texture_count) {
    Map map = {0};
    for (uint64_t i = 0; i < rsm->node_slots.count; i++) {
        const uint8_t *record = rsm_at(rsm, &rsm->node_slots, i);
        RsmName name = name_in(record + 4, load_u32(record));
        void **place = map_place(&map, scratch, name.bytes, name.size);
        if (!place) return false;
        if (!*place) {
            rsm->textures[*texture_count] = name;
            rsm->texture_starts[*texture_count] = rsm->node_slots.starts[i];
            *place = &rsm->textures[(*texture_count)++];
        }
        rsm->slots[i] = (uint32_t)((RsmName *)*place - rsm->textures);
    }
    return true;
}

/* Makes the list of textures of 2.3: each name of the nodes' textures once. */
static bool list_textures(Rsm *rsm, Error *error) {
    Arena *arena = &rsm->document.arena;
    uint64_t count = rsm->node_slots.count, texture_count = 0;
    rsm->textures = arena_alloc(arena, count, sizeof *rsm->textures);
    rsm->texture_starts = arena_alloc(arena, count, sizeof *rsm->texture_starts);
    if (!rsm->textures || !rsm->texture_starts) return fail_memory(error, arena);
    Arena scratch = arena_scratch(arena);
    bool done = number_textures(rsm, &scratch, &texture_count);
    if (!done) fail_memory(error, &scratch);
    else rsm->texture_count = texture_count;
    arena_clear(&scratch);
    return done;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void add_key(Walk *walk, RsmKey key) {
    uint64_t number = walk->counts[KEYS]++;
    if (!walk->fills) return;
    walk->rsm->keys[number] = key;
    if (key.kind == RSM_ROTATIONS) walk->rsm->rotation_key_count++;
    if (key.node == RSM_NONE) {
        if (!walk->rsm->model_key) walk->rsm->model_key = &walk->rsm->keys[number];
        return;
    }
    RsmNode *node = &walk->rsm->nodes[key.node];
    if (node->key_count++ == 0) node->first_key = (uint32_t)number;
    if (key.kind < LENGTH(node->firsts) && node->firsts[key.kind] == RSM_NONE) {
        node->firsts[key.kind] = (uint32_t)number;
    }
}

/* Reads keys behind their count; each gets what `like` says of them all. */
static bool walk_keys(Walk *walk, const char *what, uint64_t bytes, RsmKey like) {
    uint64_t count = 0;
    const uint8_t *records;
    if (!read_count(&walk->reader, what, bytes, &count) ||
        !read_records(&walk->reader, what, count, bytes, &records)) {
        return false;
    }
    like.width = (uint8_t)((bytes - RSM_KEY_VALUES) / 4);
    for (uint64_t i = 0; i < count; i++) {
        like.record = records + i * bytes;
        add_key(walk, like);
        if (stops(walk, i)) return fail_interrupted(walk->reader.error);
    }
    return true;
}

static bool walk_texture_keys(Walk *walk, uint32_t node) {
    uint64_t textures = 0, operations = 0;
    RsmKey like = {.node = node, .kind = RSM_TEXTURES};
    if (!read_count(&walk->reader, "textures with keys", 8, &textures)) return false;
    for (uint64_t i = 0; i < textures; i++) {
        if (!read_i32(&walk->reader, "the texture of keys", &like.slot) ||
            !read_count(&walk->reader, "operations on a texture", 8, &operations)) {
            return false;
        }
        for (uint64_t k = 0; k < operations; k++) {
            if (!read_i32(&walk->reader, "an operation on a texture", &like.operation) ||
                !walk_keys(walk, "texture keys", TEXTURE_KEY_BYTES, like)) {
                return false;
            }
        }
        if (stops(walk, i)) return fail_interrupted(walk->reader.error);
    }
    return true;
}

static bool walk_node_keys(Walk *walk, uint32_t node) {
    const Rsm *rsm = walk->rsm;
    const RsmKey turn = {.node = node, .kind = RSM_ROTATIONS};
    const RsmKey move = {.node = node, .kind = RSM_POSITIONS};
    const RsmKey scale = {.node = node, .kind = RSM_SCALES};
    bool is_new = rsm_is_new(rsm), client = walk->layout == RSM_CLIENT;
    return (!is_new || walk_keys(walk, "scale keys", VALUES_KEY_BYTES, scale)) &&
           (!client || walk_keys(walk, "position keys", SHORT_KEY_BYTES, move)) &&
           walk_keys(walk, "rotation keys", VALUES_KEY_BYTES, turn) &&
           (!client || walk_keys(walk, "scale keys", CLIENT_SCALE_BYTES, scale)) &&
           (!is_new || walk_keys(walk, "position keys", VALUES_KEY_BYTES, move)) &&
           (!rsm_since(rsm, 2, 3) || walk_texture_keys(walk, node));
}

/* ---- The whole file -------------------------------------------------------------------------- */

static bool walk_node(Walk *walk, uint32_t number) {
    Rsm *rsm = walk->rsm;
    Reader *reader = &walk->reader;
    RsmNode node = {.start = reader->at,
                    .parent = RSM_NONE,
                    .depth = RSM_NONE,
                    .firsts = {RSM_NONE, RSM_NONE, RSM_NONE}};
    uint64_t bytes = RSM_TRANSFORM_BYTES + (rsm_is_new(rsm) ? 0 : RSM_PLACE_BYTES);
    uint64_t color = rsm_since(rsm, 1, 2) ? RSM_COLOR_BYTES : 0;
    uint64_t face = rsm_since(rsm, 1, 2) ? RSM_FACE_BYTES : RSM_FACE_BYTES_OLD;
    if (!read_name(rsm, reader, "the name of a node", &node.name) ||
        !read_name(rsm, reader, "the name of a node's parent", &node.parent_name) ||
        !walk_slots(walk, number) ||
        !read_bytes(reader, "the transform of a node", bytes, &node.transform)) {
        return false;
    }
    if (walk->fills) rsm->nodes[number] = node;
    return walk_records(walk, VERTICES, "vertices", number, RSM_VERTEX_BYTES) &&
           walk_records(walk, TEXTURE_VERTICES, "texture vertices", number, color + RSM_UV_BYTES) &&
           (rsm->is_old ? walk_records(walk, FACES, "faces", number, face)
                        : walk_new_faces(walk, number)) &&
           walk_node_keys(walk, number);
}

static bool walk_model_keys(Walk *walk) {
    Reader *reader = &walk->reader;
    const RsmKey like = {.node = RSM_NONE, .kind = RSM_POSITIONS};
    uint64_t start = reader->at;
    int32_t count = 0;
    if (rsm_is_new(walk->rsm) || walk->layout == RSM_CLIENT) return true;
    if (walk->layout == RSM_WITH_COUNT) {
        if (!read_i32(reader, "the count behind the nodes", &count)) return false;
        if (count) {
            return reader_fail(reader, start, "the count behind the nodes is %d, expected 0",
                               count);
        }
    }
    return walk_keys(walk, "keys of the model",
                     walk->layout == RSM_SHORT_KEYS ? SHORT_KEY_BYTES : VALUES_KEY_BYTES, like);
}

/* Reads the boxes of 1.1, which may be missing: the client reads only their count. */
static bool walk_old_boxes(Walk *walk) {
    Rsm *rsm = walk->rsm;
    uint64_t start = walk->reader.at;
    int32_t count = 0;
    if (!read_i32(&walk->reader, "the number of volume boxes", &count)) return false;
    if (count < 0) {
        return reader_fail(&walk->reader, start, "%d volume boxes, expected 0 or more", count);
    }
    bool there = (uint64_t)count <= reader_left(&walk->reader) / RSM_BOX_BYTES_OLD;
    rsm->box_count = there ? (uint64_t)count : 0;
    return read_records(&walk->reader, "volume boxes", rsm->box_count, RSM_BOX_BYTES_OLD,
                        &rsm->boxes);
}

static bool walk_boxes(Walk *walk) {
    Rsm *rsm = walk->rsm;
    rsm->box_bytes = rsm_since(rsm, 1, 3) ? RSM_BOX_BYTES : RSM_BOX_BYTES_OLD;
    rsm->lacks_boxes = rsm_is_new(rsm) && !reader_left(&walk->reader);
    rsm->box_count = 0;
    if (rsm->lacks_boxes) return true;
    if (!rsm_since(rsm, 1, 2)) return walk_old_boxes(walk);
    return read_count(&walk->reader, "volume boxes", rsm->box_bytes, &rsm->box_count) &&
           read_records(&walk->reader, "volume boxes", rsm->box_count, rsm->box_bytes, &rsm->boxes);
}

static bool walk_file(Walk *walk) {
    walk->reader.at = walk->rsm->header_bytes;
    memset(walk->counts, 0, sizeof walk->counts);
    for (uint32_t node = 0; node < walk->rsm->node_count; node++) {
        if (!walk_node(walk, node)) return false;
        if (stops(walk, node)) return fail_interrupted(walk->reader.error);
    }
    return walk_model_keys(walk) && walk_boxes(walk);
}

/* ---- The layout ------------------------------------------------------------------------------ */

static int list_layouts(const Rsm *rsm, RsmLayout *layouts) {
    static const RsmLayout disputed[] = {RSM_WITH_COUNT, RSM_CLIENT, RSM_USUAL};
    layouts[0] = RSM_USUAL;
    layouts[1] = RSM_SHORT_KEYS;
    if (rsm_is_new(rsm)) return 1;
    if (rsm->minor < 5) return 2;
    memcpy(layouts, disputed, sizeof disputed);
    return LENGTH(disputed);
}

/* Chooses the layout that ends exactly at the end of the file, else the first that can be read, and
** counts what the file has in it. If there is none, the error is that of the first one. */
static bool choose_layout(Walk *walk) {
    RsmLayout layouts[RSM_LAYOUTS];
    int count = list_layouts(walk->rsm, layouts), chosen = -1, last = 0;
    Error errors[RSM_LAYOUTS] = {{0}}, *error = walk->reader.error;
    bool exact = false;
    for (; last < count && !exact; last++) {
        walk->layout = layouts[last];
        walk->reader.error = &errors[last];
        bool fits = walk_file(walk);
        exact = fits && !reader_left(&walk->reader);
        if (exact || (fits && chosen < 0)) chosen = last;
        if (errors[last].kind == ERROR_INTERRUPTED) return fail_interrupted(error);
    }
    walk->reader.error = error;
    if (chosen < 0) *error = errors[0];
    else walk->layout = layouts[chosen];
    return chosen >= 0 && (chosen == last - 1 || walk_file(walk));
}

/* Makes space for all lists, whose sizes are counted. */
static bool make_lists(Walk *walk) {
    Rsm *rsm = walk->rsm;
    Arena *arena = &rsm->document.arena;
    rsm->nodes = arena_alloc(arena, rsm->node_count, sizeof *rsm->nodes);
    rsm->slots = arena_alloc(arena, walk->counts[SLOTS], sizeof *rsm->slots);
    rsm->keys = arena_alloc(arena, walk->counts[KEYS], sizeof *rsm->keys);
    rsm->key_count = walk->counts[KEYS];
    if (!rsm->nodes || !rsm->slots || !rsm->keys) return fail_memory(walk->reader.error, arena);
    for (int kind = 0; kind < KEYS; kind++) {
        Children *children = walk->children[kind];
        if (!children_begin(children, arena, rsm->node_count, walk->reader.error)) return false;
        walk->starts[kind] = arena_alloc(arena, walk->counts[kind], sizeof **walk->starts);
        if (!walk->starts[kind]) return fail_memory(walk->reader.error, arena);
        children->starts = walk->starts[kind];
    }
    return true;
}

static bool end_lists(Walk *walk) {
    Rsm *rsm = walk->rsm;
    for (int kind = 0; kind < KEYS; kind++) {
        children_end(walk->children[kind]);
        if (!children_list_parents(walk->children[kind], &rsm->document.arena,
                                   walk->reader.error)) {
            return false;
        }
    }
    rsm->layout = walk->layout;
    rsm->trailing.size = reader_rest(&walk->reader, &rsm->trailing.bytes);
    return !rsm_since(rsm, 2, 3) || list_textures(rsm, walk->reader.error);
}

static bool rsm_complete(Document *document, Error *error) {
    Rsm *rsm = (Rsm *)document;
    Walk walk = {.rsm = rsm,
                 .reader = document_reader(document, error),
                 .children = {[VERTICES] = &rsm->vertices,
                              [TEXTURE_VERTICES] = &rsm->texture_vertices,
                              [FACES] = &rsm->faces,
                              [SLOTS] = &rsm->node_slots}};
    if (!choose_layout(&walk) || !make_lists(&walk)) return false;
    walk.fills = true;
    return walk_file(&walk) && end_lists(&walk) && rsm_link_nodes(rsm, error);
}

const Format rsm_format = {
    .name = "RSM",
    .ending = ".rsm",
    .other_endings = ".rsm2",
    .doc = "Ragnarok Online models: what stands on maps.",
    .detect = rsm_detect,
    .document_bytes = sizeof(Rsm),
    .open = rsm_open,
    .opens_by_parts = READS_HEADER,
    .complete = rsm_complete,
    .check = rsm_check,
    .finds_no_errors = true,
};

/* ---- What faces name ------------------------------------------------------------------------- */

uint32_t rsm_vertex_of(const Children *vertices, uint64_t node, uint32_t number) {
    ChildRange range = children_of(vertices, node);
    return number < range.end - range.first ? (uint32_t)range.first + number : RSM_NONE;
}

uint32_t rsm_texture_of(const Rsm *rsm, uint64_t node, int64_t slot) {
    ChildRange range = children_of(&rsm->node_slots, node);
    if (slot < 0 || (uint64_t)slot >= range.end - range.first) return RSM_NONE;
    return rsm->slots[range.first + (uint64_t)slot];
}

bool rsm_is_drawn(const Rsm *rsm, uint64_t node, uint64_t face) {
    const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
    uint64_t vertices = child_count(&rsm->vertices, node);
    if (rsm->nodes[node].depth == RSM_NONE) return false;
    for (unsigned corner = 0; corner < 3; corner++) {
        if (load_u16(record + RSM_FACE_VERTICES + 2 * corner) >= vertices) return false;
    }
    return true;
}

uint32_t rsm_group_count(const Rsm *rsm, uint64_t face) {
    if (!rsm_is_new(rsm)) return rsm_since(rsm, 1, 2);
    uint32_t length = load_u32(rsm_at(rsm, &rsm->faces, face) - 4);
    return (length - RSM_FACE_GROUPS) / 4;
}

double rsm_seconds(const Rsm *rsm, double frames) {
    double rate = rsm_is_new(rsm) ? (double)rsm->frames_per_second : 1000;
    return rate > 0 && isfinite(rate) ? frames / rate : (double)NAN;
}
