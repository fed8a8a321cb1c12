/* Paths within archives: see paths.h. */
#include "archives.h"
#include "cache.h"
#include "glob.h"
#include "paths.h"

/* Returns the span's file for an entry. */
static SpanFile *entry_file(Session *session, SpanFile *archive, const CachedDocument *cached,
                            uint32_t place) {
    const ArchiveEntry *entry = archive_entry((const Archive *)cached->document, place);
    size_t length = strlen(archive->path);
    char *path = arena_alloc(&session->span, length + entry->name_length + (uint64_t)2, 1);
    if (!path) return NULL;
    memcpy(path, archive->path, length);
    path[length] = '/';
    memcpy(path + length + 1, entry->name, entry->name_length + (size_t)1);
    SpanFile *file = session_file(session, path);
    arena_release(&session->span, path);
    if (!file) return NULL;
    file->archive = archive;
    file->entry = place;
    file->depth = archive->depth + 1;
    return file;
}

/* ---- One entry ------------------------------------------------------------------------------- */

/* Finds the entry with that name; *found is NULL if there is none. */
static bool find_here(Session *session, SpanFile *archive, const CachedDocument *cached,
                      const char *name, size_t length, SpanFile **found, Error *error) {
    Archive *table = (Archive *)cached->document;
    uint32_t place;
    *found = NULL;
    if (!archive_find(table, name, length, &place, error)) return false;
    if (place == NO_PLACE) return true;
    *found = entry_file(session, archive, cached, place);
    return *found || fail_memory(error, &session->span);
}

bool find_named_entry(Session *session, SpanFile *archive, const char *name, SpanFile **found,
                      Error *error) {
    CachedDocument *cached = archive_of(session, archive, error);
    if (!cached || !find_here(session, archive, cached, name, strlen(name), found, error)) {
        return false;
    }
    const Archive *table = (const Archive *)cached->document;
    if (*found && archive_entry(table, (*found)->entry)->kind != ARCHIVE_FILE) *found = NULL;
    return true;
}

/* Finds the first file whose name is the beginning of *name up to a slash; *name becomes the rest.
** A folder with an entry of its own isn't an archive. */
static bool find_inner(Session *session, SpanFile *archive, const CachedDocument *cached,
                       const char **name, SpanFile **inner, Error *error) {
    *inner = NULL;
    for (const char *slash = strchr(*name, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - *name);
        SpanFile *found;
        if (!find_here(session, archive, cached, *name, length, &found, error)) return false;
        if (!found) continue;
        const Archive *table = (const Archive *)cached->document;
        if (archive_entry(table, found->entry)->kind != ARCHIVE_FILE) continue;
        *inner = found;
        *name = slash + 1;
        return true;
    }
    return true;
}

/* Tells whether names of entries continue this one behind a slash. If memory runs out, the answer
** is false. */
static bool has_folder(Session *session, const Archive *archive, const char *name, size_t length) {
    char *folder = arena_alloc(&session->span, length + (uint64_t)1, 1);
    if (!folder) return false;
    memcpy(folder, name, length);
    folder[length] = '/';
    uint32_t place = archive_lower_bound(archive, folder, length + 1);
    const ArchiveEntry *entry =
        place < archive->entries.count ? archive_entry(archive, place) : NULL;
    return entry && entry->name_length > length && memcmp(entry->name, folder, length + 1) == 0;
}

static void say_no_entry(Session *session, const CachedDocument *cached, const char *name,
                         Error *why) {
    const char *format = cached->document->format->name;
    size_t length = strlen(name);
    bool slash = !length || name[length - 1] == '/';
    if (!length || has_folder(session, (const Archive *)cached->document, name, length - slash)) {
        fail(why, ERROR_CANNOT_OPEN,
             "%s of the %s archive; add '%s*' for the files in it, or '%s**' for those in its "
             "folders, too",
             length ? "a folder" : "the top folder", format, slash ? "" : "/", slash ? "" : "/");
    } else if (strchr(name, '\\')) {
        fail(why, ERROR_CANNOT_OPEN,
             "the %s archive has no entry of that name; in it '/' stands behind each folder",
             format);
    } else {
        fail(why, ERROR_CANNOT_OPEN, "the %s archive has no entry of that name", format);
    }
}

/* Explains why `name` wasn't found in the archive. */
static void say_why(Session *session, const SpanFile *archive, const CachedDocument *cached,
                    const char *name, const Error *problem, Error *why) {
    if (cached) {
        say_no_entry(session, cached, name, why);
    } else if (problem->kind != ERROR_NOT_THIS_FORMAT) {
        fail(why, problem->kind, "its archive: %s", problem->message);
    } else {
        fail(why, ERROR_CANNOT_OPEN,
             archive->archive ? "a part of the path is neither a folder nor an archive"
                              : "a part of the path is neither a folder nor an archive of a known "
                                "format");
    }
}

/* Each turn goes one archive deeper, so it ends when archive_of() refuses. */
bool find_entry(Session *session, SpanFile *archive, const char *name, FileList *files, Error *why,
                Error *error) {
    for (;;) {
        Error problem = {0};
        SpanFile *found, *inner = NULL;
        CachedDocument *cached = archive_of(session, archive, &problem);
        if (!cached && ends_search(&problem)) {
            *error = problem;
            return false;
        }
        if (cached) {
            if (!find_here(session, archive, cached, name, strlen(name), &found, error))
                return false;
            if (found) return add_file(session, files, found, error);
            if (!find_inner(session, archive, cached, &name, &inner, error)) return false;
        }
        if (!inner) {
            say_why(session, archive, cached, name, &problem, why);
            return true;
        }
        archive = inner;
    }
}

/* ---- Patterns -------------------------------------------------------------------------------- */

