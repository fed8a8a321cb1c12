/* Reading a JSON array of strings: the members of a game's order, the roots of a look-up. */
#pragma once

#include "core/core.h"

/* Reads the strings of an array to a list of char *, in `arena`, and moves *at behind the array and
** its blanks. *is_array is false if there is no array of strings, or one holds a NUL. */
bool json_read_strings(Arena *arena, const char **at, List *members, bool *is_array, Error *error);
