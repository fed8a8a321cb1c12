/* Writing GFF as JSON, and binary GFF of it. */
#ifndef GAMEMAP_GFF_JSON_WRITE_H
#define GAMEMAP_GFF_JSON_WRITE_H

#include "neverwinter/gff_json/gff_json.h"

/* A text, or a file, that is being written. */
typedef struct JsonOut {
    const Gff *gff;
    Arena *arena;
    Error *error;
    List text;
    bool has_type; /* __data_type is there */
} JsonOut;

bool json_put(JsonOut *out, const void *bytes, size_t size);
/* Write a text with its quotes, as Nim does, and bytes as Base64. */
bool json_put_text(JsonOut *out, const char *text, uint32_t length);
bool json_put_base64(JsonOut *out, const uint8_t *bytes, uint32_t size);

/* Writes a tree as neverwinter.nim prints it, in `arena`. */
bool gff_json_write(const Gff *gff, Arena *arena, List *text, Error *error);
/* Writes the tree of a text as a binary file, in `arena`. */
bool gff_json_pack(const Gff *gff, Arena *arena, List *file, Error *error);

#endif
