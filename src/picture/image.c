#include "picture/image.h"

#include "core/load.h"

/* ---- What all kinds share -------------------------------------------------------------------- */

const char *image_kind_name(ImageKind kind) {
    static const char *const names[] = {"bmp", "tga", "dds", "bioware dds"};
    return names[kind];
}

const char *image_compression_name(const ImageHead *head) {
    static const char *const names[IMAGE_COMPRESSIONS] = {
        "none", "rle8", "rle4", "masks", "masks with alpha", "rle", "DXT1", "DXT3", "DXT5"};
    return head->code ? head->code : names[head->compression];
}

uint8_t image_widen(uint32_t value, uint32_t bits) {
    uint32_t wide = 0, filled = 0;
    if (bits >= 8) return (uint8_t)(value >> (bits - 8));
    for (; filled < 8; filled += bits) wide = wide << bits | value;
    return (uint8_t)(wide >> (filled - 8));
}

/* A mask of a pixel's number: where its field begins, and how many bits it has. */
typedef struct ImageMask {
    uint32_t mask, shift, bits;
} ImageMask;

static ImageMask image_mask(uint32_t mask) {
    ImageMask result = {.mask = mask};
    if (!mask) return result;
    while (!(mask >> result.shift & 1)) result.shift++;
    for (uint32_t field = mask >> result.shift; field; field >>= 1) result.bits++;
    return result;
}

bool image_check_size(int64_t width, int64_t height, Error *error) {
    if (width > 0 && height > 0 && width <= IMAGE_SIDE_MAX && height <= IMAGE_SIDE_MAX &&
        (uint64_t)(width * height) <= IMAGE_PIXELS_MAX) {
        return true;
    }
    bool none = width <= 0 || height <= 0;
    return fail(error, none ? ERROR_CORRUPT : ERROR_TOO_BIG,
                "the image has %" PRId64 " x %" PRId64 " pixels, expected sides of 1 to %d and at "
                "most %" PRIu64 " pixels",
                width, height, IMAGE_SIDE_MAX, IMAGE_PIXELS_MAX);
}

bool image_check_bytes(uint64_t offset, uint64_t bytes, uint64_t size, const char *what,
                       Error *error) {
    uint64_t left = offset < size ? size - offset : 0;
    if (bytes <= left) return true;
    return fail_at(error, ERROR_CORRUPT, offset, "%s need %" PRIu64 " bytes, %" PRIu64 " left",
                   what, bytes, left);
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static bool is_bmp(const uint8_t *head, uint64_t head_size) {
    return head_size >= 2 && head[0] == 'B' && head[1] == 'M';
}

static bool is_dds(const uint8_t *head, uint64_t head_size) {
    return head_size >= 4 && memcmp(head, "DDS ", 4) == 0;
}

/* Of a BMP more is looked at than its two letters, with which texts may begin. */
bool image_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    enum { HEADER_SIZE = 14, LEAST = 26, GREATEST_HEADER = 124 };
    if (is_bmp(head, head_size)) {
        return head_size >= LEAST && load_u32(head + HEADER_SIZE) <= GREATEST_HEADER;
    }
    return is_dds(head, head_size) || image_is_bioware(head, head_size, size) ||
           image_is_tga(head, head_size, size);
}

bool image_is_finished(const uint8_t *bytes, uint64_t size) {
    return (size >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) ||
           (size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0);
}

bool image_read_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error) {
    *head = (ImageHead){.levels = 1};
    if (is_bmp(bytes, size)) return image_bmp_head(bytes, size, head, error);
    if (is_dds(bytes, size)) return image_dds_head(bytes, size, head, error);
    if (image_is_bioware(bytes, size, size)) return image_bioware_head(bytes, size, head, error);
    return image_tga_head(bytes, size, head, error);
}

/* ---- Decoding -------------------------------------------------------------------------------- */

/* Makes holes of magenta pixels (or colours of a palette). */
static void make_holes(uint8_t *pixels, uint64_t count) {
    enum { LEAST = 248, MOST = 7 };
    for (uint64_t i = 0; i < count; i++, pixels += sizeof(Color)) {
        bool is_magenta = pixels[0] >= LEAST && pixels[1] <= MOST && pixels[2] >= LEAST;
        if (is_magenta) memset(pixels, 0, sizeof(Color));
    }
}

