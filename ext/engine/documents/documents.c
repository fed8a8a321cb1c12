#include "engine/documents/documents.h"
#include "codec/utf8.h"
#include "engine/files/path.h"
#include "modules.h"

void documents_begin(Documents *documents, const Host *host, Regions *regions, Settings *settings) {
    documents->regions = regions;
    documents->host = documents->span.arena.host = host;
    documents->settings = settings;
    store_begin(&documents->store, host, settings);
    documents->reads_anyway = READS_HEADER;
}

void documents_end(Documents *documents) {
    store_clear(&documents->store);
}

void documents_leave_span(Documents *documents) {
    for (size_t depth = 0; depth < LENGTH(documents->held); depth++) {
        HeldArchives *held = &documents->held[depth];
        while (held->count) store_release(held->items[--held->count].cached);
        *held = (HeldArchives){0};
    }
    ranges_close_all(&documents->span);
    span_clear(&documents->span);
    documents->reads_anyway = READS_HEADER;
}

void documents_match_none(Documents *documents, const char *text) {
    Settings *settings = documents->settings;
    const char *shown = clean_text(&documents->span.arena, text, true);
    if (*settings->unmatched || !shown) return;
    print_text(settings->unmatched, sizeof settings->unmatched, "no file matches '%.200s'", shown);
}

/* ---- Archives -------------------------------------------------------------------------------- */

/* Releases the archives that were used longest ago, if there are too many or they are too large. */
static void limit_held(HeldArchives *held, uint64_t limit) {
    uint64_t bytes = 0;
    uint32_t kept = 0;
    for (; kept < held->count && kept < held->wanted; kept++) {
        bytes += held->items[kept].cached->bytes;
        if (kept >= HELD_LEAST && bytes > limit) break;
    }
    while (held->count > kept) store_release(held->items[--held->count].cached);
}

/* Makes an archive the first of those that are held. */
static void hold(HeldArchives *held, uint32_t place, struct HeldArchive archive) {
    memmove(held->items + 1, held->items, place * sizeof archive);
    held->items[0] = archive;
}

CachedDocument *documents_archive(Documents *documents, SpanFile *file, Error *error) {
    HeldArchives *held = &documents->held[file->depth];
    if (file->depth == ARCHIVE_DEPTH_MAX) {
        return null_after(fail(error, ERROR_TOO_BIG, "archives in archives, more than %d deep",
                               ARCHIVE_DEPTH_MAX));
    }
    for (uint32_t i = 0; i < held->count; i++) {
        const struct HeldArchive found = held->items[i];
        if (found.file != file || found.cached->stale) continue;
        hold(held, i, found);
        return found.cached;
    }
    CachedDocument *cached =
        documents_file(documents, file, wanted_whole(&any_archive_format), error);
    if (!cached) return NULL;
    if (!archive_order((Archive *)cached->document, error)) {
        store_release(cached);
        return NULL;
    }
    if ((file->was_held || !held->wanted) && held->wanted < HELD_MOST) held->wanted++;
    file->was_held = true;
    if (held->count == HELD_MOST) store_release(held->items[--held->count].cached);
    hold(held, held->count++, (struct HeldArchive){file, cached});
    limit_held(held, (uint64_t)documents->settings->cache_limit);
    return cached;
}

bool documents_around(Documents *documents, SpanFile *archive, CachedDocument **cached,
                      Error *error) {
    *cached = archive ? documents_archive(documents, archive, error) : NULL;
    return *cached || !archive;
}

/* ---- Resolving ------------------------------------------------------------------------------- */

bool documents_find_in(Documents *documents, const SpanFolder *folder, const char *name,
                       SpanFile **found, Error *error) {
    CachedDocument *cached;
    if (!documents_around(documents, folder->archive, &cached, error)) return false;
    Archive *table = cached ? (Archive *)cached->document : NULL;
    return folder_find(&documents->span, folder, table, name, found, error);
}

bool documents_has_folder(Documents *documents, const SpanFolder *folder, bool *exists,
                          Error *error) {
    FileStatus status;
    Error problem = {0};
    if (!folder->archive) {
        const char *path = *folder->path ? folder->path : "."; /* "" is the current folder */
        *exists = !system_says_absent(system_path_status(path, &status));
        return true;
    }
    CachedDocument *cached = documents_archive(documents, folder->archive, &problem);
    *exists = cached;
    if (!cached) return problem.kind == ERROR_NOT_THIS_FORMAT || fail_as(error, &problem);
    const char *name = path_join(&documents->span.arena, 0, folder->path, "", 0);
    if (!name) return fail_memory(error, &documents->span.arena);
    name += folder_outer_bytes(folder);
    return !*name ||
           archive_has_folder((Archive *)cached->document, name, strlen(name), exists, error);
}

