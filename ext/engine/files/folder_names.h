/* Names in folders of the system, found without regard to case. */
#ifndef GAMEMAP_FOLDER_NAMES_H
#define GAMEMAP_FOLDER_NAMES_H

#include "engine/files/span.h"

/* Finds the name in a folder ("" is the current one) that differs from `name` at most in the case
** of ASCII letters, the first of several in byte order; *found is NULL if there is none. It lives as
** long as the span, in which a folder is listed once. */
bool folder_names_find(Span *span, const char *folder, const char *name, const char **found,
                       Error *error);

#endif
