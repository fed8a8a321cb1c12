/* See paths.h. */
#define _GNU_SOURCE
#include "paths.h"
#include "file.h"
#include "glob.h"
#include "hash_map.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FILES_MAX   ((uint32_t)1 << 30)
#define FOLDERS_MAX ((uint32_t)1 << 20) /* links to folders can make a pattern pass them again and again */

/* ---- Folders still to be searched ------------------------------------------------------------ */

/* Part of a pattern that waits for its turn: match `rest` below `folder` ("" is the current one).
** A list instead of recursion, since folders may lie deep. */
typedef struct Search {
    struct Search *next;
    const char *rest;
    char folder[];
} Search;

typedef struct Matcher {
    Arena *arena;
    Search *searches;
    PathList *found;
    Error *error;
    bool remembers; /* several `**` can lead to one folder by very many ways */
    bool goes_back; /* and so can wildcards with `..` behind them, by names that all differ */
    uint64_t listed; /* folders */
    Arena memory;
    Map seen;   /* searches that were added, as rest and folder */
    Map seen_by_identity; /* where it goes back: searches whose folder was listed, as Listing */
} Matcher;

/* What is known of a folder that was searched for `rest`. */
typedef struct Listing {
    const char *rest;
    uint64_t device, inode;
} Listing;

/* folder + '/' + name, in the arena. */
static char *join_path(Arena *arena, size_t header, const char *folder, const char *name,
                       size_t name_length) {
    size_t length = strlen(folder);
    bool slash = length && folder[length - 1] != '/';
    char *block = arena_alloc(arena, header + length + slash + name_length + 1, 1);
    if (!block) return NULL;
    char *path = block + header;
    memcpy(path, folder, length);
    if (slash) path[length] = '/';
    memcpy(path + length + slash, name, name_length);
    path[length + slash + name_length] = 0;
    return block;
}

/* Was this key met before? Now it is. True, with the error set, when there is no memory. */
static bool is_met(Matcher *matcher, Map *seen, const void *key, size_t size) {
    void **place = map_place(seen, &matcher->memory, key, size);
    if (!place) return !fail_memory(matcher->error, &matcher->memory);
    bool met = *place;
    *place = matcher; /* not NULL; what it is doesn't matter */
    return met;
}

static bool is_known(Matcher *matcher, const Search *search) {
    const char *key = (const char *)search + offsetof(Search, rest); /* the folder follows it */
    return is_met(matcher, &matcher->seen, key, sizeof search->rest + strlen(search->folder));
}

/* Was this folder searched for the same before, by another name? */
static bool was_listed(Matcher *matcher, const Search *search, DIR *listing) {
    struct stat status;
    if (!matcher->goes_back || fstat(dirfd(listing), &status) != 0) return false;
    Listing key = {search->rest, (uint64_t)status.st_dev, (uint64_t)status.st_ino};
    return is_met(matcher, &matcher->seen_by_identity, &key, sizeof key);
}

static bool add_search(Matcher *matcher, const char *folder, const char *name, size_t name_length,
                       const char *rest) {
    Search *search =
        (void *)join_path(matcher->arena, sizeof(Search), folder, name, name_length);
    if (!search) return fail_memory(matcher->error, matcher->arena);
    search->rest = rest;
    if (matcher->remembers && is_known(matcher, search)) {
        arena_release(matcher->arena, search);
        return matcher->error->kind == ERROR_NONE;
    }
    search->next = matcher->searches;
    matcher->searches = search;
    return true;
}

static bool add_path(Arena *arena, PathList *paths, Path path, Error *error) {
    if (paths->count == paths->capacity) {
        uint32_t capacity = paths->capacity ? paths->capacity * 2 : 16;
        Path *items = capacity > FILES_MAX
                          ? NULL
                          : arena_resize(arena, paths->items, (uint64_t)capacity * sizeof(Path));
        if (!items) return fail_memory(error, arena);
        paths->items = items;
        paths->capacity = capacity;
    }
    paths->items[paths->count++] = path;
    return true;
}

