/* mdl_text: the ASCII text of a binary model, as mdl_ascii.h describes it.
**
** Each vertex is a row of verts, of tverts and of normals, so that reading the text again gives the
** same vertices and faces; fields that are as in a new node aren't written. What a text can't say
** is lost: bytes behind names, pointers, blanks in names, the second numbering of emitters'
** mid-life controllers, part numbers, vertices that no face uses. In a text a parent is the latest
** earlier node of its name, and a bone the first one. A node gets a number behind its name if
** otherwise another node would be meant, or if it is called NULL. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* A name as one word. */
typedef struct Word {
    char text[MDL_LONG_NAME + 1];
} Word;

typedef struct Writer {
    Mdl *mdl;
    Arena *arena;
    Error *error;
    List text;              /* of bytes */
    Word name;              /* of the model */
    const uint8_t *renamed; /* for each node of the geometry: a number follows its name */
} Writer;

/* ---- Words ----------------------------------------------------------------------------------- */

static void put_text(Writer *writer, const char *text) {
    if (writer->error->kind) return;
    list_append(writer->arena, &writer->text, text, strlen(text), 1, writer->error);
}

/* Writes a text of less than 300 bytes. Numbers have a point in every locale. */
PRINTF_LIKE(2, 3) static void put(Writer *writer, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    print_list(text, sizeof text, format, arguments);
    va_end(arguments);
    put_text(writer, text);
}

/* Returns a number as texts have it: 0 if it isn't finite. Nine digits identify any float32. */
static double number_at(const uint8_t *at) {
    double value = (double)load_f32(at);
    return value >= -3.5e38 && value <= 3.5e38 ? value : 0;
}

static void put_floats(Writer *writer, const uint8_t *at, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) put(writer, " %.9g", number_at(at + 4 * (size_t)i));
}

static Word word_of(const uint8_t *field, uint32_t size) {
    Word word = {"_"}; /* for a missing name */
    uint32_t length = field_length(field, size);
    for (uint32_t i = 0; i < length; i++) word.text[i] = (char)mdl_ascii_in_word(field[i]);
    return word;
}

static void put_count(Writer *writer, const char *list, uint64_t count) {
    put(writer, "  %s %" PRIu64 "\n", list, count);
}

static void put_row(Writer *writer, const uint8_t *at, uint32_t width) {
    put_text(writer, "   ");
    put_floats(writer, at, width);
    put_text(writer, "\n");
}

/* Writes a list of rows of floats that lie `stride` bytes apart. */
static void put_rows(Writer *writer, const char *list, uint64_t count, const uint8_t *at,
                     uint32_t width, uint64_t stride) {
    put_count(writer, list, count);
    for (uint64_t i = 0; i < count && !writer->error->kind; i++, at += stride) {
        put_row(writer, at, width);
    }
}

/* ---- Names of nodes -------------------------------------------------------------------------- */

