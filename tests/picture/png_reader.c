/* See png_reader.h. */
#include "png_reader.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIDE_MAX = 1 << 14 };

/* The chunks of a file. */
typedef struct Chunks {
    uint8_t palette[256][3], opacities[256];
    uint8_t *stream; /* all IDAT */
    size_t stream_size;
} Chunks;

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool take_header(const uint8_t *data, uint32_t length, PngPicture *picture) {
    if (length != 13 || picture->width) return false;
    picture->width = big_endian(data);
    picture->height = big_endian(data + 4);
    picture->type = data[9];
    bool sides = picture->width && picture->height && picture->width <= SIDE_MAX &&
                 picture->height <= SIDE_MAX;
    return sides && data[8] == 8 && !data[10] && !data[11] && !data[12];
}

static bool take_chunk(const uint8_t *type, uint32_t length, PngPicture *picture, Chunks *chunks) {
    const uint8_t *data = type + 4;
    if (!memcmp(type, "IHDR", 4)) return take_header(data, length, picture);
    if (!picture->width) return false;
    if (!memcmp(type, "PLTE", 4)) {
        if (length > sizeof chunks->palette || length % 3) return false;
        memcpy(chunks->palette, data, length);
    } else if (!memcmp(type, "tRNS", 4)) {
        if (length > sizeof chunks->opacities) return false;
        memcpy(chunks->opacities, data, length);
    } else if (!memcmp(type, "IDAT", 4)) {
        memcpy(chunks->stream + chunks->stream_size, data, length);
        chunks->stream_size += length;
    }
    return true;
}

static bool read_chunks(const uint8_t *bytes, uint64_t size, PngPicture *picture, Chunks *chunks) {
    uint64_t at = 8;
    if (size < 8 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8)) return false;
    while (size - at >= 12) {
        uint32_t length = big_endian(bytes + at);
        const uint8_t *type = bytes + at + 4;
        if (length > size - at - 12) return false;
        if (crc32(crc32(0, NULL, 0), type, length + 4) != big_endian(type + 4 + length))
            return false;
        if (!take_chunk(type, length, picture, chunks)) return false;
        at += 12 + length;
        if (!memcmp(type, "IEND", 4)) return at == size;
    }
    return false;
}

static bool unfilter(uint8_t *line, const uint8_t *above, size_t size, size_t channels) {
    for (size_t i = 1; i < size; i++) {
        uint8_t left = i > channels ? line[i - channels] : 0, up = above ? above[i] : 0;
        if (line[0] == 1) line[i] = (uint8_t)(line[i] + left);
        if (line[0] == 2) line[i] = (uint8_t)(line[i] + up);
    }
    return line[0] <= 2;
}

static void take_row(const uint8_t *line, uint32_t width, size_t channels, const Chunks *chunks,
                     uint8_t type, uint8_t (*out)[4]) {
    for (uint32_t x = 0; x < width; x++) {
        const uint8_t *in = line + x * channels;
        const uint8_t *color = type == 3 ? chunks->palette[in[0]] : in;
        for (size_t i = 0; i < 3; i++) out[x][i] = color[type == 0 ? 0 : i];
        out[x][3] = type == 6 ? in[3] : type == 3 ? chunks->opacities[in[0]] : 255;
    }
}

static bool read_pixels(PngPicture *picture, const Chunks *chunks) {
    size_t channels = picture->type == 2 ? 3 : picture->type == 6 ? 4 : 1;
    size_t row = picture->width * channels + 1;
    uLongf size = (uLongf)(row * picture->height);
    uint8_t *raw = malloc(size);
    picture->pixels = calloc((size_t)picture->width * picture->height, sizeof *picture->pixels);
    bool done = raw && picture->pixels &&
                uncompress(raw, &size, chunks->stream, (uLong)chunks->stream_size) == Z_OK &&
                size == row * picture->height;
    for (uint32_t y = 0; done && y < picture->height; y++) {
        uint8_t *line = raw + y * row;
        done = unfilter(line, y ? line - row : NULL, row, channels);
        take_row(line + 1, picture->width, channels, chunks, picture->type,
                 picture->pixels + (size_t)y * picture->width);
    }
    free(raw);
    return done;
}

bool png_read(const uint8_t *bytes, uint64_t size, PngPicture *picture) {
    Chunks chunks = {.stream = malloc((size_t)size + 1)};
    *picture = (PngPicture){0};
    memset(chunks.opacities, 255, sizeof chunks.opacities);
    bool done = chunks.stream && read_chunks(bytes, size, picture, &chunks) &&
                read_pixels(picture, &chunks);
    free(chunks.stream);
    return done;
}

void png_forget(PngPicture *picture) {
    free(picture->pixels);
    *picture = (PngPicture){0};
}
