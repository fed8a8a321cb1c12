/* What is said of results that differ: for runner.c. */
#ifndef GAMEMAP_DIFFERENCE_H
#define GAMEMAP_DIFFERENCE_H

#include "results.h"

/*
** Prints the lines that differ and some around them, expected and found side by side, or one below
** the other where they are too long for that. The first of `expected` is line `first` of the
** script.
**
**          expected | found
**      12  0   64   | 0   64
**     *13  1   128  | 1   120
*/
void show_difference(const Lines *expected, const Lines *found, size_t first);

#endif
