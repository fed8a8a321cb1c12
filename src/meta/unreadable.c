/* See unreadable.h. */
#include "meta/unreadable.h"
#include "modules.h"

const Format *unreadable_owner(const Unreadable *file) {
    const char *name = file->document.name;
    if (!name || file->detected || file->error.kind != ERROR_NOT_THIS_FORMAT) return NULL;
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            const Format *format = modules[m]->formats[f];
            size_t ending = format->companion ? strlen(format->companion[1]) : 0;
            size_t length = strlen(name);
            if (ending && length > ending &&
                !strcmp(name + length - ending, format->companion[1])) {
                return format;
            }
        }
    }
    return NULL;
}

static bool check_unreadable(Document *document, Findings *findings, Error *error) {
    const Unreadable *file = (const Unreadable *)document;
    const Format *owner = unreadable_owner(file);
    (void)error;
    if (owner) {
        finding_add(findings, SEVERITY_INFO, "companion", NO_OFFSET, UNREADABLE_OWNED,
                    owner->companion[0]);
    } else {
        finding_add(findings, SEVERITY_ERROR, "unreadable", NO_OFFSET, "%s", file->error.message);
    }
    return true;
}

const Format unreadable_format = {
    .name = "unreadable",
    .document_bytes = sizeof(Unreadable),
    .check = check_unreadable,
};
