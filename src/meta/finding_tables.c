/* gamemap_findings: what is readable but odd in files of any format. */
#include "archive/archive.h"
#include "meta/tables.h"

enum { TOO_BIG_BYTES = 8192 }; /* of memory that the finding of a file has that takes too much */

/* Returns the class of a finding, those of its code and severity; NULL: it is the first. */
static Finding *class_of(Finding *classes, uint64_t count, const Finding *finding) {
    for (uint64_t i = 0; i < count; i++) {
        bool same = classes[i].code == finding->code || !strcmp(classes[i].code, finding->code);
        if (same && classes[i].severity == finding->severity) return &classes[i];
    }
    return NULL;
}

/* Makes one row for each class: the first of its findings, and how many there are. */
static bool sum_up(const Findings *findings, Opening *opening) {
    const Finding *items = findings->list.items;
    List classes = {0};
    for (uint64_t i = 0; i < findings->list.count; i++) {
        Finding *known = class_of(classes.items, classes.count, &items[i]);
        if (known) {
            known->count += items[i].count;
            continue;
        }
        Finding *added = list_add(opening->scratch, &classes, sizeof *added);
        if (!added) return fail_memory(opening->error, opening->scratch);
        *added = items[i];
        if (arena_interrupted_at(opening->scratch, i)) return fail_interrupted(opening->error);
    }
    return opening_set_rows(opening, classes.items, classes.count, sizeof(Finding));
}

/* Checks the file. That this would take more memory than is allowed is a finding, too, because one
** file doesn't end a query about others. */
static const Findings *check(const Opening *opening) {
    Arena *scratch = opening->scratch;
    Document *document = opening->document;
    const Findings *findings =
        archive_format_of(document->format)
            ? archive_findings((Archive *)document, opening->ranges, opening->error)
            : document_findings_beside(document, opening->beside, scratch, opening->error);
    if (findings || opening->error->kind != ERROR_TOO_BIG) return findings;
    arena_allow(scratch, TOO_BIG_BYTES);
    Findings *alone = arena_zeroed(scratch, 1, sizeof *alone);
    if (!alone) return null_after(fail_memory(opening->error, scratch));
    alone->arena = scratch;
    finding_add(alone, SEVERITY_ERROR, "not_checked", NO_OFFSET, "%s", opening->error->message);
    *opening->error = (Error){0};
    return findings_finish(alone) ? alone : null_after(fail_memory(opening->error, scratch));
}

static bool finding_rows(Opening *opening) {
    const Value listing = opening->arguments->values[0];
    bool each = value_is_text(listing, "each");
    if (!each && listing.type != VALUE_NULL && !value_is_text(listing, "classes")) {
        return fail(opening->error, ERROR_ARGUMENT, "listing is neither 'classes' nor 'each'");
    }
    const Findings *findings = check(opening);
    if (!findings) return false;
    if (!each) return sum_up(findings, opening);
    return opening_set_rows(opening, findings->list.items, findings->list.count, sizeof(Finding));
}

static Value finding_severity(const Row *row) {
    static const char *const names[] = {"info", "warning", "error"};
    const Finding *finding = (const Finding *)(const void *)row->record;
    return value_text(names[finding->severity]);
}

static const Column finding_columns[] = {
    GET("severity", TEXT, NULL, "error, warning or info", finding_severity),
    MEMBER(STRING, "code", NULL, "Short name of the kind of finding", Finding, code),
    MEMBER(U64, "byte_offset", "bytes",
           "Where in the file (or in the inflated packet) it is, the first of its class; NULL "
           "where it is nowhere in particular",
           Finding, offset, .empties = true),
    MEMBER(STRING, "message", NULL, "What is odd, with the numbers, in the first of its class",
           Finding, message),
    MEMBER(U64, "count", NULL, "How many findings of this code and severity the file has", Finding,
           count),
};

const Table gamemap_findings = {
    .name = "gamemap_findings",
    .asked_as = "broken corrupt damaged wrong valid check",
    .doc =
        "What is readable but odd in files of any format; a file that can't be decoded is one "
        "finding of severity 'error'. There is one row for each class, the findings of one code "
        "and severity in a file: the first of them, and their count. With 'each' every finding is "
        "a row, up to 1000 of a class; a last row counts those that are left. A file is also "
        "compared with those beside it, in its folder or archive, whatever else the source names: "
        "the world of a Ragnarok Online map (RSW) with the GND and GAT that it names, a GAT with "
        "the GND of its name, a region of Silkroad with its neighbours (nv_61a9.nvm), a TRX with "
        "the TRN that it was baked of. One that is named and isn't there is a finding of severity "
        "'info'; a BLOB has none beside it.",
    .example = "SELECT file, severity, code, count, message FROM gamemap_findings('samples/*')",
    .checks = true,
    .looks_beside = true,
    COLUMNS(finding_columns),
    ARGUMENTS({"listing",
               "Argument: 'classes' (default) for one row for each code and severity of a file, or "
               "'each' for every finding",
               .optional = true},
              {FINDER}),
    .typical_rows = 20,
    .rows = finding_rows,
};
