/* See source_files.h. */
#include "source_files.h"
#include "ahead.h"
#include "virtual_table.h"

static const char *name_of(const FileSet *set, uint32_t number) {
    const SourceFiles *files = set->context;
    const SpanFile *file = files->source->files[number];
    return file->path ? file_name(file->shown) : NULL;
}

static void release_opened(SourceFiles *files) {
    CachedDocument **opened = files->opened.items;
    for (uint64_t i = 0; i < files->opened.count; i++) document_release(opened[i]);
    files->opened.count = 0;
}

/* The first time that a file is open. */
static bool allow_for(SourceFiles *files, uint32_t number, const Document *document) {
    if (!files->limited) return true;
    if (!files->counted) files->counted = arena_zeroed(&files->arena, files->set.count, 1);
    if (!files->counted) return false;
    if (!files->counted[number]) {
        arena_allow(files->limited, DOCUMENT_BYTES_PER_BYTE * document->size);
    }
    files->counted[number] = 1;
    return true;
}

/* The previous file is released only when the next one is open, since both may be the same. */
static Document *open_file(const FileSet *set, uint32_t number, Error *error) {
    SourceFiles *files = set->context;
    files->last = number;
    files->failed = !list_reserve(&files->arena, &files->opened, 1, sizeof(CachedDocument *));
    if (files->failed) {
        fail_memory(error, &files->arena);
        return NULL;
    }
    Scan *scan = set->keeps_open ? NULL : &files->scan;
    CachedDocument *cached = cache_document(files->session, files->source, number,
                                            wanted_whole(files->format), scan, error);
    if (!set->keeps_open) release_opened(files);
    if (cached) {
        *(CachedDocument **)list_add(&files->arena, &files->opened, sizeof cached) = cached;
        if (allow_for(files, number, cached->document)) return cached->document;
        fail_memory(error, &files->arena);
        return NULL;
    }
    if (files->skips_broken && is_skippable(error)) *error = (Error){0};
    else files->failed = true;
    return NULL;
}

void source_files_begin(SourceFiles *files, Session *session, const Source *source,
                        const Format *format) {
    *files = (SourceFiles){
        .set = {.count = source->file_count, .context = files, .name = name_of, .open = open_file},
        .session = session,
        .source = source,
        .format = format,
        .arena = {.host = &session->host}};
}

void source_files_limit(SourceFiles *files, Arena *arena) {
    arena->limit = arena->bytes + DOCUMENT_BYTES_LEAST;
    files->limited = arena;
}

void source_files_end(SourceFiles *files) {
    ahead_forget(files->session, &files->scan);
    release_opened(files);
    arena_clear(&files->arena);
}
