#include "picture/relief.h"

/* The light comes from the north-west, halfway up the sky. */
#define LIGHT_ACROSS 0.5
#define LIGHT_UP     0.70710678118654752
/* How high a unit of the values is beside a cell isn't known, so slopes are stretched: STEEP_SHARE
** of them become STEEP at most. */
#define STEEP       0.9
#define STEEP_SHARE 0.95
#define SLOPE_STEPS 4096

/* Slopes of each cell to the east and to the north, in units of the value. */
typedef struct Slopes {
    float *east, *north;
    double stretch;
} Slopes;

static double slope_between(double before, double here, double after) {
    if (isnan(before)) return isnan(after) ? 0 : after - here;
    return isnan(after) ? here - before : (after - before) / 2;
}

static double value_at(const CellView *view, int64_t column, int64_t row) {
    if (column < 0 || row < 0 || (uint64_t)column >= view->columns || (uint64_t)row >= view->rows) {
        return NAN;
    }
    double value = cell_at(view, (uint64_t)column, (uint64_t)row);
    return isfinite(value) ? value : NAN;
}

/* Returns the slope that STEEP_SHARE of the sloping cells don't exceed, by counting in steps. */
static double steep_slope(const Slopes *slopes, uint64_t count, double most) {
    uint32_t counts[SLOPE_STEPS] = {0};
    uint64_t sloping = 0, below = 0;
    for (uint64_t i = 0; i < count; i++) {
        double slope = hypot((double)slopes->east[i], (double)slopes->north[i]);
        if (!(slope > 0)) continue;
        counts[(uint32_t)fmin(slope / most * SLOPE_STEPS, SLOPE_STEPS - 1)]++;
        sloping++;
    }
    uint32_t step = 0;
    while (step + 1 < SLOPE_STEPS &&
           (double)(below += counts[step]) < STEEP_SHARE * (double)sloping)
        step++;
    return most * (step + 1) / SLOPE_STEPS;
}

static bool find_slopes(const CellView *view, Slopes *slopes, Arena *arena, Error *error) {
    uint64_t count = view->columns * view->rows, i = 0;
    double most = 0;
    slopes->east = arena_alloc(arena, count, sizeof *slopes->east);
    slopes->north = arena_alloc(arena, count, sizeof *slopes->north);
    if (!slopes->east || !slopes->north) return fail_memory(error, arena);
    for (int64_t row = 0; (uint64_t)row < view->rows; row++) {
        if (arena_interrupted_at(arena, (uint64_t)row * 64)) return fail_interrupted(error);
        for (int64_t column = 0; (uint64_t)column < view->columns; column++, i++) {
            double here = value_at(view, column, row);
            bool is_known = !isnan(here);
            double east = slope_between(value_at(view, column - 1, row), here,
                                        value_at(view, column + 1, row));
            double north = slope_between(value_at(view, column, row - 1), here,
                                         value_at(view, column, row + 1));
            slopes->east[i] = is_known ? (float)east : 0;
            slopes->north[i] = is_known ? (float)north : 0;
            if (is_known) most = fmax(most, hypot(east, north));
        }
    }
    slopes->stretch = most > 0 && most < 1e300 ? STEEP / steep_slope(slopes, count, most) : 0;
    return true;
}

/* The four cells around a place, and how much each counts there. */
typedef struct Around {
    int64_t columns[2], rows[2];
    double east, north; /* shares of the second ones */
} Around;

static double blend(const double parts[4], const Around *around, double here) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double share =
            (k & 1 ? around->east : 1 - around->east) * (k & 2 ? around->north : 1 - around->north);
        sum += share * (isnan(parts[k]) ? here : parts[k]);
    }
    return sum;
}

/* Returns how bright a slope is: 1 on level ground, less in the shade, more towards the light. */
static double brightness(double east, double north) {
    double length = sqrt(1 + east * east + north * north);
    double light = ((east - north) * LIGHT_ACROSS + LIGHT_UP) / length;
    return light > 0 ? light / LIGHT_UP : 0;
}

static uint8_t lit(uint8_t part, double light) {
    double dark = 0.34 + 0.66 * light; /* the sky lights shades, too */
    double value = light <= 1 ? part * dark : part + (255 - part) * fmin((light - 1) * 0.9, 0.5);
    return (uint8_t)(value + 0.5);
}

static Color pixel_color(const CellView *view, const Slopes *slopes, const Around *around,
                         double here, const ValueRange *range, PaletteKind palette) {
    double values[4], east[4], north[4];
    for (int k = 0; k < 4; k++) {
        int64_t column = around->columns[k & 1], row = around->rows[k >> 1];
        values[k] = value_at(view, column, row);
        bool is_known = !isnan(values[k]);
        uint64_t at = is_known ? (uint64_t)row * view->columns + (uint64_t)column : 0;
        east[k] = is_known ? (double)slopes->east[at] : NAN;
        north[k] = is_known ? (double)slopes->north[at] : NAN;
    }
    double light = brightness(slopes->stretch * blend(east, around, 0),
                              slopes->stretch * blend(north, around, 0));
    Color color = palette_color(palette, picture_share(range, blend(values, around, here)));
    return (Color){lit(color.red, light), lit(color.green, light), lit(color.blue, light), 255};
}

/* Finds the cells around the middle of a pixel, `at` pixels from the edge of the grid. */
static void find_around(uint64_t at, uint64_t scale, int64_t cells[2], double *share) {
    double place = ((double)at + 0.5) / (double)scale - 0.5;
    cells[0] = (int64_t)floor(place);
    cells[1] = cells[0] + 1;
    *share = place - floor(place);
}

bool relief_draw(Canvas *canvas, const CellView *view, const ReliefPlace *place,
                 const ValueRange *range, Arena *arena, Error *error) {
    Slopes slopes;
    uint64_t width = view->columns * place->scale, height = view->rows * place->scale;

    if (!find_slopes(view, &slopes, arena, error)) return false;
    for (uint64_t y = 0; y < height; y++) {
        Around around;
        uint64_t north = place->south_up ? y : height - 1 - y;
        uint8_t *pixels = canvas->pixels + (place->top + y) * canvas->width * sizeof(Color);
        find_around(north, place->scale, around.rows, &around.north);
        if (arena_interrupted_at(arena, y * 64)) return fail_interrupted(error);
        for (uint64_t x = 0; x < width; x++, pixels += sizeof(Color)) {
            double here = cell_at(view, x / place->scale, north / place->scale);
            if (isnan(here)) continue;
            find_around(x, place->scale, around.columns, &around.east);
            Color color = pixel_color(view, &slopes, &around, here, range, place->palette);
            memcpy(pixels, &color, sizeof color);
        }
    }
    return true;
}
