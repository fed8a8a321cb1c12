/* See paths.h. */
#include "paths.h"
#include "advice.h"
#include "file.h"
#include "glob.h"
#include "../../src/hash_map.h"
#include "utf8.h"

#include <stdlib.h>

#define FILES_MAX ((uint32_t)1 << 30)
#define FOLDERS_MAX                                                                                \
    ((uint32_t)1 << 20) /* because links can lead through the same folders again and again */

/* ---- Folders still to be searched ------------------------------------------------------------ */

/* A search that still has to be done: for the paths below `folder` ("" is the current one) that
** match `rest`. Searches are a list instead of a recursion, because folders may be deeply
** nested. */
typedef struct Search {
    struct Search *next;
    const char *rest;
    char folder[];
} Search;

typedef struct Matcher {
    Session *session;
    Arena *arena;
    Search *searches;
    FileList *found;
    Error *error;
    bool remembers;  /* with several `**`, many ways can lead to one folder */
    bool goes_back;  /* with `..` behind a wildcard, too, by different names */
    uint64_t listed; /* folders */
    char *path;      /* what path_of() returned last */
    size_t path_bytes;
    Arena memory;
    Map seen;             /* searches that were added, as rest and folder */
    Map seen_by_identity; /* if it goes back: listed folders, as Listing */
} Matcher;

/* Identifies a folder that has been searched for `rest`. */
typedef struct Listing {
    const char *rest;
    uint64_t device, inode;
} Listing;

/* The length of a folder's path and of the slash behind it, if it needs one. */
static size_t slashed_length(const char *folder) {
    size_t length = strlen(folder);
    return length + (length && folder[length - 1] != '/');
}

/* Writes folder + '/' + name; `slashed` is as above. */
static void write_path(char *path, const char *folder, size_t slashed, const char *name,
                       size_t name_length) {
    if (slashed) {
        memcpy(path, folder, slashed - 1);
        path[slashed - 1] = '/';
    }
    memcpy(path + slashed, name, name_length);
    path[slashed + name_length] = 0;
}

/* Returns folder + '/' + name, in the arena, behind a header. */
static char *join_path(Arena *arena, size_t header, const char *folder, const char *name,
                       size_t name_length) {
    size_t slashed = slashed_length(folder);
    char *block = arena_alloc(arena, header + slashed + name_length + 1, 1);
    if (block) write_path(block + header, folder, slashed, name, name_length);
    return block;
}

/* Does the same with the matcher's own memory: the path is valid until the next call. */
static const char *path_of(Matcher *matcher, const char *folder, const char *name) {
    size_t slashed = slashed_length(folder), name_length = strlen(name);
    size_t bytes = slashed + name_length + 1;
    if (bytes > matcher->path_bytes) {
        char *larger = arena_resize(&matcher->memory, matcher->path, 2 * bytes);
        if (!larger) {
            fail_memory(matcher->error, &matcher->memory);
            return NULL;
        }
        matcher->path = larger;
        matcher->path_bytes = 2 * bytes;
    }
    write_path(matcher->path, folder, slashed, name, name_length);
    return matcher->path;
}

/* Tells whether this key was met before, and remembers it. If memory runs out, sets the error and
** returns true. */
static bool is_met(Matcher *matcher, Map *seen, const void *key, size_t size) {
    void **place = map_place(seen, &matcher->memory, key, size);
    if (!place) return !fail_memory(matcher->error, &matcher->memory);
    bool met = *place;
    *place = matcher; /* any pointer but NULL will do */
    return met;
}

static bool is_known(Matcher *matcher, const Search *search) {
    const char *key = (const char *)search + offsetof(Search, rest); /* the folder follows it */
    return is_met(matcher, &matcher->seen, key, sizeof search->rest + strlen(search->folder));
}

