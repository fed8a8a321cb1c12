#include "engine/files/entries.h"

FileIdentity entries_holder(const SpanArchive *archive, uint32_t place) {
    uint16_t number = archive_entry(archive->archive, place)->file;
    const ArchiveReader *reader = archive->file->reader;
    return number && reader ? ranges_file(reader, number)->identity : (FileIdentity){0};
}

bool entries_source(Span *span, const SpanArchive *archive, uint32_t place, EntrySource *source,
                    Error *error) {
    const ArchiveEntry *entry = archive_entry(archive->archive, place);
    Ranges *ranges = &source->ranges;
    *source = (EntrySource){.archive = archive->archive,
                            .entry = entry,
                            .outermost = span_outermost(archive->file)->identity};
    if (!ranges_of_archive(span, archive->file, archive->archive, &archive->identity, ranges,
                           error)) {
        return false;
    }
    /* limits are asked here, on the session's thread, since another thread may unpack the entry */
    if (ranges->allow && entry->size != NO_SIZE &&
        !ranges->allow(ranges->context, archive_number(archive->archive, entry), entry->size,
                       error)) {
        return false;
    }
    ranges->allow = NULL;
    source->holder = entries_holder(archive, place);
    if (!source->ranges.bytes) {
        source->file = *ranges_file(archive->file->reader, source->entry->file);
    }
    return true;
}

bool entries_read(const EntrySource *source, Arena *arena, FilePart *content, Error *error) {
    const Ranges *ranges = &source->ranges;
    const EntryReading reading = {source->archive, ranges, source->entry, arena};
    if (!archive_unpack(&reading, &content->bytes, error)) return false;
    content->size = source->entry->size;
    uintptr_t offset = (uintptr_t)content->bytes - (uintptr_t)ranges->bytes;
    bool is_borrowed = ranges->bytes && content->size && offset < ranges->size;
    if (!is_borrowed) return true;
    uint8_t *copy = arena_alloc(arena, content->size, 1);
    if (!copy) return fail_memory(error, arena);
    memcpy(copy, content->bytes, (size_t)content->size);
    content->bytes = copy;
    return true;
}
