/* ASWM tables: what is at a place of a walkmesh. */
#include "neverwinter/trn/trn_functions.h"
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/aswm/aswm_route.h"
#include "neverwinter/aswm/aswm_removed.h"

/* Defines a rows() by the function for the rows of a place of any walkmesh. */
#define WALK_ROWS(name, of_mesh)                                                                   \
    static bool name(Opening *opening) {                                                           \
        const WalkMesh *mesh = aswm_walk(opening->document, opening->error);                       \
        return mesh && of_mesh(opening, mesh, opening->arguments->values);                         \
    }
WALK_ROWS(nearest_rows, walk_nearest_rows)
WALK_ROWS(sight_rows, walk_sight_rows)
WALK_ROWS(sheet_rows, walk_sheet_rows)

static const Column nearest_columns[] = {
    MEMBER_REF("triangle_id", "aswm_triangles", "Walkable triangle that it lies on", WalkNearest,
               triangle),
    WALK_NEAREST_COLUMNS,
};

const Table aswm_nearest_table = {
    TABLE("aswm_nearest", trn_format, nearest_columns),
    .doc = "The walkable point that is nearest to a place, in x and y or, with z, in space; there "
           "is no row if nothing is walkable.",
    .example =
        "SELECT triangle_id, x, y, z, distance FROM aswm_nearest('samples/house.trx', -2, 4)",
    ARGUMENTS(WALK_SPOT_ARGUMENTS),
    .rows = nearest_rows,
};

static Value sight_edge(const Row *row) {
    uint32_t side = ((const WalkSightRow *)(const void *)row->record)->sight.side;
    if (side == WALK_NONE) return value_null();
    const uint8_t *edges = aswm_triangle(mesh_of(row), side / 3) + ASWM_TRIANGLE_EDGES;
    return value_integer(load_u32(edges + 4 * (side % 3)));
}

static const Column sight_columns[] = {
    WALK_SIGHT_COLUMNS,
    MEMBER_REF("triangle_id", "aswm_triangles",
               "Triangle on which the walk ends, or which isn't walkable; NULL off the mesh",
               WalkSightRow, sight.triangle),
    GET_REF("edge_id", "aswm_edges",
            "Edge that blocks it, behind which one can't walk; NULL if no edge does", sight_edge),
};

static const Argument two_places[] = {
    WALK_PLACES_ARGUMENTS,
    {"over",
     "'shortest' (default): the shortest way over the ground; 'centres': the line pulled over "
     "the shortest way from centre to centre; 'baked': over the way that the baked tables "
     "give, as the game does",
     .optional = true},
};

const Table aswm_sight_table = {
    TABLE("aswm_sight", trn_format, sight_columns),
    .doc = "A straight walk from one place towards another: whether anything is in the way, and "
           "where. It may touch corners and run along edges, stays on the surface on which it "
           "begins, and is computed exactly.",
    .example = "SELECT status, x, y, distance, triangle_id, edge_id "
               "FROM aswm_sight('samples/house.trx', 1, 2, 13, 14)",
    .arguments = two_places,
    .argument_count = 4,
    .rows = sight_rows,
};

/* What the way goes over: the values of the argument `over`. */
typedef enum Over { OVER_GROUND, OVER_CENTRES, OVER_BAKED, OVER_COUNT } Over;

static bool pulled_rows(Opening *opening) {
    static const char *const names[] = {"shortest", "centres", "baked"};
    const WalkMesh *mesh = aswm_ways(opening->document, opening->error);
    const Value *values = opening->arguments->values;
    Point2 from = {0, 0}, to = {0, 0};
    WalkPulled pulled;
    WalkStatus status;
    Over over = OVER_GROUND;
    if (!mesh) return false;
    if (values[4].type != VALUE_NULL) over = (Over)value_word(values[4], names, OVER_COUNT);
    if (over == OVER_COUNT) {
        return fail(opening->error, ERROR_ARGUMENT,
                    "expected 'shortest', 'centres' or 'baked' behind the places");
    }
    if (over == OVER_GROUND) return walk_way_rows(opening, mesh, values);
    if (!walk_take_places(values, &from, &to, opening->error) ||
        !aswm_pull_way(mesh_of_document(opening->document), from, to, over == OVER_BAKED,
                       opening->scratch, &pulled, &status, opening->error)) {
        return false;
    }
    if (status == WALK_NOT_BAKED) {
        return fail(opening->error, ERROR_ARGUMENT, "the walkmesh isn't baked");
    }
    if (status == WALK_OFF_MESH) return walk_fail_end_off_mesh(mesh, from, to, opening->error);
    return opening_set_rows(opening, pulled.turns, pulled.count, sizeof *pulled.turns);
}

static const Column turn_columns[] = {
    WALK_TURN_COLUMNS,
    MEMBER_REF("vertex_id", "aswm_vertices", "Vertex round which it turns; NULL at its ends",
               WalkTurn, vertex),
};

