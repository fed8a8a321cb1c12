/* BMP images; image.h describes the format. */
#include "picture/image.h"

#include "core/load.h"

enum {
    PIXELS_OFFSET = 10,
    HEADER_SIZE = 14,
    FILE_HEADER = 14,
    LEAST_BYTES = 26,
    OLD_HEADER = 12,
    NEW_HEADER = 40,
    MASKED_HEADER = 56, /* from this size on the masks are part of the header */
    GREATEST_HEADER = 124,
    WIDTH = 18,
    HEIGHT = 22,
    BITS = 28,
    COMPRESSION = 30,
    COLORS_USED = 46,
    MASKS = 54,
    NONE = 0,
    RLE8 = 1,
    RLE4 = 2,
    BIT_FIELDS = 3,
    ALPHA_BIT_FIELDS = 6,
};

/* Runs may skip nearly all of an image, so these limit the image that a small file makes. */
#define RUN_PIXELS_LEAST    (UINT64_C(1) << 24)
#define RUN_PIXELS_PER_BYTE 255

/* ---- The header ------------------------------------------------------------------------------ */

typedef struct BmpHead {
    uint32_t header_bytes, compression, colors_used;
} BmpHead;

static bool read_old(const uint8_t *bytes, ImageHead *head, Error *error) {
    head->width = load_u16(bytes + WIDTH);
    head->height = load_u16(bytes + WIDTH + 2);
    head->bits = load_u16(bytes + WIDTH + 6);
    head->palette_bits = 24;
    if (head->bits == 16 || head->bits == 32) {
        return fail_at(error, ERROR_UNSUPPORTED, WIDTH + 6,
                       "%" PRIu32 " bits a pixel, expected 1, 4, 8 or 24", head->bits);
    }
    return image_check_size(head->width, head->height, error);
}

static bool read_new(const uint8_t *bytes, uint64_t size, ImageHead *head, BmpHead *bmp,
                     Error *error) {
    if (!image_check_bytes(FILE_HEADER, bmp->header_bytes, size, "the parts of the header",
                           error)) {
        return false;
    }
    int64_t width = load_i32(bytes + WIDTH), height = load_i32(bytes + HEIGHT);
    head->from_top = height < 0;
    if (head->from_top) height = -height;
    if (!image_check_size(width, height, error)) return false;
    head->width = (uint32_t)width;
    head->height = (uint32_t)height;
    head->bits = load_u16(bytes + BITS);
    head->palette_bits = 32;
    bmp->compression = load_u32(bytes + COMPRESSION);
    bmp->colors_used = load_u32(bytes + COLORS_USED);
    return true;
}

static bool check_compression(const BmpHead *bmp, ImageHead *head, Error *error) {
    static const struct {
        uint8_t stored, bits[6];
        ImageCompression compression;
    } known[] = {
        {NONE, {1, 4, 8, 16, 24, 32}, IMAGE_PLAIN},
        {RLE8, {8}, IMAGE_RLE8},
        {RLE4, {4}, IMAGE_RLE4},
        {BIT_FIELDS, {16, 32}, IMAGE_MASKS},
        {ALPHA_BIT_FIELDS, {16, 32}, IMAGE_ALPHA_MASKS},
    };
    size_t i = 0, k = 0;
    while (i < LENGTH(known) && known[i].stored != bmp->compression) i++;
    while (i < LENGTH(known) && k < LENGTH(known->bits) && known[i].bits[k] != head->bits) k++;
    if (i == LENGTH(known) || k == LENGTH(known->bits) || !head->bits) {
        return fail_at(error, ERROR_UNSUPPORTED, BITS,
                       "a BMP of %" PRIu32 " bits with compression %" PRIu32 " is unknown",
                       head->bits, bmp->compression);
    }
    head->compression = known[i].compression;
    if (head->from_top && (bmp->compression == RLE8 || bmp->compression == RLE4)) {
        return fail_at(error, ERROR_UNSUPPORTED, HEIGHT,
                       "runs in an image from the top, expected from the bottom");
    }
    return true;
}

