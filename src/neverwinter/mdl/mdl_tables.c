/* The MDL tables of models, animations, nodes and controllers. Other files have the tables of the
** other parts. */
#include "mdl_tables.h"
#include "../src/mdl_world.h"

#include <stdio.h>

/* Returns where the rows of a vertex begin; for a vertex without rows, where those of the next one
** begin. */
static uint64_t first_of_vertex(const Mdl *mdl, const Children *list, uint64_t each,
                                uint64_t vertex) {
    uint32_t node = mdl->vertices.parents[vertex];
    uint64_t first = list->first[node] + each * (vertex - mdl->vertices.first[node]);
    return first < list->first[node + 1] ? first : list->first[node + 1];
}

void find_of_vertices(const Seek *seek, const Children *list, uint64_t each, RowRange *range) {
    const Mdl *mdl = seek->document;
    const KeyRange *vertex = &seek->ranges[0];
    uint64_t lo = vertex->lo > 0 ? (uint64_t)vertex->lo : 0;
    if (vertex->hi < 0 || vertex->lo > vertex->hi || lo >= mdl->vertices.count) {
        range->end = range->first = 0;
        return;
    }
    range->first = first_of_vertex(mdl, list, each, lo);
    if ((uint64_t)vertex->hi + 1 < mdl->vertices.count) {
        range->end = first_of_vertex(mdl, list, each, (uint64_t)vertex->hi + 1);
    }
}

#define AT(offset) (MDL_FILE_HEADER_BYTES + (offset)) /* of a field of the model header */

/* ---- mdl_models ------------------------------------------------------------------------------ */

static const Name geometry_names[] = {{1, "geometry"}, {2, "model"},        {5, "animation"},
                                      {0x82, "model"}, {0x85, "animation"}, {0}};

static const Name class_names[] = {
    {MDL_CLASS_NONE, "none"},           {MDL_CLASS_EFFECT, "effect"}, {MDL_CLASS_TILE, "tile"},
    {MDL_CLASS_CHARACTER, "character"}, {MDL_CLASS_DOOR, "door"},     {0, NULL},
};

static Value model_animation_nodes(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)(mdl->node_count - mdl->geometry_count));
}

/* The parameter is the offset in MdlBounds. */
static Value model_drawn(const Row *row, uint32_t offset) {
    const MdlBounds *drawn = ((const Mdl *)row->document)->drawn;
    if (!mdl_bounds_hold(drawn)) return value_null();
    return value_real(*(const double *)(const void *)((const char *)drawn + offset));
}

PREPARE(prepare_drawn, mdl_make_drawn_bounds(mdl, error))

#define DRAWN_ON(name, member, doc)                                                                \
    GET_WITH(name, REAL, METERS, doc, model_drawn, offsetof(MdlBounds, member), .of_whole = true,  \
             .prepare = prepare_drawn)
#define DRAWN(prefix, corner, doc)                                                                 \
    DRAWN_ON(prefix "_x", corner.x,                                                                \
             doc ", x: of the vertices that faces of drawn meshes use; "                           \
                 "NULL if nothing is drawn"),                                                      \
        DRAWN_ON(prefix "_y", corner.y, doc ", y"),                                                \
        DRAWN_ON(prefix "_z", corner.z, doc ", z (up)")

