/* Little-endian numbers at any address, and what is said of functions in inner loops. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Functions that are never inlined, not even for a single caller, and functions that always are. */
#define OUT_OF_LINE   __attribute__((noinline))
#define ALWAYS_INLINE inline __attribute__((always_inline))

static inline uint8_t load_u8(const uint8_t *p) {
    return p[0];
}
static inline uint16_t load_u16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}
static inline uint32_t load_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t load_u64(const uint8_t *p) {
    return (uint64_t)load_u32(p) | (uint64_t)load_u32(p + 4) << 32;
}
static inline int16_t load_i16(const uint8_t *p) {
    return (int16_t)load_u16(p);
}
static inline int32_t load_i32(const uint8_t *p) {
    return (int32_t)load_u32(p);
}
static inline float load_f32(const uint8_t *p) {
    uint32_t bits = load_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double load_f64(const uint8_t *p) {
    uint64_t bits = load_u64(p);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the lower case of an ASCII letter; other bytes don't change. */
static inline uint8_t fold_byte(uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 'a' - 'A') : byte;
}

/* Returns the length of the text in a field: up to its first NUL, or all of it. */
static inline uint32_t field_length(const uint8_t *field, size_t size) {
    const uint8_t *nul = size ? memchr(field, 0, size) : NULL;
    return nul ? (uint32_t)(nul - field) : (uint32_t)size;
}
/* Tells whether bytes other than NUL stand behind the first NUL of a field. */
static inline bool field_has_garbage(const uint8_t *field, size_t size) {
    size_t at = field_length(field, size);
    while (at < size && !field[at]) at++;
    return at < size;
}

/* Reads `count` floats. */
static inline void load_floats(const uint8_t *p, unsigned count, double *numbers) {
    for (unsigned i = 0; i < count; i++) numbers[i] = (double)load_f32(p + 4 * (size_t)i);
}
static inline void store_u16(uint8_t *p, uint16_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}
static inline void store_u32(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}
/* Turns the bits of a number towards the highest by 0 to 31 places. */
static inline uint32_t rotate_left(uint32_t bits, unsigned places) {
    return bits << places | bits >> ((32 - places) & 31);
}

/* Numbers whose first byte is the highest. */
static inline uint32_t load_big_u32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}
static inline void store_big_u32(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)(value >> 24);
    p[1] = (uint8_t)(value >> 16);
    p[2] = (uint8_t)(value >> 8);
    p[3] = (uint8_t)value;
}
static inline void store_f32(uint8_t *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_u32(p, bits);
}
static inline void store_f64(uint8_t *p, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_u32(p, (uint32_t)bits);
    store_u32(p + 4, (uint32_t)(bits >> 32));
}
