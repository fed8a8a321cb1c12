#include "archive/thor.h"
#include "archive/archive_writer.h"
#include "archive/packed_entry.h"

enum { MAGIC_BYTES = 24 };

static const char magic[] = "ASSF (C) 2007 Aeomin DEV";

/* Reads a name and its length, which stands before it. */
static bool read_name(Archive *archive, Reader *reader, const char *field, ArchiveEntry *entry) {
    uint8_t length;
    const uint8_t *name;
    return read_u8(reader, field, &length) && read_bytes(reader, field, length, &name) &&
           archive_name(archive, entry, name, length, reader->error);
}

/* Reads one entry of the table. Returns false, with the table's error, if the entry is truncated or
** its name can't be added. */
static bool read_entry(Archive *archive, Reader *table, ArchiveEntry *entry) {
    uint32_t offset = 0, packed_size = 0, size = 0;
    uint8_t flags;
    if (!read_name(archive, table, "a name", entry) || !read_u8(table, "flags", &flags)) {
        return false;
    }
    entry->flags = flags;
    entry->kind = flags & THOR_FLAG_DELETE ? ARCHIVE_DELETE : ARCHIVE_FILE;
    entry->method = flags & THOR_FLAG_DELETE ? METHOD_NONE : METHOD_ZLIB;
    if (entry->kind == ARCHIVE_FILE &&
        !(read_u32(table, "an offset", &offset) && read_u32(table, "a packed size", &packed_size) &&
          read_u32(table, "a size", &size))) {
        return false;
    }
    entry->data_offset = offset;
    entry->packed_size = packed_size;
    entry->size = size;
    return true;
}

static bool walk_table(Archive *archive, const uint8_t *bytes, uint64_t size, Error *error) {
    Error damage = {0};
    Reader table = {.bytes = bytes, .size = size, .error = &damage};
    while (reader_left(&table)) {
        ArchiveEntry entry = {.modified = ARCHIVE_NO_TIME};
        if (!read_entry(archive, &table, &entry)) {
            if (damage.kind != ERROR_CORRUPT) return fail_as(error, &damage);
            archive_note(archive, SEVERITY_ERROR, "archive_table_cut", archive->table_offset,
                         "entry %" PRIu64 " runs over the end of the table",
                         archive->entries.count);
            return true;
        }
        if (!archive_add(archive, &entry, error)) return false;
    }
    return true;
}

/* Unpacks the table twice: how large it is only unpacking tells. */
static bool unpack_table(Archive *archive, const uint8_t *packed, uint32_t packed_size,
                         uint8_t **table, Error *error) {
    Arena *arena = &archive->document.arena;
    Inflated inflated = {0};
    uint64_t wanted = ARCHIVE_TABLE_BYTES_MAX;
    UnpackResult result = unpack_zlib(arena, packed, packed_size, wanted, &inflated);
    if (result == UNPACK_SIZE && inflated.written < wanted) {
        wanted = inflated.written;
        archive_table_unpacked(archive, wanted);
        result = unpack_zlib(arena, packed, packed_size, wanted, &inflated);
    }
    archive->table_size = wanted;
    *table = inflated.bytes;
    return result == UNPACK_OK ||
           unpack_fail(result, &inflated, arena, archive->table_offset, "the table", wanted, error);
}

static bool open_many(Archive *archive, Reader *header, Error *error) {
    uint32_t packed_size, offset;
    if (!read_u32(header, "the size of the table", &packed_size) ||
        !read_u32(header, "the offset of the table", &offset)) {
        return false;
    }
    archive->table_offset = offset;
    archive->table_packed_size = packed_size;
    if (!packed_size && !archive->stored_count) return true;
    const uint8_t *packed;
    uint8_t *table;
    if (!archive_hold(archive, "the table", offset, packed_size, &packed, error) ||
        !unpack_table(archive, packed, packed_size, &table, error)) {
        return false;
    }
    return walk_table(archive, table, archive->table_size, error);
}

static bool open_one(Archive *archive, Reader *header, Error *error) {
    ArchiveEntry entry = {.modified = ARCHIVE_NO_TIME, .method = METHOD_ZLIB};
    uint8_t unknown;
    uint32_t packed_size, size;
    archive->table_offset = header->at;
    if (!read_u8(header, "a byte of unknown meaning", &unknown) ||
        !read_u32(header, "the packed size", &packed_size) ||
        !read_u32(header, "the size", &size) ||
        !read_name(archive, header, "the file's name", &entry)) {
        return false;
    }
    archive->table_size = archive->table_packed_size = header->at - archive->table_offset;
    entry.packed_size = packed_size;
    entry.size = size;
    entry.data_offset = header->at;
    return archive_add(archive, &entry, error);
}

