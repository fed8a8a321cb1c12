/* What programs share that walk documents one after the other: they print each complaint of the
** checker behind what they are looking at, and count. */
#ifndef GAMEMAP_COMPLAINTS_H
#define GAMEMAP_COMPLAINTS_H

#include <stdint.h>

extern char current[700]; /* what is being looked at */
extern uint64_t passed, failed;

/* Prints "N passed, N failed" and gives the exit status. */
int finish_checks(void);

#endif
