/* Ways over areas of Neverwinter Nights 1 as tables. nwn_walk.h has the definitions. */
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/nwn/nwn_walk.h"
#include "neverwinter/twoda/twoda.h"
#include "neverwinter/walk/walk_tables.h"

#define GROUND_DOC                                                                                 \
    " The ground is that of nwn_area_triangles, joined over the borders of tiles where their "     \
    "edges lie beside each other and differ by at most 0.5 m in height. With git and tables "      \
    "placeables and doors block it where faces of their walkmeshes on which one doesn't walk are " \
    "between 0.05 m below it and 2 m above."
/* What the tables have in common. */
#define WALK_TABLE(Name, Columns, ...)                                                             \
    TABLE(Name, gff_format, Columns), ARGUMENTS(NWN_MODELS, __VA_ARGS__), .endings = ".are",       \
                                                                          .looks_beside = true

enum { GIT = 1, TABLES, DOORS }; /* behind the argument that names sets */

static bool take_things(const Arguments *arguments, int sets, NwnThings *things, Error *error) {
    static const char *const names[] = {"open", "placed", "locked", "none"};
    Value doors = arguments->values[sets + DOORS];
    *things = (NwnThings){.git = (Gff *)arguments->documents[sets + GIT],
                          .tables = arguments->files[sets + TABLES],
                          .models = arguments->files[0]};
    if (doors.type != VALUE_NULL) things->doors = (NwnDoors)value_word(doors, names, LENGTH(names));
    if (things->doors == LENGTH(names)) {
        return fail(error, ERROR_ARGUMENT, "doors isn't 'open', 'placed', 'locked' or 'none'");
    }
    return !things->git || strcmp(things->git->type, "GIT") == 0 ||
           fail(error, ERROR_ARGUMENT, "git isn't a file of the type GIT");
}

/* Makes the walkmesh of the area. The first argument names models, number `sets` may name sets, and
** what stands on the area follows it. */
static NwnWalk *make_walk(const Document *are, const Arguments *arguments, int sets,
                          const FilesBeside *beside, Arena *arena, Error *error) {
    const NwnTileset tileset = {
        .models = arguments->files[0], .sets = arguments->files[sets], .beside = beside};
    NwnThings things;
    NwnWalk *walk = arena_alloc(arena, 1, sizeof *walk);
    if (!walk) return null_after(fail_memory(error, arena));
    return take_things(arguments, sets, &things, error) &&
                   nwn_make_walk((const Gff *)are, &tileset, &things, arena, walk, error)
               ? walk
               : NULL;
}

/* Makes the walkmesh for a table whose getters ask for its faces. */
static NwnWalk *open_walk(Opening *opening, int sets) {
    NwnWalk *walk = make_walk(opening->document, opening->arguments, sets, opening->beside,
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

enum { PATH_SETS = 5, NEAREST_SETS = 4, SHEET_SETS = 3, COMPONENT_SETS = 1 };

static bool path_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening, PATH_SETS);
    return walk && walk_prepare_ways(&walk->mesh, opening->scratch, opening->error) &&
           walk_way_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column path_columns[] = {
    WALK_TURN_COLUMNS,
    TILE("The tile on which that is; on a border one of both", WalkTurn, triangle),
};

const Table nwn_area_path = {
    WALK_TABLE("nwn_area_path", path_columns, WALK_PLACES_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "The shortest way from one place of an area of the first game (.are) to another over "
           "its ground; each of its legs is in sight. There are no rows where there is no "
           "way." GROUND_DOC,
    .example = "SELECT step, x, y, z, distance, tile_id "
               "FROM nwn_area_path('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .typical_rows = 10,
    .rows = path_rows,
};

/* The walkmesh has the memory that a table's would have. */
Value nwn_area_distance_call(Call *call) {
    Arena arena = arena_scratch(&call->document->arena);
    Value distance = value_null();
    NwnWalk *walk =
        make_walk(call->document, call->arguments, PATH_SETS, call->beside, &arena, call->error);
    if (walk && walk_prepare_ways(&walk->mesh, &arena, call->error)) {
        distance = walk_distance_call(call, &walk->mesh, call->arguments->values + 1);
    }
    arena_clear(&arena);
    return distance;
}

/* The walk ends at a side that a thing closes, or can't begin in a thing. */
static bool sight_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening, PATH_SETS);
    WalkSightRow *row =
        walk ? walk_sight_rows(opening, &walk->mesh, opening->arguments->values + 1) : NULL;
    if (!row) return false;
    uint32_t side = row->sight.side, triangle = row->sight.triangle;
    row->object = side != WALK_NONE       ? walk->closed_by[side]
                  : triangle != WALK_NONE ? walk->ground.triangles[triangle].object
                                          : GFF_NONE;
    return true;
}

static Value sight_object(const Row *row) {
    uint32_t object = ((const WalkSightRow *)(const void *)row->record)->object;
    return object == GFF_NONE ? value_null() : value_integer(object);
}

static const Column sight_columns[] = {
    WALK_SIGHT_COLUMNS,
    TILE_AND_FACE("on which the walk ends, or which isn't walkable; NULL off the ground",
                  WalkSightRow, sight.triangle),
    GET("object_id", INTEGER, NULL,
        "What blocks it, an id in nwn_objects of git; NULL: the ground itself, or nothing",
        sight_object),
};

