/* A picture of the cells of a grid: see picture.h. */
#include "picture/picture.h"
#include "picture/relief.h"

enum {
    WIDTH_LEAST = 400, /* pixels; smaller grids have larger squares */
    HATCH = 8,         /* pixels from one stripe to the next where nothing is */
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

/* Fills the place of the cells: in a picture with a frame stripes show where nothing is, so that it
** doesn't look like a value. */
static void draw_nothing(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    if (!canvas->indexed) {
        canvas_fill(canvas, 0, 0, canvas->width, canvas->height, COLOR_BACKGROUND);
    }
    if (options->has_background || !picture_is_framed(options)) return;
    uint32_t bottom = canvas->height - frame->below;
    for (uint32_t y = frame->above; y < bottom; y++) {
        for (uint32_t x = y % HATCH; x < canvas->width; x += HATCH) {
            canvas_fill(canvas, x, y, 1, 1, COLOR_HATCH);
        }
    }
}

static bool draw_labels(Canvas *canvas, const PictureOptions *options, const CellView *view,
                        const PictureFrame *frame, uint64_t scale, Arena *arena, Error *error) {
    for (uint64_t i = 0; i < options->label_count; i++) {
        if (arena_interrupted_at(arena, i * 64)) return fail_interrupted(error);
        const PictureLabel *label = &options->labels[i];
        double column = (label->x - view->left) / view->step_x;
        double row = (label->y - view->bottom) / view->step_y;
        double down = options->north == NORTH_DOWN ? row + 1 : (double)view->rows - row;
        bool is_inside = column > -1e6 && column < 1e6 && down > -1e6 && down < 1e6;
        if (!is_inside) continue;
        picture_draw_label(canvas, frame, column * (double)scale,
                           down * (double)scale + frame->above, label->text);
    }
    return true;
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
    uint64_t width = view.columns * scale;
    bool is_relief = options->palette == PALETTE_RELIEF;
    if (!picture_frame(&view, options, width, arena, &frame, error) ||
        !canvas_make(canvas, arena, frame.width, view.rows * scale + frame.above + frame.below,
                     options->palette <= PALETTE_TERRAIN, error)) {
        return false;
    }
    picture_palette(canvas, options);
    draw_nothing(canvas, options, &frame);
    frame.unit_pixels = (double)scale / (view.columns > 1 ? view.step_x : view.step_y);
    ReliefPlace place = {frame.above, scale, options->north == NORTH_DOWN};
    if (is_relief ? !relief_draw(canvas, &view, &place, &frame.range, arena, error)
                  : !draw_cells(canvas, &view, options, &frame, scale, arena, error)) {
        return false;
    }
    if (!draw_labels(canvas, options, &view, &frame, scale, arena, error)) return false;
    picture_draw_frame(canvas, options, &frame);
    return true;
}