static bool thor_read_table(Archive *archive, Error *error) {
    Document *document = &archive->document;
    enum { HEADER_BYTES_MAX = THOR_HEADER_BYTES + 255 + 9 + 256 };
    uint64_t size = document->size < HEADER_BYTES_MAX ? document->size : HEADER_BYTES_MAX;
    uint8_t target_length;
    const uint8_t *bytes, *field;
    uint32_t count;
    uint16_t mode;
    if (!archive_hold(archive, "the header", 0, size, &bytes, error)) return false;
    Reader header = {.bytes = bytes, .size = size, .at = MAGIC_BYTES, .error = error};
    uint8_t merge; /* true: into the GRF, else beside it; only patchers need it */
    if (!read_u8(&header, "the flag that merges", &merge) ||
        !read_u32(&header, "the number of files", &count) ||
        !read_u16(&header, "the mode", &mode) ||
        !read_u8(&header, "the length of the GRF's name", &target_length) ||
        !read_bytes(&header, "the GRF's name", target_length, &field)) {
        return false;
    }
    archive_set_version(archive, mode);
    archive->stored_count = count;
    if (mode == THOR_MODE_MANY) return open_many(archive, &header, error);
    if (mode == THOR_MODE_ONE) return open_one(archive, &header, error);
    return fail_at(error, ERROR_UNSUPPORTED, 29, "mode 0x%x, expected 0x30 or 0x21",
                   (unsigned)mode);
}

static bool thor_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    const uint8_t *packed;
    uint8_t *unpacked = NULL;
    *bytes = entry->size ? NULL : arena_alloc(reading->arena, 0, 1);
    if (!entry->size) return *bytes || fail_memory(error, reading->arena);
    if (!entry_read_packed(reading, &packed, error)) return false;
    bool done = unpack_zlib_or_lzma(reading->arena, packed, entry->packed_size, entry->size,
                                    entry->data_offset, "its content", &unpacked, error);
    entry_let_go(reading, packed);
    *bytes = unpacked;
    return done;
}

static bool thor_find_method(const EntryReading *reading, uint8_t *method, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    uint8_t first;
    if (!entry_read_into(reading, "its content", 1, &first, error)) return false;
    *method = packed_entry_method(first, entry->packed_size, entry->size);
    return true;
}

const ArchiveFormat thor_format = {
    .format = {.name = "THOR",
               .doc = "Patch of a Ragnarok Online client.",
               .magic = magic,
               .inflates = true,
               ARCHIVE_DOCUMENT(Archive, archive_check)},
    .read_table = thor_read_table,
    .unpack = thor_unpack,
    .find_method = thor_find_method,
    .endings = {".thor"},
    .folder = "data/",
};

static bool thor_add(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                     Error *error) {
    return writer_pack(writer, entry, content, true, error);
}

/* Writes an entry of the table, and returns where the next one begins. */
static uint8_t *put_entry(uint8_t *at, uint64_t begin, const WrittenEntry *entry) {
    *at++ = (uint8_t)entry->raw_length;
    memcpy(at, entry->raw, entry->raw_length);
    at += entry->raw_length;
    *at++ = entry->is_deletion ? THOR_FLAG_DELETE : 0;
    if (entry->is_deletion) return at;
    store_u32(at, (uint32_t)(begin + entry->offset));
    store_u32(at + 4, (uint32_t)entry->packed_size);
    store_u32(at + 8, (uint32_t)entry->size);
    return at + 12;
}

/* Writes a patch of many files, to be merged into the client's own GRF. */
static bool thor_finish(ArchiveWriter *writer, uint64_t *after, Error *error) {
    enum { BEGIN = THOR_HEADER_BYTES + 8, ENTRY_MOST = 1 + UINT8_MAX + 1 + 12 };
    const uint64_t count = writer->entries.count;
    Arena *arena = &writer->arena;
    Packed packed = {0};
    uint8_t *table = arena_alloc(arena, count, ENTRY_MOST), *at = table, *head, *tail;
    if (!table) return fail_memory(error, arena);
    for (uint64_t i = 0; i < count; i++) at = put_entry(at, BEGIN, &writer->entries.items[i]);
    bool done = pack_onto(arena, table, (uint64_t)(at - table), true, &packed, error) &&
                writer_frame(writer, BEGIN, packed.size, &head, &tail, error);
    arena_release(arena, table);
    if (!done) return false;
    memcpy(head, magic, MAGIC_BYTES);
    head[MAGIC_BYTES] = 1;
    store_u32(head + 25, (uint32_t)count);
    store_u16(head + 29, THOR_MODE_MANY);
    store_u32(head + THOR_HEADER_BYTES, (uint32_t)packed.size);
    store_u32(head + THOR_HEADER_BYTES + 4, (uint32_t)writer->out.size);
    memcpy(tail, packed.bytes, (size_t)packed.size);
    arena_release(arena, packed.bytes);
    *after = packed.size;
    return true;
}

const WriterKind thor_writer = {.name = "thor",
                                .encoding = ENCODING_CP949,
                                .separator = '\\',
                                .name_most = UINT8_MAX,
                                .deletes = true,
                                .add = thor_add,
                                .finish = thor_finish};
