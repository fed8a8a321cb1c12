/* What tables and functions about ways over walkmeshes have in common: arguments, rows, columns. */
#pragma once

#include "neverwinter/walk/walk_mesh.h"
#include "neverwinter/walk/walk_sight.h"
#include "neverwinter/walk/walk_way.h"
#include "table/table.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

/* A place, with a height where surfaces lie over each other. */
typedef struct WalkSpot {
    Point2 place;
    double height;
    const double *z; /* NULL, or the height */
} WalkSpot;

bool walk_take_places(const Value *values, Point2 *from, Point2 *to, Error *error);
/* Reads x, y and, if there are more than two values and it isn't NULL, z, by these names. */
bool walk_take_spot(const Value *values, int count, const char *const *names, WalkSpot *spot,
                    Error *error);

/* Fail with the nearest walkable point: for a place off the mesh; for a way with such an end. */
bool walk_fail_off_mesh(const WalkMesh *mesh, Point2 place, Error *error);
bool walk_fail_end_off_mesh(const WalkMesh *mesh, Point2 from, Point2 to, Error *error);

#define WALK_SPOT_ARGUMENTS                                                                        \
    {.name = "at_x", .doc = "x of the place, to the east, in metres"},                             \
        {.name = "at_y", .doc = "y of the place, to the north, in metres"}, {                      \
        .name = "at_z", .doc = "Height of the place, where surfaces overlap", .optional = true     \
    }
#define WALK_PLACE_ARGUMENTS                                                                       \
    {.name = "x", .doc = "x of the place, to the east, in metres"}, {                              \
        .name = "y", .doc = "y of the place, to the north, in metres"                              \
    }
#define WALK_PLACES_ARGUMENTS                                                                      \
    {.name = "x1", .doc = "x of the place where it begins, to the east, in metres"},               \
        {.name = "y1", .doc = "y of the place where it begins, to the north, in metres"},          \
        {.name = "x2", .doc = "x of the place where it is to end"}, {                              \
        .name = "y2", .doc = "y of the place where it is to end"                                   \
    }

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct WalkSightRow {
    const char *status;
    WalkSight sight;
    uint32_t object; /* what blocks it, for areas with things */
} WalkSightRow;

/* Make the rows of tables, from the values of the arguments above. The mesh must be ready for ways
** where it is asked for them, else for places. */
bool walk_nearest_rows(Opening *opening, const WalkMesh *mesh, const Value *spot);
WalkSightRow *walk_sight_rows(Opening *opening, const WalkMesh *mesh, const Value *places);
bool walk_sheet_rows(Opening *opening, const WalkMesh *mesh, const Value *place);
bool walk_way_rows(Opening *opening, const WalkMesh *mesh, const Value *places);

/* The length of the shortest way for a function; NULL if there is none, or after an error. */
Value walk_distance_call(Call *call, const WalkMesh *mesh, const Value *places);

/* ---- Columns --------------------------------------------------------------------------------- */

#define WALK_NEAREST_COLUMNS                                                                       \
    MEMBER(F64, "x", "metres", "Nearest walkable point, to the east", WalkNearest, point.x),       \
        MEMBER(F64, "y", "metres", "Nearest walkable point, to the north", WalkNearest, point.y),  \
        MEMBER(F64, "z", "metres", "Its height, up, between the triangle's corners", WalkNearest,  \
               point.z),                                                                           \
        MEMBER(F64, "distance", "metres", "How far it is, in x and y; with z, in space",           \
               WalkNearest, distance)

#define WALK_SIGHT_COLUMNS                                                                         \
    MEMBER(STRING, "status", NULL,                                                                 \
           "'clear', 'blocked', or, if the place where it begins is at fault, 'off mesh' or 'not " \
           "walkable'",                                                                            \
           WalkSightRow, status),                                                                  \
        MEMBER(F64, "x", "metres", "Where the walk ends, to the east; NULL where it can't begin",  \
               WalkSightRow, sight.x),                                                             \
        MEMBER(F64, "y", "metres", "Where the walk ends, to the north", WalkSightRow, sight.y),    \
        MEMBER(F64, "distance", "metres", "Length of the walk", WalkSightRow, sight.distance)

#define WALK_TURN_COLUMNS                                                                          \
    GET("step", INTEGER, NULL, "Number of the turn; 0 is where the path begins", row_number),      \
        MEMBER(F64, "x", "metres", "Where it turns, to the east", WalkTurn, x),                    \
        MEMBER(F64, "y", "metres", "Where it turns, to the north", WalkTurn, y),                   \
        MEMBER(F64, "z", "metres", "Height there, up", WalkTurn, z),                               \
        MEMBER(F64, "distance", "metres", "Length of the way from the start, in x and y",          \
               WalkTurn, distance)

#define WALK_SHEET_COLUMNS                                                                         \
    MEMBER(BOOL, "walkable", NULL, "1 if creatures can walk here", WalkSheet, walkable),           \
        MEMBER(F64, "z", "metres", "Height of the surface, up, between the triangle's corners",    \
               WalkSheet, z),                                                                      \
        MEMBER(F64, "above", "metres", "Height up to the surface above; NULL for the highest",     \
               WalkSheet, above)

#define WALK_COMPONENT_COLUMNS                                                                     \
    MEMBER(F64, "area", "square metres", "Area seen from above", WalkComponent, area),             \
        MEMBER(U32, "triangles", NULL, "Number of its triangles", WalkComponent, triangle_count),  \
        MEMBER(U32, "tiles", NULL, "Number of tiles that own one of them", WalkComponent,          \
               tile_count),                                                                        \
        MEMBER(F64, "surface_area", "square metres",                                               \
               "Area of the surface itself, slopes included", WalkComponent, surface_area)
