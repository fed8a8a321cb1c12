#include "engine/documents/find.h"
#include "engine/documents/advice.h"
#include "engine/documents/find_entries.h"
#include "engine/files/path.h"

#include <stdio.h>
#include <stdlib.h>

#define FOLDERS_MAX                                                                                \
    ((uint32_t)1 << 20) /* links can lead through the same folders again and again */

/* ---- Folders still to be searched ------------------------------------------------------------ */

/* A search that still has to be done: for the paths below `folder` ("" is the current one) that
** match `rest`. Searches are a list instead of a recursion, because folders may be deeply
** nested. */
typedef struct Search {
    struct Search *next;
    Pattern rest;
    char folder[];
} Search;

typedef struct Matcher {
    Documents *documents;
    Arena *arena;
    Search *searches;
    FileList *found;
    Error *error;
    bool remembers;  /* `seen` is used: with several `**`, many ways can lead to one folder */
    bool goes_back;  /* `..` behind a wildcard, or links, give folders different names */
    bool is_whole;   /* finds all of a folder, through links to folders, too; no devices */
    List links;      /* Search *: those of links to folders, which come when all others are done */
    uint64_t listed; /* how many folders were listed */
    Arena path;      /* of what path_of() returned last */
    Arena memory;
    Map seen;             /* searches that were added, as rest and folder */
    Map seen_by_identity; /* if goes_back: folders that were listed, as Listing */
} Matcher;

/* Identifies a folder that has been searched for `rest`. */
typedef struct Listing {
    Pattern rest;
    uint64_t device, inode;
} Listing;

/* Returns folder + '/' + name in the matcher's own memory; the next call overwrites it. */
static const char *path_of(Matcher *matcher, const char *folder, const char *name) {
    arena_reset(&matcher->path);
    const char *path = path_join(&matcher->path, 0, folder, name, strlen(name));
    if (!path) fail_memory(matcher->error, &matcher->path);
    return path;
}

/* Tells whether the key is in `seen`, and adds it. True, with the error set, if memory runs out. */
static bool is_met(Matcher *matcher, Map *seen, const void *key, size_t size) {
    void **place = map_place(seen, &matcher->memory, key, size);
    if (!place) return !fail_memory(matcher->error, &matcher->memory);
    bool met = *place;
    *place = matcher; /* any pointer but NULL means "met" */
    return met;
}

static bool add_search(Matcher *matcher, const char *folder, const char *name, size_t name_length,
                       Pattern rest) {
    Search *search = path_join(matcher->arena, sizeof(Search), folder, name, name_length);
    if (!search) return fail_memory(matcher->error, matcher->arena);
    search->rest = rest;
    const char *key = (const char *)&search->rest; /* with `folder` behind it */
    size_t key_bytes = sizeof search->rest + strlen(search->folder);
    if (matcher->remembers && is_met(matcher, &matcher->seen, key, key_bytes)) {
        arena_release(matcher->arena, search);
        return matcher->error->kind == ERROR_NONE;
    }
    search->next = matcher->searches;
    matcher->searches = search;
    return true;
}

/* Puts the search that was added last off until all others are done, so that a folder that can also
** be reached without a link is found by that path. */
static bool put_off(Matcher *matcher) {
    Search *search = matcher->searches;
    matcher->searches = search->next;
    return list_push(&matcher->memory, &matcher->links, &search, sizeof search, matcher->error);
}

static int compare_backwards(const void *a, const void *b) {
    return strcmp((*(Search *const *)b)->folder, (*(Search *const *)a)->folder);
}

/* Takes up the searches that were put off, in the order of their paths. Returns false if there are
** none. */
static bool take_up(Matcher *matcher) {
    Search **links = matcher->links.items;
    uint64_t count = matcher->links.count;
    if (count) qsort(links, (size_t)count, sizeof *links, compare_backwards);
    for (uint64_t i = 0; i < count; i++) {
        links[i]->next = matcher->searches;
        matcher->searches = links[i];
    }
    matcher->links.count = 0;
    return count;
}

/* Adds a file that matches. `look` is its identity, or NULL if only a folder's listing was read. */
static bool add_match(Matcher *matcher, const char *path, PathType type, const FileIdentity *look) {
    SpanFile *file = span_file(&matcher->documents->span, path);
    if (file && type == PATH_REGULAR) file->is_regular = true;
    if (file && look && !file->identified) file->identity = *look;
    return file_list_add(&matcher->documents->span, matcher->found, file, matcher->error);
}

static bool add_unlisted(Matcher *matcher, const char *folder, const char *name, int number) {
    Error problem = {0};
    fail_system(&problem, ERROR_CANNOT_OPEN, "a folder that can't be listed", number);
    const char *path = path_of(matcher, folder, name);
    return path && file_list_add_problem(&matcher->documents->span, matcher->found, path, &problem,
                                         matcher->error);
}

