/* The MDL tables of models, animations, nodes and controllers. The other parts have files of their
** own. */
#include "mdl_tables.h"

#include <stdio.h>

#define AT(offset) (MDL_FILE_HEADER_BYTES + (offset)) /* of the model header in the file */

/* ---- mdl_models -------------------------------------------------------------------------------- */

static bool model_rows(Opening *opening) {
    Array *array = opening->array;
    array->records = opening->document->bytes;
    array->count = 1;
    array->stride = AT(MDL_MODEL_BYTES);
    array->offset = 0;
    return true;
}

static Value model_class(const Row *row) {
    switch (row->record[AT(114)]) {
    case 0: return value_text("none");
    case 1: return value_text("effect");
    case 2: return value_text("tile");
    case 4: return value_text("character");
    case 8: return value_text("door");
    default: return value_null();
    }
}

typedef enum ModelFact { COMPILER, LAYOUT, ANIMATION_NODES } ModelFact;

static Value model_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    switch ((ModelFact)fact) {
    case COMPILER: return value_text(mdl->compiler);
    case LAYOUT: return value_text(mdl->layout);
    case ANIMATION_NODES: return value_integer((int64_t)(mdl->node_count - mdl->geometry_count));
    }
    return value_null();
}

static Value member_count(const Row *row, uint32_t offset) {
    return value_integer((int64_t)*(const uint64_t *)(const void *)((const char *)row->document +
                                                                    offset));
}
#define COUNT(Name, Doc, Member)                                                                   \
    GET_WITH(Name, INTEGER, NULL, Doc, member_count, (uint32_t)offsetof(Mdl, Member))

static const Column model_columns[] = {
    CHARS("name", "Name of the model; need not be that of the file", AT(MDL_HEADER_NAME),
          MDL_LONG_NAME),
    U8("classification", NULL, "What the model is for: 1 effect, 2 tile, 4 character, 8 door",
       AT(114)),
    GET("classification_name", TEXT, NULL, "The same as text", model_class),
    NAME("supermodel", "Model whose animations this one uses, too; NULL: none",
         AT(MDL_MODEL_SUPERMODEL), MDL_LONG_NAME),
    GET_WITH("compiler", TEXT, NULL, "Who wrote the file: bioware, nwnmdlcomp, nwn:ee; NULL: unknown",
        model_fact, COMPILER),
    GET_WITH("layout", TEXT, NULL,
        "1.69 or ee: by the size of skins, else by the compiler; NULL: nothing tells", model_fact,
        LAYOUT),
    COUNT("node_count", "Nodes of the geometry", geometry_count),
    U32("declared_node_count", NULL,
        "Nodes as the file says; with a supermodel it usually counts that one's and 1, too",
        AT(MDL_HEADER_NODE_COUNT)),
    COUNT("animation_count", "Animations", animation_count),
    GET_WITH("animation_node_count", INTEGER, NULL, "Nodes of all animations", model_fact,
        ANIMATION_NODES),
    POINT("min", METERS, "Least corner of the bounding box", AT(136)),
    POINT("max", METERS, "Greatest corner of the bounding box", AT(148)),
    F32("radius", METERS, "Radius of the model", AT(160)),
    F32("animation_scale", NULL, "Scale of the supermodel's animations", AT(164)),
    U8("fog", NULL, "1 in all known files; whether fog is applied or ignored is disputed", AT(115)),
    U32("model_data_size", "bytes", "Size of the model data", 4),
    U32("raw_data_size", "bytes", "Size of the raw data", 8),
};

static const Column model_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", AT(MDL_HEADER_NAME), MDL_LONG_NAME),
    BYTES("supermodel_raw", "The supermodel with what follows its NUL", AT(MDL_MODEL_SUPERMODEL),
          MDL_LONG_NAME),
    U8("geometry_type", NULL, "2 for a model, 0x80 is added while it is loaded",
       AT(MDL_HEADER_TYPE)),
    HEADER_LEFTOVERS(AT(0)),
    U8("unknown_112", NULL, "Unknown, 0 or what the memory held", AT(112)),
    U8("unknown_113", NULL, "Unknown, 0 or what the memory held", AT(113)),
    U32("unknown_116", NULL, "Unknown, 0", AT(116)),
    ARRAY("animations", "animation headers", AT(MDL_MODEL_ANIMATIONS)),
    U32("parent_pointer", NULL, "Stored pointer to a parent model, 0", AT(132)),
};

