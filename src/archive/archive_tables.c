/* Tables about archives, archive_files and archive_entries, and the SQL function gamemap_unpack,
** for the resources of NWN:EE that NWSync stores in SQLite files. */
#include "table/table.h"
#include "archive/archive_writer.h"
#include "archive/bif.h"
#include "archive/erf.h"
#include "archive/grf.h"
#include "archive/key.h"
#include "archive/map_cache.h"
#include "archive/pk2.h"
#include "archive/thor.h"
#include "archive/zip.h"
#include "codec/xres.h"

static const Archive *archive_of_row(const Row *row) {
    return row->document;
}

static const Column file_columns[] = {
    POINTED(MEMBER_STRING, "format", NULL, "Name of the format", Archive, document.format,
            offsetof(Format, name)),
    MEMBER(STRING, "version", NULL, "Version as the format writes it; NULL where it has none",
           Archive, document.version),
    MEMBER(U64, "entry_count", NULL, "Number of entries, as archive_entries lists them", Archive,
           entries.count),
    MEMBER(U64, "size", "bytes", "Size of the archive", Archive, document.size),
    MEMBER(U64, "table_offset", "bytes", "Where in the file its table of entries begins", Archive,
           table_offset),
    MEMBER(U64, "table_packed_size", "bytes", "Size of the table in the file", Archive,
           table_packed_size),
    MEMBER(U64, "table_size", "bytes", "Size of the table, unpacked", Archive, table_size),
    MEMBER(U64, "stored_count", NULL,
           "Number of entries that the archive itself states; NULL where it states none", Archive,
           stored_count, .empties = true),
};

static const Table archive_files = {
    TABLE("archive_files", any_archive_format, file_columns),
    .doc = "One row for each archive: GRF, THOR, PK2, ERF and its family, KEY, BIF, ZIP, "
           "and the maps of a map_cache.dat.",
    .example = "SELECT file, format, version, entry_count FROM archive_files('samples/*', 'skip')",
    ONE_ROW,
};

static ArchiveEntry entry_of_row(const Row *row) {
    return archive_entry(archive_of_row(row), (uint32_t)row->index);
}

static bool entry_rows(Opening *opening) {
    Archive *archive = (Archive *)opening->document;
    opening->array->count = archive->entries.count;
    return archive_order(archive, opening->error);
}

static Value entry_name(const Row *row) {
    const ArchiveEntry entry = entry_of_row(row);
    return value_text_of(entry.name, entry.name_length);
}

static Value entry_path(const Row *row) {
    const ArchiveEntry entry = entry_of_row(row);
    if (!row->source) return value_null();
    size_t length = strlen(row->source), size = length + 1 + entry.name_length;
    char *path = row_room(row, size);
    if (!path || size > UINT32_MAX) return value_null();
    memcpy(path, row->source, length);
    path[length] = '/';
    memcpy(path + length + 1, entry.name, entry.name_length);
    return value_text_of(path, (uint32_t)size);
}

static Value entry_type(const Row *row) {
    size_t length;
    const KeptEntry *entry = archive_kept(archive_of_row(row), (uint32_t)row->index);
    const char *end = entry->name + entry->name_length - entry->number_length;
    const char *extension = archive_extension(entry->name, end, &length);
    if (!length || entry->kind == ARCHIVE_FOLDER) return value_null();
    char *lower = row_room(row, length);
    if (!lower) return value_null();
    for (size_t i = 0; i < length; i++) lower[i] = (char)fold_byte((uint8_t)extension[i]);
    return value_text_of(lower, (uint32_t)length);
}

static Value value_known(uint64_t size) {
    return size == NO_SIZE ? value_null() : value_integer((int64_t)size);
}

static Value entry_size(const Row *row) {
    return value_known(entry_of_row(row).size);
}

static Value entry_packed_size(const Row *row) {
    return value_known(entry_of_row(row).packed_size);
}

static Value entry_data_offset(const Row *row) {
    const ArchiveEntry entry = entry_of_row(row);
    return entry.kind == ARCHIVE_FILE ? value_known(entry.data_offset) : value_null();
}

static Value entry_flags(const Row *row) {
    return value_integer(entry_of_row(row).flags);
}

