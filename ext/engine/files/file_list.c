#include "engine/files/file_list.h"

#include <stdlib.h>

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

static int compare_paths(const void *a, const void *b) {
    const SpanFile *one = *(SpanFile *const *)a, *other = *(SpanFile *const *)b;
    return strcmp(one->path, other->path);
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
