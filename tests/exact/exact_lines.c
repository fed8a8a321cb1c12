/*
** Compares src/core/exact.h with arithmetic in 128-bit integers, which is exact as well.
**
**     exact_lines [N]
**
** takes N random lines (200,000) between points with whole coordinates, and points that lie on
** them, next to them by 1, or anywhere. It checks on which side of a line the points lie, and which
** of two points of a line comes first. The last line is "N passed, N failed".
*/
#include "core/exact.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RANGE 28 /* bits of a coordinate: a product of four differences fits into 128 bits */

__extension__ typedef __int128 Wide;

static uint64_t state = 1;
static long passed, failed;

static uint64_t random_bits(unsigned bits) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t mixed = (state ^ state >> 33) * 0xff51afd7ed558ccdu;
    return (mixed ^ mixed >> 29) >> (64 - bits);
}

typedef struct Whole {
    int64_t x, y;
} Whole;

static Point2 as_point(Whole p) {
    return (Point2){(double)p.x, (double)p.y};
}

static Wide cross(Whole a, Whole b, Whole c, Whole d) {
    return (Wide)(b.x - a.x) * (d.y - c.y) - (Wide)(b.y - a.y) * (d.x - c.x);
}

static int sign(Wide value) {
    return (value > 0) - (value < 0);
}

static void check(const char *what, int is, int expected, Whole from, Whole to) {
    if (is == expected) {
        passed++;
        return;
    }
    if (++failed <= 10) {
        printf("%s: %d, expected %d, on the line %lld %lld to %lld %lld\n", what, is, expected,
               (long long)from.x, (long long)from.y, (long long)to.x, (long long)to.y);
    }
}

static Whole random_whole(void) {
    unsigned bits = 2 + (unsigned)random_bits(5) % (RANGE - 1);
    int64_t half = (int64_t)1 << (bits - 1);
    return (Whole){(int64_t)random_bits(bits) - half, (int64_t)random_bits(bits) - half};
}

/* Returns a multiple of the step from a line's beginning, or a point next to that by 1. */
static Whole near_line(Whole from, Whole step, unsigned jitter) {
    int64_t times = (int64_t)random_bits(4);
    Whole p = {from.x + times * step.x, from.y + times * step.y};
    if (jitter) p.x += (int64_t)random_bits(1), p.y -= (int64_t)random_bits(1);
    return p;
}

/* A point of the line with its fraction; `over` is never 0. */
typedef struct Crossing {
    LinePoint point;
    Wide part, over;
} Crossing;

static bool random_crossing(const Line *line, Whole from, Whole to, Whole step,
                            Crossing *crossing) {
    if (random_bits(2) == 0) {
        Whole p = near_line(from, step, 0);
        bool by_x = from.x != to.x;
        *crossing = (Crossing){line_at(line, as_point(p)), by_x ? p.x - from.x : p.y - from.y,
                               by_x ? to.x - from.x : to.y - from.y};
        return true;
    }
    Whole p = random_whole(), q = random_whole();
    if (random_bits(2) == 0) p = near_line(from, step, 1);
    if (random_bits(3) == 0) q = near_line(from, step, 1);
    Wide over = cross(p, q, from, to);
    if (sign(cross(from, to, from, p)) == sign(cross(from, to, from, q)) || !over) return false;
    *crossing =
        (Crossing){line_crossing(line, as_point(p), as_point(q)), cross(p, q, from, p), over};
    return true;
}

static int compare_fractions(const Crossing *a, const Crossing *b) {
    return sign(a->part * b->over - b->part * a->over) * sign(a->over) * sign(b->over);
}

static void try_line(void) {
    Whole from = random_whole(), step = random_whole();
    step.x >>= 4, step.y >>= 4;
    if (!step.x && !step.y) return;
    int64_t times = 1 + (int64_t)random_bits(3);
    Whole to = {from.x + times * step.x, from.y + times * step.y};
    Line line = {as_point(from), as_point(to)};
    for (int i = 0; i < 4; i++) {
        Whole p = i < 3 ? near_line(from, step, i > 0) : random_whole();
        check("side", line_side(&line, as_point(p)), sign(cross(from, to, from, p)), from, to);
    }
    Crossing first, second;
    if (!random_crossing(&line, from, to, step, &first)) return;
    if (!random_crossing(&line, from, to, step, &second)) return;
    check("order", sign(line_compare(&line, &first.point, &second.point)),
          compare_fractions(&first, &second), from, to);
    double fraction = (double)first.part / (double)first.over, size = fraction * fraction + 1;
    double off = line_fraction(&line, &first.point) - fraction, rounded = 1e-15 * size;
    check("fraction", off <= 1e-12 * size && -off <= 1e-12 * size, 1, from, to);
    check("low", first.point.low <= fraction + rounded, 1, from, to);
    check("high", first.point.high >= fraction - rounded, 1, from, to);
}

int main(int count, char **arguments) {
    long lines = count > 1 ? atol(arguments[1]) : 200000;
    for (long i = 0; i < lines; i++) try_line();
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed || !passed;
}