static const Table mdl_models = {
    .name = "mdl_models",
    .doc = "One row for each file: the model, who compiled it, and its bounds.",
    .example = "SELECT file, name, classification_name, supermodel, compiler, node_count "
               "FROM mdl_models('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(model_columns),
    HIDDEN(model_hidden),
    .typical_rows = 1,
    .rows = model_rows,
};

/* ---- mdl_animations ---------------------------------------------------------------------------- */

static bool animation_rows(Opening *opening) {
    Document *document = opening->document;
    Array *array = opening->array;
    const Mdl *mdl = (const Mdl *)document;
    array->records = document->bytes;
    array->starts = mdl->animation_starts;
    array->count = mdl->animation_count;
    array->offset = 0;
    return true;
}

static Value animation_root(const Row *row) {
    const Mdl *mdl = row->document;
    uint32_t first = mdl->first_node[row->index];
    return first < mdl->first_node[row->index + 1] ? value_integer(first) : value_null();
}

static Value animation_nodes(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer(mdl->first_node[row->index + 1] - mdl->first_node[row->index]);
}

static const Column animation_columns[] = {
    CHARS("name", "Name of the animation; need not be unique", MDL_HEADER_NAME, MDL_LONG_NAME),
    F32("length", "seconds", "How long it takes", 112),
    F32("transition_time", "seconds", "How long the change to it takes", 116),
    CHARS("root", "Name of the node from which on it moves the model", MDL_ANIMATION_ROOT,
          MDL_LONG_NAME),
    GET_REF("root_node_id", "mdl_nodes", "Root of its own tree; NULL: it has no nodes",
            animation_root),
    GET("node_count", INTEGER, NULL, "Nodes of its tree", animation_nodes),
    U32("declared_node_count", NULL, "Nodes as the file says, at times more than there are",
        MDL_HEADER_NODE_COUNT),
    U32("event_count", NULL, "Events", MDL_ANIMATION_EVENTS + 4),
};

static const Column animation_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", MDL_HEADER_NAME, MDL_LONG_NAME),
    BYTES("root_raw", "The root with what follows its NUL", MDL_ANIMATION_ROOT, MDL_LONG_NAME),
    U8("geometry_type", NULL, "5 for an animation", MDL_HEADER_TYPE),
    HEADER_LEFTOVERS(0),
    U32("events_pointer", NULL, "Stored pointer to the events", MDL_ANIMATION_EVENTS),
    U32("events_allocated", NULL, "Stored room for events", MDL_ANIMATION_EVENTS + 8),
};

static const Table mdl_animations = {
    .name = "mdl_animations",
    .doc = "Animations of a model.",
    .example = "SELECT file, name, length, root FROM mdl_animations('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(animation_columns),
    HIDDEN(animation_hidden),
    .typical_rows = 20,
    .rows = animation_rows,
};

/* ---- mdl_events -------------------------------------------------------------------------------- */

LIST_ROWS(event_rows, events, mdl_list_events(mdl, error))
LIST_FIND(find_events, events, animation_count)

static const Column event_columns[] = {
    GET_REF_WITH("animation_id", "mdl_animations", "Its animation", list_owner, LIST(events)),
    GET_WITH("event_index", INTEGER, NULL, "Number among the events of its animation", list_number,
        LIST(events)),
    F32("time", "seconds", "When it happens", 0),
    CHARS("name", "What happens: hit, snd_footstep ...", 4, MDL_NAME),
};

static const Column event_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", 4, MDL_NAME),
};

