#include "picture/png.h"
#include "codec/unpack.h"

#include <zlib.h>

enum {
    HEADER_BYTES = 13,
    COLOR_RGB = 2,
    COLOR_INDEXED = 3,
    COLOR_RGBA = 6,
    FILTER_NONE = 0,
    FILTER_SUB = 1,       /* the difference from the pixel to the left */
    FILTER_UP = 2,        /* the difference from the pixel above */
    LEVEL = 5,            /* a quarter faster than the default 6, with a seventh more bytes */
    MEMORY_LEVEL = 8,     /* zlib's default */
    PART_BYTES = 1 << 16, /* bytes of the stream in one IDAT chunk */
};

typedef struct Writer {
    const Canvas *canvas;
    Arena *arena;
    List out; /* of bytes */
    Error *error;
} Writer;

static bool put(Writer *writer, const void *bytes, uint64_t size) {
    return list_append(writer->arena, &writer->out, bytes, size, 1, writer->error);
}

/* Writes a chunk whose data are two pieces; the second one may be empty. */
static bool put_chunk(Writer *writer, const char type[4], const void *data, uint32_t size,
                      const void *more, uint32_t more_size) {
    uint8_t head[8], tail[4];
    store_big_u32(head, size + more_size);
    memcpy(head + 4, type, 4);
    uLong checksum = crc32(crc32(0, NULL, 0), head + 4, 4);
    if (size) checksum = crc32(checksum, data, size);
    if (more_size) checksum = crc32(checksum, more, more_size);
    store_big_u32(tail, (uint32_t)checksum);
    return put(writer, head, sizeof head) && put(writer, data, size) &&
           put(writer, more, more_size) && put(writer, tail, sizeof tail);
}

static bool is_opaque(const Canvas *canvas) {
    uint64_t count = (uint64_t)canvas->width * canvas->height;
    for (uint64_t i = 0; i < count; i++) {
        if (canvas->pixels[i * sizeof(Color) + 3] != 255) return false;
    }
    return true;
}

static bool put_header(Writer *writer, uint8_t type) {
    uint8_t header[HEADER_BYTES] = {0};
    store_big_u32(header, writer->canvas->width);
    store_big_u32(header + 4, writer->canvas->height);
    header[8] = 8;
    header[9] = type;
    return put(writer, "\x89PNG\r\n\x1a\n", 8) &&
           put_chunk(writer, "IHDR", header, sizeof header, NULL, 0);
}

static bool put_palette(Writer *writer) {
    const Canvas *canvas = writer->canvas;
    uint8_t colors[256 * 3], opacities[256];
    for (uint32_t i = 0; i < canvas->color_count; i++) {
        memcpy(colors + (size_t)3 * i, &canvas->palette[i], 3);
        opacities[i] = canvas->palette[i].opacity;
    }
    return put_chunk(writer, "PLTE", colors, 3 * canvas->color_count, NULL, 0) &&
           put_chunk(writer, "tRNS", opacities, canvas->color_count, NULL, 0);
}

static bool put_source(Writer *writer, const char *source) {
    static const char plain[] = "Source", utf8[] = "Source\0\0\0\0"; /* with the NULs */
    bool ascii = true;
    for (const char *at = source; *at; at++) ascii = ascii && !((unsigned char)*at & 0x80);
    if (ascii) {
        return put_chunk(writer, "tEXt", plain, sizeof plain, source, (uint32_t)strlen(source));
    }
    return put_chunk(writer, "iTXt", utf8, sizeof utf8, source, (uint32_t)strlen(source));
}

