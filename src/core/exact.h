/* Straight lines in the plane, exactly: on which side of a line a point lies, and which of two
** points of a line comes first. Doubles decide nearly always, with a bound on their error; where
** they can't, sums of doubles that lose nothing do (Shewchuk's expansions).
**
** Coordinates must have passed exact_coordinate(), as every float32 that is finite would: multiples
** of 2^-149 of at most 2^128 in size. No product of four of their differences leaves the range of a
** double, so that nothing is rounded away. */
#pragma once

#include "core/geometry.h"

/* A straight line that is walked from one point to another; the points differ. */
typedef struct Line {
    Point2 from, to;
} Line;

/* A point of a line: where the line through p and q crosses it, or p itself if both are equal. Its
** fraction, 0 at line.from and 1 at line.to, is between low and high. */
typedef struct LinePoint {
    double low, high;
    Point2 p, q;
} LinePoint;

/* Round a coordinate to a multiple of 2^-149, or both of a place; they return false if it is too
** large or not a number. */
bool exact_coordinate(double *value);
static inline bool exact_place(Point2 *place) {
    return exact_coordinate(&place->x) && exact_coordinate(&place->y);
}

/* Returns 1 if p lies left of the line, -1 if right, 0 if on it. */
int line_side(const Line *line, Point2 p);
/* Makes the point p, which must lie on the line. */
LinePoint line_at(const Line *line, Point2 p);
/* Makes the point where the line from p to q crosses; p and q must be on different sides. */
LinePoint line_crossing(const Line *line, Point2 p, Point2 q);
/* Returns a negative number if a comes before b, a positive one if behind it, 0 if they are the
** same point. */
int line_compare(const Line *line, const LinePoint *a, const LinePoint *b);
/* Returns the fraction of a point as a double. */
double line_fraction(const Line *line, const LinePoint *point);
