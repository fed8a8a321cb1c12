#include "engine/documents/beside.h"
#include "codec/text.h"
#include "engine/files/path.h"
#include "modules.h"

/* Returns a file's name with what stands behind it where the file is kept as a text; *text is NULL
** if there is no such name. */
static bool name_of_text(Arena *arena, const void *name, size_t length, char **text, Error *error) {
    const char *ending = text_ending_of(name, length);
    *text = NULL;
    if (!ending) return true;
    *text = arena_piece(arena, length + strlen(ending) + 1);
    if (!*text) return fail_memory(error, arena);
    memcpy(*text, name, length);
    memcpy(*text + length, ending, strlen(ending) + 1);
    return true;
}

static Document *open_name(const FilesBeside *set, const char *name, const Format *format,
                           bool header, Error *error) {
    Beside *beside = set->context;
    Documents *documents = beside->documents;
    SpanFile *found = NULL;
    store_release(beside->opened);
    beside->opened = NULL;
    /* a file has given the name, which may lead elsewhere */
    bool is_name = *name && strcmp(name, ".") && strcmp(name, "..") && !strpbrk(name, "/\\:");
    char *text;
    if (!is_name || !documents_find_beside(documents, beside->file, name, false, &found, error) ||
        !name_of_text(&documents->span.arena, name, found ? 0 : strlen(name), &text, error)) {
        return NULL;
    }
    if (text && !documents_find_beside(documents, beside->file, text, false, &found, error)) {
        return NULL;
    }
    if (!found) return NULL;
    const Wanted wanted = {.format = format, .reads = header ? documents->reads_anyway : READS_ALL};
    beside->opened = documents_file(documents, found, wanted, error);
    return beside->opened ? beside->opened->document : NULL;
}

static bool add_roots(const FilesBeside *set, const char *text, const char *below, Error *error) {
    Beside *beside = set->context;
    return lookup_add_text(beside->documents, &beside->lookup, text, below, error);
}

static bool add_own_root(const FilesBeside *set, const char *within, Error *error) {
    Beside *beside = set->context;
    return lookup_add_beside(beside->documents, &beside->lookup, beside->file, within, error);
}

static bool find_by_roots(const FilesBeside *set, const FileName *name, FoundFile *found,
                          Error *error) {
    Beside *beside = set->context;
    SpanFile *file = NULL;
    *found = (FoundFile){0};
    FileName as_text = *name;
    size_t length = field_length(name->bytes, name->size);
    char *text;
    if (!lookup_find(beside->documents, &beside->lookup, name, &file, error) ||
        !name_of_text(&beside->documents->span.arena, name->bytes, file ? 0 : length, &text,
                      error)) {
        return false;
    }
    if (text) {
        as_text.bytes = (const uint8_t *)text;
        as_text.size = strlen(text);
        if (!lookup_find(beside->documents, &beside->lookup, &as_text, &file, error)) return false;
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
    if (problem.kind == ERROR_CANNOT_OPEN || problem.kind == ERROR_READ) {
        fail(error, problem.kind, "a file that it names: %s", problem.message);
    } else {
        *error = problem;
    }
    return NULL;
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

void beside_begin(Beside *beside, Documents *documents, SpanFile *file) {
    *beside = (Beside){.set = {.context = beside,
                               .open = open_name,
                               .add_roots = add_roots,
                               .add_own_root = add_own_root,
                               .find = find_by_roots,
                               .open_found = open_found,
                               .close = close_found},
                       .documents = documents,
                       .file = file};
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
    const char *name = text_with_ending(arena, path_name(file->path), dotted);
    if (!documents_find_beside(documents, file, name, false, found, error)) return false;
    bool is_folder =
        *found && !(*found)->archive && system_path_type((*found)->path, &ignored) >= PATH_FOLDER;
    if (is_folder) *found = NULL;
    return true;
}
