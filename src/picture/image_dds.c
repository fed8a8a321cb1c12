/* DDS images, and those of BioWare; image.h describes the formats. */
#include "picture/image.h"

#include "core/load.h"

enum {
    HEADER_BYTES = 128,
    HEADER_SIZE = 4,
    HEIGHT = 12,
    WIDTH = 16,
    LEVELS = 28,
    FLAGS = 80,
    CODE = 84,
    BITS = 88,
    MASKS = 92,
    HAS_ALPHA = 1,
    ALPHA_ALONE = 2,
    HAS_CODE = 4,
    HAS_COLORS = 0x40,
    IS_GRAY = 0x20000,

    BIOWARE_HEADER = 20,
    BIOWARE_LEAST = 28,
    BIOWARE_DXT1 = 3,
    BIOWARE_DXT5 = 4,

    BLOCK_SIDE = 4,
    BLOCK_PIXELS = 16,
    COLOR_BLOCK = 8,
    LEVELS_MOST = 15, /* of a side of 16,384 */
};

/* ---- Headers --------------------------------------------------------------------------------- */

static uint64_t block_bytes(const ImageHead *head) {
    return head->compression == IMAGE_DXT1 ? COLOR_BLOCK : 2 * COLOR_BLOCK;
}

static uint64_t level_bytes(const ImageHead *head, uint32_t level) {
    uint64_t width = image_level_side(head->width, level);
    uint64_t height = image_level_side(head->height, level);
    if (head->compression == IMAGE_PLAIN) return width * height * (head->bits / 8);
    return (width + 3) / BLOCK_SIDE * ((height + 3) / BLOCK_SIDE) * block_bytes(head);
}

static uint64_t level_offset(const ImageHead *head, uint32_t level) {
    uint64_t offset = head->pixels;
    for (uint32_t i = 0; i < level; i++) offset += level_bytes(head, i);
    return offset;
}

/* Checks the first level, and counts those of the others that are there. */
static bool check_levels(ImageHead *head, uint64_t levels, uint64_t size, Error *error) {
    if (!image_check_bytes(head->pixels, level_bytes(head, 0), size, "the pixels", error)) {
        return false;
    }
    head->levels = 1;
    while (head->levels < levels && head->levels < LEVELS_MOST &&
           level_offset(head, head->levels + 1) <= size) {
        head->levels++;
    }
    head->end = level_offset(head, head->levels);
    return true;
}

static bool read_code(const uint8_t *bytes, ImageHead *head, Error *error) {
    static const struct {
        const char *code;
        ImageCompression compression;
    } known[] = {{"DXT1", IMAGE_DXT1},
                 {"DXT2", IMAGE_DXT3},
                 {"DXT3", IMAGE_DXT3},
                 {"DXT4", IMAGE_DXT5},
                 {"DXT5", IMAGE_DXT5}};
    for (size_t i = 0; i < LENGTH(known); i++) {
        if (memcmp(bytes + CODE, known[i].code, 4) != 0) continue;
        head->compression = known[i].compression;
        head->code = known[i].code;
        head->has_alpha = true;
        head->bits = head->compression == IMAGE_DXT1 ? 4 : 8;
        return true;
    }
    return fail_at(error, ERROR_UNSUPPORTED, CODE,
                   "a DDS with the code 0x%08" PRIx32 ", expected DXT1 to DXT5",
                   load_u32(bytes + CODE));
}

static bool read_plain(const uint8_t *bytes, uint32_t flags, ImageHead *head, Error *error) {
    head->bits = load_u32(bytes + BITS);
    bool known = flags & (HAS_COLORS | IS_GRAY | ALPHA_ALONE);
    if (!known || head->bits % 8 || head->bits < 8 || head->bits > 32) {
        return fail_at(error, ERROR_UNSUPPORTED, FLAGS,
                       "a DDS with flags 0x%" PRIx32 " and %" PRIu32 " bits is unknown", flags,
                       head->bits);
    }
    bool gray = flags & IS_GRAY;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = gray && i < 3 ? 0 : i;
        head->masks[i] = load_u32(bytes + MASKS + 4 * from);
    }
    if (!(flags & (HAS_ALPHA | ALPHA_ALONE))) head->masks[3] = 0;
    head->has_alpha = head->masks[3] != 0;
    head->is_gray = gray;
    head->has_masks = flags & (HAS_COLORS | IS_GRAY); /* else opacity alone, on white */
    return true;
}

bool image_dds_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error) {
    enum { EXPECTED_SIZE = 124 };
    head->kind = IMAGE_DDS;
    if (!image_check_bytes(0, HEADER_BYTES, size, "the parts of the header", error)) return false;
    uint32_t header = load_u32(bytes + HEADER_SIZE), flags = load_u32(bytes + FLAGS);
    if (header != EXPECTED_SIZE) {
        return fail_at(error, ERROR_CORRUPT, HEADER_SIZE,
                       "a header of %" PRIu32 " bytes, expected %d", header, EXPECTED_SIZE);
    }
    head->width = load_u32(bytes + WIDTH);
    head->height = load_u32(bytes + HEIGHT);
    head->from_top = true;
    head->pixels = HEADER_BYTES;
    return image_check_size(head->width, head->height, error) &&
           (flags & HAS_CODE ? read_code(bytes, head, error)
                             : read_plain(bytes, flags, head, error)) &&
           check_levels(head, load_u32(bytes + LEVELS), size, error);
}

static bool is_power_of_two(uint32_t side) {
    return side && !(side & (side - 1)) && side <= IMAGE_SIDE_MAX;
}

