/* The RSW table of the tree by which the game finds what is in sight. rsw.h describes it. */
#include "ragnarok/rsw_tables.h"

static const RswPlace *place_of(const Row *row) {
    return &((const Rsw *)row->document)->places[row->index];
}

static Value node_level(const Row *row) {
    return value_integer(place_of(row)->level);
}

static Value node_parent(const Row *row) {
    return value_reference(place_of(row)->parent, UINT32_MAX);
}

static Value node_quadrant(const Row *row) {
    return row->index ? value_integer(place_of(row)->quadrant) : value_null();
}

static const Name quadrant_names[] = {
    {RSW_SW, "south-west"},
    {RSW_SE, "south-east"},
    {RSW_NW, "north-west"},
    {RSW_NE, "north-east"},
    {0},
};

#define VECTOR(name, doc, offset)                                                                  \
    F32(name "_x", "GND units", doc ", to the east", (offset) + RSW_X),                            \
        F32(name "_y", "GND units", doc ", down", (offset) + RSW_Y),                               \
        F32(name "_z", "GND units", doc ", to the north", (offset) + RSW_Z)

static const Column node_columns[] = {
    GET_REF("parent_id", "rsw_quadtree", "The node that holds it; NULL for the root", node_parent),
    GET("level", INTEGER, NULL,
        "Level of the node: 0 for the root, 5 for leaves; nodes come depth first", node_level),
    GET("quadrant", INTEGER, NULL, "Which quarter of its parent it is; NULL for the root",
        node_quadrant),
    GET("quadrant_name", TEXT, NULL, "The name of that number", node_quadrant,
        .value_names = quadrant_names),
    VECTOR("max", "Upper bound of the box", RSW_NODE_MAXIMUM),
    VECTOR("min", "Lower bound of the box", RSW_NODE_MINIMUM),
    VECTOR("half", "Half of its size, as stored", RSW_NODE_HALF_SIZE),
    VECTOR("center", "Its centre, as stored", RSW_NODE_CENTER),
};

const Table rsw_quadtree = {
    .name = "rsw_quadtree",
    .doc = "The tree of boxes by which the client decides what to draw: 1365 nodes of six levels.",
    .example = "SELECT level, count(*), min(min_y), max(max_y) "
               "FROM rsw_quadtree('samples/town.rsw') GROUP BY level",
    .format = &rsw_format,
    COLUMNS(node_columns),
    .typical_rows = RSW_TREE_NODES,
    ROWS(Rsw, tree, node_count, RSW_NODE_BYTES),
    .prepare = rsw_place_nodes,
};