static const Table mdl_events = {
    .name = "mdl_events",
    .doc = "Events of animations.",
    .example = "SELECT a.name, e.time, e.name FROM mdl_animations('samples/*.mdl') a "
               "JOIN mdl_events(a.source) e ON e.animation_id = a.id",
    .format = &mdl_format,
    COLUMNS(event_columns),
    HIDDEN(event_hidden),
    .typical_rows = 20,
    .rows = event_rows,
    .indexes = {{.keys = {"animation_id"}, .rows_per_key = 2, .find = find_events}},
};

/* ---- mdl_nodes --------------------------------------------------------------------------------- */

static bool node_rows(Opening *opening) {
    Document *document = opening->document;
    Array *array = opening->array;
    const Mdl *mdl = (const Mdl *)document;
    array->records = document->bytes;
    array->starts = mdl->node_starts;
    array->count = mdl->node_count;
    array->offset = 0;
    return true;
}

typedef enum NodeFact { NODE_ANIMATION, NODE_PARENT, NODE_INDEX, NODE_DEPTH, NODE_KIND } NodeFact;

static Value node_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    const MdlNode *node = &mdl->nodes[row->index];
    switch ((NodeFact)fact) {
    case NODE_ANIMATION: return value_reference(node->animation, mdl->animation_count);
    case NODE_PARENT: return value_reference(node->parent, mdl->node_count);
    case NODE_INDEX: {
        uint32_t first = node->animation == MDL_NONE ? 0 : mdl->first_node[node->animation];
        return value_integer((int64_t)(row->index - first));
    }
    case NODE_DEPTH: return value_integer(node->depth);
    case NODE_KIND: return value_text(mdl_kind(node->flags));
    }
    return value_null();
}

static Value node_path(const Row *row) {
    uint32_t length;
    const char *path = mdl_path(row->document, row->index, row->scratch, &length);
    return path ? value_text_of(path, length) : value_null();
}

/* Type of the controller, its floats, and which of them. */
#define BIND(type, width, number) ((type) << 8 | (width) << 4 | (number))

static Value node_bind(const Row *row, uint32_t parameter) {
    const uint8_t *value = mdl_bind_value(row->document, row->index, (int32_t)(parameter >> 8),
                                          parameter >> 4 & 15);
    return value ? value_real((double)load_f32(value + 4 * (parameter & 15))) : value_null();
}
#define BIND_COLUMN(Name, Unit, Doc, Parameter) GET_WITH(Name, REAL, Unit, Doc, node_bind, Parameter)

static void find_by_animation(const Seek *seek, RowRange *range) {
    const Mdl *mdl = seek->document;
    find_by_first(mdl->first_node, mdl->animation_count, &seek->ranges[0], range);
}

static bool prepare_parents(Document *document, Error *error) {
    return mdl_group_by_parent((Mdl *)document, error);
}

static void find_group(const MdlGroups *groups, uint64_t group, RowRange *range) {
    *range = (RowRange){groups->first[group], groups->first[group + 1], groups->order};
}

static void find_by_parent(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Mdl *mdl = seek->document;
    if (ranges[0].lo != ranges[0].hi) return; /* the children of several aren't in order */
    if (ranges[0].lo < 0 || (uint64_t)ranges[0].lo >= mdl->node_count) range->end = range->first;
    else find_group(&mdl->by_parent, (uint64_t)ranges[0].lo, range);
}

static bool prepare_paths(Document *document, Error *error) {
    return mdl_group_by_path((Mdl *)document, error);
}

static void find_by_path(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Mdl *mdl = seek->document;
    if (!ranges[0].text) return;
    find_group(&mdl->by_path, mdl_path_group(mdl, ranges[0].text, ranges[0].text_length), range);
}

