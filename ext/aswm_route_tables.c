/* Routes over a walkmesh as tables with arguments, and look-ups as functions. */
#include "trn_tables.h"

#include <math.h>

/* ---- Arguments ------------------------------------------------------------------------------- */

/* An id that the walkmesh has. */
static bool take_id(Value value, const char *name, uint64_t count, const char *what, uint32_t *id,
                    Error *error) {
    int64_t integer;
    if (!value_to_integer(value, &integer)) {
        return fail(error, ERROR_ARGUMENT, "%s is no integer", name);
    }
    if (integer < 0 || (uint64_t)integer >= count) {
        return fail(error, ERROR_ARGUMENT, "%s is %lld, the walkmesh has %llu %s", name,
                    (long long)integer, (unsigned long long)count, what);
    }
    *id = (uint32_t)integer;
    return true;
}

static bool take_triangles(const Aswm *mesh, const Value *values, uint32_t *from, uint32_t *to,
                           Error *error) {
    return take_id(values[0], "from_triangle", mesh->triangle_count, "triangles", from, error) &&
           take_id(values[1], "to_triangle", mesh->triangle_count, "triangles", to, error);
}

static bool take_number(Value value, const char *name, double *number, Error *error) {
    return value_to_real(value, number) ? true
                                        : fail(error, ERROR_ARGUMENT, "%s is no number", name);
}

/* ---- aswm_path, aswm_shortest_path ----------------------------------------------------------- */

typedef bool FindRoute(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                       AswmStatus *status, Error *error);

static bool route_rows(Document *document, const Arguments *arguments, Arena *scratch, Array *array,
                       Error *error, FindRoute *find) {
    const Aswm *mesh = &((const Trn *)document)->mesh;
    uint32_t from = 0, to = 0;
    AswmRoute route = {0};
    AswmStatus status;
    if (!take_triangles(mesh, arguments->values, &from, &to, error) ||
        !find(mesh, from, to, scratch, &route, &status, error)) {
        return false;
    }
    array->records = route.steps;
    array->count = route.count;
    array->stride = sizeof *route.steps;
    return true;
}

static bool path_rows(Opening *opening) {
    return route_rows(opening->document, opening->arguments, opening->scratch, opening->array, opening->error, aswm_route);
}

static bool shortest_path_rows(Opening *opening) {
    return route_rows(opening->document, opening->arguments, opening->scratch, opening->array, opening->error, aswm_search);
}

static const AswmStep *step_of(const Row *row) {
    return (const AswmStep *)(const void *)row->record;
}

typedef enum StepFact {
    STEP_NUMBER,
    STEP_TILE,
    STEP_ISLAND,
    STEP_X,
    STEP_Y,
    STEP_Z,
} StepFact;

static Value step_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    uint32_t triangle = step_of(row)->triangle;
    switch ((StepFact)fact) {
    case STEP_NUMBER: return value_integer((int64_t)row->index);
    case STEP_TILE: return value_reference(mesh->triangle_tiles[triangle], mesh->tile_count);
    case STEP_ISLAND: return value_reference(aswm_island_of(mesh, triangle), mesh->island_count);
    case STEP_X: return value_real(aswm_center(mesh, triangle).x);
    case STEP_Y: return value_real(aswm_center(mesh, triangle).y);
    case STEP_Z: return value_real(aswm_center(mesh, triangle).z);
    }
    return value_null();
}

static uint64_t step_offset(const Row *row) {
    return aswm_stored_offset(mesh_of(row), step_of(row)->triangle);
}

static const Column step_columns[] = {
    GET_WITH("step", INTEGER, NULL, "Number of the step, 0 at from_triangle", step_fact, STEP_NUMBER),
    MEMBER_REF("triangle_id", "aswm_triangles", "Triangle", AswmStep, triangle),
    GET_REF_WITH("tile_id", "aswm_tiles", "Its tile", step_fact, STEP_TILE),
    GET_REF_WITH("island_id", "aswm_islands", "Its island; NULL where not baked", step_fact,
            STEP_ISLAND),
    GET_WITH("x", REAL, "metres", "Its centre, to the east", step_fact, STEP_X),
    GET_WITH("y", REAL, "metres", "Its centre, to the north", step_fact, STEP_Y),
    GET_WITH("z", REAL, "metres", "Height of its centre, up", step_fact, STEP_Z),
    MEMBER(F64, "distance", "metres", "Way from the start, from centre to centre in x and y", AswmStep,
           distance),
};

static const Argument route_arguments[] = {
    {.name = "from_triangle", .doc = "Id of the triangle where the route begins"},
    {.name = "to_triangle", .doc = "Id of the triangle where it ends"},
};

const Table aswm_path = {
    .name = "aswm_path",
    .doc = "The route from triangle to triangle that the baked tables give, tile by tile and "
           "island by island; no rows where aswm_path_status() isn't ok or same.",
    .example = "SELECT step, triangle_id, tile_id, island_id, distance "
               "FROM aswm_path('samples/house.trx', 0, 80)",
    .format = &trn_format,
    COLUMNS(step_columns),
    ARGUMENTS(route_arguments),
    .typical_rows = 100,
    .rows = path_rows,
    .byte_offset = step_offset,
};

