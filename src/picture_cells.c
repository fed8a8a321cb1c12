/* A picture of the cells of a grid: see picture.h. */
#include "picture.h"
#include "sort.h"

#include <inttypes.h>
#include <math.h>

enum {
    WIDTH_LEAST = 400,   /* pixels; a smaller grid gets larger squares */
    MARKS_MAX = 1 << 22, /* whole numbers of an axis that are marked rather than sorted */
    VALUE_COLORS = 256 - COLORS_RESERVED,
};

/* One axis of the grid: cell i lies at first + i * step. */
typedef struct Axis {
    double first, step;
    uint64_t count;
} Axis;

static double place_of(const PictureCell *cell, bool is_y) {
    return is_y ? cell->y : cell->x;
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* The least distance between two different places that are whole numbers, by marking each. */
static bool whole_step(const List *cells, bool is_y, double least, double most, Arena *arena,
                       double *step, Error *error) {
    const PictureCell *items = cells->items;
    uint64_t size = (uint64_t)(most - least) + 1, before = 0, best = size;
    uint8_t *marks = arena_zeroed(arena, size, 1);
    if (!marks) return fail_memory(error, arena);
    for (uint64_t i = 0; i < cells->count; i++) {
        marks[(uint64_t)(place_of(&items[i], is_y) - least)] = 1;
    }
    for (uint64_t i = 1; i < size; i++) {
        if (!marks[i]) continue;
        if (i - before < best) best = i - before;
        before = i;
    }
    arena_release(arena, marks);
    *step = (double)best;
    return true;
}

/* Numbers that rise as the places do, and back. */
static uint64_t rank_of(double place) {
    uint64_t bits;
    memcpy(&bits, &place, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double place_of_rank(uint64_t rank) {
    uint64_t bits = rank >> 63 ? rank & ~((uint64_t)1 << 63) : ~rank;
    double place;
    memcpy(&place, &bits, sizeof place);
    return place;
}

/* The same of any places, by sorting them; ones that are nearer than `same` are one. */
static bool sorted_step(const List *cells, bool is_y, double extent, double same, Arena *arena,
                        double *step, Error *error) {
    const PictureCell *items = cells->items;
    uint64_t *ranks = arena_alloc(arena, cells->count, sizeof *ranks);
    uint64_t *spare = arena_alloc(arena, cells->count, sizeof *spare);
    if (!ranks || !spare) return fail_memory(error, arena);
    for (uint64_t i = 0; i < cells->count; i++) ranks[i] = rank_of(place_of(&items[i], is_y));
    sort_numbers(ranks, cells->count, spare);
    double best = extent;
    for (uint64_t i = 1; i < cells->count; i++) {
        double gap = place_of_rank(ranks[i]) - place_of_rank(ranks[i - 1]);
        if (gap > same && gap < best) best = gap;
    }
    arena_release(arena, ranks);
    arena_release(arena, spare);
    *step = best;
    return true;
}

static bool find_axis(const List *cells, bool is_y, Arena *arena, Axis *axis, Error *error) {
    const PictureCell *items = cells->items;
    double least = INFINITY, most = -INFINITY;
    bool whole = true;
    for (uint64_t i = 0; i < cells->count; i++) {
        double place = place_of(&items[i], is_y);
        if (place < least) least = place;
        if (place > most) most = place;
        whole = whole && place == floor(place);
    }
    *axis = (Axis){least, 1, 1};
    if (most <= least) return true;
    double extent = most - least, same = whole ? 0 : extent * 1e-6; /* of sums that were rounded */
    bool found = whole && extent < MARKS_MAX
                     ? whole_step(cells, is_y, least, most, arena, &axis->step, error)
                     : sorted_step(cells, is_y, extent, same, arena, &axis->step, error);
    if (!found) return false;
    double count = floor((most - least) / axis->step + 0.5) + 1;
    if (!(count <= CANVAS_SIDE_MAX)) {
        return fail(error, ERROR_TOO_BIG,
                    "%s goes from %g to %g in steps of %g, which are %.0f cells, expected at most "
                    "%d; round it to a coarser grid",
                    is_y ? "y" : "x", least, most, axis->step, count, CANVAS_SIDE_MAX);
    }
    axis->count = (uint64_t)count;
    return true;
}

/* ---- Grid ------------------------------------------------------------------------------------ */

/* The values of cells, NaN where there is none; rows from the least y. */
typedef struct Grid {
    Axis x, y;
    float *values, *counts;
} Grid;

static void add_value(Grid *grid, uint64_t at, double value, CellMerge merge) {
    float before = grid->values[at], now = (float)value;
    bool is_new = isnan(before);
    switch (merge) {
    case MERGE_LAST: grid->values[at] = now; return;
    case MERGE_MAX:
        if (is_new || now > before) grid->values[at] = now;
        return;
    case MERGE_COUNT: grid->values[at] = is_new ? 1 : before + 1; return;
    case MERGE_MEAN:
        if (isnan(now)) return;
        grid->counts[at]++;
        grid->values[at] = is_new ? now : before + (now - before) / grid->counts[at];
        return;
    }
}

static bool fill_grid(const List *cells, CellMerge merge, Arena *arena, Grid *grid, Error *error) {
    const PictureCell *items = cells->items;
    uint64_t size = grid->x.count * grid->y.count;
    grid->values = arena_alloc(arena, size, sizeof *grid->values);
    grid->counts = merge == MERGE_MEAN ? arena_zeroed(arena, size, sizeof *grid->counts) : NULL;
    if (!grid->values || (merge == MERGE_MEAN && !grid->counts)) return fail_memory(error, arena);
    for (uint64_t i = 0; i < size; i++) grid->values[i] = NAN;
    for (uint64_t i = 0; i < cells->count; i++) {
        uint64_t x = (uint64_t)floor((items[i].x - grid->x.first) / grid->x.step + 0.5);
        uint64_t y = (uint64_t)floor((items[i].y - grid->y.first) / grid->y.step + 0.5);
        add_value(grid, y * grid->x.count + x, items[i].value, merge);
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* One row of cells as one row of pixels. */
static void write_row(Canvas *canvas, const Grid *grid, uint64_t row, uint64_t scale,
                      const PictureOptions *options, const ValueRange *range, uint8_t *pixels) {
    const float *values = grid->values + row * grid->x.count;
    for (uint64_t column = 0; column < grid->x.count; column++) {
        double value = (double)values[column];
        if (canvas->indexed) {
            double share = picture_share(range, value);
            share = share < 0 ? 0 : share > 1 ? 1 : share;
            uint8_t color = COLOR_BACKGROUND;
            if (!isnan(value)) {
                color = (uint8_t)(COLORS_RESERVED + (uint32_t)(share * (VALUE_COLORS - 1) + 0.5));
            }
            memset(pixels + column * scale, color, (size_t)scale);
            continue;
        }
        Color color = isnan(value) ? options->background : picture_color(options, range, value);
        for (uint64_t i = 0; i < scale; i++) {
            memcpy(pixels + (column * scale + i) * sizeof color, &color, sizeof color);
        }
    }
}

static uint64_t scale_of(const Grid *grid, const PictureOptions *options) {
    if (options->scale >= 1) return (uint64_t)options->scale;
    uint64_t scale = (WIDTH_LEAST + grid->x.count - 1) / grid->x.count;
    while (scale > 1 && grid->y.count * scale > CANVAS_SIDE_MAX / 2) scale--;
    return scale;
}

bool picture_of_cells(const List *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error) {
    Grid grid = {0};
    ValueRange range = {0, 0};
    bool has_range = options->palette <= PALETTE_TERRAIN;
    *canvas = (Canvas){0};
    if (!find_axis(cells, false, arena, &grid.x, error) ||
        !find_axis(cells, true, arena, &grid.y, error) ||
        !fill_grid(cells, options->merge, arena, &grid, error)) {
        return false;
    }
    const PictureCell *items = cells->items;
    if (has_range &&
        !picture_range(&items->value, cells->count, sizeof *items, options, arena, &range, error)) {
        return false;
    }
    uint64_t scale = scale_of(&grid, options), width = grid.x.count * scale;
    PictureFrame frame = picture_frame(options, width);
    if (!canvas_make(canvas, arena, width > frame.width ? width : frame.width,
                     grid.y.count * scale + frame.above + frame.below, has_range, error)) {
        return false;
    }
    picture_palette(canvas, options);
    canvas_fill(canvas, 0, 0, canvas->width, canvas->height, COLOR_BACKGROUND);
    uint64_t pixel = canvas->indexed ? 1 : sizeof(Color), line = canvas->width * pixel;
    for (uint64_t row = 0; row < grid.y.count; row++) {
        uint64_t shown = options->south_up ? row : grid.y.count - 1 - row;
        uint8_t *first = canvas->pixels + (frame.above + row * scale) * line;
        write_row(canvas, &grid, shown, scale, options, &range, first);
        for (uint64_t i = 1; i < scale; i++)
            memcpy(first + i * line, first, (size_t)(width * pixel));
    }
    picture_draw_frame(canvas, options, &frame, &range);
    return true;
}