bool documents_find_beside(Documents *documents, const SpanFile *file, const char *name,
                           bool is_exact, SpanFile **found, Error *error) {
    SpanFolder folder;
    *found = NULL;
    if (!name) return fail_memory(error, &documents->span.arena);
    if (!file->path || file->problem) return true;
    if (!folder_of_file(&documents->span, file, &folder, error)) return false;
    folder.is_exact = is_exact;
    bool done = documents_find_in(documents, &folder, name, found, error);
    if (*found && (*found)->is_deletion) *found = NULL;
    return done;
}

/* Finds the file that is read together with a file (Format.second_ending), and sees its version. */
static bool find_second(Documents *documents, SpanFile *file, Error *error) {
    const Format *format = file->second ? NULL : format_of_pair(file->path, false);
    const char *name = format ? text_with_ending(&documents->span.arena, path_name(file->path),
                                                 format->second_ending)
                              : NULL;
    Error ignored = {0}; /* whoever reads the file gets the error */
    if (format && !documents_find_beside(documents, file, name, true, &file->second, error)) {
        return false;
    }
    SpanFile *second = file->second;
    if (second && !second->identified) {
        second->identified = file_identify(second->path, &second->identity, &ignored);
    }
    return true;
}

bool documents_resolve(Documents *documents, SpanFile *file, Wanted wanted, OpenRequest *request,
                       Error *error) {
    if (!documents->settings->file_access) { /* checked again, however the path came here */
        return fail(error, ERROR_CANNOT_OPEN, "gamemap was loaded without access to files");
    }
    if (!find_second(documents, file, error)) return false;
    *request = (OpenRequest){
        .wanted = wanted,
        .own.file = *file,
        .archives = {documents->settings->pk2_key},
        .kept_bytes = sizeof(CachedDocument) + strlen(file->path) + 1,
    };
    if (!documents_around(documents, file->archive, &request->holder, error)) return false;
    const Archive *archive = request->holder ? (Archive *)request->holder->document : NULL;
    return ranges_find(&documents->span, file, archive, &request->own, error) &&
           (!file->second ||
            ranges_find(&documents->span, file->second, archive, &request->second, error));
}

/* ---- Opening --------------------------------------------------------------------------------- */

CachedDocument *documents_accept(Documents *documents, SpanFile *file, Opened *opened,
                                 Error *error) {
    documents->settings->opened++;
    return store_keep(&documents->store, opened, file, file->hash, error);
}

static bool open_resolved(Documents *documents, SpanFile *file, OpenRequest *request,
                          Opened *opened, Error *error) {
    bool done = opening_look(request, documents->host, error);
    if (request->own.file.identified) {
        file->identity = request->own.file.identity;
        file->identified = true;
    }
    if (!done) return false;
    if (request->archive) { /* an archive is read by ranges, through a reader that the span keeps */
        Ranges ranges;
        return ranges_of_archive(&documents->span, file, NULL, &ranges, error) &&
               opening_archive(request, documents->host, &ranges, opened, error);
    }
    store_make_room(&documents->store, file->hash, request->own.size + request->second.size);
    return opening_read(request, documents->host, opened, error);
}

CachedDocument *documents_open(Documents *documents, SpanFile *file, Wanted wanted, Error *error) {
    OpenRequest request = {.wanted = wanted}; /* for opening_fail(), whatever fails before */
    Opened opened;
    bool done = documents_resolve(documents, file, wanted, &request, error);
    done = done && open_resolved(documents, file, &request, &opened, error);
    if (!done && !opening_fail(&request, documents->host, &opened, error)) return NULL;
    documents->settings->opened_by_parts += opened.document->reads != READS_ALL;
    return documents_accept(documents, file, &opened, error);
}

/* ---- What the store has ---------------------------------------------------------------------- */

bool documents_have(Documents *documents, const SpanFile *file, Wanted wanted) {
    const CachedDocument *cached = store_find(&documents->store, file, wanted.format);
    return cached &&
           (cached->document->reads == READS_ALL || document_has(cached->document, wanted.reads));
}