static bool add_match(Matcher *matcher, const char *folder, const char *name, const char *problem) {
    char *path = join_path(matcher->arena, 0, folder, name, strlen(name));
    if (!path) return fail_memory(matcher->error, matcher->arena);
    return add_path(matcher->arena, matcher->found, (Path){path, problem}, matcher->error);
}

typedef enum EntryType {
    ENTRY_NONE,
    ENTRY_UNKNOWN, /* the system doesn't say: errno tells why */
    ENTRY_FILE,
    ENTRY_FOLDER,
    ENTRY_LINKED_FOLDER
} EntryType;

static bool is_absent(int error) {
    return error == ENOENT || error == ENOTDIR;
}

static EntryType path_type(const char *path) {
    struct stat status, link;
    if (lstat(path, &link)) return is_absent(errno) ? ENTRY_NONE : ENTRY_UNKNOWN;
    if (!S_ISLNK(link.st_mode)) return S_ISDIR(link.st_mode) ? ENTRY_FOLDER : ENTRY_FILE;
    if (stat(path, &status)) {
        bool leads_nowhere = is_absent(errno) || errno == ELOOP;
        return leads_nowhere ? ENTRY_FILE : ENTRY_UNKNOWN;
    }
    return S_ISDIR(status.st_mode) ? ENTRY_LINKED_FOLDER : ENTRY_FILE;
}

static EntryType entry_type(Matcher *matcher, const char *folder, const char *name) {
    char *path = join_path(matcher->arena, 0, folder, name, strlen(name));
    if (!path) {
        fail_memory(matcher->error, matcher->arena);
        return ENTRY_NONE;
    }
    EntryType type = path_type(path);
    int error = errno;
    arena_release(matcher->arena, path);
    errno = error;
    return type;
}

/* The type that the folder's listing tells, or one more look at the file where it tells none. */
static EntryType listed_type(Matcher *matcher, const char *folder, const struct dirent *entry) {
    if (entry->d_type == DT_DIR) return ENTRY_FOLDER;
    if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) {
        return entry_type(matcher, folder, entry->d_name);
    }
    return ENTRY_FILE;
}

/* What one entry of the searched folder means for the pattern part `part`, the first of
** search->rest, with `rest` behind it (NULL: none). */
static bool match_entry(Matcher *matcher, const Search *search, const struct dirent *entry,
                        const char *part, const char *rest, bool any_depth) {
    const char *name = entry->d_name, *folder = search->folder;
    if (name[0] == '.' && part[0] != '.') return true;
    if (!any_depth && !glob_matches(part, name)) return true;
    EntryType type = listed_type(matcher, folder, entry);
    if (type == ENTRY_UNKNOWN) { /* what can't be opened either says so when it is */
        return add_match(matcher, folder, name, rest ? system_error_text(errno) : NULL);
    }
    if (any_depth && type == ENTRY_FOLDER) { /* `**` again, one level further down */
        return add_search(matcher, folder, name, strlen(name), search->rest);
    }
    if (!rest) return type != ENTRY_FILE || add_match(matcher, folder, name, NULL);
    if (any_depth || type < ENTRY_FOLDER) return true;
    return add_search(matcher, folder, name, strlen(name), rest);
}

static bool list_folder(Matcher *matcher, const Search *search, const char *part,
                        const char *rest) {
    const char *folder = search->folder;
    bool any_depth = strcmp(part, "**") == 0;
    DIR *listing = opendir(folder[0] ? folder : ".");
    if (!listing) {
        if (errno == ENOENT || errno == ENOTDIR) return true; /* nothing can match there */
        return add_match(matcher, folder, "", system_error_text(errno));
    }
    if (was_listed(matcher, search, listing)) {
        closedir(listing);
        return matcher->error->kind == ERROR_NONE;
    }
    bool done = !any_depth || !rest || add_search(matcher, folder, "", 0, rest);
    if (++matcher->listed > FOLDERS_MAX) {
        done = fail(matcher->error, ERROR_TOO_BIG, "the pattern leads through more than %u folders",
                    FOLDERS_MAX);
    }
    struct dirent *entry;
    while (done && (errno = 0, entry = readdir(listing))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        done = match_entry(matcher, search, entry, part, rest, any_depth) &&
               matcher->error->kind == ERROR_NONE;
        if (done && arena_interrupted(matcher->arena)) done = fail_interrupted(matcher->error);
    }
    if (done && errno) done = add_match(matcher, folder, "", system_error_text(errno));
    closedir(listing);
    return done;
}

