/* The list of what all formats bring. */
#ifndef GAMEMAP_MODULES_H
#define GAMEMAP_MODULES_H

#include "table/table.h"

/* Every module, in the order in which formats are tried and tables are listed. */
extern const Module *const modules[];
extern const int module_count;

/* Tells whether a document of a format serves for `wanted`; NULL means any format. */
bool format_serves(const Format *wanted, const Format *format);
/* Tell whether a name ends as those of a format's files do; is_name_of_format() leaves out texts,
** whose formats take what is asked as them. */
bool is_name_of_format(const char *name);
bool is_name_of_format_or_text(const char *name);
/* Returns what stands behind a file's name, which has `length` bytes, if it is the text of what a
** format's file of that name holds: ".json" of "hall.git"; NULL: there is no such text. */
enum { TEXT_ENDING_MOST = 8 };
const char *text_ending_of(const char *name, size_t length);
/* Returns the length that a name of `length` bytes has without that: that of "hall.git" for
** "hall.git.json". */
size_t length_without_text(const char *name, size_t length);
/* Returns the format of which a file of that name is the first of two that are read together, or
** with `is_second` the second one; NULL: there is none. */
const Format *format_of_pair(const char *name, bool is_second);
/* Returns the table of that name, which has `length` bytes; NULL: there is none. */
const Table *table_named(const char *name, size_t length);
/* Returns the first table that a public note calls so, see Table.also_called; NULL: none. */
const Table *table_called(const char *name, size_t length);
/* Returns the format that the bytes look like, or NULL; see Format.detect. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size);

#endif
