#include "engine/files/entries.h"

FileIdentity entries_holder(const SpanFile *file, const Archive *archive) {
    uint16_t number = archive_entry(archive, file->entry)->file;
    const ArchiveReader *reader = file->archive->reader;
    return number && reader ? ranges_file(reader, number)->identity : (FileIdentity){0};
}

bool entries_source(Span *span, const SpanFile *file, const Archive *archive, EntrySource *source,
                    Error *error) {
    const ArchiveEntry *entry = archive_entry(archive, file->entry);
    Ranges *ranges = &source->ranges;
    *source = (EntrySource){
        .archive = archive, .entry = entry, .outermost = span_outermost(file)->identity};
    if (!ranges_of_archive(span, file->archive, archive, ranges, error)) return false;
    /* limits are asked here, on the session's thread, since another thread may unpack the entry */
    if (ranges->allow && entry->size != NO_SIZE &&
        !ranges->allow(ranges->context, archive_number(archive, entry), entry->size, error)) {
        return false;
    }
    ranges->allow = NULL;
    source->holder = entries_holder(file, archive);
    if (!ranges->bytes) source->file = *ranges_file(file->archive->reader, entry->file);
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
