/* The MDL tables of controllers and their keys. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii_words.h"

PREPARE(prepare_controllers, mdl_name_controllers(mdl, error))

/* Some properties of emitters, in the middle of a particle's life, have one number in the game's
** own files and in texts, and one that is 16 higher in files of nwnmdlcomp. */
enum { FIRST_OF_MIDLIFE = 448, MIDLIFE_SHIFT = 16, WIRE_COLOR = 20004 };

static const char *name_by_flags(const Mdl *mdl, uint32_t flags, int32_t type) {
    bool shifts = flags & MDL_FLAG_EMITTER && mdl->midlife_nwnmdlcomp && type >= FIRST_OF_MIDLIFE;
    return mdl_ascii_controller(flags, shifts ? type - MIDLIFE_SHIFT : type);
}

const char *mdl_controller_name(const Mdl *mdl, uint64_t controller) {
    uint32_t node = mdl->controllers.parents[controller], namesake = mdl->namesakes[node];
    int32_t type = load_i32(mdl_bytes(mdl, mdl->controllers.starts[controller]));
    if (type == WIRE_COLOR) return "wirecolor"; /* an editor's, which in texts is no controller */
    const char *name = name_by_flags(mdl, mdl->nodes[node].flags | MDL_FLAG_NODE, type);
    if (name || namesake == MDL_NONE) return name;
    return name_by_flags(mdl, mdl->nodes[namesake].flags, type);
}

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
        MDL_CONTROLLER_ROWS, SHAPES_COUNT),
    GET("column_count", INTEGER, NULL, "Floats in a row", controller_columns),
    GET("is_bezier", INTEGER, NULL, "1 if it is a Bezier key", controller_bezier),
    U16("time_index", NULL, "First time among the floats of the node; NULL in a text",
        MDL_CONTROLLER_TIMES, SHAPES_COUNT, BINARY_ONLY),
    U16("data_index", NULL, "First value among the floats of the node; NULL in a text",
        MDL_CONTROLLER_VALUES, SHAPES_COUNT, BINARY_ONLY),
    GET_REF("geometry_node_id", "mdl_nodes",
            "In an animation: the first node of the geometry with the name of its node",
            controller_namesake, .hidden = true),
    U8("columns_raw", NULL, "Stored number of columns, with 16 for bezier; 255: no data",
       MDL_CONTROLLER_COLUMNS, SHAPES_COUNT, BINARY_ONLY, .hidden = true),
    LEFT_OVER(U8, "pad", "A byte of padding", MDL_CONTROLLER_PADDING),
};

const Table mdl_controllers = {
    TABLE("mdl_controllers", mdl_format, controller_list),
    .also_called = "controller key",
    .doc = "Which properties of a node are set or animated: position, orientation, alpha, "
           "birthrate and so on.",
    .example = "SELECT n.path, c.name, c.row_count FROM mdl_nodes('samples/*.mdl') n "
               "JOIN mdl_controllers(n.source) c ON c.node_id = n.id",
    .typical_rows = 200,
    .identity = {"node_id", "type"},
    .shown_by = "name",
    .prepare = prepare_controllers,
    NODE_ROWS(controllers, 3),
};

static const uint8_t *key_value_at(const Row *row, uint32_t number) {
    uint32_t width;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    return number < width ? values + (size_t)4 * number : NULL;
}

/* Returns the values of a key as text, "0.5 1 0.25", with a point in every locale. */
static Value key_list(const Row *row) {
    enum { FLOAT_TEXT = 24 };
    uint32_t width, at = 0;
    const uint8_t *values = mdl_key_values(row->document, row->index, &width);
    if (width <= 4) return value_null();
    char *text = arena_alloc(row->scratch, width, FLOAT_TEXT);
    if (!text) return value_null();
    for (uint32_t i = 0; i < width; i++) {
        if (i) text[at++] = ' ';
        at += (uint32_t)print_text(text + at, FLOAT_TEXT - 1, "%.9g",
                                   (double)load_f32(values + 4 * i));
    }
    return value_text_of(text, at);
}

static const Column key_columns[] = {
    PARENT("controller_id", "mdl_controllers", "Its controller", Mdl, keys),
    NUMBER("key_index", "Number among the rows of its controller", Mdl, keys),
    F32("time", "seconds", "Time since the start of the animation", MDL_KEY_TIME),
    FIELD_AT(F32, "value0", NULL, "First value: x of positions and orientations, red", key_value_at,
             X),
    FIELD_AT(F32, "value1", NULL,
             "Second value: y, green; NULL if the controller has fewer columns", key_value_at, Y),
    FIELD_AT(F32, "value2", NULL, "Third value: z, blue", key_value_at, Z),
    FIELD_AT(F32, "value3", NULL, "Fourth value: w of orientations", key_value_at, W),
    GET("value_list", TEXT, NULL, "All values, with blanks between them, where there are over 4",
        key_list, WRITTEN),
};

const Table mdl_keys = {
    TABLE("mdl_keys", mdl_format, key_columns),
    .also_called = "controller data",
    .doc = "Rows of controllers: values at times.",
    .example = "SELECT c.name, k.time, k.value0, k.value1, k.value2, k.value3 "
               "FROM mdl_controllers('samples/*.mdl') c "
               "JOIN mdl_keys(c.source) k ON k.controller_id = c.id WHERE c.row_count > 1",
    .typical_rows = 600,
    .identity = {"controller_id", "time"},
    .byte_offset = mdl_byte_offset,
    ROWS_OF("controller_id", 3, Mdl, keys),
};
