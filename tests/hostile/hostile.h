/* What hostile.c hands to its collection of changes (damage.c). */
#ifndef GAMEMAP_HOSTILE_H
#define GAMEMAP_HOSTILE_H

#include "core/core.h"

typedef struct Content {
    uint8_t *bytes; /* NULL: none */
    uint64_t size;
} Content;

/* A file, looked at as one format. */
typedef struct Subject {
    const char *path, *name;
    const Format *format;
    Content content, second;
    const char *place; /* what is damaged: the file, or a part that is compressed in it */
} Subject;

typedef enum ChangeKind {
    UNCHANGED,
    CUT,
    LONGER,
    BYTE,
    NUMBER,
    FIELD,
    FIELD_PAIR,
    PAIR,
    BLOCK,
    INFLATED_CUT,
    INFLATED,
    FAILED_ALLOCATION,
    KINDS
} ChangeKind;

/* Tells what is tried next, for reports. */
void describe(const Subject *subject, const char *format, ...) PRINTF_LIKE(2, 3);
/* Counts the changes of a subject: is the next one tried, or not in the sample? */
bool next_is_tried(const Subject *subject);
/* Opens the bytes and checks what comes of it. */
void try_bytes(const Subject *subject, ChangeKind kind, const uint8_t *bytes, uint64_t size);
/* How many changes of one kind a file gets. */
uint64_t changes_allowed(void);

bool wants_only_cuts(void);

/* All kinds of changes to the subject's bytes. */
void change_bytes(const Subject *subject);

#endif
