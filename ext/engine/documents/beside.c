#include "engine/documents/beside.h"
#include "engine/files/path.h"
#include "modules.h"

/* Finds a file where modules are kept as texts in a folder for each type: the "are/hall.are.json"
** that belongs to "git/hall.git.json". */
static bool find_sibling(Documents *documents, const SpanFile *file, const char *name,
                         SpanFile **found, Error *error) {
    Arena *arena = &documents->span.arena;
    const char *folder = strrchr(name, '.');
    char *own = name_without_text(arena, path_name(file->path)), *text = NULL;
    if (!own || !name_of_text(arena, own, &text)) return fail_memory(error, arena);
    const char *type = strrchr(own, '.');
    if (!text || !type || !folder) return true;
    Lookup lookup = {0};
    const FileName wanted = {.folder = folder + 1, .text = name, .length = strlen(name)};
    return lookup_add_beside(documents, &lookup, file, type + 1, error) &&
           lookup_find(documents, &lookup, &wanted, found, error);
}

/* Finds a file beside another one, in the same folder or in the folder of its type, by its name or
** by the name of the text in which it is kept ("hall.are.json" for "hall.are"). */
static bool find_name(Documents *documents, const SpanFile *file, const char *name,
                      SpanFile **found, Error *error) {
    char *text;
    if (!documents_find_beside(documents, file, name, false, found, error)) return false;
    if (*found || !file->path) return true;
    if (!name_of_text(&documents->span.arena, name, &text)) {
        return fail_memory(error, &documents->span.arena);
    }
    if (text && !documents_find_beside(documents, file, text, false, found, error)) return false;
    return *found || find_sibling(documents, file, name, found, error);
}

bool beside_find_name(Documents *documents, const SpanFile *file, const char *name,
                      SpanFile **found, Error *error) {
    /* a name that a file gives may be crafted to lead out of the folder */
    bool is_name = *name && strcmp(name, ".") && strcmp(name, "..") && !strpbrk(name, "/\\:");
    return !is_name || find_name(documents, file, name, found, error);
}

static Document *open_name(const FilesBeside *set, const char *name, const Format *format,
                           bool header, Error *error) {
    Beside *beside = set->context;
    Documents *documents = beside->documents;
    SpanFile *found = NULL;
    store_release(beside->opened);
    beside->opened = NULL;
    if (!beside_find_name(documents, beside->file, name, &found, error) || !found) return NULL;
    const Wanted wanted = {.format = format, .reads = header ? documents->reads_anyway : READS_ALL};
    beside->opened = documents_file(documents, found, wanted, error);
    return beside->opened ? beside->opened->document : NULL;
}

/* Adds the folders that have files of a source, unless they are known. */
static bool add_folders(Documents *documents, Source *source, Error *error) {
    Map seen = {0};
    Arena *arena = &documents->span.arena;
    uint32_t count = source->folders.roots.count ? 0 : source->file_count;
    for (uint32_t i = 0; i < count; i++) {
        const char *path = source->files[i]->path;
        void **place = map_place(&seen, arena, path, path_folder_length(path));
        SpanFolder folder;
        if (!place) return fail_memory(error, arena);
        if (*place) continue;
        *place = source;
        if (!folder_of_file(&documents->span, source->files[i], &folder, error)) return false;
        if (!lookup_add(documents, &source->folders, folder, error)) return false;
    }
    return true;
}

static bool add_roots(const FilesBeside *set, const char *text, const char *below,
                      const char *within, Error *error) {
    Beside *beside = set->context;
    bool is_flat = within && !*within;
    if (!text) text = beside->order;
    if (text) return lookup_add_text(beside->documents, &beside->lookup, text, below, error);
    beside->in_folders = is_flat && beside->source->is_found;
    return lookup_add_beside(beside->documents, &beside->lookup, beside->file,
                             is_flat ? NULL : within, error) &&
           (!beside->in_folders || add_folders(beside->documents, beside->source, error));
}

static bool find_by_roots(const FilesBeside *set, const FileName *name, FoundFile *found,
                          Error *error) {
    Beside *beside = set->context;
    SpanFile *file = NULL;
    *found = (FoundFile){0};
    if (!lookup_find(beside->documents, &beside->lookup, name, &file, error)) return false;
    if (!file && beside->in_folders &&
        !lookup_find(beside->documents, &beside->source->folders, name, &file, error)) {
        return false;
    }
    if (file) *found = (FoundFile){.path = file->shown, .file = file};
    return true;
}

static Document *open_found(const FilesBeside *set, const FoundFile *found, const Format *format,
                            Error *error) {
    Beside *beside = set->context;
    Arena *arena = &beside->documents->span.arena;
    CachedDocument **place = list_add(arena, &beside->found, sizeof *place);
    if (!place) return null_after(fail_memory(error, arena));
    Error problem = {0};
    *place = documents_file(beside->documents, found->file, wanted_whole(format), &problem);
    if (*place) return (*place)->document;
    beside->found.count--;
    bool is_unread = problem.kind == ERROR_CANNOT_OPEN || problem.kind == ERROR_READ;
    if (!is_unread) return null_after(fail_as(error, &problem));
    return null_after(fail(error, problem.kind, "a file that it names: %s", problem.message));
}

static void close_found(const FilesBeside *set, Document *document) {
    Beside *beside = set->context;
    CachedDocument **found = beside->found.items;
    for (uint64_t i = beside->found.count; i--;) {
        if (found[i]->document != document) continue;
        store_release(found[i]);
        found[i] = found[--beside->found.count];
        return;
    }
}

void beside_begin(Beside *beside, Documents *documents, Source *source, uint32_t file,
                  const char *order) {
    *beside = (Beside){.set = {.context = beside,
                               .open = open_name,
                               .add_roots = add_roots,
                               .find = find_by_roots,
                               .open_found = open_found,
                               .close = close_found},
                       .documents = documents,
                       .source = source,
                       .file = source->files[file],
                       .order = order};
}

void beside_end(Beside *beside) {
    CachedDocument **found = beside->found.items;
    store_release(beside->opened);
    for (uint64_t i = 0; i < beside->found.count; i++) store_release(found[i]);
}

bool beside_find(Documents *documents, const SpanFile *file, const char *ending, SpanFile **found,
                 Error *error) {
    Arena *arena = &documents->span.arena;
    int ignored;
    if (!file->path) return true;
    size_t length = strlen(ending);
    char *dotted = arena_alloc(arena, length + 2, 1);
    if (!dotted) return fail_memory(error, arena);
    dotted[0] = '.';
    memcpy(dotted + (*ending != '.'), ending, length + 1);
    const char *own = name_without_text(arena, path_name(file->path));
    const char *name = own ? text_with_ending(arena, own, dotted) : NULL;
    if (!name) return fail_memory(error, arena);
    if (!find_name(documents, file, name, found, error)) return false;
    if (*found && span_type(*found, &ignored) >= PATH_FOLDER) *found = NULL;
    return true;
}
