/* The list of what all formats bring. */
#pragma once

#include "table/table.h"

/* Every module, in the order in which formats are tried and tables are listed. */
extern const Module *const modules[];
extern const int module_count;

/* Go through the tables and functions of all modules, with a place that is zeroed at first, and
** return NULL behind the last one: for (ModulePlace at = {0}; (table = next_table(&at));) */
typedef struct ModulePlace {
    int module, item;
} ModulePlace;
const Table *next_table(ModulePlace *place);
const Function *next_function(ModulePlace *place);

/* Tells whether a document of a format serves for `wanted`; NULL means any format. */
bool format_serves(const Format *wanted, const Format *format);
/* Tells whether a name of `length` bytes has an ending of the format's files. */
bool format_has_ending(const Format *format, const char *name, size_t length);
/* Tell whether a name ends as those of a format's files do; is_name_of_format() leaves out texts,
** whose formats take what is asked as them. */
bool is_name_of_format(const char *name);
bool is_name_of_format_or_text(const char *name);
/* Finds the name of the text that a file of that name may be kept as, in `arena`: "hall.git.json"
** of "hall.git"; *text is NULL where there is no such text. Returns false if memory ran out. */
bool name_of_text(Arena *arena, const char *name, char **text);
/* Returns the length that a name of `length` bytes has as that of a binary: that of "hall.git" for
** "hall.git.json". */
size_t length_without_text(const char *name, size_t length);
/* Returns that name, in `arena`; NULL if memory ran out. */
char *name_without_text(Arena *arena, const char *name);
/* Returns the format of which a file of that name is the first of two that are read together, or
** with `is_second` the second one; NULL: there is none. */
const Format *format_of_pair(const char *name, bool is_second);
/* Returns the table of that name, which has `length` bytes; NULL: there is none. */
const Table *table_named(const char *name, size_t length);
/* Returns the first table that a public note calls so, see Table.also_called; NULL: none. */
const Table *table_called(const char *name, size_t length);
/* Returns the format that the bytes look like, or NULL; see Format.detect. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size);
