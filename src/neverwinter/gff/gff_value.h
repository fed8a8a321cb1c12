/* Values of fields as tables and functions show them. */
#pragma once

#include "neverwinter/gff/gff.h"
#include "table/table.h"

/* Returns any bytes of the file as text in the row's room or in the arena; see text_mixed(). */
Value gff_text_value(Arena *scratch, GffBytes bytes);

/* Returns the value of a field that belongs to a struct: a number, text, a BLOB, the struct's id,
** or the number of structs of a list. */
Value gff_value(const Gff *gff, uint32_t field, Arena *scratch);
enum { GFF_NUMBERS_BYTES = 128 };
/* Returns the value of a field as text; NULL for structs and lists. `room` has GFF_NUMBERS_BYTES
** for numbers. */
Value gff_value_text(const Gff *gff, uint32_t field, char *room, Arena *scratch);

/* Returns how many digits at least may identify a float or a double: the tiniest have fewer bits
** than others. */
int gff_least_digits(double number, bool is_float);

/* Return a field's text (of a CExoString, ResRef or CExoLocString) or number, whatever type the
** number is stored in; NULL if `field` is GFF_NONE or has none. */
Value gff_text_of(const Gff *gff, uint32_t field, Arena *scratch);
Value gff_integer_of(const Gff *gff, uint32_t field);
Value gff_real_of(const Gff *gff, uint32_t field);
/* Returns the StrRef of a localized string; NULL: it has none. */
Value gff_strref_of(const Gff *gff, uint32_t field);

/* Column.tells for gff_fields: tells what a field names, by its label (gff_names.c). */
bool gff_field_tells(const Row *row, uint32_t number, struct Named *named);