static const Column model_columns[] = {
    CHARS("name", "Name of the model, which need not be that of the file", AT(MDL_HEADER_NAME),
          MDL_LONG_NAME, .nocase = true),
    ENUM(U8, "classification", "What the model is for: 1 effect, 2 tile, 4 character, 8 door",
         AT(MDL_MODEL_CLASSIFICATION), class_names),
    NAME("supermodel", "Model whose animations this one uses, too; NULL if there is none",
         AT(MDL_MODEL_SUPERMODEL), MDL_LONG_NAME),
    DOCUMENT_MEMBER(
        STRING, "compiler", NULL,
        "Which compiler wrote the file: bioware, nwnmdlcomp or nwn:ee; NULL if that is unknown",
        Mdl, compiler),
    DOCUMENT_MEMBER_WITH(
        STRING, "layout", NULL,
        "1.69 or ee: by the size of skins, else by the compiler; NULL if neither shows it", Mdl,
        layout, .of_whole = true),
    DOCUMENT_MEMBER_WITH(U64, "node_count", NULL, "Nodes of the geometry", Mdl, geometry_count,
                         .of_whole = true),
    U32("declared_node_count", NULL,
        "Number of nodes that the file states; in a model with a supermodel it usually includes "
        "the supermodel's nodes and one more",
        AT(MDL_HEADER_NODE_COUNT)),
    DOCUMENT_MEMBER(U64, "animation_count", NULL, "Animations", Mdl, animations.count),
    GET("animation_node_count", INTEGER, NULL, "Nodes of all animations", model_animation_nodes,
        .of_whole = true),
    POINT("min", METERS,
          "Least corner of the stored box, which says nothing: all known files have the default, "
          "-5, -5, -1",
          AT(MDL_MODEL_MIN)),
    POINT("max", METERS,
          "Greatest corner of the stored box, which says nothing: all known files have the "
          "default, 5, 5, 10",
          AT(MDL_MODEL_MAX)),
    DRAWN("drawn_min", min, "Least corner of the box around what is drawn in the bind pose"),
    DRAWN("drawn_max", max, "Greatest corner of that box"),
    F32("radius", METERS, "Radius of the model as stored", AT(MDL_MODEL_RADIUS)),
    F32("animation_scale", NULL, "Scale of the supermodel's animations",
        AT(MDL_MODEL_ANIMATION_SCALE)),
    U8("fog", NULL,
       "1 in all known files; sources disagree whether it means that fog is applied or ignored",
       AT(MDL_MODEL_FOG)),
    U32("model_data_size", "bytes", "Size of the model data", MDL_FILE_MODEL_SIZE),
    U32("raw_data_size", "bytes", "Size of the raw data", MDL_FILE_RAW_SIZE),
};

static const Column model_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", AT(MDL_HEADER_NAME), MDL_LONG_NAME),
    BYTES("supermodel_raw", "The supermodel with what follows its NUL", AT(MDL_MODEL_SUPERMODEL),
          MDL_LONG_NAME),
    ENUM(U8, "geometry_type", "2 for a model; 0x80 is added while it is loaded",
         AT(MDL_HEADER_TYPE), geometry_names),
    HEADER_LEFTOVERS(MDL_FILE_HEADER_BYTES),
    U8("unknown_112", NULL, "Unknown, 0 or what the memory held", AT(MDL_MODEL_UNKNOWN_112)),
    U8("unknown_113", NULL, "Unknown, 0 or what the memory held", AT(MDL_MODEL_UNKNOWN_113)),
    U32("unknown_116", NULL, "Unknown, 0", AT(MDL_MODEL_UNKNOWN_116)),
    ARRAY("animations", "animation headers", AT(MDL_MODEL_ANIMATIONS)),
    U32("parent_pointer", NULL, "Stored pointer to a parent model, 0", AT(MDL_MODEL_PARENT)),
};

const Table mdl_models = {
    .name = "mdl_models",
    .doc = "One row for each file: the model, the compiler that wrote it, and its bounds.",
    .example = "SELECT file, name, classification_name, supermodel, compiler, node_count "
               "FROM mdl_models('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(model_columns),
    HIDDEN(model_hidden),
    .typical_rows = 1,
    HEADER_ROW(Mdl, header),
    .of_headers = true,
};

/* ---- mdl_animations -------------------------------------------------------------------------- */

static Value animation_root(const Row *row) {
    const Children *trees = &((const Mdl *)row->document)->trees;
    uint64_t count = child_count(trees, row->index);
    return count ? value_integer(trees->first[row->index]) : value_null();
}

static const Column animation_columns[] = {
    CHARS("name", "Name of the animation, which need not be unique", MDL_HEADER_NAME, MDL_LONG_NAME,
          .nocase = true),
    F32("length", "seconds", "How long the animation takes", MDL_ANIMATION_LENGTH),
    F32("transition_time", "seconds", "How long the transition to the animation takes",
        MDL_ANIMATION_TRANSITION),
    CHARS("root", "Name of the node from which on it moves the model", MDL_ANIMATION_ROOT,
          MDL_LONG_NAME, .nocase = true),
    GET_REF("root_node_id", "mdl_nodes", "Root of its own tree; NULL if it has no nodes",
            animation_root, .of_whole = true),
    CHILD_COUNT_WITH("node_count", "Nodes of its tree", Mdl, trees, .of_whole = true),
    U32("declared_node_count", NULL,
        "Number of nodes that the file states, sometimes more than there are",
        MDL_HEADER_NODE_COUNT),
    U32("event_count", NULL, "Events", MDL_USED(MDL_ANIMATION_EVENTS)),
};