/* Writes the byte of a row's filter, then the row; returns the length of both. Indices of a palette
** are stored as they are. Colours are stored as differences from the left, which repeat more often.
** A row that equals the one above becomes zeros. */
static uint32_t filter_row(const Canvas *canvas, uint32_t row, uint8_t type, uint8_t *out) {
    uint64_t line = canvas->width * (canvas->indexed ? 1 : sizeof(Color));
    const uint8_t *pixels = canvas->pixels + row * line;
    if (row && !memcmp(pixels, pixels - line, (size_t)line)) {
        uint32_t size = canvas->width * (type == COLOR_INDEXED ? 1 : type == COLOR_RGB ? 3 : 4);
        out[0] = FILTER_UP;
        memset(out + 1, 0, size);
        return size + 1;
    }
    if (type == COLOR_INDEXED) {
        out[0] = FILTER_NONE;
        memcpy(out + 1, pixels, canvas->width);
        return canvas->width + 1;
    }
    uint32_t channels = type == COLOR_RGB ? 3 : 4, at = 1;
    uint8_t before[4] = {0};
    out[0] = FILTER_SUB;
    for (uint32_t x = 0; x < canvas->width; x++, pixels += sizeof(Color)) {
        for (uint32_t i = 0; i < channels; i++) {
            out[at++] = (uint8_t)(pixels[i] - before[i]);
            before[i] = pixels[i];
        }
    }
    return at;
}

/* Writes zlib's output to IDAT chunks until zlib wants more input or the stream ends. */
static bool drain(Writer *writer, z_stream *stream, uint8_t *part, int flush) {
    int code;
    do {
        code = deflate(stream, flush);
        if (stream->avail_out && !(flush == Z_FINISH && code == Z_STREAM_END)) continue;
        uint32_t size = PART_BYTES - stream->avail_out;
        if (size && !put_chunk(writer, "IDAT", part, size, NULL, 0)) return false;
        stream->next_out = part;
        stream->avail_out = PART_BYTES;
    } while (stream->avail_in || (flush == Z_FINISH && code != Z_STREAM_END));
    return true;
}

static bool put_pixels(Writer *writer, uint8_t type) {
    const Canvas *canvas = writer->canvas;
    Arena *arena = writer->arena;
    uint64_t longest = canvas->width * sizeof(Color) + 1; /* of one row */
    uint8_t *rows = arena_alloc(arena, PART_BYTES + longest, 1);
    uint8_t *part = arena_alloc(arena, PART_BYTES, 1);
    z_stream stream = {.zalloc = zlib_arena_alloc,
                       .zfree = unpack_free,
                       .opaque = arena,
                       .next_out = part,
                       .avail_out = PART_BYTES};
    if (!rows || !part ||
        deflateInit2(&stream, LEVEL, Z_DEFLATED, MAX_WBITS, MEMORY_LEVEL,
                     canvas->is_quick ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK) {
        return fail_memory(writer->error, arena);
    }
    bool done = true;
    for (uint32_t y = 0; done && y < canvas->height;) {
        uint32_t size = 0;
        while (y < canvas->height && size < PART_BYTES) {
            size += filter_row(canvas, y++, type, rows + size);
        }
        stream.next_in = rows;
        stream.avail_in = size;
        done = drain(writer, &stream, part, y < canvas->height ? Z_NO_FLUSH : Z_FINISH);
        if (done && arena_interrupted(arena)) done = fail_interrupted(writer->error);
    }
    deflateEnd(&stream);
    arena_release(arena, rows);
    arena_release(arena, part);
    return done;
}

bool png_write(const Canvas *canvas, const char *source, Arena *arena, uint8_t **bytes,
               uint64_t *size, Error *error) {
    Writer writer = {.canvas = canvas, .arena = arena, .error = error};
    uint8_t type = canvas->indexed ? COLOR_INDEXED : is_opaque(canvas) ? COLOR_RGB : COLOR_RGBA;
    bool done = put_header(&writer, type) && (!canvas->indexed || put_palette(&writer)) &&
                (!source || put_source(&writer, source)) && put_pixels(&writer, type) &&
                put_chunk(&writer, "IEND", NULL, 0, NULL, 0);
    *bytes = writer.out.items;
    *size = writer.out.count;
    return done;
}
