#include "engine/files/folder.h"
#include "engine/files/path.h"

/* ---- Names in folders of the system ---------------------------------------------------------- */

/* Adds a name by its lower case; of several with the same, the first in byte order stays. */
static bool add_name(Span *span, Map *names, const char *name) {
    Arena *arena = &span->arena;
    size_t length = strlen(name);
    char *folded = text_folded(arena, name, length), *copy = text_copy(arena, name, length);
    void **place = folded && copy ? map_place(names, arena, folded, length) : NULL;
    arena_release(arena, folded);
    if (place && (!*place || strcmp(*place, name) > 0)) *place = copy;
    return place;
}

Map *folder_names(Span *span, Map *lists, const char *folder,
                  bool (*add)(Span *span, Map *names, const char *name), const char *what,
                  bool may_be_none, Error *error) {
    Arena *arena = &span->arena;
    Folder *listing;
    const char *name;
    PathType type;
    void **place = map_place(lists, arena, folder, strlen(folder));
    if (place && *place) return *place;
    Map *names = arena_zeroed(arena, 1, sizeof *names);
    if (!place || !names) return null_after(fail_memory(error, arena));
    bool done = true;
    int number = system_open_folder(folder, &listing);
    if (!number) {
        while (done && (name = system_next_name(listing, &type, &number))) {
            done = add(span, names, name) || fail_memory(error, arena);
            if (done && arena_interrupted(arena)) done = fail_interrupted(error);
        }
        system_close_folder(listing);
    } else if (may_be_none && (system_says_absent(number) || system_says_denied(number))) {
        number = 0;
    }
    if (done && number) fail_system(error, ERROR_CANNOT_OPEN, what, number);
    if (!done || number) return NULL;
    *place = names;
    return names;
}

bool folder_spell(Span *span, const char *folder, const char *name, char **path, Error *error) {
    Arena *arena = &span->arena;
    char *exact = path_join(arena, 0, folder, name, strlen(name));
    *path = exact;
    if (!exact) return fail_memory(error, arena);
    if (!file_is_absent(exact)) return true;
    *path = NULL;
    arena_release(arena, exact);
    const Map *names = folder_names(span, &span->folders, folder, add_name,
                                    "its folder can't be listed", false, error);
    if (!names) return false;
    char *folded = text_folded(arena, name, strlen(name));
    if (!folded) return fail_memory(error, arena);
    void **found = map_find(names, folded, strlen(folded));
    arena_release(arena, folded);
    if (!found) return true;
    *path = path_join(arena, 0, folder, *found, strlen(*found));
    return *path || fail_memory(error, arena);
}