static bool has_holes(const ImageHead *head, const ImageOptions *options) {
    return options->holes == IMAGE_HOLES ||
           (options->holes == IMAGE_HOLES_OF_BMP && head->kind == IMAGE_BMP);
}

/* Decodes an image of 8 bits to a canvas with its palette, of as many colours as are used. */
static void decode_indexed(ImageWork *work, bool holes, Canvas *canvas) {
    uint64_t count = (uint64_t)work->width * work->height;
    uint8_t most = 0;
    image_bmp_indices(work);
    for (uint64_t i = 0; i < count; i++) most = work->pixels[i] > most ? work->pixels[i] : most;
    memcpy(canvas->palette, work->colors, sizeof canvas->palette);
    if (holes) make_holes((uint8_t *)canvas->palette, LENGTH(canvas->palette));
    canvas->color_count = most + UINT32_C(1);
}

void image_decode_masks(const ImageWork *work, const uint8_t *at, uint64_t count, uint8_t *out) {
    uint32_t bytes = work->head->bits / 8;
    ImageMask masks[4];
    for (int i = 0; i < 4; i++) masks[i] = image_mask(work->head->masks[i]);
    for (uint64_t pixel = 0; pixel < count; pixel++, at += bytes, out += sizeof(Color)) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < bytes; i++) value |= (uint32_t)at[i] << 8 * i;
        for (int i = 0; i < 4; i++) {
            const ImageMask *mask = &masks[i];
            out[i] = mask->mask ? image_widen((value & mask->mask) >> mask->shift, mask->bits)
                                : (uint8_t)(i == 3 ? 255 : 0);
        }
        if (!work->head->has_masks) memset(out, 255, 3);
    }
}

static void read_palette(ImageWork *work) {
    const ImageHead *head = work->head;
    uint32_t bytes = (head->palette_bits + 7) / 8;
    for (uint32_t i = 0; i < LENGTH(work->colors); i++) {
        const uint8_t *at = work->bytes + head->palette + (uint64_t)i * bytes;
        work->colors[i] = (Color){0, 0, 0, 255};
        if (i < head->palette_count) work->colors[i] = (Color){at[2], at[1], at[0], 255};
    }
}

bool image_decode(const ImageHead *head, const uint8_t *bytes, uint64_t size,
                  const ImageOptions *options, Arena *arena, Canvas *canvas, Error *error) {
    if (options->level >= head->levels) {
        return fail(error, ERROR_ARGUMENT, "level %.0f of an image that has %" PRIu32,
                    options->level, head->levels);
    }
    uint32_t level = (uint32_t)options->level;
    bool indexed = options->may_index && head->kind == IMAGE_BMP && head->bits == 8 &&
                   head->compression == IMAGE_PLAIN;
    *canvas = (Canvas){.width = image_level_side(head->width, level),
                       .height = image_level_side(head->height, level),
                       .indexed = indexed};
    uint64_t count = (uint64_t)canvas->width * canvas->height;
    canvas->pixels = arena_alloc(arena, count, indexed ? 1 : sizeof(Color));
    if (!canvas->pixels) return fail_memory(error, arena);
    ImageWork work = {.head = head,
                      .bytes = bytes,
                      .size = size,
                      .width = canvas->width,
                      .height = canvas->height,
                      .pixels = canvas->pixels,
                      .arena = arena,
                      .error = error};
    if (head->kind == IMAGE_BMP) read_palette(&work);
    if (indexed) {
        decode_indexed(&work, has_holes(head, options), canvas);
        return true;
    }
    bool done = head->kind == IMAGE_BMP   ? image_bmp_decode(&work)
                : head->kind == IMAGE_TGA ? image_tga_decode(&work)
                                          : image_dds_decode(&work, level);
    if (!done) return false;
    if (has_holes(head, options)) make_holes(canvas->pixels, count);
    return true;
}
