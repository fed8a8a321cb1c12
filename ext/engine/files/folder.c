/* See folder.h. */
#include "engine/files/folder.h"
#include "codec/text.h"
#include "engine/files/path.h"

/* ---- Names in folders of the system ---------------------------------------------------------- */

/* Finds the place of a name by its lower case; NULL if memory ran out. */
static void **place_of(Span *span, Map *names, const char *name) {
    Arena *arena = &span->arena;
    size_t length = strlen(name);
    char *folded = text_folded(arena, name, length);
    if (!folded) return NULL;
    void **place = map_place(names, arena, folded, length);
    arena_release(arena, folded);
    return place;
}

static bool add_name(Span *span, Map *names, const char *name, Error *error) {
    Arena *arena = &span->arena;
    void **place = place_of(span, names, name);
    if (!place) return fail_memory(error, arena);
    if (*place && strcmp(*place, name) < 0) return true;
    char *copy = text_copy(arena, name, strlen(name));
    if (!copy) return fail_memory(error, arena);
    arena_release(arena, *place);
    *place = copy;
    return true;
}

static bool list_names(Span *span, const char *folder, Map *names, Error *error) {
    Folder *listing;
    const char *name;
    PathType type;
    bool done = true;
    int number = system_open_folder(folder, &listing);
    if (!number) {
        while (done && (name = system_next_name(listing, &type, &number))) {
            done = add_name(span, names, name, error);
            if (done && arena_interrupted(&span->arena)) done = fail_interrupted(error);
        }
        system_close_folder(listing);
    }
    if (!number || !done) return done;
    return fail_system(error, ERROR_CANNOT_OPEN, "its folder can't be listed", number);
}

bool folder_names_find(Span *span, const char *folder, const char *name, const char **found,
                       Error *error) {
    Arena *arena = &span->arena;
    void **known = map_find(&span->folders, folder, strlen(folder));
    Map *names = known ? *known : NULL;
    if (!names) {
        names = arena_zeroed(arena, 1, sizeof *names);
        if (!names) return fail_memory(error, arena);
        if (!list_names(span, folder, names, error)) return false;
        void **place = map_place(&span->folders, arena, folder, strlen(folder));
        if (!place) return fail_memory(error, arena);
        *place = names;
    }
    void **place = place_of(span, names, name);
    if (!place) return fail_memory(error, arena);
    *found = *place;
    return true;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* No system opens a longer path, so an archive's is shorter. */
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
            return true;
        }
        if (type == PATH_ABSENT || !path[*end]) return true;
    }
    return true;
}

const char *folder_path(Span *span, const SpanFolder *folder) {
    if (!folder->archive) return folder->path;
    if (!*folder->path) return folder->archive->path;
    return path_join(&span->arena, 0, folder->archive->path, folder->path, strlen(folder->path));
}

bool folder_of_file(Span *span, const SpanFile *file, SpanFolder *folder, Error *error) {
    const char *path = file->archive ? file->path + strlen(file->archive->path) + 1 : file->path;
    *folder = (SpanFolder){.archive = file->archive,
                           .path = text_copy(&span->arena, path, path_folder_length(path))};
    return folder->path || fail_memory(error, &span->arena);
}

SpanFile *folder_entry(Span *span, SpanFile *archive, const Archive *table, uint32_t place) {
    const ArchiveEntry *entry = archive_entry(table, place);
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

bool folder_find(Span *span, const SpanFolder *folder, Archive *table, const char *name,
                 SpanFile **found, Error *error) {
    Arena *arena = &span->arena;
    bool done = true;
    *found = NULL;
    char *path = *folder->path || !table ? path_join(arena, 0, folder->path, name, strlen(name))
                                         : text_copy(arena, name, strlen(name));
    if (!path) return fail_memory(error, arena);
    if (table) {
        uint32_t place;
        done = archive_find(table, path, strlen(path), &place, error);
        bool is_file = done && place != NO_PLACE &&
                       (archive_entry(table, place)->kind == ARCHIVE_FILE ||
                        archive_entry(table, place)->kind == ARCHIVE_DELETE);
        if (is_file) *found = folder_entry(span, folder->archive, table, place);
        if (is_file && !*found) done = fail_memory(error, arena);
        arena_release(arena, path);
        return done;
    }
    /* a file that the span has seen is there whatever the system says now */
    void **known = map_find(&span->files, path, strlen(path));
    const SpanFile *seen = known ? *known : NULL;
    if (!(seen && seen->identified) && file_is_absent(path)) {
        const char *spelled = NULL;
        arena_release(arena, path);
        if (folder->is_exact) return true;
        if (!folder_names_find(span, folder->path, name, &spelled, error)) return false;
        if (!spelled) return true;
        path = path_join(arena, 0, folder->path, spelled, strlen(spelled));
        if (!path) return fail_memory(error, arena);
    }
    *found = span_file(span, path);
    arena_release(arena, path);
    return *found || fail_memory(error, arena);
}
