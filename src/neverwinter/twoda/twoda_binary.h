/* Opening a binary 2DA, for twoda.c. */
#ifndef GAMEMAP_TWODA_BINARY_H
#define GAMEMAP_TWODA_BINARY_H

#include "neverwinter/twoda/twoda.h"

/* Tells whether the file begins like a binary one. */
bool twoda_is_binary(const Document *document);
/* Lists columns, rows and cells, whose texts all end within the file. */
bool twoda_open_binary(TwoDa *twoda, Error *error);

#endif