/* Writes the name of a node; for a node of an animation, that of the node that it moves. */
static void put_node_name(Writer *writer, uint64_t node) {
    enum { STEM = MDL_NAME - 12 };
    Mdl *mdl = writer->mdl;
    const uint8_t *name = mdl_node(mdl, node) + MDL_NODE_NAME;
    uint64_t moved = node < mdl->geometry_count ? node : mdl->namesakes[node];
    bool is_known = moved != MDL_NONE;
    if (is_known ? !writer->renamed[moved] : !mdl_is_no_name(name)) {
        put(writer, " %s", word_of(name, MDL_NAME).text);
        return;
    }
    uint8_t numbered[MDL_NAME + 1] = {0};
    uint32_t length = field_length(name, STEM);
    uint64_t number = is_known ? moved : node;
    do { /* until no node has the name */
        memcpy(numbered, name, length);
        print_text((char *)numbered + length, sizeof numbered - length, "_%u", (unsigned)number);
        number += mdl->node_count;
    } while (mdl_find_name(mdl, numbered) != MDL_NONE);
    put(writer, " %s", word_of(numbered, MDL_NAME).text);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* A field in the model and in a new node. */
typedef struct Field {
    const AsciiWord *word;
    const uint8_t *own, *fresh;
} Field;

static void put_chars(Writer *writer, const char *name, const Field *field) {
    uint32_t length = field_length(field->own, field->word->width);
    for (uint32_t i = 0; i < length; i++) { /* of an animation's node, the bytes are garbage */
        if (field->own[i] < ' ' || field->own[i] == 0x7F) return;
    }
    if (!length) return;
    put(writer, "  %s %s\n", name, word_of(field->own, field->word->width).text);
}

static uint32_t number_of(const Field *field, const uint8_t *at) {
    switch (field->word->kind) {
    case ASCII_U8: return *at;
    case ASCII_U16: return load_u16(at);
    case ASCII_BIT: return (load_u32(at) & field->word->place) != 0;
    default: return load_u32(at);
    }
}

static void put_field(Writer *writer, const char *name, const Field *field) {
    AsciiKind kind = (AsciiKind)field->word->kind;
    uint32_t floats = kind == ASCII_VECTOR ? 3 : kind == ASCII_F32 ? 1 : 0;
    if (kind == ASCII_CHARS || kind == ASCII_WEAK_CHARS) {
        put_chars(writer, name, field);
        return;
    }
    bool same = floats ? memcmp(field->own, field->fresh, 4 * (size_t)floats) == 0
                       : number_of(field, field->own) == number_of(field, field->fresh);
    if (same) return;
    put(writer, "  %s", name);
    put_floats(writer, field->own, floats);
    if (kind == ASCII_HINT) put_text(writer, " NormalAndSpecMapped");
    else if (!floats) put(writer, " %u", number_of(field, field->own));
    put_text(writer, "\n");
}

static bool is_field(const AsciiWord *word) {
    return word->kind >= ASCII_U8 && word->kind <= ASCII_HINT;
}

/* Tells whether an earlier word stands for the same field: only the first is written. */
static bool is_repeated(const AsciiWord *all, const AsciiWord *word) {
    for (const AsciiWord *before = all; before < word; before++) {
        bool same_kind = (before->kind == ASCII_BIT) == (word->kind == ASCII_BIT);
        if (is_field(before) && same_kind && before->where == word->where &&
            before->place == word->place) {
            return true;
        }
    }
    return false;
}

/* NWN:EE draws merged meshes together, through the indices of one of them, and says of the others
** that they aren't drawn. A text has no indices, so each mesh is drawn by its own faces. */
static void put_fields(Writer *writer, uint64_t node, const uint8_t *fresh) {
    const Mdl *mdl = writer->mdl;
    uint32_t flags = mdl->nodes[node].flags, count;
    const AsciiWord *all = mdl_ascii_all_words(&count);
    const uint8_t *mesh = flags & MDL_FLAG_MESH ? mdl_bytes(mdl, mdl_mesh_start(mdl, node)) : NULL;
    bool is_merged = mesh && !load_u32(mesh + MDL_MESH_RENDER) && mdl_is_rendered(mdl, mesh);
    const char *name = NULL;
    for (const AsciiWord *word = all; word < all + count; word++) {
        if (word->word) name = word->word;
        if (!is_field(word) || !(word->where & flags) || is_repeated(all, word)) continue;
        uint64_t own = mdl->trees.starts[node], other = 0;
        if (word->where != MDL_FLAG_NODE) {
            MdlPart part = mdl_part_of_flag(word->where);
            own = mdl_part_start(mdl, node, part);
            other = ascii_part_offset(flags, part);
        }
        uint32_t at = word->kind == ASCII_BIT ? MDL_EMITTER_FLAGS : word->place;
        if (is_merged && word->where == MDL_FLAG_MESH && at == MDL_MESH_RENDER) continue;
        put_field(writer, name, &(Field){word, mdl_bytes(mdl, own + at), fresh + other + at});
    }
}

/* ---- Meshes ---------------------------------------------------------------------------------- */

static void put_array(Writer *writer, uint64_t node, MdlVertexArray array, const char *list,
                      uint32_t width) {
    const Mdl *mdl = writer->mdl;
    uint64_t start = mdl_vertex_array(mdl, node, array);
    if (!start) return;
    put_rows(writer, list, child_count(&mdl->vertices, node), mdl_bytes(mdl, start), width,
             mdl_vertex_fields[array].bytes);
}

static void put_colors(Writer *writer, uint64_t node) {
    const Mdl *mdl = writer->mdl;
    uint64_t start = mdl_vertex_array(mdl, node, MDL_COLORS);
    uint64_t count = child_count(&mdl->vertices, node);
    if (!start) return;
    put_count(writer, "colors", count);
    for (uint64_t i = 0; i < count && !writer->error->kind; i++) {
        const uint8_t *color = mdl_bytes(mdl, start + 4 * i);
        put(writer, "    %.9g %.9g %.9g\n", color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
    }
}

static void put_tangents(Writer *writer, uint64_t node) {
    const Mdl *mdl = writer->mdl;
    uint64_t tangents = mdl_vertex_array(mdl, node, MDL_TANGENTS);
    uint64_t sides = mdl_vertex_array(mdl, node, MDL_HANDEDNESS);
    uint64_t count = child_count(&mdl->vertices, node);
    if (!tangents || !sides) return;
    put_count(writer, "tangents", count);
    for (uint64_t i = 0; i < count && !writer->error->kind; i++) {
        put_text(writer, "   ");
        put_floats(writer, mdl_bytes(mdl, tangents + 12 * i), 3);
        put_floats(writer, mdl_bytes(mdl, sides + 4 * i), 1);
        put_text(writer, "\n");
    }
}

/* Writes faces; their smoothing groups don't matter, if the text has normals. */
static void put_faces(Writer *writer, uint64_t node) {
    const Mdl *mdl = writer->mdl;
    ChildRange faces = children_of(&mdl->faces, node);
    int has_normals = mdl_vertex_array(mdl, node, MDL_NORMALS) != 0;
    if (faces.first == faces.end) return;
    put_count(writer, "faces", faces.end - faces.first);
    for (uint64_t i = faces.first; i < faces.end && !writer->error->kind; i++) {
        const uint8_t *face = mdl_bytes(mdl, mdl->faces.starts[i]);
        unsigned a = load_u16(face + MDL_FACE_VERTEX0), b = load_u16(face + MDL_FACE_VERTEX1),
                 c = load_u16(face + MDL_FACE_VERTEX2);
        put(writer, "    %u %u %u %d %u %u %u %d\n", a, b, c, has_normals, a, b, c,
            load_i32(face + MDL_FACE_SURFACE));
    }
}

static void put_mesh(Writer *writer, uint64_t node) {
    static const char *const textures[] = {"tverts", "tverts1", "tverts2", "tverts3"};
    put_array(writer, node, MDL_POSITIONS, "verts", 3);
    for (int i = 0; i < 4; i++) {
        put_array(writer, node, (MdlVertexArray)(MDL_UV0 + i), textures[i], 2);
    }
    put_faces(writer, node);
    put_array(writer, node, MDL_NORMALS, "normals", 3);
    put_tangents(writer, node);
    put_colors(writer, node);
}

/* ---- Other parts ----------------------------------------------------------------------------- */

/* A vertex that no bone moves has a weight of 0. */
static void put_weights(Writer *writer, uint64_t node) {
    const Mdl *mdl = writer->mdl;
    uint64_t count = child_count(&mdl->vertices, node);
    MdlSkin skin;
    if (!count || !mdl_read_skin(mdl, node, &skin) || !skin.slots) return;
    put_count(writer, "weights", count);
    for (uint64_t i = 0; i < count && !writer->error->kind; i++) {
        uint32_t lanes = 0;
        put_text(writer, "   ");
        for (uint32_t k = 0; k < MDL_LANES; k++) {
            uint64_t lane = MDL_LANES * i + k;
            const uint8_t *weight = skin.weights + MDL_WEIGHT_BYTES * lane;
            int64_t bone = mdl_slot_node(mdl, node, load_i16(skin.slots + MDL_SLOT_BYTES * lane));
            if (bone < 0 || load_f32(weight) == 0) continue;
            put_node_name(writer, (uint64_t)bone);
            put_floats(writer, weight, 1);
            lanes++;
        }
        if (!lanes) put_node_name(writer, 0);
        put_text(writer, lanes ? "\n" : " 0\n");
    }
}

/* Writes the sets of an animmesh: a text has set after set, a model vertex after vertex. */
static void put_sets(Writer *writer, uint64_t node, const char *list, uint32_t pointer,
                     uint32_t count, uint32_t width) {
    const Mdl *mdl = writer->mdl;
    uint64_t vertices = child_count(&mdl->vertices, node);
    const uint8_t *part = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_ANIM));
    uint64_t sets = load_u32(part + count), start = load_u32(part + pointer);
    if (!sets || !start || !vertices) return;
    put_count(writer, list, sets * vertices);
    for (uint64_t set = 0; set < sets; set++) {
        for (uint64_t i = 0; i < vertices && !writer->error->kind; i++) {
            uint64_t at = MDL_FILE_HEADER_BYTES + start + 4 * width * (i * sets + set);
            put_row(writer, mdl_bytes(mdl, at), width);
        }
    }
}