/* Searches a file if it is an archive. */
static bool search_archive(Matcher *matcher, const char *path, Pattern pattern) {
    SpanFile *file = span_file(&matcher->documents->span, path);
    if (!file) return fail_memory(matcher->error, matcher->arena);
    return find_entries_matching(matcher->documents, file, pattern, ARCHIVE_FILE, matcher->found,
                                 matcher->error);
}

/* Matches an entry of a folder, whose type the listing gives, with a pattern's first part. */
static bool match_entry(Matcher *matcher, const char *folder, Pattern pattern, const char *name,
                        PathType type) {
    const PatternPart *part = pattern.parts;
    bool is_last = pattern.count == 1, any_depth = part->any_depth;
    int error = 0;
    FileStatus status;
    const FileIdentity *look = NULL;
    if (!pattern_part_fits(part, name)) return true;
    const char *path = path_of(matcher, folder, name);
    if (!path) return false;
    if (type == PATH_UNKNOWN) { /* a link: most lead to files, so that is asked first */
        bool is_file = !system_path_status(path, &status) && !status.irregular;
        if (is_file) look = &status.identity;
        type = is_file ? PATH_REGULAR : system_path_type(path, &error);
    }
    if (type == PATH_UNKNOWN) { /* whoever opens the path gets the error */
        return is_last ? add_match(matcher, path, type, NULL)
                       : add_unlisted(matcher, folder, name, error);
    }
    bool is_link = type == PATH_LINKED_FOLDER && matcher->is_whole;
    if (any_depth && (type == PATH_FOLDER || is_link)) { /* `**` goes on one level deeper */
        return add_search(matcher, folder, name, strlen(name), pattern) &&
               (!is_link || put_off(matcher));
    }
    bool is_file = type == PATH_FILE || type == PATH_REGULAR;
    if (is_last && type == PATH_FILE && matcher->is_whole) { /* a device, or a link to nowhere */
        is_file = system_path_status(path, &status) || !status.irregular;
    }
    if (is_last) return !is_file || add_match(matcher, path, type, look);
    if (is_file && !any_depth && archive_has_ending(name, strlen(name))) {
        return search_archive(matcher, path, pattern_behind(pattern, 1));
    }
    if (any_depth || type < PATH_FOLDER) return true;
    return add_search(matcher, folder, name, strlen(name), pattern_next(pattern));
}

/* Matches each entry of a folder with each of some patterns. */
static bool list_entries(Matcher *matcher, const char *folder, Folder *listing,
                         const Pattern *patterns, int count) {
    const char *name;
    PathType type;
    int error = 0;
    if (++matcher->listed > FOLDERS_MAX) {
        return fail(matcher->error, ERROR_TOO_BIG, "the pattern leads through more than %u folders",
                    FOLDERS_MAX);
    }
    while ((name = system_next_name(listing, &type, &error))) {
        if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
        for (int i = 0; i < count; i++) {
            if (!match_entry(matcher, folder, patterns[i], name, type)) return false;
        }
        if (arena_interrupted(matcher->arena)) return fail_interrupted(matcher->error);
    }
    return !error || add_unlisted(matcher, folder, "", error);
}

/* `**` also matches no folder at all. So what follows it is searched in this folder, too, and in
** the same listing if it has a wildcard. */
static bool list_folder(Matcher *matcher, const Search *search) {
    Pattern patterns[2] = {search->rest};
    int count = 1;
    Folder *listing;
    bool is_deep = search->rest.parts->any_depth && search->rest.count > 1, done = true;
    int error = system_open_folder(search->folder, &listing);
    if (error) { /* an absent folder has no matches */
        return system_says_absent(error) || add_unlisted(matcher, search->folder, "", error);
    }
    Listing key = {.rest = search->rest};
    bool goes_back = matcher->goes_back && system_folder_identity(listing, &key.device, &key.inode);
    if (goes_back && is_met(matcher, &matcher->seen_by_identity, &key, sizeof key)) {
        system_close_folder(listing);
        return matcher->error->kind == ERROR_NONE;
    }
    if (is_deep) patterns[1] = pattern_next(search->rest);
    if (is_deep && !matcher->remembers && patterns[1].parts->has_wildcard) count = 2;
    else if (is_deep) done = add_search(matcher, search->folder, "", 0, patterns[1]);
    done = done && list_entries(matcher, search->folder, listing, patterns, count);
    system_close_folder(listing);
    return done;
}

