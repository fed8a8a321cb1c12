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

/* The walkmesh of an area, kept with it for other questions unless those kept take much memory. */
typedef struct AreaWalk {
    Kept kept;
    Arena *arena; /* in which it lies: the kept one, or that of a question */
    List key;     /* of bytes: what it was made of */
    NwnWalk walk;
} AreaWalk;

static bool list_key(const Arguments *arguments, int sets, Arena *arena, List *key, Error *error) {
    const int numbers[] = {0, sets, sets + GIT, sets + TABLES, sets + DOORS};
    bool done = true;
    for (unsigned i = 0; i < LENGTH(numbers); i++) {
        Value value = arguments->values[numbers[i]];
        const uint32_t head[] = {value.type, value.type < VALUE_TEXT ? 0 : value.length};
        done = done && list_append(arena, key, head, sizeof head, 1, error) &&
               list_append(arena, key, value.bytes, head[1], 1, error);
    }
    return done;
}

/* Finds or makes the walkmesh of an area. The first argument names models, number `sets` may name
** sets, and what stands on the area follows it. */
static AreaWalk *find_walk(Document *are, const Arguments *arguments, int sets,
                           const FilesBeside *beside, Arena *scratch, Error *error) {
    const NwnTileset tileset = {
        .models = arguments->files[0], .sets = arguments->files[sets], .beside = beside};
    NwnThings things;
    List key = {0};
    if (!list_key(arguments, sets, scratch, &key, error)) return NULL;
    if (are->kept_span != arguments->span) document_drop_kept(are);
    are->kept_span = arguments->span;
    for (Kept *kept = are->kept; kept; kept = kept->next) {
        AreaWalk *walk = (AreaWalk *)kept;
        if (walk->key.count == key.count && !memcmp(walk->key.items, key.items, key.count))
            return walk;
    }
    bool keeps = document_memory(are) - are->arena.bytes < DOCUMENT_BYTES_LEAST / 4;
    Arena own = arena_scratch(&are->arena), *arena = keeps ? &own : scratch;
    AreaWalk *made = arena_alloc(arena, 1, sizeof *made);
    if (!made) return null_after(fail_memory(error, arena));
    *made = (AreaWalk){.kept = {are->kept, own}, .arena = keeps ? &made->kept.arena : scratch};
    if (take_things(arguments, sets, &things, error) &&
        nwn_make_walk((const Gff *)are, &tileset, &things, made->arena, &made->walk, error) &&
        list_append(made->arena, &made->key, key.items, key.count, 1, error)) {
        if (keeps) are->kept = &made->kept;
        return made;
    }
    own = made->kept.arena;
    arena_clear(&own); /* nothing in it, if it isn't to be kept */
    return NULL;
}

/* Finds the walkmesh for a table whose getters ask for its faces. */
static AreaWalk *open_walk(Opening *opening, int sets) {
    AreaWalk *walk = find_walk(opening->document, opening->arguments, sets, opening->beside,
                               opening->scratch, opening->error);
    if (walk) opening->array->extra = walk->walk.ground.triangles;
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
    AreaWalk *area = open_walk(opening, PATH_SETS);
    return area && walk_prepare_ways(&area->walk.mesh, area->arena, opening->error) &&
           walk_way_rows(opening, &area->walk.mesh, opening->arguments->values + 1);
}

static const Column path_columns[] = {
    WALK_TURN_COLUMNS,
    TILE("The tile on which that is; on a border one of both", WalkTurn, triangle),
};

