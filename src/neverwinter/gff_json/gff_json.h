/* GFF as JSON: the text in which modules of Neverwinter Nights are kept, as neverwinter.nim's
** nwn_gff writes it, and nasher, which rounds its floats to four decimals. NAME.git.json has what
** NAME.git has:
**
**     {
**       "__data_type": "GIT ",
**       "Creature List": {
**         "type": "list",
**         "value": [
**           {
**             "__struct_id": 4,
**             "Bearing": {"type": "float", "value": 1.5708},
**             "FirstName": {"type": "cexolocstring", "value": {"0": "Bob", "id": 12389}}
**
** A struct is an object: __struct_id (none: 0xFFFFFFFF, as at the root), and each field by its
** label. The root has __data_type, too; other keys that begin with __ mean nothing. A field is an
** object of `type` and `value`:
**
**     type                                    value
**     byte char word short dword int          an integer
**     dword64 int64
**     float double                            a number; a float is the f32 next to the f64 next to it
**     cexostring resref                       a text
**     cexolocstring                           an object of texts by their ids, in decimal, and `id`,
**                                             the StrRef. Before version 1.5.7 `id` stood beside
**                                             `type`; where both are, the inner one counts
**     void                                    value64 instead of value: Base64. Before version 1.3.1
**                                             a text whose bytes are the value
**     struct                                  an object; the field has its __struct_id, too
**     list                                    an array of structs
**
** nwn-lib's cexostr and cexolocstr, whose StrRef is str_ref, are read, too. Keys are in the order
** of letters, so that the order of the binary is lost. If a key stands twice, the later one counts,
** also of two fields with one label. Each text is UTF-8 or, where its bytes aren't, Windows-1252.
** Beyond JSON what neverwinter.nim takes is read: see json_scan.h.
**
** The reader makes what a binary file has (gff.h), so that tables know nothing of the text: structs,
** fields in the order of the text, and their data, where texts are in UTF-8 and the length of a
** ResRef has four bytes. The place of a struct in the file is its bracket, of a field the value.
**
** Known from neverwinter.nim, nasher, NWNT and nwn-lib, and from 91,667 public files. */
#pragma once

#include "neverwinter/gff_json/json_scan.h"
#include "neverwinter/gff/gff.h"

/* A field whose value isn't what its type needs. The field has type GFF_ODD, and its number is the
** place in this list. */
typedef struct GffOdd {
    uint32_t type;      /* the type as named; GFF_NONE: none, or an unknown one */
    uint32_t type_name; /* where the text of an unknown type lies; 0 bytes: there is none */
    uint32_t type_name_bytes;
    uint32_t value, value_bytes; /* where the value lies; 0 bytes: there is none */
    bool has_number;             /* the value is an integer out of the type's range */
    int64_t number;
} GffOdd;

/* What a text has in addition to what a binary file has. */
typedef struct GffJson {
    uint32_t *struct_places, *field_places, *string_places; /* by number: offsets in the text */
    uint32_t type_place;                                    /* offset of the file's type */
    GffOdd *odd;
    Sightings oddities[JSON_ODDITIES];
} GffJson;

/* Before the data of a localized string stands the offset of its StrRef in the text; 0: none. */
enum { GFF_JSON_STRREF_PLACE_BYTES = 4 };

/* The names of the types up to GFF_LIST. */
enum { GFF_JSON_TYPES = GFF_LIST + 1, GFF_JSON_TYPE_BYTES = 14 };
extern const char gff_json_types[GFF_JSON_TYPES][GFF_JSON_TYPE_BYTES];

/* Tells whether a file of `size` bytes with this beginning could be a JSON object with a key
** __data_type. */
bool gff_json_detect(const uint8_t *head, uint64_t head_size, uint64_t size);
/* Tells in which other notation, which isn't read, a file of this beginning is; NULL: in none. */
const char *gff_other_notation(const uint8_t *head, uint64_t size);
/* Reads the whole text. */
bool gff_json_open(Gff *gff, Error *error);
bool gff_json_check(const Gff *gff, Findings *findings, Error *error);
/* Finds the byte of a character in texts of the game, which are in Windows-1252; false: there is
** none. Five bytes mean nothing in Windows-1252: they stand for the characters of their numbers. */
bool gff_json_game_byte(uint32_t character, uint8_t *byte);
/* Writes a tree as neverwinter.nim prints it, in `arena`: Format.print. */
bool gff_json_write(const Document *document, Arena *arena, List *text, Error *error);
/* Writes the tree of a text as a binary file, in `arena`. */
bool gff_json_pack(const Gff *gff, Arena *arena, List *file, Error *error);
/* Format.spell of GFF as JSON. */
bool gff_json_spell(const Document *document, const struct CellPlace *place,
                    const FilePart *content, Arena *arena, FilePart *words, FilePart *text,
                    Error *error);
/* Returns where the StrRef of a localized string stands; NULL: the string has none. */
const uint8_t *gff_json_strref_words(const Gff *gff, uint32_t field);