static void put_boxes(Writer *writer, uint64_t node) {
    const Mdl *mdl = writer->mdl;
    ChildRange boxes = children_of(&mdl->boxes, node);
    for (uint64_t i = boxes.first; i < boxes.end && !writer->error->kind; i++) {
        const uint8_t *box = mdl_bytes(mdl, mdl->boxes.starts[i]);
        put_text(writer, i == boxes.first ? "  aabb " : "    ");
        put_floats(writer, box, 6);
        put(writer, " %d", load_i32(box + MDL_BOX_FACE));
        if (mdl->box_links[i].left != MDL_NONE) {
            put(writer, " %u", load_u32(box + MDL_BOX_PLANE));
        }
        put_text(writer, "\n");
    }
}

static void put_flare_textures(Writer *writer, uint64_t light) {
    const Mdl *mdl = writer->mdl;
    MdlSpan names;
    mdl_find_array(mdl, light + MDL_FLARE_TEXTURES, MDL_POINTER_BYTES, &names);
    if (!names.count) return;
    put_count(writer, "texturenames", names.count);
    for (uint64_t i = 0; i < names.count && !writer->error->kind; i++) {
        uint64_t at = (uint64_t)MDL_FILE_HEADER_BYTES +
                      load_u32(mdl_bytes(mdl, names.start + i * MDL_POINTER_BYTES));
        uint64_t left = at < mdl->model_end ? mdl->model_end - at : 0;
        uint32_t most = (uint32_t)(left < MDL_LONG_NAME ? left : MDL_LONG_NAME);
        put(writer, "    %s\n", word_of(mdl_bytes(mdl, left ? at : 0), most).text);
    }
}

