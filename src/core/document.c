#include "core/document.h"

/* Tells whether a file is of its document's format. Format.takes must accept the whole file, and
** also its first DETECT_BYTES alone. Of a file that is read by parts only the head is known. */
static bool is_of_format(const Document *document) {
    const Format *format = document->format;
    uint64_t size, head_bytes;
    const uint8_t *head = document_head(document, &size);
    head_bytes = size < DETECT_BYTES ? size : DETECT_BYTES;
    return format_takes(format, head, size, document->size) &&
           (!format->takes || format->takes(head, head_bytes, document->size));
}

/* Opens a document with the bytes or parts that `part` has. Takes over the arena. */
static Document *open_document(const Format *format, Arena *arena, const Document *part,
                               const char *name, Error *error) {
    size_t name_bytes = name ? strlen(name) + 1 : 0; /* the name stands behind the struct */
    Document *document = arena_zeroed(arena, 1, format->document_bytes + name_bytes);
    if (!document) {
        fail_memory(error, arena);
        arena_clear(arena);
        return NULL;
    }
    char *name_copy = (char *)document + format->document_bytes;
    if (name) memcpy(name_copy, name, name_bytes);
    if (!arena->limit) {
        arena->limit =
            DOCUMENT_BYTES_LEAST + DOCUMENT_BYTES_PER_BYTE * (part->size + part->second_size);
    }
    *document = *part;
    document->format = format;
    document->records = document->bytes;
    document->arena = *arena;
    document->name = name ? name_copy : NULL;
    *arena = (Arena){.host = arena->host};
    if (document->parts) document->parts->arena = &document->arena;
    bool done = true;
    if (format->open && !format->open_decides && !is_of_format(document)) {
        done = format_fail_other(format, error);
    } else if (format->open) {
        done = format->open(document, error);
    }
    document->parts = NULL;
    if (done) return document;
    document_free(document);
    return NULL;
}

Document *document_open_header(const Format *format, Arena *arena, const uint8_t *bytes,
                               uint64_t size, const char *name, const uint8_t *second,
                               uint64_t second_size, Error *error) {
    if (bytes && size > UINT32_MAX) { /* decoders store offsets in 32 bits */
        fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected less than 4 GiB", size);
        arena_clear(arena);
        return NULL;
    }
    const Document part = {
        .bytes = bytes, .size = size, .second = second, .second_size = second_size};
    return open_document(format, arena, &part, name, error);
}

Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *second, uint64_t second_size,
                        Error *error) {
    Document *document =
        document_open_header(format, arena, bytes, size, name, second, second_size, error);
    if (!document || document_complete(document, error)) return document;
    document_free(document);
    return NULL;
}

/* Letters are spelled, so that "an" stands before MDL ("em") and RSW ("ar"). */
const char *format_article(const char *name) {
    return strchr("AEIOMR", name[0]) ? "an" : "a";
}

bool format_fail_other(const Format *format, Error *error) {
    return fail(error, ERROR_NOT_THIS_FORMAT, "not %s %s file", format_article(format->name),
                format->name);
}

Document *document_open_part(const Format *format, Arena *arena, FileParts *parts, const char *name,
                             Error *error) {
    const Document part = {.size = parts->size, .parts = parts, .reads = parts->reads};
    if (!parts_begin(parts, arena, error)) {
        arena_clear(arena);
        return NULL;
    }
    return open_document(format, arena, &part, name, error);
}

bool document_complete(Document *document, Error *error) {
    if (document->is_completed || !document->format->complete) return true;
    document->is_completed = document->format->complete(document, error);
    return document->is_completed;
}

Reader document_reader(const Document *document, Error *error) {
    return (Reader){.bytes = document->bytes,
                    .size = document->size,
                    .error = error,
                    .parts = document->parts,
                    .reads = document->reads};
}

const uint8_t *document_head(const Document *document, uint64_t *size) {
    *size = document->parts ? document->parts->head_bytes : document->size;
    return document->parts ? document->parts->head : document->bytes;
}

uint64_t document_memory(const Document *document) {
    uint64_t bytes = document->arena.bytes;
    for (const Kept *kept = document->kept; kept; kept = kept->next) bytes += kept->arena.bytes;
    return bytes;
}

void document_drop_kept(Document *document) {
    while (document->kept) {
        Arena arena = document->kept->arena; /* a copy, because it lies in itself */
        document->kept = document->kept->next;
        arena_clear(&arena);
    }
}

void document_free(Document *document) {
    if (!document) return;
    document_drop_kept(document);
    Arena arena = document->arena; /* a copy, because the document lies in its own arena */
    arena_clear(&arena);
}

bool document_set_version(Document *document, Error *error, const char *format, ...) {
    enum { VERSION_CHARS = 16 };
    char *text = arena_alloc(&document->arena, VERSION_CHARS, 1);
    if (!text) return fail_memory(error, &document->arena);
    va_list arguments;
    va_start(arguments, format);
    print_list(text, VERSION_CHARS, format, arguments);
    va_end(arguments);
    document->version = text;
    return true;
}

void document_check_trailing(const Document *document, FileRun trailing, const char *where,
                             Findings *findings) {
    if (!trailing.size) return;
    finding_add(findings, SEVERITY_WARNING, "trailing_bytes",
                document_offset(document, trailing.bytes), "%" PRIu64 " bytes %s", trailing.size,
                where);
}

const Findings *document_findings(Document *document, Error *error) {
    if (document->findings) return document->findings;
    Arena scratch = arena_scratch(&document->arena);
    Findings found = {.arena = &scratch};
    const Format *format = document->format;
    bool done = !format->check || format->check(document, &found, error);
    if (done && !findings_finish(&found)) done = fail_memory(error, &scratch);
    if (done) {
        document->findings = findings_keep(&found, &document->arena);
        if (!document->findings) fail_memory(error, &document->arena);
    }
    arena_clear(&scratch);
    return document->findings;
}

const Findings *document_findings_beside(Document *document, const struct FilesBeside *beside,
                                         Arena *arena, Error *error) {
    const Findings *own = document_findings(document, error);
    if (!own || !document->format->check_beside) return own;
    Findings *all = arena_zeroed(arena, 1, sizeof *all);
    if (!all || !list_reserve(arena, &all->list, own->list.count, sizeof(Finding))) {
        return null_after(fail_memory(error, arena));
    }
    all->arena = arena;
    all->list.count = own->list.count;
    if (own->list.count) {
        memcpy(all->list.items, own->list.items, (size_t)own->list.count * sizeof(Finding));
    }
    if (!document->format->check_beside(document, beside, all, error)) return NULL;
    if (findings_finish(all)) return all;
    return null_after(fail_memory(error, arena));
}
