/* See picture_functions.h. */
#include "picture_functions.h"
#include "md5.h"
#include "../picture/png_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_argument(sqlite3_context *context, sqlite3_value *value, PngPicture *picture) {
    const void *bytes = sqlite3_value_blob(value);
    if (bytes && png_read(bytes, (uint64_t)sqlite3_value_bytes(value), picture)) return true;
    sqlite3_result_error(context, "not a PNG that gamemap could have written", -1);
    return false;
}

static void png_size(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    PngPicture picture = {0};
    char text[64];
    if (read_argument(context, values[0], &picture)) {
        snprintf(text, sizeof text, "%u x %u", picture.width, picture.height);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    }
    png_forget(&picture);
}

static void png_color(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    PngPicture picture = {0};
    sqlite3_int64 x = sqlite3_value_int64(values[1]), y = sqlite3_value_int64(values[2]);
    char text[16];
    if (read_argument(context, values[0], &picture) && x >= 0 && y >= 0 && x < picture.width &&
        y < picture.height) {
        const uint8_t *color = picture.pixels[(size_t)y * picture.width + (size_t)x];
        snprintf(text, sizeof text, "#%02X%02X%02X%02X", color[0], color[1], color[2], color[3]);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    }
    png_forget(&picture);
}

static int compare_colors(const void *a, const void *b) {
    return memcmp(a, b, 4);
}

static void png_colors(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    PngPicture picture = {0};
    if (read_argument(context, values[0], &picture)) {
        size_t pixels = (size_t)picture.width * picture.height, different = 1;
        qsort(picture.pixels, pixels, sizeof *picture.pixels, compare_colors);
        for (size_t i = 1; i < pixels; i++) {
            different += memcmp(picture.pixels[i], picture.pixels[i - 1], 4) != 0;
        }
        sqlite3_result_int64(context, (sqlite3_int64)different);
    }
    png_forget(&picture);
}

static void png_hash(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    PngPicture picture = {0};
    if (read_argument(context, values[0], &picture)) {
        char hash[33];
        Md5 md5;
        md5_start(&md5);
        md5_add(&md5, picture.pixels,
                (size_t)picture.width * picture.height * sizeof *picture.pixels);
        md5_finish(&md5, hash);
        sqlite3_result_text(context, hash, -1, SQLITE_TRANSIENT);
    }
    png_forget(&picture);
}

static uint32_t four_bytes(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void glb_number(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    enum { BYTE = 5121, FLOAT = 5126, HEADERS = 20 + 8 };
    const uint8_t *glb = sqlite3_value_blob(values[0]);
    sqlite3_int64 size = sqlite3_value_bytes(values[0]), at = sqlite3_value_int64(values[1]);
    int type = sqlite3_value_int(values[2]);
    if (size >= HEADERS) at += HEADERS + (sqlite3_int64)four_bytes(glb + 12); /* behind the JSON */
    if (at < HEADERS || at > size - (type == BYTE ? 1 : 4)) {
        sqlite3_result_error(context, "not a binary glTF with so many bytes", -1);
        return;
    }
    uint32_t bits = type == BYTE ? glb[at] : four_bytes(glb + at);
    float number;
    memcpy(&number, &bits, sizeof number);
    if (type == FLOAT) sqlite3_result_double(context, (double)number);
    else sqlite3_result_int64(context, bits);
}

static void real_bits(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    int type = sqlite3_value_type(values[0]);
    if (type == SQLITE_NULL) return;
    if (type != SQLITE_FLOAT) {
        sqlite3_result_error(context, "not a real", -1);
        return;
    }
    double real = sqlite3_value_double(values[0]);
    unsigned long long bits;
    char text[17];
    memcpy(&bits, &real, sizeof bits);
    snprintf(text, sizeof text, "%016llx", bits);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

int add_picture_functions(sqlite3 *db) {
    static const struct {
        const char *name;
        int arguments;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {{"pngsize", 1, png_size},     {"pngcolor", 3, png_color},
                     {"pngcolors", 1, png_colors}, {"pnghash", 1, png_hash},
                     {"glbnumber", 3, glb_number}, {"realbits", 1, real_bits}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        int status = sqlite3_create_function(db, functions[i].name, functions[i].arguments,
                                             SQLITE_UTF8, NULL, functions[i].call, NULL, NULL);
        if (status != SQLITE_OK) return status;
    }
    return SQLITE_OK;
}
