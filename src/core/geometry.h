/* Points and vectors in double arithmetic. What lies on which side, exactly: exact.h. */
#pragma once

#include "core/load.h"

typedef struct Point2 {
    double x, y;
} Point2;

/* Returns twice the area of a triangle, rounded; positive if c lies left of the line from a to b.
** Where the sign must be exact, exact.h has it. */
static inline double point_turn(Point2 a, Point2 b, Point2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Returns the distance of two points. (hypot() isn't the same on every system, a root is.) */
static inline double point_distance(Point2 a, Point2 b) {
    double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

/* A point in space, or a direction. Which axis points up is the format's. */
typedef struct Vector {
    double x, y, z;
} Vector;

/* Reads three floats. */
static inline Vector load_vector(const uint8_t *at) {
    return (Vector){(double)load_f32(at), (double)load_f32(at + 4), (double)load_f32(at + 8)};
}

static inline Vector vector_plus(Vector a, Vector b) {
    return (Vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vector vector_minus(Vector a, Vector b) {
    return (Vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Vector vector_times(Vector a, double factor) {
    return (Vector){factor * a.x, factor * a.y, factor * a.z};
}

/* Returns the point that lies at a part of the way from a to b. */
static inline Vector vector_between(Vector a, Vector b, double part) {
    return vector_plus(a, vector_times(vector_minus(b, a), part));
}

static inline double vector_dot(Vector a, Vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vector vector_cross(Vector a, Vector b) {
    return (Vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vector_length(Vector a) {
    return sqrt(vector_dot(a, a));
}

static inline bool vector_is_finite(Vector a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* Tells whether all corners of a triangle are finite. */
static inline bool corners_are_finite(const Vector p[3]) {
    return vector_is_finite(p[0]) && vector_is_finite(p[1]) && vector_is_finite(p[2]);
}

/* A rectangle around something, as seen from above; empty if min_x > max_x. */
typedef struct Rect {
    double min_x, min_y, max_x, max_y;
} Rect;

static const Rect rect_nowhere = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static inline void rect_widen(Rect *rect, const Rect *by) {
    if (by->min_x < rect->min_x) rect->min_x = by->min_x;
    if (by->min_y < rect->min_y) rect->min_y = by->min_y;
    if (by->max_x > rect->max_x) rect->max_x = by->max_x;
    if (by->max_y > rect->max_y) rect->max_y = by->max_y;
}

static inline Rect rect_of(const Vector corners[3]) {
    Rect rect = rect_nowhere;
    for (int k = 0; k < 3; k++) {
        rect_widen(&rect, &(Rect){corners[k].x, corners[k].y, corners[k].x, corners[k].y});
    }
    return rect;
}

/* Tells whether a place is in a rectangle, or no farther outside of it than `slack`. */
static inline bool rect_holds(const Rect *rect, double x, double y, double slack) {
    return x >= rect->min_x - slack && x <= rect->max_x + slack && y >= rect->min_y - slack &&
           y <= rect->max_y + slack;
}

/* Returns the normal of a triangle, whose length is twice the triangle's area. Its corners run
** counter-clockwise, seen from where it points. */
static inline Vector corners_normal(const Vector p[3]) {
    return vector_cross(vector_minus(p[1], p[0]), vector_minus(p[2], p[0]));
}

/* Returns the area of a triangle in space. */
static inline double corners_area(const Vector p[3]) {
    return vector_length(corners_normal(p)) / 2;
}

/* Returns the vector of length 1 in the same direction; without a direction 0, 0, 0. */
static inline Vector vector_unit(Vector a) {
    double length = vector_length(a);
    return length > 0 ? (Vector){a.x / length, a.y / length, a.z / length} : (Vector){0, 0, 0};
}
