#include "engine/files/entries.h"

FileIdentity entries_holder(const SpanArchive *archive, uint32_t place) {
    uint16_t number = archive_entry(archive->archive, place)->file;
    const ArchiveReader *reader = archive->file->reader;
    return number && reader ? ranges_file(reader, number)->identity : (FileIdentity){0};
}

/* Asks the limit now, since another thread may unpack the entry. */
static bool allow_at_once(EntrySource *source, Error *error) {
    const ArchiveEntry *entry = source->entry;
    Ranges *ranges = &source->ranges;
    if (ranges->allow && entry->size != NO_SIZE &&
        !ranges->allow(ranges->context, archive_number(source->archive, entry), entry->size,
                       error)) {
        return false;
    }
    ranges->allow = NULL;
    return true;
}

bool entries_source(Span *span, const SpanArchive *archive, uint32_t place, EntrySource *source,
                    Error *error) {
    *source = (EntrySource){.archive = archive->archive,
                            .entry = archive_entry(archive->archive, place),
                            .outermost = span_outermost(archive->file)->identity};
    if (!ranges_of_archive(span, archive->file, archive->archive, &archive->identity,
                           &source->ranges, error) ||
        !allow_at_once(source, error)) {
        return false;
    }
    source->holder = entries_holder(archive, place);
    if (!source->ranges.bytes) {
        source->file = *ranges_file(archive->file->reader, source->entry->file);
    }
    return true;
}

bool entries_read(const EntrySource *source, Arena *arena, const uint8_t **bytes, uint64_t *size,
                  Error *error) {
    const Ranges *ranges = &source->ranges;
    if (!archive_unpack(source->archive, ranges, source->entry, arena, bytes, size, error)) {
        return false;
    }
    uintptr_t offset = (uintptr_t)*bytes - (uintptr_t)ranges->bytes;
    bool is_borrowed = ranges->bytes && *size && offset < ranges->size;
    if (!is_borrowed) return true;
    uint8_t *copy = arena_alloc(arena, *size, 1);
    if (!copy) return fail_memory(error, arena);
    memcpy(copy, *bytes, (size_t)*size);
    *bytes = copy;
    return true;
}