/* Says how the row's entry is read, with `own` for an archive in memory. Returns false if nothing
** tells how the bytes of the archive are read. */
static bool reading_of_row(const Row *row, Ranges *own, EntryReading *reading) {
    *own = archive_own_ranges(archive_of_row(row));
    *reading = (EntryReading){archive_of_row(row), row->ranges ? row->ranges : own,
                              (uint32_t)row->index, entry_of_row(row), row->scratch};
    return row->ranges || own->bytes;
}

static Value fail_entry(const Row *row, const Error *problem) {
    if (row->error) {
        fail(row->error, problem->kind, "entry %llu: %s", (unsigned long long)row->index,
             problem->message);
    }
    return value_null();
}

static Value entry_method(const Row *row) {
    static const char *const kinds[] = {
        [ARCHIVE_FOLDER] = "folder", [ARCHIVE_DELETE] = "delete", [ARCHIVE_UNUSED] = "delete"};
    EntryReading reading;
    Ranges own;
    bool is_there = reading_of_row(row, &own, &reading);
    uint8_t method = reading.entry.method;
    Error problem = {0};
    if (reading.entry.kind != ARCHIVE_FILE) return value_text(kinds[reading.entry.kind]);
    if (is_there && !archive_find_method(&reading, &method, &problem)) {
        return fail_entry(row, &problem);
    }
    return value_name(archive_method_name(method));
}

static Value entry_encrypted(const Row *row) {
    return value_integer(entry_of_row(row).encrypted);
}

static Value entry_modified(const Row *row) {
    int64_t modified = entry_of_row(row).modified;
    return modified == ARCHIVE_NO_TIME ? value_null() : value_integer(modified);
}

