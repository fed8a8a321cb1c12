/* Images that games use as textures: BMP, TGA, DDS, and BioWare's DDS. Little-endian.
**
** The content tells the kind, not the name: "BM"; "DDS "; BioWare's DDS by its numbers; else TGA by
** its header, which comes last because nearly anything passes for one.
**
**     BMP   0 "BM"; 10 u32 offset of the pixels; 14 u32 size of the header, 12 or 40 to 124
**           of 40 and more: 18 i32 width, i32 height (below 0: the first row is the top one), u16
**           planes, u16 bits, u32 compression (0 none, 1 and 2 runs of 8 and 4 bits, 3 masks, 6
**           masks with opacity), u32 bytes, i32 x, i32 y, u32 colours of the palette (0: 2^bits);
**           54 u32[3] masks, and one for opacity with compression 6 or a header of 56 and more
**           of 12: 18 u16 width, height, planes, bits
**           then the palette (blue, green, red, and in larger headers 0); then pixels in rows of a
**           multiple of 4 bytes, the bottom one first
**     TGA   0 u8 length of a text, u8 1: has a palette, u8 type (1 palette, 2 colours, 3 grey; 9 to
**           11 the same in runs), u16 first, count and u8 bits of the palette, u16 x, y, width,
**           height, u8 bits, u8 flags (0x0F bits of opacity, 0x10 from the right, 0x20 from the
**           top); the text; the palette; pixels (blue, green, red, opacity)
**     DDS   0 "DDS ", u32 124, flags, height, width, pitch, depth, levels; 76 u32 32, flags (4 a
**           code, 0x40 colours, 0x20000 grey, 2 opacity alone, 1 has opacity), char[4] code, u32 bits,
**           u32[4] masks; 128 levels, each a half of the one before
**     BioWare 0 u32 width, height (powers of two), u32 3 (as DXT1) or 4 (as DXT5), u32 bytes of the
**           first level, f32 mean of the opacity; 20 levels, the bottom row first
**
** DXT blocks have 4 x 4 pixels: two colours of 5-6-5 bits, and 16 numbers of 2 bits that choose one
** of them or of what lies between. DXT3 has 4 bits of opacity a pixel before them, DXT5 two
** opacities and 16 numbers of 3 bits.
**
** A side has at most 16,384 pixels, an image 2^26. Only the first level is shown unless another one
** is asked for.
**
** Known from the formats' public descriptions and from 18,343 files of public repositories. */
#pragma once

#include "picture/canvas.h"

#define IMAGE_SIDE_MAX   16384
#define IMAGE_PIXELS_MAX (UINT64_C(1) << 26)

/* Of a TGA: the byte that says in which order the pixels lie. */
enum { IMAGE_TGA_FLAGS = 17, IMAGE_TGA_FROM_RIGHT = 16, IMAGE_TGA_FROM_TOP = 32 };

typedef enum ImageKind { IMAGE_BMP, IMAGE_TGA, IMAGE_DDS, IMAGE_BIOWARE } ImageKind;

typedef enum ImageCompression {
    IMAGE_PLAIN,
    IMAGE_RLE8,
    IMAGE_RLE4,
    IMAGE_MASKS,
    IMAGE_ALPHA_MASKS,
    IMAGE_RLE, /* of TGA */
    IMAGE_DXT1,
    IMAGE_DXT3,
    IMAGE_DXT5,
    IMAGE_COMPRESSIONS
} ImageCompression;

/* What the header says, checked: where pixels aren't in runs, they lie within the file. */
typedef struct ImageHead {
    ImageKind kind;
    ImageCompression compression;
    const char *code; /* of DDS: "DXT2", or NULL */
    uint32_t width, height, bits;
    bool from_top, from_right, has_alpha;
    bool is_gray;
    uint32_t levels;
    uint64_t pixels;        /* their offset */
    uint64_t end;           /* of all that belongs to the image; 0: the header doesn't tell */
    uint64_t palette;       /* its offset */
    uint32_t palette_count; /* 0: there is none */
    uint32_t palette_bits;  /* of a colour: 15 to 32 */
    uint32_t palette_first; /* the number of its first colour */
    uint32_t masks[4];      /* red, green, blue, opacity; all 0: none */
    bool has_masks;
} ImageHead;

