/*
** Pictures without SQL: an independent reader decodes what png_write() writes, and triangles that
** share edges must cover each pixel once.
*/
#include "picture/picture.h"
#include "picture/png.h"
#include "picture/raster.h"
#include "png_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int passed, failed;

static void check(bool holds, const char *what) {
    if (holds) passed++;
    else failed++, printf("%s\n", what);
}

static void *resize(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (bytes) return realloc(block, (size_t)bytes);
    free(block);
    return NULL;
}

static const Host host = {.resize = resize};

static bool is_color(const PngPicture *picture, uint32_t x, uint32_t y, Color color) {
    return !memcmp(&picture->pixels[(size_t)y * picture->width + x], &color, sizeof color);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

typedef struct Cell {
    double x, y;
    float value;
} Cell;

static bool add_cells(CellGrid *grid, const Cell *cells, size_t count, Arena *arena, Error *error) {
    for (size_t i = 0; i < count; i++) {
        if (!cell_grid_add(grid, arena, cells[i].x, cells[i].y, cells[i].value, error))
            return false;
    }
    return true;
}

/* Cells of three columns and two rows; the last of the upper row is missing. */
static void test_cells(const PictureOptions *options, PngPicture *picture) {
    static const Cell cells[] = {
        {10, 5, 0}, {20, 5, 0xFF}, {30, 5, 0xFF00}, {10, 7, 0xFF0000}, {20, 7, NAN}};
    Arena arena = {.host = &host};
    Error error = {0};
    CellGrid grid = {0};
    Canvas canvas;
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    bool made = add_cells(&grid, cells, LENGTH(cells), &arena, &error) &&
                picture_of_cells(&grid, options, &arena, &canvas, &error) &&
                png_write(&canvas, "SELECT 1", &arena, &bytes, &size, &error);
    check(made, "a picture of cells is made");
    check(made && png_read(bytes, size, picture), "what was written can be read");
    check(made && memmem(bytes, size, "tEXtSource\0SELECT 1", 19), "the source is told");
    arena_clear(&arena);
}

static void test_pictures(void) {
    const Color none = {0, 0, 0, 0};
    PngPicture picture = {0};
    PictureOptions options = picture_defaults;
    options.palette = PALETTE_RGB;
    options.scale = 2;
    test_cells(&options, &picture);
    check(picture.width == 6 && picture.height == 4 && picture.type == 6,
          "3 x 2 cells by 2 pixels");
    check(is_color(&picture, 0, 3, (Color){0, 0, 0, 255}), "the first row of y is at the bottom");
    check(is_color(&picture, 3, 2, (Color){0, 0, 255, 255}), "0x0000FF is blue");
    check(is_color(&picture, 5, 3, (Color){0, 255, 0, 255}), "0x00FF00 is green");
    check(is_color(&picture, 1, 0, (Color){255, 0, 0, 255}), "0xFF0000 is red");
    check(is_color(&picture, 2, 1, none), "NULL is transparent");
    check(is_color(&picture, 4, 0, none), "so is a cell that isn't there");
    png_forget(&picture);
    options.north = NORTH_DOWN;
    options.background = (Color){1, 2, 3, 255};
    options.has_background = true;
    test_cells(&options, &picture);
    check(picture.type == 2, "an opaque picture has three channels");
    check(is_color(&picture, 0, 0, (Color){0, 0, 0, 255}), "or at the top, if asked");
    check(is_color(&picture, 4, 3, options.background), "and the background shows through");
    png_forget(&picture);
    options = picture_defaults;
    options.palette = PALETTE_GRAY;
    options.low = 0;
    options.high = 0xFF0000;
    options.legend = true;
    options.title = "Title";
    test_cells(&options, &picture);
    check(picture.type == 3 && picture.width >= 400, "values are numbers of a palette");
    check(is_color(&picture, 0, picture.height / 4, (Color){255, 255, 255, 255}), "high is white");
    check(is_color(&picture, 0, picture.height - 60, (Color){0, 0, 0, 255}), "low is black");
    png_forget(&picture);
}

/* A square of many thin triangles around an arbitrary point. */
static void test_seams(void) {
    enum { SIDE = 64, FAN = 97 };
    Arena arena = {.host = &host};
    Error error = {0};
    Canvas canvas = {0};
    RasterTriangle triangles[FAN * 2];
    RasterPoint middle = {30.317, 33.731}, before = {0, 0};
    uint64_t count = 0;
    for (int i = 1; i <= FAN; i++) { /* once around the edge of the square */
        double at = i * 4.0 * SIDE / FAN, along = fmod(at, SIDE);
        int side = (int)(at / SIDE) % 4;
        RasterPoint next = side == 0   ? (RasterPoint){along, 0}
                           : side == 1 ? (RasterPoint){SIDE, along}
                           : side == 2 ? (RasterPoint){SIDE - along, SIDE}
                                       : (RasterPoint){0, SIDE - along};
        bool turns = next.x != before.x && next.y != before.y;
        RasterPoint corner = {next.x > before.x ? fmax(next.x, before.x) : next.x, 0};
        if (turns) {
            corner = side == 1   ? (RasterPoint){SIDE, 0}
                     : side == 2 ? (RasterPoint){SIDE, SIDE}
                     : side == 3 ? (RasterPoint){0, SIDE}
                                 : (RasterPoint){0, 0};
            raster_triangle((RasterPoint[]){middle, before, corner}, (Color){200, 100, 50, 255},
                            &triangles[count++]);
            before = corner;
        }
        raster_triangle((RasterPoint[]){middle, before, next}, (Color){200, 100, 50, 255},
                        &triangles[count++]);
        before = next;
    }
    bool drawn =
        canvas_make(&canvas, &arena, SIDE, SIDE, false, &error) &&
        raster_draw(&canvas, &(RasterPlace){0, 0, SIDE, SIDE}, triangles, count, &arena, &error);
    bool whole = drawn;
    for (uint32_t i = 0; drawn && i < SIDE * SIDE; i++) {
        whole = whole && !memcmp(canvas.pixels + i * sizeof(Color), &(Color){200, 100, 50, 255}, 4);
    }
    check(whole, "triangles that share edges leave no gap");
    arena_clear(&arena);
}

/* A rectangle whose edges run through the middles of places: those on its upper and left edges
** belong to it, those on the others don't. A row of a narrow one and of a wide one is drawn in two
** ways. What lies beyond the canvas isn't drawn. */
static void test_rectangle(int left, int top, int right, int bottom, const char *what) {
    enum { SIDE = 24 };
    Arena arena = {.host = &host};
    Error error = {0};
    Canvas canvas = {0};
    Color color = {200, 100, 50, 255};
    double in = 0.125; /* a place is a quarter of a pixel */
    RasterPoint a = {left + in, top + in}, b = {right + in, top + in};
    RasterPoint c = {right + in, bottom + in}, d = {left + in, bottom + in};
    RasterTriangle triangles[2];
    bool drawn =
        raster_triangle((RasterPoint[]){a, b, c}, color, &triangles[0]) &&
        raster_triangle((RasterPoint[]){a, c, d}, color, &triangles[1]) &&
        canvas_make(&canvas, &arena, SIDE, SIDE, false, &error) &&
        raster_draw(&canvas, &(RasterPlace){0, 0, SIDE, SIDE}, triangles, 2, &arena, &error);
    for (int i = 0; drawn && i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE;
        bool inside = x >= left && x < right && y >= top && y < bottom;
        Color expected = inside ? color : (Color){0, 0, 0, 0};
        drawn = !memcmp(canvas.pixels + (size_t)i * sizeof(Color), &expected, sizeof expected);
    }
    check(drawn, what);
    arena_clear(&arena);
}

/* What no picture can show has a sentence. */
static void test_errors(void) {
    static const Cell far[] = {{0, 0, 1}, {1, 0, 1}, {1e9, 0, 1}};
    static const PictureShape wide[] = {{{-1e308, 0, 1e308}, {0, 1, 2}, 1}};
    CellGrid cells = {0};
    List shapes = {.items = (void *)(uintptr_t)wide, .count = LENGTH(wide)};
    Arena arena = {.host = &host};
    Canvas canvas;
    Error error = {0};
    check(add_cells(&cells, far, LENGTH(far), &arena, &error) &&
              !picture_of_cells(&cells, &picture_defaults, &arena, &canvas, &error) &&
              strstr(error.message, "1000000001 cells"),
          "a billion cells are refused");
    error = (Error){0};
    check(!picture_of_shapes(&shapes, &picture_defaults, &arena, &canvas, &error) &&
              strstr(error.message, "too far apart"),
          "so is an infinite extent");
    arena_clear(&arena);
}

int main(void) {
    test_pictures();
    test_seams();
    test_rectangle(0, 0, 3, 3, "edges of a small square");
    test_rectangle(0, 0, 20, 20, "edges of a large square");
    test_rectangle(-90, 3, 6, 6, "what begins left of the canvas");
    test_rectangle(20, 3, 90, 6, "what ends right of it");
    test_rectangle(3, -90, 6, 6, "what begins above it");
    test_rectangle(3, 20, 6, 90, "what ends below it");
    test_errors();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
