/* Entries that share bytes of their archive.
**
** Packers let entries with the same content share it. Bombs abuse this: ten thousand entries over
** one stream unpack to 10 GB from 24 KB, though none of them is too large by itself. So the entries
** that share bytes are charged for what they unpack to, in the order of the table, and those beyond
** the limit are refused. */
#include "archive/archive.h"

static bool lies_in_file(const Archive *archive, ArchiveEntry entry) {
    uint64_t size = archive->file_sizes.items[entry.file];
    return entry.kind == ARCHIVE_FILE && !entry.refused && entry.packed_size &&
           entry.data_offset <= size && entry.packed_size <= size - entry.data_offset;
}

/* Returns how many bytes one byte becomes at most; of some methods nothing bounds it. */
static uint64_t ratio_of(uint8_t method) {
    switch (method) {
    case METHOD_STORED: return 1;
    case METHOD_BZIP2:
    case METHOD_ZSTD:
    case METHOD_XRES: return UINT32_MAX;
    default: return ARCHIVE_RATIO_MAX;
    }
}

/* Tells whether the archive is so large that no entry needs to share its bytes. */
static bool has_all_bytes(const Archive *archive) {
    uint64_t wanted = 0, there = 0;
    for (uint64_t i = 0; i < archive->file_sizes.count; i++) {
        there += archive->file_sizes.items[i];
    }
    for (uint32_t i = 0; i < archive->entries.count; i++) {
        const ArchiveEntry entry = archive_entry_of(&archive->entries.items[i]);
        if (lies_in_file(archive, entry)) wanted += entry.packed_size;
    }
    return wanted <= there;
}

/* Where contents begin, for each record. */
typedef struct Beginnings {
    uint64_t *offsets;
    uint16_t *files;
} Beginnings;

static int compare_beginnings(const void *context, uint32_t a, uint32_t b) {
    const Beginnings *at = context;
    if (at->files[a] != at->files[b]) return COMPARE(at->files[a], at->files[b]);
    return COMPARE(at->offsets[a], at->offsets[b]);
}

bool archive_sort_by_offset(Archive *archive, const uint32_t *numbers, uint32_t *records,
                            uint32_t count, Error *error) {
    Arena *arena = &archive->document.arena;
    uint64_t all = archive->entries.count;
    Beginnings at = {.offsets = arena_alloc(arena, all, sizeof *at.offsets),
                     .files = arena_alloc(arena, all, sizeof *at.files)};
    bool done = (at.offsets && at.files) || fail_memory(error, arena);
    for (uint32_t i = 0; done && i < all; i++) {
        const ArchiveEntry entry =
            archive_entry_of(&archive->entries.items[numbers ? numbers[i] : i]);
        at.offsets[i] = entry.data_offset;
        at.files[i] = entry.file;
    }
    done = done && (sort_records(arena, records, count, compare_beginnings, &at) ||
                    fail_interrupted(error));
    arena_release(arena, at.files);
    arena_release(arena, at.offsets);
    return done;
}

/* Keeps, of sorted entries, those that begin within an earlier one, and returns how many. */
static uint32_t keep_sharing(const Archive *archive, uint32_t *sorted, uint32_t count) {
    uint64_t reached = 0;
    uint32_t kept = 0;
    uint16_t file = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ArchiveEntry entry = archive_entry_of(&archive->entries.items[sorted[i]]);
        uint64_t end = entry.data_offset + entry.packed_size;
        if (entry.file != file) reached = 0;
        file = entry.file;
        if (entry.data_offset < reached) sorted[kept++] = sorted[i];
        if (end > reached) reached = end;
    }
    return kept;
}

static int compare_nothing(const void *context UNUSED, uint32_t a UNUSED, uint32_t b UNUSED) {
    return 0;
}

static void refuse(Archive *archive, const uint32_t *sharing, uint32_t count) {
    uint64_t allowed = ARCHIVE_SHARED_BYTES + ARCHIVE_SHARED_PER_BYTE * archive->document.size;
    uint64_t charged = 0;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < count; i++) {
        KeptEntry *kept = &archive->entries.items[sharing[i]];
        const ArchiveEntry entry = archive_entry_of(kept);
        uint64_t most = ratio_of(entry.method), packed = entry.packed_size;
        uint64_t size = entry.size / most < packed ? entry.size : packed * most;
        uint64_t cost = size > packed ? size : packed;
        if (cost <= allowed - charged) {
            charged += cost;
        } else {
            kept->refused = ARCHIVE_REFUSED_SHARED;
            refused++;
        }
    }
    if (!refused) return;
    archive_note(archive, SEVERITY_ERROR, "entries_share_too_much", NO_OFFSET,
                 "the contents of %" PRIu32 " entries aren't unpacked: all that share bytes with "
                 "others would unpack to more than %" PRIu64 " bytes",
                 refused, allowed);
}

bool archive_refuse_shared(Archive *archive, Error *error) {
    Arena *arena = &archive->document.arena;
    if (has_all_bytes(archive)) return true;
    uint32_t *sorted = arena_alloc(arena, archive->entries.count, sizeof *sorted), count = 0;
    if (!sorted) return fail_memory(error, arena);
    for (uint32_t i = 0; i < archive->entries.count; i++) {
        if (lies_in_file(archive, archive_entry_of(&archive->entries.items[i])))
            sorted[count++] = i;
    }
    bool done = archive_sort_by_offset(archive, NULL, sorted, count, error);
    if (done) {
        count = keep_sharing(archive, sorted, count);
        done = sort_records(arena, sorted, count, compare_nothing, NULL) || fail_interrupted(error);
    }
    if (done) refuse(archive, sorted, count);
    arena_release(arena, sorted);
    return done;
}
