/* A picture of triangles and lines: see picture.h. */
#include "picture/picture.h"
#include "picture/raster.h"

enum {
    SIDE_USUAL = 1400, /* pixels of the longer side */
    EDGE = 8,          /* pixels of margin on each side */
};

/* Finds where shapes are, and how coordinates become pixels. */
static bool find_view(const List *shapes, const PictureOptions *options, PictureView *view,
                      Error *error) {
    const PictureShape *items = shapes->items;
    double min_x = INFINITY, min_y = INFINITY, max_x = -INFINITY, max_y = -INFINITY;
    for (uint64_t i = 0; i < shapes->count; i++) {
        for (int k = 0; k < 3; k++) {
            min_x = fmin(min_x, items[i].x[k]);
            max_x = fmax(max_x, items[i].x[k]);
            min_y = fmin(min_y, items[i].y[k]);
            max_y = fmax(max_y, items[i].y[k]);
        }
    }
    double wide = max_x - min_x, high = max_y - min_y, longer = fmax(wide, high);
    if (!(longer < INFINITY)) {
        return fail(error, ERROR_TOO_BIG, "the shapes lie too far apart for a picture");
    }
    double scale = options->scale > 0 ? options->scale : longer > 0 ? SIDE_USUAL / longer : 1;
    double width = ceil(wide * scale) + 2 * EDGE, height = ceil(high * scale) + 2 * EDGE;
    if (!(width <= CANVAS_SIDE_MAX && height <= CANVAS_SIDE_MAX)) {
        return fail(error, ERROR_TOO_BIG,
                    "%g x %g units at %g pixels a unit are too many, expected at most %d pixels "
                    "each way; give a smaller scale",
                    wide, high, scale, CANVAS_SIDE_MAX);
    }
    bool south_up = options->north == NORTH_DOWN;
    *view = (PictureView){.width = (uint64_t)width,
                          .height = (uint64_t)height,
                          .x = min_x,
                          .y = south_up ? min_y : max_y,
                          .per_x = scale,
                          .per_y = south_up ? scale : -scale,
                          .edge = EDGE};
    return true;
}

/* Splits a shape into one or two triangles; returns how many. */
static uint32_t make_triangles(const PictureView *view, const PictureShape *shape, Color color,
                               double line, RasterTriangle triangles[2]) {
    RasterPoint p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = (RasterPoint){picture_column(view, shape->x[k]), picture_row(view, shape->y[k])};
    }
    for (int k = 0; k < 3; k++) {
        RasterPoint next = p[(k + 1) % 3];
        if (p[k].x != next.x || p[k].y != next.y) continue;
        return raster_line(p[k], p[(k + 2) % 3], line, color, triangles) ? 2 : 0;
    }
    return raster_triangle(p, color, triangles) ? 1 : 0;
}

bool picture_of_shapes(const List *shapes, const PictureOptions *options, Arena *arena,
                       Canvas *canvas, Error *error) {
    const PictureShape *items = shapes->items;
    PictureView view;
    CellView values = {.values = &items->value,
                       .columns = shapes->count,
                       .rows = 1,
                       .column_stride = sizeof *items / sizeof(float)};
    PictureFrame frame;
    *canvas = (Canvas){0};
    if (!find_view(shapes, options, &view, error) ||
        !picture_frame(&values, options, &view, arena, &frame, error) ||
        !canvas_make(canvas, arena, frame.width, view.height + frame.above + frame.below, false,
                     error)) {
        return false;
    }
    picture_palette(canvas, options);
    canvas_fill(canvas, 0, 0, canvas->width, canvas->height, COLOR_BACKGROUND);
    RasterTriangle *triangles = arena_alloc(arena, shapes->count * 2, sizeof *triangles);
    if (!triangles) return fail_memory(error, arena);
    uint64_t count = 0;
    for (uint64_t i = 0; i < shapes->count; i++) {
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
        if (isnan(items[i].value)) continue;
        Color color = picture_color(options, &frame.range, (double)items[i].value);
        count += make_triangles(&view, &items[i], color, options->line, triangles + count);
    }
    RasterPlace place = {0, frame.above, (uint32_t)view.width, (uint32_t)view.height};
    if (!raster_draw(canvas, &place, triangles, count, arena, error)) return false;
    arena_release(arena, triangles);
    picture_draw_frame(canvas, options, &frame);
    return true;
}