static const Column animation_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", MDL_HEADER_NAME, MDL_LONG_NAME),
    BYTES("root_raw", "The root with what follows its NUL", MDL_ANIMATION_ROOT, MDL_LONG_NAME),
    ENUM(U8, "geometry_type", "5 for an animation", MDL_HEADER_TYPE, geometry_names),
    HEADER_LEFTOVERS(0),
    U32("events_pointer", NULL, "Stored pointer to the events", MDL_ANIMATION_EVENTS),
    U32("events_allocated", NULL, "Stored room for events", MDL_ALLOCATED(MDL_ANIMATION_EVENTS)),
};

/* The headers: in the file, or, where it was read by parts, beside each other. */
static bool animation_rows(Opening *opening) {
    const Mdl *mdl = (const Mdl *)opening->document;
    Array *array = opening->array;
    array->count = mdl->animations.count;
    array->stride = MDL_ANIMATION_BYTES;
    array->records = mdl->animation_headers;
    if (array->records) return true;
    array->records = mdl->document.bytes;
    array->starts = mdl->animations.starts;
    array->offset = 0;
    return true;
}

const Table mdl_animations = {
    .name = "mdl_animations",
    .doc = "Animations of a model.",
    .example = "SELECT file, name, length, root FROM mdl_animations('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(animation_columns),
    HIDDEN(animation_hidden),
    .typical_rows = 20,
    .of_headers = true,
    .rows = animation_rows,
};

/* ---- mdl_events ------------------------------------------------------------------------------ */

PREPARE(prepare_events, mdl_list_events(mdl, error))

static const Column event_columns[] = {
    PARENT("animation_id", "mdl_animations", "Its animation", Mdl, events),
    NUMBER("event_index", "Number among the events of its animation", Mdl, events),
    F32("time", "seconds", "Time at which it happens", MDL_EVENT_TIME),
    CHARS("name", "What happens: hit, snd_footstep ...", MDL_EVENT_NAME, MDL_NAME),
};

static const Column event_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", MDL_EVENT_NAME, MDL_NAME),
};

const Table mdl_events = {
    .name = "mdl_events",
    .doc = "Events of animations.",
    .example = "SELECT a.name, e.time, e.name FROM mdl_animations('samples/*.mdl') a "
               "JOIN mdl_events(a.source) e ON e.animation_id = a.id",
    .format = &mdl_format,
    COLUMNS(event_columns),
    HIDDEN(event_hidden),
    .typical_rows = 20,
    CHILD_ROWS(Mdl, events),
    .prepare = prepare_events,
    .indexes = {{.keys = {"animation_id"}, .rows_per_key = 2, BY_PARENT(Mdl, events)}},
};

/* ---- mdl_nodes ------------------------------------------------------------------------------- */

static const MdlNode *node_of(const Row *row) {
    return &((const Mdl *)row->document)->nodes[row->index];
}

static Value node_animation(const Row *row) {
    return value_reference(node_of(row)->animation, MDL_NONE);
}

static Value node_parent(const Row *row) {
    return value_reference(node_of(row)->parent, MDL_NONE);
}

static Value node_index(const Row *row) {
    uint32_t animation = node_of(row)->animation;
    const Mdl *mdl = row->document;
    uint64_t first = animation == MDL_NONE ? 0 : mdl->trees.first[animation];
    return value_integer((int64_t)(row->index - first));
}

static Value node_depth(const Row *row) {
    return value_integer(node_of(row)->depth);
}

static Value node_kind(const Row *row) {
    return value_name(mdl_kind(node_of(row)->flags));
}

static Value node_path(const Row *row) {
    uint32_t length;
    const char *path = mdl_path(row->document, row->index, row->scratch, &length);
    return path ? value_text_of(path, length) : value_null();
}

enum { NOTED_POSITION, NOTED_ORIENTATION };

/* Values that controllers set, of several floats each. */
typedef struct NodeNotes {
    const uint8_t *position, *orientation;
} NodeNotes;

ROW_NOTES(NodeNotes, node_notes)

static Value bind_float(const uint8_t *value, uint32_t number) {
    return value_float(value ? value + 4 * number : NULL);
}

static Value node_position(const Row *row, uint32_t number) {
    NodeNotes *notes = node_notes(row);
    if (row_must_note(row, NOTED_POSITION)) {
        notes->position = mdl_bind_value(row->document, row->index, MDL_POSITION, 3);
    }
    return bind_float(notes->position, number);
}

