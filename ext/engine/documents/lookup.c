#include "engine/documents/lookup.h"
#include "codec/utf8.h"
#include "engine/documents/find_entries.h"
#include "engine/documents/json_strings.h"
#include "engine/files/path.h"
#include "modules.h"

/* ---- Roots ----------------------------------------------------------------------------------- */

bool lookup_add(Documents *documents, Lookup *lookup, SpanFolder root, Error *error) {
    lookup->known = NULL;
    return list_push(&documents->span.arena, &lookup->roots, &root, sizeof root, error);
}

bool lookup_add_beside(Documents *documents, Lookup *lookup, const SpanFile *file,
                       const char *within, Error *error) {
    Span *span = &documents->span;
    SpanFolder own;
    if (!file->path || file->problem) return true;
    return folder_of_file(span, file, &own, error) &&
           (!within || folder_around(span, within, &own, error)) &&
           lookup_add(documents, lookup, own, error);
}

static const char unreadable_place[] = "a place in which it looks for files can't be read";

/* Looks at a path; *is_file tells whether a regular file is there. */
static bool look_at(const char *path, bool *is_file, Error *error) {
    FileStatus status;
    int number = system_path_status(path, &status);
    *is_file = !number && !status.irregular;
    return !number || system_says_absent(number) ||
           fail_system(error, ERROR_CANNOT_OPEN, unreadable_place, number);
}

/* Names the archive that can't be read: the file for which it was opened may be sound. */
static bool fail_in_root(Documents *documents, const SpanFolder *root, const Error *problem,
                         Error *error) {
    Arena *arena = &documents->span.arena;
    if (error_is_final(problem)) return fail(error, problem->kind, "%s", problem->message);
    const char *shown = clean_text(arena, root->archive->path, true);
    if (!shown) return fail_memory(error, arena);
    return fail(error, problem->kind, "%.120s: %s", shown, problem->message);
}

static bool root_exists(Documents *documents, const SpanFolder *root, bool *exists, Error *error) {
    Error problem = {0};
    return documents_has_folder(documents, root, exists, &problem) ||
           fail_in_root(documents, root, &problem, error);
}

/* Replaces a root by the first folder of `below` that fits: for "/name", the folder that holds the
** root, if the root is called "name"; for "name", the folder of that name in the root. */
static bool mean_folder(Documents *documents, SpanFolder *root, const char *below, Error *error) {
    Arena *arena = &documents->span.arena;
    const char *own = path_name(root->path);
    bool exists = false;
    for (size_t length; below && *below; below += length + (below[length] == ' ')) {
        length = strcspn(below, " ");
        SpanFolder meant = *root;
        if (*below == '/') {
            bool is_inner = (size_t)(own - root->path) >= folder_outer_bytes(root);
            if (!is_inner || !text_same(own, strlen(own), below + 1, length - 1)) continue;
            if (!root_exists(documents, root, &exists, error)) return false;
            size_t above = (size_t)(own - root->path);
            meant.path = text_copy(arena, root->path, above > 1 ? above - 1 : above);
        } else {
            meant.path = path_join(arena, 0, root->path, below, length);
            if (meant.path && !root_exists(documents, &meant, &exists, error)) return false;
        }
        if (!meant.path) return fail_memory(error, arena);
        if (!exists) continue;
        *root = meant;
        return true;
    }
    return true;
}

/* Adds a path. The case of the last part of a member's name counts as little as in a source. */
static bool add_path(Documents *documents, Lookup *lookup, const char *text, bool is_member,
                     const char *below, Error *error) {
    Arena *arena = &documents->span.arena;
    SpanFolder root = {0};
    size_t behind, length = strlen(text);
    int number;
    if (length >= 2 && memcmp(text + length - 2, "{}", 2) == 0) length -= 2;
    char *path = text_copy(arena, text, length);
    if (path) path = path_plain(arena, path);
    if (!path) return fail_memory(error, arena);
    if (is_member && !folder_spell_last(&documents->span, &path, error)) return false;
    if (!folder_walk(&documents->span, path, &root.archive, &behind, &number, error)) return false;
    if (number) return fail_system(error, ERROR_CANNOT_OPEN, unreadable_place, number);
    /* a link that leads nowhere is no archive, but a place that is absent */
    if (root.archive && file_is_absent(root.archive->path)) root.archive = NULL;
    root.path = path;
    return find_entries_innermost(documents, &root, error) &&
           mean_folder(documents, &root, below, error) &&
           lookup_add(documents, lookup, root, error);
}

