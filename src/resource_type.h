/*
** The types of resources in the archives of BioWare's engines (ERF, KEY, BIF): a u16 that stands for
** the extension of the name.
**
**     0..10, 2000..2067, 9996..9999   Neverwinter Nights and what came after it
**     2068..2083                      Neverwinter Nights: Enhanced Edition
**     3000..3035, 4000..4008          Neverwinter Nights 2
**     0xFFFF                          an unused or deleted resource
**
** Knights of the Old Republic gives numbers from 3000 other meanings (3002 is rim there). The names
** here are those of Neverwinter Nights 2; what a resource is decoded as depends on its content.
** nwn-lib-d, neverwinter.nim and xoreos agree on all of these but 3020, which one editor calls wdb.
*/
#ifndef GAMEMAP_RESOURCE_TYPE_H
#define GAMEMAP_RESOURCE_TYPE_H

#include "core.h"

enum { RESOURCE_DELETED = 0xFFFF };

/* "mdl" for 2002; NULL where the type is unknown: the number serves as the extension then. */
const char *resource_extension(uint32_t type);

#endif
