/* Memory, errors, bounded reading, findings and documents: see core.h. */
#include "core.h"

#include <stdio.h>
#include <inttypes.h>

/* ---- Memory ------------------------------------------------------------------------------- */

/* Blocks of this size and more begin at a multiple of ALIGNMENT: a system that copies a file into
** memory is up to twice as fast then. */
#define ALIGNED_FROM 65536
#define ALIGNMENT    64

typedef struct ArenaBlock {
    struct ArenaBlock *previous, *next;
    uint64_t bytes; /* header and slack included */
    void *owner;
    uint64_t pad;   /* from where the host's block begins to here, less than `slack` */
    uint64_t slack; /* room for the pad: ALIGNMENT or 0 */
} ArenaBlock;

static ArenaBlock *block_of(const void *data) {
    return (ArenaBlock *)(uintptr_t)data - 1;
}

/* What the host gave. */
static void *start_of(ArenaBlock *block) {
    return block ? (char *)block - block->pad : NULL;
}

static void link_block(Arena *arena, ArenaBlock *block) {
    if (block->previous) block->previous->next = block;
    else arena->blocks = block;
    if (block->next) block->next->previous = block;
}

static void *refuse(Arena *arena, bool over_limit) {
    arena->over_limit = over_limit;
    arena->failed = true;
    return NULL;
}

void *arena_resize(Arena *arena, void *data, uint64_t bytes) {
    ArenaBlock *old = data ? block_of(data) : NULL;
    uint64_t held = old ? old->bytes : 0;
    if (bytes > (uint64_t)PTRDIFF_MAX - sizeof(ArenaBlock) - ALIGNMENT) return refuse(arena, true);
    uint64_t slack = bytes >= ALIGNED_FROM || (old && old->slack) ? ALIGNMENT : 0;
    uint64_t wanted = bytes + sizeof(ArenaBlock) + slack;
    if (arena->limit && wanted > held && wanted - held > arena->limit - arena->bytes) {
        return refuse(arena, true);
    }
    uint64_t old_pad = old ? old->pad : 0, old_used = old ? held - old->slack : 0;
    char *start = arena->host->resize(arena->host->context, start_of(old), wanted);
    if (!start) return refuse(arena, false);
    uint64_t pad = slack ? -(uintptr_t)(start + sizeof(ArenaBlock)) % ALIGNMENT : 0;
    ArenaBlock *block = (ArenaBlock *)(void *)(start + pad);
    if (!old) *block = (ArenaBlock){.next = arena->blocks};
    else if (pad != old_pad) {
        uint64_t used = wanted - slack;
        memmove(block, start + old_pad, (size_t)(used < old_used ? used : old_used));
    }
    block->bytes = wanted;
    block->pad = pad;
    block->slack = slack;
    arena->bytes += wanted - held;
    link_block(arena, block);
    return block + 1;
}

void *arena_alloc(Arena *arena, uint64_t count, uint64_t size) {
    if (size && count > (uint64_t)PTRDIFF_MAX / size) return refuse(arena, true);
    return arena_resize(arena, NULL, count * size);
}

void *arena_zeroed(Arena *arena, uint64_t count, uint64_t size) {
    void *data = arena_alloc(arena, count, size);
    if (data) memset(data, 0, (size_t)(count * size));
    return data;
}

void arena_release(Arena *arena, void *data) {
    if (!data) return;
    ArenaBlock *block = block_of(data);
    arena->bytes -= block->bytes;
    if (block->previous) block->previous->next = block->next;
    else arena->blocks = block->next;
    if (block->next) block->next->previous = block->previous;
    arena->host->resize(arena->host->context, start_of(block), 0);
}

void arena_clear(Arena *arena) {
    while (arena->blocks) {
        ArenaBlock *block = arena->blocks;
        arena->blocks = block->next;
        arena->host->resize(arena->host->context, start_of(block), 0);
    }
    arena->bytes = 0;
    arena->failed = false;
}

bool arena_interrupted(const Arena *arena) {
    return arena->host->interrupted && arena->host->interrupted(arena->host->context);
}

void **arena_block_owner(const void *data) {
    return &block_of(data)->owner;
}

/* ---- Errors ------------------------------------------------------------------------------- */

/* Formats "prefix" + "format", cutting what doesn't fit. */
static bool set_error(Error *error, ErrorKind kind, const char *prefix, const char *format,
                      va_list arguments) {
    if (error->kind != ERROR_NONE) return false;
    error->kind = kind;
    int used = snprintf(error->message, sizeof error->message, "%s", prefix);
    if (used < 0 || (size_t)used >= sizeof error->message) return false;
    vsnprintf(error->message + used, sizeof error->message - (size_t)used, format, arguments);
    return false;
}

