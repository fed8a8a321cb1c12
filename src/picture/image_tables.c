/* Images as a table of headers, and a function that makes PNGs. image.h describes the formats. */
#include "picture/image_file.h"
#include "picture/png.h"
#include "table/options.h"
#include "table/place.h"

static bool open_image(Document *document, Error *error) {
    ImageFile *file = (ImageFile *)document;
    if (!image_read_head(document->bytes, document->size, &file->head, error)) {
        /* what isn't detected as an image is none, rather than a damaged TGA */
        bool is_image = image_detect(document->bytes, document->size, document->size);
        if (!is_image && error->kind != ERROR_NO_MEMORY) error->kind = ERROR_NOT_THIS_FORMAT;
        return false;
    }
    file->kind = image_kind_name(file->head.kind);
    file->compression = image_compression_name(&file->head);
    file->knows_end = file->head.end != 0;
    file->trailing_bytes = file->knows_end ? document->size - file->head.end : 0;
    return true;
}

/* Decodes the pixels to see whether that is possible. An image that is larger than the document's
** memory allows isn't looked at. */
static bool check_image(Document *document, Findings *findings, Error *error) {
    const ImageFile *file = (const ImageFile *)document;
    const ImageOptions options = {.holes = IMAGE_NO_HOLES};
    Arena scratch = arena_scratch(&document->arena);
    Canvas canvas;
    Error problem = {0};
    /* Photoshop writes two zero bytes behind the pixels of a BMP, and TGAs may have a footer */
    if (file->head.kind != IMAGE_TGA &&
        file->trailing_bytes > (file->head.kind == IMAGE_BMP ? 2 : 0)) {
        finding_add(findings, SEVERITY_INFO, "trailing_bytes", file->head.end,
                    "%" PRIu64 " bytes behind the pixels", file->trailing_bytes);
    }
    bool done = image_decode(&file->head, document->bytes, document->size, &options, &scratch,
                             &canvas, &problem);
    arena_clear(&scratch);
    if (done || problem.kind == ERROR_TOO_BIG) return true;
    if (problem.kind != ERROR_CORRUPT) return fail_as(error, &problem);
    finding_add(findings, SEVERITY_ERROR, "pixels_damaged", NO_OFFSET,
                "the pixels can't be decoded: %s", problem.message);
    return true;
}

const Format image_format = {
    .name = "IMAGE",
    .ending = ".bmp",
    .other_endings = ".tga .dds .jpg",
    .doc = "Images that games use as textures: BMP, TGA and DDS.",
    .detect = image_detect,
    .document_bytes = sizeof(ImageFile),
    .open_decides = true,
    .open = open_image,
    .check = check_image,
};

/* Says where the order of the pixels is stored: only a TGA has bits for it alone. */
static bool order_lies(const Row *row, uint32_t at, CellPlace *place) {
    const ImageFile *file = row->document;
    place->field = file->document.bytes + at;
    place->bytes = 1;
    place->kind = CELL_U8;
    return file->head.kind == IMAGE_TGA;
}

#define OF_PIXELS SHAPES("the layout of the pixels depends on it")

