/* See document.h. */
#include "document.h"

#include <inttypes.h>

Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *companion, uint64_t companion_size,
                        Error *error) {
    if (bytes && size > UINT32_MAX) { /* decoders keep offsets in 32 bits */
        fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected less than 4 GiB", size);
        arena_clear(arena);
        return NULL;
    }
    Document *document = arena_zeroed(arena, 1, format->document_bytes);
    char *name_copy = name ? arena_alloc(arena, strlen(name) + 1, 1) : NULL;
    if (!document || (name && !name_copy)) {
        fail_memory(error, arena);
        arena_clear(arena);
        return NULL;
    }
    if (name) memcpy(name_copy, name, strlen(name) + 1);
    if (!arena->limit) {
        arena->limit = DOCUMENT_BYTES_LEAST + DOCUMENT_BYTES_PER_BYTE * (size + companion_size);
    }
    *document = (Document){.format = format,
                           .arena = *arena,
                           .bytes = bytes,
                           .size = size,
                           .name = name_copy,
                           .companion = companion,
                           .companion_size = companion_size};
    *arena = (Arena){.host = arena->host};
    if (format->open && !format->open(document, error)) {
        document_free(document);
        return NULL;
    }
    return document;
}

void document_free(Document *document) {
    if (!document) return;
    Arena arena = document->arena; /* the document lies in its own arena */
    arena_clear(&arena);
}

const Findings *document_findings(Document *document, Error *error) {
    if (document->findings) return document->findings;
    Findings *findings = arena_zeroed(&document->arena, 1, sizeof(Findings));
    if (!findings) {
        fail_memory(error, &document->arena);
        return NULL;
    }
    findings->arena = &document->arena;
    bool done = document->format->check(document, findings, error);
    if (done && !findings_finish(findings)) done = fail_memory(error, &document->arena);
    if (!done) {
        const Finding *items = findings->list.items;
        for (uint64_t i = 0; i < findings->list.count; i++) {
            arena_release(&document->arena, (void *)(uintptr_t)items[i].message);
        }
        arena_release(&document->arena, findings->list.items);
        arena_release(&document->arena, findings);
        return NULL;
    }
    document->findings = findings;
    return findings;
}
