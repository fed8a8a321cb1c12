#include "picture/raster.h"

#include <math.h>

enum {
    PLACES = 4, /* a pixel has 4 x 4 places */
    PLACE_UNITS = RASTER_UNIT / PLACES,
    BAND_ROWS = 32, /* rows of pixels that are drawn together */
    WIDE = 32,      /* from this many places on, the ends of a row are computed */
    FAR = 1 << 28,  /* units: products of two differences fit 64 bits */
};

/* ---- Shapes ---------------------------------------------------------------------------------- */

static bool to_units(double pixels, int32_t *units) {
    double exact = pixels * RASTER_UNIT;
    if (!(exact > -FAR && exact < FAR)) return false;
    *units = (int32_t)floor(exact + 0.5);
    return true;
}

bool raster_triangle(const RasterPoint corners[3], Color color, RasterTriangle *triangle) {
    int32_t *x = triangle->x, *y = triangle->y;
    for (int i = 0; i < 3; i++) {
        if (!to_units(corners[i].x, &x[i]) || !to_units(corners[i].y, &y[i])) return false;
    }
    triangle->color = color;
    /* The area is positive if the corners run clockwise on the screen, where y points down. */
    int64_t twice_area =
        (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]);
    if (twice_area < 0) {
        int32_t first_x = x[1], first_y = y[1];
        x[1] = x[2], y[1] = y[2];
        x[2] = first_x, y[2] = first_y;
    }
    return true;
}

