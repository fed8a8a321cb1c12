/* See findings.h. */
#include "findings.h"

#include <inttypes.h>
#include <stdio.h>

/* Counts a finding and returns how many of its code there were before; UINT64_MAX if there are too
** many codes. */
static uint64_t tally(Findings *findings, Severity severity, const char *code) {
    int at = 0, count = findings->tally_count;
    while (at < count && findings->tallies[at].code != code) at++; /* usually the same literal */
    if (at == count) at = 0;
    while (at < count && findings->tallies[at].code != code &&
           strcmp(findings->tallies[at].code, code) != 0) {
        at++;
    }
    if (at == FINDING_CODES_MAX) return UINT64_MAX;
    if (at == findings->tally_count) {
        findings->tallies[findings->tally_count++] =
            (struct FindingTally){.code = code, .severity = severity};
    }
    return findings->tallies[at].seen++;
}

static void append_finding(Findings *findings, Severity severity, const char *code, uint64_t offset,
                           const char *message, size_t length) {
    char *copy = arena_alloc(findings->arena, length + 1, 1);
    Finding *finding = copy ? list_add(findings->arena, &findings->list, sizeof *finding) : NULL;
    if (!finding) {
        arena_release(findings->arena, copy);
        findings->no_memory = true;
        return;
    }
    memcpy(copy, message, length + 1);
    *finding = (Finding){severity, code, offset, copy};
}

void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) {
    if (tally(findings, severity, code) >= FINDINGS_PER_CODE) return;
    char message[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    append_finding(findings, severity, code, offset, message, strlen(message));
}

bool findings_finish(Findings *findings) {
    for (int i = 0; i < findings->tally_count; i++) {
        const struct FindingTally *seen = &findings->tallies[i];
        if (seen->seen <= FINDINGS_PER_CODE) continue;
        char message[80];
        snprintf(message, sizeof message, "%" PRIu64 " more of these",
                 seen->seen - FINDINGS_PER_CODE);
        append_finding(findings, seen->severity, seen->code, NO_OFFSET, message, strlen(message));
    }
    return !findings->no_memory;
}
