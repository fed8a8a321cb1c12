/* Paths on Windows: UTF-8 in scripts, whole and wide for the system. */
#ifndef GAMEMAP_WIDE_H
#define GAMEMAP_WIDE_H

#include <wchar.h>

/* The whole path behind \\?\, so that it may be long; free() it. NULL where there is none. */
wchar_t *wide_path(const char *path);
/* Returns text that is no path in UTF-16; free() it. NULL where there is none. */
wchar_t *wide_text(const char *text);
char *narrow_text(const wchar_t *text); /* free() it; '/' separates its parts */

#endif
