/* Entries that share bytes of their archive.
**
** Packers let entries with the same content share it. Bombs abuse this: ten thousand entries over
** one stream unpack to 10 GB from 24 KB, though none of them is too large by itself. So the entries
** that share bytes are charged for what they unpack to, in the order of the table, and those beyond
** the limit are refused. */
#include "archive/archive.h"

static bool lies_in_file(const Archive *archive, uint32_t number) {
    const KeptEntry *kept = &archive->entries.items[number];
    const ArchiveEntry entry = archive_entry_of(archive, number);
    uint64_t size = archive->file_sizes.items[entry.file];
    return kept->kind == ARCHIVE_FILE && !kept->refused && entry.packed_size &&
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
        if (lies_in_file(archive, i)) wanted += archive_entry_of(archive, i).packed_size;
    }
    return wanted <= there;
}

/* Orders entries by file, then by offset, then by place in the table. */
static int compare_places(const void *context, uint32_t a, uint32_t b) {
    const ArchiveEntry one = archive_entry_of(context, a), other = archive_entry_of(context, b);
    if (one.file != other.file) return COMPARE(one.file, other.file);
    return COMPARE(one.data_offset, other.data_offset);
}

/* Keeps, of sorted entries, those that begin within an earlier one, and returns how many. */
static uint32_t keep_sharing(const Archive *archive, uint32_t *sorted, uint32_t count) {
    uint64_t reached = 0;
    uint32_t kept = 0;
    uint16_t file = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ArchiveEntry entry = archive_entry_of(archive, sorted[i]);
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
        const ArchiveEntry entry = archive_entry_of(archive, sharing[i]);
        uint64_t most = ratio_of(entry.method), packed = entry.packed_size;
        uint64_t size = entry.size / most < packed ? entry.size : packed * most;
        uint64_t cost = size > packed ? size : packed;
        if (cost <= allowed - charged) {
            charged += cost;
        } else {
            archive->entries.items[sharing[i]].refused = ARCHIVE_REFUSED_SHARED;
            archive_follow(archive, sharing[i]);
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
        if (lies_in_file(archive, i)) sorted[count++] = i;
    }
    bool done = sort_records(arena, sorted, count, compare_places, archive);
    if (done) {
        count = keep_sharing(archive, sorted, count);
        done = sort_records(arena, sorted, count, compare_nothing, NULL);
    }
    if (done) refuse(archive, sorted, count);
    arena_release(arena, sorted);
    return done || fail_interrupted(error);
}
