/* The MDL tables of models, animations and nodes. Other files have the tables of the
** other parts. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

#define AT(offset) (MDL_FILE_HEADER_BYTES + (offset)) /* where a field of the model header lies */

static const Name geometry_names[] = {{1, "geometry"}, {2, "model"},        {5, "animation"},
                                      {0x82, "model"}, {0x85, "animation"}, {0}};

static Value model_animation_nodes(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)(mdl->node_count - mdl->geometry_count));
}

static const uint8_t *model_drawn_at(const Row *row, uint32_t member) {
    const MdlBounds *drawn = ((const Mdl *)row->document)->drawn;
    return mdl_bounds_hold(drawn) ? (const uint8_t *)drawn + member : NULL;
}

PREPARE(prepare_drawn, mdl_make_drawn_bounds(mdl, error))

#define DRAWN_ON(name, member, doc)                                                                \
    FIELD_AT(MEMBER_F64, name, METERS, doc, model_drawn_at, offsetof(MdlBounds, member),           \
             .of_whole = true, .prepare = prepare_drawn)
#define DRAWN(prefix, corner, doc)                                                                 \
    DRAWN_ON(prefix "_x", corner.x,                                                                \
             doc ", x: of the vertices that faces of drawn meshes use; "                           \
                 "NULL if nothing is drawn"),                                                      \
        DRAWN_ON(prefix "_y", corner.y, doc ", y"),                                                \
        DRAWN_ON(prefix "_z", corner.z, doc ", z (up)")

#define STORED(axis, at, doc, called)                                                              \
    F32(axis, METERS, doc, AT(at), .also_called = called, BINARY_ONLY)
#define STORED_CORNER(prefix, at, doc, called)                                                     \
    STORED(prefix "_x", at, doc ", x", called), STORED(prefix "_y", (at) + 4, doc ", y", called),  \
        STORED(prefix "_z", (at) + 8, doc ", z (up)", called)