/* Reads the masks. *end is where the header ends, with the masks that may stand behind it. */
static bool read_masks(const uint8_t *bytes, uint64_t size, const BmpHead *bmp, ImageHead *head,
                       uint64_t *end, Error *error) {
    static const uint32_t usual[3] = {0x7C00, 0x3E0, 0x1F};
    bool stored = head->compression == IMAGE_MASKS || head->compression == IMAGE_ALPHA_MASKS;
    *end = FILE_HEADER + bmp->header_bytes;
    if (head->bits == 16) memcpy(head->masks, usual, sizeof usual);
    head->has_masks = stored || head->bits == 16;
    if (!stored) return true;
    bool alpha = head->compression == IMAGE_ALPHA_MASKS || bmp->header_bytes >= MASKED_HEADER;
    uint32_t count = alpha ? 4 : 3;
    if (!image_check_bytes(MASKS, 4 * (uint64_t)count, size, "the masks", error)) return false;
    for (uint32_t i = 0; i < count; i++) head->masks[i] = load_u32(bytes + MASKS + 4 * i);
    if (bmp->header_bytes == NEW_HEADER) {
        *end += 4 * (head->compression == IMAGE_ALPHA_MASKS ? UINT64_C(4) : 3);
    }
    head->has_alpha = head->masks[3] != 0;
    return true;
}

static bool read_palette(const BmpHead *bmp, ImageHead *head, uint64_t at, uint64_t size,
                         Error *error) {
    uint64_t most = head->bits <= 8 ? UINT64_C(1) << head->bits : 0;
    if (!most) return true;
    uint64_t count = bmp->colors_used ? bmp->colors_used : most;
    if (count > most) {
        return fail_at(error, ERROR_CORRUPT, COLORS_USED,
                       "a palette of %" PRIu64 " colours, expected at most %" PRIu64, count, most);
    }
    head->palette = at;
    head->palette_count = (uint32_t)count;
    return image_check_bytes(at, count * head->palette_bits / 8, size, "the colours of the palette",
                             error);
}

static uint64_t row_bytes(const ImageHead *head) {
    return ((uint64_t)head->width * head->bits + 31) / 32 * 4;
}

/* Checks that the rows lie in the file. The last row's padding may be missing. */
static bool check_rows(ImageHead *head, const BmpHead *bmp, uint64_t size, Error *error) {
    uint64_t used = ((uint64_t)head->width * head->bits + 7) / 8, row = row_bytes(head);
    if (head->pixels < FILE_HEADER + bmp->header_bytes) {
        return fail_at(error, ERROR_CORRUPT, PIXELS_OFFSET,
                       "pixels begin at %" PRIu64 ", within the header", head->pixels);
    }
    head->end = head->pixels + row * head->height;
    if (head->end > size) head->end = size;
    return image_check_bytes(head->pixels, row * (head->height - 1) + used, size, "the pixels",
                             error);
}

bool image_bmp_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error) {
    BmpHead bmp = {0};
    uint64_t end = 0;
    head->kind = IMAGE_BMP;
    if (!image_check_bytes(0, LEAST_BYTES, size, "the parts of the header", error)) return false;
    bmp.header_bytes = load_u32(bytes + HEADER_SIZE);
    head->pixels = load_u32(bytes + PIXELS_OFFSET);
    if (bmp.header_bytes != OLD_HEADER &&
        (bmp.header_bytes < NEW_HEADER || bmp.header_bytes > GREATEST_HEADER)) {
        return fail_at(error, ERROR_UNSUPPORTED, HEADER_SIZE,
                       "a header of %" PRIu32 " bytes, expected 12 or 40 to 124", bmp.header_bytes);
    }
    bool read = bmp.header_bytes == OLD_HEADER ? read_old(bytes, head, error)
                                               : read_new(bytes, size, head, &bmp, error);
    if (!read || !check_compression(&bmp, head, error) ||
        !read_masks(bytes, size, &bmp, head, &end, error) ||
        !read_palette(&bmp, head, end, size, error)) {
        return false;
    }
    bool runs = head->compression == IMAGE_RLE8 || head->compression == IMAGE_RLE4;
    if (!runs) return check_rows(head, &bmp, size, error);
    uint64_t count = (uint64_t)head->width * head->height;
    return count <= RUN_PIXELS_LEAST || count / RUN_PIXELS_PER_BYTE <= size ||
           fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes of runs for %" PRIu64 " pixels", size,
                count);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static const uint8_t *stored_row(const ImageWork *work, uint32_t row) {
    return work->bytes + work->head->pixels + row * row_bytes(work->head);
}

