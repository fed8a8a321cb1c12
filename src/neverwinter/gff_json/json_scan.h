/* Words of JSON: what JSON allows, and beyond it what neverwinter.nim's reader takes, too, which is
** counted for the findings: a comma before a closing bracket, comments, raw control characters in
** texts, and a byte order mark. The bytes of a text may be UTF-8 or, where they aren't valid,
** Windows-1252. */
#pragma once

#include "core/core.h"
#include "neverwinter/gff_json/gff_json_rules.inc"

enum { JSON_DEPTH_MOST = 1000 };

/* What is readable but odd, as gff_json_rules.txt lists it. */
typedef enum JsonOddity {
    GFF_JSON_RULES(SIGHTING_NUMBER),
    JSON_ODDITIES,
} JsonOddity;

/* Walks over a text. What fails sets the error, with the line and the column. */
typedef struct JsonScan {
    const uint8_t *start, *at, *end;
    Arena *arena, *scratch;
    Error *error;
    Sightings odd[JSON_ODDITIES];
    uint64_t notes; /* how often something odd was noted */
    /* The objects and arrays that scan_skip() has passed over, in the order of the text, so that
    ** nested ones are passed over only once. */
    List skipped;
} JsonScan;

/* A text between its quotes, as the file has it. */
typedef struct JsonText {
    const uint8_t *bytes;
    uint32_t size;
    bool is_plain; /* ASCII without escapes */
    bool is_utf8;
} JsonText;

typedef struct JsonNumber {
    const uint8_t *start, *end;
    uint64_t digits; /* the number without its point, if it has at most 19 digits */
    int32_t exponent;
    bool is_negative, is_integer;
    bool is_long; /* `digits` doesn't count: more digits, or a long exponent */
} JsonNumber;

static inline uint32_t scan_offset(const JsonScan *scan, const uint8_t *at) {
    return (uint32_t)(at - scan->start);
}
static inline void scan_note(JsonScan *scan, JsonOddity oddity, const uint8_t *at) {
    sightings_add(&scan->odd[oddity], true, scan_offset(scan, at));
    scan->notes++;
}
/* Fails with what was expected at a place, and what stands there. */
bool scan_fail(const JsonScan *scan, const uint8_t *at, const char *expected);

/* Passes over blanks and comments, which mostly aren't there. */
bool scan_many_blanks(JsonScan *scan);
static inline bool scan_blanks(JsonScan *scan) {
    uint8_t next = scan->at < scan->end ? *scan->at : 0;
    return (next > ' ' && next != '/') || scan_many_blanks(scan);
}
/* Tells whether a byte comes next. */
static inline bool scan_is_at(const JsonScan *scan, char byte) {
    return scan->at < scan->end && *scan->at == (uint8_t)byte;
}
static inline bool scan_is_at_number(const JsonScan *scan) {
    return scan->at < scan->end && (*scan->at == '-' || (uint8_t)(*scan->at - '0') <= 9);
}
/* Goes on to the next part of an object or array, over a comma, or behind its closing bracket:
** *ended. */
bool scan_next(JsonScan *scan, char close, bool *is_first, bool *ended);
/* Read a text; a key, with the colon and the blanks behind it; a number. */
bool scan_text(JsonScan *scan, JsonText *text);
bool scan_key(JsonScan *scan, JsonText *key);
bool scan_number(JsonScan *scan, JsonNumber *number);
/* Passes over any value. */
bool scan_skip(JsonScan *scan);

/* Appends a text as UTF-8 to a list of bytes. */
bool scan_decode(JsonScan *scan, const JsonText *text, List *bytes);
/* Appends the bytes of a text to a list, without regard to encodings. */
bool scan_undo_escapes(JsonScan *scan, const JsonText *text, List *bytes);
/* Finds a number's integer modulo 2^64, and whether it fits in 64 bits, signed or not; returns
** false if the number isn't an integer. */
bool scan_integer(const JsonNumber *number, uint64_t *integer, bool *fits);
/* Returns the double next to a number. */
double scan_double(const JsonNumber *number);

static inline bool scan_text_is(const JsonText *text, const char *word, size_t length) {
    return text->size == length && memcmp(text->bytes, word, length) == 0;
}
#define JSON_IS(text, word) scan_text_is(text, word, sizeof(word) - 1)
