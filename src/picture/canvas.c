#include "picture/canvas.h"
#include "picture/pixel_font.h"

bool canvas_make(Canvas *canvas, Arena *arena, uint64_t width, uint64_t height, bool indexed,
                 Error *error) {
    if (!width || !height || width > CANVAS_SIDE_MAX || height > CANVAS_SIDE_MAX) {
        return fail(error, ERROR_TOO_BIG,
                    "the picture would have %" PRIu64 " x %" PRIu64
                    " pixels, expected 1 to %d each way",
                    width, height, CANVAS_SIDE_MAX);
    }
    canvas->width = (uint32_t)width;
    canvas->height = (uint32_t)height;
    canvas->indexed = indexed;
    canvas->pixels = arena_zeroed(arena, width * height, indexed ? 1 : sizeof(Color));
    return canvas->pixels || fail_memory(error, arena);
}

/* Limits a coordinate to 0 .. limit. */
static uint32_t cut(int64_t at, uint32_t limit) {
    return at < 0 ? 0 : at > limit ? limit : (uint32_t)at;
}

void canvas_fill(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t number) {
    uint32_t left = cut(x, canvas->width), right = cut(x + width, canvas->width);
    uint32_t top = cut(y, canvas->height), bottom = cut(y + height, canvas->height);
    Color color = canvas->palette[number];
    for (uint32_t row = top; row < bottom; row++) {
        uint64_t start = (uint64_t)row * canvas->width;
        if (canvas->indexed) {
            if (left < right) memset(canvas->pixels + start + left, number, right - left);
            continue;
        }
        for (uint32_t column = left; column < right; column++) {
            memcpy(canvas->pixels + (start + column) * sizeof color, &color, sizeof color);
        }
    }
}

static void draw_glyph(Canvas *canvas, int64_t x, int64_t y, uint32_t size, uint8_t number,
                       const PixelGlyph *glyph) {
    for (uint32_t row = 0; row < GLYPH_ROWS; row++) {
        for (uint32_t column = 0; glyph->rows[row] >> column; column++) {
            if (!(glyph->rows[row] >> column & 1)) continue;
            canvas_fill(canvas, x + (int64_t)column * size, y + (int64_t)row * size, size, size,
                        number);
        }
    }
}

void canvas_text(Canvas *canvas, int64_t x, int64_t y, uint32_t size, uint8_t number,
                 const char *text) {
    while (*text && x < (int64_t)canvas->width) {
        PixelGlyph glyph;
        pixel_glyph(&text, &glyph);
        draw_glyph(canvas, x, y, size, number, &glyph);
        x += (int64_t)(glyph.width + 1) * size;
    }
}

uint64_t canvas_text_width(const char *text, uint32_t size) {
    uint64_t dots = 0;
    while (*text) {
        PixelGlyph glyph;
        pixel_glyph(&text, &glyph);
        dots += glyph.width + 1;
    }
    return dots * size;
}

const char *canvas_text_end(const char *text, uint32_t size, uint64_t width) {
    uint64_t wide = canvas_text_width(text, size);
    while (*text && wide > width) {
        PixelGlyph glyph;
        pixel_glyph(&text, &glyph);
        wide -= (uint64_t)(glyph.width + 1) * size;
    }
    return text;
}
