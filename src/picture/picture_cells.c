/* A picture of the cells of a grid: see picture.h. */
#include "picture/relief.h"

enum {
    WIDTH_LEAST = 400, /* pixels; smaller grids have larger squares */
};

/* Draws a row of cells as indices of the palette or colours; without a value, pixels stay. */
static void write_cells(const Canvas *canvas, const CellView *view, uint64_t row, uint64_t scale,
                        const PictureOptions *options, const ValueRange *range, uint8_t *pixels) {
    uint64_t pixel = canvas->indexed ? 1 : sizeof(Color);
    for (uint64_t column = 0; column < view->columns; column++, pixels += scale * pixel) {
        double value = cell_at(view, column, row);
        if (isnan(value)) continue;
        if (canvas->indexed) {
            memset(pixels, picture_number(picture_share(range, value)), (size_t)scale);
            continue;
        }
        Color color = picture_color(options, range, value);
        for (uint64_t i = 0; i < scale; i++) memcpy(pixels + i * pixel, &color, sizeof color);
    }
}

/* Returns how many pixels a cell is wide, unless an option says it. */
static uint64_t usual_scale(const CellView *view) {
    uint64_t scale = (WIDTH_LEAST + view->columns - 1) / view->columns;
    while (scale > 1 && view->rows * scale > CANVAS_SIDE_MAX / 2) scale--;
    return scale;
}

/* Draws the cells of a row `scale` times, as pixels. */
static bool draw_cells(Canvas *canvas, const CellView *view, const PictureOptions *options,
                       const PictureFrame *frame, uint64_t scale, Arena *arena, Error *error) {
    uint64_t pixel = canvas->indexed ? 1 : sizeof(Color), line = canvas->width * pixel;
    for (uint64_t row = 0; row < view->rows; row++) {
        uint64_t shown = options->north == NORTH_DOWN ? row : view->rows - 1 - row;
        for (uint64_t i = 0; i < scale; i++) {
            uint8_t *pixels = canvas->pixels + (frame->above + row * scale + i) * line;
            write_cells(canvas, view, shown, scale, options, &frame->range, pixels);
        }
        if (arena_interrupted_at(arena, row * 64)) return fail_interrupted(error);
    }
    return true;
}

bool picture_of_cells(const CellGrid *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error) {
    CellView view;
    PictureFrame frame;
    *canvas = (Canvas){0};
    if (!cell_grid_view(cells, arena, &view, error)) return false;
    uint64_t scale = options->scale > 0 ? (uint64_t)options->scale : usual_scale(&view);
    bool south_up = options->north == NORTH_DOWN;
    double per_x = (double)scale / (view.columns > 1 ? view.step_x : view.step_y);
    double per_y = (double)scale / view.step_y;
    double last_y = view.bottom + (double)(view.rows - 1) * view.step_y;
    PictureView place = {.width = view.columns * scale,
                         .height = view.rows * scale,
                         .x = view.left,
                         .per_x = per_x,
                         /* a label stands on the lower edge of its cell */
                         .y = south_up ? view.bottom - view.step_y : last_y + view.step_y,
                         .per_y = south_up ? per_y : -per_y,
                         .is_hatched = picture_is_framed(options) && !options->has_background};
    if (!picture_frame(&view, options, &place, arena, &frame, error) ||
        !canvas_make(canvas, arena, frame.width, place.height + frame.above + frame.below,
                     options->palette <= PALETTE_TERRAIN, error)) {
        return false;
    }
    picture_palette(canvas, options);
    if (!canvas->indexed)
        canvas_fill(canvas, 0, 0, canvas->width, canvas->height, COLOR_BACKGROUND);
    if (place.is_hatched)
        picture_hatch(canvas, 0, frame.above, canvas->width, (int64_t)place.height);
    bool drawn = options->palette == PALETTE_RELIEF || options->palette == PALETTE_LAND
                     ? relief_draw(canvas, &view,
                                   &(ReliefPlace){options->palette, frame.above, scale, south_up},
                                   &frame.range, arena, error)
                     : draw_cells(canvas, &view, options, &frame, scale, arena, error);
    if (drawn) picture_draw_frame(canvas, options, &frame);
    return drawn;
}