const Table aswm_shortest_path = {
    .name = "aswm_shortest_path",
    .doc = "The shortest route from triangle to triangle over the walkable mesh, baked or not; no "
           "rows where there is none.",
    .example = "SELECT step, triangle_id, x, y, distance "
               "FROM aswm_shortest_path('samples/house.trn', 0, 100)",
    .format = &trn_format,
    COLUMNS(step_columns),
    ARGUMENTS(route_arguments),
    .typical_rows = 100,
    .rows = shortest_path_rows,
    .byte_offset = step_offset,
};

/* ---- Functions ------------------------------------------------------------------------------- */

static Value triangle_at_call(Call *call) {
    const Value *values = call->values;
    int count = call->count;
    Error *error = call->error;
    const Aswm *mesh = &((const Trn *)call->document)->mesh;
    double x = 0, y = 0, z = 0;
    if (!take_number(values[0], "x", &x, error) || !take_number(values[1], "y", &y, error) ||
        (count > 2 && !take_number(values[2], "z", &z, error))) {
        return value_null();
    }
    return value_reference(aswm_triangle_at(mesh, x, y, count > 2 ? &z : NULL),
                           mesh->triangle_count);
}

static Value height_call(Call *call) {
    const Value *values = call->values;
    Error *error = call->error;
    const Aswm *mesh = &((const Trn *)call->document)->mesh;
    double x = 0, y = 0;
    if (!take_number(values[0], "x", &x, error) || !take_number(values[1], "y", &y, error)) {
        return value_null();
    }
    uint32_t triangle = aswm_triangle_at(mesh, x, y, NULL);
    if (triangle == ASWM_NONE) return value_null();
    double height = aswm_height(mesh, triangle, x, y);
    return isnan(height) ? value_null() : value_real(height);
}

static Value next_triangle_call(Call *call) {
    const Aswm *mesh = &((const Trn *)call->document)->mesh;
    uint32_t from = 0, to = 0;
    if (!take_triangles(mesh, call->values, &from, &to, call->error)) return value_null();
    return value_reference(aswm_next_triangle(mesh, from, to), mesh->triangle_count);
}

static Value next_island_call(Call *call) {
    const Value *values = call->values;
    Error *error = call->error;
    const Aswm *mesh = &((const Trn *)call->document)->mesh;
    uint32_t from = 0, to = 0;
    if (!take_id(values[0], "from_island", mesh->island_count, "islands", &from, error) ||
        !take_id(values[1], "to_island", mesh->island_count, "islands", &to, error)) {
        return value_null();
    }
    return value_reference(aswm_next_island(mesh, from, to), mesh->island_count);
}

static Value path_status_call(Call *call) {
    Error *error = call->error;
    const Aswm *mesh = &((const Trn *)call->document)->mesh;
    uint32_t from = 0, to = 0;
    AswmStatus status;
    if (!take_triangles(mesh, call->values, &from, &to, error) ||
        !aswm_route(mesh, from, to, call->scratch, NULL, &status, error)) {
        return value_null();
    }
    return value_text(aswm_status_names[status]);
}

const Function aswm_functions[ASWM_FUNCTION_COUNT] = {
    {.name = "aswm_triangle_at",
     .signature = "aswm_triangle_at(src, x, y [, z])",
     .doc = "The id of the triangle at a point; where surfaces overlap, of the one nearest to z, "
            "or the first without z. NULL off the mesh.",
     .example = "SELECT aswm_triangle_at('samples/house.trx', 4.5, 4.5)",
     .least = 3,
     .most = 4,
     .format = &trn_format,
     .call = triangle_at_call},
    {.name = "aswm_height",
     .signature = "aswm_height(src, x, y)",
     .doc = "The height of the walkmesh at a point in metres; NULL off the mesh.",
     .example = "SELECT aswm_height('samples/house.trx', 4.5, 4.5)",
     .least = 3,
     .most = 3,
     .format = &trn_format,
     .call = height_call},
    {.name = "aswm_next_triangle",
     .signature = "aswm_next_triangle(src, from_triangle, to_triangle)",
     .doc = "The next triangle on the way to another of the same tile, as the tile's path table "
            "says; NULL where there is none.",
     .example = "SELECT aswm_next_triangle('samples/house.trx', 0, 5)",
     .least = 3,
     .most = 3,
     .format = &trn_format,
     .call = next_triangle_call},
    {.name = "aswm_next_island",
     .signature = "aswm_next_island(src, from_island, to_island)",
     .doc = "The next island on the way to another; NULL where there is none.",
     .example = "SELECT aswm_next_island('samples/house.trx', 0, 1)",
     .least = 3,
     .most = 3,
     .format = &trn_format,
     .call = next_island_call},
    {.name = "aswm_path_status",
     .signature = "aswm_path_status(src, from_triangle, to_triangle)",
     .doc = "What aswm_path finds: 'not baked', 'not walkable', 'same', 'ok', 'unreachable', or "
            "'broken' where the tables are damaged.",
     .example = "SELECT aswm_path_status('samples/house.trx', 0, 80)",
     .least = 3,
     .most = 3,
     .format = &trn_format,
     .call = path_status_call},
};
