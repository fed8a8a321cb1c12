/* See sample.h. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *seed = "";
static int seed_length;
static uint64_t one_of = 1;

bool sample_read(const char *text) {
    const char *slash = strrchr(text, '/');
    char *end = NULL;
    uint64_t number = slash ? strtoull(slash + 1, &end, 10) : 0;
    if (!number || *end) return false;
    seed = text;
    seed_length = (int)(slash - text);
    one_of = number;
    return true;
}

uint64_t sample_mix(uint64_t number, uint64_t other) {
    uint64_t mixed = (number ^ other) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
    return mixed ^ mixed >> 32;
}

uint64_t sample_seed(uint64_t number) {
    for (int i = 0; i < seed_length; i++) number = sample_mix(number, (uint8_t)seed[i]);
    return number;
}

static uint64_t hash_of(const char *name, uint64_t number) {
    uint64_t hash = sample_seed(number);
    for (const char *c = name; *c; c++) hash = sample_mix(hash, (uint8_t)*c);
    return hash;
}

bool sample_holds(const char *name, uint64_t number) {
    return one_of == 1 || hash_of(name, number) % one_of == 0;
}

bool sample_holds_group(const char *name, uint64_t groups) {
    return one_of == 1 || hash_of(name, 0) % groups == 0;
}

void sample_print(void) {
    if (one_of == 1) return;
    printf("a sample, one check of %llu: SEED=%.*s chooses the same ones\n",
           (unsigned long long)one_of, seed_length, seed);
}