static Value node_orientation(const Row *row, uint32_t number) {
    NodeNotes *notes = node_notes(row);
    if (row_must_note(row, NOTED_ORIENTATION)) {
        notes->orientation = mdl_bind_value(row->document, row->index, MDL_ORIENTATION, 4);
    }
    return bind_float(notes->orientation, number);
}

static Value node_scale(const Row *row) {
    return bind_float(mdl_bind_value(row->document, row->index, MDL_SCALE, 1), 0);
}

bool prepare_bind(Document *document, Error *error) {
    return mdl_make_bind((Mdl *)document, error);
}

/* The parameter is the offset in MdlPlace. */
static Value node_world(const Row *row, uint32_t offset) {
    const Mdl *mdl = row->document;
    if (row->index >= mdl->geometry_count) return value_null();
    const char *place = (const char *)&mdl->bind[row->index].world;
    return value_real(*(const double *)(const void *)(place + offset));
}

#define WORLD(name, unit, member, doc)                                                             \
    GET_WITH(name, REAL, unit, doc, node_world, offsetof(MdlPlace, member), .prepare = prepare_bind)

static bool prepare_parents(Document *document, Error *error) {
    return mdl_group_by_parent((Mdl *)document, error);
}

static void find_by_parent(const Seek *seek, RowRange *range) {
    if (seek->ranges[0].lo != seek->ranges[0].hi) return; /* several parents' rows aren't sorted */
    find_children(&((const Mdl *)seek->document)->by_parent, &seek->ranges[0], range);
}

static bool prepare_paths(Document *document, Error *error) {
    return mdl_group_by_path((Mdl *)document, error);
}

static void find_by_path(const Seek *seek, RowRange *range) {
    const Mdl *mdl = seek->document;
    const char *path = seek->ranges[0].text;
    if (!path) return;
    uint32_t group = mdl_path_group(mdl, path, seek->ranges[0].text_length);
    find_children(&mdl->by_path, &(KeyRange){.lo = group, .hi = group}, range);
}

static const Column node_columns[] = {
    GET_REF("animation_id", "mdl_animations", "Its animation; NULL in the geometry",
            node_animation),
    GET_REF("parent_id", "mdl_nodes", "The node that it hangs on; NULL if it is a root",
            node_parent),
    GET("node_index", INTEGER, NULL, "Number in its tree, in pre-order: what skins use",
        node_index),
    GET("depth", INTEGER, NULL, "Number of nodes above it", node_depth),
    GET("path", TEXT, NULL, "Names from the root on: 'root/torso/head'; equality with it is a seek",
        node_path, .nocase = true),
    CHARS("name", "Name, which need not be unique", MDL_NODE_NAME, MDL_NAME, .nocase = true),
    GET("kind", TEXT, NULL,
        "dummy, light, emitter, camera, reference, trimesh, skin, animmesh, danglymesh or aabb; "
        "NULL where the flags are others",
        node_kind),
    U32("flags", NULL, "All flags: what the node has, as one number", MDL_NODE_FLAGS),
    BIT(32, "has_header", "1 if it is a node", MDL_NODE_FLAGS, MDL_FLAG_NODE),
    BIT(32, "has_light", "1 if there is a row of mdl_lights", MDL_NODE_FLAGS, MDL_FLAG_LIGHT),
    BIT(32, "has_emitter", "1 if there is a row of mdl_emitters", MDL_NODE_FLAGS, MDL_FLAG_EMITTER),
    BIT(32, "has_camera", "1 if it is a camera, which has nothing more", MDL_NODE_FLAGS,
        MDL_FLAG_CAMERA),
    BIT(32, "has_reference", "1 if there is a row of mdl_references", MDL_NODE_FLAGS,
        MDL_FLAG_REFERENCE),
    BIT(32, "has_mesh", "1 if there is a row of mdl_meshes", MDL_NODE_FLAGS, MDL_FLAG_MESH),
    BIT(32, "has_skin", "1 if there is a row of mdl_skins", MDL_NODE_FLAGS, MDL_FLAG_SKIN),
    BIT(32, "has_anim", "1 if there is a row of mdl_animmeshes", MDL_NODE_FLAGS, MDL_FLAG_ANIM),
    BIT(32, "has_dangly", "1 if there is a row of mdl_danglies", MDL_NODE_FLAGS, MDL_FLAG_DANGLY),
    BIT(32, "has_aabb", "1 if there are rows of mdl_aabbs", MDL_NODE_FLAGS, MDL_FLAG_AABB),
    I32("part_number", NULL,
        "In a model with a supermodel, the number of the supermodel's node of the same name, where "
        "-1 means none; else usually the order of creation",
        MDL_NODE_PART_NUMBER),
    U32("inherit_color", NULL, "1 if the parent's colour counts, too", MDL_NODE_INHERIT_COLOR),
    U32("child_count", NULL, "Number of nodes that hang on it", MDL_USED(MDL_NODE_CHILDREN)),
    U32("controller_count", NULL, "Its rows of mdl_controllers", MDL_USED(MDL_NODE_CONTROLLERS)),
    GET_WITH("position_x", REAL, METERS,
             "Place in its parent, x; NULL if it isn't given, or if it moves", node_position, X),
    GET_WITH("position_y", REAL, METERS, "Place in its parent, y", node_position, Y),
    GET_WITH("position_z", REAL, METERS, "Place in its parent, z (up)", node_position, Z),
    GET_WITH("orientation_x", REAL, NULL, "Rotation in its parent as a quaternion, x",
             node_orientation, X),
    GET_WITH("orientation_y", REAL, NULL, "Rotation in its parent as a quaternion, y",
             node_orientation, Y),
    GET_WITH("orientation_z", REAL, NULL, "Rotation in its parent as a quaternion, z",
             node_orientation, Z),
    GET_WITH("orientation_w", REAL, NULL,
             "Rotation in its parent as a quaternion, w; 1 means no rotation", node_orientation, W),
    GET("scale", REAL, NULL, "Scale; NULL if it isn't given, which means 1", node_scale),
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
};