/* Tells whether a document is of the versions that the span sees of its files. A version that the
** span hasn't seen yet is the current one. */
static bool is_of_versions(Documents *documents, const CachedDocument *cached, SpanFile *file) {
    Error ignored = {0};
    CachedDocument *holder;
    SpanFile *outermost = span_outermost(file);
    FileIdentity now = outermost->identity;
    bool is_known = now.inode || file_identify(outermost->path, &now, &ignored);
    if (!is_known || !file_same(&cached->identity, &now)) return false;
    outermost->identity = now;
    outermost->identified = true;
    if (!find_second(documents, file, &ignored) ||
        !documents_around(documents, file->archive, &holder, &ignored)) {
        return false;
    }
    now = ranges_other(file, holder ? (const Archive *)holder->document : NULL);
    return file_same(&cached->other, &now) &&
           !cached->misses_sister && /* the missing sister file may exist by now */
           ranges_take_sisters(&documents->span, file, cached->sisters, cached->sister_count);
}

static bool is_fresh(Documents *documents, CachedDocument *cached, SpanFile *file) {
    uint64_t span = documents->store.span_serial;
    if (cached->span_serial == span) return true;
    if (cached->young || !is_of_versions(documents, cached, file)) return false;
    cached->span_serial = span;
    return true;
}

/* Completes the document if more of it is wanted. If this fails, the document leaves the store and
** the result is false: reading the file again then gives the error. */
static bool suffices(Documents *documents, CachedDocument *cached, Wanted wanted) {
    Error ignored = {0};
    Document *document = cached->document;
    if (document_has(document, wanted.reads)) return true;
    const bool is_part = document->reads != READS_ALL;
    if (!is_part && document_complete(document, &ignored)) return true;
    if (is_part && wanted.reads < documents->reads_anyway) {
        documents->reads_anyway = wanted.reads;
    }
    store_drop(cached);
    return false;
}

/* A file with a problem has no document but one that stands for what the system refused. */
CachedDocument *documents_find(Documents *documents, SpanFile *file, Wanted wanted) {
    CachedDocument *cached = store_find(&documents->store, file, wanted.format);
    if (!cached || (file->problem && !opening_was_refused(cached->document))) return NULL;
    store_retain(cached); /* is_fresh() may read an archive, for which the store drops documents */
    if (!is_fresh(documents, cached, file)) store_drop(cached);
    else if (suffices(documents, cached, wanted)) {
        store_touch(cached);
        return cached;
    }
    store_release(cached);
    return NULL;
}

CachedDocument *documents_file(Documents *documents, SpanFile *file, Wanted wanted, Error *error) {
    CachedDocument *cached = documents_find(documents, file, wanted);
    return cached ? cached : documents_open(documents, file, wanted, error);
}

/* ---- BLOBs ----------------------------------------------------------------------------------- */

static CachedDocument *open_blob(Documents *documents, const void *bytes, uint64_t size,
                                 Wanted wanted, uint64_t hash, Error *error) {
    const ArchiveOptions archives = {documents->settings->pk2_key};
    Opened opened = {0};
    opened.document = opening_blob(documents->host, wanted, &archives, bytes, size, error);
    return opened.document ? store_keep(&documents->store, &opened, NULL, hash, error) : NULL;
}

CachedDocument *documents_blob(Documents *documents, const void *bytes, uint64_t size,
                               Wanted wanted, Error *error) {
    uint64_t hash = 0; /* the hash of an empty BLOB */
    CachedDocument *cached =
        size ? store_find_blob(&documents->store, bytes, size, wanted.format, &hash) : NULL;
    if (!cached) return open_blob(documents, bytes, size, wanted, hash, error);
    store_retain(cached); /* the bytes may belong to it */
    if (suffices(documents, cached, wanted)) {
        store_touch(cached);
        return cached;
    }
    CachedDocument *anew = open_blob(documents, bytes, size, wanted, cached->hash, error);
    store_release(cached);
    return anew;
}

bool documents_complete_blob(CachedDocument *cached, Wanted wanted, Error *error) {
    if (wanted.reads == READS_HEADER || document_complete(cached->document, error)) {
        store_touch(cached);
        return true;
    }
    store_drop(cached);
    return false;
}