static void read_bioware(const uint8_t *bytes, ImageHead *head) {
    head->kind = IMAGE_BIOWARE;
    head->width = load_u32(bytes);
    head->height = load_u32(bytes + 4);
    head->compression = load_u32(bytes + 8) == BIOWARE_DXT1 ? IMAGE_DXT1 : IMAGE_DXT5;
    head->has_alpha = head->compression == IMAGE_DXT5;
    head->bits = head->compression == IMAGE_DXT1 ? 4 : 8;
    head->pixels = BIOWARE_HEADER;
}

bool image_is_bioware(const uint8_t *head, uint64_t head_size, uint64_t size) {
    ImageHead image = {0};
    if (head_size < BIOWARE_LEAST) return false;
    uint32_t colors = load_u32(head + 8);
    if (colors != BIOWARE_DXT1 && colors != BIOWARE_DXT5) return false;
    read_bioware(head, &image);
    return is_power_of_two(image.width) && is_power_of_two(image.height) &&
           BIOWARE_HEADER + level_bytes(&image, 0) <= size;
}

bool image_bioware_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error) {
    uint32_t levels = 1;
    read_bioware(bytes, head);
    if (!image_check_size(head->width, head->height, error)) return false;
    for (uint32_t side = head->width > head->height ? head->width : head->height; side > 1;
         side /= 2) {
        levels++;
    }
    return check_levels(head, levels, size, error);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static Color color_565(uint32_t value) {
    return (Color){image_widen(value >> 11, 5), image_widen(value >> 5 & 63, 6),
                   image_widen(value & 31, 5), 255};
}

/* Returns the colour at `part` of `whole` from a to b. */
static Color between(Color a, Color b, uint32_t part, uint32_t whole) {
    uint32_t rest = whole - part;
    return (Color){(uint8_t)((a.red * rest + b.red * part) / whole),
                   (uint8_t)((a.green * rest + b.green * part) / whole),
                   (uint8_t)((a.blue * rest + b.blue * part) / whole), 255};
}

/* Decodes the colours of a block. `four`: it always has four; `holes`: index 3 of a block of three
** colours is transparent. */
static void decode_colors(const uint8_t *block, bool four, bool holes, Color *pixels) {
    uint32_t first = load_u16(block), second = load_u16(block + 2), numbers = load_u32(block + 4);
    Color colors[4] = {color_565(first), color_565(second)};
    if (four || first > second) {
        colors[2] = between(colors[0], colors[1], 1, 3);
        colors[3] = between(colors[0], colors[1], 2, 3);
    } else {
        colors[2] = between(colors[0], colors[1], 1, 2);
        colors[3] = (Color){0, 0, 0, holes ? 0 : 255};
    }
    for (int i = 0; i < BLOCK_PIXELS; i++) pixels[i] = colors[numbers >> 2 * i & 3];
}

static void decode_alpha5(const uint8_t *block, Color *pixels) {
    uint32_t first = block[0], second = block[1];
    uint64_t numbers = load_u64(block) >> 16;
    uint8_t steps[8] = {(uint8_t)first, (uint8_t)second};
    uint32_t whole = first > second ? 7 : 5;
    for (uint32_t i = 1; i < whole; i++) {
        steps[i + 1] = (uint8_t)(((whole - i) * first + i * second) / whole);
    }
    if (whole == 5) {
        steps[6] = 0;
        steps[7] = 255;
    }
    for (int i = 0; i < BLOCK_PIXELS; i++) pixels[i].opacity = steps[numbers >> 3 * i & 7];
}

static void decode_block(const ImageHead *head, const uint8_t *block, Color *pixels) {
    if (head->compression == IMAGE_DXT1) {
        decode_colors(block, false, head->kind == IMAGE_DDS, pixels);
        return;
    }
    decode_colors(block + COLOR_BLOCK, true, false, pixels);
    if (head->compression != IMAGE_DXT3) {
        decode_alpha5(block, pixels);
        return;
    }
    uint64_t numbers = load_u64(block);
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        pixels[i].opacity = (uint8_t)((numbers >> 4 * i & 15) * 17);
    }
}

/* Puts a block of pixels, cut at the edges of the image. */
static void put_block(const ImageWork *work, uint32_t x, uint32_t y, const Color *pixels) {
    uint32_t wide = work->width - x < BLOCK_SIDE ? work->width - x : BLOCK_SIDE;
    for (uint32_t row = 0; row < BLOCK_SIDE && y + row < work->height; row++) {
        memcpy(image_row(work, y + row, 4) + 4 * (uint64_t)x, pixels + (size_t)row * BLOCK_SIDE,
               wide * sizeof(Color));
    }
}

static bool decode_blocks(ImageWork *work, const uint8_t *at) {
    Color pixels[BLOCK_PIXELS];
    for (uint32_t y = 0; y < work->height; y += BLOCK_SIDE) {
        for (uint32_t x = 0; x < work->width; x += BLOCK_SIDE, at += block_bytes(work->head)) {
            decode_block(work->head, at, pixels);
            put_block(work, x, y, pixels);
        }
        if (arena_interrupted(work->arena)) return fail_interrupted(work->error);
    }
    return true;
}

bool image_dds_decode(ImageWork *work, uint32_t level) {
    const uint8_t *at = work->bytes + level_offset(work->head, level);
    if (work->head->compression != IMAGE_PLAIN) return decode_blocks(work, at);
    uint64_t row_bytes = (uint64_t)work->width * (work->head->bits / 8);
    for (uint32_t row = 0; row < work->height; row++, at += row_bytes) {
        image_decode_masks(work, at, work->width, image_row(work, row, sizeof(Color)));
        if (arena_interrupted(work->arena)) return fail_interrupted(work->error);
    }
    return true;
}