static void put_flares(Writer *writer, uint64_t node) {
    static const struct {
        const char *list;
        uint16_t at;
        uint8_t width;
    } lists[] = {{"flaresizes", MDL_FLARE_SIZES, 1},
                 {"flarepositions", MDL_FLARE_POSITIONS, 1},
                 {"flarecolorshifts", MDL_FLARE_SHIFTS, 3}};
    const Mdl *mdl = writer->mdl;
    uint64_t light = mdl_part_start(mdl, node, MDL_LIGHT);
    put_flare_textures(writer, light);
    for (size_t i = 0; i < LENGTH(lists); i++) {
        MdlSpan rows;
        uint32_t bytes = 4u * lists[i].width;
        mdl_find_array(mdl, light + lists[i].at, bytes, &rows);
        if (!rows.count) continue;
        put_rows(writer, lists[i].list, rows.count, mdl_bytes(mdl, rows.start), lists[i].width,
                 bytes);
    }
}

/* ---- Controllers ----------------------------------------------------------------------------- */

/* Writes a quaternion as an axis and an angle of 0 to 2 pi, which keeps its sign. */
static void put_turn(Writer *writer, const uint8_t *at) {
    Vector axis = load_vector(at), unit = vector_unit(axis);
    double length = vector_length(axis), w = (double)load_f32(at + 12);
    put(writer, " %.9g %.9g %.9g %.9g", unit.x, unit.y, length > 0 ? unit.z : w < 0,
        2 * atan2(length, w));
}

