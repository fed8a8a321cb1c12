/*
** Pictures without SQL: what png_write() writes is decoded again by a reader of its own, and
** triangles that share edges must cover each pixel once.
*/
#include "../../src/picture.h"
#include "../../src/png.h"
#include "../../src/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

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

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* ---- A reader -------------------------------------------------------------------------------- */

typedef struct Picture {
    uint32_t width, height;
    uint8_t type;
    uint8_t palette[768], opacities[256];
    uint8_t *stream; /* all IDAT */
    size_t stream_size;
    Color *pixels;
} Picture;

/* False where a chunk is cut, out of order or has another checksum. */
static bool read_chunks(const uint8_t *bytes, uint64_t size, Picture *picture) {
    uint64_t at = 8;
    if (size < 8 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8)) return false;
    picture->stream = malloc((size_t)size);
    while (size - at >= 12) {
        uint32_t length = big_endian(bytes + at);
        const uint8_t *type = bytes + at + 4, *data = type + 4;
        if (length > size - at - 12) return false;
        if (crc32(crc32(0, NULL, 0), type, length + 4) != big_endian(data + length)) return false;
        if (!memcmp(type, "IHDR", 4)) {
            picture->width = big_endian(data);
            picture->height = big_endian(data + 4);
            picture->type = data[9];
        }
        if (!memcmp(type, "PLTE", 4)) memcpy(picture->palette, data, length);
        if (!memcmp(type, "tRNS", 4)) memcpy(picture->opacities, data, length);
        if (!memcmp(type, "IDAT", 4)) {
            memcpy(picture->stream + picture->stream_size, data, length);
            picture->stream_size += length;
        }
        at += 12 + length;
        if (!memcmp(type, "IEND", 4)) return at == size;
    }
    return false;
}

static bool decode(const uint8_t *bytes, uint64_t size, Picture *picture) {
    if (!read_chunks(bytes, size, picture)) return false;
    uint32_t channels = picture->type == 3 ? 1 : picture->type == 2 ? 3 : 4;
    uLongf row = (uLongf)picture->width * channels + 1, wanted = row * picture->height;
    uint8_t *raw = malloc(wanted);
    picture->pixels = calloc((size_t)picture->width * picture->height, sizeof(Color));
    bool done = uncompress(raw, &wanted, picture->stream, picture->stream_size) == Z_OK &&
                wanted == row * picture->height;
    for (uint32_t y = 0; done && y < picture->height; y++) {
        uint8_t *line = raw + y * row;
        for (uint32_t i = channels; line[0] == 1 && i < row - 1; i++) {
            line[1 + i] = (uint8_t)(line[1 + i] + line[1 + i - channels]);
        }
        for (uint32_t x = 0; x < picture->width; x++) {
            const uint8_t *in = line + 1 + (size_t)x * channels;
            const uint8_t *color = channels == 1 ? picture->palette + 3 * (size_t)in[0] : in;
            picture->pixels[(size_t)y * picture->width + x] =
                (Color){color[0], color[1], color[2],
                        channels == 4   ? in[3]
                        : channels == 1 ? picture->opacities[in[0]]
                                        : 255};
        }
    }
    free(raw);
    return done;
}

static void forget(Picture *picture) {
    free(picture->stream);
    free(picture->pixels);
    *picture = (Picture){0};
}

static bool is_color(const Picture *picture, uint32_t x, uint32_t y, Color color) {
    return !memcmp(&picture->pixels[(size_t)y * picture->width + x], &color, sizeof color);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Cells of three columns and two rows; the last of the upper row is missing. */
static void test_cells(const PictureOptions *options, Picture *picture) {
    static const PictureCell cells[] = {
        {10, 5, 0}, {20, 5, 0xFF}, {30, 5, 0xFF00}, {10, 7, 0xFF0000}, {20, 7, NAN}};
    List list = {.items = (void *)(uintptr_t)cells, .count = LENGTH(cells)};
    Arena arena = {.host = &host};
    Error error = {0};
    Canvas canvas;
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    bool made = picture_of_cells(&list, options, &arena, &canvas, &error) &&
                png_write(&canvas, "SELECT 1", &arena, &bytes, &size, &error);
    check(made, "a picture of cells is made");
    check(made && decode(bytes, size, picture), "what was written can be read");
    check(made && memmem(bytes, size, "tEXtSource\0SELECT 1", 19), "the source is told");
    arena_clear(&arena);
}

static void test_pictures(void) {
    const Color none = {0, 0, 0, 0};
    Picture picture = {0};
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
    forget(&picture);
    options.south_up = true;
    options.background = (Color){1, 2, 3, 255};
    test_cells(&options, &picture);
    check(picture.type == 2, "an opaque picture has three channels");
    check(is_color(&picture, 0, 0, (Color){0, 0, 0, 255}), "or at the top, if asked");
    check(is_color(&picture, 4, 3, options.background), "and the background shows through");
    forget(&picture);
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
    forget(&picture);
}

/* A square of many thin triangles round a point that lies nowhere in particular. */
static void test_seams(void) {
    enum { SIDE = 64, FAN = 97 };
    Arena arena = {.host = &host};
    Error error = {0};
    Canvas canvas = {0};
    RasterTriangle triangles[FAN * 2];
    RasterPoint middle = {30.317, 33.731}, before = {0, 0};
    uint64_t count = 0;
    for (int i = 1; i <= FAN; i++) { /* once round the edge of the square */
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

/* What no picture can show has a sentence. */
static void test_errors(void) {
    static const PictureCell far[] = {{0, 0, 1}, {1, 0, 1}, {1e9, 0, 1}};
    static const PictureShape wide[] = {{{-1e308, 0, 1e308}, {0, 1, 2}, 1}};
    List cells = {.items = (void *)(uintptr_t)far, .count = LENGTH(far)};
    List shapes = {.items = (void *)(uintptr_t)wide, .count = LENGTH(wide)};
    Arena arena = {.host = &host};
    Canvas canvas;
    Error error = {0};
    check(!picture_of_cells(&cells, &picture_defaults, &arena, &canvas, &error) &&
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
    test_errors();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
