/* Exact comparisons along a straight line; see exact.h. */
#include "core/exact.h"

#define EPSILON    1.1102230246251565e-16 /* half a unit in the last place of 1 */
#define SIDE_ERROR (4 * EPSILON)          /* for a difference of two products of differences */
#define SMALL      6.310887241768095e-30  /* 2^-97: smaller doubles can have bits below 2^-149 */
#define LARGEST    3.4028236692093846e+38 /* 2^128 */

bool exact_coordinate(double *value) {
    if (!(fabs(*value) <= LARGEST)) return false;
    if (fabs(*value) < SMALL) *value = *value + 3 * SMALL - 3 * SMALL; /* rounds away lower bits */
    return true;
}

/* ---- Sums that lose nothing ------------------------------------------------------------------ */

/* A number as the sum of parts that are not 0, don't overlap and increase in size. A product of two
** cross products has 2 * 16 * 16 parts, the difference of two such products twice as many. */
enum { PARTS_MAX = 1024, CROSS_PARTS = 16 };

typedef struct Sum {
    int count;
    double parts[PARTS_MAX];
} Sum;

/* a + b = the result + *rest, exactly. */
static double add_exactly(double a, double b, double *rest) {
    double sum = a + b, b_part = sum - a;
    *rest = (a - (sum - b_part)) + (b - b_part);
    return sum;
}

/* Splits a double of 53 bits into two of 26 bits and returns the upper one. */
static double upper_half(double value) {
    double shifted = value * 134217729.0; /* 2^27 + 1 */
    return shifted - (shifted - value);
}

/* a * b = the result + *rest, exactly. */
static double multiply_exactly(double a, double b, double *rest) {
    double product = a * b;
    double a_high = upper_half(a), a_low = a - a_high, b_high = upper_half(b), b_low = b - b_high;
    *rest = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    return product;
}

static void add(Sum *sum, double value) {
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        double rest;
        value = add_exactly(value, sum->parts[i], &rest);
        if (rest != 0) sum->parts[kept++] = rest;
    }
    if (value != 0) sum->parts[kept++] = value;
    sum->count = kept;
}

static void add_products(Sum *sum, const double *a, int a_count, const double *b, int b_count,
                         double sign) {
    for (int i = 0; i < a_count; i++) {
        for (int j = 0; j < b_count; j++) {
            double rest, product = multiply_exactly(sign * a[i], b[j], &rest);
            add(sum, rest);
            add(sum, product);
        }
    }
}

static int sign_of(double value) {
    return (value > 0) - (value < 0);
}

static int sum_sign(const Sum *sum) {
    return sum->count ? sign_of(sum->parts[sum->count - 1]) : 0;
}