static const Column node_columns[] = {
    GET_REF_WITH("animation_id", "mdl_animations", "Its animation; NULL in the geometry", node_fact,
            NODE_ANIMATION),
    GET_REF_WITH("parent_id", "mdl_nodes", "The node that it hangs on; NULL: none, it's a root",
            node_fact, NODE_PARENT),
    GET_WITH("node_index", INTEGER, NULL, "Number in its tree, in pre-order: what skins use", node_fact,
        NODE_INDEX),
    GET_WITH("depth", INTEGER, NULL, "Nodes above it", node_fact, NODE_DEPTH),
    GET("path", TEXT, NULL,
        "Names from the root on: 'root/torso/head'; path = '...' COLLATE NOCASE is a seek, too",
        node_path),
    CHARS("name", "Name; compares without case in the game, need not be unique", MDL_NODE_NAME,
          MDL_NAME),
    GET_WITH("kind", TEXT, NULL,
        "dummy, light, emitter, camera, reference, trimesh, skin, animmesh, danglymesh or aabb; "
        "NULL: other flags",
        node_fact, NODE_KIND),
    U32("flags", NULL, "What the node has, as one number", MDL_NODE_FLAGS),
    BIT(32, "has_header", "1: it is a node", MDL_NODE_FLAGS, MDL_FLAG_NODE),
    BIT(32, "has_light", "1: there is a row of mdl_lights", MDL_NODE_FLAGS, MDL_FLAG_LIGHT),
    BIT(32, "has_emitter", "1: there is a row of mdl_emitters", MDL_NODE_FLAGS, MDL_FLAG_EMITTER),
    BIT(32, "has_camera", "1: it is a camera, which has nothing more", MDL_NODE_FLAGS,
        MDL_FLAG_CAMERA),
    BIT(32, "has_reference", "1: there is a row of mdl_references", MDL_NODE_FLAGS,
        MDL_FLAG_REFERENCE),
    BIT(32, "has_mesh", "1: there is a row of mdl_meshes", MDL_NODE_FLAGS, MDL_FLAG_MESH),
    BIT(32, "has_skin", "1: there is a row of mdl_skins", MDL_NODE_FLAGS, MDL_FLAG_SKIN),
    BIT(32, "has_anim", "1: there is a row of mdl_animmeshes", MDL_NODE_FLAGS, MDL_FLAG_ANIM),
    BIT(32, "has_dangly", "1: there is a row of mdl_danglies", MDL_NODE_FLAGS, MDL_FLAG_DANGLY),
    BIT(32, "has_aabb", "1: there are rows of mdl_aabbs", MDL_NODE_FLAGS, MDL_FLAG_AABB),
    I32("part_number", NULL,
        "With a supermodel, its node of the same name (-1: none); else usually the order of "
        "creation",
        28),
    U32("inherit_color", NULL, "1: the parent's colour counts, too", 24),
    U32("child_count", NULL, "Nodes that hang on it", MDL_NODE_CHILDREN + 4),
    U32("controller_count", NULL, "Its rows of mdl_controllers", MDL_NODE_CONTROLLERS + 4),
    BIND_COLUMN("position_x", METERS, "Place in its parent, x; NULL: not given, or it moves",
                BIND(MDL_POSITION, 3, 0)),
    BIND_COLUMN("position_y", METERS, "Place in its parent, y", BIND(MDL_POSITION, 3, 1)),
    BIND_COLUMN("position_z", METERS, "Place in its parent, z (up)", BIND(MDL_POSITION, 3, 2)),
    BIND_COLUMN("orientation_x", NULL, "Rotation in its parent as a quaternion, x",
                BIND(MDL_ORIENTATION, 4, 0)),
    BIND_COLUMN("orientation_y", NULL, "The same, y", BIND(MDL_ORIENTATION, 4, 1)),
    BIND_COLUMN("orientation_z", NULL, "The same, z", BIND(MDL_ORIENTATION, 4, 2)),
    BIND_COLUMN("orientation_w", NULL, "The same, w (1: none)", BIND(MDL_ORIENTATION, 4, 3)),
    BIND_COLUMN("scale", NULL, "Scale; NULL: not given, which is 1", BIND(MDL_SCALE, 1, 0)),
};

