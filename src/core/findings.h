/* Findings: what is readable in a file, but odd. */
#ifndef GAMEMAP_FINDINGS_H
#define GAMEMAP_FINDINGS_H

#include "error.h"
#include "list.h"

typedef enum Severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

#define NO_OFFSET UINT64_MAX

typedef struct Finding {
    Severity severity;
    const char *code; /* static: "surface_texture_range" */
    uint64_t offset;  /* in the file, or NO_OFFSET */
    const char *message;
} Finding;

/* If there are more of one code, a last row says how many there were. */
#define FINDINGS_PER_CODE 1000
#define FINDING_CODES_MAX 128

typedef struct Findings {
    Arena *arena;
    List list; /* of Finding */
    struct FindingTally {
        const char *code;
        Severity severity;
        uint64_t seen;
    } tallies[FINDING_CODES_MAX];
    int tally_count;
    bool no_memory;
} Findings;

/* `code` is a string literal; each code has one severity. The message contains no bytes of the
** file. */
void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) PRINTF_LIKE(5, 6);
/* Adds the rows for codes that were cut off. Returns false if memory ran out at any time. */
bool findings_finish(Findings *findings);

#endif
