/* A picture of the cells of a grid: see picture.h. */
#include "picture.h"

#include <math.h>

enum {
    WIDTH_LEAST = 400, /* pixels; smaller grids have larger squares */
    VALUE_COLORS = 256 - COLORS_RESERVED,
};

/* Draws a row of cells as a row of pixels that are indices of the palette. */
static void write_numbers(const CellView *view, uint64_t row, uint64_t scale,
                          const ValueRange *range, uint8_t *pixels) {
    for (uint64_t column = 0; column < view->columns; column++) {
        double value = cell_at(view, column, row);
        uint8_t color = COLOR_BACKGROUND;
        if (!isnan(value)) {
            double place = picture_share(range, value) * (VALUE_COLORS - 1);
            color = (uint8_t)(COLORS_RESERVED + (uint32_t)(place + 0.5));
        }
        for (uint64_t i = 0; i < scale; i++) *pixels++ = color;
    }
}

/* Does the same with pixels that are colours. */
static void write_colors(const CellView *view, uint64_t row, uint64_t scale,
                         const PictureOptions *options, uint8_t *pixels) {
    const ValueRange none = {0, 0};
    for (uint64_t column = 0; column < view->columns; column++) {
        double value = cell_at(view, column, row);
        Color color = isnan(value) ? options->background : picture_color(options, &none, value);
        for (uint64_t i = 0; i < scale; i++, pixels += sizeof color) {
            memcpy(pixels, &color, sizeof color);
        }
    }
}

static uint64_t scale_of(const CellView *view, const PictureOptions *options) {
    if (options->scale > 0) return (uint64_t)options->scale;
    uint64_t scale = (WIDTH_LEAST + view->columns - 1) / view->columns;
    while (scale > 1 && view->rows * scale > CANVAS_SIDE_MAX / 2) scale--;
    return scale;
}

bool picture_of_cells(const CellGrid *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error) {
    CellView view;
    PictureFrame frame;
    *canvas = (Canvas){0};
    if (!cell_grid_view(cells, arena, &view, error)) return false;
    uint64_t scale = scale_of(&view, options), width = view.columns * scale;
    if (!picture_frame(&view, options, width, arena, &frame, error) ||
        !canvas_make(canvas, arena, frame.width, view.rows * scale + frame.above + frame.below,
                     options->palette <= PALETTE_TERRAIN, error)) {
        return false;
    }
    picture_palette(canvas, options);
    if (!canvas->indexed) {
        canvas_fill(canvas, 0, 0, canvas->width, canvas->height, COLOR_BACKGROUND);
    }
    uint64_t pixel = canvas->indexed ? 1 : sizeof(Color), line = canvas->width * pixel;
    for (uint64_t row = 0; row < view.rows; row++) {
        uint64_t shown = options->south_up ? row : view.rows - 1 - row;
        uint8_t *first = canvas->pixels + (frame.above + row * scale) * line;
        if (canvas->indexed) write_numbers(&view, shown, scale, &frame.range, first);
        else write_colors(&view, shown, scale, options, first);
        for (uint64_t i = 1; i < scale; i++) {
            memcpy(first + i * line, first, (size_t)(width * pixel));
        }
        if (arena_interrupted_at(arena, row * 64)) return fail_interrupted(error);
    }
    picture_draw_frame(canvas, options, &frame);
    return true;
}