static void put_values(Writer *writer, uint64_t key, int32_t type) {
    uint32_t width;
    const uint8_t *values = mdl_key_values(writer->mdl, key, &width);
    bool turns = type == MDL_ORIENTATION && width >= 4;
    if (turns) put_turn(writer, values);
    put_floats(writer, values + (turns ? 16 : 0), turns ? width - 4 : width);
    put_text(writer, "\n");
}

static void put_controller(Writer *writer, uint64_t number) {
    const Mdl *mdl = writer->mdl;
    const char *name = mdl_controller_name(mdl, number);
    const uint8_t *record = mdl_bytes(mdl, mdl->controllers.starts[number]);
    uint8_t columns = record[MDL_CONTROLLER_COLUMNS];
    ChildRange keys = children_of(&mdl->keys, number);
    bool is_moving = mdl->nodes[mdl->controllers.parents[number]].animation != MDL_NONE;
    bool is_bezier = columns != MDL_NO_DATA && columns & MDL_BEZIER;
    if (!name || (keys.first == keys.end && columns != MDL_NO_DATA)) return;
    bool is_narrow = mdl_controller_width(record) < mdl_ascii_controller_width(name);
    if (keys.first < keys.end && is_narrow) return; /* a text needs all of a row's numbers */
    put(writer, "  %s", name);
    int32_t type = load_i32(record);
    if (keys.first == keys.end) {
        put_text(writer, "\n");
    } else if (!is_moving && !is_bezier && keys.end - keys.first == 1) {
        put_values(writer, keys.first, type);
    } else {
        put(writer, "%s %" PRIu64 "\n", is_bezier ? "bezierkey" : "key", keys.end - keys.first);
        for (uint64_t i = keys.first; i < keys.end && !writer->error->kind; i++) {
            put_text(writer, "   ");
            put_floats(writer, mdl_bytes(mdl, mdl->keys.starts[i]), 1);
            put_values(writer, i, type);
        }
    }
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void put_node(Writer *writer, uint64_t number) {
    const Mdl *mdl = writer->mdl;
    const MdlNode *node = &mdl->nodes[number];
    const char *kind = mdl_kind(node->flags);
    uint8_t fresh[MDL_NODE_BYTES_MOST] = {0};
    put(writer, "node %s", kind ? kind : "dummy");
    put_node_name(writer, number);
    put_text(writer, "\n  parent");
    if (node->parent == MDL_NONE) put_text(writer, " NULL");
    else put_node_name(writer, node->parent);
    put_text(writer, "\n");
    if (kind) {
        ascii_set_defaults(fresh, node->flags);
        put_fields(writer, number, fresh);
    }
    ChildRange controllers = children_of(&mdl->controllers, number);
    for (uint64_t i = controllers.first; i < controllers.end; i++) put_controller(writer, i);
    uint32_t parts = kind ? node->flags : 0;
    if (parts & MDL_FLAG_LIGHT) put_flares(writer, number);
    if (parts & MDL_FLAG_MESH) put_mesh(writer, number);
    ChildRange rows = children_of(&mdl->constraints, number);
    if (parts & MDL_FLAG_DANGLY && rows.first < rows.end) {
        put_rows(writer, "constraints", rows.end - rows.first,
                 mdl_bytes(mdl, mdl->constraints.starts[rows.first]), 1, 4);
    }
    if (parts & MDL_FLAG_SKIN) put_weights(writer, number);
    if (parts & MDL_FLAG_ANIM) {
        put_sets(writer, number, "animverts", MDL_ANIM_SETS, MDL_ANIM_SET_COUNT, 3);
        put_sets(writer, number, "animtverts", MDL_ANIM_UV_SETS, MDL_ANIM_UV_SET_COUNT, 2);
    }
    if (parts & MDL_FLAG_AABB) put_boxes(writer, number);
    put_text(writer, "endnode\n");
}

static bool put_nodes(Writer *writer, uint64_t first, uint64_t end) {
    for (uint64_t i = first; i < end && !writer->error->kind; i++) {
        put_node(writer, i);
        if (arena_interrupted(writer->arena)) return fail_interrupted(writer->error);
    }
    return !writer->error->kind;
}

/* ---- Animations ------------------------------------------------------------------------------ */

static bool put_animation(Writer *writer, uint64_t number) {
    const Mdl *mdl = writer->mdl;
    const uint8_t *header = mdl_animation(mdl, number);
    Word name = word_of(header + MDL_HEADER_NAME, MDL_LONG_NAME);
    ChildRange events = children_of(&mdl->events, number), nodes = children_of(&mdl->trees, number);
    put(writer, "newanim %s %s\n  length %.9g\n  transtime %.9g\n", name.text, writer->name.text,
        number_at(header + MDL_ANIMATION_LENGTH), number_at(header + MDL_ANIMATION_TRANSITION));
    if (header[MDL_ANIMATION_ROOT]) {
        put(writer, "  animroot %s\n", word_of(header + MDL_ANIMATION_ROOT, MDL_LONG_NAME).text);
    }
    for (uint64_t i = events.first; i < events.end; i++) {
        const uint8_t *event = mdl_bytes(mdl, mdl->events.starts[i]);
        put(writer, "  event %.9g %s\n", number_at(event + MDL_EVENT_TIME),
            word_of(event + MDL_EVENT_NAME, MDL_NAME).text);
    }
    if (!put_nodes(writer, nodes.first, nodes.end)) return false;
    put(writer, "doneanim %s %s\n", name.text, writer->name.text);
    return true;
}

/* ---- The model ------------------------------------------------------------------------------- */

static void put_header(Writer *writer) {
    const uint8_t *header = mdl_bytes(writer->mdl, MDL_FILE_HEADER_BYTES);
    const uint8_t *supermodel = header + MDL_MODEL_SUPERMODEL;
    uint8_t class = header[MDL_MODEL_CLASSIFICATION];
    bool has_none = mdl_is_no_name(supermodel);
    put(writer, "newmodel %s\nsetsupermodel %s %s", writer->name.text, writer->name.text,
        has_none ? "NULL" : word_of(supermodel, MDL_LONG_NAME).text);
    for (const Name *known = mdl_class_names; class != MDL_CLASS_NONE && known->name; known++) {
        if (known->value != class) continue;
        put(writer, "\nclassification %c%s", known->name[0] - 'a' + 'A', known->name + 1);
    }
    put(writer, "\nsetanimationscale %.9g\n", number_at(header + MDL_MODEL_ANIMATION_SCALE));
    if (writer->mdl->has_fog) put(writer, "ignorefog %d\n", !header[MDL_MODEL_FOG]);
    put(writer, "beginmodelgeom %s\n", writer->name.text);
}

static bool put_model(Writer *writer) {
    const Mdl *mdl = writer->mdl;
    writer->name = word_of(mdl_bytes(mdl, MDL_FILE_HEADER_BYTES) + MDL_HEADER_NAME, MDL_LONG_NAME);
    put_header(writer);
    if (!put_nodes(writer, 0, mdl->geometry_count)) return false;
    put(writer, "endmodelgeom %s\n", writer->name.text);
    for (uint64_t i = 0; i < mdl->animations.count; i++) {
        if (!put_animation(writer, i)) return false;
    }
    put(writer, "donemodel %s\n", writer->name.text);
    return !writer->error->kind;
}

bool mdl_write_text(Mdl *mdl, Arena *arena, const uint8_t **text, uint64_t *size, Error *error) {
    Writer writer = {.mdl = mdl, .arena = arena, .error = error};
    if (mdl_is_walkmesh_file(mdl)) {
        return fail(error, ERROR_UNSUPPORTED, "a walkmesh file is a text already");
    }
    uint32_t lists = MDL_EVENTS | MDL_KEYS | MDL_FACES | MDL_WEIGHTS | MDL_CONSTRAINTS |
                     MDL_ANIMATED | MDL_BOXES | MDL_FLARES | MDL_BONE_SLOTS;
    if (!mdl_name_controllers(mdl, error) || !mdl_list(mdl, lists, error) ||
        !(writer.renamed = mdl_text_renamed(mdl, arena, error)) || !put_model(&writer)) {
        return false;
    }
    *text = writer.text.items;
    *size = writer.text.count;
    return true;
}
