/* A file of which only the parts that opening needs are read. */
#pragma once

#include "core/error.h"

/* How much of a file is read. Each of them has what the next one has. */
typedef enum Reads {
    READS_ALL,
    READS_BODY,  /* all but the bulk, see Format.opens_by_parts */
    READS_HEADER /* what Format.open needs */
} Reads;

typedef struct FileParts {
    /* Reads exactly `bytes` bytes, which must lie within the file. */
    bool (*read)(void *context, uint64_t offset, uint64_t bytes, uint8_t *into, Error *error);
    void *context;
    uint64_t size;       /* of the file */
    uint64_t head_bytes; /* how many are read first */
    uint64_t part_bytes; /* so many or more in later readings, for what lies close by */
    uint64_t bytes_most; /* if more is needed, reading the whole file is better */
    Reads reads;         /* how much of the file these parts are to be */
    /* what was read */
    Arena *arena; /* holds what was read for as long as the document lives */
    uint64_t bytes_read;
    const uint8_t *head;
    const uint8_t *newest; /* the newest part, and where it begins in the file */
    uint64_t newest_start, newest_bytes;
} FileParts;

/* Reads the head, or a shorter file completely. */
bool parts_begin(FileParts *parts, Arena *arena, Error *error);
/* Returns `bytes` bytes at `offset`, which must lie within the file; NULL: the error is set. */
const uint8_t *parts_at(FileParts *parts, uint64_t offset, uint64_t bytes, Error *error);
