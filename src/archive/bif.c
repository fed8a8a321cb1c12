/* BIF decoder; bif.h describes the format. */
#include "archive/bif.h"
#include "archive/resource.h"
#include "codec/digest.h"

#include <stdio.h>

enum {
    HEADER_BYTES = 20,
    RESOURCE_COUNT = 8,
    FIXED_COUNT = 12,
    TABLE = 16,
    ID_MASK = (1 << BIF_ID_BITS) - 1,
};

enum { ROW_OFFSET = 0, ROW_SIZE = 4, ROW_TYPE = 8 }; /* counted from BifLayout.at */
enum { ROW_COMPRESSION = 16, ROW_CONTENT = 20 };     /* in version E1 */

static const BifLayout layouts[] = {
    {"V1  ", "V1", 16, 4, false},
    {"V1.1", "V1.1", 20, 8, false},
    {"E1  ", "E1", 24, 4, true},
};

static bool bif_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= BIF_VERSION + BIF_VERSION_BYTES && memcmp(head, "BIFF", 4) == 0 &&
           (head[BIF_VERSION] == 'V' || head[BIF_VERSION] == 'E');
}

static bool read_header(Archive *archive, uint16_t file, BifTable *table, Error *error) {
    uint8_t header[HEADER_BYTES];
    if (!archive_read_into(archive, archive->ranges, file, "the header of the BIF", 0, HEADER_BYTES,
                           header, error)) {
        return false;
    }
    bool is_bif = bif_detect(header, HEADER_BYTES, HEADER_BYTES);
    for (size_t i = 0; is_bif && i < LENGTH(layouts); i++) {
        if (memcmp(header + BIF_VERSION, layouts[i].stored_version, BIF_VERSION_BYTES) == 0) {
            table->layout = &layouts[i];
        }
    }
    table->count = load_u32(header + RESOURCE_COUNT);
    table->fixed_count = load_u32(header + FIXED_COUNT);
    table->offset = load_u32(header + TABLE);
    if (!is_bif) return fail(error, ERROR_NOT_THIS_FORMAT, "not a BIF file");
    if (!table->layout) {
        return fail_at(error, ERROR_UNSUPPORTED, BIF_VERSION,
                       "BIF of an unknown version, expected V1, V1.1 or E1");
    }
    return true;
}

bool bif_load_table(Archive *archive, uint16_t file, uint64_t left, BifTable *table, Error *error) {
    *table = (BifTable){0};
    if (!read_header(archive, file, table, error)) return false;
    if (table->layout->enhanced &&
        !archive_read_into(archive, archive->ranges, file, "the id of the build", HEADER_BYTES,
                           BIF_OID_BYTES, table->oid, error)) {
        return false;
    }
    uint64_t bytes = (uint64_t)table->count * table->layout->row_bytes;
    if (bytes > left && bytes <= archive->file_sizes.items[file]) {
        return fail_at(error, ERROR_TOO_BIG, RESOURCE_COUNT,
                       "%" PRIu32 " resources need %" PRIu64 " bytes, %" PRIu64 " left of %" PRIu64
                       " for tables",
                       table->count, bytes, left, ARCHIVE_TABLE_BYTES_MAX);
    }
    if (file) archive_table_unpacked(archive, bytes <= left ? bytes : 0);
    return archive_read(archive, archive->ranges, file, "the table of the BIF", table->offset,
                        bytes, &archive->document.arena, &table->rows, error);
}

static const uint8_t *row_of(const BifTable *table, uint32_t row) {
    return table->rows + (uint64_t)row * table->layout->row_bytes;
}

uint32_t bif_id(const BifTable *table, uint32_t row) {
    return load_u32(row_of(table, row)) & ID_MASK;
}

uint32_t bif_type(const BifTable *table, uint32_t row) {
    return load_u32(row_of(table, row) + table->layout->at + ROW_TYPE);
}

void bif_read_entry(Archive *archive, const BifTable *table, uint16_t file, uint32_t row,
                    ArchiveEntry *entry) {
    const uint8_t *bytes = row_of(table, row), *fields = bytes + table->layout->at;
    entry->file = file;
    entry->kind = ARCHIVE_FILE;
    entry->method = METHOD_STORED;
    entry->modified = ARCHIVE_NO_TIME;
    entry->data_offset = load_u32(fields + ROW_OFFSET);
    entry->packed_size = entry->size = load_u32(fields + ROW_SIZE);
    if (!table->layout->enhanced) return;
    entry->size = load_u32(bytes + ROW_CONTENT);
    resource_compression(archive, entry, load_u32(bytes + ROW_COMPRESSION));
}

static bool add_row(Archive *archive, const BifTable *table, uint32_t row, Error *error) {
    char name[32];
    ArchiveEntry entry = {0};
    bif_read_entry(archive, table, 0, row, &entry);
    uint32_t type = bif_type(table, row);
    const char *extension = resource_extension(type);
    int length = extension ? snprintf(name, sizeof name, "%05" PRIu32 ".%s", row, extension)
                           : snprintf(name, sizeof name, "%05" PRIu32 ".%" PRIu32, row, type);
    return archive_name_utf8(archive, &entry, (const uint8_t *)"", 0, name, (uint32_t)length,
                             error) &&
           archive_add(archive, &entry, error);
}

static bool bif_read_table(Archive *archive, Error *error) {
    BifTable table;
    if (!bif_load_table(archive, 0, ARCHIVE_TABLE_BYTES_MAX, &table, error) ||
        !archive_reserve(archive, table.count, error)) {
        return false;
    }
    archive->document.version = table.layout->version;
    archive->stored_count = table.count;
    archive->table_offset = table.offset;
    archive->table_size = archive->table_packed_size =
        (uint64_t)table.count * table.layout->row_bytes;
    if (table.fixed_count) {
        archive_note(archive, SEVERITY_WARNING, "bif_fixed_resources", FIXED_COUNT,
                     "%" PRIu32 " fixed resources aren't read", table.fixed_count);
    }
    for (uint32_t row = 0; row < table.count; row++) {
        if (!add_row(archive, &table, row, error)) return false;
    }
    archive_let_go(archive, table.rows);
    return true;
}

const ArchiveFormat bif_format = {
    .format = {.name = "BIF",
               .doc = "Contents of Neverwinter Nights and its kin that a KEY names",
               .found_by_name = true,
               .detect = bif_detect,
               ARCHIVE_DOCUMENT(Archive, archive_check)},
    .read_table = bif_read_table,
    .unpack = resource_unpack,
    .find_method = resource_find_method,
    .endings = {".bif"},
    .folder = "",
    .checksum_bytes = SHA1_BYTES,
    .refusals = resource_refusals,
};
