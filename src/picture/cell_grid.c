#include "picture/cell_grid.h"
#include "picture/canvas.h"
#include "core/sort.h"

#include <math.h>

enum {
    ROOM_FREE = 1 << 16, /* cells that the array may always have */
    ROOM_PER_ROW = 64,   /* cells more for each row that was added */
    ROOM_STEP = 64,      /* columns or rows by which the array grows at least */
};
#define ROOM_MAX  ((uint64_t)CANVAS_SIDE_MAX * CANVAS_SIDE_MAX)
#define WHOLE_MAX 9007199254740992.0 /* 2^53: doubles represent all whole numbers up to here */

typedef struct ListedCell {
    double x, y;
    float value, count; /* count: of the rows merged into the cell */
} ListedCell;

/* Adds one value that stands for `count` rows to a cell. */
static void merge_value(CellMerge merge, float *value, float *counts, float added, float count) {
    bool is_new = isnan(*value);
    if (merge == MERGE_LAST) *value = added;
    if (merge == MERGE_LAST || isnan(added)) return;
    switch (merge) {
    case MERGE_COUNT: *value = is_new ? count : *value + count; break;
    case MERGE_MEAN:
        *counts += count;
        *value = is_new ? added : *value + (added - *value) * (count / *counts);
        break;
    default: *value = is_new || added > *value ? added : *value;
    }
}

/* ---- Cells as they come ---------------------------------------------------------------------- */

static bool list_cell(CellGrid *grid, Arena *arena, const ListedCell *cell, Error *error) {
    if (grid->list.count >= CELLS_LISTED_MAX) {
        return fail(error, ERROR_TOO_BIG,
                    "more than %u rows whose places aren't near whole numbers, round them",
                    (unsigned)CELLS_LISTED_MAX);
    }
    return list_push(arena, &grid->list, cell, sizeof *cell, error);
}

static void free_array(const CellGrid *grid, Arena *arena) {
    void *const blocks[] = {grid->values, grid->counts, grid->columns, grid->rows};
    for (size_t i = 0; i < LENGTH(blocks); i++) arena_release(arena, blocks[i]);
}

/* Returns the index of the first mark that is set; one must be. */
static uint64_t first_mark(const uint8_t *marks) {
    uint64_t i = 0;
    while (!marks[i]) i++;
    return i;
}

