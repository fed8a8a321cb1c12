/* Where the fixtures' numbers are: each call of put_u32 and its like is a field, named by the place
** and the text of its value. Known for as long as its bytes are copied around as Bytes; what is
** compressed gets a list of its own. tests/field_map.h tells how the lists are written. */
#include "fixtures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define EACH_NAME_MAX 12  /* of an array's numbers a few will do */
#define FIELDS_MAX    400 /* of one content */

typedef struct Field {
    size_t at, size;
    const char *name;
} Field;

/* The fields of a block of memory that belongs to some Bytes, or did. */
typedef struct Block {
    const uint8_t *data;
    size_t size;
    Field *fields;
    size_t count, capacity;
} Block;

static Block *blocks;
static size_t block_count;
static FILE *output;

static void *grown(void *items, size_t bytes) {
    items = realloc(items, bytes);
    if (!items) exit(1);
    return items;
}

static Block *block_of(const uint8_t *data) {
    for (size_t i = block_count; data && i-- > 0;) {
        if (data >= blocks[i].data && data < blocks[i].data + blocks[i].size) return &blocks[i];
    }
    return NULL;
}

static void add_field(Block *block, Field field) {
    if (block->count == block->capacity) {
        block->capacity = block->capacity * 2 + 64;
        block->fields = grown(block->fields, block->capacity * sizeof(Field));
    }
    block->fields[block->count++] = field;
}

void fields_moved(const uint8_t *from, const uint8_t *to, size_t size) {
    Block moved = {.data = to, .size = size};
    Block *old = block_of(from);
    if (old) {
        moved.fields = old->fields, moved.count = old->count, moved.capacity = old->capacity;
        *old = blocks[--block_count];
    }
    for (size_t i = 0; i < block_count;) { /* of memory that was freed */
        if (blocks[i].data >= to + size || to >= blocks[i].data + blocks[i].size) {
            i++;
            continue;
        }
        free(blocks[i].fields);
        blocks[i] = blocks[--block_count];
    }
    blocks = grown(blocks, (block_count + 1) * sizeof *blocks);
    blocks[block_count++] = moved;
}

void fields_copied(const Bytes *to, const void *from, size_t size) {
    const Block *source = size > 1 ? block_of(from) : NULL;
    Block *target = source ? block_of(to->data) : NULL;
    if (!target || source == target) return;
    size_t start = (size_t)((const uint8_t *)from - source->data);
    for (size_t i = 0; i < source->count; i++) {
        Field field = source->fields[i];
        if (field.at < start || field.at - start + field.size > size) continue;
        field.at += to->size - start;
        add_field(target, field);
    }
}

void field_is(const Bytes *bytes, size_t at, size_t size, const char *name) {
    Block *block = block_of(bytes->data);
    const char *slash = strrchr(name, '/'), *space = strchr(name, ' ');
    if (slash && slash < space) name = slash + 1; /* without the folder of the source file */
    if (block) add_field(block, (Field){.at = at, .size = size, .name = name});
}

/* By name, then by place. */
static int compare_fields(const void *a, const void *b) {
    const Field *one = a, *other = b;
    int names = strcmp(one->name, other->name);
    if (names) return names;
    return (one->at > other->at) - (one->at < other->at);
}

void fields_to(const char *path) {
    output = fopen(path, "w");
    if (!output) exit(1);
}

void fields_write(const void *content, size_t size) {
    const Block *block = output && size ? block_of(content) : NULL;
    if (!block || block->data != content || !block->count) return;
    Field *fields = grown(NULL, block->count * sizeof(Field));
    memcpy(fields, block->fields, block->count * sizeof(Field));
    qsort(fields, block->count, sizeof(Field), compare_fields);
    fprintf(output, "%08lx %zu\n", crc32(0, content, (uInt)size), size);
    size_t written = 0;
    for (size_t i = 0, end; i < block->count && written < FIELDS_MAX; i = end) {
        for (end = i + 1; end < block->count && !strcmp(fields[end].name, fields[i].name);) end++;
        size_t step = (end - i - 1) / EACH_NAME_MAX + 1;
        for (size_t f = i; f < end; f += step) {
            if (fields[f].at + fields[f].size > size) continue;
            fprintf(output, " %zu %zu %s\n", fields[f].at, fields[f].size, fields[f].name);
            written++;
        }
    }
    free(fields);
}
