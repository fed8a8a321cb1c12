/* What lies below a point of a model's walkmesh, as a table and as functions. The list of
** everything that the MDL module has is at the end. */
#include "mdl_tables.h"
#include "../src/mdl_world.h"

/* ---- mdl_walk_hits --------------------------------------------------------------------------- */

enum { ARGUMENT_X, ARGUMENT_Y, ARGUMENT_SEARCH };

/* Finds the hits at the point that two values give. With `all`, every face is tried. */
static bool take_hits(Document *document, const Value *values, bool all, Arena *scratch,
                      MdlWalkHit **hits, uint64_t *count, Error *error) {
    double x, y;
    return mdl_take_number(values[ARGUMENT_X], "x", &x, error) &&
           mdl_take_number(values[ARGUMENT_Y], "y", &y, error) &&
           mdl_walk_hits((Mdl *)document, x, y, all, scratch, hits, count, error);
}

static bool take_search(Value search, bool *all, Error *error) {
    *all = value_is_text(search, "all");
    return *all || search.type == VALUE_NULL || value_is_text(search, "tree") ||
           fail(error, ERROR_ARGUMENT, "search is neither 'tree' nor 'all'");
}

static bool walk_hit_rows(Opening *opening) {
    MdlWalkHit *hits;
    uint64_t count;
    const Value *values = opening->arguments->values;
    bool all;
    if (!take_search(values[ARGUMENT_SEARCH], &all, opening->error) ||
        !take_hits(opening->document, values, all, opening->scratch, &hits, &count,
                   opening->error)) {
        return false;
    }
    *opening->array =
        (Array){.records = hits, .count = count, .stride = sizeof *hits, .offset = NO_OFFSET};
    return true;
}

static const MdlWalkHit *hit_of(const Row *row) {
    return (const MdlWalkHit *)(const void *)row->record;
}

static Value hit_face_index(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)children_number(&mdl->faces, hit_of(row)->face));
}

static Value hit_surface_name(const Row *row) {
    return value_name(mdl_surface_name(hit_of(row)->surface));
}

static uint64_t hit_offset(const Row *row) {
    return ((const Mdl *)row->document)->faces.starts[hit_of(row)->face];
}

static const Column walk_hit_columns[] = {
    MEMBER_REF("node_id", "mdl_nodes", "The walkmesh, a node of kind aabb", MdlWalkHit, node),
    MEMBER_REF("face_id", "mdl_faces", "The face", MdlWalkHit, face),
    MEMBER(F64, "z", METERS, "Height of the face at the point, in the model", MdlWalkHit, z),
    MEMBER(I32, "surface", NULL, "Its material", MdlWalkHit, surface),
    GET("surface_name", TEXT, NULL, "The name of that number; NULL where no name is known",
        hit_surface_name),
    GET("face_index", INTEGER, NULL, "Number of the face among those of its node", hit_face_index),
};

static const Argument walk_hit_arguments[] = {
    {.name = "x", .doc = "Place in the model in metres, x"},
    {.name = "y", .doc = "Place in the model in metres, y"},
    {.name = "search",
     .doc = "'tree' (the default) asks the walkmesh's tree of boxes, 'all' tries every face; they "
            "find the same",
     .optional = true},
};

static const Table mdl_walk_hits_table = {
    .name = "mdl_walk_hits",
    .doc =
        "The faces of walkmeshes that a vertical line hits, the highest first; there are no rows "
        "off the walkmesh. On a common edge both faces are hit; vertical faces are never hit.",
    .example =
        "SELECT z, surface_name, face_id FROM mdl_walk_hits('samples/windmill.mdl', 1.5, -2)",
    .format = &mdl_format,
    COLUMNS(walk_hit_columns),
    ARGUMENTS(walk_hit_arguments),
    .typical_rows = 1,
    .rows = walk_hit_rows,
    .byte_offset = hit_offset,
};

/* ---- Functions ------------------------------------------------------------------------------- */

/* Finds the highest hit at the point that a call's arguments give; NULL: there is none, or an error
** has been set. */
static const MdlWalkHit *highest_hit(Call *call) {
    MdlWalkHit *hits;
    uint64_t count;
    bool done =
        take_hits(call->document, call->values, false, call->scratch, &hits, &count, call->error);
    return done && count ? &hits[0] : NULL;
}

static Value height_call(Call *call) {
    const MdlWalkHit *hit = highest_hit(call);
    return hit ? value_real(hit->z) : value_null();
}

static Value surface_call(Call *call) {
    const MdlWalkHit *hit = highest_hit(call);
    return hit ? value_integer(hit->surface) : value_null();
}

static const Function mdl_functions[] = {
    {.name = "mdl_height",
     .signature = "mdl_height(src, x, y)",
     .doc = "The height of the walkmesh at a point of a model in metres, the highest where faces "
            "lie above each other; NULL off the walkmesh.",
     .example = "SELECT mdl_height('samples/windmill.mdl', 1.5, -2)",
     .least = 3,
     .most = 3,
     .format = &mdl_format,
     .call = height_call},
    {.name = "mdl_surface",
     .signature = "mdl_surface(src, x, y)",
     .doc = "The material of the walkmesh at a point of a model, of the highest face; NULL off the "
            "walkmesh. Its name is in mdl_walk_hits.",
     .example = "SELECT mdl_surface('samples/windmill.mdl', 1.5, -2)",
     .least = 3,
     .most = 3,
     .format = &mdl_format,
     .call = surface_call},
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Format *const mdl_formats[] = {&mdl_format};

static const Table *const mdl_tables[] = {
    &mdl_models,      &mdl_animations,     &mdl_events,          &mdl_nodes,
    &mdl_controllers, &mdl_keys,           &mdl_meshes,          &mdl_vertices,
    &mdl_faces,       &mdl_index_lists,    &mdl_indices,         &mdl_skins,
    &mdl_bones,       &mdl_bone_slots,     &mdl_weights,         &mdl_danglies,
    &mdl_constraints, &mdl_animmeshes,     &mdl_animmesh_sets,   &mdl_aabbs,
    &mdl_lights,      &mdl_flares,         &mdl_emitters,        &mdl_references,
    &mdl_pose_table,  &mdl_posed_vertices, &mdl_walk_hits_table,
};

const Module mdl_module = {
    MODULE_PARTS(mdl_formats, format),
    MODULE_PARTS(mdl_tables, table),
    MODULE_PARTS(mdl_functions, function),
};
