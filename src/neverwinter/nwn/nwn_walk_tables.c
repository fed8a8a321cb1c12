/* Ways over areas of Neverwinter Nights 1 as tables. nwn_walk.h has the definitions. */
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/nwn/nwn_walk.h"
#include "neverwinter/walk/walk_tables.h"

#define GROUND_DOC                                                                                 \
    " The ground is that of nwn_area_triangles, joined over the borders of tiles where their "     \
    "edges lie beside each other and differ by at most 0.5 m in height."
/* What the tables have in common. */
#define WALK_TABLE(Name, Columns, Arguments)                                                       \
    TABLE(Name, gff_format, Columns), ARGUMENTS(Arguments), .endings = ".are", .looks_beside = true

/* Makes the walkmesh of the area. The first argument names models, another one may name sets. */
static NwnWalk *make_walk(const Document *are, const Arguments *arguments,
                          const FilesBeside *beside, Arena *arena, Error *error) {
    NwnTileset tileset = {arguments->files[0], NULL, beside};
    for (int i = 1; i < ARGUMENTS_MAX && !tileset.sets; i++) tileset.sets = arguments->files[i];
    NwnWalk *walk = arena_alloc(arena, 1, sizeof *walk);
    if (!walk) fail_memory(error, arena);
    return walk && nwn_make_walk((const Gff *)are, &tileset, arena, walk, error) ? walk : NULL;
}

/* Makes the walkmesh for a table whose getters ask for its faces. */
static NwnWalk *open_walk(Opening *opening) {
    NwnWalk *walk = make_walk(opening->document, opening->arguments, opening->beside,
                              opening->scratch, opening->error);
    if (walk) opening->array->extra = walk->ground.triangles;
    return walk;
}

static const NwnGroundTriangle *face_of(const Row *row, const Column *column) {
    uint32_t triangle = *(const uint32_t *)(const void *)(row->record + column->number);
    const NwnGroundTriangle *faces = row->array->extra;
    return triangle == WALK_NONE ? NULL : &faces[triangle];
}

static Value tile_of(const Row *row, const Column *column) {
    const NwnGroundTriangle *face = face_of(row, column);
    return face ? value_integer(face->tile_id) : value_null();
}

static Value face_id(const Row *row, const Column *column) {
    const NwnGroundTriangle *face = face_of(row, column);
    return face ? value_integer(face->face) : value_null();
}

#define TILE(Doc, Struct, Member)                                                                  \
    GET_REF_WITH("tile_id", "nwn_tiles", Doc, tile_of, offsetof(Struct, Member))
#define TILE_AND_FACE(Doc, Struct, Member)                                                         \
    TILE("The tile of the face", Struct, Member),                                                  \
        GET_WITH("face_id", INTEGER, NULL, "Id in mdl_faces of its model: of the face " Doc,       \
                 face_id, offsetof(Struct, Member))

/* ---- nwn_area_path, nwn_area_distance -------------------------------------------------------- */

static const Argument path_arguments[] = {NWN_MODELS, WALK_PLACES_ARGUMENTS, NWN_SETS};

static bool path_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening);
    return walk && walk_prepare_ways(&walk->mesh, opening->scratch, opening->error) &&
           walk_way_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column path_columns[] = {
    WALK_TURN_COLUMNS,
    TILE("The tile on which that is; on a border one of both", WalkTurn, triangle),
};

const Table nwn_area_path = {
    WALK_TABLE("nwn_area_path", path_columns, path_arguments),
    .doc = "The shortest way from one place of an area of the first game (.are) to another over "
           "its ground; each of its legs is in sight. There are no rows where there is no way, and "
           "doors and placeables stop nobody here." GROUND_DOC,
    .example = "SELECT step, x, y, z, distance, tile_id "
               "FROM nwn_area_path('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .typical_rows = 10,
    .rows = path_rows,
};

/* The walkmesh has the memory that a table's would have. */
Value nwn_area_distance_call(Call *call) {
    Arena arena = arena_scratch(&call->document->arena);
    Value distance = value_null();
    NwnWalk *walk = make_walk(call->document, call->arguments, call->beside, &arena, call->error);
    if (walk && walk_prepare_ways(&walk->mesh, &arena, call->error)) {
        distance = walk_distance_call(call, &walk->mesh, call->arguments->values + 1);
    }
    arena_clear(&arena);
    return distance;
}

