/* What the files that check RSW worlds share. */
#ifndef GAMEMAP_RSW_CHECK_H
#define GAMEMAP_RSW_CHECK_H

#include "rsw.h"

/* A fixed field of text; `what` begins the message: "the name of light 3". */
bool rsw_check_name(const Rsw *rsw, const uint8_t *field, uint32_t bytes, const char *what,
                    Findings *findings, Error *error);
/* `count` f32 in a row. */
void rsw_check_numbers(const Rsw *rsw, const uint8_t *numbers, unsigned count, const char *what,
                       Findings *findings);

bool rsw_check_objects(const Rsw *rsw, Findings *findings, Error *error); /* rsw_check_objects.c */

#endif
