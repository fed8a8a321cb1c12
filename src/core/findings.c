#include "core/findings.h"

#include <stdio.h>

/* Counts a finding; returns how many of its class were before; UINT64_MAX: too many classes. */
static uint64_t tally(Findings *findings, Severity severity, const char *code) {
    struct FindingTally *tallies = findings->tallies;
    int at = 0, count = findings->tally_count;
    while (at < count && (tallies[at].code != code || tallies[at].severity != severity)) at++;
    if (at == count) at = 0; /* another literal may have the same text */
    while (at < count && (tallies[at].severity != severity || strcmp(tallies[at].code, code))) at++;
    if (at == FINDING_CLASSES_MAX) return UINT64_MAX;
    if (at == findings->tally_count) {
        tallies[findings->tally_count++] =
            (struct FindingTally){.code = code, .severity = severity};
    }
    return tallies[at].seen++;
}

static void append_finding(Findings *findings, Finding finding, size_t length) {
    char *copy = arena_alloc(findings->arena, length + 1, 1);
    Finding *kept = copy ? list_add(findings->arena, &findings->list, sizeof *kept) : NULL;
    if (!kept) {
        arena_release(findings->arena, copy);
        findings->no_memory = true;
        return;
    }
    memcpy(copy, finding.message, length + 1);
    *kept = finding;
    kept->message = copy;
}

static void add(Findings *findings, Finding finding, const char *format, va_list arguments) {
    char message[240];
    if (tally(findings, finding.severity, finding.code) >= FINDINGS_PER_CLASS) return;
    print_list(message, sizeof message, format, arguments);
    finding.message = message;
    append_finding(findings, finding, strlen(message));
}

void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(findings, (Finding){severity, code, offset, NULL, 1}, format, arguments);
    va_end(arguments);
}

void finding_add_times(Findings *findings, uint64_t count, Severity severity, const char *code,
                       uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(findings, (Finding){severity, code, offset, NULL, count}, format, arguments);
    va_end(arguments);
}

void sightings_tell(const Sightings *sightings, const SightingKind *kinds, size_t count,
                    Findings *findings) {
    for (size_t i = 0; i < count; i++) {
        if (!sightings[i].count) continue;
        finding_add_times(findings, sightings[i].count, kinds[i].severity, kinds[i].code,
                          sightings[i].first, "%s: %" PRIu64, kinds[i].what, sightings[i].count);
    }
}

bool findings_finish(Findings *findings) {
    for (int i = 0; i < findings->tally_count; i++) {
        const struct FindingTally *seen = &findings->tallies[i];
        if (seen->seen <= FINDINGS_PER_CLASS) continue;
        uint64_t rest = seen->seen - FINDINGS_PER_CLASS;
        char message[80];
        snprintf(message, sizeof message, "%" PRIu64 " more of these", rest);
        append_finding(findings, (Finding){seen->severity, seen->code, NO_OFFSET, message, rest},
                       strlen(message));
    }
    return !findings->no_memory;
}

Findings *findings_keep(const Findings *found, Arena *arena) {
    const Finding *from = found->list.items;
    uint64_t count = found->list.count, bytes = sizeof(Findings) + count * sizeof(Finding);
    for (uint64_t i = 0; i < count; i++) bytes += strlen(from[i].message) + 1;
    Findings *kept = arena_alloc(arena, bytes, 1);
    if (!kept) return NULL;
    *kept = *found;
    Finding *items = kept->list.items = kept + 1;
    char *text = (char *)(items + count);
    for (uint64_t i = 0; i < count; i++) {
        size_t size = strlen(from[i].message) + 1;
        items[i] = from[i];
        items[i].message = memcpy(text, from[i].message, size);
        text += size;
    }
    return kept;
}