static const Column node_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", MDL_NODE_NAME, MDL_NAME),
    U32("function0", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS),
    U32("function1", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS + 1 * 4),
    U32("function2", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS + 2 * 4),
    U32("function3", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS + 3 * 4),
    U32("function4", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS + 4 * 4),
    U32("function5", NULL, "Address of a function of the writer", MDL_NODE_FUNCTIONS + 5 * 4),
    U32("geometry_pointer", NULL, "Stored pointer to the geometry: 0 or garbage",
        MDL_NODE_GEOMETRY),
    U32("parent_pointer", NULL, "Stored pointer to the parent: 0 or garbage", MDL_NODE_PARENT),
    U32("children_pointer", NULL, "Stored pointer to the children", MDL_NODE_CHILDREN),
    U32("children_allocated", NULL, "Stored room for children", MDL_ALLOCATED(MDL_NODE_CHILDREN)),
    U32("controllers_pointer", NULL, "Stored pointer to the controllers", MDL_NODE_CONTROLLERS),
    U32("controllers_allocated", NULL, "Stored room for controllers",
        MDL_ALLOCATED(MDL_NODE_CONTROLLERS)),
    ARRAY("data", "floats of the controllers", MDL_NODE_DATA),
};

const Table mdl_nodes = {
    .name = "mdl_nodes",
    .doc = "Nodes of the geometry and then of each animation, parents before children.",
    .example = "SELECT id, parent_id, kind, path FROM mdl_nodes('samples/*.mdl') "
               "WHERE animation_id IS NULL",
    .format = &mdl_format,
    COLUMNS(node_columns),
    HIDDEN(node_hidden),
    .typical_rows = 150,
    CHILD_ROWS(Mdl, trees),
    .indexes =
        {{.keys = {"path"}, .rows_per_key = 4, .find = find_by_path, .prepare = prepare_paths},
         {.keys = {"parent_id"},
          .rows_per_key = 2,
          .find = find_by_parent,
          .prepare = prepare_parents},
         {.keys = {"animation_id"}, .rows_per_key = 30, BY_PARENT(Mdl, trees)}},
};

/* ---- mdl_controllers ------------------------------------------------------------------------- */

PREPARE(prepare_controllers, mdl_name_controllers(mdl, error))

static Value controller_name(const Row *row) {
    return value_name(mdl_controller_name(row->document, row->index));
}

static Value controller_columns(const Row *row) {
    return value_integer(mdl_controller_width(row->record));
}

static Value controller_bezier(const Row *row) {
    uint8_t columns = row->record[MDL_CONTROLLER_COLUMNS];
    return value_integer(columns != MDL_NO_DATA && columns & MDL_BEZIER);
}

static Value controller_namesake(const Row *row) {
    const Mdl *mdl = row->document;
    return value_reference(mdl->namesakes[mdl->controllers.parents[row->index]], mdl->node_count);
}

