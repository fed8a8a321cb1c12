/* TGA images; image.h describes the format. */
#include "picture/image.h"

#include "core/load.h"

enum {
    HEADER_BYTES = 18,
    TEXT_BYTES = 0,
    HAS_PALETTE = 1,
    TYPE = 2,
    FIRST_COLOR = 3,
    COLOR_COUNT = 5,
    COLOR_BITS = 7,
    WIDTH = 12,
    HEIGHT = 14,
    BITS = 16,
    ALPHA_BITS = 15,
    WITH_PALETTE = 1,
    WITH_COLORS = 2,
    WITH_GRAY = 3,
    IN_RUNS = 8,
    RUN_MOST = 128,
};

static bool is_color_bits(uint32_t bits) {
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

static bool is_known(const uint8_t *head) {
    uint32_t type = head[TYPE] & ~(uint32_t)IN_RUNS;
    return head[HAS_PALETTE] <= 1 && type >= WITH_PALETTE && type <= WITH_GRAY;
}

static bool fits_bits(const uint8_t *head) {
    uint32_t bits = head[BITS];
    switch (head[TYPE] & ~IN_RUNS) {
    case WITH_PALETTE: return bits == 8 && head[HAS_PALETTE] && is_color_bits(head[COLOR_BITS]);
    case WITH_COLORS: return is_color_bits(bits);
    default: return bits == 8 || bits == 16;
    }
}

/* Returns where the pixels begin: behind the text and the palette. */
static uint64_t pixels_offset(const uint8_t *head) {
    uint64_t color = (head[COLOR_BITS] + UINT64_C(7)) / 8;
    uint64_t colors = head[HAS_PALETTE] ? load_u16(head + COLOR_COUNT) : 0;
    return HEADER_BYTES + head[TEXT_BYTES] + colors * color;
}

/* Returns the least number of bytes that the pixels can take. */
static uint64_t least_bytes(const uint8_t *head) {
    uint64_t count = (uint64_t)load_u16(head + WIDTH) * load_u16(head + HEIGHT);
    uint64_t each = (head[BITS] + UINT64_C(7)) / 8;
    if (head[TYPE] & IN_RUNS) return (count + RUN_MOST - 1) / RUN_MOST * (1 + each);
    return count * each;
}

bool image_is_tga(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < HEADER_BYTES || !is_known(head) || !fits_bits(head)) return false;
    uint64_t least = least_bytes(head);
    return least && pixels_offset(head) + least <= size;
}

bool image_tga_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error) {
    head->kind = IMAGE_TGA;
    if (size < HEADER_BYTES || !is_known(bytes)) {
        return fail(error, ERROR_NOT_THIS_FORMAT, "not an image: neither BMP nor DDS nor TGA");
    }
    if (!fits_bits(bytes)) {
        return fail_at(error, ERROR_UNSUPPORTED, TYPE, "a TGA of type %u with %u bits is unknown",
                       bytes[TYPE], bytes[BITS]);
    }
    head->width = load_u16(bytes + WIDTH);
    head->height = load_u16(bytes + HEIGHT);
    if (!image_check_size(head->width, head->height, error)) return false;
    uint32_t alpha = bytes[IMAGE_TGA_FLAGS] & ALPHA_BITS, type = bytes[TYPE] & ~(uint32_t)IN_RUNS;
    head->bits = bytes[BITS];
    head->compression = bytes[TYPE] & IN_RUNS ? IMAGE_RLE : IMAGE_PLAIN;
    head->from_top = bytes[IMAGE_TGA_FLAGS] & IMAGE_TGA_FROM_TOP;
    head->from_right = bytes[IMAGE_TGA_FLAGS] & IMAGE_TGA_FROM_RIGHT;
    head->is_gray = type == WITH_GRAY;
    head->masks[3] = alpha == 1; /* the top bit of 16 is opacity */
    head->palette = HEADER_BYTES + (uint64_t)bytes[TEXT_BYTES];
    head->pixels = pixels_offset(bytes);
    if (!image_check_bytes(head->palette, head->pixels - head->palette, size,
                           "the colours of the palette", error)) {
        return false;
    }
    if (type == WITH_PALETTE) {
        head->palette_count = load_u16(bytes + COLOR_COUNT);
        head->palette_first = load_u16(bytes + FIRST_COLOR);
        head->palette_bits = bytes[COLOR_BITS];
    }
    uint32_t color_bits = type == WITH_PALETTE ? head->palette_bits : head->bits;
    head->has_alpha = color_bits == 32 || (color_bits == 16 && (head->is_gray || alpha == 1));
    uint64_t least = least_bytes(bytes);
    head->end = head->compression == IMAGE_PLAIN ? head->pixels + least : 0;
    return image_check_bytes(head->pixels, least, size, "the pixels", error);
}

