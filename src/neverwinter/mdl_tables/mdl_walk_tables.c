/* What lies below a point of a model's walkmesh, as a table and as functions. The list of
** everything that the MDL module has is at the end. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "scene/glb_call.h"

/* Finds the hits at the point that two values give. With `all`, every face is tried. */
static bool take_hits(Document *document, const Value *values, bool all, Arena *scratch,
                      MdlWalkHit **hits, uint64_t *count, Error *error) {
    Point2 at;
    return value_take_point(values, "x", "y", &at, error) &&
           mdl_walk_hits((Mdl *)document, at.x, at.y, all, scratch, hits, count, error);
}

static bool walk_hit_rows(Opening *opening) {
    MdlWalkHit *hits;
    uint64_t count;
    const Value *values = opening->arguments->values, search = values[2];
    bool all = value_is_text(search, "all");
    if (!all && search.type != VALUE_NULL && !value_is_text(search, "tree")) {
        return fail(opening->error, ERROR_ARGUMENT, "search is neither 'tree' nor 'all'");
    }
    if (!take_hits(opening->document, values, all, opening->scratch, &hits, &count,
                   opening->error)) {
        return false;
    }
    return opening_set_rows(opening, hits, count, sizeof *hits);
}

ROW_RECORD(MdlWalkHit, hit_of)

static Value hit_face_index(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)children_number(&mdl->faces, hit_of(row)->face));
}

static Value hit_surface_name(const Row *row) {
    return value_name(mdl_surface_name(hit_of(row)->surface));
}

static Value hit_state(const Row *row) {
    return value_name(mdl_door_state(row->document, hit_of(row)->node));
}

static uint64_t hit_offset(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl_offset_in_file(mdl, mdl->faces.starts[hit_of(row)->face]);
}

static const Column walk_hit_columns[] = {
    MEMBER_REF("node_id", "mdl_nodes",
               "The walkmesh: a node of kind aabb, or any mesh of a .pwk or .dwk", MdlWalkHit,
               node),
    MEMBER_REF("face_id", "mdl_faces", "The face", MdlWalkHit, face),
    MEMBER(F64, "z", METERS, "Height of the face at the point, in the model", MdlWalkHit, z),
    MEMBER(I32, "surface", NULL, "Its material", MdlWalkHit, surface),
    GET("surface_name", TEXT, NULL, "The name of that number; NULL where no name is known",
        hit_surface_name),
    GET("face_index", INTEGER, NULL, "Number of the face among those of its node", hit_face_index),
    GET("state", TEXT, NULL,
        "State of a door to which the walkmesh belongs, by its name: closed, open1 or open2 in a "
        ".dwk; NULL elsewhere",
        hit_state),
};

static const Table mdl_walk_hits_table = {
    TABLE("mdl_walk_hits", mdl_format, walk_hit_columns),
    .doc =
        "The faces of walkmeshes that a vertical line hits, the highest first; there are no rows "
        "off the walkmesh. On a common edge both faces are hit; vertical faces are never hit.",
    .example =
        "SELECT z, surface_name, face_id FROM mdl_walk_hits('samples/windmill.mdl', 1.5, -2)",
    ARGUMENTS(
        {.name = "x", .doc = "Place in the model in metres, x"},
        {.name = "y", .doc = "Place in the model in metres, y"},
        {"search",
         "'tree' (the default) asks the walkmesh's tree of boxes, 'all' tries every face; they "
         "find the same",
         .optional = true}),
    .rows = walk_hit_rows,
    .byte_offset = hit_offset,
};

/* Finds the highest hit at the point that a call's arguments give; for a door, of its closed state.
** NULL: there is none, or the error is set. */
static const MdlWalkHit *highest_hit(Call *call) {
    MdlWalkHit *hits;
    uint64_t count;
    const Mdl *mdl = (const Mdl *)call->document;
    if (!take_hits(call->document, call->values, false, call->scratch, &hits, &count,
                   call->error)) {
        return NULL;
    }
    for (uint64_t i = 0; i < count; i++) {
        const char *state = mdl_door_state(mdl, hits[i].node);
        if (mdl->container[0] != 'd' || (state && strcmp(state, "closed") == 0)) return &hits[i];
    }
    return NULL;
}

static Value height_call(Call *call) {
    const MdlWalkHit *hit = highest_hit(call);
    return hit ? value_real(hit->z) : value_null();
}

static Value surface_call(Call *call) {
    const MdlWalkHit *hit = highest_hit(call);
    return hit ? value_integer(hit->surface) : value_null();
}

static Value text_call(Call *call) {
    const uint8_t *text;
    uint64_t size;
    if (!mdl_write_text((Mdl *)call->document, call->scratch, &text, &size, call->error)) {
        return value_null();
    }
    return value_blob(text, size);
}

static const Function mdl_functions[] = {
    {"mdl_text", "src",
     .doc = "The model as ASCII text, which editors and compilers read, as a BLOB in Windows-1252: "
            "writefile('x.mdl', mdl_text(src)), or mdl_nodes(mdl_text(src)). Read again it gives "
            "the same rows; what a text can't say is lost.",
     .example = "SELECT length(mdl_text('samples/windmill.mdl')) > 1000", .format = &mdl_format,
     .call = text_call},
    {"mdl_height", "src, x, y",
     .doc =
         "The height of the walkmesh at a point of a model in metres, the highest where faces "
         "lie above each other; NULL off the walkmesh. Of a door's .dwk the closed state counts.",
     .example = "SELECT mdl_height('samples/windmill.mdl', 1.5, -2)", .format = &mdl_format,
     .call = height_call},
    {"mdl_surface", "src, x, y",
     .doc = "The material of the walkmesh at a point of a model, of the highest face; NULL off the "
            "walkmesh. Its name is in mdl_walk_hits.",
     .example = "SELECT mdl_surface('samples/windmill.mdl', 1.5, -2)", .format = &mdl_format,
     .call = surface_call},
    {.name = "mdl_glb",
     .names_files = true,
     .takes = "src [, supermodels [, textures]]",
     .doc =
         "A model as binary glTF (.glb), in metres, y is up: its nodes with their names, numbered "
         "as in mdl_nodes, meshes, skins, lights, and its animations. `supermodels` is a path "
         "or pattern of models among which its supermodels are, by their file names: their "
         "animations are added. Walkmeshes and meshes that aren't drawn are there, but not "
         "seen. The numbers of emitters, references, lights and danglymeshes are in the extras "
         "of nodes, the events of animations in theirs. " GLB_TEXTURES_DOC,
     .example = "SELECT length(mdl_glb('samples/windmill.mdl', 'samples/*.mdl')) > 1000",
     .format = &mdl_format,
     ARGUMENTS(MDL_SUPERMODELS, GLB_TEXTURES_OPTION),
     .call = mdl_glb_call},
};

const Module mdl_module = {
    FORMATS(&mdl_format),
    TABLES(&mdl_models, &mdl_animations, &mdl_events, &mdl_nodes, &mdl_controllers, &mdl_keys,
           &mdl_meshes, &mdl_vertices, &mdl_faces, &mdl_index_lists, &mdl_indices, &mdl_skins,
           &mdl_bones, &mdl_bone_slots, &mdl_weights, &mdl_danglies, &mdl_constraints,
           &mdl_animmeshes, &mdl_animmesh_sets, &mdl_aabbs, &mdl_lights, &mdl_flares, &mdl_emitters,
           &mdl_references, &mdl_pose_table, &mdl_posed_vertices, &mdl_walk_hits_table),
    MODULE_PARTS(mdl_functions, function),
};