/* Looks up the first part of the rest of a pattern, which is a plain name, in a folder. */
static bool look_up(Matcher *matcher, const Search *search) {
    Pattern rest = search->rest;
    const char *folder = search->folder, *name = rest.parts->text;
    const char *path = path_of(matcher, folder, name);
    int error;
    if (!path) return false;
    PathType type = system_path_type(path, &error);
    if (rest.count == 1) {
        bool is_match = type == PATH_FILE || type == PATH_UNKNOWN;
        return !is_match || add_match(matcher, path, type, NULL);
    }
    if (type == PATH_FILE) return search_archive(matcher, path, pattern_behind(rest, 1));
    if (type == PATH_UNKNOWN) { /* it may be an archive whose folder can't be listed */
        return add_unlisted(matcher, folder, name, error);
    }
    return add_search(matcher, folder, name, strlen(name), pattern_next(rest));
}

/* ---- Patterns -------------------------------------------------------------------------------- */

bool find_folder_bytes(Arena *arena, const char *pattern, size_t *bytes, Error *error) {
    *bytes = glob_folder_bytes(pattern);
    char *part = text_copy(arena, pattern, strlen(pattern));
    if (!part) return fail_memory(error, arena);
    for (char *slash = strchr(part + *bytes, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool exists = system_path_exists(part);
        *slash = '/';
        if (!exists) break;
        *bytes = (size_t)(slash - part) + 1;
    }
    arena_release(arena, part);
    return true;
}

/* Escapes the leading parts of a pattern that exist literally, such as a folder called "[1]". */
static const char *with_exact_parts(Arena *arena, const char *pattern, Error *error) {
    size_t exact, bytes = strlen(pattern);
    if (!find_folder_bytes(arena, pattern, &exact, error)) return NULL;
    if (exact == glob_folder_bytes(pattern)) return pattern;
    char *text = arena_alloc(arena, 3 * exact + bytes + 1, 1);
    if (!text) return null_after(fail_memory(error, arena));
    char *end = glob_write_exactly(text, pattern, exact);
    memcpy(end, pattern + exact, bytes - exact + 1);
    return text;
}

/* Finds the folder before the first part that has a wildcard. *length becomes the length of its
** path, or 0 if there is no such folder, or an archive instead. */
static bool find_folder(Documents *documents, const char *pattern, size_t *length, Error *error) {
    Arena *arena = &documents->span.arena;
    size_t bytes = glob_folder_bytes(pattern);
    *length = 0;
    if (bytes < 2) return true; /* the current folder, or the root */
    char *folder = text_copy(arena, pattern, bytes - 1);
    if (!folder) return fail_memory(error, arena);
    int ignored;
    bool is_plain = !strstr(pattern, "//"); /* rows show "//" as one slash */
    if (is_plain && system_path_type(folder, &ignored) >= PATH_FOLDER) *length = strlen(folder);
    arena_release(arena, folder);
    return true;
}

/* Finds the files that match a pattern, whose first `folder` bytes name a folder that exists (0:
** from the root on); `is_whole`: see Matcher. */
static bool list_matches(Documents *documents, const char *pattern, size_t folder, bool is_whole,
                         FileList *files, Error *error) {
    const char *first = strstr(pattern, "**"), *wildcard = glob_wildcard(pattern);
    bool goes_back = wildcard && strstr(wildcard, "/..");
    Matcher matcher = {.documents = documents,
                       .arena = &documents->span.arena,
                       .found = files,
                       .error = error,
                       .remembers = goes_back || (first && strstr(first + 2, "**")),
                       .goes_back = goes_back || is_whole,
                       .is_whole = is_whole,
                       .path = {.host = documents->host},
                       .memory = {.host = documents->host}};
    size_t behind = folder + 1;
    Pattern rest;
    if (!folder) folder = system_root(pattern, &behind);
    bool done = pattern_read(matcher.arena, pattern + behind, &rest, error) &&
                add_search(&matcher, "", pattern, folder, rest);
    while (matcher.searches || take_up(&matcher)) {
        Search *search = matcher.searches;
        matcher.searches = search->next;
        rest = pattern_next(search->rest);
        bool is_folder = rest.count == 1 && !rest.parts->length; /* "maps/" names no file */
        if (done && !is_folder) {
            done = search->rest.parts->has_wildcard ? list_folder(&matcher, search)
                                                    : look_up(&matcher, search);
            done = done && error->kind == ERROR_NONE;
        }
        arena_release(matcher.arena, search);
    }
    arena_clear(&matcher.path);
    arena_clear(&matcher.memory);
    return done;
}

/* Adds to the error that files of the pattern's name lie deeper, in folders that need a `**`. */
static void advise_on_depth(Documents *documents, const char *pattern, size_t folder,
                            Error *error) {
    Arena *arena = &documents->span.arena;
    const char *last = strrchr(pattern, '/');
    Error ignored = {0};
    FileList deeper = {0};
    /* folders of the system aren't searched only to give advice */
    if (!last || strstr(last, "**")) return;
    /* if a folder could match as well, all that lies below it would have to be listed */
    const char *part = last;
    while (part > pattern && part[-1] != '/') part--;
    bool is_archive = archive_has_ending(part, (size_t)(last - part));
    if (!is_archive && (folder || glob_wildcard(pattern) < last)) return;
    size_t before = (size_t)(last - pattern), bytes = before + strlen(last) + 4;
    char *wanted = arena_alloc(arena, bytes, 1);
    if (!wanted) return;
    snprintf(wanted, bytes, "%.*s/**%s", (int)before, pattern, last);
    uint64_t in_archives = 0;
    if (list_matches(documents, wanted, folder, false, &deeper, &ignored)) {
        for (uint64_t i = 0; i < deeper.count; i++) {
            in_archives += ((SpanFile **)deeper.items)[i]->archive != NULL;
        }
    }
    char advice[256];
    print_text(advice, sizeof advice, "%" PRIu64 " such %s deeper in the archive: '%s'",
               in_archives, in_archives == 1 ? "file lies" : "files lie", wanted);
    if (in_archives) advice_add(error, advice);
    arena_release(arena, wanted);
}

static bool match_pattern(Documents *documents, const char *pattern, size_t folder,
                          bool may_be_none, FileList *files, Error *error) {
    if (!list_matches(documents, pattern, folder, false, files, error)) return false;
    if (!files->count && !may_be_none) {
        fail(error, ERROR_CANNOT_OPEN, "no file matches the pattern");
        advice_on_text(pattern, error);
        advise_on_depth(documents, pattern, folder, error);
        return false;
    }
    file_list_sort(files);
    return true;
}

bool find_in_folder(Documents *documents, const SpanFolder *folder, bool by_name, bool or_deleted,
                    FileList *files, Error *error) {
    Arena *arena = &documents->span.arena;
    Pattern all;
    if (!folder->archive) { /* the path is no pattern, whatever characters it has */
        const char *pattern = by_name ? "*" : "**/*";
        char *text = path_join(arena, 0, folder->path, pattern, strlen(pattern));
        if (!text) return fail_memory(error, arena);
        size_t length = path_slashed_length(folder->path) - 1;
        bool done = list_matches(documents, text, length, true, files, error);
        arena_release(arena, text);
        if (done) file_list_sort(files);
        return done;
    }
    return pattern_read(arena, "**/*", &all, error) &&
           find_entries_matching(documents, folder->archive, all, ARCHIVE_FILE, files, error) &&
           (!or_deleted ||
            find_entries_matching(documents, folder->archive, all, ARCHIVE_DELETE, files, error));
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Finds the entry if the path leads into an archive. If the archive has no such entry, `why` says
** so. If the path doesn't lead into an archive, *there becomes what it leads to; there->irregular
** stays as it was if that is nothing. */
static bool find_in_archive(Documents *documents, const char *text, FileList *files,
                            FileStatus *there, Error *why, Error *error) {
    size_t end;
    int ignored;
    SpanFile *archive = folder_known_archive(&documents->span, text, &end);
    if (!archive && system_may_lie_in_file(text, system_path_status(text, there), there) &&
        !folder_walk(&documents->span, text, &archive, &end, &ignored, error)) {
        return false;
    }
    if (!archive || !text[end]) return true;
    return find_entries_path(documents, archive, text + end + 1, files, why, error);
}

bool find_files(Documents *documents, const char *text, const char **unmatched, FileList *files,
                Error *error) {
    Error why = {0};
    const char *given = text;
    FileStatus there = {.irregular = "nothing"};
    if (!*text) return fail(error, ERROR_ARGUMENT, "an empty path, expected a file's name");
    text = path_given(&documents->span.arena, text);
    if (!text) return fail_memory(error, &documents->span.arena);
    void **known = map_find(&documents->span.files, text, strlen(text));
    if (known && *known) return file_list_add(&documents->span, files, *known, error);
    /* an archive may be called "[1].hak" */
    if (!find_in_archive(documents, text, files, &there, &why, error)) return false;
    if (files->count) return true;
    if (glob_wildcard(text) && !system_path_exists(text)) {
        size_t folder = 0;
        text = with_exact_parts(&documents->span.arena, text, error);
        if (!text || !find_folder(documents, text, &folder, error) ||
            !match_pattern(documents, text, folder, unmatched != NULL, files, error)) {
            return false;
        }
        if (unmatched && !*unmatched && !files->count) *unmatched = given;
        return true;
    }
    if (why.kind != ERROR_NONE) {
        return file_list_add_problem(&documents->span, files, text, &why, error);
    }
    SpanFile *file = span_file(&documents->span, text);
    if (file && !there.irregular && !file->identified) { /* find_in_archive() looked */
        file->identity = there.identity;
        file->is_regular = true;
    }
    return file_list_add(&documents->span, files, file, error);
}
