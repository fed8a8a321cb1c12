/* Affine transforms of points in space, in double arithmetic: three rows of a matrix that is
** multiplied with a column, and what is added. */
#pragma once

#include <stdbool.h>

/* Takes p to rows * p + move. */
typedef struct Affine {
    double rows[3][3], move[3];
} Affine;

Affine affine_identity(void);
Affine affine_move(double x, double y, double z);
Affine affine_scale(double x, double y, double z);
/* Returns a turn by radians around an axis of any length; the identity if that has no length. */
Affine affine_turn(double x, double y, double z, double angle);
/* Returns the turn of a quaternion of any length; the identity if it is 0 or isn't finite. */
Affine affine_quaternion(double x, double y, double z, double w);
/* Returns the transform that applies b first, then a. */
Affine affine_product(const Affine *a, const Affine *b);
/* Inverts the rows, without regard to the move. Returns false if that is impossible. */
bool affine_inverse_rows(const Affine *a, Affine *inverse);
void affine_apply(const Affine *a, const double *point, double *result);
