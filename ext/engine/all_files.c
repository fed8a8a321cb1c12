/* See all_files.h. */
#include "all_files.h"
#include "ahead.h"
#include "virtual_table.h"

static const char *name_of(const FileSet *set, uint32_t number) {
    const AllFiles *files = set->context;
    const SpanFile *file = files->source->files[number];
    const char *slash = file->path ? strrchr(file->shown, '/') : NULL;
    return slash ? slash + 1 : file->path ? file->shown : NULL;
}

static Document *open_file(const FileSet *set, uint32_t number, Error *error) {
    AllFiles *files = set->context;
    CachedDocument *before = files->held;
    files->last = number;
    files->held =
        cache_document(files->session, files->source, number, files->format, &files->scan, error);
    document_release(before);
    if (files->held) return files->held->document;
    if (files->skips_broken && is_skippable(error)) *error = (Error){0};
    else files->failed = true;
    return NULL;
}

void all_files_begin(AllFiles *files, Session *session, const Source *source, const Format *format,
                     bool skips_broken) {
    *files = (AllFiles){
        .set = {.count = source->file_count, .context = files, .name = name_of, .open = open_file},
        .session = session,
        .source = source,
        .format = format,
        .skips_broken = skips_broken};
}

void all_files_end(AllFiles *files) {
    ahead_forget(files->session, &files->scan);
    document_release(files->held);
    files->held = NULL;
}
