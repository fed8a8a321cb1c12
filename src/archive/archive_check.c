/* Checks that apply to archives of any format: names that occur twice, and content that overlaps.
** Findings number the entries like the table archive_entries, in byte order of their names, so that
** a reader can look them up there. */
#include "archive/thor.h"

/* Returns an offset for a finding: NO_OFFSET if the file ends before it. */
static uint64_t in_file(const Archive *archive, uint64_t offset) {
    return offset <= archive->document.size ? offset : NO_OFFSET;
}

/* Returns where an entry's content begins; NO_OFFSET: in a sister file or beyond the end. */
static uint64_t place_of(const Archive *archive, uint32_t place) {
    const ArchiveEntry entry = archive_entry(archive, place);
    return entry.file ? NO_OFFSET : in_file(archive, entry.data_offset);
}

/* Copies the findings of the opening, and how many each class had. */
static void copy_noted(const Archive *archive, Findings *findings) {
    const Findings *noted = &archive->noted;
    for (uint64_t i = 0; i < noted->list.count; i++) {
        const Finding *item = (const Finding *)noted->list.items + i;
        finding_add(findings, item->severity, item->code, in_file(archive, item->offset), "%s",
                    item->message);
    }
    /* codes are in the order of their first findings, which are always kept */
    for (int i = 0; i < findings->tally_count; i++) {
        findings->tallies[i].seen = noted->tallies[i].seen;
    }
}

static void check_names(const Archive *archive, Findings *findings) {
    /* The usual tools write data.integrity twice. */
    bool is_usual = archive->document.format == &thor_format.format;
    for (uint32_t i = 0; i < archive->entries.count; i++) {
        const KeptEntry *entry = archive_kept(archive, i);
        if (entry->number_length) {
            finding_add(findings, is_usual ? SEVERITY_INFO : SEVERITY_WARNING,
                        "entry_name_duplicate", place_of(archive, i),
                        "entry %" PRIu32 " has the name of an earlier one", i);
        }
        if (!entry->name_length) {
            finding_add(findings, SEVERITY_WARNING, "entry_name_empty", place_of(archive, i),
                        "entry %" PRIu32 " has no name", i);
        }
    }
}

static bool has_content(ArchiveEntry entry) {
    return entry.kind == ARCHIVE_FILE && entry.packed_size && entry.packed_size != NO_SIZE;
}

/* Orders entries by file, then by offset, then by place. */
static int compare_places(const void *context, uint32_t a, uint32_t b) {
    const ArchiveEntry one = archive_entry(context, a), other = archive_entry(context, b);
    if (one.file != other.file) return COMPARE(one.file, other.file);
    return COMPARE(one.data_offset, other.data_offset);
}

/* Packers let entries with the same content share it. Entries that share only a part are odd. */
static void check_overlaps(const Archive *archive, const uint32_t *places, uint32_t count,
                           Findings *findings) {
    uint64_t reached = 0;
    uint32_t owner = 0; /* the entry whose content ends at `reached` */
    for (uint32_t i = 0; i < count; i++) {
        const ArchiveEntry entry = archive_entry(archive, places[i]);
        const ArchiveEntry other = archive_entry(archive, owner);
        uint64_t left = UINT64_MAX - entry.data_offset;
        uint64_t end = entry.data_offset + (entry.packed_size < left ? entry.packed_size : left);
        bool same_file = i && entry.file == other.file;
        if (same_file && entry.data_offset == other.data_offset &&
            entry.packed_size == other.packed_size) {
            finding_add(findings, SEVERITY_INFO, "entries_share", place_of(archive, places[i]),
                        "entry %" PRIu32 " has the content of entry %" PRIu32
                        ", byte for byte in one place",
                        places[i], owner);
        } else if (same_file && entry.data_offset < reached) {
            finding_add(findings, SEVERITY_WARNING, "entries_overlap", place_of(archive, places[i]),
                        "the content of entry %" PRIu32 " begins within that of entry %" PRIu32
                        ", which ends at 0x%" PRIx64,
                        places[i], owner, reached);
        }
        if (!same_file || end > reached) {
            reached = end;
            owner = places[i];
        }
    }
}

static void check_ends(const Archive *archive, Findings *findings) {
    for (uint32_t i = 0; i < archive->entries.count; i++) {
        const ArchiveEntry entry = archive_entry(archive, i);
        uint64_t size = archive->file_sizes.items[entry.file];
        if (!has_content(entry)) continue;
        if (entry.data_offset > size || entry.packed_size > size - entry.data_offset) {
            finding_add(findings, SEVERITY_ERROR, "entry_outside", place_of(archive, i),
                        "the content of entry %" PRIu32 " has %" PRIu64
                        " bytes and ends outside of the file of %" PRIu64,
                        i, entry.packed_size, size);
        }
    }
}

bool archive_check(Document *document, Findings *findings, Error *error) {
    Archive *archive = (Archive *)document;
    Arena *arena = &document->arena;
    uint64_t stored = archive->stored_count;
    if (!archive_order(archive, error)) return false; /* this finds duplicate names */
    copy_noted(archive, findings);
    if (stored != NO_COUNT && stored != archive->entries.count) {
        finding_add(findings, SEVERITY_WARNING, "archive_count", NO_OFFSET,
                    "the archive says that it has %" PRId64 " entr%s, its table has %" PRIu64,
                    (int64_t)stored, stored == 1 ? "y" : "ies", archive->entries.count);
    }
    check_names(archive, findings);
    check_ends(archive, findings);
    uint32_t *places = arena_alloc(arena, archive->entries.count, sizeof *places);
    if (!places) return fail_memory(error, arena);
    uint32_t count = 0;
    for (uint32_t i = 0; i < archive->entries.count; i++) {
        if (has_content(archive_entry(archive, i))) places[count++] = i;
    }
    bool done =
        sort_records(arena, places, count, compare_places, archive) || fail_interrupted(error);
    if (done) check_overlaps(archive, places, count, findings);
    arena_release(arena, places);
    return done;
}