bool raster_line(RasterPoint from, RasterPoint to, double width, Color color,
                 RasterTriangle triangles[2]) {
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    if (length > 0) dx *= width / 2 / length, dy *= width / 2 / length;
    else dx = width / 2, dy = 0;
    /* the line is longer by half its width at both ends, so that lines join at corners */
    RasterPoint corners[] = {{from.x - dx - dy, from.y - dy + dx},
                             {from.x - dx + dy, from.y - dy - dx},
                             {to.x + dx - dy, to.y + dy + dx},
                             {to.x + dx + dy, to.y + dy - dx}};
    return raster_triangle(corners, color, &triangles[0]) &&
           raster_triangle(corners + 1, color, &triangles[1]);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* An edge from corner a to b: how far the current point lies on the inner side, and how this
** changes from place to place. */
typedef struct Edge {
    int64_t value, along_x, along_y;
} Edge;

/* Returns the edge from a to b at (x, y). Points on upper and left edges belong to the triangle. */
static Edge edge_of(const RasterTriangle *triangle, int a, int b, int64_t x, int64_t y) {
    int64_t dx = (int64_t)triangle->x[b] - triangle->x[a];
    int64_t dy = (int64_t)triangle->y[b] - triangle->y[a];
    bool owns = dy < 0 || (dy == 0 && dx > 0);
    int64_t value = dx * (y - triangle->y[a]) - dy * (x - triangle->x[a]);
    return (Edge){value - (owns ? 0 : 1), -dy * PLACE_UNITS, dx * PLACE_UNITS};
}

static int32_t least_of(const int32_t v[3]) {
    int32_t least = v[0] < v[1] ? v[0] : v[1];
    return v[2] < least ? v[2] : least;
}

static int32_t most_of(const int32_t v[3]) {
    int32_t most = v[0] > v[1] ? v[0] : v[1];
    return v[2] > most ? v[2] : most;
}

/* The places of a band: their colours, in rows of `width` places from place `top` on. */
typedef struct Band {
    Color *places;
    int64_t width, top, rows;
} Band;

/* Returns the first place whose middle is at or behind `units`; it may lie before all places. */
static int64_t place_at(int64_t units) {
    return (units + PLACE_UNITS / 2 - 1) / PLACE_UNITS;
}

/* Cuts columns from .. to - 1 of a row to those on the inner side of an edge, given at column 0. */
static void cut_span(const Edge *edge, int64_t *from, int64_t *to) {
    int64_t value = edge->value, step = edge->along_x;
    if (step > 0 && value < 0) {
        int64_t first = (step - 1 - value) / step;
        if (first > *from) *from = first;
    } else if (step <= 0 && value < 0) {
        *to = *from;
    } else if (step < 0) {
        int64_t end = value / -step + 1;
        if (end < *to) *to = end;
    }
}

/* Draws one row of a triangle. At most `width` places can belong to it. */
static void draw_row(const Edge edges[3], Color color, Color *places, int64_t width) {
    int64_t from = 0, to = width;
    if (width >= WIDE) {
        for (int i = 0; i < 3; i++) cut_span(&edges[i], &from, &to);
        for (int64_t column = from; column < to; column++) places[column] = color;
        return;
    }
    int64_t a = edges[0].value, b = edges[1].value, c = edges[2].value;
    for (int64_t column = 0; column < width; column++) {
        if ((a | b | c) >= 0) places[column] = color;
        a += edges[0].along_x, b += edges[1].along_x, c += edges[2].along_x;
    }
}

static void draw_triangle(Band *band, const RasterTriangle *triangle) {
    int64_t left = place_at(least_of(triangle->x)), right = place_at(most_of(triangle->x) + 1);
    int64_t top = place_at(least_of(triangle->y)), bottom = place_at(most_of(triangle->y) + 1);
    if (left < 0) left = 0;
    if (right > band->width) right = band->width;
    if (top < band->top) top = band->top;
    if (bottom > band->top + band->rows) bottom = band->top + band->rows;
    if (left >= right || top >= bottom) return;
    int64_t x = left * PLACE_UNITS + PLACE_UNITS / 2, y = top * PLACE_UNITS + PLACE_UNITS / 2;
    Edge edges[3];
    for (int i = 0; i < 3; i++) edges[i] = edge_of(triangle, i, (i + 1) % 3, x, y);
    for (int64_t row = top; row < bottom; row++) {
        Color *places = band->places + (row - band->top) * band->width;
        draw_row(edges, triangle->color, places + left, right - left);
        for (int i = 0; i < 3; i++) edges[i].value += edges[i].along_y;
    }
}

/* Tells whether all places of a pixel are alike, which most are: within triangles and outside. */
static bool is_uniform(const Color *places, int64_t width) {
    for (int64_t row = 1; row < PLACES; row++) {
        if (memcmp(places, places + row * width, PLACES * sizeof *places) != 0) return false;
    }
    return memcmp(places, places + 1, (PLACES - 1) * sizeof *places) == 0;
}

/* Draws the mean of a pixel's places over the picture. */
static void blend(uint8_t *pixel, const Color *places, int64_t width) {
    if (is_uniform(places, width)) {
        Color color = {places->red, places->green, places->blue, 255};
        if (places->opacity) memcpy(pixel, &color, sizeof color);
        return;
    }
    uint32_t red = 0, green = 0, blue = 0, drawn = 0;
    for (int row = 0; row < PLACES; row++) {
        for (int column = 0; column < PLACES; column++) {
            Color color = places[row * width + column];
            if (!color.opacity) continue;
            red += color.red, green += color.green, blue += color.blue;
            drawn++;
        }
    }
    if (!drawn) return;
    uint32_t all = PLACES * PLACES, empty = all - drawn;
    uint32_t below = empty * pixel[3]; /* opacity of the background, 255 for each place */
    uint32_t opacity = drawn * 255 + below;
    const uint32_t sums[] = {red, green, blue};
    for (int i = 0; i < 3; i++) {
        pixel[i] = (uint8_t)((sums[i] * 255 + below * pixel[i] + opacity / 2) / opacity);
    }
    pixel[3] = (uint8_t)((opacity + all / 2) / all);
}

bool raster_draw(Canvas *canvas, const RasterPlace *place, const RasterTriangle *triangles,
                 uint64_t count, Arena *scratch, Error *error) {
    Band band = {.width = (int64_t)place->width * PLACES, .rows = BAND_ROWS * PLACES};
    uint64_t band_places = (uint64_t)band.width * (uint64_t)band.rows;
    band.places = arena_alloc(scratch, band_places, sizeof *band.places);
    if (!band.places) return fail_memory(error, scratch);
    for (uint32_t first = 0; first < place->height; first += BAND_ROWS) {
        int64_t above = (int64_t)first * RASTER_UNIT;
        int64_t below = above + BAND_ROWS * RASTER_UNIT;
        band.top = (int64_t)first * PLACES;
        memset(band.places, 0, (size_t)(band_places * sizeof *band.places));
        for (uint64_t i = 0; i < count; i++) {
            const RasterTriangle *triangle = &triangles[i];
            if (most_of(triangle->y) < above || least_of(triangle->y) > below) continue;
            draw_triangle(&band, triangle);
            if (arena_interrupted_at(scratch, i * 64)) return fail_interrupted(error);
        }
        for (uint32_t y = 0; y < BAND_ROWS && first + y < place->height; y++) {
            uint64_t pixel = (uint64_t)(place->y + first + y) * canvas->width + place->x;
            for (uint32_t x = 0; x < place->width; x++) {
                blend(canvas->pixels + (pixel + x) * sizeof(Color),
                      band.places + (int64_t)y * PLACES * band.width + (int64_t)x * PLACES,
                      band.width);
            }
        }
    }
    arena_release(scratch, band.places);
    return true;
}
