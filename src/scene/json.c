#include "scene/json.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void put(Json *json, const void *bytes, uint64_t size) {
    if (!size) return;
    if (json->failed || !list_reserve(json->arena, &json->text, size, 1)) {
        json->failed = true;
        return;
    }
    memcpy((char *)json->text.items + json->text.count, bytes, (size_t)size);
    json->text.count += size;
}

static void put_quoted(Json *json, const char *text, size_t length) {
    const char *plain = text; /* start of the text that isn't written yet */
    put(json, "\"", 1);
    for (const char *end = text + length; text < end; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        char escaped[8];
        int size = snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)byte);
        put(json, plain, (uint64_t)(text - plain));
        put(json, escaped, (uint64_t)size);
        plain = text + 1;
    }
    put(json, plain, (uint64_t)(text - plain));
    put(json, "\"", 1);
}

static void put_comma(Json *json) {
    const char *text = json->text.items;
    char last = json->text.count ? text[json->text.count - 1] : '[';
    if (last != '[' && last != '{' && last != ':') put(json, ",", 1);
}

/* Writes what stands before a value: a comma if another value comes before it, and the key. */
static void begin_value(Json *json, const char *key) {
    put_comma(json);
    if (!key) return;
    put_quoted(json, key, strlen(key));
    put(json, ":", 1);
}

void json_open(Json *json, const char *key, char bracket) {
    begin_value(json, key);
    put(json, &bracket, 1);
}

void json_close(Json *json, char bracket) {
    put(json, &bracket, 1);
}

void json_text(Json *json, const char *key, const char *text) {
    begin_value(json, key);
    put_quoted(json, text, strlen(text));
}

void json_member(Json *json, JsonString key, JsonString text) {
    put_comma(json);
    put_quoted(json, key.bytes, key.length);
    put(json, ":", 1);
    put_quoted(json, text.bytes, text.length);
}

void json_integer(Json *json, const char *key, int64_t integer) {
    json_print(json, key, "%" PRId64, integer);
}

void json_number(Json *json, const char *key, double number) {
    char text[32];
    begin_value(json, key);
    if (!(fabs(number) <= (double)FLT_MAX)) {
        put(json, "null", 4);
        return;
    }
    /* adding 0 turns -0 into 0; nine digits always identify a float */
    float shown = (float)number + 0, read = 0;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)shown);
        read = strtof(text, NULL);
        if (memcmp(&read, &shown, sizeof read) == 0) break;
    }
    put(json, text, print_point(text));
}

void json_numbers(Json *json, const char *key, const double *numbers, unsigned count) {
    json_open(json, key, '[');
    for (unsigned i = 0; i < count; i++) json_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

void json_print(Json *json, const char *key, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *quote = text; (quote = strchr(quote, '\''));) *quote = '"';
    begin_value(json, key);
    put(json, text, (uint64_t)length);
}

void json_paste(Json *json, const char *key, const Json *other) {
    begin_value(json, key);
    put(json, other->text.items, other->text.count);
    json->failed = json->failed || other->failed;
}

void json_array(Json *json, const char *key, const Json *elements) {
    json_open(json, key, '[');
    json_paste(json, NULL, elements);
    json_close(json, ']');
}