bool fail(Error *error, ErrorKind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(error, kind, "", format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_place(Error *error, ErrorKind kind, uint64_t offset, const char *place,
                       const char *format, va_list arguments) {
    char prefix[80];
    snprintf(prefix, sizeof prefix, "offset 0x%" PRIx64 "%s: ", offset, place ? place : "");
    return set_error(error, kind, prefix, format, arguments);
}

bool fail_at(Error *error, ErrorKind kind, uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_place(error, kind, offset, NULL, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_memory(Error *error, const Arena *arena) {
    if (arena->over_limit) return fail(error, ERROR_TOO_BIG, "needs more memory than is allowed");
    return fail(error, ERROR_NO_MEMORY, "out of memory");
}

bool fail_interrupted(Error *error) {
    return fail(error, ERROR_INTERRUPTED, "interrupted");
}

/* ---- Bounded reader ----------------------------------------------------------------------- */

uint64_t reader_left(const Reader *reader) {
    return reader->size - reader->at;
}

bool reader_fail(Reader *reader, uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_place(reader->error, ERROR_CORRUPT, offset, reader->place, format, arguments);
    va_end(arguments);
    return false;
}

bool read_records(Reader *reader, const char *what, uint64_t count, uint64_t each,
                  const uint8_t **records) {
    uint64_t left = reader_left(reader);
    if (each && count > left / each) {
        if (count > UINT64_MAX / each) {
            return reader_fail(reader, reader->at,
                               "%" PRIu64 " %s of %" PRIu64 " bytes don't fit, %" PRIu64 " left",
                               count, what, each, left);
        }
        return reader_fail(reader, reader->at,
                           "%" PRIu64 " %s need %" PRIu64 " bytes, %" PRIu64 " left", count, what,
                           count * each, left);
    }
    *records = reader->bytes + reader->at;
    reader->at += count * each;
    return true;
}

/* One field of `bytes` bytes, or NULL with the error set. */
static const uint8_t *read_field(Reader *reader, const char *field, uint64_t bytes) {
    uint64_t left = reader_left(reader);
    if (left < bytes) {
        reader_fail(reader, reader->at, "%s needs %" PRIu64 " byte%s, %" PRIu64 " left", field,
                    bytes, bytes == 1 ? "" : "s", left);
        return NULL;
    }
    const uint8_t *at = reader->bytes + reader->at;
    reader->at += bytes;
    return at;
}

bool read_bytes(Reader *reader, const char *field, uint64_t bytes, const uint8_t **start) {
    const uint8_t *at = read_field(reader, field, bytes);
    if (at) *start = at;
    return at != NULL;
}

bool read_u8(Reader *reader, const char *field, uint8_t *value) {
    const uint8_t *at = read_field(reader, field, 1);
    if (at) *value = at[0];
    return at != NULL;
}

bool read_u16(Reader *reader, const char *field, uint16_t *value) {
    const uint8_t *at = read_field(reader, field, 2);
    if (at) *value = load_u16(at);
    return at != NULL;
}

bool read_u32(Reader *reader, const char *field, uint32_t *value) {
    const uint8_t *at = read_field(reader, field, 4);
    if (at) *value = load_u32(at);
    return at != NULL;
}

bool read_i32(Reader *reader, const char *field, int32_t *value) {
    const uint8_t *at = read_field(reader, field, 4);
    if (at) *value = load_i32(at);
    return at != NULL;
}

bool read_u64(Reader *reader, const char *field, uint64_t *value) {
    const uint8_t *at = read_field(reader, field, 8);
    if (at) *value = load_u64(at);
    return at != NULL;
}

bool read_f32(Reader *reader, const char *field, float *value) {
    const uint8_t *at = read_field(reader, field, 4);
    if (at) *value = load_f32(at);
    return at != NULL;
}

/* ---- Findings ----------------------------------------------------------------------------- */

/* How often the code was seen before, counted on; UINT64_MAX when there are too many codes. */
static uint64_t tally(Findings *findings, Severity severity, const char *code) {
    int at = 0, count = findings->tally_count;
    while (at < count && findings->tallies[at].code != code) at++; /* mostly the same literal */
    if (at == count) at = 0;
    while (at < count && findings->tallies[at].code != code &&
           strcmp(findings->tallies[at].code, code) != 0) {
        at++;
    }
    if (at == FINDING_CODES_MAX) return UINT64_MAX;
    if (at == findings->tally_count) {
        findings->tallies[findings->tally_count++] =
            (struct FindingTally){.code = code, .severity = severity};
    }
    return findings->tallies[at].seen++;
}

static void append_finding(Findings *findings, Severity severity, const char *code,
                           uint64_t offset, const char *message, size_t length) {
    if (findings->count == findings->capacity) {
        uint64_t capacity = findings->capacity ? findings->capacity * 2 : 16;
        Finding *items =
            arena_resize(findings->arena, findings->items, capacity * sizeof(Finding));
        if (!items) {
            findings->no_memory = true;
            return;
        }
        findings->items = items;
        findings->capacity = capacity;
    }
    char *copy = arena_alloc(findings->arena, length + 1, 1);
    if (!copy) {
        findings->no_memory = true;
        return;
    }
    memcpy(copy, message, length + 1);
    findings->items[findings->count++] = (Finding){severity, code, offset, copy};
}

void finding_add(Findings *findings, Severity severity, const char *code, uint64_t offset,
                 const char *format, ...) {
    if (tally(findings, severity, code) >= FINDINGS_PER_CODE) return;
    char message[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    append_finding(findings, severity, code, offset, message, strlen(message));
}

bool findings_finish(Findings *findings) {
    for (int i = 0; i < findings->tally_count; i++) {
        const struct FindingTally *seen = &findings->tallies[i];
        if (seen->seen <= FINDINGS_PER_CODE) continue;
        char message[80];
        snprintf(message, sizeof message, "%" PRIu64 " more of these",
                 seen->seen - FINDINGS_PER_CODE);
        append_finding(findings, seen->severity, seen->code, NO_OFFSET, message, strlen(message));
    }
    return !findings->no_memory;
}

/* ---- Documents ---------------------------------------------------------------------------- */

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
    *document = (Document){.format = format,
                           .arena = *arena,
                           .bytes = bytes,
                           .size = size,
                           .name = name_copy,
                           .companion = companion,
                           .companion_size = companion_size};
    *arena = (Arena){.host = arena->host, .limit = arena->limit};
    if (!format->open(document, error)) {
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
        for (uint64_t i = 0; i < findings->count; i++) {
            arena_release(&document->arena, (void *)(uintptr_t)findings->items[i].message);
        }
        arena_release(&document->arena, findings->items);
        arena_release(&document->arena, findings);
        return NULL;
    }
    document->findings = findings;
    return findings;
}