/* Tells whether the same search has been done in this folder by another name. */
static bool was_listed(Matcher *matcher, const Search *search, Folder *listing) {
    Listing key = {.rest = search->rest};
    if (!matcher->goes_back || !system_folder_identity(listing, &key.device, &key.inode)) {
        return false;
    }
    return is_met(matcher, &matcher->seen_by_identity, &key, sizeof key);
}

static bool add_search(Matcher *matcher, const char *folder, const char *name, size_t name_length,
                       const char *rest) {
    Search *search = (void *)join_path(matcher->arena, sizeof(Search), folder, name, name_length);
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

bool add_file(Session *session, FileList *files, SpanFile *file, Error *error) {
    Arena *arena = &session->span;
    if (!file || files->count == FILES_MAX) return fail_memory(error, arena);
    SpanFile **place = list_add(arena, files, sizeof file);
    if (!place) return fail_memory(error, arena);
    *place = file;
    return true;
}

bool add_problem(Session *session, FileList *files, const char *path, const Error *problem,
                 Error *error) {
    SpanFile *file = arena_zeroed(&session->span, 1, sizeof *file);
    Error *copy = arena_alloc(&session->span, 1, sizeof *copy);
    if (!file || !copy) return fail_memory(error, &session->span);
    *copy = *problem;
    *file = (SpanFile){.path = path,
                       .shown = clean_text(&session->span, path, false),
                       .hash = hash_bytes(&session->host, path, strlen(path)),
                       .problem = copy};
    return file->shown ? add_file(session, files, file, error) : fail_memory(error, &session->span);
}

bool ends_search(const Error *error) {
    return error->kind == ERROR_NO_MEMORY || error->kind == ERROR_INTERRUPTED;
}

/* Returns the span's file folder + '/' + name; NULL if memory runs out. */
static SpanFile *file_in(Matcher *matcher, const char *folder, const char *name) {
    const char *path = path_of(matcher, folder, name);
    return path ? session_file(matcher->session, path) : NULL;
}

/* `look` is NULL if only the listing tells what the file is. */
static bool add_match(Matcher *matcher, const char *folder, const char *name, PathType type,
                      const FileIdentity *look) {
    SpanFile *file = file_in(matcher, folder, name);
    if (file && type == PATH_REGULAR) file->is_regular = true;
    if (file && look && !file->identified) {
        file->identity = *look;
        file->is_looked_at = true;
    }
    return add_file(matcher->session, matcher->found, file, matcher->error);
}

static bool add_unlisted(Matcher *matcher, const char *folder, const char *name, int number) {
    Error problem = {0};
    fail(&problem, ERROR_CANNOT_OPEN, "a folder that can't be listed: %s",
         system_error_text(number));
    char *path = join_path(matcher->arena, 0, folder, name, strlen(name));
    if (!path) return fail_memory(matcher->error, matcher->arena);
    return add_problem(matcher->session, matcher->found, path, &problem, matcher->error);
}

/* Searches the file with that name if it is an archive. */
static bool search_archive(Matcher *matcher, const char *folder, const char *name,
                           const char *pattern) {
    SpanFile *file = file_in(matcher, folder, name);
    if (!file) return fail_memory(matcher->error, matcher->arena);
    return match_entries(matcher->session, file, pattern, matcher->found, matcher->error);
}

static PathType entry_type(Matcher *matcher, const char *folder, const char *name, int *error) {
    const char *path = path_of(matcher, folder, name);
    return path ? system_path_type(path, error) : PATH_ABSENT;
}

/* Looks at an entry whose type the listing doesn't tell. Behind most links there are files, so this
** is asked first. */
static bool look_at_entry(Matcher *matcher, const char *folder, const char *name,
                          FileIdentity *identity) {
    FileStatus status;
    const char *path = path_of(matcher, folder, name);
    if (!path || system_path_status(path, &status) || status.irregular) return false;
    *identity = status.identity;
    return true;
}

/* A pattern that is split behind its first part. */
typedef struct Part {
    const char *pattern, *rest; /* from this part on; behind it, or NULL */
    const char *inner;          /* like `rest`, but with all of its slashes */
    char *name;                 /* the part itself, in the arena */
} Part;

static bool split(Matcher *matcher, const char *pattern, Part *part) {
    const char *slash = strchr(pattern, '/');
    size_t length = slash ? (size_t)(slash - pattern) : strlen(pattern);
    part->pattern = pattern;
    part->rest = slash ? slash + strspn(slash, "/") : NULL;
    part->inner = slash ? slash + 1 : NULL;
    part->name = join_path(matcher->arena, 0, "", pattern, length);
    return part->name || fail_memory(matcher->error, matcher->arena);
}

/* Matches an entry of the searched folder with a part of the pattern; `type` is the type that the
** listing gives. */
static bool match_entry(Matcher *matcher, const char *folder, const Part *part, const char *name,
                        PathType type) {
    bool any_depth = strcmp(part->name, "**") == 0;
    int error = 0;
    FileIdentity identity;
    const FileIdentity *look = NULL;
    if (name[0] == '.' && part->name[0] != '.') return true;
    if (!any_depth && !glob_matches(part->name, name)) return true;
    if (type == PATH_UNKNOWN) {
        if (look_at_entry(matcher, folder, name, &identity)) look = &identity;
        type = look ? PATH_REGULAR : entry_type(matcher, folder, name, &error);
    }
    if (type == PATH_UNKNOWN) { /* opening it will give the error */
        return part->rest ? add_unlisted(matcher, folder, name, error)
                          : add_match(matcher, folder, name, type, NULL);
    }
    if (any_depth && type == PATH_FOLDER) { /* again `**`, one level deeper */
        return add_search(matcher, folder, name, strlen(name), part->pattern);
    }
    bool is_file = type == PATH_FILE || type == PATH_REGULAR;
    if (!part->rest) return !is_file || add_match(matcher, folder, name, type, look);
    if (is_file && !any_depth && has_archive_ending(name, strlen(name))) {
        return search_archive(matcher, folder, name, part->inner);
    }
    if (any_depth || type < PATH_FOLDER) return true;
    return add_search(matcher, folder, name, strlen(name), part->rest);
}

/* Matches an entry with each of the parts that are searched in its folder. */
static bool match_parts(Matcher *matcher, const char *folder, const Part *parts, int count,
                        const char *name, PathType type) {
    bool done = true;
    for (int i = 0; done && i < count; i++) {
        done = match_entry(matcher, folder, &parts[i], name, type) &&
               matcher->error->kind == ERROR_NONE;
    }
    if (done && arena_interrupted(matcher->arena)) done = fail_interrupted(matcher->error);
    return done;
}

static bool list_entries(Matcher *matcher, const char *folder, Folder *listing, const Part *parts,
                         int count) {
    const char *name;
    PathType type;
    int error = 0;
    if (++matcher->listed > FOLDERS_MAX) {
        return fail(matcher->error, ERROR_TOO_BIG, "the pattern leads through more than %u folders",
                    FOLDERS_MAX);
    }
    while ((name = system_next_name(listing, &type, &error))) {
        if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
        if (!match_parts(matcher, folder, parts, count, name, type)) return false;
    }
    return !error || add_unlisted(matcher, folder, "", error);
}

/* `**` also matches no folder at all. So what follows it is searched in this folder, too, and in
** the same listing if it has a wildcard. */
static bool list_folder(Matcher *matcher, const Search *search, const Part *first) {
    Part parts[2] = {*first};
    int count = 1;
    Folder *listing;
    bool is_deep = strcmp(first->name, "**") == 0 && first->rest && *first->rest, done = true;
    int error = system_open_folder(search->folder, &listing);
    if (error) { /* an absent folder has no matches */
        return system_says_absent(error) || add_unlisted(matcher, search->folder, "", error);
    }
    if (was_listed(matcher, search, listing)) {
        system_close_folder(listing);
        return matcher->error->kind == ERROR_NONE;
    }
    if (is_deep && !matcher->remembers) {
        done = split(matcher, first->rest, &parts[1]);
        count = done && has_wildcard(parts[1].name) ? 2 : 1;
    }
    if (is_deep && count == 1) {
        done = done && add_search(matcher, search->folder, "", 0, first->rest);
    }
    done = done && list_entries(matcher, search->folder, listing, parts, count);
    system_close_folder(listing);
    arena_release(matcher->arena, parts[1].name);
    return done;
}

/* Searches one folder for the first part of a pattern. */
static bool search_folder(Matcher *matcher, const Search *search) {
    Part part;
    if (!split(matcher, search->rest, &part)) return false;
    bool done;
    if (part.rest && !*part.rest) {
        done = true; /* "maps/" names a folder, not a file */
    } else if (has_wildcard(part.name)) {
        done = list_folder(matcher, search, &part);
    } else {
        int error;
        PathType type = entry_type(matcher, search->folder, part.name, &error);
        bool is_match = type == PATH_FILE || type == PATH_UNKNOWN;
        if (!part.rest)
            done = !is_match || add_match(matcher, search->folder, part.name, type, NULL);
        else if (type == PATH_FILE)
            done = search_archive(matcher, search->folder, part.name, part.inner);
        else if (type == PATH_UNKNOWN) /* maybe an archive whose folder can't be listed */
            done = add_unlisted(matcher, search->folder, part.name, error);
        else done = add_search(matcher, search->folder, part.name, strlen(part.name), part.rest);
    }
    arena_release(matcher->arena, part.name);
    return done && matcher->error->kind == ERROR_NONE;
}

/* ---- Patterns -------------------------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b) {
    const SpanFile *one = *(SpanFile *const *)a, *other = *(SpanFile *const *)b;
    return strcmp(one->path, other->path);
}

/* Sorts files into byte order and removes duplicates, since two `**` can find the same file in two
** ways. */
static void sort_files(FileList *files) {
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

/* Finds the folder before the first part that has a wildcard. *length becomes the length of its
** path; 0: there may be none, or an archive stands in its place. */
static bool find_folder(Session *session, const char *pattern, size_t *length, Error *error) {
    Arena *arena = &session->span;
    const char *end = find_wildcard(pattern);
    *length = 0;
    while (end > pattern && end[-1] != '/') end--;
    if (end <= pattern + 1) return true;
    char *folder = join_path(arena, 0, "", pattern, (size_t)(end - pattern - 1));
    if (!folder) return fail_memory(error, arena);
    int ignored;
    bool is_plain = !strstr(pattern, "//"); /* else rows show each slash once */
    if (is_plain && system_path_type(folder, &ignored) >= PATH_FOLDER) *length = strlen(folder);
    arena_release(arena, folder);
    return true;
}

/* Finds the files that match below a folder, or, without one, from the root on. */
static bool match_pattern(Session *session, const char *pattern, size_t folder, FileList *files,
                          Error *error) {
    const char *first = strstr(pattern, "**"), *wildcard = find_wildcard(pattern);
    bool goes_back = wildcard && strstr(wildcard, "/..");
    Matcher matcher = {.session = session,
                       .arena = &session->span,
                       .found = files,
                       .error = error,
                       .remembers = goes_back || (first && strstr(first + 2, "**")),
                       .goes_back = goes_back,
                       .memory = {.host = &session->host}};
    size_t behind = folder + 1;
    if (!folder) folder = system_root(pattern, &behind);
    bool done = add_search(&matcher, "", pattern, folder, pattern + behind);
    while (matcher.searches) {
        Search *search = matcher.searches;
        matcher.searches = search->next;
        done = done && search_folder(&matcher, search);
        arena_release(matcher.arena, search);
    }
    arena_clear(&matcher.memory);
    if (!done) return false;
    if (!files->count) {
        fail(error, ERROR_CANNOT_OPEN, "no file matches the pattern");
        advise_on_text(pattern, error);
        return false;
    }
    sort_files(files);
    return true;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Returns the file in the middle of the path that was an archive before; *end becomes the position
** of the slash behind it. */
static SpanFile *known_archive(const Session *session, const char *path, size_t *end) {
    if (!session->span_archives.count) return NULL;
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *end = (size_t)(slash - path);
        void **known = map_find(&session->span_archives, path, *end);
        if (known && *known) return *known;
    }
    return NULL;
}

/* Finds the regular file in the middle of the path, NULL if there is none; *end is as above. */
static bool file_in_the_middle(Session *session, const char *path, SpanFile **file, size_t *end,
                               Error *error) {
    *file = NULL;
    size_t behind;
    system_root(path, &behind);
    for (const char *slash = strchr(path + behind, '/'); slash; slash = strchr(slash + 1, '/')) {
        *end = (size_t)(slash - path);
        char *part = join_path(&session->span, 0, "", path, *end);
        if (!part) return fail_memory(error, &session->span);
        int ignored;
        PathType type = system_path_type(part, &ignored);
        SpanFile *found = type == PATH_FILE ? session_file(session, part) : NULL;
        arena_release(&session->span, part);
        if (type == PATH_ABSENT) return true;
        if (type != PATH_FILE) continue;
        void **place =
            found ? map_place(&session->span_archives, &session->span, path, *end) : NULL;
        if (!place) return fail_memory(error, &session->span);
        *place = *file = found;
        return true;
    }
    return true;
}

/* Finds the entry if the path leads into an archive. If the archive has no such entry, `why`
** explains it. Elsewhere *there becomes what the path leads to; `irregular` stays if that is
** nothing. */
static bool find_in_archive(Session *session, const char *text, FileList *files, FileStatus *there,
                            Error *why, Error *error) {
    size_t end;
    SpanFile *archive = known_archive(session, text, &end);
    if (!archive) {
        int number = system_path_status(text, there);
        if (!system_may_lie_in_file(text, number, there)) return true;
        if (!file_in_the_middle(session, text, &archive, &end, error)) return false;
    }
    return !archive || find_entry(session, archive, text + end + 1, files, why, error);
}

/* Adds the file at a path, which was looked at just now. */
static bool add_path(Session *session, const char *path, const FileStatus *there, FileList *files,
                     Error *error) {
    SpanFile *file = session_file(session, path);
    if (file && !there->irregular && !file->identified) {
        file->identity = there->identity;
        file->is_looked_at = file->is_regular = true;
    }
    return add_file(session, files, file, error);
}

bool find_files(Session *session, const char *text, FileList *files, Error *error) {
    Error why = {0};
    FileStatus there = {.irregular = "nothing"};
    if (!*text) return fail(error, ERROR_ARGUMENT, "an empty path, expected a file's name");
    text = system_path(&session->span, text);
    if (!text) return fail_memory(error, &session->span);
    void **known = map_find(&session->span_files, text, strlen(text));
    if (known && *known) return add_file(session, files, *known, error);
    bool is_pattern = has_wildcard(text) && !system_path_exists(text);
    size_t folder = 0;
    if (is_pattern && !find_folder(session, text, &folder, error)) return false;
    if (!folder && !find_in_archive(session, text, files, &there, &why, error)) return false;
    if (files->count) return true;
    if (is_pattern) return match_pattern(session, text, folder, files, error);
    if (why.kind != ERROR_NONE) {
        char *path = join_path(&session->span, 0, "", text, strlen(text));
        return path ? add_problem(session, files, path, &why, error)
                    : fail_memory(error, &session->span);
    }
    return add_path(session, text, &there, files, error);
}
