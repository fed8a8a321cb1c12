#include "engine/files/span.h"
#include "engine/files/path.h"

#include <stdlib.h>

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

/* Returns a file that stands for a problem at a path; NULL: memory ran out. */
static SpanFile *span_problem(Span *span, const char *path, const Error *problem) {
    Arena *arena = &span->arena;
    const size_t length = strlen(path);
    SpanFile *file = arena_piece(arena, sizeof *file + length + 1);
    Error *copy = arena_alloc(arena, 1, sizeof *copy);
    if (!file || !copy) return NULL;
    *copy = *problem;
    *file = (SpanFile){.path = memcpy(file + 1, path, length + 1),
                       .hash = hash_bytes(arena->host, path, length),
                       .problem = copy};
    file->shown = path_shown(arena, file->path);
    return file->shown ? file : NULL;
}

SpanFile *span_outermost(const SpanFile *file) {
    while (file->archive) file = file->archive;
    return (SpanFile *)(uintptr_t)file;
}

PathType span_type(const SpanFile *file, int *number) {
    *number = 0;
    bool is_known = !file->path || file->archive || file->is_regular || file->identity.inode;
    return is_known ? PATH_REGULAR : system_path_type(file->path, number);
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
    *span = (Span){.arena = {.host = span->arena.host}};
}

#define FILES_MAX ((uint32_t)1 << 30)

bool file_list_add(Span *span, FileList *files, SpanFile *file, Error *error) {
    Arena *arena = &span->arena;
    if (!file || files->count == FILES_MAX) return fail_memory(error, arena);
    return list_push(arena, files, &file, sizeof file, error);
}

bool file_list_add_problem(Span *span, FileList *files, const char *path, const Error *problem,
                           Error *error) {
    return file_list_add(span, files, span_problem(span, path, problem), error);
}

/* Compares paths as the column `file` shows them, which isn't byte order if they aren't UTF-8. */
static int compare_paths(const void *a, const void *b) {
    const SpanFile *one = *(SpanFile *const *)a, *other = *(SpanFile *const *)b;
    int order = strcmp(one->shown, other->shown);
    return order ? order : strcmp(one->path, other->path);
}

bool file_list_has(const FileList *files, SpanFile *file) {
    return files->count &&
           bsearch(&file, files->items, (size_t)files->count, sizeof file, compare_paths);
}

void file_list_sort(FileList *files) {
    SpanFile **items = files->items;
    uint64_t kept = 0;
    bool sorted = true;
    for (uint64_t i = 1; sorted && i < files->count; i++) {
        sorted = compare_paths(&items[i - 1], &items[i]) < 0;
    }
    if (sorted) return;
    qsort(items, (size_t)files->count, sizeof *items, compare_paths);
    for (uint64_t i = 0; i < files->count; i++) {
        bool is_new = !kept || compare_paths(&items[kept - 1], &items[i]);
        if (is_new) items[kept++] = items[i];
    }
    files->count = kept;
}