static const Column image_columns[] = {
    MEMBER(STRING, "kind", NULL, "bmp, tga, dds, or bioware dds, which Neverwinter Nights has",
           ImageFile, kind, OF_PIXELS),
    MEMBER(U32, "width", "pixels", "Pixels from left to right", ImageFile, head.width, OF_PIXELS),
    MEMBER(U32, "height", "pixels", "Pixels from top to bottom", ImageFile, head.height, OF_PIXELS),
    MEMBER(U32, "bits", NULL, "Bits of a pixel in the file; 4 or 8 on average in DXT blocks",
           ImageFile, head.bits, OF_PIXELS),
    MEMBER(
        STRING, "compression", NULL,
        "none; rle8 and rle4, masks and masks with alpha in BMP; rle in TGA; DXT1 to DXT5 in DDS",
        ImageFile, compression, OF_PIXELS),
    MEMBER(BOOL, "from_top", NULL, "1 if the first row in the file is the top one", ImageFile,
           head.from_top, LIES_BY(order_lies, IMAGE_TGA_FLAGS), .bits = IMAGE_TGA_FROM_TOP),
    MEMBER(BOOL, "from_right", NULL, "1 if rows begin at the right", ImageFile, head.from_right,
           LIES_BY(order_lies, IMAGE_TGA_FLAGS), .bits = IMAGE_TGA_FROM_RIGHT),
    MEMBER(BOOL, "has_alpha", NULL, "1 if its pixels can be transparent, magenta holes apart",
           ImageFile, head.has_alpha, OF_PIXELS),
    MEMBER(U32, "palette_count", NULL, "Colours of its palette; 0 if it has none", ImageFile,
           head.palette_count, OF_PIXELS),
    MEMBER(U32, "levels", NULL, "The image and its smaller versions that the file has", ImageFile,
           head.levels, OF_PIXELS),
    MEMBER(U64, "trailing_bytes", "bytes",
           "Bytes behind the pixels; NULL where the header doesn't tell, as with runs", ImageFile,
           trailing_bytes, WHERE_MEMBER(ImageFile, knows_end)),
};

static const Table gamemap_images = {
    TABLE("gamemap_images", image_format, image_columns),
    .doc = "Images that games use as textures, by their headers: BMP, TGA, DDS, and the DDS of "
           "BioWare. The content tells the kind, not the name.",
    .example = "SELECT file, kind, width, height, bits FROM gamemap_images('samples/texture/**/*')",
    ONE_ROW,
};

static bool take_magenta(void *holes, Value value) {
    bool is_auto = value_is_text(value, "auto"), has_holes = false;
    bool is_flag = value_to_flag(value, &has_holes);
    *(ImageHoles *)holes = is_auto ? IMAGE_HOLES_OF_BMP : has_holes ? IMAGE_HOLES : IMAGE_NO_HOLES;
    return is_auto || is_flag;
}

static const Option image_options[] = {
    {.key = "magenta",
     .kind = OPTION_OTHER,
     .offset = offsetof(ImageOptions, holes),
     .take = take_magenta,
     .expected = "true, false or \"auto\""},
    {.key = "level",
     .kind = OPTION_NUMBER,
     .offset = offsetof(ImageOptions, level),
     .most = 999,
     .is_whole = true},
};

static Value image_call(Call *call) {
    Value image = call->values[0];
    ImageOptions options = {.holes = IMAGE_HOLES_OF_BMP};
    ImageHead head;
    Canvas canvas;
    uint8_t *png;
    uint64_t png_size;
    if (image.type != VALUE_BLOB) {
        return call_fail(call, "the image isn't a BLOB, expected for example readfile('wall.bmp')");
    }
    if (call->count > 1 &&
        !options_take(call, call->values[1], "{\"magenta\": true}", image_options,
                      LENGTH(image_options), &options, call->scratch)) {
        return value_null();
    }
    if (image_is_finished(image.bytes, image.length)) return image;
    if (!image_read_head(image.bytes, image.length, &head, call->error) ||
        !image_decode(&head, image.bytes, image.length, &options, call->scratch, &canvas,
                      call->error) ||
        !png_write(&canvas, NULL, call->scratch, &png, &png_size, call->error)) {
        return value_null();
    }
    return value_given(png, png_size);
}

static const Function image_functions[] = {
    {"gamemap_image", "image [, options]", .asked_as = "convert dds tga bmp png",
     .doc = "An image that games use as a texture, given as a BLOB (BMP, TGA, DDS, or BioWare's "
            "DDS), as a PNG; a JPEG or PNG is returned as it is. The options are a JSON object: "
            "magenta (whether pixels of red and blue from 248 on and green up to 7 become "
            "transparent: true, false, or \"auto\", the default, which means in a BMP), level (0 "
            "or the number of a smaller version that a DDS has).",
     .example = "SELECT length(gamemap_image(x'424d3a0000000000000036000000280000000100000001000000"
                "010018000000000004000000c40e0000c40e000000000000000000000000ff00')) > 60",
     .call = image_call},
};

const Module image_module = {
    FORMATS(&image_format),
    TABLES(&gamemap_images),
    MODULE_PARTS(image_functions, function),
};
