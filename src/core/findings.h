/* Findings: what is readable in a file, but odd. */
#pragma once

#include "core/list.h"

typedef enum Severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

#define NO_OFFSET UINT64_MAX

typedef struct Finding {
    Severity severity;
    const char *code; /* static: "surface_texture_range" */
    uint64_t offset;  /* in the file, or NO_OFFSET */
    const char *message;
    uint64_t count; /* 1, or how often it was seen */
} Finding;

/* If a class has more findings, a last one stands for the rest. */
#define FINDINGS_PER_CLASS  1000
#define FINDING_CLASSES_MAX 128

typedef struct Findings {
    Arena *arena;
    List list; /* of Finding */
    struct FindingTally {
        const char *code;
        Severity severity;
        uint64_t seen;
    } tallies[FINDING_CLASSES_MAX];
    int tally_count;
    bool no_memory;
} Findings;

/* `code` is a string literal. Findings of one code and one severity are a class. Names that
** stand in the file are put into the message by text_shown() alone. */
void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) PRINTF_LIKE(5, 6);

/* Adds one finding about what was seen `count` times, with the offset of the first. */
void finding_add_times(Findings *findings, uint64_t count, Severity severity, const char *code,
                       uint64_t offset, const char *format, ...) PRINTF_LIKE(6, 7);

/* How often something was seen, and where first: what repeats in a file is one finding. */
typedef struct Sightings {
    uint64_t count, first;
} Sightings;

static inline void sightings_add(Sightings *sightings, bool is_so, uint64_t offset) {
    if (is_so && !sightings->count++) sightings->first = offset;
}

/* What is told of sightings. */
typedef struct SightingKind {
    Severity severity;
    const char *code, *what; /* "texts with a NUL" */
} SightingKind;
/* Of each rule in a list that sightings.awk makes: its number, for an enum; its SightingKind. */
#define SIGHTING_NUMBER(number, severity, code, what) number
#define SIGHTING_KIND(number, severity, code, what)   [number] = {severity, code, what}

/* Adds a finding for each of `count` sightings that was seen, with how often: "texts with a NUL:
** 3". */
void sightings_tell(const Sightings *sightings, const SightingKind *kinds, size_t count,
                    Findings *findings);

/* Adds the rows for classes that were cut off. Returns false if memory ran out at any time. */
bool findings_finish(Findings *findings);

/* Returns a copy that takes one block of the arena; NULL: out of memory. */
Findings *findings_keep(const Findings *found, Arena *arena);