void image_bmp_indices(ImageWork *work) {
    for (uint32_t row = 0; row < work->height; row++) {
        memcpy(image_row(work, row, 1), stored_row(work, row), work->width);
    }
}

static void decode_indices(const ImageWork *work, const uint8_t *row, uint8_t *out) {
    uint32_t bits = work->head->bits, each = 8 / bits, mask = (1u << bits) - 1;
    for (uint32_t x = 0; x < work->width; x++, out += 4) {
        uint32_t shift = 8 - bits * (x % each + 1);
        image_put(out, work->colors[(uint32_t)row[x / each] >> shift & mask]);
    }
}

static void decode_colors(const ImageWork *work, const uint8_t *row, uint8_t *out) {
    uint32_t bytes = work->head->bits / 8;
    for (uint32_t x = 0; x < work->width; x++, row += bytes, out += 4) {
        image_put(out, (Color){row[2], row[1], row[0], 255});
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct Runs {
    ImageWork *work;
    uint64_t x, y; /* y from the bottom; both may lie outside */
    bool halves;   /* two pixels a byte */
} Runs;

/* Puts a run of pixels, which have values of their own or repeat those of one byte. */
static void put_run(Runs *runs, uint32_t count, const uint8_t *values, bool repeats) {
    const ImageWork *work = runs->work;
    for (uint32_t i = 0; i < count; i++, runs->x++) {
        uint32_t index = values[repeats ? 0 : runs->halves ? i / 2 : i];
        if (runs->halves) index = i % 2 ? index & 15 : index >> 4;
        if (runs->x >= work->width || runs->y >= work->height) continue;
        image_put(image_row(work, (uint32_t)runs->y, 4) + 4 * runs->x, work->colors[index]);
    }
}

/* Pixels that runs skip have index 0. Runs are cut at the image's end, and end with the file. */
static bool decode_runs(ImageWork *work) {
    enum { END_OF_ROW, END, SKIP };
    Runs runs = {.work = work, .halves = work->head->compression == IMAGE_RLE4};
    uint64_t at = work->head->pixels;
    for (uint64_t i = 0; i < (uint64_t)work->width * work->height; i++) {
        image_put(work->pixels + 4 * i, work->colors[0]);
    }
    for (uint64_t step = 0; at + 2 <= work->size; step++) {
        uint8_t count = work->bytes[at], value = work->bytes[at + 1];
        at += 2;
        if (arena_interrupted_at(work->arena, step)) return fail_interrupted(work->error);
        if (count) {
            put_run(&runs, count, work->bytes + at - 1, true);
        } else if (value == END_OF_ROW) {
            runs.x = 0;
            runs.y++;
        } else if (value == END || (value == SKIP && at + 2 > work->size)) {
            break;
        } else if (value == SKIP) {
            runs.x += work->bytes[at];
            runs.y += work->bytes[at + 1];
            at += 2;
        } else {
            uint64_t bytes = runs.halves ? (value + UINT64_C(1)) / 2 : value;
            if (!image_check_bytes(at, bytes, work->size, "the pixels of a run", work->error)) {
                return false;
            }
            put_run(&runs, value, work->bytes + at, false);
            at += bytes + bytes % 2;
        }
    }
    return true;
}

bool image_bmp_decode(ImageWork *work) {
    const ImageHead *head = work->head;
    if (head->compression == IMAGE_RLE8 || head->compression == IMAGE_RLE4) {
        return decode_runs(work);
    }
    for (uint32_t row = 0; row < work->height; row++) {
        const uint8_t *stored = stored_row(work, row);
        uint8_t *out = image_row(work, row, 4);
        if (head->bits <= 8) decode_indices(work, stored, out);
        else if (head->has_masks) image_decode_masks(work, stored, work->width, out);
        else decode_colors(work, stored, out);
        if (arena_interrupted_at(work->arena, row)) return fail_interrupted(work->error);
    }
    return true;
}
