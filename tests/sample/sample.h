/*
** A sample of a long test's checks, chosen by a seed: with one seed it is always the same, and all
** of it is among the checks of the whole test. A program takes the option `--sample SEED/N`.
*/
#ifndef GAMEMAP_SAMPLE_H
#define GAMEMAP_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* Reads `SEED/N`: of N checks about one is in the sample. SEED is any text. Returns false where
** `text` isn't of that form. Until this is called the sample holds every check. */
bool sample_read(const char *text);
/* Tells whether a check is in the sample. The name and the number say which one it is. */
bool sample_holds(const char *name, uint64_t number);
/* Tells the same of a group of checks that takes long to prepare, of which one of `groups` is in
** the sample; what is asked of these groups is chosen by sample_holds(). */
bool sample_holds_group(const char *name, uint64_t groups);
/* Mixes the seed into a number. */
uint64_t sample_seed(uint64_t number);
/* Prints by which seed the checks were chosen, if they were. */
void sample_print(void);

/* A number that depends on all bits of the two, to choose by */
uint64_t sample_mix(uint64_t number, uint64_t other);

#endif