static const Column model_columns[] = {
    CHARS("name", "Name of the model, which need not be that of the file; NULL in .pwk and .dwk",
          AT(MDL_HEADER_NAME), MDL_LONG_NAME, .nocase = true, WHERE_DOCUMENT(Mdl, has_name),
          .also_called = "Geometry Name"),
    U8("classification", NULL, "What the model is for: 1 effect, 2 tile, 4 character, 8 door",
       AT(MDL_MODEL_CLASSIFICATION), .also_called = "Model Classification"),
    ENUM_NAME(U8, "classification", mdl_class_names, .offset = AT(MDL_MODEL_CLASSIFICATION)),
    NAME("supermodel", "Model whose animations this one uses, too; NULL if there is none",
         AT(MDL_MODEL_SUPERMODEL), MDL_LONG_NAME, .names = &nwn_supermodel,
         .also_called = "Super model name"),
    DOCUMENT_MEMBER(
        STRING, "compiler", NULL,
        "Which compiler wrote the file: bioware, nwnmdlcomp or nwn:ee; NULL if that is unknown",
        Mdl, compiler),
    DOCUMENT_MEMBER(
        STRING, "layout", NULL,
        "1.69 or ee: by the size of skins, else by the compiler; NULL if neither shows it", Mdl,
        layout, .of_whole = true),
    DOCUMENT_MEMBER(U64, "node_count", NULL, "Nodes of the geometry", Mdl, geometry_count,
                    .of_whole = true),
    U32("declared_node_count", NULL,
        "Number of nodes that the file states; in a model with a supermodel it usually includes "
        "the supermodel's nodes and one more",
        AT(MDL_HEADER_NODE_COUNT), SHAPES("it counts the nodes"), BINARY_ONLY),
    DOCUMENT_MEMBER(U64, "animation_count", NULL, "Animations", Mdl, animations.count),
    GET("animation_node_count", INTEGER, NULL, "Nodes of all animations", model_animation_nodes,
        .of_whole = true),
    STORED_CORNER(
        "min", MDL_MODEL_MIN,
        "Least corner of the stored box, which says nothing: all known files have the default, "
        "-5, -5, -1; NULL in a text",
        "Bounding box min"),
    STORED_CORNER("max", MDL_MODEL_MAX,
                  "Greatest corner of the stored box, which says nothing: all known files have the "
                  "default, 5, 5, 10; NULL in a text",
                  "Bounding box max"),
    DRAWN("drawn_min", min, "Least corner of the box around what is drawn in the bind pose"),
    DRAWN("drawn_max", max, "Greatest corner of that box"),
    F32("radius", METERS, "Radius of the model as stored; NULL in a text", AT(MDL_MODEL_RADIUS),
        BINARY_ONLY),
    F32("animation_scale", NULL, "Scale of the supermodel's animations",
        AT(MDL_MODEL_ANIMATION_SCALE)),
    U8("fog", NULL,
       "1 in all known files; sources disagree whether it means that fog is applied or ignored. In "
       "a text 0 if it says ignorefog 1, NULL if it doesn't say",
       AT(MDL_MODEL_FOG), WHERE_DOCUMENT(Mdl, has_fog), .also_called = "fogged"),
    U32("model_data_size", "bytes", "Size of the model data; NULL in a text", MDL_FILE_MODEL_SIZE,
        SHAPES_COUNT, BINARY_ONLY, .also_called = "Offset to the raw data"),
    U32("raw_data_size", "bytes", "Size of the raw data; NULL in a text", MDL_FILE_RAW_SIZE,
        SHAPES_COUNT, BINARY_ONLY),
    DOCUMENT_MEMBER(STRING, "encoding", NULL, "How the file is written: binary or ascii", Mdl,
                    encoding, .also_called = "Header 0"),
    DOCUMENT_MEMBER(STRING, "container", NULL,
                    "What kind of file it is: mdl, or of a walkmesh alone wok (tile), pwk "
                    "(placeable) or dwk (door)",
                    Mdl, container),
    DOCUMENT_MEMBER(STRING, "file_dependency", NULL,
                    "The scene from which a text was exported; NULL if it doesn't say", Mdl,
                    file_dependency, WRITTEN),
    WHOLE_TEXT("name_raw", "The name", AT(MDL_HEADER_NAME), MDL_LONG_NAME),
    WHOLE_TEXT("supermodel_raw", "The supermodel", AT(MDL_MODEL_SUPERMODEL), MDL_LONG_NAME),
    U8("geometry_type", NULL, "2 for a model; 0x80 is added while it is loaded",
       AT(MDL_HEADER_TYPE), .hidden = true),
    ENUM_NAME(U8, "geometry_type", geometry_names, .offset = AT(MDL_HEADER_TYPE), .hidden = true),
    HEADER_LEFTOVERS(MDL_FILE_HEADER_BYTES),
    LEFT_OVER(U8, "unknown_112", "Unknown, 0 or what the memory held", AT(MDL_MODEL_UNKNOWN_112)),
    LEFT_OVER(U8, "unknown_113", "Unknown, 0 or what the memory held", AT(MDL_MODEL_UNKNOWN_113)),
    LEFT_OVER(U32, "unknown_116", "Unknown, 0", AT(MDL_MODEL_UNKNOWN_116)),
    ARRAY_CALLED("animations", "animation headers", AT(MDL_MODEL_ANIMATIONS),
                 "animation geometries"),
    STORED_PLACE("parent_pointer", "Stored pointer to a parent model, 0", AT(MDL_MODEL_PARENT)),
};

static uint64_t model_offset(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl->is_binary ? 0 : mdl_ascii_offset(mdl, MDL_FILE_HEADER_BYTES);
}

/* Tells the file of the walkmesh that a tile, a door or a placeable has. */
static bool walkmesh_tells(const Row *row, uint32_t number, Named *named) {
    const Mdl *mdl = row->document;
    const char *file = mdl->document.name, *ending = NULL;
    if (number || !file || mdl_is_walkmesh_file(mdl)) return false;
    switch (mdl->image[AT(MDL_MODEL_CLASSIFICATION)]) {
    case MDL_CLASS_TILE: ending = ".wok"; break;
    case MDL_CLASS_DOOR: ending = ".dwk"; break;
    case MDL_CLASS_CHARACTER:
    case MDL_CLASS_NONE: ending = ".pwk"; break;
    }
    if (!ending) return false;
    *named = name_of_kind(&nwn_walkmesh, value_text(text_with_ending(row->scratch, file, ending)));
    return true;
}

const Table mdl_models = {
    TABLE("mdl_models", mdl_format, model_columns),
    .doc = "One row for each file: the model, the compiler that wrote it, and its bounds.",
    .example = "SELECT file, name, classification_name, supermodel, compiler, node_count "
               "FROM mdl_models('samples/*.mdl')",
    HEADER_ROW(Mdl, image),
    .byte_offset = model_offset,
    .reads = READS_HEADER,
    .file_tells = walkmesh_tells,
};

static Value animation_root(const Row *row) {
    const Children *trees = &((const Mdl *)row->document)->trees;
    uint64_t count = child_count(trees, row->index);
    return count ? value_integer(trees->first[row->index]) : value_null();
}

