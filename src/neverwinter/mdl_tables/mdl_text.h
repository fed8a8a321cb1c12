/* The text of a model: see mdl_text.c. */
#ifndef GAMEMAP_MDL_TEXT_H
#define GAMEMAP_MDL_TEXT_H

#include "neverwinter/mdl/mdl.h"

/* Writes a model as text in Windows-1252, into `arena`. Reading it gives the rows of the model. */
bool mdl_write_text(Mdl *mdl, Arena *arena, const uint8_t **text, uint64_t *size, Error *error);

#endif