static bool add_array(Documents *documents, Lookup *lookup, const char *text, const char *below,
                      Error *error) {
    List paths = {0};
    bool is_array;
    if (!json_read_strings(&documents->span.arena, &text, &paths, &is_array, error)) return false;
    if (!is_array || *text) {
        return fail(error, ERROR_ARGUMENT,
                    "the list of folders isn't a JSON array of texts, expected for example "
                    "'[\"client/data.grf/data\", \"client/data\"]'");
    }
    char *const *items = paths.items;
    for (uint64_t i = 0; i < paths.count; i++) {
        if (!add_path(documents, lookup, items[i], true, below, error)) return false;
    }
    return true;
}

/* Fails if none of the roots from `first` on exists: with a mistyped path, every file would seem to
** be missing. Of several roots some may be absent, as a client may lack one of its archives. */
static bool check_roots(Documents *documents, const Lookup *lookup, uint64_t first, Error *error) {
    Arena *arena = &documents->span.arena;
    const SpanFolder *roots = lookup->roots.items;
    uint64_t count = lookup->roots.count;
    bool exists = first == count;
    for (uint64_t i = first; i < count && !exists; i++) {
        if (!root_exists(documents, &roots[i], &exists, error)) return false;
    }
    if (exists) return true;
    const char *shown = clean_text(arena, roots[first].path, true);
    if (!shown) return fail_memory(error, arena);
    return fail(error, ERROR_ARGUMENT, "no such folder or archive to look in: %.120s%s", shown,
                count > first + 1 ? ", nor any other of the list" : "");
}