static const Column animation_columns[] = {
    CHARS("name", "Name of the animation, which need not be unique", MDL_HEADER_NAME, MDL_LONG_NAME,
          .nocase = true, .also_called = "Geometry Name"),
    F32("length", "seconds", "How long the animation takes", MDL_ANIMATION_LENGTH,
        .also_called = "Animation length"),
    F32("transition_time", "seconds", "How long the transition to the animation takes",
        MDL_ANIMATION_TRANSITION, .also_called = "Trans time"),
    CHARS("root", "Name of the node from which on it moves the model; NULL if the file doesn't say",
          MDL_ANIMATION_ROOT, MDL_LONG_NAME, .nocase = true, .empties = true,
          .also_called = "Animation root"),
    GET_REF("root_node_id", "mdl_nodes", "Root of its own tree; NULL if it has no nodes",
            animation_root, .of_whole = true),
    CHILD_COUNT("node_count", "Nodes of its tree", Mdl, trees, .of_whole = true),
    U32("declared_node_count", NULL,
        "Number of nodes that the file states, sometimes more than there are; NULL in a text",
        MDL_HEADER_NODE_COUNT, BINARY_ONLY),
    U32("event_count", NULL, "Events", MDL_USED(MDL_ANIMATION_EVENTS), SHAPES_COUNT),
    WHOLE_TEXT("name_raw", "The name", MDL_HEADER_NAME, MDL_LONG_NAME),
    WHOLE_TEXT("root_raw", "The root", MDL_ANIMATION_ROOT, MDL_LONG_NAME),
    U8("geometry_type", NULL, "5 for an animation", MDL_HEADER_TYPE, .hidden = true),
    ENUM_NAME(U8, "geometry_type", geometry_names, .offset = MDL_HEADER_TYPE, .hidden = true),
    HEADER_LEFTOVERS(0),
    STORED_ENDS("events", "events", MDL_ANIMATION_EVENTS),
};

/* Returns where an animation's header lies: nowhere if a file that is read by parts had it
** copied. */
static uint64_t animation_offset(const Row *row) {
    return ((const Mdl *)row->document)->animation_headers ? NO_OFFSET : mdl_byte_offset(row);
}

/* Finds the headers of animations: in the file or, if it was read by parts, in their copy. */
static bool animation_rows(Opening *opening) {
    const Mdl *mdl = (const Mdl *)opening->document;
    Array *array = opening->array;
    array->count = mdl->animations.count;
    array->stride = MDL_ANIMATION_BYTES;
    array->records = mdl->animation_headers;
    if (array->records) return true;
    array->records = mdl->image;
    array->starts = mdl->animations.starts;
    return true;
}

const Table mdl_animations = {
    TABLE("mdl_animations", mdl_format, animation_columns),
    .asked_as = "animation",
    .doc = "Animations of a model.",
    .example = "SELECT file, name, length, root FROM mdl_animations('samples/*.mdl')",
    .typical_rows = 20,
    .reads = READS_HEADER,
    .identity = {"name"},
    .rows = animation_rows,
    .byte_offset = animation_offset,
};

static const Column event_columns[] = {
    PARENT("animation_id", "mdl_animations", "Its animation", Mdl, events),
    NUMBER("event_index", "Number among the events of its animation", Mdl, events),
    F32("time", "seconds", "Time at which it happens", MDL_EVENT_TIME, .also_called = "After"),
    CHARS("name", "What happens: hit, snd_footstep ...", MDL_EVENT_NAME, MDL_NAME,
          .also_called = "Event name"),
    WHOLE_TEXT("name_raw", "The name", MDL_EVENT_NAME, MDL_NAME),
};

const Table mdl_events = {
    TABLE("mdl_events", mdl_format, event_columns),
    .also_called = "Animation Event Array",
    .doc = "Events of animations.",
    .example = "SELECT a.name, e.time, e.name FROM mdl_animations('samples/*.mdl') a "
               "JOIN mdl_events(a.source) e ON e.animation_id = a.id",
    .typical_rows = 20,
    .identity = {"animation_id", "time", "name"},
    .shown_by = "name",
    .byte_offset = mdl_byte_offset,
    ROWS_OF("animation_id", 2, Mdl, events),
};

static const MdlNode *node_of(const Row *row) {
    return &((const Mdl *)row->document)->nodes[row->index];
}

static Value node_index(const Row *row) {
    uint32_t animation = node_of(row)->animation;
    const Mdl *mdl = row->document;
    uint64_t first = animation == MDL_NONE ? 0 : mdl->trees.first[animation];
    return value_integer((int64_t)(row->index - first));
}

static Value node_kind(const Row *row) {
    return value_name(mdl_kind(node_of(row)->flags));
}

