/* The fuzz target of every decoder, for libFuzzer and for replay.c. */
#ifndef FUZZ_DECODERS_H
#define FUZZ_DECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Selects the format that inputs are of; returns false if there is none of that name. */
bool choose_format(const char *name);

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