typedef enum ImageHoles { IMAGE_HOLES_OF_BMP, IMAGE_HOLES, IMAGE_NO_HOLES } ImageHoles;

typedef struct ImageOptions {
    ImageHoles holes; /* whether magenta (red and blue from 248, green to 7) is transparent */
    double level;     /* a whole number */
    bool may_index;   /* an image with a palette may become a canvas with one */
} ImageOptions;

/* Tells whether bytes can be an image; see Format.detect. */
bool image_detect(const uint8_t *head, uint64_t head_size, uint64_t size);
/* Tells whether bytes are a JPEG or a PNG, which need no decoding. */
bool image_is_finished(const uint8_t *bytes, uint64_t size);

/* Reads the header of an image of any kind; what is none of the others is taken for a TGA. */
bool image_read_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error);
/* Decodes pixels, the top row first. Those of a canvas that isn't indexed are red, green, blue and
** opacity, not multiplied with each other. They lie in the arena. */
bool image_decode(const ImageHead *head, const uint8_t *bytes, uint64_t size,
                  const ImageOptions *options, Arena *arena, Canvas *canvas, Error *error);

/* Return what users call the kind of an image, and how its pixels are packed. */
const char *image_kind_name(ImageKind kind);
const char *image_compression_name(const ImageHead *head);
/* Returns a side of a smaller version of an image: half of it for each level, but 1 at least. */
static inline uint32_t image_level_side(uint32_t side, uint32_t level) {
    uint32_t half = level < 32 ? side >> level : 0;
    return half ? half : 1;
}

/* ---- For the files that decode --------------------------------------------------------------- */

/* A picture that is being decoded. */
typedef struct ImageWork {
    const ImageHead *head;
    const uint8_t *bytes;
    uint64_t size;
    uint32_t width, height; /* of the level */
    uint8_t *pixels;        /* four bytes each; of an indexed canvas one */
    Color colors[256];      /* of the palette; those that it lacks are black */
    const Arena *arena;
    Error *error;
} ImageWork;

/* Returns where a row that the file stores as `row` begins among the pixels. */
static inline uint8_t *image_row(const ImageWork *work, uint32_t row, uint32_t pixel_bytes) {
    uint32_t y = work->head->from_top ? row : work->height - 1 - row;
    return work->pixels + (uint64_t)y * work->width * pixel_bytes;
}

static inline void image_put(uint8_t *at, Color color) {
    memcpy(at, &color, sizeof color);
}

/* Widens a field of so many bits to 8 by repeating it. */
uint8_t image_widen(uint32_t value, uint32_t bits);

/* Decodes `count` pixels of whole bytes by the masks of the head. */
void image_decode_masks(const ImageWork *work, const uint8_t *at, uint64_t count, uint8_t *out);

/* Fails unless an image has pixels, and no more than a picture may have. */
bool image_check_size(int64_t width, int64_t height, Error *error);
/* Fails unless `bytes` bytes at `offset` lie within the file. */
bool image_check_bytes(uint64_t offset, uint64_t bytes, uint64_t size, const char *what,
                       Error *error);

/* In image_bmp.c, image_tga.c and image_dds.c. */
bool image_bmp_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error);
bool image_bmp_decode(ImageWork *work);
/* Writes the indices of an image of 8 bits without runs. */
void image_bmp_indices(ImageWork *work);
bool image_tga_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error);
bool image_tga_decode(ImageWork *work);
/* Tells whether a header can be a TGA's. */
bool image_is_tga(const uint8_t *head, uint64_t head_size, uint64_t size);
bool image_dds_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error);
bool image_bioware_head(const uint8_t *bytes, uint64_t size, ImageHead *head, Error *error);
bool image_dds_decode(ImageWork *work, uint32_t level);
bool image_is_bioware(const uint8_t *head, uint64_t head_size, uint64_t size);