bool lookup_add_text(Documents *documents, Lookup *lookup, const char *text, const char *below,
                     Error *error) {
    if (!documents->settings->file_access) {
        return fail(error, ERROR_CANNOT_OPEN,
                    "a path in which to look for files: gamemap was loaded without access to them");
    }
    uint64_t first = lookup->roots.count;
    bool added = *text == '[' ? add_array(documents, lookup, text, below, error)
                              : add_path(documents, lookup, text, false, below, error);
    return added && check_roots(documents, lookup, first, error);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Turns UTF-8 into Latin-1 in place and returns its length; -1: it is ASCII, or not in Latin-1. */
static int64_t to_latin1(char *text, size_t length) {
    int64_t out = 0;
    uint32_t character;
    for (size_t at = 0; at < length; text[out++] = (char)character) {
        at += utf8_read((const uint8_t *)text + at, length - at, &character);
        if (character > 0xFF) return -1;
    }
    return out < (int64_t)length ? out : -1;
}

/* Returns a text in CP949; NULL if it is all ASCII, if it has characters that CP949 lacks, or if
** memory ran out, which the arena tells. */
static char *to_cp949(Arena *arena, const char *text, size_t length, size_t *size) {
    uint32_t ascii;
    uint64_t used;
    if (text_is_ascii((const uint8_t *)text, length, &ascii)) return NULL;
    char *bytes = arena_alloc(arena, length, 1);
    bool is_encoded =
        bytes && text_encode(ENCODING_CP949, text, length, (uint8_t *)bytes, length, &used);
    *size = is_encoded ? (size_t)used : 0;
    return is_encoded ? bytes : NULL;
}

/* Returns what the bytes of Korean text look like if they are taken for Chinese (CP936), as most
** unpackers took them; NULL: memory ran out. */
static const char *as_chinese(Arena *arena, const char *bytes, size_t size) {
    return text_string(arena, ENCODING_CP936, (const uint8_t *)bytes, size);
}

/* Returns the text of bytes in CP949 with ASCII letters in lower case; NULL if the bytes aren't
** CP949, or if memory ran out, which the arena tells. They are changed after the conversion, since
** half of a Korean character may look like one. */
static char *fold_cp949(Arena *arena, const char *bytes, size_t size) {
    uint32_t length = 0;
    const char *text = text_convert(arena, ENCODING_CP949, (const uint8_t *)bytes, size, &length);
    for (uint32_t i = 0; text && i + 2 < length; i++) {
        if (memcmp(text + i, "\xEF\xBF\xBD", 3) == 0) return NULL;
    }
    return text ? text_folded(arena, text, length) : NULL;
}

/* In a folder at most so many names of one meaning count, and at most so many folders are searched
** for a name. Real clients have one, or two where files of two unpackers were put together. */
enum { MEANT_MAX = 8 };

/* A name in a folder, by what it may mean. */
typedef struct Entry {
    const char *name;
    bool is_text;       /* the name is meant as text, not as bytes of CP949 */
    struct Entry *next; /* the next best name of that meaning */
} Entry;

/* Adds a name under its meaning `folded`: names that are text come first, then by byte order. */
static bool add_meaning(Arena *arena, Map *names, const char *folded, const char *name,
                        bool is_text) {
    void **place = map_place(names, arena, folded, strlen(folded));
    if (!place) return false;
    Entry *first = *place, **at = &first;
    int before = 0;
    for (; *at && ((*at)->is_text > is_text ||
                   ((*at)->is_text == is_text && strcmp((*at)->name, name) <= 0));
         at = &(*at)->next) {
        before++;
    }
    if (before >= MEANT_MAX) return true;
    Entry *entry = arena_piece(arena, sizeof *entry);
    if (!entry) return false;
    *entry = (Entry){name, is_text, *at};
    *at = entry;
    *place = first;
    return true;
}

/* Adds a name of a folder of the system with all that it may mean. */
static bool add_name(Span *span, Map *names, const char *listed) {
    Arena *arena = &span->arena;
    size_t length = strlen(listed);
    if (listed[0] == '.') return true;
    char *name = text_copy(arena, listed, length), *bytes = text_copy(arena, listed, length);
    if (!name || !bytes) return false;
    const char *clean = clean_text(arena, name, false);
    if (!clean) return false;
    bool is_text = clean == name;
    int64_t size = is_text ? to_latin1(bytes, length) : (int64_t)length;
    const char *text = is_text ? text_folded(arena, name, length) : NULL;
    const char *korean = size >= 0 ? fold_cp949(arena, bytes, (size_t)size) : NULL;
    if (arena->failed) return false;
    return (!text || add_meaning(arena, names, text, name, true)) &&
           (!korean || add_meaning(arena, names, korean, name, false));
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Paths of the system that a part of a path may mean, the best first. */
typedef struct Meant {
    const char *paths[MEANT_MAX];
    int count;
} Meant;

/* Adds the names of one meaning that a folder has; returns false if memory ran out. */
static bool add_meant(Span *span, const char *folder, const Entry *entry, Meant *meant) {
    for (; entry && meant->count < MEANT_MAX; entry = entry->next) {
        const char *path = path_join(&span->arena, 0, folder, entry->name, strlen(entry->name));
        if (!path) return false;
        meant->paths[meant->count++] = path;
    }
    return true;
}

/* Goes from folders to what a part of a path means in them. */
static bool find_part(Span *span, const char *part, size_t length, Meant *meant, Error *error) {
    const Meant folders = *meant;
    size_t size;
    char *bytes = to_cp949(&span->arena, part, length, &size);
    const char *chinese = bytes ? as_chinese(&span->arena, bytes, size) : NULL;
    if (span->arena.failed) return fail_memory(error, &span->arena);
    meant->count = 0;
    for (int i = 0; i < folders.count; i++) {
        const Map *names =
            folder_names(span, &span->meanings, folders.paths[i], add_name,
                         "a folder in which it looks for files can't be listed", true, error);
        if (!names) return false;
        void **place = map_find(names, part, length);
        if (!add_meant(span, folders.paths[i], place ? *place : NULL, meant)) break;
        place = chinese ? map_find(names, chinese, strlen(chinese)) : NULL;
        if (!add_meant(span, folders.paths[i], place ? *place : NULL, meant)) break;
    }
    return !span->arena.failed || fail_memory(error, &span->arena);
}

/* Finds a folded path below a folder of the system, part by part. */
static bool find_in_folder(Documents *documents, const char *folder, const char *path,
                           SpanFile **found, Error *error) {
    Span *span = &documents->span;
    Meant meant = {.paths = {folder}, .count = 1};
    while (*path) {
        size_t length = strcspn(path, "/");
        if (!find_part(span, path, length, &meant, error)) return false;
        path += length + (path[length] == '/');
    }
    for (int i = 0; i < meant.count; i++) {
        bool is_file;
        if (!look_at(meant.paths[i], &is_file, error)) return false;
        if (!is_file) continue;
        *found = span_file(span, meant.paths[i]);
        return *found || fail_memory(error, &span->arena);
    }
    return true;
}

/* Finds a path in an archive; an error names the archive. */
static bool find_in_archive(Documents *documents, const SpanFolder *root, const char *path,
                            SpanFile **found, Error *error) {
    Error problem = {0};
    if (documents_find_in(documents, root, path, found, &problem)) return true;
    /* a file of an order that is no archive, as a TLK, holds none */
    return problem.kind == ERROR_NOT_THIS_FORMAT || fail_in_root(documents, root, &problem, error);
}

/* Returns the bytes of a path, each as the character of Latin-1; NULL: memory ran out. */
static char *as_latin1(Arena *arena, const char *bytes, size_t size) {
    char *text = arena_alloc(arena, 2 * (uint64_t)size + 1, 1), *at = text;
    for (size_t i = 0; text && i < size; i++) at += utf8_write((uint8_t)bytes[i], at);
    if (text) *at = '\0';
    return text;
}

/* Tells whether an entry's path, as bytes of CP949, ends with `path`. The archive found it without
** regard to the case of letters, even of a byte that is half of a Korean character. */
static bool means(Arena *arena, const SpanFile *file, const char *path) {
    const char *entry = file->path + strlen(file->archive->path) + 1;
    char *bytes = text_copy(arena, entry, strlen(entry));
    int64_t size = bytes ? to_latin1(bytes, strlen(entry)) : -1;
    const char *korean = size >= 0 ? fold_cp949(arena, bytes, (size_t)size) : NULL;
    size_t length = korean ? strlen(korean) : 0, wanted = strlen(path);
    return length >= wanted && strcmp(korean + length - wanted, path) == 0;
}

/* Returns a name as a path below a root, with '/' between its parts; NULL if the path would lead
** out of the root, or if memory ran out. */
static char *path_of(Arena *arena, const FileName *name) {
    const char *folder = name->folder ? name->folder : "";
    char *path = path_join(arena, 0, folder, name->text, name->length), *out = path;
    if (!path || name->text[0] == '/' || name->text[0] == '\\') return NULL;
    for (const char *at = path; *at; at++) {
        bool slash = *at == '\\' || *at == '/';
        if (*at == ':') return NULL;
        if (!slash) *out++ = *at;
        else if (out > path && out[-1] != '/') *out++ = '/';
    }
    *out = '\0';
    for (const char *part = path; *part; part += strcspn(part, "/"), part += *part == '/') {
        if (part[0] == '.' && (part[1 + (part[1] == '.')] == '/' || !part[1 + (part[1] == '.')])) {
            return NULL;
        }
    }
    return *path ? path : NULL;
}

/* Finds a path in an archive whose names are the bytes of Korean text, taken for Latin-1 or for
** Chinese. */
static bool find_bytes(Documents *documents, const SpanFolder *root, const char *plain,
                       const char *path, SpanFile **found, Error *error) {
    Arena *arena = &documents->span.arena;
    size_t size;
    char *bytes = to_cp949(arena, plain, strlen(plain), &size);
    char *text = bytes ? as_latin1(arena, bytes, size) : NULL;
    if (text && !find_in_archive(documents, root, text, found, error)) return false;
    if (*found && !means(arena, *found, path)) *found = NULL;
    const char *chinese = bytes && !*found ? as_chinese(arena, bytes, size) : NULL;
    if (chinese && !find_in_archive(documents, root, chinese, found, error)) return false;
    return !arena->failed || fail_memory(error, arena);
}

/* A path below a root, and the same with its ASCII letters in lower case. */
typedef struct Candidate {
    const char *plain, *folded;
} Candidate;

/* Lists the paths that a file may have: with each of the endings, and behind each the one of a file
** that is kept as text. Returns false if memory runs out. */
static bool list_candidates(Arena *arena, const char *plain, const char *endings, List *list) {
    do {
        size_t bytes = strcspn(endings, " ");
        char *names[2] = {text_printed(arena, "%s%.*s", plain, (int)bytes, endings)};
        if (!names[0]) return false;
        if (!name_of_text(arena, names[0], &names[1])) return false;
        for (int i = 0; i < 2 && names[i]; i++) {
            Candidate *candidate = list_add(arena, list, sizeof *candidate);
            if (!candidate) return false;
            *candidate = (Candidate){names[i], text_folded(arena, names[i], strlen(names[i]))};
        }
        endings += bytes + (endings[bytes] == ' ');
    } while (*endings);
    return !arena->failed;
}

/* Finds the first of some paths that a root has. A root that is a file itself, as an archive, has
** its own name, too: a module that was opened names its haks and its TLK. */
static bool find_in_root(Documents *documents, const SpanFolder *root, const List *paths,
                         SpanFile **found, Error *error) {
    const Candidate *path = paths->items, *end = path + paths->count;
    bool is_file = root->archive && strlen(root->path) <= folder_outer_bytes(root);
    const char *own = is_file ? path_name(root->archive->path) : "";
    bool done = true;
    for (; done && path < end && !*found; path++) {
        if (text_same(own, strlen(own), path->plain, strlen(path->plain))) {
            *found = root->archive;
        } else if (!root->archive) {
            done = find_in_folder(documents, root->path, path->folded, found, error);
        } else {
            done = find_in_archive(documents, root, path->plain, found, error) &&
                   (*found || find_bytes(documents, root, path->plain, path->folded, found, error));
        }
    }
    return done;
}

/* Finds a path below the first of the roots that has it with one of the endings. */
static bool find_below_any(Documents *documents, const Lookup *lookup, const FileName *name,
                           const char *plain, SpanFile **found, Error *error) {
    Span *span = &documents->span;
    Arena scratch = {.host = span->arena.host};
    const SpanFolder *roots = lookup->roots.items;
    List list = {0};
    bool done = list_candidates(&scratch, plain, name->endings ? name->endings : "", &list) ||
                fail_memory(error, &scratch);
    for (uint64_t i = 0; done && i < lookup->roots.count && !*found; i++) {
        SpanFolder root = roots[i];
        if (name->above) {
            root.path = path_plain(&span->arena, root.path);
            done = root.path ? mean_folder(documents, &root, name->above, error)
                             : fail_memory(error, &span->arena);
        }
        done = done && find_in_root(documents, &root, &list, found, error);
        if (!done || *found || !name->above || !root.archive) continue;
        done = folder_of_file(span, root.archive, &root, error) &&
               find_in_root(documents, &root, &list, found, error);
    }
    /* a patch's order to delete the file hides those in the roots behind it */
    if (*found && (*found)->is_deletion) *found = NULL;
    arena_clear(&scratch);
    return done;
}

/* Returns what any Lookup with the same roots has found, by name; NULL: memory ran out. */
static Map *known_names(Span *span, Lookup *lookup) {
    List key = {0}; /* the paths of the roots with their NULs */
    Error ignored = {0};
    Arena *arena = &span->arena;
    const SpanFolder *roots = lookup->roots.items;
    if (lookup->known) return lookup->known;
    for (uint64_t i = 0; i < lookup->roots.count; i++) {
        const char *path = roots[i].path;
        if (!list_append(arena, &key, path, strlen(path) + 1, 1, &ignored)) return NULL;
    }
    void **place = map_place(&span->looked_up, arena, key.items, (size_t)key.count);
    if (place && !*place) *place = arena_zeroed(arena, 1, sizeof(Map));
    lookup->known = place ? *place : NULL;
    arena_release(arena, key.items);
    return lookup->known;
}

bool lookup_find(Documents *documents, Lookup *lookup, const FileName *name, SpanFile **found,
                 Error *error) {
    Span *span = &documents->span;
    Arena *arena = &span->arena;
    *found = NULL;
    const char *endings = name->endings ? name->endings : "";
    char *plain = name->length && lookup->roots.count ? path_of(arena, name) : NULL;
    Map *known = plain ? known_names(span, lookup) : NULL;
    char *key = known ? path_join(arena, 0, plain, endings, strlen(endings)) : NULL;
    if (key && name->above) key = path_join(arena, 0, name->above, key, strlen(key));
    void **place = key ? map_find(known, key, strlen(key)) : NULL;
    if (arena->failed) return fail_memory(error, arena);
    if (plain && !place) {
        if (!find_below_any(documents, lookup, name, plain, found, error)) return false;
        place = map_place(known, arena, key, strlen(key));
        if (!place) return fail_memory(error, arena);
        *place = *found;
    }
    *found = place ? *place : NULL;
    arena_release(arena, key);
    arena_release(arena, plain);
    return true;
}
