#include "core/affine.h"

#include <math.h>

#define LEAST_LENGTH 1e-9

Affine affine_identity(void) {
    return affine_scale(1, 1, 1);
}

Affine affine_move(double x, double y, double z) {
    Affine result = affine_identity();
    result.move[0] = x;
    result.move[1] = y;
    result.move[2] = z;
    return result;
}

Affine affine_scale(double x, double y, double z) {
    return (Affine){.rows = {{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}

Affine affine_turn(double x, double y, double z, double angle) {
    double length = sqrt(x * x + y * y + z * z), c = cos(angle), s = sin(angle), t = 1 - c;
    if (!(length >= LEAST_LENGTH)) return affine_identity();
    x /= length;
    y /= length;
    z /= length;
    return (Affine){.rows = {{t * x * x + c, t * x * y - s * z, t * x * z + s * y},
                             {t * x * y + s * z, t * y * y + c, t * y * z - s * x},
                             {t * x * z - s * y, t * y * z + s * x, t * z * z + c}}};
}

Affine affine_quaternion(double x, double y, double z, double w) {
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (!(length >= LEAST_LENGTH) || isinf(length)) return affine_identity();
    x /= length;
    y /= length;
    z /= length;
    w /= length;
    return (Affine){.rows = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

Affine affine_product(const Affine *a, const Affine *b) {
    Affine result;
    for (int i = 0; i < 3; i++) {
        const double *row = a->rows[i];
        for (int j = 0; j < 3; j++) {
            result.rows[i][j] =
                row[0] * b->rows[0][j] + row[1] * b->rows[1][j] + row[2] * b->rows[2][j];
        }
        result.move[i] =
            row[0] * b->move[0] + row[1] * b->move[1] + row[2] * b->move[2] + a->move[i];
    }
    return result;
}

/* Returns the determinant of what is left without row i and column j, with its sign. */
static double cofactor(const Affine *a, int i, int j) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return a->rows[i1][j1] * a->rows[i2][j2] - a->rows[i1][j2] * a->rows[i2][j1];
}

bool affine_inverse_rows(const Affine *a, Affine *inverse) {
    double determinant = 0;
    for (int j = 0; j < 3; j++) determinant += a->rows[0][j] * cofactor(a, 0, j);
    if (determinant == 0 || isnan(determinant)) return false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) inverse->rows[i][j] = cofactor(a, j, i) / determinant;
        inverse->move[i] = 0;
    }
    return true;
}

void affine_apply(const Affine *a, const double *point, double *result) {
    for (int i = 0; i < 3; i++) {
        const double *row = a->rows[i];
        result[i] = row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + a->move[i];
    }
}