const Table aswm_pulled_path = {
    TABLE("aswm_pulled_path", trn_format, turn_columns),
    .doc =
        "The shortest way from one place to another over the ground, as long as "
        "aswm_distance() says; each of its legs is in sight. It turns at corners alone, so it may "
        "be some decimetres too long at a triangle that is folded back over its neighbour. There "
        "are no rows where there is no way.",
    .example =
        "SELECT step, x, y, distance FROM aswm_pulled_path('samples/house.trx', 1, 2, 13, 14)",
    ARGUMENTS_FROM(two_places),
    .typical_rows = 10,
    .rows = pulled_rows,
};

static const Column sheet_columns[] = {
    MEMBER_REF("triangle_id", "aswm_triangles", "Triangle", WalkSheet, triangle),
    WALK_SHEET_COLUMNS,
};

const Table aswm_sheets = {
    TABLE("aswm_sheets", trn_format, sheet_columns),
    .doc = "The surfaces of a walkmesh over a place, the highest first, and the height between "
           "them. A place on an edge has both triangles of the edge.",
    .example =
        "SELECT triangle_id, walkable, z, above FROM aswm_sheets('samples/house.trx', 4.5, 4)",
    ARGUMENTS(WALK_PLACE_ARGUMENTS),
    .rows = sheet_rows,
};

static bool component_rows(Opening *opening) {
    Document *document = opening->document;
    Aswm *mesh = growing_mesh(document);
    if (!aswm_find_walk(mesh, &document->arena, opening->error) ||
        !walk_find_components(&mesh->walk, &document->arena, opening->error)) {
        return false;
    }
    return opening_set_rows(opening, mesh->walk.components, mesh->walk.component_count,
                            sizeof(WalkComponent));
}

static const Column component_columns[] = {
    WALK_COMPONENT_COLUMNS,
    MEMBER_REF("first_triangle", "aswm_triangles", "Its first triangle", WalkComponent,
               first_triangle),
    MEMBER(F64, "area_xy", "square metres", "Another name of area, beside surface_area",
           WalkComponent, area, .hidden = true),
};

const Table aswm_components = {
    TABLE("aswm_components", trn_format, component_columns),
    .doc = "The parts of a walkmesh within which one can walk from any place to any other, over "
           "all tiles; the largest by area come first.",
    .example = "SELECT id, area, triangles, tiles FROM aswm_components('samples/house.trx')",
    .typical_rows = 10,
    .rows = component_rows,
};

/* Sets the rows to the parts of one walkmesh that another one doesn't have. */
static bool part_rows(Opening *opening) {
    bool is_added = opening->table == &aswm_added;
    const Aswm *own = mesh_of_document(opening->document),
               *baked = mesh_of_document(opening->arguments->documents[0]);
    const Aswm *mesh = is_added ? baked : own, *other = is_added ? own : baked;
    List parts = {0};
    if (!aswm_find_removed(mesh, other, opening->scratch, &parts, opening->error)) return false;
    return opening_set_rows(opening, parts.items, parts.count, sizeof(AswmPart));
}

#define PART_CORNER(i)                                                                             \
    MEMBER(F64, "x" #i, "metres", "Corner " #i ", to the east", AswmPart, corners[i].x),           \
        MEMBER(F64, "y" #i, "metres", "Corner " #i ", to the north", AswmPart, corners[i].y),      \
        MEMBER(F64, "z" #i, "metres", "Corner " #i ", up", AswmPart, corners[i].z)

#define PART_COLUMNS                                                                               \
    MEMBER(BOOL, "walkable", NULL, "1 if the triangle is walkable", AswmPart, walkable),           \
        PART_CORNER(0), PART_CORNER(1), PART_CORNER(2),                                            \
        MEMBER(F64, "area", "square metres", "Area seen from above", AswmPart, area)

static const Column part_columns[] = {
    MEMBER_REF("triangle_id", "aswm_triangles", "Triangle of src that it is a part of", AswmPart,
               triangle),
    PART_COLUMNS,
};

static const Column added_columns[] = {
    MEMBER(U32, "triangle_id", NULL, "Id of the triangle of the baked file that it is a part of",
           AswmPart, triangle),
    PART_COLUMNS,
};

static const Argument removed_arguments[] = {
    {"baked", "The TRX that was baked from src", .source = &trn_format},
};

const Table aswm_removed = {
    TABLE("aswm_removed", trn_format, part_columns),
    .doc = "What baking took out of a TRN, as triangles: where the TRX has no ground at that "
           "height, as in walkmesh cutters and under placed objects.",
    .example = "SELECT count(*), sum(area) FROM aswm_removed('samples/meadow.trn', "
               "'samples/meadow.trx')",
    ARGUMENTS_FROM(removed_arguments),
    .typical_rows = 1000,
    .rows = part_rows,
};

const Table aswm_added = {
    TABLE("aswm_added", trn_format, added_columns),
    .doc = "What baking added to a TRN, as triangles: where the TRX has ground and the TRN has "
           "none at that height, as on placed bridges and stairs.",
    .example = "SELECT count(*), sum(area) FROM aswm_added('samples/meadow.trn', "
               "'samples/meadow.trx') WHERE walkable",
    ARGUMENTS_FROM(removed_arguments),
    .typical_rows = 100,
    .rows = part_rows,
};