/* One part of the pattern below one folder. */
static bool search_folder(Matcher *matcher, const Search *search) {
    const char *slash = strchr(search->rest, '/');
    size_t length = slash ? (size_t)(slash - search->rest) : strlen(search->rest);
    const char *rest = slash ? slash + strspn(slash, "/") : NULL;
    if (rest && !*rest) return true; /* "maps/" names a folder: no file */
    char *part = join_path(matcher->arena, 0, "", search->rest, length);
    if (!part) return fail_memory(matcher->error, matcher->arena);
    bool done;
    if (has_wildcard(part)) {
        done = list_folder(matcher, search, part, rest);
    } else if (rest) {
        done = add_search(matcher, search->folder, part, length, rest);
    } else {
        EntryType type = entry_type(matcher, search->folder, part);
        bool is_match = type == ENTRY_FILE || type == ENTRY_UNKNOWN;
        done = !is_match || add_match(matcher, search->folder, part, NULL);
    }
    arena_release(matcher->arena, part);
    return done && matcher->error->kind == ERROR_NONE;
}

/* ---- Patterns ------------------------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b) {
    return strcmp(((const Path *)a)->path, ((const Path *)b)->path);
}

/* In byte order, each path once: two `**` can find the same one by two ways. */
static void sort_paths(Arena *arena, PathList *paths) {
    uint32_t kept = 0;
    qsort(paths->items, paths->count, sizeof *paths->items, compare_paths);
    for (uint32_t i = 0; i < paths->count; i++) {
        if (kept && !compare_paths(&paths->items[kept - 1], &paths->items[i])) {
            arena_release(arena, (void *)(uintptr_t)paths->items[i].path);
        } else {
            paths->items[kept++] = paths->items[i];
        }
    }
    paths->count = kept;
}

static bool match_pattern(const char *pattern, Arena *arena, PathList *paths, Error *error) {
    const char *first = strstr(pattern, "**"), *wildcard = strpbrk(pattern, "*?[");
    bool goes_back = wildcard && strstr(wildcard, "/..");
    Matcher matcher = {.arena = arena,
                       .found = paths,
                       .error = error,
                       .remembers = goes_back || (first && strstr(first + 2, "**")),
                       .goes_back = goes_back,
                       .memory = {.host = arena->host}};
    size_t root = strspn(pattern, "/");
    bool done = add_search(&matcher, root ? "/" : "", "", 0, pattern + root);
    while (matcher.searches) {
        Search *search = matcher.searches;
        matcher.searches = search->next;
        done = done && search_folder(&matcher, search);
        arena_release(arena, search);
    }
    arena_clear(&matcher.memory);
    if (!done) return false;
    if (!paths->count) return fail(error, ERROR_CANNOT_OPEN, "no file matches the pattern");
    sort_paths(arena, paths);
    return true;
}

bool find_paths(const char *text, Arena *arena, PathList *paths, Error *error) {
    struct stat status;
    if (!*text) return fail(error, ERROR_ARGUMENT, "an empty path, expected a file's name");
    if (has_wildcard(text) && lstat(text, &status) != 0) {
        return match_pattern(text, arena, paths, error);
    }
    char *path = join_path(arena, 0, "", text, strlen(text));
    if (!path) return fail_memory(error, arena);
    return add_path(arena, paths, (Path){path, NULL}, error);
}