static Color color_of(const ImageHead *head, const uint8_t *at, uint32_t bits) {
    enum { FIELD = 31, FIELD_BITS = 5, TOP = 15 };
    if (bits > 16) return (Color){at[2], at[1], at[0], bits == 32 ? at[3] : 255};
    uint32_t value = load_u16(at);
    bool transparent = head->masks[3] && bits == 16 && !(value >> TOP);
    return (Color){image_widen(value >> 10 & FIELD, FIELD_BITS),
                   image_widen(value >> 5 & FIELD, FIELD_BITS),
                   image_widen(value & FIELD, FIELD_BITS), transparent ? 0 : 255};
}

static Color palette_color_of(const ImageWork *work, uint32_t number) {
    const ImageHead *head = work->head;
    uint64_t bytes = (head->palette_bits + 7) / 8;
    if (number < head->palette_first || number - head->palette_first >= head->palette_count) {
        return (Color){0, 0, 0, 255};
    }
    return color_of(head, work->bytes + head->palette + (number - head->palette_first) * bytes,
                    head->palette_bits);
}

static Color pixel_of(const ImageWork *work, const uint8_t *at) {
    const ImageHead *head = work->head;
    if (head->palette_bits) return work->colors[*at];
    if (head->is_gray) return (Color){at[0], at[0], at[0], head->bits == 16 ? at[1] : 255};
    return color_of(head, at, head->bits);
}

/* Pixels without runs are rows whose pixels have values of their own. Runs cross rows; one past the
** end of the image is cut. */
static bool decode_pixels(ImageWork *work, uint32_t bytes) {
    uint64_t count = (uint64_t)work->width * work->height, at = work->head->pixels;
    for (uint64_t done = 0, step = 0; done < count; step++) {
        uint32_t length = work->width;
        bool repeats = false;
        if (arena_interrupted_at(work->arena, step)) return fail_interrupted(work->error);
        if (work->head->compression == IMAGE_RLE) {
            if (!image_check_bytes(at, 1, work->size, "the runs", work->error)) return false;
            length = (work->bytes[at] & (RUN_MOST - 1)) + UINT32_C(1);
            repeats = work->bytes[at++] & RUN_MOST;
        }
        uint64_t stored = (uint64_t)bytes * (repeats ? 1 : length);
        if (!image_check_bytes(at, stored, work->size, "the pixels of a run", work->error)) {
            return false;
        }
        for (uint32_t i = 0; i < length && done < count; i++, done++) {
            const uint8_t *pixel = work->bytes + at + (repeats ? 0 : (uint64_t)i * bytes);
            uint32_t x = (uint32_t)(done % work->width), y = (uint32_t)(done / work->width);
            if (work->head->from_right) x = work->width - 1 - x;
            image_put(image_row(work, y, 4) + 4 * (uint64_t)x, pixel_of(work, pixel));
        }
        at += stored;
    }
    return true;
}

bool image_tga_decode(ImageWork *work) {
    uint32_t bytes = (work->head->bits + 7) / 8;
    for (uint32_t i = 0; work->head->palette_bits && i < LENGTH(work->colors); i++) {
        work->colors[i] = palette_color_of(work, i);
    }
    return decode_pixels(work, bytes);
}