/* ---- nwn_area_sight -------------------------------------------------------------------------- */

static bool sight_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening);
    return walk && walk_sight_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column sight_columns[] = {
    WALK_SIGHT_COLUMNS,
    TILE_AND_FACE("on which the walk ends, or which isn't walkable; NULL off the ground",
                  WalkSightRow, sight.triangle),
};

const Table nwn_area_sight = {
    WALK_TABLE("nwn_area_sight", sight_columns, path_arguments),
    .doc = "A straight walk from one place of an area of the first game (.are) towards another: "
           "whether anything is in the way, and where." GROUND_DOC,
    .example = "SELECT status, x, y, distance, tile_id, face_id "
               "FROM nwn_area_sight('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .typical_rows = 1,
    .rows = sight_rows,
};

/* ---- nwn_area_nearest ------------------------------------------------------------------------ */

static const Argument nearest_arguments[] = {NWN_MODELS, WALK_SPOT_ARGUMENTS, NWN_SETS};

static bool nearest_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening);
    return walk && walk_nearest_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column nearest_columns[] = {
    TILE_AND_FACE("on which it lies", WalkNearest, triangle),
    WALK_NEAREST_COLUMNS,
};

const Table nwn_area_nearest = {
    WALK_TABLE("nwn_area_nearest", nearest_columns, nearest_arguments),
    .doc =
        "The walkable point of an area of the first game (.are) that is nearest to a place, in x "
        "and y or, with z, in space; there is no row if nothing is walkable." GROUND_DOC,
    .example = "SELECT tile_id, face_id, x, y, z, distance "
               "FROM nwn_area_nearest('samples/cellar.are', 'samples/tc_*.mdl', -2, 4)",
    .typical_rows = 1,
    .rows = nearest_rows,
};

/* ---- nwn_area_sheets ------------------------------------------------------------------------- */

static const Argument sheet_arguments[] = {NWN_MODELS, WALK_PLACE_ARGUMENTS, NWN_SETS};

static bool sheet_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening);
    return walk && walk_sheet_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column sheet_columns[] = {
    TILE_AND_FACE("that has the surface", WalkSheet, triangle),
    WALK_SHEET_COLUMNS,
};

const Table nwn_area_sheets = {
    WALK_TABLE("nwn_area_sheets", sheet_columns, sheet_arguments),
    .doc = "The surfaces of the ground of an area of the first game (.are) over a place, the "
           "highest first, and the height between them. A place on an edge has both faces of the "
           "edge, also where they belong to two tiles." GROUND_DOC,
    .example = "SELECT tile_id, face_id, walkable, z, above "
               "FROM nwn_area_sheets('samples/cellar.are', 'samples/tc_*.mdl', 4.5, 4)",
    .typical_rows = 1,
    .rows = sheet_rows,
};

/* ---- nwn_area_components --------------------------------------------------------------------- */

static const Argument component_arguments[] = {NWN_MODELS, NWN_SETS};

static bool component_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening);
    if (!walk || !walk_find_components(&walk->mesh, opening->scratch, opening->error)) return false;
    return opening_set_rows(opening, walk->mesh.components, walk->mesh.component_count,
                            sizeof(WalkComponent));
}

static const Column component_columns[] = {
    WALK_COMPONENT_COLUMNS,
    MEMBER_REF("first_triangle", "nwn_area_triangles", "Its first triangle", WalkComponent,
               first_triangle),
};

const Table nwn_area_components = {
    WALK_TABLE("nwn_area_components", component_columns, component_arguments),
    .doc = "The parts of the ground of an area of the first game (.are) within which one can walk "
           "from any place to any other; the largest by area come first." GROUND_DOC,
    .example = "SELECT id, area, triangles, tiles "
               "FROM nwn_area_components('samples/cellar.are', 'samples/tc_*.mdl')",
    .typical_rows = 10,
    .rows = component_rows,
};
