/* What rows draw as geometry, for programs of maps: WKB, the well-known binary of the OGC and of
** ISO 13249-3, which GDAL, QGIS, PostGIS and GeoPackages read. Little-endian.
**
**     offset  size  type   field
**     0       1     u8     1: the numbers that follow are little-endian
**     1       4     u32    1 point, 2 line, 3 polygon; 1001, 1002, 1003 where points have a z
**     5       4     u32    of a polygon: 1, the number of its rings
**     ...     4     u32    of lines and polygons: number of points. The last one of a ring is the
**                          first one again
**     ...     16    f64    x, y; with z 24 bytes */
#include "table/table.h"

enum { WKB_POINT = 1, WKB_LINE, WKB_POLYGON, WKB_Z = 1000 };
enum { POINT_NUMBERS = 3, POINTS_MOST = 1 << 26 };

typedef struct Shape {
    Arena arena;  /* first: the engine clears it */
    List numbers; /* double: `each` numbers for every point */
    uint32_t each;
} Shape;

/* Adds the point of a row; one that lacks a coordinate is left out. */
static bool add_point(void *state, Call *call) {
    static const char *const names[POINT_NUMBERS] = {"x", "y", "z"};
    Shape *shape = state;
    double point[POINT_NUMBERS];
    for (int i = 0; i < call->count; i++) {
        if (call->values[i].type == VALUE_NULL) return true;
        if (!value_to_real(call->values[i], &point[i]) || !isfinite(point[i])) {
            return fail(call->error, ERROR_ARGUMENT, "%s isn't a finite number", names[i]);
        }
    }
    shape->each = (uint32_t)call->count;
    if (shape->numbers.count > POINTS_MOST) {
        return fail(call->error, ERROR_TOO_BIG, "more than %d numbers of points", POINTS_MOST);
    }
    return list_append(&shape->arena, &shape->numbers, point, shape->each, sizeof *point,
                       call->error);
}

static uint8_t *write_u32(uint8_t *at, uint32_t number) {
    store_u32(at, number);
    return at + sizeof number;
}

/* A type's number is also the least number of its points. */
static Value write_shape(const Shape *shape, uint32_t type, Call *call) {
    const double *numbers = shape->numbers.items;
    uint32_t each = shape->each, count = each ? (uint32_t)(shape->numbers.count / each) : 0;
    bool is_ring = type == WKB_POLYGON && count;
    bool is_closed =
        is_ring && !memcmp(numbers, numbers + shape->numbers.count - each, each * sizeof *numbers);
    if (count - is_closed < type) return value_null();
    uint32_t points = count + (is_ring && !is_closed);
    uint8_t *wkb = arena_alloc(call->scratch, 13 + sizeof *numbers * each * points, 1), *at = wkb;
    if (!wkb) return value_null_after(fail_memory(call->error, call->scratch));
    *at++ = 1;
    at = write_u32(at, type + (each == POINT_NUMBERS ? WKB_Z : 0));
    if (is_ring) at = write_u32(at, 1);
    if (type != WKB_POINT) at = write_u32(at, points);
    for (uint32_t i = 0; i < points * each; i++, at += sizeof *numbers) {
        store_f64(at, numbers[i < shape->numbers.count ? i : i - shape->numbers.count]);
    }
    return value_blob(wkb, (uint64_t)(at - wkb));
}

static Value polygon(void *shape, Call *call) {
    return write_shape(shape, WKB_POLYGON, call);
}

static Value line(void *shape, Call *call) {
    return write_shape(shape, WKB_LINE, call);
}

static Value point(Call *call) {
    Shape shape = {.arena = {.host = call->scratch->host}};
    Value wkb = add_point(&shape, call) ? write_shape(&shape, WKB_POINT, call) : value_null();
    arena_clear(&shape.arena);
    return wkb;
}

#define OF_CORNERS(Takes)                                                                          \
    .takes = Takes, .state_bytes = sizeof(Shape), .row_values = POINT_NUMBERS, .step = add_point

static const Function wkb_functions[] = {
    {.name = "gamemap_wkb",
     OF_CORNERS("x, y [, z]"),
     .doc = "An aggregate: the polygon whose corners the rows are, in their order, as WKB, which "
            "QGIS, GDAL, PostGIS and GeoPackages read (of ISO, whose types with a z are 1001 and "
            "so on). The ring is closed; rows without a coordinate are left out; of fewer than "
            "three corners it is NULL.",
     .example =
         "SELECT t.id, hex(gamemap_wkb(v.x, v.y)) FROM aswm_triangles('samples/house.trx') "
         "t, json_each(json_array(t.vertex0, t.vertex1, t.vertex2)) corner "
         "JOIN aswm_vertices(t.source) v ON v.id = corner.value WHERE t.id < 2 GROUP BY t.id",
     .finish = polygon},
    {.name = "gamemap_wkb_line",
     OF_CORNERS("x, y [, z]"),
     .doc = "An aggregate: the line from row to row, in their order, as WKB (see gamemap_wkb); of "
            "fewer than two points it is NULL.",
     .example = "SELECT hex(gamemap_wkb_line(x, y)) "
                "FROM gat_path('samples/town.gat', 2, 2, 4, 3)",
     .finish = line},
    {"gamemap_wkb_point", "x, y [, z]",
     .doc = "A point as WKB (see gamemap_wkb). It is no aggregate: each row has its own.",
     .example =
         "SELECT model_file, hex(gamemap_wkb_point(x, y, z)) FROM rsw_models('samples/town.rsw') "
         "LIMIT 3",
     .call = point},
};

const Module wkb_module = {
    MODULE_PARTS(wkb_functions, function),
};
