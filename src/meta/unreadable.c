#include "meta/unreadable.h"
#include "archive/archive.h"
#include "modules.h"

const Format *unreadable_owner(const Unreadable *file) {
    const char *name = file->document.name;
    if (!name || file->detected || file->error.kind != ERROR_NOT_THIS_FORMAT) return NULL;
    return format_of_pair(name, true);
}

bool unreadable_is_of_no_format(const Unreadable *file) {
    const char *name = file->document.name;
    if (!name || file->detected || file->error.kind != ERROR_NOT_THIS_FORMAT) return false;
    if (archive_has_ending(name, strlen(name))) return false;
    return file->document.size ? !is_name_of_format_or_text(name) : !is_name_of_format(name);
}

static bool check_unreadable(Document *document, Findings *findings, Error *error UNUSED) {
    const Unreadable *file = (const Unreadable *)document;
    const Format *owner = unreadable_owner(file);
    if (owner) {
        finding_add(findings, SEVERITY_INFO, "companion", NO_OFFSET, UNREADABLE_OWNED,
                    owner->ending);
    } else if (unreadable_is_of_no_format(file)) {
        finding_add(findings, SEVERITY_INFO, "format_unknown", NO_OFFSET, "%s",
                    file->error.message);
    } else {
        finding_add(findings, SEVERITY_ERROR, "unreadable", NO_OFFSET, "%s", file->error.message);
    }
    return true;
}

static bool takes_any(const uint8_t *head UNUSED, uint64_t head_size UNUSED, uint64_t size UNUSED) {
    return true;
}

/* It has no name, since no table or error is about it. */
const Format bytes_format = {
    .detect = takes_any,
    .takes = takes_any,
    .is_last_resort = true,
    .document_bytes = sizeof(Document),
};

const Format naming_format = {.is_last_resort = true};

const Format unreadable_format = {
    .name = "unreadable",
    .document_bytes = sizeof(Unreadable),
    .check = check_unreadable,
};
