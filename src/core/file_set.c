/* See file_set.h. */
#include "core/file_set.h"

bool texture_names_add_once(TextureNames *textures, Map *seen, Arena *arena, const FileName *name,
                            Error *error) {
    size_t length = field_length(name->bytes, name->size);
    uint8_t *folded = arena_alloc(arena, length, 1);
    if (!folded) return fail_memory(error, arena);
    for (size_t i = 0; i < length; i++) folded[i] = fold_byte(name->bytes[i]);
    void **place = map_place(seen, arena, folded, length);
    arena_release(arena, folded);
    if (!place) return fail_memory(error, arena);
    if (*place || !length) return true;
    FileName *added = list_add(arena, &textures->names, sizeof *added);
    if (!added) return fail_memory(error, arena);
    *added = *name;
    *place = textures;
    return true;
}

/* Finds a name with an ending behind it. */
static bool find_ended(const FilesBeside *beside, const FileName *name, const char *ending,
                       Arena *arena, FoundFile *found, Error *error) {
    size_t bytes = strlen(ending) + 1, length = field_length(name->bytes, name->size);
    FileName ended = *name;
    uint8_t *whole = arena_alloc(arena, length + bytes, 1);
    if (!whole) return fail_memory(error, arena);
    if (length) memcpy(whole, name->bytes, length);
    memcpy(whole + length, ending, bytes);
    ended.bytes = whole;
    ended.size = length + bytes - 1;
    bool done = beside->find(beside, &ended, found, error);
    arena_release(arena, whole);
    return done;
}

bool find_with_endings(const FilesBeside *beside, const FileName *name, const char *const *endings,
                       int ending_count, Arena *arena, FoundFile *found, Error *error) {
    *found = (FoundFile){0};
    if (!ending_count) return beside->find(beside, name, found, error);
    for (int i = 0; i < ending_count && !found->path; i++) {
        if (!find_ended(beside, name, endings[i], arena, found, error)) return false;
    }
    return true;
}

bool open_beside(const FilesBeside *beside, const FileBeside *file, Document **document,
                 Findings *findings, Error *error) {
    Error problem = {0};
    *document = beside->open(beside, file->name, file->format, file->header, &problem);
    if (error_ends(&problem, error)) return false;
    if (problem.kind != ERROR_NONE) {
        finding_add(findings, SEVERITY_WARNING, "file_beside_unreadable", file->offset,
                    "%s can't be read: gamemap_files tells why", file->what);
    } else if (!*document && file->is_named) {
        finding_add(findings, SEVERITY_INFO, "file_beside_missing", file->offset,
                    "%s isn't beside this one, so nothing was compared with it", file->what);
    }
    return true;
}
