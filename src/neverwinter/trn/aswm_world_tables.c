/* ASWM tables: what is at a place of a walkmesh. */
#include "neverwinter/trn/trn_functions.h"
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/aswm/aswm_components.h"
#include "neverwinter/aswm/aswm_place.h"
#include "neverwinter/aswm/aswm_pull.h"
#include "neverwinter/aswm/aswm_removed.h"
#include "neverwinter/aswm/aswm_sight.h"

/* ---- aswm_nearest ---------------------------------------------------------------------------- */

static bool prepare_bounds(Document *document, Error *error) {
    return aswm_bound_tiles(growing_mesh(document), &document->arena, error);
}

/* Allocates the struct of a single row, which has `size` bytes. */
static void *only_row(Opening *opening, uint64_t size) {
    void *row = arena_alloc(opening->scratch, 1, size);
    if (!row) fail_memory(opening->error, opening->scratch);
    opening->array->records = row;
    opening->array->count = 1;
    return row;
}

static bool nearest_rows(Opening *opening) {
    AswmSpot spot;
    AswmNearest *nearest = only_row(opening, sizeof *nearest);
    if (!nearest || !aswm_take_spot(opening->arguments->values, 3, &spot, opening->error) ||
        !prepare_bounds(opening->document, opening->error)) {
        return false;
    }
    *nearest =
        aswm_nearest(mesh_of_document(opening->document), spot.place.x, spot.place.y, spot.z);
    opening->array->count = nearest->triangle != ASWM_NONE;
    return true;
}

static const Column nearest_columns[] = {
    MEMBER_REF("triangle_id", "aswm_triangles", "Walkable triangle that it lies on", AswmNearest,
               triangle),
    MEMBER(F64, "x", "metres", "Nearest walkable point, to the east", AswmNearest, point.x),
    MEMBER(F64, "y", "metres", "Nearest walkable point, to the north", AswmNearest, point.y),
    MEMBER(F64, "z", "metres", "Its height, up, between the triangle's corners", AswmNearest,
           point.z),
    MEMBER(F64, "distance", "metres", "How far it is, in x and y; with z, in space", AswmNearest,
           distance),
};

static const Argument nearest_arguments[] = {
    {.name = "at_x", .doc = "x of the place, to the east, in metres"},
    {.name = "at_y", .doc = "y of the place, to the north, in metres"},
    {.name = "at_z", .doc = "Height of the place, where surfaces overlap", .optional = true},
};

const Table aswm_nearest_table = {
    TABLE("aswm_nearest", trn_format, nearest_columns),
    .doc = "The walkable point that is nearest to a place, in x and y or, with z, in space; there "
           "is no row if nothing is walkable.",
    .example =
        "SELECT triangle_id, x, y, z, distance FROM aswm_nearest('samples/house.trx', -2, 4)",
    ARGUMENTS(nearest_arguments),
    .typical_rows = 1,
    .rows = nearest_rows,
};

/* ---- aswm_sight ------------------------------------------------------------------------------ */

typedef struct SightRow {
    const char *status;
    AswmSight sight;
} SightRow;

static bool take_two_places(Opening *opening, Point2 *from, Point2 *to) {
    const Value *values = opening->arguments->values;
    return aswm_take_place(values, "x1", "y1", from, opening->error) &&
           aswm_take_place(values + 2, "x2", "y2", to, opening->error);
}

static bool sight_rows(Opening *opening) {
    Point2 from = {0, 0}, to = {0, 0};
    SightRow *row = only_row(opening, sizeof *row);
    if (!row || !take_two_places(opening, &from, &to) ||
        !prepare_bounds(opening->document, opening->error) ||
        !aswm_sight(mesh_of_document(opening->document), from, to, opening->scratch, &row->sight,
                    opening->error)) {
        return false;
    }
    row->status = aswm_sight_names[row->sight.status];
    return true;
}

static const Column sight_columns[] = {
    MEMBER(STRING, "status", NULL,
           "'clear', 'blocked', or, if the place where it begins is at fault, 'off mesh' or 'not "
           "walkable'",
           SightRow, status),
    MEMBER(F64, "x", "metres", "Where the walk ends, to the east; NULL where it can't begin",
           SightRow, sight.x),
    MEMBER(F64, "y", "metres", "Where the walk ends, to the north", SightRow, sight.y),
    MEMBER(F64, "distance", "metres", "Length of the walk", SightRow, sight.distance),
    MEMBER_REF("triangle_id", "aswm_triangles",
               "Triangle on which the walk ends, or which isn't walkable; NULL off the mesh",
               SightRow, sight.triangle),
    MEMBER_REF("edge_id", "aswm_edges",
               "Edge that blocks it, behind which one can't walk; NULL if no edge does", SightRow,
               sight.edge),
};

