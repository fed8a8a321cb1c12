#include "engine/documents/find_entries.h"
#include "engine/files/path.h"

/* Finds the first entry whose name is *name up to one of its slashes: an archive in the archive,
** but no folder. *name becomes what follows that slash. */
static bool find_inner(Span *span, SpanFile *archive, Archive *table, const char **name,
                       SpanFile **inner, Error *error) {
    *inner = NULL;
    uint64_t tried = 0;
    for (const char *slash = strchr(*name, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - *name);
        SpanFile *found;
        if (arena_interrupted_at(&span->arena, tried++)) return fail_interrupted(error);
        if (!folder_find_entry(span, archive, table, *name, length, &found, error)) return false;
        if (!found || archive_kept(table, found->entry)->kind != ARCHIVE_FILE) continue;
        *inner = found;
        *name = slash + 1;
        return true;
    }
    return true;
}

/* What can't be opened stays the folder's archive: whoever uses the folder gives the reason. */
bool find_entries_innermost(Documents *documents, SpanFolder *folder, Error *error) {
    Span *span = &documents->span;
    for (SpanFile *inner = folder->archive; inner;) {
        Error problem = {0};
        folder->archive = inner;
        const char *name = path_join(&span->arena, 0, folder->path, "", 0);
        if (!name) return fail_memory(error, &span->arena);
        name += folder_outer_bytes(folder);
        CachedDocument *cached = documents_archive(documents, inner, &problem);
        if (!cached) return !error_ends(&problem, error);
        Archive *table = (Archive *)cached->document;
        if (!find_inner(span, inner, table, &name, &inner, error)) return false;
    }
    return true;
}

/* Explains why a name wasn't found; `table` is NULL if the archive has a `problem`. */
static void say_why(Documents *documents, SpanFile *archive, const Archive *table, const char *name,
                    const Error *problem, Error *why) {
    if (!table && problem->kind != ERROR_NOT_THIS_FORMAT) {
        fail(why, problem->kind, "its archive: %s", problem->message);
        return;
    }
    if (!table) {
        fail(why, ERROR_CANNOT_OPEN, "a part of the path is neither a folder nor an archive%s",
             archive->archive ? "" : " of a known format");
        return;
    }
    const char *format = table->document.format->name;
    size_t length = strlen(name);
    bool slash = !length || name[length - 1] == '/', is_folder = false;
    size_t bytes = length ? length - slash : 0;
    const char *path = path_join(&documents->span.arena, 0, archive->path, name, bytes);
    const SpanFolder folder = {.archive = archive, .path = path};
    Error ignored = {0};
    if (folder.path) documents_has_folder(documents, &folder, &is_folder, &ignored);
    if (is_folder) {
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

/* Each turn goes one archive deeper: documents_archive() ends the loop by refusing the depth. */
bool find_entries_path(Documents *documents, SpanFile *archive, const char *name, FileList *files,
                       Error *why, Error *error) {
    Span *span = &documents->span;
    for (;;) {
        Error problem = {0};
        SpanFile *found, *inner = NULL;
        CachedDocument *cached = documents_archive(documents, archive, &problem);
        Archive *table = cached ? (Archive *)cached->document : NULL;
        if (error_ends(&problem, error)) return false;
        if (table) {
            size_t length = strlen(name);
            if (!folder_find_entry(span, archive, table, name, length, &found, error)) return false;
            if (found) return file_list_add(span, files, found, error);
            if (!find_inner(span, archive, table, &name, &inner, error)) return false;
        }
        if (!inner) {
            say_why(documents, archive, table, name, &problem, why);
            return true;
        }
        archive = inner;
    }
}

/* Tells whether an entry that the pattern's first `count` parts match could be an archive. */
static bool may_be_archive(Pattern pattern, size_t count, const KeptEntry *entry, GlobWork *work) {
    const PatternPart *last = &pattern.parts[count - 1];
    if (last->any_depth) return false;
    if (last->has_wildcard &&
        !archive_has_ending(entry->name, entry->name_length - entry->number_length)) {
        return false;
    }
    return pattern_fits_entry((Pattern){pattern.parts, count}, entry->name, work);
}

static bool match_entry(Documents *documents, SpanFile *archive, const Archive *table,
                        Pattern pattern, uint32_t place, GlobWork *work, FileList *files,
                        Error *error) {
    const KeptEntry *entry = archive_kept(table, place);
    Span *span = &documents->span;
    if (pattern_fits_entry(pattern, entry->name, work) && !work->interrupted &&
        !file_list_add(span, files, folder_entry(span, archive, table, place), error)) {
        return false;
    }
    size_t parts = 1, deep = 0;
    for (const char *at = entry->name; (at = strchr(at, '/')); at++) parts++;
    /* each part of the pattern but `**` stands for one part of the name */
    for (size_t count = 1; count < pattern.count && count - deep <= parts; count++) {
        deep += pattern.parts[count - 1].any_depth;
        if (!glob_goes_on(work, 1)) return fail_interrupted(error);
        if ((!deep && count != parts) || !may_be_archive(pattern, count, entry, work)) continue;
        if (work->interrupted) return fail_interrupted(error);
        SpanFile *inner = folder_entry(span, archive, table, place);
        if (!inner) return fail_memory(error, &span->arena);
        if (!find_entries_matching(documents, inner, pattern_behind(pattern, count), ARCHIVE_FILE,
                                   files, error)) {
            return false;
        }
    }
    return glob_goes_on(work, entry->name_length + (uint64_t)1) || fail_interrupted(error);
}

/* Calls itself for archives in archives, of which documents_archive() limits the depth. */
bool find_entries_matching(Documents *documents, SpanFile *archive, Pattern pattern,
                           ArchiveKind kind, FileList *files, Error *error) {
    Error problem = {0};
    GlobWork work = {.arena = &documents->span.arena};
    CachedDocument *cached = documents_archive(documents, archive, &problem);
    if (error_ends(&problem, error)) return false;
    if (!cached) {
        bool is_told = problem.kind == ERROR_NOT_THIS_FORMAT || kind == ARCHIVE_DELETE;
        return is_told ||
               file_list_add_problem(&documents->span, files, archive->path, &problem, error);
    }
    store_retain(cached); /* another archive of its depth may replace it */
    bool done = true;
    const Archive *table = (const Archive *)cached->document;
    for (uint32_t place = 0; done && place < table->entries.count; place++) {
        if (archive_kept(table, place)->kind != kind) continue;
        done = match_entry(documents, archive, table, pattern, place, &work, files, error);
    }
    store_release(cached);
    return done;
}