/* Makes the cross product of b - a and d - c, exactly. */
static void cross_exactly(Sum *sum, Point2 a, Point2 b, Point2 c, Point2 d) {
    double x0[2], y0[2], x1[2], y1[2];
    x0[1] = add_exactly(b.x, -a.x, &x0[0]);
    y0[1] = add_exactly(b.y, -a.y, &y0[0]);
    x1[1] = add_exactly(d.x, -c.x, &x1[0]);
    y1[1] = add_exactly(d.y, -c.y, &y1[0]);
    sum->count = 0;
    add_products(sum, x0, 2, y1, 2, 1);
    add_products(sum, y0, 2, x1, 2, -1);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* Computes the cross product in doubles; *error is an upper bound of its error. */
static double cross_nearly(Point2 a, Point2 b, Point2 c, Point2 d, double *error) {
    double left = (b.x - a.x) * (d.y - c.y), right = (b.y - a.y) * (d.x - c.x);
    *error = SIDE_ERROR * (fabs(left) + fabs(right));
    return left - right;
}

int line_side(const Line *line, Point2 p) {
    double error, cross = cross_nearly(line->from, line->to, line->from, p, &error);
    if (fabs(cross) > error) return sign_of(cross);
    Sum sum;
    cross_exactly(&sum, line->from, line->to, line->from, p);
    return sum_sign(&sum);
}

/* ---- Points of a line ------------------------------------------------------------------------ */

/* A fraction of two exact numbers; `over` is never 0. */
typedef struct Ratio {
    int count, over_count;
    double parts[CROSS_PARTS], over[CROSS_PARTS];
} Ratio;

static int copy_parts(double *parts, const Sum *sum) {
    for (int i = 0; i < sum->count; i++) parts[i] = sum->parts[i];
    return sum->count;
}

/* Writes b - a as parts that are not 0. */
static int difference(double *parts, double a, double b) {
    double rest, sum = add_exactly(b, -a, &rest);
    int count = 0;
    if (rest != 0) parts[count++] = rest;
    if (sum != 0) parts[count++] = sum;
    return count;
}

/* Makes t of the crossing with the line through p and q, from + t * (to - from): t = cross(q - p, p
** - from) / cross(q - p, to - from). For a point of the line one coordinate will do. */
static void make_ratio(const Line *line, const LinePoint *point, Ratio *ratio) {
    Point2 from = line->from, to = line->to, p = point->p, q = point->q;
    if (p.x != q.x || p.y != q.y) {
        Sum sum;
        cross_exactly(&sum, p, point->q, from, p);
        ratio->count = copy_parts(ratio->parts, &sum);
        cross_exactly(&sum, p, point->q, from, to);
        ratio->over_count = copy_parts(ratio->over, &sum);
    } else if (from.x != to.x) {
        ratio->count = difference(ratio->parts, from.x, p.x);
        ratio->over_count = difference(ratio->over, from.x, to.x);
    } else {
        ratio->count = difference(ratio->parts, from.y, p.y);
        ratio->over_count = difference(ratio->over, from.y, to.y);
    }
}

LinePoint line_at(const Line *line, Point2 p) {
    Point2 from = line->from, to = line->to;
    double fraction =
        from.x != to.x ? (p.x - from.x) / (to.x - from.x) : (p.y - from.y) / (to.y - from.y);
    double error = 4 * EPSILON * fabs(fraction);
    return (LinePoint){fraction - error, fraction + error, p, p};
}

LinePoint line_crossing(const Line *line, Point2 p, Point2 q) {
    double error, over_error;
    double cross = cross_nearly(p, q, line->from, p, &error);
    double over = cross_nearly(p, q, line->from, line->to, &over_error);
    if (fabs(over) <= 2 * over_error) return (LinePoint){-HUGE_VAL, HUGE_VAL, p, q};
    double fraction = cross / over;
    error = 2 * (error + fabs(fraction) * over_error) / (fabs(over) - over_error) +
            4 * EPSILON * fabs(fraction);
    return (LinePoint){fraction - error, fraction + error, p, q};
}

static bool same_point(Point2 a, Point2 b) {
    return a.x == b.x && a.y == b.y;
}

int line_compare(const Line *line, const LinePoint *a, const LinePoint *b) {
    if (a->high < b->low) return -1;
    if (a->low > b->high) return 1;
    if ((same_point(a->p, b->p) && same_point(a->q, b->q)) ||
        (same_point(a->p, b->q) && same_point(a->q, b->p))) {
        return 0;
    }
    Ratio one, other;
    Sum sum;
    sum.count = 0;
    make_ratio(line, a, &one);
    make_ratio(line, b, &other);
    add_products(&sum, one.parts, one.count, other.over, other.over_count, 1);
    add_products(&sum, other.parts, other.count, one.over, one.over_count, -1);
    return sum_sign(&sum) * sign_of(one.over[one.over_count - 1]) *
           sign_of(other.over[other.over_count - 1]);
}

double line_fraction(const Line *line, const LinePoint *point) {
    Ratio ratio;
    double value = 0, over = 0;
    make_ratio(line, point, &ratio);
    for (int i = 0; i < ratio.count; i++) value += ratio.parts[i];
    for (int i = 0; i < ratio.over_count; i++) over += ratio.over[i];
    return value / over;
}
