/* SET V1.0: the tilesets of Neverwinter Nights, which say which model a tile of an area has.
**
** Text in the manner of INI files: a line is [SECTION], Key=Value, empty, or a comment that begins
** with a semicolon. Sections and keys are found without regard to case.
**
**     [GENERAL]         Name, Type=SET, Version, Interior, DisplayName (a StrRef), Transition (metres
**                       of a step of height), ...
**     [TILES]           Count
**     [TILE0] ...       Model, PathNode, Orientation, ImageMap2D, the terrains and heights of its
**                       corners (TopLeft, TopLeftHeight ...), crossers (Top ...), Doors
**     [TILE0DOOR0] ...  Type (a row of doortypes.2da), X, Y, Z from the middle of the tile in metres,
**                       Orientation in degrees
**
** A tile's number stands in its section's name; areas use this number. Known from the tilesets of
** the game and from BioWare's description of Aurora formats. */
#pragma once

#include "core/core.h"

/* Tiles with larger numbers aren't read; the game's own tilesets have some hundred. */
#define SET_TILES_MAX 65536

/* A text of the file, by its offset and length. */
typedef struct SetText {
    uint32_t at, length;
} SetText;

typedef struct SetKey {
    SetText name, value;
} SetKey;

typedef struct SetSection {
    SetText name;
    uint32_t first_key, end_key;
} SetSection;

typedef struct SetTile {
    uint32_t section; /* SET_NO_SECTION: the file doesn't have this tile */
} SetTile;

typedef struct SetDoor {
    uint32_t section, tile, number;
} SetDoor;

#define SET_NO_SECTION UINT32_MAX

typedef struct Set {
    Document document;
    uint64_t section_count, key_count, tile_count, door_count, stray_count;
    SetSection *sections;
    SetKey *keys;
    SetTile *tiles;              /* by number, up to the last one that the file has */
    SetDoor *doors;              /* by tile and number */
    uint32_t general, tile_list; /* numbers of sections, or SET_NO_SECTION */
    uint32_t first_stray;        /* a tile or door with a number that isn't read */
} Set;

extern const Format set_format;

/* Returns the value of a key of a section; NULL: it has none. `section` may be SET_NO_SECTION. */
const SetText *set_value(const Set *set, uint32_t section, const char *key);
/* Read a value as a number, as far as it is one, as the game does: "-90,0" is -90. They return
** false if the value doesn't begin like a number. */
bool set_integer(const Set *set, uint32_t section, const char *key, int64_t *number);
bool set_real(const Set *set, uint32_t section, const char *key, double *number);

/* Tells whether all of a value is a number. */
bool set_is_number(const Set *set, SetText text, bool is_whole);

/* Counts values that should be numbers, but aren't as a whole; in set_tables.c, whose columns tell
** which keys have numbers. */
bool set_count_odd_numbers(const Set *set, Sightings *odd, Error *error);
/* Adds the findings (set_check.c). */
bool set_check(Document *document, Findings *findings, Error *error);