/* A part of a pattern between slashes. */
typedef struct Part {
    char *text; /* NUL-terminated */
    size_t length;
    bool has_wildcard, any_depth; /* any_depth: `**` */
    const char *from_here;        /* the rest of the pattern, from this part on */
} Part;

typedef struct Pattern {
    Part *parts;
    size_t count;
} Pattern;

bool has_archive_ending(const char *name, size_t length) {
    static const char *const endings[] = {"grf", "gpf", "thor", "pk2", "erf", "hak",
                                          "mod", "nwm", "sav",  "key", "zip"};
    size_t dot = length;
    while (dot && name[dot - 1] != '.') dot--;
    for (size_t i = 0; dot && i < LENGTH(endings); i++) {
        bool is_equal = strlen(endings[i]) == length - dot;
        for (size_t k = 0; is_equal && k < length - dot; k++) {
            is_equal = fold_byte((uint8_t)name[dot + k]) == (uint8_t)endings[i][k];
        }
        if (is_equal) return true;
    }
    return false;
}

static bool read_pattern(Arena *arena, const char *text, Pattern *pattern, Error *error) {
    pattern->count = 1;
    for (const char *at = text; *at; at++) pattern->count += *at == '/';
    pattern->parts = arena_zeroed(arena, pattern->count, sizeof *pattern->parts);
    if (!pattern->parts) return fail_memory(error, arena);
    for (size_t i = 0; i < pattern->count; i++) {
        Part *part = &pattern->parts[i];
        part->length = strcspn(text, "/");
        part->text = arena_alloc(arena, part->length + 1, 1);
        if (!part->text) return fail_memory(error, arena);
        memcpy(part->text, text, part->length);
        part->text[part->length] = 0;
        part->has_wildcard = has_wildcard(part->text);
        part->any_depth = strcmp(part->text, "**") == 0;
        part->from_here = text;
        text += part->length + 1;
    }
    return true;
}

static bool part_fits(const Part *part, const char *name, size_t length) {
    if (part->has_wildcard) return glob_matches_part(part->text, name, length);
    if (part->length != length) return false;
    for (size_t i = 0; i < length; i++) {
        if (fold_byte((uint8_t)part->text[i]) != fold_byte((uint8_t)name[i])) return false;
    }
    return true;
}

/* Returns what follows the first part of a name; NULL after the last one. */
static const char *next_part(const char *name) {
    const char *slash = strchr(name, '/');
    return slash ? slash + 1 : NULL;
}

static size_t part_length(const char *name) {
    return strcspn(name, "/");
}

/* Tells whether a name matches the first `count` parts of a pattern. `**` takes as few parts as it
** can, and one more whenever what follows it doesn't match. */
static bool name_fits(const Part *parts, size_t count, const char *name) {
    size_t at = 0, behind_depth = 0; /* behind the last `**`; 0: there was none */
    const char *resume = NULL;
    for (;;) {
        if (at == count && !name) return true;
        if (at + 1 == count && parts[at].any_depth && name) return true;
        if (at < count && parts[at].any_depth) {
            behind_depth = ++at;
            resume = name;
        } else if (at < count && name && part_fits(&parts[at], name, part_length(name))) {
            name = next_part(name);
            at++;
        } else {
            if (!behind_depth || !resume) return false;
            name = resume = next_part(resume);
            at = behind_depth;
        }
    }
}

/* Tells whether the entry could be an archive that the first `count` parts name. */
static bool may_be_archive(const Pattern *pattern, size_t count, const ArchiveEntry *entry) {
    const Part *last = &pattern->parts[count - 1];
    if (last->any_depth) return false;
    if (last->has_wildcard &&
        !has_archive_ending(entry->name, entry->name_length - entry->number_length)) {
        return false;
    }
    return name_fits(pattern->parts, count, entry->name);
}

static bool match_entry(Session *session, SpanFile *archive, CachedDocument *cached,
                        const Pattern *pattern, uint32_t place, FileList *files, Error *error) {
    const ArchiveEntry *entry = archive_entry((const Archive *)cached->document, place);
    if (entry->kind != ARCHIVE_FILE) return true;
    if (name_fits(pattern->parts, pattern->count, entry->name) &&
        !add_file(session, files, entry_file(session, archive, cached, place), error)) {
        return false;
    }
    for (size_t count = 1; count < pattern->count; count++) {
        if (!may_be_archive(pattern, count, entry)) continue;
        SpanFile *inner = entry_file(session, archive, cached, place);
        if (!inner) return fail_memory(error, &session->span);
        if (!match_entries(session, inner, pattern->parts[count].from_here, files, error)) {
            return false;
        }
    }
    return true;
}

/* Calls itself for archives in archives; archive_of() opens at most ARCHIVE_DEPTH_MAX within one
** another. */
bool match_entries(Session *session, SpanFile *archive, const char *text, FileList *files,
                   Error *error) {
    Error problem = {0};
    Pattern pattern;
    CachedDocument *cached = archive_of(session, archive, &problem);
    if (!cached && ends_search(&problem)) {
        *error = problem;
        return false;
    }
    if (!cached && problem.kind == ERROR_NOT_THIS_FORMAT) return true;
    if (!cached) return add_problem(session, files, archive->path, &problem, error);
    if (!read_pattern(&session->span, text, &pattern, error)) return false;
    document_retain(cached); /* another archive of its depth may replace it */
    bool done = true;
    uint64_t count = ((const Archive *)cached->document)->entries.count;
    for (uint32_t place = 0; done && place < count; place++) {
        done = match_entry(session, archive, cached, &pattern, place, files, error);
        if (done && arena_interrupted_at(&session->span, place)) done = fail_interrupted(error);
    }
    document_release(cached);
    return done;
}
