/* A picture of triangles and lines: see picture.h. */
#include "picture/picture.h"
#include "picture/raster.h"

enum {
    SIDE_USUAL = 1400, /* pixels of the longer side */
    EDGE = 8,          /* pixels of margin on each side */
};

/* What is drawn, and how coordinates become pixels. */
typedef struct View {
    double min_x, min_y, max_x, max_y;
    double scale; /* pixels for each unit */
    uint32_t width, height;
    bool south_up;
} View;

static bool find_extent(const List *shapes, View *view, Error *error) {
    const PictureShape *items = shapes->items;
    view->min_x = view->min_y = INFINITY;
    view->max_x = view->max_y = -INFINITY;
    for (uint64_t i = 0; i < shapes->count; i++) {
        for (int k = 0; k < 3; k++) {
            view->min_x = fmin(view->min_x, items[i].x[k]);
            view->max_x = fmax(view->max_x, items[i].x[k]);
            view->min_y = fmin(view->min_y, items[i].y[k]);
            view->max_y = fmax(view->max_y, items[i].y[k]);
        }
    }
    if (view->max_x - view->min_x < INFINITY && view->max_y - view->min_y < INFINITY) return true;
    return fail(error, ERROR_TOO_BIG, "the shapes lie too far apart for a picture");
}

static bool find_scale(View *view, const PictureOptions *options, Error *error) {
    double wide = view->max_x - view->min_x, high = view->max_y - view->min_y;
    double longer = wide > high ? wide : high;
    view->scale = options->scale > 0 ? options->scale : longer > 0 ? SIDE_USUAL / longer : 1;
    double width = ceil(wide * view->scale) + 2 * EDGE,
           height = ceil(high * view->scale) + 2 * EDGE;
    if (!(width <= CANVAS_SIDE_MAX && height <= CANVAS_SIDE_MAX)) {
        return fail(error, ERROR_TOO_BIG,
                    "%g x %g units at %g pixels a unit are too many, expected at most %d pixels "
                    "each way; give a smaller scale",
                    wide, high, view->scale, CANVAS_SIDE_MAX);
    }
    view->width = (uint32_t)width;
    view->height = (uint32_t)height;
    return true;
}

static RasterPoint to_pixels(const View *view, double x, double y) {
    double down = view->south_up ? y - view->min_y : view->max_y - y;
    return (RasterPoint){EDGE + (x - view->min_x) * view->scale, EDGE + down * view->scale};
}

/* Splits a shape into one or two triangles; returns how many. */
static uint32_t make_triangles(const View *view, const PictureShape *shape, Color color,
                               double line, RasterTriangle triangles[2]) {
    RasterPoint p[3];
    for (int k = 0; k < 3; k++) p[k] = to_pixels(view, shape->x[k], shape->y[k]);
    for (int k = 0; k < 3; k++) {
        RasterPoint next = p[(k + 1) % 3];
        if (p[k].x != next.x || p[k].y != next.y) continue;
        return raster_line(p[k], p[(k + 2) % 3], line, color, triangles) ? 2 : 0;
    }
    return raster_triangle(p, color, triangles) ? 1 : 0;
}

static bool draw_labels(Canvas *canvas, const PictureOptions *options, const View *view,
                        const PictureFrame *frame, Arena *arena, Error *error) {
    for (uint64_t i = 0; i < options->label_count; i++) {
        if (arena_interrupted_at(arena, i * 64)) return fail_interrupted(error);
        RasterPoint at = to_pixels(view, options->labels[i].x, options->labels[i].y);
        if (!(fabs(at.x) < 1e6 && fabs(at.y) < 1e6)) continue;
        picture_draw_label(canvas, frame, at.x, at.y + frame->above, options->labels[i].text);
    }
    return true;
}

bool picture_of_shapes(const List *shapes, const PictureOptions *options, Arena *arena,
                       Canvas *canvas, Error *error) {
    const PictureShape *items = shapes->items;
    View view = {.south_up = options->north == NORTH_DOWN};
    CellView values = {.values = &items->value,
                       .columns = shapes->count,
                       .rows = 1,
                       .column_stride = sizeof *items / sizeof(float)};
    PictureFrame frame;
    *canvas = (Canvas){0};
    if (!find_extent(shapes, &view, error) || !find_scale(&view, options, error) ||
        !picture_frame(&values, options, view.width, arena, &frame, error) ||
        !canvas_make(canvas, arena, frame.width, (uint64_t)view.height + frame.above + frame.below,
                     false, error)) {
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
    RasterPlace place = {0, frame.above, view.width, view.height};
    if (!raster_draw(canvas, &place, triangles, count, arena, error)) return false;
    arena_release(arena, triangles);
    frame.unit_pixels = view.scale;
    if (!draw_labels(canvas, options, &view, &frame, arena, error)) return false;
    picture_draw_frame(canvas, options, &frame);
    return true;
}