const Table nwn_area_path = {
    NWN_AREA_TABLE("nwn_area_path", path_columns, WALK_PLACES_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "The shortest way from one place of an area of the first game (.are) to another over "
           "its ground; each of its legs is in sight. It turns at corners alone, so it may be some "
           "decimetres too long at a triangle that is folded back over its neighbour. There are no "
           "rows where there is no way." GROUND_DOC,
    .example = "SELECT step, x, y, z, distance, tile_id "
               "FROM nwn_area_path('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .typical_rows = 10,
    .rows = path_rows,
};

/* The walkmesh has the memory that a table's would have. */
Value nwn_area_distance_call(Call *call) {
    arena_share_limit(&call->document->arena, call->scratch);
    AreaWalk *area = find_walk(call->document, call->arguments, PATH_SETS, call->beside,
                               call->scratch, call->error);
    if (!area || !walk_prepare_ways(&area->walk.mesh, area->arena, call->error))
        return value_null();
    return walk_distance_call(call, &area->walk.mesh, call->arguments->values + 1);
}

/* The walk ends at a side that a thing closes, or can't begin in a thing. */
static bool sight_rows(Opening *opening) {
    AreaWalk *area = open_walk(opening, PATH_SETS);
    const NwnWalk *walk = area ? &area->walk : NULL;
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
    NWN_AREA_TABLE("nwn_area_sight", sight_columns, WALK_PLACES_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "A straight walk from one place of an area of the first game (.are) towards another: "
           "whether anything is in the way, and where." GROUND_DOC,
    .example = "SELECT status, x, y, distance, tile_id, face_id "
               "FROM nwn_area_sight('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
    .rows = sight_rows,
};

static bool nearest_rows(Opening *opening) {
    AreaWalk *area = open_walk(opening, NEAREST_SETS);
    return area && walk_nearest_rows(opening, &area->walk.mesh, opening->arguments->values + 1);
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
    NWN_AREA_TABLE("nwn_area_nearest", nearest_columns, WALK_SPOT_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc =
        "The walkable point of an area of the first game (.are) that is nearest to a place, in x "
        "and y or, with z, in space; there is no row if nothing is walkable." GROUND_DOC,
    .example = "SELECT tile_id, face_id, x, y, z, distance "
               "FROM nwn_area_nearest('samples/cellar.are', 'samples/tc_*.mdl', -2, 4)",
    .rows = nearest_rows,
};

static bool sheet_rows(Opening *opening) {
    AreaWalk *area = open_walk(opening, SHEET_SETS);
    return area && walk_sheet_rows(opening, &area->walk.mesh, opening->arguments->values + 1);
}

static const Column sheet_columns[] = {
    TILE_AND_FACE("that has the surface", WalkSheet, triangle),
    WALK_SHEET_COLUMNS,
};

const Table nwn_area_sheets = {
    NWN_AREA_TABLE("nwn_area_sheets", sheet_columns, WALK_PLACE_ARGUMENTS, NWN_SETS, NWN_THINGS),
    .doc = "The surfaces of the ground of an area of the first game (.are) over a place, the "
           "highest first, and the height between them. A place on an edge has both faces of the "
           "edge, also where they belong to two tiles." GROUND_DOC,
    .example = "SELECT tile_id, face_id, walkable, z, above "
               "FROM nwn_area_sheets('samples/cellar.are', 'samples/tc_*.mdl', 4.5, 4)",
    .rows = sheet_rows,
};

static bool component_rows(Opening *opening) {
    AreaWalk *area = open_walk(opening, COMPONENT_SETS);
    LIST_OF(WalkComponent) rows = {{0}};
    const WalkMesh *mesh = area ? &area->walk.mesh : NULL;
    if (!mesh || !walk_find_components(&area->walk.mesh, area->arena, opening->error) ||
        !list_append(opening->scratch, &rows.list, mesh->components, mesh->component_count,
                     sizeof *rows.items, opening->error)) {
        return false;
    }
    for (uint64_t i = 0; i < rows.count; i++) {
        rows.items[i].first_triangle = mesh->numbers[rows.items[i].first_triangle];
    }
    return opening_set_rows(opening, rows.items, rows.count, sizeof *rows.items);
}

static const Column component_columns[] = {
    WALK_COMPONENT_COLUMNS,
    MEMBER_REF("first_triangle", "nwn_area_triangles", "Its first triangle", WalkComponent,
               first_triangle),
};

const Table nwn_area_components = {
    NWN_AREA_TABLE("nwn_area_components", component_columns, NWN_SETS, NWN_THINGS),
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