static const Column controller_list[] = {
    NODE_ID(controllers),
    NUMBER("controller_index", "Number among the controllers of its node", Mdl, controllers),
    I32("type", NULL, "What it controls; the number has another meaning in each kind of node",
        MDL_CONTROLLER_TYPE),
    GET("name", TEXT, NULL,
        "Name of the type, which depends on the kind of the node, or of the geometry's node of "
        "that name",
        controller_name),
    U16("row_count", NULL, "Number of rows; one row is a value that doesn't change",
        MDL_CONTROLLER_ROWS),
    GET("column_count", INTEGER, NULL, "Floats in a row", controller_columns),
    GET("is_bezier", INTEGER, NULL, "1 if it is a Bezier key", controller_bezier),
    U16("time_index", NULL, "First time among the floats of the node", MDL_CONTROLLER_TIMES),
    U16("data_index", NULL, "First value among the floats of the node", MDL_CONTROLLER_VALUES),
};

static const Column controller_hidden[] = {
    GET_REF("geometry_node_id", "mdl_nodes",
            "In an animation: the first node of the geometry with the name of its node",
            controller_namesake),
    U8("columns_raw", NULL, "Stored number of columns, with 16 for bezier; 255: no data",
       MDL_CONTROLLER_COLUMNS),
    U8("pad", NULL, "A byte of padding", MDL_CONTROLLER_PADDING),
};

const Table mdl_controllers = {
    .name = "mdl_controllers",
    .doc = "Which properties of a node are set or animated: position, orientation, alpha, "
           "birthrate and so on.",
    .example = "SELECT n.path, c.name, c.row_count FROM mdl_nodes('samples/*.mdl') n "
               "JOIN mdl_controllers(n.source) c ON c.node_id = n.id",
    .format = &mdl_format,
    COLUMNS(controller_list),
    HIDDEN(controller_hidden),
    .typical_rows = 200,
    NODE_ROWS(prepare_controllers, controllers, 3),
};

/* ---- mdl_keys -------------------------------------------------------------------------------- */

PREPARE(prepare_keys, mdl_list_keys(mdl, error))

static Value key_value(const Row *row, uint32_t number) {
    uint32_t width;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    return number < width ? value_real((double)load_f32(values + 4 * number)) : value_null();
}

/* Writes text like "0.5 1 0.25", with a point in every locale. */
static Value key_list(const Row *row) {
    enum { FLOAT_TEXT = 24 };
    uint32_t width, at = 0;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    if (width <= 4) return value_null();
    char *text = arena_alloc(row->scratch, width, FLOAT_TEXT);
    if (!text) return value_null();
    for (uint32_t i = 0; i < width; i++) {
        if (i) text[at++] = ' ';
        int length = snprintf(text + at, FLOAT_TEXT - 1, "%.9g", (double)load_f32(values + 4 * i));
        for (int k = 0; k < length; k++, at++) {
            if (text[at] == ',') text[at] = '.';
        }
    }
    return value_text_of(text, at);
}

static const Column key_columns[] = {
    PARENT("controller_id", "mdl_controllers", "Its controller", Mdl, keys),
    NUMBER("key_index", "Number among the rows of its controller", Mdl, keys),
    F32("time", "seconds", "Time since the start of the animation", MDL_KEY_TIME),
    GET_WITH("value0", REAL, NULL, "First value: x of positions and orientations, red", key_value,
             X),
    GET_WITH("value1", REAL, NULL,
             "Second value: y, green; NULL if the controller has fewer columns", key_value, Y),
    GET_WITH("value2", REAL, NULL, "Third value: z, blue", key_value, Z),
    GET_WITH("value3", REAL, NULL, "Fourth value: w of orientations", key_value, W),
    GET("value_list", TEXT, NULL, "All values, with blanks between them, where there are over 4",
        key_list),
};

const Table mdl_keys = {
    .name = "mdl_keys",
    .doc = "Rows of controllers: values at times.",
    .example = "SELECT c.name, k.time, k.value0, k.value1, k.value2, k.value3 "
               "FROM mdl_controllers('samples/*.mdl') c "
               "JOIN mdl_keys(c.source) k ON k.controller_id = c.id WHERE c.row_count > 1",
    .format = &mdl_format,
    COLUMNS(key_columns),
    .typical_rows = 600,
    CHILD_ROWS(Mdl, keys),
    .prepare = prepare_keys,
    .indexes = {{.keys = {"controller_id"}, .rows_per_key = 3, BY_PARENT(Mdl, keys)}},
};