static const Column node_hidden[] = {
    BYTES("name_raw", "The name with what follows its NUL", MDL_NODE_NAME, MDL_NAME),
    U32("function0", NULL, "Address of a function of the writer", 0),
    U32("function1", NULL, "Address of a function of the writer", 4),
    U32("function2", NULL, "Address of a function of the writer", 8),
    U32("function3", NULL, "Address of a function of the writer", 12),
    U32("function4", NULL, "Address of a function of the writer", 16),
    U32("function5", NULL, "Address of a function of the writer", 20),
    U32("geometry_pointer", NULL, "Stored pointer to the geometry: 0 or garbage", 64),
    U32("parent_pointer", NULL, "Stored pointer to the parent: 0 or garbage", 68),
    U32("children_pointer", NULL, "Stored pointer to the children", MDL_NODE_CHILDREN),
    U32("children_allocated", NULL, "Stored room for children", MDL_NODE_CHILDREN + 8),
    U32("controllers_pointer", NULL, "Stored pointer to the controllers", MDL_NODE_CONTROLLERS),
    U32("controllers_allocated", NULL, "Stored room for controllers", MDL_NODE_CONTROLLERS + 8),
    ARRAY("data", "floats of the controllers", MDL_NODE_DATA),
};

static const Table mdl_nodes = {
    .name = "mdl_nodes",
    .doc = "Nodes of the geometry and then of each animation, parents before children.",
    .example = "SELECT id, parent_id, kind, path FROM mdl_nodes('samples/*.mdl') "
               "WHERE animation_id IS NULL",
    .format = &mdl_format,
    COLUMNS(node_columns),
    HIDDEN(node_hidden),
    .typical_rows = 150,
    .rows = node_rows,
    .indexes = {{.keys = {"path"}, .rows_per_key = 4, .find = find_by_path,
                 .prepare = prepare_paths},
                {.keys = {"parent_id"}, .rows_per_key = 2, .find = find_by_parent,
                 .prepare = prepare_parents},
                {.keys = {"animation_id"}, .rows_per_key = 30, .find = find_by_animation}},
};

/* ---- mdl_controllers --------------------------------------------------------------------------- */

LIST_ROWS(controller_rows, controllers, mdl_name_controllers(mdl, error))
LIST_FIND(find_controllers, controllers, node_count)

static Value controller_name(const Row *row) {
    return value_text(mdl_controller_name(row->document, row->index));
}

static Value controller_columns(const Row *row) {
    return value_integer(mdl_controller_width(row->record));
}

static Value controller_bezier(const Row *row) {
    return value_integer(row->record[10] != MDL_NO_DATA && row->record[10] & MDL_BEZIER);
}

static Value controller_namesake(const Row *row) {
    const Mdl *mdl = row->document;
    return value_reference(mdl->namesakes[mdl->controllers.owners[row->index]], mdl->node_count);
}

static const Column controller_list[] = {
    NODE_ID(controllers),
    GET_WITH("controller_index", INTEGER, NULL, "Number among the controllers of its node", list_number,
        LIST(controllers)),
    I32("type", NULL, "What it controls; means different things in different kinds of nodes", 0),
    GET("name", TEXT, NULL,
        "The same as text, by the kind of the node, or of the geometry's node of that name",
        controller_name),
    U16("row_count", NULL, "Rows: one is a value that doesn't change", 4),
    GET("column_count", INTEGER, NULL, "Floats in a row", controller_columns),
    GET("is_bezier", INTEGER, NULL, "1: a bezier key", controller_bezier),
    U16("time_index", NULL, "First time among the floats of the node", 6),
    U16("data_index", NULL, "First value among the floats of the node", 8),
};

static const Column controller_hidden[] = {
    GET_REF("geometry_node_id", "mdl_nodes",
            "In an animation: the first node of the geometry with the name of its node",
            controller_namesake),
    U8("columns_raw", NULL, "Stored number of columns, with 16 for bezier; 255: no data", 10),
    U8("pad", NULL, "Byte that fills up the record", 11),
};

