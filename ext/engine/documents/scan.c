#include "engine/documents/scan.h"

/* Tells whether a source's files fit the store, if all are like those opened so far. */
static bool fits_all(const Documents *documents, const Source *source, const Scan *scan) {
    if (!scan || !scan->opened || source->file_count < 2) return false;
    double bytes = (double)scan->bytes / (double)scan->opened * source->file_count;
    return bytes < (double)documents->settings->cache_limit;
}

static CachedDocument *open_missing(Ahead *ahead, const Source *source, uint32_t number,
                                    Wanted wanted, Scan *scan, Error *error) {
    Documents *documents = ahead->documents;
    SpanFile *file = source->files[number];
    CachedDocument *cached = NULL;
    Opened opened;
    documents->store.fits_all = fits_all(documents, source, scan);
    if (scan && ahead_take(ahead, scan, source, number, wanted, &opened, error)) {
        if (opened.document) cached = documents_accept(documents, file, &opened, error);
    } else {
        cached = documents_open(documents, file, wanted, error);
        if (scan) {
            scan->opened++;
            scan->bytes += cached ? cached->document->arena.bytes : 0;
        }
    }
    documents->store.fits_all = false;
    return cached;
}

CachedDocument *scan_document(Ahead *ahead, const Source *source, uint32_t number, Wanted wanted,
                              Scan *scan, Error *error) {
    Documents *documents = ahead->documents;
    CachedDocument *cached = source->blob;
    if (cached) {
        if (!documents_complete_blob(cached, wanted, error)) return NULL;
        store_retain(cached);
        return cached;
    }
    cached = documents_find(documents, source->files[number], wanted);
    if (cached) return cached;
    if (documents->reads_anyway < wanted.reads) { /* the table needs as much of the file */
        Error ignored = {0};
        Wanted more = wanted;
        more.reads = documents->reads_anyway;
        cached = open_missing(ahead, source, number, more, scan, &ignored);
        if (cached) return cached;
    }
    return open_missing(ahead, source, number, wanted, scan, error);
}