const Table nwn_area_sight = {
    WALK_TABLE("nwn_area_sight", sight_columns, WALK_PLACES_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "A straight walk from one place of an area of the first game (.are) towards another: "
           "whether anything is in the way, and where." GROUND_DOC,
    .example = "SELECT status, x, y, distance, tile_id, face_id "
               "FROM nwn_area_sight('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .typical_rows = 1,
    .rows = sight_rows,
};

static bool nearest_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening, NEAREST_SETS);
    return walk && walk_nearest_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static Value in_reach(const Row *row) {
    return value_integer(((const WalkNearest *)(const void *)row->record)->distance <= NWN_REACH);
}

static const Column nearest_columns[] = {
    TILE_AND_FACE("on which it lies", WalkNearest, triangle),
    WALK_NEAREST_COLUMNS,
    GET("in_reach", INTEGER, NULL,
        "1: within 0.5 m, so that one can use a thing from there whose use point the place is",
        in_reach),
};

const Table nwn_area_nearest = {
    WALK_TABLE("nwn_area_nearest", nearest_columns, WALK_SPOT_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc =
        "The walkable point of an area of the first game (.are) that is nearest to a place, in x "
        "and y or, with z, in space; there is no row if nothing is walkable." GROUND_DOC,
    .example = "SELECT tile_id, face_id, x, y, z, distance "
               "FROM nwn_area_nearest('samples/cellar.are', 'samples/tc_*.mdl', -2, 4)",
    .typical_rows = 1,
    .rows = nearest_rows,
};

static bool sheet_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening, SHEET_SETS);
    return walk && walk_sheet_rows(opening, &walk->mesh, opening->arguments->values + 1);
}

static const Column sheet_columns[] = {
    TILE_AND_FACE("that has the surface", WalkSheet, triangle),
    WALK_SHEET_COLUMNS,
};

const Table nwn_area_sheets = {
    WALK_TABLE("nwn_area_sheets", sheet_columns, WALK_PLACE_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "The surfaces of the ground of an area of the first game (.are) over a place, the "
           "highest first, and the height between them. A place on an edge has both faces of the "
           "edge, also where they belong to two tiles." GROUND_DOC,
    .example = "SELECT tile_id, face_id, walkable, z, above "
               "FROM nwn_area_sheets('samples/cellar.are', 'samples/tc_*.mdl', 4.5, 4)",
    .typical_rows = 1,
    .rows = sheet_rows,
};

static bool component_rows(Opening *opening) {
    NwnWalk *walk = open_walk(opening, COMPONENT_SETS);
    if (!walk || !walk_find_components(&walk->mesh, opening->scratch, opening->error)) return false;
    for (uint64_t i = 0; i < walk->mesh.component_count; i++) {
        uint32_t *first = &walk->mesh.components[i].first_triangle;
        *first = walk->mesh.numbers[*first];
    }
    return opening_set_rows(opening, walk->mesh.components, walk->mesh.component_count,
                            sizeof(WalkComponent));
}

static const Column component_columns[] = {
    WALK_COMPONENT_COLUMNS,
    MEMBER_REF("first_triangle", "nwn_area_triangles", "Its first triangle", WalkComponent,
               first_triangle),
};

const Table nwn_area_components = {
    WALK_TABLE("nwn_area_components", component_columns, NWN_SETS, NWN_THINGS),
    .doc = "The parts of the ground of an area of the first game (.are) within which one can walk "
           "from any place to any other; the largest by area come first." GROUND_DOC,
    .example = "SELECT id, area, triangles, tiles "
               "FROM nwn_area_components('samples/cellar.are', 'samples/tc_*.mdl')",
    .typical_rows = 10,
    .rows = component_rows,
};

static bool use_rows(Opening *opening) {
    const NwnThings things = {.git = (Gff *)opening->document,
                              .tables = opening->arguments->files[1],
                              .models = opening->arguments->files[0]};
    List points = {0};
    return nwn_find_use_points(&things, opening->scratch, &points, opening->error) &&
           opening_set_rows(opening, points.items, points.count, sizeof(NwnUsePoint));
}

static const Column use_columns[] = {
    MEMBER_REF("object_id", "nwn_objects", "The placeable or door", NwnUsePoint, object),
    MEMBER(U32, "number", NULL,
           "The number at the end of the name of the dummy that marks the place; 0: none does, and "
           "this is the place of the thing itself",
           NwnUsePoint, number),
    MEMBER(STRING, "state", NULL,
           "Of a door: in which state it is used from here, 'closed', 'open1' or 'open2'; NULL: in "
           "any",
           NwnUsePoint, state),
    MEMBER(F64, "x", "metres", "Where one stands in the area, to the east", NwnUsePoint, place.x),
    MEMBER(F64, "y", "metres", "Where one stands in the area, to the north", NwnUsePoint, place.y),
    MEMBER(F64, "z", "metres", "Its height, up", NwnUsePoint, place.z),
};

const Table nwn_use_points = {
    TABLE("nwn_use_points", gff_format, use_columns),
    ARGUMENTS(NWN_MODELS, NWN_TABLES(.optional = false)),
    .endings = ".git",
    .doc = "The places from which a creature uses the placeables and doors of an area of the first "
           "game (.git), which dummies in their walkmeshes (.pwk, .dwk) mark.",
    .example = "SELECT object_id, number, state, x, y, z "
               "FROM nwn_use_points('samples/cellar.git', 'samples/*.mdl', "
               "CAST('2DA V2.0' || char(10, 10) || 'ModelName' AS BLOB))",
    .typical_rows = 100,
    .rows = use_rows,
};
