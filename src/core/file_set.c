#include "core/file_set.h"

bool open_beside(const FilesBeside *beside, const FileBeside *file, Document **document,
                 Findings *findings, Error *error) {
    Error problem = {0};
    if (!file->found) {
        *document = beside->open(beside, file->name, file->format, file->header, &problem);
    } else {
        *document = file->found->path
                        ? beside->open_found(beside, file->found, file->format, &problem)
                        : NULL;
    }
    if (error_ends(&problem, error)) return false;
    if (problem.kind != ERROR_NONE) {
        finding_add(findings, SEVERITY_WARNING, "file_beside_unreadable", file->offset,
                    "%s can't be read: gamemap_files tells why", file->what);
    } else if (!*document && file->is_named) {
        finding_add(findings, SEVERITY_INFO, "file_beside_missing", file->offset,
                    "%s isn't %s, so nothing was compared with it", file->what,
                    file->found ? "found" : "beside this one");
    }
    return true;
}
