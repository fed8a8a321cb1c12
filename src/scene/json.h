/* Writing JSON: objects and arrays that are opened and closed, with the commas between them.
**
** If memory runs out, this is stored, and nothing is written from then on; the user of the text
** checks it once at the end. Numbers are the shortest that read as the same float, with a point in
** every locale; numbers that aren't finite are null. */
#pragma once

#include "core/list.h"

typedef struct Json {
    Arena *arena;
    List text; /* of char */
    bool failed;
} Json;

typedef struct JsonString {
    const char *bytes; /* UTF-8, NUL among them */
    size_t length;
} JsonString;

/* `key` is NULL in an array and for a value that stands alone. */
void json_open(Json *json, const char *key, char bracket);
void json_close(Json *json, char bracket);
void json_text(Json *json, const char *key, const char *text); /* UTF-8 */
void json_member(Json *json, JsonString key, JsonString text); /* of an object */
void json_integer(Json *json, const char *key, int64_t integer);
void json_number(Json *json, const char *key, double number);
void json_numbers(Json *json, const char *key, const double *numbers, unsigned count);
/* Writes a value of less than 200 bytes that snprintf() makes, with ' for ": json_print(json,
** "target", "{'node':%u}", node). */
void json_print(Json *json, const char *key, const char *format, ...) PRINTF_LIKE(3, 4);
/* Write a value that another Json has written, or an array of the values that it has written. */
void json_paste(Json *json, const char *key, const Json *other);
void json_array(Json *json, const char *key, const Json *elements);
