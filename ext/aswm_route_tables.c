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

/* The rows' records are the triangles. What is known of the way's length stands before them: it is
** added up as far as distances are read. */
typedef struct Steps {
    uint64_t measured; /* the step up to which */
    double distance;   /* of that step */
    uint32_t triangles[];
} Steps;

static bool route_rows(Opening *opening, FindRoute *find) {
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    Array *array = opening->array;
    uint32_t from = 0, to = 0;
    AswmRoute route = {0};
    AswmStatus status;
    if (!take_triangles(mesh, opening->arguments->values, &from, &to, opening->error) ||
        !find(mesh, from, to, opening->scratch, &route, &status, opening->error)) {
        return false;
    }
    uint64_t bytes = route.count * sizeof *route.triangles;
    Steps *steps = arena_alloc(opening->scratch, 1, sizeof *steps + bytes);
    if (!steps) return fail_memory(opening->error, opening->scratch);
    *steps = (Steps){0};
    if (bytes) memcpy(steps->triangles, route.triangles, (size_t)bytes);
    arena_release(opening->scratch, route.triangles);
    array->records = steps->triangles;
    array->count = route.count;
    array->stride = sizeof *steps->triangles;
    return true;
}

static bool path_rows(Opening *opening) {
    return route_rows(opening, aswm_route);
}

static bool shortest_path_rows(Opening *opening) {
    return route_rows(opening, aswm_search);
}

static uint32_t triangle_of(const Row *row) {
    return *(const uint32_t *)(const void *)row->record;
}

static Value step_number(const Row *row) {
    return value_integer((int64_t)row->index);
}

static Value step_triangle(const Row *row) {
    return value_integer(triangle_of(row));
}

static Value step_tile(const Row *row) {
    return value_reference(aswm_tile_of(mesh_of(row), triangle_of(row)), mesh_of(row)->tile_count);
}

static Value step_island(const Row *row) {
    return value_reference(aswm_island_of(mesh_of(row), triangle_of(row)),
                           mesh_of(row)->island_count);
}

static Value step_x(const Row *row) {
    return value_real(aswm_center(mesh_of(row), triangle_of(row)).x);
}

static Value step_y(const Row *row) {
    return value_real(aswm_center(mesh_of(row), triangle_of(row)).y);
}

static Value step_z(const Row *row) {
    return value_real(aswm_center(mesh_of(row), triangle_of(row)).z);
}

static Value step_distance(const Row *row) {
    uint8_t *records = (uint8_t *)(uintptr_t)row->array->records;
    Steps *steps = (void *)(records - offsetof(Steps, triangles));
    if (row->index < steps->measured) *steps = (Steps){0};
    for (; steps->measured < row->index; steps->measured++) {
        const uint32_t *triangle = &steps->triangles[steps->measured];
        steps->distance += aswm_distance(mesh_of(row), triangle[0], triangle[1]);
    }
    return value_real(steps->distance);
}

static uint64_t step_offset(const Row *row) {
    return aswm_stored_offset(mesh_of(row), triangle_of(row));
}

static const Column step_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step, 0 at from_triangle", step_number),
    GET_REF("triangle_id", "aswm_triangles", "Triangle", step_triangle),
    GET_REF("tile_id", "aswm_tiles", "Its tile", step_tile),
    GET_REF("island_id", "aswm_islands", "Its island; NULL where not baked", step_island),
    GET("x", REAL, "metres", "Its centre, to the east", step_x),
    GET("y", REAL, "metres", "Its centre, to the north", step_y),
    GET("z", REAL, "metres", "Height of its centre, up", step_z),
    GET("distance", REAL, "metres", "Way from the start, from centre to centre in x and y",
        step_distance),
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
