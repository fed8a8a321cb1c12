/* See field_map.h. */
#include "field_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static FieldList *lists;
static size_t list_count;

static void *grown(void *items, size_t count, size_t size) {
    if (count & (count - 1)) return items; /* there is space up to the next power of two */
    items = realloc(items, (count ? 2 * count : 1) * size);
    if (!items) exit(2);
    return items;
}

static void read_line(const char *line) {
    FieldList list = {0};
    MapField field = {0};
    if (sscanf(line, " %zu %zu %63[^\n]", &field.at, &field.size, field.name) == 3 && list_count) {
        FieldList *last = &lists[list_count - 1];
        last->fields = grown(last->fields, last->count, sizeof field);
        last->fields[last->count++] = field;
    } else if (sscanf(line, "%x %zu", &list.crc, &list.size) == 2) {
        lists = grown(lists, list_count, sizeof list);
        lists[list_count++] = list;
    }
}

size_t load_field_map(const char *folder) {
    char path[4096], line[512];
    snprintf(path, sizeof path, "%s.fields", folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) read_line(line);
    if (file) fclose(file);
    return list_count;
}

const FieldList *fields_of(const uint8_t *content, size_t size) {
    uint32_t crc = (uint32_t)crc32(0, content, (uInt)size);
    for (size_t i = 0; i < list_count; i++) {
        if (lists[i].crc == crc && lists[i].size == size) return &lists[i];
    }
    return NULL;
}
