/* A file of which only some parts are read: what opening it asks for. */
#ifndef GAMEMAP_FILE_PARTS_H
#define GAMEMAP_FILE_PARTS_H

#include "arena.h"
#include "error.h"

typedef struct FileParts {
    /* Reads exactly `bytes` bytes; those that are asked for lie within the file. */
    bool (*read)(void *context, uint64_t offset, uint64_t bytes, uint8_t *into, Error *error);
    void *context;
    uint64_t size;       /* of the file */
    uint64_t head_bytes; /* how many are read first */
    uint64_t part_bytes; /* and at once later on, so that numbers beside each other come together */
    uint64_t bytes_most; /* beyond which it is better read whole */
    /* what was read */
    Arena *arena; /* holds it for as long as the document lives */
    uint64_t bytes_read;
    const uint8_t *head;
    const uint8_t *newest; /* of the parts, and where it begins in the file */
    uint64_t newest_start, newest_bytes;
} FileParts;

/* Reads the head, or all of a shorter file. */
bool parts_begin(FileParts *parts, Arena *arena, Error *error);
/* `bytes` bytes at `offset`, which lie within the file; NULL with the error set. */
const uint8_t *parts_at(FileParts *parts, uint64_t offset, uint64_t bytes, Error *error);

#endif