static Value node_path(const Row *row) {
    uint32_t length;
    const char *path = mdl_path(row->document, row->index, row->scratch, &length);
    return path ? value_text_of(path, length) : value_null();
}

/* Values of a node that controllers set: its position, and its orientation. */
typedef struct NodeNotes {
    const uint8_t *values[2];
} NodeNotes;

ROW_NOTES(NodeNotes, node_notes)

/* Returns where a float of one of these values lies, among those that mdl_keys shows, too. */
static const uint8_t *noted_at(const Row *row, unsigned note, int32_t type, uint32_t width,
                               uint32_t number) {
    const uint8_t **value = &node_notes(row)->values[note];
    if (row_must_note(row, note)) *value = mdl_bind_value(row->document, row->index, type, width);
    return *value ? *value + (size_t)4 * number : NULL;
}

static const uint8_t *node_position_at(const Row *row, uint32_t number) {
    return noted_at(row, 0, MDL_POSITION, 3, number);
}

static const uint8_t *node_orientation_at(const Row *row, uint32_t number) {
    return noted_at(row, 1, MDL_ORIENTATION, 4, number);
}

static const uint8_t *node_scale_at(const Row *row, uint32_t at UNUSED) {
    return mdl_bind_value(row->document, row->index, MDL_SCALE, 1);
}

bool prepare_bind(Document *document, Error *error) {
    return mdl_make_bind((Mdl *)document, error);
}

static const uint8_t *node_world_at(const Row *row, uint32_t member) {
    const Mdl *mdl = row->document;
    if (row->index >= mdl->geometry_count) return NULL;
    return (const uint8_t *)&mdl->bind[row->index].world + member;
}

#define WORLD(name, unit, member, doc)                                                             \
    FIELD_AT(MEMBER_F64, name, unit, doc, node_world_at, offsetof(MdlPlace, member),               \
             .prepare = prepare_bind)

#define NODE_PARTS SHAPES("it says which parts the node has")
#define NODE_BIT(name, doc, mask, called)                                                          \
    BIT(32, name, doc, MDL_NODE_FLAGS, mask, NODE_PARTS, .also_called = called)

