#include "engine/files/span.h"
#include "engine/files/path.h"

SpanFile *span_file(Span *span, const char *path) {
    Arena *arena = &span->arena;
    size_t length = strlen(path);
    uint64_t hash = hash_bytes(arena->host, path, length);
    void **place = map_place_hashed(&span->files, arena, path, length, hash);
    if (!place || *place) return place ? *place : NULL;
    SpanFile *file = arena_piece(arena, sizeof *file + length + 1);
    if (!file) return NULL;
    *file = (SpanFile){.path = memcpy(file + 1, path, length + 1), .hash = hash};
    file->shown = path_shown(arena, file->path);
    if (!file->shown) return NULL;
    *place = file;
    return file;
}

SpanFile *span_problem(Span *span, const char *path, const Error *problem) {
    Arena *arena = &span->arena;
    SpanFile *file = arena_zeroed(arena, 1, sizeof *file);
    Error *copy = arena_alloc(arena, 1, sizeof *copy);
    if (!file || !copy) return NULL;
    *copy = *problem;
    *file = (SpanFile){.path = path,
                       .shown = path_shown(arena, path),
                       .hash = hash_bytes(arena->host, path, strlen(path)),
                       .problem = copy};
    return file->shown ? file : NULL;
}

const SpanFile *span_outermost(const SpanFile *file) {
    while (file->archive) file = file->archive;
    return file;
}

bool span_see_version(SpanFile *file, const FileIdentity *identity, Error *error) {
    if (file->identified && !file_same(&file->identity, identity)) {
        return fail(error, ERROR_READ, "the file was changed while the query used it");
    }
    file->identity = *identity;
    file->identified = true;
    return true;
}

void span_clear(Span *span) {
    arena_clear(&span->arena);
    span->files = span->archives = span->folders = (Map){0};
    span->meanings = span->looked_up = (Map){0};
    span->window = (ReadWindow){0};
}
