/* Arguments and rows of tables about ways: see walk_tables.h. */
#include "neverwinter/walk/walk_tables.h"

bool walk_take_places(const Value *values, Point2 *from, Point2 *to, Error *error) {
    return value_take_point(values, "x1", "y1", from, error) &&
           value_take_point(values + 2, "x2", "y2", to, error);
}

bool walk_take_spot(const Value *values, int count, const char *const *names, WalkSpot *spot,
                    Error *error) {
    bool has_z = count > 2 && values[2].type != VALUE_NULL;
    spot->z = has_z ? &spot->height : NULL;
    return value_take_point(values, names[0], names[1], &spot->place, error) &&
           (!has_z || value_take_real(values[2], names[2], &spot->height, error));
}

bool walk_fail_off_mesh(const WalkMesh *mesh, Point2 place, Error *error) {
    WalkNearest nearest = walk_nearest(mesh, place.x, place.y, NULL, WALK_NONE, HUGE_VAL);
    if (nearest.triangle == WALK_NONE) {
        return fail(error, ERROR_ARGUMENT,
                    "the place (%g, %g) is off the mesh, on which one can't walk anywhere", place.x,
                    place.y);
    }
    return fail(error, ERROR_ARGUMENT,
                "the place (%g, %g) is off the mesh; the nearest one where one can walk is "
                "(%.3f, %.3f) on triangle %u, %.6g m away",
                place.x, place.y, nearest.point.x, nearest.point.y,
                mesh->numbers ? mesh->numbers[nearest.triangle] : nearest.triangle,
                nearest.distance);
}

bool walk_fail_end_off_mesh(const WalkMesh *mesh, Point2 from, Point2 to, Error *error) {
    bool starts = walk_triangle_at(mesh, from) != WALK_NONE;
    return walk_fail_off_mesh(mesh, starts ? to : from, error);
}

bool walk_nearest_rows(Opening *opening, const WalkMesh *mesh, const Value *spot_values) {
    static const char *const names[] = {"at_x", "at_y", "at_z"};
    WalkSpot spot;
    WalkNearest *nearest = opening_set_row(opening, sizeof *nearest);
    if (!nearest || !walk_take_spot(spot_values, 3, names, &spot, opening->error)) return false;
    double exact[] = {spot.place.x, spot.place.y, spot.z ? *spot.z : 0};
    for (size_t i = 0; i < LENGTH(exact); i++) {
        if (!walk_exact(&exact[i], names[i], opening->error)) return false;
    }
    *nearest = walk_nearest(mesh, spot.place.x, spot.place.y, spot.z, WALK_NONE, HUGE_VAL);
    opening->array->count = nearest->triangle != WALK_NONE;
    return true;
}

WalkSightRow *walk_sight_rows(Opening *opening, const WalkMesh *mesh, const Value *places) {
    Point2 from = {0, 0}, to = {0, 0};
    WalkSightRow *row = opening_set_row(opening, sizeof *row);
    if (!row || !walk_take_places(places, &from, &to, opening->error) ||
        !walk_sight(mesh, from, to, opening->scratch, &row->sight, opening->error)) {
        return NULL;
    }
    row->status = walk_sight_names[row->sight.status];
    return row;
}

bool walk_sheet_rows(Opening *opening, const WalkMesh *mesh, const Value *place_values) {
    WalkSheets sheets;
    Point2 place = {0, 0};
    if (!value_take_point(place_values, "x", "y", &place, opening->error) ||
        !walk_sheets_at(mesh, place.x, place.y, opening->scratch, &sheets, opening->error)) {
        return false;
    }
    return opening_set_rows(opening, sheets.items, sheets.count, sizeof *sheets.items);
}

/* Finds the way between the places of four arguments; it has no turns if there is none. */
static bool find_way(const WalkMesh *mesh, const Value *places, Arena *scratch, WalkPulled *way,
                     Error *error) {
    Point2 from = {0, 0}, to = {0, 0};
    WalkStatus status;
    return walk_take_places(places, &from, &to, error) &&
           walk_shortest_way(mesh, from, to, scratch, way, &status, error) &&
           (status != WALK_OFF_MESH || walk_fail_end_off_mesh(mesh, from, to, error));
}

bool walk_way_rows(Opening *opening, const WalkMesh *mesh, const Value *places) {
    WalkPulled way;
    return find_way(mesh, places, opening->scratch, &way, opening->error) &&
           opening_set_rows(opening, way.turns, way.count, sizeof *way.turns);
}

Value walk_distance_call(Call *call, const WalkMesh *mesh, const Value *places) {
    WalkPulled way;
    bool found = find_way(mesh, places, call->scratch, &way, call->error) && way.count;
    return found ? value_real(way.turns[way.count - 1].distance) : value_null();
}
