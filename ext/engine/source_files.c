/* See source_files.h. */
#include "source_files.h"

#include "cache.h"

struct SourceFiles {
    Files files;
    Session *session;
    const Source *source;
    const Format *format;
    CachedDocument *blob; /* of a source that is a BLOB; else NULL */
    Arena arena;          /* holds this struct */
    List opened;          /* CachedDocument *, with a reference each */
};

static const char *file_path(const Files *files, uint32_t number) {
    const SourceFiles *own = (const SourceFiles *)(const void *)files;
    return own->source->files[number]->path;
}

static Document *open_file(Files *files, uint32_t number, Error *error) {
    SourceFiles *own = (SourceFiles *)(void *)files;
    if (!list_reserve(&own->arena, &own->opened, 1, sizeof(CachedDocument *))) {
        fail_memory(error, &own->arena);
        return NULL;
    }
    CachedDocument *cached =
        cache_document(own->session, own->source, number, own->format, NULL, error);
    if (!cached) return NULL;
    *(CachedDocument **)list_add(&own->arena, &own->opened, sizeof cached) = cached;
    return cached->document;
}

SourceFiles *source_files_open(Session *session, sqlite3_value *src, const Format *format,
                               Error *error) {
    Arena arena = {.host = &session->host};
    SourceFiles *own = arena_alloc(&arena, 1, sizeof *own);
    if (!own) {
        fail_memory(error, &arena);
        return NULL;
    }
    *own = (SourceFiles){.session = session, .format = format, .arena = arena};
    own->source = session_source(session, src, format, &own->blob, error);
    if (!own->source) {
        source_files_close(own);
        return NULL;
    }
    own->files = (Files){.count = own->source->file_count, .path = file_path, .open = open_file};
    return own;
}

void source_files_close(SourceFiles *own) {
    if (!own) return;
    CachedDocument **opened = own->opened.items;
    for (uint64_t i = 0; i < own->opened.count; i++) document_release(opened[i]);
    document_release(own->blob);
    Arena arena = own->arena; /* which holds what it is a part of */
    arena_clear(&arena);
}

Files *source_files_of(SourceFiles *own) {
    return &own->files;
}