/* Writes a checksum in hexadecimal digits; a CRC-32 begins with its highest one. */
static Value entry_checksum(const Row *row) {
    static const char digits[] = "0123456789abcdef";
    const ArchiveEntry entry = entry_of_row(row);
    const uint8_t *bytes = archive_checksum(archive_of_row(row), &entry);
    uint32_t count = ((const ArchiveFormat *)archive_of_row(row)->document.format)->checksum_bytes;
    if (!bytes || !count) return value_null();
    char *text = row_room(row, 2 * (uint64_t)count);
    if (!text) return value_null();
    for (uint32_t i = 0; i < count; i++) {
        uint8_t byte = count == 4 ? bytes[count - 1 - i] : bytes[i];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    return value_text_of(text, 2 * count);
}

static Value entry_name_raw(const Row *row) {
    const ArchiveEntry entry = entry_of_row(row);
    uint8_t *buffer = arena_alloc(row->scratch, entry.raw_length, 1);
    if (!buffer) return value_null();
    return value_blob(archive_raw_name(&entry, buffer), entry.raw_length);
}

static Value entry_data(const Row *row) {
    EntryReading reading;
    Ranges own;
    const uint8_t *bytes;
    Error problem = {0};
    bool is_there = reading_of_row(row, &own, &reading) && reading.entry.kind == ARCHIVE_FILE;
    if (!is_there) return value_null();
    return archive_unpack(&reading, &bytes, &problem) ? value_blob(bytes, reading.entry.size)
                                                      : fail_entry(row, &problem);
}

static const Column entry_columns[] = {
    GET("name", TEXT, NULL,
        "Name in the archive, with its folders, as the path shows it: '\\' as '/', and '#2' behind "
        "the second entry of one name",
        entry_name),
    GET("path", TEXT, NULL, "What other tables take as src; NULL where the archive is a BLOB",
        entry_path, .of_source = true),
    GET("type", TEXT, NULL,
        "Ending of the name in lower case; NULL for names without one and for folders", entry_type),
    GET("size", INTEGER, "bytes",
        "Size of the content; NULL where the file that holds it is missing", entry_size),
    GET("packed_size", INTEGER, "bytes", "Size of the content in the archive", entry_packed_size),
    GET("method", TEXT, NULL,
        "How the content is packed; 'unknown' where that can't be told, 'folder', or 'delete' for "
        "an order to delete a file. In GRF, THOR and the Enhanced Edition's archives the first "
        "bytes of the content are read for this",
        entry_method, .of_source = true),
    GET("encrypted", INTEGER, NULL, "1 if the content is encrypted", entry_encrypted),
    GET("flags", INTEGER, NULL, "Flags as stored; 0 where the format has none", entry_flags),
    GET("modified", INTEGER, "seconds",
        "When the file was changed, counted from 1970, as the archive states it (ZIP: local time); "
        "NULL where it doesn't",
        entry_modified),
    GET("checksum", TEXT, NULL,
        "CRC-32 (ZIP) or SHA-1 (ERF of the Enhanced Edition) of the content in hexadecimal digits; "
        "NULL where the archive has none",
        entry_checksum),
    GET("data_offset", INTEGER, "bytes",
        "Where in the file the packed content begins (ZIP: the header before it)",
        entry_data_offset),
    GET("name_raw", BLOB, NULL, "Name as stored", entry_name_raw, .hidden = true),
    GET("data", BLOB, NULL, "The content, unpacked; NULL for folders and orders to delete",
        entry_data, .hidden = true),
};

/* Returns the offset of the content in its own file, if that file is there. */
static uint64_t entry_byte_offset(const Row *row) {
    const Archive *archive = archive_of_row(row);
    const ArchiveEntry entry = entry_of_row(row);
    bool is_there =
        entry.kind == ARCHIVE_FILE && entry.data_offset <= archive->file_sizes.items[entry.file];
    return is_there ? entry.data_offset : NO_OFFSET;
}

static const Table archive_entries = {
    TABLE("archive_entries", any_archive_format, entry_columns),
    .asked_as = "list grf hak mod zip",
    .doc = "What is in an archive: one row for each entry, in byte order of their names.",
    .example =
        "SELECT type, count(*), sum(size) FROM archive_entries('samples/*.grf') GROUP BY type",
    .typical_rows = 2000,
    .rows = entry_rows,
    .byte_offset = entry_byte_offset,
};

static Value unpack(Call *call) {
    Value packed = call->values[0];
    Xres xres;
    const uint8_t *content;
    if (packed.type != VALUE_BLOB && packed.type != VALUE_BLOCK) {
        return call_fail(call, "expected a BLOB");
    }
    if (!xres_open(XRES_ANYWHERE, packed.bytes, packed.length, &xres, call->error)) {
        return value_null();
    }
    if (xres.size > ARCHIVE_ENTRY_BYTES_MAX) {
        return value_null_after(fail(call->error, ERROR_TOO_BIG,
                                     "%" PRIu32 " bytes, expected at most %" PRIu64, xres.size,
                                     ARCHIVE_ENTRY_BYTES_MAX));
    }
    if (!xres_unpack(&xres, call->scratch, &content, call->error)) return value_null();
    return value_blob(content, xres.size);
}

static bool pack_row(void *writer, Call *call) {
    return writer_add(writer, call->values, call->blob_most, call->error);
}

static Value pack_result(void *writer, Call *call) {
    FilePart archive;
    if (!writer_finish(writer, &archive, call->error)) return value_null();
    call->giver = writer;
    return value_given((void *)(uintptr_t)archive.bytes, archive.size);
}

static const Function archive_functions[] = {
    {"gamemap_unpack", "blob",
     .doc = "The content of a compressed resource (XRES, NSYC) of Neverwinter Nights: Enhanced "
            "Edition. NWSync keeps such resources in SQLite files: resrefs(sha1, data).",
     .example = "SELECT CAST(gamemap_unpack("
                "x'5852455303000000000000000500000068656c6c6f') AS TEXT)",
     .call = unpack},
    {"gamemap_pack", "kind, name, data", .asked_as = "create make build zip archive patch",
     .doc =
         "An aggregate: an archive of files with these names and contents, as a BLOB. The kind is "
         "'zip', 'grf' (version 0x200), 'thor' (a patch, which deletes a file whose data is NULL), "
         "'hak', 'erf' or 'mod' (V1.0). The same rows in any order give the same bytes. Names are "
         "paths with '/' or '\\'; what a kind can't store is an error: two files of one name, "
         "letters that Korean Windows lacks in 'grf' and 'thor', in the archives of Neverwinter "
         "Nights folders, more than 16 letters and endings that stand for no type.",
     .example = "SELECT length(gamemap_pack('zip', name, data)) > 0 "
                "FROM archive_entries('samples/models.hak') WHERE type = 'mdl'",
     .state_bytes = sizeof(ArchiveWriter), .row_values = 3, .step = pack_row,
     .finish = pack_result},
};

const Module archive_module = {
    FORMATS(&grf_format.format, &thor_format.format, &pk2_format.format, &erf_format.format,
            &key_format.format, &bif_format.format, &zip_format.format, &map_cache_format.format),
    TABLES(&archive_files, &archive_entries),
    MODULE_PARTS(archive_functions, function),
};