static const Column node_columns[] = {
    ITEM(REF_U32, "animation_id", NULL, "Its animation; NULL in the geometry", Mdl, nodes,
         offsetof(MdlNode, animation), .references = "mdl_animations"),
    ITEM(REF_U32, "parent_id", NULL, "The node that it hangs on; NULL if it is a root", Mdl, nodes,
         offsetof(MdlNode, parent), WRITTEN, .references = "mdl_nodes"),
    GET("node_index", INTEGER, NULL, "Number in its tree, in pre-order: what skins use",
        node_index),
    ITEM(U16, "depth", NULL, "Number of nodes above it", Mdl, nodes, offsetof(MdlNode, depth)),
    GET("path", TEXT, NULL, "Names from the root on: 'root/torso/head'; equality with it is a seek",
        node_path, .nocase = true),
    CHARS("name", "Name, which need not be unique", MDL_NODE_NAME, MDL_NAME, .nocase = true,
          .also_called = "Node name"),
    GET("kind", TEXT, NULL,
        "dummy, light, emitter, camera, reference, trimesh, skin, animmesh, danglymesh or aabb; "
        "NULL where the flags are others",
        node_kind, .also_called = "Dummy, Light, Emitter, Reference"),
    U32("flags", NULL, "All flags: what the node has, as one number", MDL_NODE_FLAGS, NODE_PARTS,
        .also_called = "Node flags"),
    NODE_BIT("has_header", "1 if it is a node", MDL_FLAG_NODE, "HasHeader"),
    NODE_BIT("has_light", "1 if there is a row of mdl_lights", MDL_FLAG_LIGHT, "HasLight"),
    NODE_BIT("has_emitter", "1 if there is a row of mdl_emitters", MDL_FLAG_EMITTER, "HasEmitter"),
    NODE_BIT("has_camera", "1 if it is a camera, which has nothing more", MDL_FLAG_CAMERA, NULL),
    NODE_BIT("has_reference", "1 if there is a row of mdl_references", MDL_FLAG_REFERENCE,
             "HasReference"),
    NODE_BIT("has_mesh", "1 if there is a row of mdl_meshes", MDL_FLAG_MESH, "HasMesh"),
    NODE_BIT("has_skin", "1 if there is a row of mdl_skins", MDL_FLAG_SKIN, "HasSkin"),
    NODE_BIT("has_anim", "1 if there is a row of mdl_animmeshes", MDL_FLAG_ANIM, "HasAnim"),
    NODE_BIT("has_dangly", "1 if there is a row of mdl_danglies", MDL_FLAG_DANGLY, "HasDangly"),
    NODE_BIT("has_aabb", "1 if it is a walkmesh, whose mdl_aabbs a text may lack", MDL_FLAG_AABB,
             "HasAABB"),
    I32("part_number", NULL,
        "In a model with a supermodel, the number of the supermodel's node of the same name, where "
        "-1 means none; else usually the order of creation. In a text the order of its nodes, or "
        "NULL if it has a supermodel",
        MDL_NODE_PART_NUMBER, WHERE_DOCUMENT(Mdl, has_part_numbers), .also_called = "Node number"),
    U32("inherit_color", NULL, "1 if the parent's colour counts, too", MDL_NODE_INHERIT_COLOR,
        .also_called = "Inherit color flag"),
    U32("child_count", NULL, "Number of nodes that hang on it", MDL_USED(MDL_NODE_CHILDREN),
        SHAPES_COUNT, .also_called = "child nodes"),
    U32("controller_count", NULL, "Its rows of mdl_controllers", MDL_USED(MDL_NODE_CONTROLLERS),
        SHAPES_COUNT),
    VECTOR_AT("position_", METERS, "Place in its parent",
              "; NULL if it isn't given, or if it moves", " (up)", node_position_at, true),
    TURN_AT("orientation_", "Rotation in its parent", "; 1 means no rotation", node_orientation_at,
            true),
    FIELD_AT(F32, "scale", NULL, "Scale; NULL if it isn't given, which means 1", node_scale_at, 0,
             .again = true),
    WORLD("world_x", METERS, position.x,
          "Its place in the model, in the bind pose, x: composed from the root on; NULL in "
          "animations"),
    WORLD("world_y", METERS, position.y, "Its place in the model, in the bind pose, y"),
    WORLD("world_z", METERS, position.z, "Its place in the model, in the bind pose, z (up)"),
    WORLD("world_qx", NULL, turn.x, "Its rotation in the model as a quaternion, x"),
    WORLD("world_qy", NULL, turn.y, "Its rotation in the model as a quaternion, y"),
    WORLD("world_qz", NULL, turn.z, "Its rotation in the model as a quaternion, z"),
    WORLD("world_qw", NULL, turn.w,
          "Its rotation in the model as a quaternion, w; never negative, 1 means no rotation"),
    WORLD("world_scale", NULL, scale, "Its scale in the model: the product of all scales to it"),
    WHOLE_TEXT("name_raw", "The name", MDL_NODE_NAME, MDL_NAME),
    LEFT_OVER(U32, "function0", "Address of a function of the writer", MDL_NODE_FUNCTIONS,
              .also_called = "Node function 0"),
    LEFT_OVER(U32, "function1", "Address of a function of the writer", MDL_NODE_FUNCTIONS + 1 * 4),
    LEFT_OVER(U32, "function2", "Address of a function of the writer", MDL_NODE_FUNCTIONS + 2 * 4),
    LEFT_OVER(U32, "function3", "Address of a function of the writer", MDL_NODE_FUNCTIONS + 3 * 4),
    LEFT_OVER(U32, "function4", "Address of a function of the writer", MDL_NODE_FUNCTIONS + 4 * 4),
    LEFT_OVER(U32, "function5", "Address of a function of the writer", MDL_NODE_FUNCTIONS + 5 * 4,
              .also_called = "Node function 5"),
    STORED_PLACE("geometry_pointer", "Stored pointer to the geometry: 0 or garbage",
                 MDL_NODE_GEOMETRY, .also_called = "parent geometry"),
    STORED_PLACE("parent_pointer", "Stored pointer to the parent: 0 or garbage", MDL_NODE_PARENT,
                 .also_called = "parent node"),
    STORED_ENDS("children", "children", MDL_NODE_CHILDREN),
    STORED_ENDS("controllers", "controllers", MDL_NODE_CONTROLLERS),
    ARRAY("data", "floats of the controllers", MDL_NODE_DATA),
};

const Table mdl_nodes = {
    TABLE("mdl_nodes", mdl_format, node_columns),
    .doc = "Nodes of the geometry and then of each animation, parents before children.",
    .example = "SELECT id, parent_id, kind, path FROM mdl_nodes('samples/*.mdl') "
               "WHERE animation_id IS NULL",
    .typical_rows = 150,
    .identity = {"animation_id", "path"},
    CHILD_ROWS(Mdl, trees),
    .byte_offset = mdl_byte_offset,
    .indexes = {{BY_PARENT("animation_id", 30, Mdl, trees)}},
};