static const Table mdl_controllers = {
    .name = "mdl_controllers",
    .doc = "What of a node is set or animated: position, orientation, alpha, birthrate ...",
    .example = "SELECT n.path, c.name, c.row_count FROM mdl_nodes('samples/*.mdl') n "
               "JOIN mdl_controllers(n.source) c ON c.node_id = n.id",
    .format = &mdl_format,
    COLUMNS(controller_list),
    HIDDEN(controller_hidden),
    .typical_rows = 200,
    .rows = controller_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 3, .find = find_controllers}},
};

/* ---- mdl_keys ---------------------------------------------------------------------------------- */

LIST_ROWS(key_rows, keys, mdl_list_keys(mdl, error))
LIST_FIND(find_keys, keys, controllers.count)

static Value key_value(const Row *row, uint32_t number) {
    uint32_t width;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    return number < width ? value_real((double)load_f32(values + 4 * number)) : value_null();
}

/* "0.5 1 0.25", with a point whatever the locale says. */
static Value key_list(const Row *row) {
    enum { FLOAT_TEXT = 24 };
    uint32_t width, at = 0;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    if (width <= 4) return value_null();
    char *text = arena_alloc(row->scratch, width, FLOAT_TEXT);
    if (!text) return value_null();
    for (uint32_t i = 0; i < width; i++) {
        if (i) text[at++] = ' ';
        int length = snprintf(text + at, FLOAT_TEXT - 1, "%.9g",
                              (double)load_f32(values + 4 * i));
        for (int k = 0; k < length; k++, at++) {
            if (text[at] == ',') text[at] = '.';
        }
    }
    return value_text_of(text, at);
}

static const Column key_columns[] = {
    GET_REF_WITH("controller_id", "mdl_controllers", "Its controller", list_owner, LIST(keys)),
    GET_WITH("key_index", INTEGER, NULL, "Number among the rows of its controller", list_number,
        LIST(keys)),
    F32("time", "seconds", "When, from the start of the animation", 0),
    GET_WITH("value0", REAL, NULL, "First value: x of positions and orientations, red", key_value, 0),
    GET_WITH("value1", REAL, NULL, "Second value: y, green; NULL: the controller has fewer columns",
        key_value, 1),
    GET_WITH("value2", REAL, NULL, "Third value: z, blue", key_value, 2),
    GET_WITH("value3", REAL, NULL, "Fourth value: w of orientations", key_value, 3),
    GET("value_list", TEXT, NULL, "All values, with blanks between them, where there are over 4",
        key_list),
};

static const Table mdl_keys = {
    .name = "mdl_keys",
    .doc = "Rows of controllers: values at times.",
    .example = "SELECT c.name, k.time, k.value0, k.value1, k.value2, k.value3 "
               "FROM mdl_controllers('samples/*.mdl') c "
               "JOIN mdl_keys(c.source) k ON k.controller_id = c.id WHERE c.row_count > 1",
    .format = &mdl_format,
    COLUMNS(key_columns),
    .typical_rows = 600,
    .rows = key_rows,
    .indexes = {{.keys = {"controller_id"}, .rows_per_key = 3, .find = find_keys}},
};

/* ---- Module ------------------------------------------------------------------------------------ */

static const Format *const mdl_formats[] = {&mdl_format};

static const Table *const mdl_tables[] = {
    &mdl_models,     &mdl_animations, &mdl_events,        &mdl_nodes,       &mdl_controllers,
    &mdl_keys,       &mdl_meshes,     &mdl_vertices,      &mdl_faces,       &mdl_index_lists,
    &mdl_indices,    &mdl_skins,      &mdl_bones,         &mdl_bone_slots,  &mdl_weights,
    &mdl_danglies,   &mdl_constraints, &mdl_animmeshes,   &mdl_animmesh_sets, &mdl_aabbs,
    &mdl_lights,     &mdl_flares,     &mdl_emitters,      &mdl_references,
};

const Module mdl_module = {
    MODULE_PARTS(mdl_formats, format),
    MODULE_PARTS(mdl_tables, table),
};