/* Moves the cells of the array to the list. Every column and row that has a cell is listed, even if
** all its values are NaN, so that the picture keeps it. */
static bool list_all(CellGrid *grid, Arena *arena, Error *error) {
    grid->is_listed = true;
    if (!grid->values) return true;
    double min_x = (double)(grid->left + (int64_t)first_mark(grid->columns));
    double min_y = (double)(grid->bottom + (int64_t)first_mark(grid->rows));
    for (uint64_t x = 0; x < grid->width; x++) {
        ListedCell cell = {(double)(grid->left + (int64_t)x), min_y, NAN, 0};
        if (grid->columns[x] && !list_cell(grid, arena, &cell, error)) return false;
    }
    for (uint64_t y = 0; y < grid->height; y++) {
        ListedCell cell = {min_x, (double)(grid->bottom + (int64_t)y), NAN, 0};
        if (grid->rows[y] && !list_cell(grid, arena, &cell, error)) return false;
    }
    for (uint64_t i = 0; i < grid->width * grid->height; i++) {
        if (isnan(grid->values[i])) continue;
        ListedCell cell = {(double)(grid->left + (int64_t)(i % grid->width)),
                           (double)(grid->bottom + (int64_t)(i / grid->width)), grid->values[i], 1};
        if (grid->merge == MERGE_COUNT) cell.count = grid->values[i];
        if (grid->merge == MERGE_MEAN) cell.count = grid->counts[i];
        if (!list_cell(grid, arena, &cell, error)) return false;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    free_array(grid, arena);
    return true;
}

/* Replaces the array by one of another size and copies the cells of the old one into it. */
static bool make_room(CellGrid *grid, Arena *arena, int64_t left, int64_t bottom, uint64_t width,
                      uint64_t height, Error *error) {
    CellGrid old = *grid;
    uint64_t size = width * height;
    grid->values = arena_alloc(arena, size, sizeof *grid->values);
    grid->counts = old.merge == MERGE_MEAN ? arena_zeroed(arena, size, sizeof(float)) : NULL;
    grid->columns = arena_zeroed(arena, width, 1);
    grid->rows = arena_zeroed(arena, height, 1);
    if (arena->failed) return fail_memory(error, arena);
    grid->left = left, grid->bottom = bottom, grid->width = width, grid->height = height;
    for (uint64_t i = 0; i < size; i++) grid->values[i] = NAN;
    if (!old.values) return true;
    uint64_t x = (uint64_t)(old.left - left), y = (uint64_t)(old.bottom - bottom);
    memcpy(grid->columns + x, old.columns, (size_t)old.width);
    memcpy(grid->rows + y, old.rows, (size_t)old.height);
    for (uint64_t row = 0; row < old.height; row++) {
        uint64_t to = (y + row) * width + x, from = row * old.width;
        memcpy(grid->values + to, old.values + from, (size_t)old.width * sizeof(float));
        if (!old.counts) continue;
        memcpy(grid->counts + to, old.counts + from, (size_t)old.width * sizeof(float));
    }
    free_array(&old, arena);
    return true;
}

/* Widens first .. first + count - 1 until `place` is in it; with `spare`, by half of it more. */
static void widen(int64_t *first, uint64_t *count, int64_t place, bool spare) {
    uint64_t below = place < *first ? (uint64_t)*first - (uint64_t)place : 0;
    uint64_t end = place >= *first ? (uint64_t)place - (uint64_t)*first + 1 : 0;
    uint64_t above = end > *count ? end - *count : 0;
    uint64_t more = spare ? *count / 2 + ROOM_STEP : 0;
    if (below) below += more;
    if (above) above += more;
    *first -= (int64_t)below;
    *count += below + above;
}

/* Enlarges the array so that it contains a place, or moves all cells to the list if the array would
** become too large. */
static bool reach(CellGrid *grid, Arena *arena, int64_t x, int64_t y, Error *error) {
    uint64_t most =
        grid->added / (ROOM_MAX / ROOM_PER_ROW) ? ROOM_MAX : grid->added * ROOM_PER_ROW + ROOM_FREE;
    if (most > ROOM_MAX) most = ROOM_MAX;
    for (int spare = 1; spare >= 0; spare--) {
        bool is_first = !grid->values;
        int64_t left = is_first ? x : grid->left, bottom = is_first ? y : grid->bottom;
        uint64_t width = is_first ? ROOM_STEP : grid->width;
        uint64_t height = is_first ? ROOM_STEP : grid->height;
        widen(&left, &width, x, spare);
        widen(&bottom, &height, y, spare);
        if (height <= most / width) {
            return make_room(grid, arena, left, bottom, width, height, error);
        }
    }
    return list_all(grid, arena, error);
}

bool cell_grid_add(CellGrid *grid, Arena *arena, double x, double y, float value, Error *error) {
    grid->added++;
    if (!grid->is_listed) {
        bool whole = fabs(x) < WHOLE_MAX && fabs(y) < WHOLE_MAX && (double)(int64_t)x == x &&
                     (double)(int64_t)y == y;
        int64_t at_x = whole ? (int64_t)x : 0, at_y = whole ? (int64_t)y : 0;
        uint64_t column = (uint64_t)(at_x - grid->left), row = (uint64_t)(at_y - grid->bottom);
        if (whole && (column >= grid->width || row >= grid->height)) {
            if (!reach(grid, arena, at_x, at_y, error)) return false;
            column = (uint64_t)(at_x - grid->left), row = (uint64_t)(at_y - grid->bottom);
        } else if (!whole && !list_all(grid, arena, error)) {
            return false;
        }
        if (!grid->is_listed) {
            uint64_t at = row * grid->width + column;
            grid->columns[column] = grid->rows[row] = 1;
            float *counts = grid->counts ? &grid->counts[at] : NULL;
            if (grid->merge == MERGE_LAST) grid->values[at] = value;
            else merge_value(grid->merge, &grid->values[at], counts, value, 1);
            return true;
        }
    }
    return list_cell(grid, arena, &(ListedCell){x, y, value, 1}, error);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* One axis of the grid: cell i is at first + i * step. */
typedef struct Axis {
    double first, step;
    uint64_t count;
} Axis;

static bool make_axis(bool is_y, double least, double most, double step, Axis *axis, Error *error) {
    *axis = (Axis){least, 1, 1};
    if (most <= least) return true;
    if (!(most - least < INFINITY)) {
        return fail(error, ERROR_TOO_BIG, "%s goes from %g to %g, too far for a picture",
                    is_y ? "y" : "x", least, most);
    }
    double count = floor((most - least) / step + 0.5) + 1;
    if (!(count <= CANVAS_SIDE_MAX)) {
        return fail(error, ERROR_TOO_BIG,
                    "%s goes from %g to %g in steps of %g, which are %.0f cells, expected at most "
                    "%d; round it to a coarser grid",
                    is_y ? "y" : "x", least, most, step, count, CANVAS_SIDE_MAX);
    }
    *axis = (Axis){least, step, (uint64_t)count};
    return true;
}

/* Returns the greatest number that divides both; 0 is divided by all. */
static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Makes the axis of an array. `marks` are set where there is a cell, and `origin` is the place of
** the first mark. *skipped is the number of marks before the first that is set. The step is the
** widest that meets every cell: the least distance may lead past some, and past the last. */
static bool marked_axis(const uint8_t *marks, uint64_t count, int64_t origin, bool is_y, Axis *axis,
                        uint64_t *skipped, Error *error) {
    uint64_t before = first_mark(marks), step = 0, first = before;
    for (uint64_t i = before + 1; i < count; i++) {
        if (!marks[i]) continue;
        step = common_divisor(i - before, step);
        before = i;
    }
    *skipped = first;
    return make_axis(is_y, (double)(origin + (int64_t)first), (double)(origin + (int64_t)before),
                     (double)step, axis, error);
}

/* Maps places to whole numbers in the same order, and back. */
static uint64_t rank_of(double place) {
    uint64_t bits;
    place += 0.0; /* makes -0 a 0 */
    memcpy(&bits, &place, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double place_of_rank(uint64_t rank) {
    uint64_t bits = rank >> 63 ? rank & ~((uint64_t)1 << 63) : ~rank;
    double place;
    memcpy(&place, &bits, sizeof place);
    return place;
}

/* Makes the axis of listed cells by sorting them. Places that differ by no more than rounding are
** the same place. */
static bool listed_axis(const List *list, bool is_y, Arena *scratch, Axis *axis, Error *error) {
    const ListedCell *cells = list->items;
    uint64_t *ranks = arena_alloc(scratch, list->count, sizeof *ranks);
    uint64_t *spare = arena_alloc(scratch, list->count, sizeof *spare);
    if (!ranks || !spare) return fail_memory(error, scratch);
    bool whole = true;
    for (uint64_t i = 0; i < list->count; i++) {
        double place = is_y ? cells[i].y : cells[i].x;
        ranks[i] = rank_of(place);
        whole = whole && place == floor(place);
    }
    sort_numbers(ranks, list->count, spare);
    double least = place_of_rank(ranks[0]), most = place_of_rank(ranks[list->count - 1]);
    double step = most - least, same = whole ? 0 : step * 1e-6;
    for (uint64_t i = 1; i < list->count; i++) {
        double gap = place_of_rank(ranks[i]) - place_of_rank(ranks[i - 1]);
        if (gap > same && gap < step) step = gap;
    }
    arena_release(scratch, ranks);
    arena_release(scratch, spare);
    return make_axis(is_y, least, most, step, axis, error);
}

/* ---- The grid -------------------------------------------------------------------------------- */

static bool view_list(const CellGrid *grid, Arena *scratch, CellView *view, Error *error) {
    Axis x, y;
    if (!listed_axis(&grid->list, false, scratch, &x, error) ||
        !listed_axis(&grid->list, true, scratch, &y, error)) {
        return false;
    }
    const ListedCell *cells = grid->list.items;
    bool mean = grid->merge == MERGE_MEAN;
    uint64_t size = x.count * y.count;
    float *values = arena_alloc(scratch, size, sizeof *values);
    float *counts = mean ? arena_zeroed(scratch, size, sizeof *counts) : NULL;
    if (!values || (mean && !counts)) return fail_memory(error, scratch);
    for (uint64_t i = 0; i < size; i++) values[i] = NAN;
    for (uint64_t i = 0; i < grid->list.count; i++) {
        uint64_t column = (uint64_t)floor((cells[i].x - x.first) / x.step + 0.5);
        uint64_t row = (uint64_t)floor((cells[i].y - y.first) / y.step + 0.5);
        uint64_t at = row * x.count + column;
        merge_value(grid->merge, &values[at], mean ? &counts[at] : NULL, cells[i].value,
                    cells[i].count);
        if (arena_interrupted_at(scratch, i)) return fail_interrupted(error);
    }
    arena_release(scratch, counts);
    *view = (CellView){values, x.count, y.count, 1, x.count, x.first, y.first, x.step, y.step};
    return true;
}

bool cell_grid_view(const CellGrid *grid, Arena *scratch, CellView *view, Error *error) {
    if (grid->is_listed) return view_list(grid, scratch, view, error);
    Axis x, y;
    uint64_t column, row;
    if (!marked_axis(grid->columns, grid->width, grid->left, false, &x, &column, error) ||
        !marked_axis(grid->rows, grid->height, grid->bottom, true, &y, &row, error)) {
        return false;
    }
    *view = (CellView){grid->values + row * grid->width + column,
                       x.count,
                       y.count,
                       (uint64_t)x.step,
                       (uint64_t)y.step * grid->width,
                       x.first,
                       y.first,
                       x.step,
                       y.step};
    return true;
}
