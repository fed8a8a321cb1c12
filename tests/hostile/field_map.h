/*
** Where the numbers of a fixture are, as the program that wrote it tells: FOLDER.fields beside the
** fixtures' FOLDER. It is a text; each content (a file, or what is compressed in one) has a line
** with its CRC-32 and size, and below it, indented, one for each field: place, size and name.
*/
#ifndef GAMEMAP_FIELD_MAP_H
#define GAMEMAP_FIELD_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct MapField {
    size_t at, size;
    char name[64];
} MapField;

typedef struct FieldList {
    uint32_t crc;
    size_t size; /* of the content */
    MapField *fields;
    size_t count;
} FieldList;

/* Of how many contents fields are known; 0 where there is no such file. */
size_t load_field_map(const char *folder);
/* NULL where nothing is known. */
const FieldList *fields_of(const uint8_t *content, size_t size);

#endif