static const Argument two_places[] = {
    {.name = "x1", .doc = "x of the place where it begins, to the east, in metres"},
    {.name = "y1", .doc = "y of the place where it begins, to the north, in metres"},
    {.name = "x2", .doc = "x of the place where it is to end"},
    {.name = "y2", .doc = "y of the place where it is to end"},
    {.name = "over",
     .doc =
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
    .typical_rows = 1,
    .rows = sight_rows,
};

/* ---- aswm_pulled_path ------------------------------------------------------------------------ */

/* What the way goes over: the values of the argument `over`. */
typedef enum Over { OVER_GROUND, OVER_CENTRES, OVER_BAKED, OVER_COUNT } Over;

static bool take_over(Value value, Over *over, Error *error) {
    static const char *const names[] = {"shortest", "centres", "baked"};
    *over = OVER_GROUND;
    if (value.type == VALUE_NULL) return true;
    while (*over < OVER_COUNT && !value_is_text(value, names[*over])) ++*over;
    return *over < OVER_COUNT ||
           fail(error, ERROR_ARGUMENT,
                "expected 'shortest', 'centres' or 'baked' behind the places");
}

static bool pulled_rows(Opening *opening) {
    Document *document = opening->document;
    const Aswm *mesh = mesh_of_document(document);
    Point2 from = {0, 0}, to = {0, 0};
    AswmPulled pulled;
    AswmStatus status;
    Over over;
    if (!take_two_places(opening, &from, &to) ||
        !take_over(opening->arguments->values[4], &over, opening->error) ||
        !aswm_ready(document, opening->error)) {
        return false;
    }
    bool done =
        over == OVER_GROUND
            ? aswm_shortest_way(mesh, from, to, opening->scratch, &pulled, &status, opening->error)
            : aswm_pull_way(mesh, from, to, over == OVER_BAKED, opening->scratch, &pulled, &status,
                            opening->error);
    if (!done) return false;
    if (status == ASWM_NOT_BAKED) {
        return fail(opening->error, ERROR_ARGUMENT, "the walkmesh isn't baked");
    }
    if (status == ASWM_OFF_MESH) return aswm_fail_end_off_mesh(document, from, to, opening->error);
    return opening_set_rows(opening, pulled.turns, pulled.count, sizeof *pulled.turns);
}

static const Column turn_columns[] = {
    GET("step", INTEGER, NULL, "Number of the turn; 0 is where the path begins", row_number),
    MEMBER(F64, "x", "metres", "Where it turns, to the east", AswmTurn, x),
    MEMBER(F64, "y", "metres", "Where it turns, to the north", AswmTurn, y),
    MEMBER(F64, "z", "metres", "Height there, up", AswmTurn, z),
    MEMBER(F64, "distance", "metres", "Length of the way from the start, in x and y", AswmTurn,
           distance),
    MEMBER_REF("vertex_id", "aswm_vertices", "Vertex round which it turns; NULL at its ends",
               AswmTurn, vertex),
};

const Table aswm_pulled_path = {
    TABLE("aswm_pulled_path", trn_format, turn_columns),
    .doc =
        "The shortest way from one place to another over the ground, as long as "
        "aswm_distance() says; each of its legs is in sight. There are no rows where there is no "
        "way.",
    .example =
        "SELECT step, x, y, distance FROM aswm_pulled_path('samples/house.trx', 1, 2, 13, 14)",
    ARGUMENTS(two_places),
    .typical_rows = 10,
    .rows = pulled_rows,
};

/* ---- aswm_sheets ----------------------------------------------------------------------------- */

static bool sheet_rows(Opening *opening) {
    AswmSheets sheets;
    Point2 place = {0, 0};
    if (!aswm_take_place(opening->arguments->values, "x", "y", &place, opening->error) ||
        !aswm_sheets_at(mesh_of_document(opening->document), place.x, place.y, opening->scratch,
                        &sheets, opening->error)) {
        return false;
    }
    return opening_set_rows(opening, sheets.items, sheets.count, sizeof *sheets.items);
}

ROW_RECORD(AswmSheet, sheet_of)

static Value sheet_walkable(const Row *row) {
    return value_integer(aswm_walkable(mesh_of(row), sheet_of(row)->triangle));
}

static const Column sheet_columns[] = {
    MEMBER_REF("triangle_id", "aswm_triangles", "Triangle", AswmSheet, triangle),
    GET("walkable", INTEGER, NULL, "1 if creatures can walk here", sheet_walkable),
    MEMBER(F64, "z", "metres", "Height of the surface, up, between the triangle's corners",
           AswmSheet, z),
    MEMBER(F64, "above", "metres", "Height up to the surface above; NULL for the highest",
           AswmSheet, above),
};

static const Argument sheet_arguments[] = {
    {.name = "x", .doc = "x of the place, to the east, in metres"},
    {.name = "y", .doc = "y of the place, to the north, in metres"},
};

const Table aswm_sheets = {
    TABLE("aswm_sheets", trn_format, sheet_columns),
    .doc = "The surfaces of a walkmesh over a place, the highest first, and the height between "
           "them. A place on an edge has both triangles of the edge.",
    .example =
        "SELECT triangle_id, walkable, z, above FROM aswm_sheets('samples/house.trx', 4.5, 4)",
    ARGUMENTS(sheet_arguments),
    .typical_rows = 1,
    .rows = sheet_rows,
};

/* ---- aswm_components ------------------------------------------------------------------------- */

static bool prepare_components(Document *document, Error *error) {
    return aswm_find_components(growing_mesh(document), &document->arena, error);
}

static const Column component_columns[] = {
    MEMBER(F64, "area", "square metres", "Area seen from above", AswmComponent, area),
    MEMBER(U32, "triangles", NULL, "Number of its triangles", AswmComponent, triangle_count),
    MEMBER(U32, "tiles", NULL, "Number of tiles that own one of them", AswmComponent, tile_count),
    MEMBER(F64, "surface_area", "square metres", "Area of the surface itself, slopes included",
           AswmComponent, surface_area),
    MEMBER_REF("first_triangle", "aswm_triangles", "Its first triangle", AswmComponent,
               first_triangle),
    MEMBER_WITH(F64, "area_xy", "square metres", "Another name of area, beside surface_area",
                AswmComponent, area, .hidden = true),
};

const Table aswm_components = {
    TABLE("aswm_components", trn_format, component_columns),
    .doc = "The parts of a walkmesh within which one can walk from any place to any other, over "
           "all tiles; the largest by area come first.",
    .example = "SELECT id, area, triangles, tiles FROM aswm_components('samples/house.trx')",
    .typical_rows = 10,
    ROWS(Trn, mesh.components, mesh.component_count, sizeof(AswmComponent)),
    .prepare = prepare_components,
};

/* ---- aswm_removed ---------------------------------------------------------------------------- */

/* Lists the parts of one walkmesh that another one doesn't have. */
static bool part_rows(Opening *opening, const Aswm *mesh, const Aswm *other) {
    List parts = {0};
    if (!aswm_find_removed(mesh, other, opening->scratch, &parts, opening->error)) return false;
    return opening_set_rows(opening, parts.items, parts.count, sizeof(AswmPart));
}

static bool removed_rows(Opening *opening) {
    return part_rows(opening, mesh_of_document(opening->document),
                     mesh_of_document(opening->arguments->documents[0]));
}

static bool added_rows(Opening *opening) {
    return part_rows(opening, mesh_of_document(opening->arguments->documents[0]),
                     mesh_of_document(opening->document));
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
    {.name = "baked", .doc = "The TRX that was baked from src", .source = &trn_format},
};

const Table aswm_removed = {
    TABLE("aswm_removed", trn_format, part_columns),
    .doc = "What baking took out of a TRN, as triangles: where the TRX has no ground at that "
           "height, as in walkmesh cutters and under placed objects.",
    .example = "SELECT count(*), sum(area) FROM aswm_removed('samples/meadow.trn', "
               "'samples/meadow.trx')",
    ARGUMENTS(removed_arguments),
    .typical_rows = 1000,
    .rows = removed_rows,
};

/* ---- aswm_added ------------------------------------------------------------------------------ */

const Table aswm_added = {
    TABLE("aswm_added", trn_format, added_columns),
    .doc = "What baking added to a TRN, as triangles: where the TRX has ground and the TRN has "
           "none at that height, as on placed bridges and stairs.",
    .example = "SELECT count(*), sum(area) FROM aswm_added('samples/meadow.trn', "
               "'samples/meadow.trx') WHERE walkable",
    ARGUMENTS(removed_arguments),
    .typical_rows = 100,
    .rows = added_rows,
};