bool folder_spell_last(Span *span, char **path, Error *error) {
    if (!file_is_absent(*path)) return true;
    char *found = NULL, *folder = text_copy(&span->arena, *path, path_folder_length(*path));
    if (!folder) return fail_memory(error, &span->arena);
    Error problem = {0}; /* a folder that doesn't exist has no such name either */
    bool done = folder_spell(span, folder, path_name(*path), &found, &problem) ||
                !error_ends(&problem, error);
    if (found) *path = found;
    return done;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* No system opens a longer path, so no archive has one. */
enum { SYSTEM_PATH_MAX = 32768 };

/* Returns the length of a path up to the next slash behind `at`, or to its end. */
static size_t next_end(const char *path, size_t at) {
    return at + strcspn(path + at, "/");
}

SpanFile *folder_known_archive(const Span *span, const char *path, size_t *end) {
    if (!span->archives.count || !*path) return NULL;
    for (*end = next_end(path, 1); path[*end] && *end <= SYSTEM_PATH_MAX;
         *end = next_end(path, *end + 1)) {
        void **known = map_find(&span->archives, path, *end);
        if (known && *known) return *known;
    }
    return NULL;
}

bool folder_walk(Span *span, const char *path, SpanFile **archive, size_t *end, int *number,
                 Error *error) {
    Arena *arena = &span->arena;
    size_t behind;
    *archive = NULL;
    *number = 0;
    system_root(path, &behind);
    if ((*archive = folder_known_archive(span, path, end))) return true;
    for (*end = next_end(path, behind); *end <= SYSTEM_PATH_MAX; *end = next_end(path, *end + 1)) {
        if (arena_interrupted(arena)) return fail_interrupted(error);
        char *part = text_copy(arena, path, *end);
        if (!part) return fail_memory(error, arena);
        int refused;
        PathType type = *end ? system_path_type(part, &refused) : PATH_FOLDER;
        if (type == PATH_UNKNOWN) *number = refused;
        if (type == PATH_FILE) *archive = span_file(span, part);
        arena_release(arena, part);
        if (type == PATH_FILE) {
            void **place = *archive ? map_place(&span->archives, arena, path, *end) : NULL;
            if (!place) return fail_memory(error, arena);
            *place = *archive;
            *number = 0;
            return true;
        }
        if (type == PATH_ABSENT || !path[*end]) return true;
    }
    return true;
}

size_t folder_outer_bytes(const SpanFolder *folder) {
    return folder->archive ? strlen(folder->archive->path) + 1 : 0;
}

bool folder_of_file(Span *span, const SpanFile *file, SpanFolder *folder, Error *error) {
    const size_t length = path_folder_length(file->path);
    *folder = (SpanFolder){file->archive, text_copy(&span->arena, file->path, length), false};
    return folder->path || fail_memory(error, &span->arena);
}

bool folder_around(Span *span, const char *name, SpanFolder *folder, Error *error) {
    const char *path = folder->path;
    size_t bytes = strlen(name), length = strlen(path), found = length;
    const size_t first = folder_outer_bytes(folder);
    for (size_t at = first; at + bytes < length; at++) {
        bool same = (at == first || path[at - 1] == '/') && path[at + bytes] == '/';
        if (same && text_same(path + at, bytes, name, bytes)) found = at;
    }
    bool is_current = !folder->archive && !length; /* whose name isn't in the path */
    folder->path = is_current ? ".." : text_copy(&span->arena, path, found);
    return folder->path || fail_memory(error, &span->arena);
}

SpanFile *folder_entry(Span *span, SpanFile *archive, const Archive *table, uint32_t place) {
    const KeptEntry *entry = archive_kept(table, place);
    char *path = path_join(&span->arena, 0, archive->path, entry->name, entry->name_length);
    SpanFile *file = path ? span_file(span, path) : NULL;
    arena_release(&span->arena, path);
    if (!file) return NULL;
    file->archive = archive;
    file->entry = place;
    file->depth = archive->depth + 1;
    file->number_bytes = entry->number_length;
    file->is_deletion = entry->kind == ARCHIVE_DELETE;
    return file;
}

bool folder_find_entry(Span *span, SpanFile *archive, Archive *table, const char *name,
                       size_t length, SpanFile **found, Error *error) {
    uint32_t place;
    *found = NULL;
    if (!archive_find(table, name, length, &place, error)) return false;
    if (place == NO_PLACE) return true;
    *found = folder_entry(span, archive, table, place);
    return *found || fail_memory(error, &span->arena);
}

bool folder_find(Span *span, const SpanFolder *folder, Archive *table, const char *name,
                 SpanFile **found, Error *error) {
    Arena *arena = &span->arena;
    *found = NULL;
    char *path = path_join(arena, 0, folder->path, name, strlen(name));
    if (!path) return fail_memory(error, arena);
    if (table) {
        const char *own = path + folder_outer_bytes(folder);
        bool done = folder_find_entry(span, folder->archive, table, own, strlen(own), found, error);
        int kind = *found ? archive_kept(table, (*found)->entry)->kind : ARCHIVE_FILE;
        if (kind != ARCHIVE_FILE && kind != ARCHIVE_DELETE) *found = NULL;
        arena_release(arena, path);
        return done;
    }
    /* a file that the span has seen exists for it, whatever the system says now */
    void **known = map_find(&span->files, path, strlen(path));
    const SpanFile *seen = known ? *known : NULL;
    char *there = path;
    bool is_seen = seen && seen->identified;
    if (!is_seen && folder->is_exact && file_is_absent(path)) there = NULL;
    if (!is_seen && !folder->is_exact && !folder_spell(span, folder->path, name, &there, error)) {
        return false;
    }
    if (there) *found = span_file(span, there);
    if (there != path) arena_release(arena, there);
    arena_release(arena, path);
    return !there || *found || fail_memory(error, arena);
}
