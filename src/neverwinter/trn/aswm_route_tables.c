/* ASWM tables: routes over the walkmesh, between triangles or between places. */
#include "neverwinter/trn/trn_functions.h"
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/aswm/aswm_route.h"

typedef struct Step {
    uint32_t triangle;
} Step;

/* The length of a way so far, which is added up as rows are read: Array.extra. */
typedef struct Length {
    uint64_t measured; /* steps measured so far */
    double distance;   /* from the start to the last of these */
} Length;

static bool route_rows(Opening *opening) {
    const Aswm *mesh = mesh_of_document(opening->document);
    const Value *values = opening->arguments->values;
    uint32_t from = 0, to = 0;
    AswmRoute route;
    WalkStatus status;
    int count = values[3].type != VALUE_NULL ? 4 : values[2].type != VALUE_NULL ? 3 : 2;
    opening->array->extra = arena_zeroed(opening->scratch, 1, sizeof(Length));
    if (!opening->array->extra) return fail_memory(opening->error, opening->scratch);
    return aswm_take_ends(opening->document, values, count, opening->scratch, &from, &to,
                          opening->error) &&
           (opening->table == &aswm_path ? aswm_route : aswm_search)(
               mesh, from, to, opening->scratch, &route, &status, opening->error) &&
           opening_set_rows(opening, route.items, route.count, sizeof(Step));
}

static uint32_t triangle_of(const Row *row) {
    return ((const Step *)(const void *)row->record)->triangle;
}

static Value step_tile(const Row *row) {
    return value_reference(aswm_tile_of(mesh_of(row), triangle_of(row)), mesh_of(row)->tile_count);
}

static Value step_island(const Row *row) {
    return value_reference(aswm_island_of(mesh_of(row), triangle_of(row)),
                           mesh_of(row)->island_count);
}

enum { EAST, NORTH, UP };

/* Returns a coordinate of the centre of the step's triangle, whose height is a mean. */
static Value step_center(const Row *row, const Column *column) {
    if (column->number == UP) return value_real(aswm_center(mesh_of(row), triangle_of(row)).z);
    Vector center = aswm_flat_center(mesh_of(row), triangle_of(row));
    return value_real(column->number == EAST ? center.x : center.y);
}

static Value step_distance(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    const Step *steps = (const void *)row->array->records;
    Length *length = (Length *)(uintptr_t)row->array->extra;
    if (row->index + 1 < length->measured) *length = (Length){0};
    for (; length->measured <= row->index; length->measured++) {
        const Step *step = &steps[length->measured];
        if (!length->measured) continue;
        length->distance += aswm_center_distance(mesh, step[-1].triangle, step->triangle);
    }
    return value_real(length->distance);
}

static uint64_t step_offset(const Row *row) {
    return aswm_stored_offset(mesh_of(row), triangle_of(row));
}

static const Column step_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step; the step at from_triangle is 0", row_number),
    MEMBER_REF("triangle_id", "aswm_triangles", "Triangle", Step, triangle),
    GET_REF("tile_id", "aswm_tiles", "Its tile", step_tile),
    GET_REF("island_id", "aswm_islands", "Its island; NULL if the walkmesh isn't baked",
            step_island),
    GET_WITH("x", REAL, "metres", "Its centre, to the east", step_center, EAST),
    GET_WITH("y", REAL, "metres", "Its centre, to the north", step_center, NORTH),
    GET_WITH("z", REAL, "metres", "Height of its centre, up", step_center, UP),
    GET("distance", REAL, "metres",
        "Length of the way from the start, from centre to centre in x and y", step_distance),
};

static const Argument route_arguments[] = {
    {.name = "from_triangle",
     .doc = "Id of the triangle where the route begins; with four numbers, x of the place"},
    {.name = "to_triangle",
     .doc = "Id of the triangle where it ends; with four numbers, y of the place where it begins"},
    {"to_x", "With four numbers, x of the place where it ends", .optional = true, .of_place = true},
    {"to_y", "With four numbers, y of the place where it ends", .optional = true, .of_place = true},
};

/* What both tables have in common. */
#define ROUTE_TABLE(name)                                                                          \
    TABLE(name, trn_format, step_columns), ARGUMENTS_FROM(route_arguments),                        \
        .typical_rows = 100, .rows = route_rows, .byte_offset = step_offset,                       \
        .indexes = {{.keys = {"step"}, .rows_per_key = 1, EACH_PARENT_HAS(1)}}

const Table aswm_path = {
    ROUTE_TABLE("aswm_path"),
    .doc = "The route from triangle to triangle that the baked tables give, tile by tile and "
           "island by island; there are rows only where aswm_path_status() is 'ok' or 'same'.",
    .example = "SELECT step, triangle_id, tile_id, island_id, distance "
               "FROM aswm_path('samples/house.trx', 0, 80)",
};

const Table aswm_shortest_path = {
    ROUTE_TABLE("aswm_shortest_path"),
    .doc = "The shortest route from triangle to triangle over the walkable mesh, baked or not; "
           "there are no rows where there is no route.",
    .example = "SELECT step, triangle_id, x, y, distance "
               "FROM aswm_shortest_path('samples/house.trn', 0, 100)",
};
