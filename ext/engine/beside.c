/* See beside.h. */
#include "beside.h"
#include "cache.h"
#include "folder_names.h"
#include "paths.h"

/* Makes the path of a name in the folder of `path`; NULL if memory ran out. */
static char *path_beside(Arena *arena, const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0, length = strlen(name);
    char *beside = arena_alloc(arena, folder + length + 1, 1);
    if (!beside) return NULL;
    memcpy(beside, path, folder);
    memcpy(beside + folder, name, length + 1);
    return beside;
}

/* Tells whether a file in the same folder can have this name, which comes from another file. */
static bool is_name(const char *name) {
    return *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && !strpbrk(name, "/\\:");
}

/* Finds the span's file of a path, which lies in the span's memory and is freed. */
static bool use_path(Session *session, char *path, SpanFile **found, Error *error) {
    *found = session_file(session, path);
    arena_release(&session->span, path);
    return *found || fail_memory(error, &session->span);
}

/* Finds the file whose name in the folder's listing differs from this one in case. */
static bool find_by_listing(Session *session, const SpanFile *file, const char *name,
                            SpanFile **found, Error *error) {
    char *folder = path_beside(&session->span, file->path, ""), *path;
    const char *exact;
    if (!folder) return fail_memory(error, &session->span);
    bool done = folder_name(session, folder, name, &exact, error);
    arena_release(&session->span, folder);
    if (!done || !exact) return done;
    path = path_beside(&session->span, file->path, exact);
    return path ? use_path(session, path, found, error) : fail_memory(error, &session->span);
}

/* Finds a file in the same folder of the system; *found stays NULL if there is none. */
static bool find_in_folder(Session *session, const SpanFile *file, const char *name,
                           SpanFile **found, Error *error) {
    char *path = path_beside(&session->span, file->path, name);
    if (!path) return fail_memory(error, &session->span);
    void **known = map_find(&session->span_files, path, strlen(path));
    const SpanFile *seen = known ? *known : NULL;
    if ((seen && seen->identified) || !file_is_absent(path)) {
        return use_path(session, path, found, error);
    }
    arena_release(&session->span, path);
    return find_by_listing(session, file, name, found, error);
}

static bool find_in_archive(Session *session, const SpanFile *file, const char *name,
                            SpanFile **found, Error *error) {
    const char *entry = file->path + strlen(file->archive->path) + 1;
    char *other = path_beside(&session->span, entry, name);
    if (!other) return fail_memory(error, &session->span);
    bool done = find_named_entry(session, file->archive, other, found, error);
    arena_release(&session->span, other);
    return done;
}

static Document *open_name(const FilesBeside *set, const char *name, const Format *format,
                           bool header, Error *error) {
    Beside *beside = set->context;
    Session *session = beside->session;
    const SpanFile *file = beside->file;
    SpanFile *found = NULL;
    document_release(beside->opened);
    beside->opened = NULL;
    if (!file->path || file->problem || !is_name(name)) return NULL;
    if (!(file->archive ? find_in_archive : find_in_folder)(session, file, name, &found, error) ||
        !found) {
        return NULL;
    }
    const Wanted wanted = {.format = format, .header = header && !session->reads_whole};
    beside->opened = cache_file(session, found, wanted, error);
    return beside->opened ? beside->opened->document : NULL;
}

void beside_begin(Beside *beside, Session *session, SpanFile *file) {
    *beside =
        (Beside){.set = {.context = beside, .open = open_name}, .session = session, .file = file};
}

void beside_end(Beside *beside) {
    document_release(beside->opened);
}
