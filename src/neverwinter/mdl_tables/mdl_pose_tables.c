/* The MDL tables of poses: where nodes and vertices are at a time. mdl_world.h has the
** definitions. */
#include "neverwinter/mdl_tables/mdl_tables.h"

enum { ARGUMENT_ANIMATION, ARGUMENT_TIME, ARGUMENT_SUPERMODELS };

/* Finds the animation with an id. */
static bool take_own_motion(const Opening *opening, int64_t id, MdlMotion *motion) {
    Mdl *mdl = (Mdl *)opening->document;
    if (id < 0 || (uint64_t)id >= mdl->animations.count) {
        return fail(opening->error, ERROR_ARGUMENT,
                    "animation %lld isn't there, the model has %llu", (long long)id,
                    (unsigned long long)mdl->animations.count);
    }
    *motion = (MdlMotion){mdl, (uint64_t)id, 1};
    return true;
}

/* Finds the animation that the arguments name; *none: they name none. */
static bool take_motion(const Opening *opening, MdlMotion *motion, bool *none) {
    Value name = opening->arguments->values[ARGUMENT_ANIMATION];
    *none = name.type == VALUE_NULL;
    if (*none) return true;
    if (name.type == VALUE_INTEGER) return take_own_motion(opening, name.integer, motion);
    if (name.type != VALUE_TEXT) {
        return fail(opening->error, ERROR_ARGUMENT, "animation is neither a name nor an id");
    }
    return mdl_find_motion((Mdl *)opening->document, name.bytes, name.length,
                           opening->arguments->files[ARGUMENT_SUPERMODELS], motion, opening->error);
}

/* Makes the pose that the arguments ask for. */
static MdlPosedNode *take_pose(const Opening *opening) {
    Value time = opening->arguments->values[ARGUMENT_TIME];
    MdlMotion motion;
    double seconds = 0;
    bool none;
    if (!take_motion(opening, &motion, &none)) return NULL;
    if (time.type != VALUE_NULL && !value_take_real(time, "time", &seconds, opening->error)) {
        return NULL;
    }
    return mdl_pose((Mdl *)opening->document, none ? NULL : &motion, seconds, opening->scratch,
                    opening->error);
}

static bool pose_rows(Opening *opening) {
    const Mdl *mdl = (const Mdl *)opening->document;
    MdlPosedNode *pose = take_pose(opening);
    if (!pose) return false;
    return opening_set_rows(opening, pose, mdl->geometry_count, sizeof *pose);
}

static Value pose_name(const Row *row) {
    const uint8_t *node = mdl_node(row->document, row->index);
    return row_text(row, ENCODING_CP1252, node + MDL_NODE_NAME, MDL_NAME);
}

static uint64_t pose_offset(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl_offset_in_file(mdl, mdl->trees.starts[row->index]);
}

#define PLACE_COLUMNS(prefix, where, place)                                                        \
    MEMBER(F64, prefix "x", METERS, "Its place in " where ", x", MdlPosedNode, place.position.x),  \
        MEMBER(F64, prefix "y", METERS, "Its place in " where ", y", MdlPosedNode,                 \
               place.position.y),                                                                  \
        MEMBER(F64, prefix "z", METERS, "Its place in " where ", z (up)", MdlPosedNode,            \
               place.position.z),                                                                  \
        MEMBER(F64, prefix "qx", NULL, "Its rotation in " where " as a quaternion, x",             \
               MdlPosedNode, place.turn.x),                                                        \
        MEMBER(F64, prefix "qy", NULL, "Its rotation in " where " as a quaternion, y",             \
               MdlPosedNode, place.turn.y),                                                        \
        MEMBER(F64, prefix "qz", NULL, "Its rotation in " where " as a quaternion, z",             \
               MdlPosedNode, place.turn.z),                                                        \
        MEMBER(F64, prefix "qw", NULL,                                                             \
               "Its rotation in " where                                                            \
               " as a quaternion, w; never negative, 1 means no rotation",                         \
               MdlPosedNode, place.turn.w),                                                        \
        MEMBER(F64, prefix "scale", NULL, "Its scale in " where, MdlPosedNode, place.scale)

static const Column pose_columns[] = {
    GET_REF("node_id", "mdl_nodes", "The node", row_number),
    GET("name", TEXT, NULL, "Its name", pose_name, .nocase = true),
    PLACE_COLUMNS("", "the model", world),
    PLACE_COLUMNS("local_", "its parent", local),
};

const Table mdl_pose_table = {
    TABLE("mdl_pose", mdl_format, pose_columns),
    .doc = "Where the nodes of the geometry are in the model, at a time of an animation or in the "
           "bind pose: v is at (x, y, z) + scale * (turn applied to v).",
    .example = "SELECT name, x, y, z FROM mdl_pose('samples/windmill.mdl', 'day', 0.5)",
    ARGUMENTS(
        {"animation",
         "Name of an animation, in upper or lower case, or an id of mdl_animations; without it "
         "the pose is the bind pose",
         .optional = true, .any_text = true},
        {"time",
         "Seconds from the start of the animation, 0 if it is missing; it is neither wrapped "
         "nor cut to the animation's length",
         .optional = true},
        MDL_SUPERMODELS),
    .typical_rows = 30,
    .rows = pose_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1}},
    .byte_offset = pose_offset,
};

static bool posed_vertex_rows(Opening *opening) {
    Mdl *mdl = (Mdl *)opening->document;
    const MdlPosedNode *pose = take_pose(opening);
    if (!pose) return false;
    Vector *vertices = mdl_pose_vertices(mdl, pose, opening->scratch, opening->error);
    if (!vertices) return false;
    return opening_set_rows(opening, vertices, mdl->vertices.count, sizeof *vertices);
}

static const Column posed_vertex_columns[] = {
    GET_REF("vertex_id", "mdl_vertices", "The vertex", row_number),
    MEMBER(F64, "x", METERS, "Its place in the model, x", Vector, x),
    MEMBER(F64, "y", METERS, "Its place in the model, y", Vector, y),
    MEMBER(F64, "z", METERS, "Its place in the model, z (up)", Vector, z),
    NODE_ID(vertices),
};

const Table mdl_posed_vertices = {
    TABLE("mdl_posed_vertices", mdl_format, posed_vertex_columns),
    .doc = "Where the vertices are in the model at a time of an animation. Those of skins follow "
           "their bones by their weights, others their node; animmeshes and danglymeshes keep "
           "their shape.",
    .example = "SELECT v.vertex_id, v.x, v.y, v.z "
               "FROM mdl_posed_vertices('samples/windmill.mdl', 'day', 0.5) v",
    ARGUMENTS({.name = "animation",
               .doc = "Name of an animation, in upper or lower case, or an id of mdl_animations"},
              {.name = "time",
               .doc =
                   "Seconds from the start of the animation; it is neither wrapped nor cut to the "
                   "animation's length"},
              MDL_SUPERMODELS),
    .typical_rows = 600,
    .rows = posed_vertex_rows,
    .indexes = {{.keys = {"vertex_id"}, .rows_per_key = 1},
                {BY_PARENT("node_id", 70, Mdl, vertices)}},
    .byte_offset = mdl_offset_of_vertex,
};
