/* What the files that check RSW worlds share. */
#ifndef GAMEMAP_RSW_CHECK_H
#define GAMEMAP_RSW_CHECK_H

#include "rsw.h"

/* How many names are odd in some way, and where the first is. */
typedef struct RswNameTally {
    uint64_t count, first;
} RswNameTally;

typedef struct RswNames {
    const Rsw *rsw;
    Arena *arena; /* for names while they are converted */
    RswNameTally unterminated, garbage, undefined;
} RswNames;

/* Looks at one name; `field` is in the file. */
bool rsw_check_name(RswNames *names, const uint8_t *field, uint32_t bytes, Error *error);
/* `count` f32 in a row. */
void rsw_check_numbers(const Rsw *rsw, const uint8_t *numbers, unsigned count, const char *what,
                       Findings *findings);

/* In rsw_check_objects.c. */
bool rsw_check_objects(const Rsw *rsw, RswNames *names, Findings *findings, Error *error);

#endif
