#include "engine/documents/source_files.h"
#include "engine/documents/beside.h"
#include "engine/files/path.h"
#include "meta/unreadable.h"

static SetFile describe(const FileSet *set, uint32_t number) {
    const SourceFiles *files = set->context;
    const SpanFile *file = files->source->files[number];
    if (!file->path) return (SetFile){0};
    bool is_matched = files->source->is_pattern && !order_may_be(files->source->text);
    return (SetFile){file->shown, path_name(file->shown), file->is_deletion,
                     file->archive || files->source->is_found || is_matched, file->number_bytes};
}

static HiddenFile describe_hidden(const FileSet *set, uint32_t number) {
    const SourceFiles *files = set->context;
    const OrderHidden *hidden = files->source->order->hidden.items;
    return (HiddenFile){hidden[number].name, hidden[number].by->shown};
}

static size_t own_bytes(const FileSet *set, uint32_t number) {
    const SourceFiles *files = set->context;
    const SpanFile *file = files->source->files[number];
    const Order *order = files->source->order;
    return path_shown_bytes(file->path, order_own_bytes(order, file));
}

/* Releases the open files. What was only compared and is cheap to read again goes at once, so that
** the next file takes its memory while the processor's caches have it. */
static void release_opened(SourceFiles *files) {
    CachedDocument **opened = files->opened.items;
    for (uint64_t i = 0; i < files->opened.count; i++) {
        bool is_bytes = opened[i]->document->format == &bytes_format;
        bool was_compared = is_bytes || (files->compares && files->set.count > 1);
        if (was_compared && !opened[i]->is_unpacked) store_drop(opened[i]);
        store_release(opened[i]);
    }
    files->opened.count = 0;
}

/* Raises the limit that source_files_limit() set when a file is open for the first time. */
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

static Document *open_file(const FileSet *set, uint32_t number, const Format *format,
                           Error *error) {
    SourceFiles *files = set->context;
    const Wanted wanted = wanted_whole(format ? format : files->format);
    files->last = number;
    files->failed = !list_reserve(&files->arena, &files->opened, 1, sizeof(CachedDocument *));
    if (files->failed) return null_after(fail_memory(error, &files->arena));
    /* few of the files that are compared as bytes are opened as what they are */
    files->compares |= format == &bytes_format;
    bool is_scan = !set->keeps_open && (!files->compares || format == &bytes_format);
    Scan *scan = is_scan ? &files->scan : NULL;
    CachedDocument *cached =
        scan_document(files->ahead, files->source, number, wanted, scan, error);
    if (!set->keeps_open) release_opened(files); /* now, since it may be the same document */
    if (cached) {
        *(CachedDocument **)list_add(&files->arena, &files->opened, sizeof cached) = cached;
        if (allow_for(files, number, cached->document)) return cached->document;
        return null_after(fail_memory(error, &files->arena));
    }
    if (sources_leave_out(files->ahead->documents, files->source, number, wanted.format, error)) {
        return NULL;
    }
    if (!files->skips_broken || !error_is_skippable(error)) {
        files->failed = true;
        return NULL;
    }
    sources_skip(files->ahead->documents, files->source, files->source->files[number], wanted,
                 error, false);
    *error = (Error){0};
    return NULL;
}

static Document *open_file_beside(const FileSet *set, uint32_t number, const char *ending,
                                  const Format *format, Error *error) {
    SourceFiles *files = set->context;
    Documents *documents = files->ahead->documents;
    const Wanted wanted = wanted_whole(format ? format : files->format);
    CachedDocument *cached = NULL;
    SpanFile *found = NULL;
    const SpanFile *file = files->source->files[number];
    bool is_done = *ending == '.' ? beside_find(documents, file, ending, &found, error)
                                  : beside_find_name(documents, file, ending, &found, error);
    if (is_done && found) {
        cached = documents_file(documents, found, wanted, error);
    }
    if (error->kind && files->skips_broken && error_is_skippable(error)) *error = (Error){0};
    store_release(files->beside[0]);
    files->beside[0] = files->beside[1];
    files->beside[1] = cached;
    return cached ? cached->document : NULL;
}

void source_files_begin(SourceFiles *files, Ahead *ahead, const Source *source,
                        const Format *format) {
    *files = (SourceFiles){
        .set = {.count = source->file_count,
                .context = files,
                .file = describe,
                .open = open_file,
                .open_beside = open_file_beside,
                .folder_bytes = source->file_count
                                    ? path_shown_bytes(source->files[0]->path, source->folder_bytes)
                                    : source->folder_bytes,
                .is_pattern = source->is_pattern,
                .is_list = source->text && text_is_list(source->text)},
        .ahead = ahead,
        .source = source,
        .format = format,
        .arena = {.host = ahead->documents->host}};
    if (source->order) {
        files->set.hidden = describe_hidden;
        files->set.own_bytes = own_bytes;
    }
}

void source_files_limit(SourceFiles *files, Arena *arena) {
    arena->limit = arena->bytes + DOCUMENT_BYTES_LEAST;
    files->limited = arena;
}

void source_files_end(SourceFiles *files) {
    ahead_forget(files->ahead, &files->scan);
    release_opened(files);
    for (unsigned i = 0; i < 2; i++) store_release(files->beside[i]);
    arena_clear(&files->arena);
}
